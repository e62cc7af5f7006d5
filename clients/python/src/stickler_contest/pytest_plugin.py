"""`pytest --stickler gomoku --bot "python3 bot.py"`: a test for each scenario; a failure shows the diagnosis."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, Iterator, List

import pytest

from ._program import other_package
from .runs import Checked, CouldNotTell, check, scenarios


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the command line."""
    group = parser.getgroup("stickler", "conformance of contest bots")
    group.addoption("--stickler", metavar="GAME", help="check a bot of this game; give --bot too")
    group.addoption("--bot", metavar="COMMAND", help="the bot's command, as one quoted word")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: List[pytest.Item]) -> None:
    """Adds a test for each scenario."""
    game, bot = config.getoption("--stickler"), config.getoption("--bot")
    if game is None and bot is None:
        return
    if game is None or bot is None:
        raise pytest.UsageError('give both: --stickler GAME --bot "COMMAND"')
    if not shlex.split(bot):
        raise pytest.UsageError("--bot is empty: name the bot's command")
    try:
        names = scenarios(game)
    except (CouldNotTell, FileNotFoundError) as error:
        raise pytest.UsageError(str(error)) from error
    items.extend(_scenarios(session, game, shlex.split(bot), names))


def pytest_report_collectionfinish(config: pytest.Config, items: List[pytest.Item]) -> List[str]:
    """Says how many tests are scenarios, as pytest counts only those that it found in files, and what package this is not."""
    count = sum(isinstance(item, Scenario) for item in items)
    lines = [f"and {count} scenarios of {config.getoption('--stickler')}", other_package()] if count else []
    return [line for line in lines if line]


def _scenarios(session: pytest.Session, game: str, bot: List[str], names: Any) -> Iterator[pytest.Item]:
    for name in names:
        yield Scenario.from_parent(session, name=f"stickler::{game}::{name}", game=game, bot=bot, scenario=name)


def _cause(report: str) -> str:
    """The clause that was broken and why, or else the result: pytest shows the first line of a failure in its summary."""
    lines = report.splitlines()
    for line in lines:
        if line.startswith("error["):
            clause, _, why = line[len("error[") :].partition("]: ")
            return f"{clause}: {why.partition(': ')[2] or why}"
    return lines[1] if len(lines) > 1 else report


class Failed(Exception):
    """A scenario that the bot failed, or of which nothing could be told."""


class Scenario(pytest.Item):
    """A scenario of a game, played with the bot."""

    def __init__(self, *, game: str, bot: List[str], scenario: str, **more: Any) -> None:
        super().__init__(**more)
        self.game, self.bot, self.scenario = game, bot, scenario

    def runtest(self) -> None:
        """Plays the scenario."""
        checked: Checked = check(self.bot, self.game, only=self.scenario, out=Path("stickler-failures"))
        if not checked.conforms:
            raise Failed(f"{_cause(checked.report)}\n\n{checked.report}")

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The diagnosis alone."""
        if isinstance(excinfo.value, (Failed, CouldNotTell)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> Any:
        """Where pytest says that the test is."""
        return self.path, None, self.name

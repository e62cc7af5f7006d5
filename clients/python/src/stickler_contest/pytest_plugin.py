"""`pytest --stickler gomoku --bot "python3 bot.py"`: a test for each scenario; a failure shows the diagnosis."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, Dict, Iterator, List, Set

import pytest

from ._program import other_package
from .runs import Checked, CouldNotTell, check, scenarios


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the command line."""
    group = parser.getgroup("stickler", "conformance of contest bots")
    group.addoption("--stickler", metavar="GAME", help="check a bot of this game; give --bot too")
    group.addoption("--bot", metavar="COMMAND", help="the bot's command, as one quoted word")
    group.addoption(
        "--stickler-option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of `stickler check`, again for each: seed=7, search=20, shrink=0, set=board=9x9",
    )


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
    items.extend(_scenarios(session, game, shlex.split(bot), names, _options(config.getoption("--stickler-option"))))


def _options(given: List[str]) -> Dict[str, Any]:
    """The keywords of `check`: `set` goes to its settings."""
    options: Dict[str, Any] = {}
    for option in given:
        name, equals, value = option.lstrip("-").partition("=")
        if name == "set":
            name, _, value = value.partition("=")
            options.setdefault("settings", {})[name] = value
        elif name in ("only", "out", "resume", "json"):
            raise pytest.UsageError(f"--stickler-option {option}: the plugin sets {name} itself")
        else:
            options[name.replace("-", "_")] = value if equals else True
    return options


def pytest_report_collectionfinish(config: pytest.Config, items: List[pytest.Item]) -> List[str]:
    """Says how many tests are scenarios, as pytest counts only those that it found in files, and what package this is not."""
    count = sum(isinstance(item, Scenario) for item in items)
    lines = [f"and {count} scenarios of {config.getoption('--stickler')}", other_package()] if count else []
    return [line for line in lines if line]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Says which kinds of position the bot was not asked in."""
    met: Set[str] = set()
    all_kinds: Set[str] = set()
    for item in terminalreporter.config.stash.get(CHECKED, []):
        met |= set(item.get("met", []))
        all_kinds |= set(item.get("met", [])) | set(item.get("not_met", []))
    lacking = sorted(all_kinds - met)
    if all_kinds:
        terminalreporter.write_line(f"stickler: met {len(met)} of {len(all_kinds)} kinds of position")
    for kind in lacking:
        terminalreporter.write_line(f"  not met: {kind}")


# The totals of the scenarios that were played.
CHECKED = pytest.StashKey[List[Any]]()
# The clauses whose smallest failing game was shown, with the test that shows it.
SHOWN = pytest.StashKey[Dict[str, str]]()


def _scenarios(
    session: pytest.Session, game: str, bot: List[str], names: Any, options: Dict[str, Any]
) -> Iterator[pytest.Item]:
    for name in names:
        full = f"stickler::{game}::{name}"
        yield Scenario.from_parent(session, name=full, game=game, bot=bot, scenario=name, options=options)


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

    def __init__(self, *, game: str, bot: List[str], scenario: str, options: Dict[str, Any], **more: Any) -> None:
        super().__init__(**more)
        self.game, self.bot, self.scenario, self.options = game, bot, scenario, options

    def runtest(self) -> None:
        """Plays the scenario."""
        shown = self.config.stash.setdefault(SHOWN, {})
        # One mistake breaks many scenarios: its smallest game is looked for once.
        quick = {"shrink": 0} if shown and "shrink" not in self.options else {}
        checked = self._check(**quick)
        same = [shown[clause] for clause in checked.broken if clause in shown]
        if quick and checked.code == 1 and not same:
            checked = self._check()
        self.config.stash.setdefault(CHECKED, []).append(checked.summary)
        if not checked.conforms:
            cause = _cause(checked.report)
            for clause in checked.broken:
                shown.setdefault(clause, self.name)
            also = f"\nthe smallest game that breaks it is shown by {same[0]}" if same else ""
            raise Failed(f"{cause}{also}\n\n{checked.report}")

    def _check(self, **more: Any) -> Checked:
        folder = Path("stickler-failures")
        return check(self.bot, self.game, only=self.scenario, out=folder, **{**self.options, **more})

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The diagnosis alone."""
        if isinstance(excinfo.value, (Failed, CouldNotTell)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> Any:
        """Where pytest says that the test is."""
        return self.path, None, self.name

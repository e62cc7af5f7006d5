"""`pytest --stickler gomoku --stickler-bot "python3 bot.py"`: a test for each scenario; a failure shows the diagnosis."""

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
    group.addoption("--stickler", metavar="GAME", help="check a bot of this game; give --stickler-bot too")
    group.addoption("--stickler-bot", metavar="COMMAND", help="the bot's command, as one quoted word")
    group.addoption(
        "--stickler-option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an option of `stickler check`, again for each: seed=7, search=20, shrink=0, set=board=9x9",
    )


# How the name of a scenario's test begins. Such a name is in no file, so pytest itself cannot find it.
PREFIX = "::stickler::"


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Takes the names of scenarios from the arguments, as the summary prints them; pytest looks for files by what is left."""
    named = [word for word in config.args if word.startswith(PREFIX)]
    config.option.stickler_named = named
    if named:
        config.args[:] = [word for word in config.args if word not in named]
    config.pluginmanager.register(Kinds(), "stickler-kinds")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: List[pytest.Item]) -> None:
    """Adds a test for each scenario."""
    game, bot = config.getoption("--stickler"), config.getoption("--stickler-bot")
    if game is None and bot is None:
        return
    if game is None or bot is None:
        raise pytest.UsageError('give both: --stickler GAME --stickler-bot "COMMAND"')
    if not shlex.split(bot):
        raise pytest.UsageError("--stickler-bot is empty: name the bot's command")
    try:
        names = scenarios(game)
    except (CouldNotTell, FileNotFoundError) as error:
        raise pytest.UsageError(str(error)) from error
    found = list(_scenarios(session, game, shlex.split(bot), names, _options(config.getoption("--stickler-option"))))
    named = config.option.stickler_named
    for name in named:
        if name not in {item.nodeid for item in found}:
            raise pytest.UsageError(f"no scenario is called {name}: {', '.join(item.nodeid for item in found)}")
    items.extend(item for item in found if not named or item.nodeid in named)


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


class Kinds:
    """Gathers in which kinds of position the bot was asked, also by workers of xdist: reports come from them."""

    def __init__(self) -> None:
        self.met: Set[str] = set()
        self.not_met: Set[str] = set()

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Adds those of a scenario."""
        summary = getattr(report, "stickler", None) or {}
        self.met |= set(summary.get("met", []))
        self.not_met |= set(summary.get("not_met", []))

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Says which kinds of position the bot was not asked in."""
        lacking = sorted(self.not_met - self.met)
        if self.met or lacking:
            count = len(self.met) + len(lacking)
            terminalreporter.write_line(f"stickler: met {len(self.met)} of {count} kinds of position")
        for kind in lacking:
            terminalreporter.write_line(f"  not met: {kind}")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Iterator[None]:
    """Puts the totals of a scenario into its report."""
    outcome: Any = yield
    if isinstance(item, Scenario) and call.when == "call":
        outcome.get_result().stickler = item.summary


# The clauses whose smallest failing game was shown, with the test that shows it.
SHOWN = pytest.StashKey[Dict[str, str]]()


class Group(pytest.Collector):
    """A part of the names of scenarios, such as `stickler`: a name with `::` in it is several parts for pytest."""

    def collect(self) -> List[pytest.Item]:
        """Its scenarios are added after pytest has collected its own."""
        return []


def _scenarios(
    session: pytest.Session, game: str, bot: List[str], names: Any, options: Dict[str, Any]
) -> Iterator[pytest.Item]:
    parent: Any = Group.from_parent(session, name="stickler")
    parent = Group.from_parent(parent, name=game)
    for name in names:
        yield Scenario.from_parent(parent, name=name, game=game, bot=bot, options=options)


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

    def __init__(self, *, game: str, bot: List[str], options: Dict[str, Any], **more: Any) -> None:
        super().__init__(**more)
        self.game, self.bot, self.options = game, bot, options
        self.title = self.nodeid.lstrip(":")
        # The totals of its games, once they are played.
        self.summary: Any = None

    def runtest(self) -> None:
        """Plays the scenario."""
        if self.name == "search" and str(self.options.get("search")) == "0":
            pytest.skip("--stickler-option search=0 leaves it out")
        shown = self.config.stash.setdefault(SHOWN, {})
        # One mistake breaks many scenarios: its smallest game is looked for once.
        quick = {"shrink": 0} if shown and "shrink" not in self.options else {}
        checked = self._check(**quick)
        same = [shown[clause] for clause in checked.broken if clause in shown]
        if quick and checked.code == 1 and not same:
            checked = self._check()
        self.summary = checked.summary
        if not checked.conforms:
            cause = _cause(checked.report)
            for clause in checked.broken:
                shown.setdefault(clause, self.title)
            also = f"\nthe smallest game that breaks it is shown by {same[0]}" if same else ""
            raise Failed(f"{cause}{also}\n\n{checked.report}")

    def _check(self, **more: Any) -> Checked:
        folder = Path("stickler-failures")
        return check(self.bot, self.game, only=self.name, out=folder, **{**self.options, **more})

    def repr_failure(self, excinfo: Any, style: Any = None) -> Any:
        """The diagnosis alone."""
        if isinstance(excinfo.value, (Failed, CouldNotTell)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> Any:
        """Where pytest says that the test is."""
        return self.path, None, self.title

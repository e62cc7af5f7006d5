"""`check`, `judge` and `validate` as functions."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Union

from ._program import program
from .checked import GameLine, Planned, Total
from .judged import MatchLine
from .validated import Examined, Summary

__all__ = ["Checked", "CouldNotTell", "Judged", "Validated", "check", "judge", "scenarios", "validate"]


class CouldNotTell(Exception):
    """The run could not start, or nothing came of it; the message says why."""


@dataclass(frozen=True)
class Checked:
    """What came of a check of a bot."""

    code: int
    """The exit code: 0 conforms, 1 violates, 2 could not tell."""
    report: str
    """The report as `stickler check` prints it."""
    plan: Planned
    games: Sequence[GameLine]
    summary: Total

    @property
    def conforms(self) -> bool:
        """True if the bot broke no clause; there may be warnings."""
        return self.code == 0

    @property
    def broken(self) -> List[str]:
        """The clauses that the bot broke."""
        return sorted(clause for clause, count in self.summary["clauses"].items() if count["failed"])


@dataclass(frozen=True)
class Judged:
    """What came of a test of a judge."""

    code: int
    """The exit code: 0 conforms, 1 violates, 2 could not tell."""
    matches: Sequence[MatchLine]

    @property
    def conforms(self) -> bool:
        """True if the judge did nothing wrong, and caught faults that it had to see."""
        return self.code == 0

    @property
    def wrong(self) -> List[str]:
        """The matches in which the judge went wrong."""
        return [line["match"] for line in self.matches if line["wrong"]]


@dataclass(frozen=True)
class Validated:
    """What came of a check of logs."""

    code: int
    """The exit code: 0 conforms, 1 violates, 2 could not tell."""
    records: Sequence[Examined]
    summary: Summary

    @property
    def conforms(self) -> bool:
        """True if every log conforms."""
        return self.code == 0


def check(
    command: Sequence[Union[str, "os.PathLike[str]"]],
    game: str,
    *,
    settings: Optional[Dict[str, object]] = None,
    out: Optional[Union[str, "os.PathLike[str]"]] = None,
    **options: object,
) -> Checked:
    """Plays the scenarios of a game with a bot, which the words of its command start.

    `options` are those of `stickler check`: `seed=7` is `--seed 7`, `strict=True` is `--strict`, `time_box=20` is
    `--time-box 20`. `settings` are the parameters of the game. Failing games are saved in the folder `out`, or in `stickler-failures`, so that the command after `again:` finds them.
    """
    with tempfile.TemporaryDirectory(prefix="stickler-") as folder:
        results = Path(folder, "results.jsonl")
        words = ["check", game, f"--resume={results}", f"--out={out or 'stickler-failures'}"]
        words += _options(options) + _settings(settings)
        ran = _run([*words, "--", *(os.fspath(word) for word in command)])
        lines = _lines(results.read_text(encoding="utf-8") if results.exists() else "")
        found: Dict[str, List[Any]] = {"plan": [], "game": [], "summary": []}
        for line in lines:
            for kind, value in line.items():
                found[kind].append(value)
        if not found["plan"] or not found["summary"]:
            raise CouldNotTell(_why(ran))
        return Checked(ran.returncode, ran.stdout, found["plan"][0], tuple(found["game"]), found["summary"][-1])


def judge(
    command: Sequence[Union[str, "os.PathLike[str]"]],
    game: str,
    *,
    settings: Optional[Dict[str, object]] = None,
    **options: object,
) -> Judged:
    """Tests a judge, which the words of its command start; `{0}` and `{1}` stand for its bots.

    `options` are those of `stickler judge`: `only="crash"` is `--only crash`. Logs of what went wrong are kept only if the option
    `out` names a folder.
    """
    with tempfile.TemporaryDirectory(prefix="stickler-") as folder:
        options.setdefault("out", folder)
        words = ["judge", game, "--json", *_options(options), *_settings(settings)]
        ran = _run([*words, "--", *(os.fspath(word) for word in command)])
    matches: List[Any] = _lines(ran.stdout)
    if not matches:
        raise CouldNotTell(_why(ran))
    return Judged(ran.returncode, tuple(matches))


def validate(
    *files: Union[str, "os.PathLike[str]"],
    game: Optional[str] = None,
    settings: Optional[Dict[str, object]] = None,
    **options: object,
) -> Validated:
    """Checks logs and records: files, or folders of them. `options` are those of `stickler validate`."""
    if not files:
        raise ValueError("name a file or a folder")
    words = ["validate", "--json", *_options(options), *_settings(settings), *([game] if game else [])]
    ran = _run([*words, *(os.fspath(file) for file in files)])
    lines = _lines(ran.stdout)
    summary = next((line["summary"] for line in lines if "summary" in line), None)
    if summary is None:
        raise CouldNotTell(_why(ran))
    return Validated(ran.returncode, tuple(line["record"] for line in lines if "record" in line), summary)


def scenarios(game: str) -> Dict[str, str]:
    """The scenarios of a game with what each is about."""
    ran = _run(["check", game, "--list"])
    if ran.returncode:
        raise CouldNotTell(_why(ran))
    listed = ran.stdout.split("clauses:\n")[0].splitlines()[1:]
    return {name: about for name, about in (line.split(None, 1) for line in listed)}


def _run(words: Sequence[str]) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [*program(), *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )


def _why(ran: "subprocess.CompletedProcess[str]") -> str:
    return ran.stderr.strip() or ran.stdout.strip() or f"stickler ended with {ran.returncode}"


def _lines(text: str) -> List[Dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def _options(options: Dict[str, object]) -> List[str]:
    words = []
    for name, value in options.items():
        name = name.replace("_", "-")
        if value is True:
            words.append(f"--{name}")
        elif value is not None and value is not False:
            words.append(f"--{name}={value}")
    return words


def _settings(settings: Optional[Dict[str, object]]) -> List[str]:
    return [f"--set={name.replace('_', '-')}={value}" for name, value in (settings or {}).items()]

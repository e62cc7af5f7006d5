"""Asks `stickler oracle` about positions of contest games."""

from __future__ import annotations

import json
import subprocess
import weakref
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Dict, List, Mapping, Optional, Sequence, Type, Union

from ._program import program

__all__ = ["IllegalAction", "Oracle", "OracleError", "Over", "Position", "Refusal", "Turn"]

VERSION = 1


class OracleError(Exception):
    """A question that the oracle cannot take: which field, and why."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


@dataclass(frozen=True)
class Refusal:
    """Why an action is illegal."""

    clause: str
    sentence: str
    why: str


class IllegalAction(Exception):
    """An action that was applied although it is illegal; the position is as it was."""

    def __init__(self, action: str, refusal: Refusal) -> None:
        super().__init__(f"{action} breaks {refusal.clause}: {refusal.why}")
        self.action = action
        self.refusal = refusal


@dataclass(frozen=True)
class Turn:
    """Who acts: seats in any order, or, where there are none, nature (dice, draws, a jury)."""

    seats: Sequence[int]

    @property
    def is_nature(self) -> bool:
        return not self.seats

    def __str__(self) -> str:
        """In words: who acts, and for nature what to do next."""
        if self.is_nature:
            return "nature to choose: apply one of actions()"
        return " and ".join(f"seat {seat}" for seat in self.seats) + " to act"


@dataclass(frozen=True)
class Over:
    """The end, with points by seat."""

    points: Sequence[float]


def _turn(awaited: Any) -> Union[Turn, Over]:
    if awaited == "nature":
        return Turn(())
    if "over" in awaited:
        return Over(tuple(awaited["over"]))
    return Turn(tuple(awaited["seats"]))


class Oracle:
    """A running `stickler oracle` for one game; parameters are keywords, with `_` for `-`."""

    def __init__(self, game: str, *, command: Optional[Sequence[str]] = None, **settings: object) -> None:
        words = list(command) if command is not None else program()
        words += ["oracle", game]
        words += [f"--set={name}={value}" for name, value in _named(settings).items()]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._count = 0
        self._unused: List[str] = []
        try:
            hello = self.ask({"hello": {}})
        except BaseException:
            self.close()
            raise
        self.game: str = hello["game"]
        self.seats: int = hello["seats"]
        self.settings: Dict[str, str] = hello["set"]

    def ask(self, question: Mapping[str, Any]) -> Any:
        """Sends one question of the protocol and returns its answer."""
        while self._unused:
            self._exchange({"drop": {"position": self._unused.pop()}})
        return self._exchange(question)

    def _exchange(self, question: Mapping[str, Any]) -> Any:
        self._count += 1
        line = json.dumps({"id": self._count, "version": VERSION, "ask": question})
        to, back = self._process.stdin, self._process.stdout
        if to is None or back is None or to.closed:
            raise OracleError(".", "the oracle is closed")
        try:
            to.write(line.encode() + b"\n")
            to.flush()
        except BrokenPipeError:
            pass
        answer = back.readline()
        if not answer:
            raise OracleError(".", f"the oracle ended with {self._process.wait()}; standard error says why")
        reply = json.loads(answer)
        if reply.get("id") != self._count:
            raise OracleError(".", f"the answer to {reply.get('id')} came instead of the one to {self._count}")
        if "error" in reply:
            raise OracleError(reply["error"]["field"], reply["error"]["reason"])
        (kind,) = question
        return reply["answer"][kind]

    def new(
        self,
        actions: Optional[Sequence[str]] = None,
        *,
        transcript: Optional[str] = None,
        line: Optional[int] = None,
        **settings: object,
    ) -> Position:
        """The start, or the position after actions, or the one of a transcript, before a line of it."""
        name = self._name()
        new: Dict[str, Any] = {"as": name, "set": _named(settings)}
        if actions is not None:
            new["actions"] = list(actions)
        if transcript is not None:
            new["transcript"] = transcript
        if line is not None:
            new["line"] = line
        self.ask({"new": new})
        return Position(self, name)

    def witness(self, wanted: str, **settings: object) -> Union[List[str], Refusal]:
        """Actions of a game that shows what is wanted (Tetris: places this sequence), or why there is none."""
        found = self.ask({"witness": {"wanted": wanted, "set": _named(settings)}})
        return list(found["actions"]) if "actions" in found else Refusal(**found["refused"])

    def _name(self) -> str:
        return f"p{self._count}"

    def close(self) -> None:
        """Ends the program."""
        if self._process.stdin is not None:
            try:
                self._process.stdin.close()
            except BrokenPipeError:
                pass
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def __enter__(self) -> Oracle:
        return self

    def __exit__(
        self,
        kind: Optional[Type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()


class Position:
    """A position that the oracle holds; it is forgotten there when it is no longer used here."""

    def __init__(self, oracle: Oracle, name: str) -> None:
        self.oracle = oracle
        self.name = name
        # A list that may be appended to at any time: the oracle is told with the next question.
        weakref.finalize(self, oracle._unused.append, name).atexit = False

    def _ask(self, kind: str, **fields: Any) -> Any:
        return self.oracle.ask({kind: {"position": self.name, **fields}})

    def actions(self) -> List[str]:
        """All legal actions, in the game's order."""
        return list(self._ask("actions"))

    def check(self, action: str) -> Optional[Refusal]:
        """Why the action is illegal; `None`: it is legal."""
        refusal = self._ask("check", action=action)
        return None if refusal is None else Refusal(**refusal)

    def apply(self, action: str) -> Union[Turn, Over]:
        """Does an action; an illegal one is raised and changes nothing."""
        applied = self._ask("apply", action=action)
        if "refused" in applied:
            raise IllegalAction(action, Refusal(**applied["refused"]))
        return _turn(applied["done"])

    def undo(self) -> Union[Turn, Over]:
        """Takes the last applied action back."""
        return _turn(self._ask("undo"))

    def copy(self) -> Position:
        """The same position once more, with the same past."""
        name = self.oracle._name()
        self._ask("copy", **{"as": name})
        return Position(self.oracle, name)

    def turn(self) -> Union[Turn, Over]:
        """Who acts, or how it ended."""
        return _turn(self._ask("turn"))

    def score(self) -> Optional[List[float]]:
        """Points by seat as they stand; `None`: the game counts none before its end."""
        return _points(self._ask("score"))

    def outcome(self) -> Optional[List[float]]:
        """Points by seat at the end; `None`: the game goes on."""
        return _points(self._ask("outcome"))

    def value(self) -> Optional[List[float]]:
        """Points by seat under best play; `None`: nobody has solved this game."""
        return _points(self._ask("value"))

    def observe(self) -> Dict[str, str]:
        """Everything that can be observed, by name."""
        return dict(self._ask("observe"))

    def text(self) -> str:
        """The board as text."""
        return str(self._ask("render", format="text"))

    def svg(self) -> str:
        """The board as a picture."""
        return str(self._ask("render", format="svg"))

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.text()


def _points(points: Any) -> Optional[List[float]]:
    return None if points is None else list(points)


def _named(settings: Mapping[str, object]) -> Dict[str, str]:
    return {name.replace("_", "-"): str(value) for name, value in settings.items()}

"""The types of spec/validate.schema.json; schemas.py writes this file."""

from typing import Any, Dict, List, Literal, TypedDict, Union

Mood = Union[Literal["wrong"], Literal["broken"], Literal["unknown"], Literal["right"]]

Points = List[float]


class _Headline(TypedDict):
    """The result of a check in a sentence for people, with a code for programs. It calls the players by their seats."""

    code: str
    """The kind of result: `judge-wrong`, `all-kept`, …"""
    text: str
    """The sentence."""
    mood: Mood
    """Who was right, as a colour shows it."""


class Headline(_Headline, total=False):
    """The result of a check in a sentence for people, with a code for programs. It calls the players by their seats."""

    args: Dict[str, str]
    """The arguments of its sentence, by name."""


class _Place(TypedDict):
    """A place in a file."""

    line: int
    """Line, from 1."""
    column: int
    """Column in bytes, from 1."""
    length: int
    """How many bytes it has; 0: all of the line."""


class Place(_Place, total=False):
    """A place in a file."""

    path: Union[str, None]
    """The value in a file of JSON: `data.move[17]`."""


class _Broken(TypedDict):
    """A clause that is broken."""

    clause: str
    """The clause."""
    level: str
    """How hard it binds: must, should or unsaid."""
    by: str
    """Who broke it: `seat N`, `judge` or `log`."""
    place: Place
    """Where it stands in the file."""
    why: str
    """The error, in words."""


class Broken(_Broken, total=False):
    """A clause that is broken."""

    in_doubt: bool
    """True where it proves nothing, because of what `right_if` says."""
    kind: Union[str, None]
    """The class of a seat's fault: late, format, illegal, …"""


class _Examined(TypedDict):
    """A record that was looked at."""

    file: str
    """The file; of a file of JSON lines also the line, after a colon."""
    verdict: str
    """`conforms`, `violates` or `unknown`."""
    judge: str
    """The judge: `right`, `wrong` or `unknown`."""
    headline: Headline
    """The result in a sentence, with its code."""
    findings: List[Broken]
    """Clauses broken, in their order."""


class _Remark(TypedDict):
    """A remark on a file: a fact that it does not show, or that was assumed."""

    code: str
    """The kind of remark: `answer-missing`, `read-with`, …"""
    text: str
    """The sentence."""


class Remark(_Remark, total=False):
    """A remark on a file: a fact that it does not show, or that was assumed."""

    args: Dict[str, Union[int, str]]
    """The arguments of its sentence, by name."""


class Summary(TypedDict):
    """The totals of all records."""

    stickler: int
    """The version of these lines: 1."""
    records: int
    """Records."""
    conform: int
    """Records in which no clause is broken."""
    violate: int
    """Records in which a clause is broken."""
    unknown: int
    """Records of which it cannot be told."""


class _Unread(TypedDict):
    """Why a record could not be read."""

    why: str
    """The expectation, and what to do."""
    code: str
    """The kind of error: `content`, `no-format`, `no-game` or `other-game`."""


class Unread(_Unread, total=False):
    """Why a record could not be read."""

    place: Union[Place, None]
    """Where; none: the file as a whole."""


class Examined(_Examined, total=False):
    """A record that was looked at."""

    extent: Union[str, None]
    """How far the check went: `whole`, `no_tail`, `gap`, `open`, `cut`, `torn`, `empty` or `contradicted`; none: it could not be read."""
    game: Union[str, None]
    """The game; none: it is not known."""
    notes: List[Remark]
    """Facts that are not told, and facts that were assumed."""
    or_else: Union[str, None]
    """Where somebody is wrong under each value that no document excludes, and not the same one: what is wrong under another value."""
    outcome: Union[str, None]
    """How the game ended, in words; none: it was not followed to its end."""
    players: List[str]
    """The names of the players by seat, where the record has any."""
    points: Union[Points, None]
    """Points by seat at the end."""
    rests_on: List[str]
    """The assumed clauses that the verdict rests on."""
    right_if: Union[str, None]
    """A condition under which the judge, of whom the findings speak, is right: nobody can tell then."""
    shape: Union[str, None]
    """The format, as `--from` names it; none: no known one."""
    trouble: Union[Unread, None]
    """Why it could not be read or checked."""

"""The types of spec/report.schema.json; schemas.py writes this file."""

from typing import Any, Dict, List, Literal, TypedDict, Union

GameResult = Union[Literal["passed"], Literal["warned"], Literal["failed"]]

Points = List[float]


class _AssumptionLine(TypedDict):
    """A value that no document gives, and the results of a few games under it. A breach does not count."""

    set: str
    """The parameter and its value, as `--set` takes them."""
    games: int
    """Games played."""


class AssumptionLine(_AssumptionLine, total=False):
    """A value that no document gives, and the results of a few games under it. A breach does not count."""

    broken: Union[str, None]
    """The clause that the bot broke, if it broke one."""
    why: Union[str, None]
    """How it broke the clause."""


class _BrokenClause(TypedDict):
    """A clause that the bot broke."""

    clause: str
    """The clause."""
    kind: str
    """The class of the fault: late, format, illegal, …"""
    line: int
    """The transcript's line that shows it, from 1."""
    why: str
    """The error in words; `{0}` to `{3}` stand for the numbers."""
    numbers: List[int]
    """The numbers of `why`."""


class BrokenClause(_BrokenClause, total=False):
    """A clause that the bot broke."""

    columns: Union[List[int], None]
    """Which bytes of the answer's line are wrong, from 0; none: all of it."""
    spent: Union[Dict[str, int], None]
    """Where the time of a late answer went, as in `slowest_spent`."""
    word: Union[int, None]
    """Or which word of it, from 0."""


class CodeLines(TypedDict):
    """The lines of a file of the bot, from 1."""

    ran: List[int]
    """The lines that ran in the search."""
    never_ran: List[int]
    """The lines that have code and never ran in the search."""


class _Count(TypedDict):
    """In how many games a clause was kept, broken or warned of."""

    passed: int
    """Kept."""
    failed: int
    """Broken."""
    warned: int
    """Broken, and judges forgive it."""


class Count(_Count, total=False):
    """In how many games a clause was kept, broken or warned of."""

    until_fault: int
    """Kept until a breach of another clause ended the game for the candidate."""


class _GameLine(TypedDict):
    """A game of a run."""

    game: str
    """The game."""
    scenario: str
    """The scenario."""
    index: int
    """The game's number within it, from 0."""
    seat: int
    """The seat of the bot."""
    set: Dict[str, str]
    """All parameters that differ from their defaults."""
    verdict: GameResult
    """The result."""
    held: List[str]
    """The clauses that it had occasion to break and kept."""
    slowest_ms: int
    """The longest time counted for an answer, in milliseconds."""


class _Planned(TypedDict):
    """The plan of a run: two runs of the same plan play the same games."""

    stickler: int
    """The version of these lines: 1."""
    game: str
    """The game."""
    set: Dict[str, str]
    """Parameters set by the user."""
    bot: List[str]
    """The bot's command; empty: the bundled reference bot."""
    seed: int
    """The seed of all choices."""
    strict: bool
    """Warnings count as errors."""
    allowed: List[str]
    """Known failures."""
    games: int
    """Games of the whole plan, all shards together."""


class Planned(_Planned, total=False):
    """The plan of a run: two runs of the same plan play the same games."""

    cases: Union[int, None]
    """Games of each scenario, instead of as many as it says."""
    enough: Union[int, None]
    """After so many failing games the rest is not played."""
    no_clock: bool
    """The games were played without clocks."""
    only: Union[str, None]
    """Only these scenarios, with commas between them, or only these clauses."""
    seat: Union[int, None]
    """The one seat that the bot takes."""
    shard: Union[List[int], None]
    """Which part of the plan this is: every N-th game beginning with the I-th, as `[I, N]`."""
    withheld: List[str]
    """Limits of the bot, as options of `stickler check`."""


class _Total(TypedDict):
    """The result of a run."""

    games: int
    """Games played."""
    failed: int
    """Games in which a clause was broken."""
    skipped: int
    """Games that were not played."""
    clauses: Dict[str, Count]
    """In how many games each clause was kept, broken or warned of."""
    not_exercised: List[str]
    """Clauses that bind the bot and that no game touched."""
    slowest_ms: int
    """The longest time counted for an answer, in milliseconds."""
    peak_bytes: int
    """The largest peak of resident memory, in bytes."""


class Total(_Total, total=False):
    """The result of a run."""

    assumptions: List[AssumptionLine]
    """Values that no document gives and that change what a judge sends, each with the results of a few games under it."""
    code: Dict[str, CodeLines]
    """The bot's own lines by file, where its code was watched and it is known which lines it has."""
    met: List[str]
    """Kinds of position in which the bot was asked, as far as the game names them."""
    not_met: List[str]
    """The kinds of position that no game had."""
    skipped_why: Union[str, None]
    """Why they were not."""
    slowest_spent: Union[Dict[str, int], None]
    """Where the time of that answer went, as in the line of its game."""


class Used(TypedDict):
    """CPU time and memory of a process."""

    cpu_ms: int
    """CPU time in milliseconds."""
    peak_bytes: int
    """Peak resident memory in bytes."""


class GameLine(_GameLine, total=False):
    """A game of a run."""

    beside: bool
    """True for a game of the plan that was replayed and failed, when values were tried that no document gives. It counts beside the one of the plan."""
    choices: List[int]
    """The choices of opponents, dice and draws; only of games with faults."""
    faults: List[BrokenClause]
    """The clauses that the bot broke, in order."""
    first_ms: Union[int, None]
    """The time of the first answer, in milliseconds; none: there is none."""
    later_ms: Union[int, None]
    """The longest time of a later answer, in milliseconds; none: there is none."""
    points: Union[Points, None]
    """Points by seat; none where the game has no end."""
    rests_on: List[str]
    """The assumed clauses that the verdict rests on."""
    situations: List[str]
    """The situations that the bot met in this game and in no earlier one of these results, in words."""
    slowest_spent: Union[Dict[str, int], None]
    """Where the time of the slowest answer went, in milliseconds: `computing`, `asleep`, `waiting` (for a CPU), `stopped`, `host` (taken by the machine's host), `judge`, and their `total`; `cpu` where several CPUs computed. None: it was too short."""
    stalls: int
    """How often the machine held the game up, which was then played again."""
    stderr: Union[str, None]
    """The last lines that the bot wrote to standard error; only of games with faults."""
    transcript: Union[str, None]
    """The whole game; only of games with faults."""
    unseen: List[str]
    """Clauses of which the arena can see a breach, but not that they were kept."""
    usage: Union[Used, None]
    """CPU time and memory of the bot's process."""

"""The types of spec/judge.schema.json; schemas.py writes this file."""

from typing import Any, Dict, List, Literal, TypedDict, Union


class MatchLine(TypedDict):
    """A match, or an output that was graded."""

    match: str
    """The name, as `--only` takes it; where a validator is joined to its bot, the join comes last."""
    due: str
    """The duty of the judge, in words."""
    said: Dict[str, int]
    """The judge's words, and in how many runs."""
    runs: int
    """How often it was played."""
    wrong_runs: int
    """In how many runs something was wrong."""
    wrong: List[str]
    """Errors of the judge."""
    clauses: List[str]
    """The clauses that its messages broke."""
    tries: List[str]
    """The clauses on which it put the judge to the test: those that a bot broke, and those that few games come to."""
    unknown: List[str]
    """Parts that could not be looked at."""
    warned: List[str]
    """Clauses that no document states and that it broke: nobody is accused of that."""
    tried: bool
    """False where a bot was to misbehave, and the game was over before that."""
    caught: bool
    """True where it blamed the seat that it had to blame."""

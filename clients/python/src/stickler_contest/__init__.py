"""Checks bots and logs of contest games, and answers questions about positions."""

from __future__ import annotations

from ._program import ProgramMissing, program
from .oracle import IllegalAction, Oracle, OracleError, Over, Position, Refusal, Turn
from .runs import Checked, CouldNotTell, Judged, Validated, check, judge, scenarios, validate

__all__ = [
    "Checked",
    "CouldNotTell",
    "IllegalAction",
    "Judged",
    "Oracle",
    "OracleError",
    "Over",
    "Position",
    "ProgramMissing",
    "Refusal",
    "Turn",
    "Validated",
    "check",
    "judge",
    "program",
    "scenarios",
    "validate",
]

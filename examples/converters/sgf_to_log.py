#!/usr/bin/env python3
"""Writes a game of Gomoku in SGF, GM[4], as a log of moves, which claims nothing.

    python3 examples/converters/sgf_to_log.py game.sgf | stickler validate

Letters are column and row from `a`; after `z` comes `A`. Standard error, and the log itself, name what is dropped: variations, and
all properties but the moves, such as names and the result.
"""

from log_of_moves import Log, Unreadable, run, sgf_properties, sgf_starts

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
SETUP = ("AB", "AW", "AE")


def cell(at, values, size):
    """The row and the column of a move."""
    word = values[0][1]
    if len(values) != 1 or len(word) != 2 or any(letter not in LETTERS for letter in word):
        raise Unreadable(at, "expected one cell such as `hh`, column and row; there is no pass")
    if word == "tt" and max(size) < 20:
        raise Unreadable(at, "expected a cell of the board: `tt` is a pass here, and there is no pass")
    return LETTERS.index(word[1]) + 1, LETTERS.index(word[0]) + 1


def convert(text, start, end):
    log, size, is_gomoku, others = Log("gomoku"), [15, 15], False, []
    properties, varies = sgf_properties(text, start, end)
    for name, at, values in properties:
        place, value = values[0]
        if name == "GM":
            if value.strip() != "4":
                raise Unreadable(place, f"expected GM[4], Gomoku, not GM[{value}]")
            is_gomoku = True
        elif name == "SZ":
            sides = [side.strip() for side in (value if ":" in value else f"{value}:{value}").split(":")]
            if len(sides) != 2 or not all(side.isdecimal() for side in sides):
                raise Unreadable(place, f"expected the board's size, such as 15, not `{value}`")
            size = [int(side) for side in sides]
        elif name in SETUP:
            raise Unreadable(at, "expected moves alone: stones that nobody played stand here, and this game begins on an empty board")
        elif name in ("B", "W"):
            row, col = cell(place, values, size)
            log.moves.append(f"{'BW'.index(name)}> MOVE {row} {col}")
        else:
            others.append(f"{name}[{value}]" if name in ("RE", "PB", "PW") else name)
    if not is_gomoku:
        raise Unreadable(start, "expected GM[4], Gomoku, among the first properties")
    log.settings = [f"board={size[1]}x{size[0]}"]
    if others:
        log.dropped.append("properties " + " ".join(dict.fromkeys(others)))
    if varies:
        log.dropped.append("variations: the main line is taken")
    return log


run(sgf_starts, convert)

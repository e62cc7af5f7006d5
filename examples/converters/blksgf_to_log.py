#!/usr/bin/env python3
"""Writes a game of Blokus as pentobi keeps it (.blksgf, SGF with GM[Blokus] and the like) as a log of moves, which claims nothing.

    python3 examples/converters/blksgf_to_log.py game.blksgf | stickler validate

Each colour is a seat. Standard error, and the log itself, name what is dropped: variations, and all properties but the moves.
"""

import re

from log_of_moves import Log, Unreadable, run, sgf_properties, sgf_starts

# The preset of each variant, the side of its board, and the start cell of each colour, column and row from the top left.
BOXED = ("boxed", 20, [(0, 0), (19, 0), (19, 19), (0, 19)])
VARIANTS = {name: BOXED for name in ("Blokus", "Blokus Two-Player", "Blokus Three-Player")}
VARIANTS["Blokus Duo"] = ("duo", 14, [(4, 4), (9, 9)])
COLOURS = {"1": 0, "B": 0, "BLUE": 0, "2": 1, "W": 1, "YELLOW": 1, "3": 2, "RED": 2, "4": 3, "GREEN": 3}
# The shapes of the letters A to U, as spec/blokus.md draws them.
SHAPES = (
    "# ## ### ##/#. #### ###/#.. .##/##. ###/.#. ##/## ##### ####/#... .##/##./.#. .###/##.. ##/##/#. #.#/### "
    "#../#../### ###/.#./.#. #../##./.## .#./###/.#. ####/.#.. ##./.#./.##"
).split()


def codes():
    """Every code, such as Q013, with the cells of its shape seen from the cell that the code names."""
    for letter, shape in zip("ABCDEFGHIJKLMNOPQRSTU", SHAPES):
        drawn = [(x, y) for y, row in enumerate(shape.split("/")) for x, square in enumerate(row) if square == "#"]
        for flip in (0, 1):
            squares = [(y, x) if flip else (x, y) for x, y in drawn]
            for turns in range(4):
                for number, (left, up) in enumerate(squares, 1):
                    yield frozenset((x - left, y - up) for x, y in squares), f"{letter}{flip}{turns}{number}"
                squares = [(-y, x) for x, y in squares]


CODES = {}
for form, code in codes():
    CODES.setdefault(form, code)
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))


def beside(cells, steps):
    return {(x + right, y + down) for x, y in cells for right, down in steps}


def answer(cells, connected, at):
    """The answer that covers these cells, with the code by which lists show it: by the first connected cell, where there is one."""
    col, row = min(cells & connected or cells, key=lambda cell: cell[::-1])
    code = CODES.get(frozenset((x - col, y - row) for x, y in cells))
    if code is None:
        raise Unreadable(at, "expected one to five cells, joined by their sides; these are no shape")
    return f"{col} {row} {code}"


def covers(values, side):
    """The cells of a move, from the top left; the file counts rows from the bottom."""
    cells, last = set(), f"{chr(ord('a') + side - 1)}{side}"
    for at, value in values:
        for word in value.split(","):
            found = re.fullmatch(r"\s*([a-z])(\d+)\s*", word)
            cell = (ord(found[1]) - ord("a"), side - int(found[2])) if found else (-1, -1)
            if not all(0 <= line < side for line in cell):
                raise Unreadable(at, f"expected a cell from a1 to {last}, not `{word}`")
            if cell in cells:
                raise Unreadable(at, f"expected each cell once: `{word}` is named twice")
            cells.add(cell)
            at += len(word) + 1
    return cells


def convert(text, start, end):
    properties, varies = sgf_properties(text, start, end)
    named = [values[0] for name, _, values in properties if name == "GM"] or [(start, "")]
    place, variant = named[0]
    if variant not in VARIANTS:
        raise Unreadable(place, f"expected GM[...] with one of {', '.join(VARIANTS)}, not `{variant}`")
    preset, side, begin = VARIANTS[variant]
    log, others, covered = Log("blokus"), [], [set() for _ in begin]
    log.settings = [f"preset={preset}"]
    for name, at, values in properties:
        if name in ("A1", "A2", "A3", "A4", "AB", "AW", "AE"):
            raise Unreadable(at, "expected moves alone: shapes that nobody played stand here, and this game begins on an empty board")
        if name not in COLOURS:
            others.append(f"{name}[{values[0][1]}]" if re.fullmatch("RE|P.*", name) else name)
            continue
        seat, cells = COLOURS[name], covers(values, side)
        if seat >= len(begin):
            raise Unreadable(at, f"expected one of the {len(begin)} colours of {variant}, not {name}")
        corners = beside(covered[seat], DIAGONAL) - beside(covered[seat], STRAIGHT)
        log.moves.append(f"{seat}> {answer(cells, corners or {begin[seat]}, at)}")
        covered[seat] |= cells
    others = [name for name in dict.fromkeys(others) if name != "GM"]
    if others:
        log.dropped.append("properties " + " ".join(others))
    if varies:
        log.dropped.append("variations: the main line is taken")
    return log


run(sgf_starts, convert)

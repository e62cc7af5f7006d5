#!/usr/bin/env python3
"""An interactive validator for Black Out: `blackout.py CASE.in CASE.ans FEEDBACK/ [--board 3x4]`.

It plays the jury over its standard input and output, and ends with 42 (accepted) or 43 (wrong). The case holds the number of
games. The jury tries every game to its end, so the board has to be small.
"""

import argparse
import functools
import os
import pathlib
import re
import sys


class Wrong(Exception):
    """The program is wrong."""


class Board:
    def __init__(self, rows, cols):
        self.rows, self.cols = rows, cols
        self.full = (1 << rows * cols) - 1
        cells = [(r, c) for r in range(1, rows + 1) for c in range(1, cols + 1)]
        ends = [(*a, *b) for a in cells for b in cells if a <= b and (a[0] == b[0] or a[1] == b[1])]
        self.moves = [(move, self.squares(*move)) for move in ends]

    def squares(self, r1, c1, r2, c2):
        cells = ((r - 1) * self.cols + c - 1 for r in range(r1, r2 + 1) for c in range(c1, c2 + 1))
        return sum(1 << cell for cell in cells)

    @functools.cache
    def is_won(self, black):
        """Can the player who moves now blacken the last square?"""
        after = {black | squares for _, squares in self.moves} - {black}
        return self.full in after or not all(self.is_won(next) for next in after)

    def reply(self, black):
        moves = [(move, black | squares) for move, squares in self.moves if black | squares != black]
        good = [(move, after) for move, after in moves if after == self.full or not self.is_won(after)]
        return (good + moves)[0]


def read(board, black):
    line = b""
    while b"\n" not in line:
        more = os.read(0, 1000)
        if not more or len(line) > 1000:
            raise Wrong("the program ended, or wrote no whole line")
        line += more
    line, rest = line.split(b"\n", 1)
    if rest:
        raise Wrong("the program wrote more than one line")
    words = line.decode("utf-8", "replace").split()
    if len(words) != 4 or not all(re.fullmatch("[0-9]{1,3}", word) for word in words):
        raise Wrong(f"no move: {line}")
    r1, c1, r2, c2 = map(int, words)
    if not (1 <= r1 <= r2 <= board.rows and 1 <= c1 <= c2 <= board.cols):
        raise Wrong(f"off the board, or in the wrong order: {line}")
    after = black | board.squares(r1, c1, r2, c2)
    if after == black or (r1 != r2 and c1 != c2):
        raise Wrong(f"no new square, or not straight: {line}")
    return after


def play(board):
    """True where the program has won the game."""
    black = 0
    while True:
        black = read(board, black)
        if black == board.full:
            return True
        move, black = board.reply(black)
        if black == board.full:
            return False
        print("MOVE", *move, flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("paths", nargs=3, type=pathlib.Path)
    parser.add_argument("--board", default="3x4")
    args = parser.parse_args()
    case, _answer, feedback = args.paths
    board, games, won = Board(*map(int, args.board.split("x"))), int(case.read_text().split()[0]), 0
    try:
        print(games, flush=True)
        for _ in range(games):
            won += play(board)
            print("GAME", flush=True)
        if won < games:
            raise Wrong(f"{won} of {games} games are won")
    except (Wrong, BrokenPipeError) as why:
        (feedback / "judgemessage.txt").write_text(f"{why}\n")
        sys.exit(43)
    sys.exit(42)


main()

#!/usr/bin/env python3
"""A minimal engine, to try the adapters with: it plays the free cell nearest to the middle.

    brain.py pbrain     speaks Gomocup's protocol
    brain.py gtp        speaks GTP
"""

import sys

COLUMNS = "ABCDEFGHJKLMNOPQRST"


class Board:
    def __init__(self, size):
        self.size = size
        self.taken = set()

    def best(self):
        middle = self.size // 2
        cells = ((row, column) for row in range(self.size) for column in range(self.size))
        free = (cell for cell in cells if cell not in self.taken)
        cell = min(free, key=lambda cell: (max(abs(cell[0] - middle), abs(cell[1] - middle)), cell))
        self.taken.add(cell)
        return cell


def pbrain():
    board = Board(15)
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "START":
            board = Board(int(rest))
            print("OK", flush=True)
        elif word == "TURN":
            column, row = rest.split(",")
            board.taken.add((int(row), int(column)))
        if word in ("BEGIN", "TURN"):
            row, column = board.best()
            print(f"MESSAGE {len(board.taken)} stones")
            print(f"{column},{row}", flush=True)
        elif word == "END":
            break


def gtp():
    board = Board(15)
    for line in sys.stdin:
        word, *rest = line.split()
        answer = "="
        if word in ("boardsize", "clear_board"):
            board = Board(int(rest[0]) if rest else board.size)
        elif word == "play":
            board.taken.add((board.size - int(rest[1][1:]), COLUMNS.index(rest[1][0])))
        elif word == "genmove":
            row, column = board.best()
            answer = f"= {COLUMNS[column]}{board.size - row}"
        elif word != "quit":
            answer = "? unknown command"
        print(answer + "\n", flush=True)
        if word == "quit":
            break


if __name__ == "__main__":
    {"pbrain": pbrain, "gtp": gtp}[sys.argv[1]]()

"""A Reversi bot: it plays the cell that turns the most discs."""

import sys

SIZE = 8
STEPS = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]


def flipped(board, who, cell):
    """The discs that a disc of `who` on `cell` turns."""
    turned = []
    for step in STEPS:
        row, col = cell[0] + step[0], cell[1] + step[1]
        line = []
        while board.get((row, col)) == 1 - who:
            line.append((row, col))
            row, col = row + step[0], col + step[1]
        if board.get((row, col)) == who:
            turned += line
    return turned


def put(board, who, cell):
    for other in flipped(board, who, cell):
        board[other] = who
    board[cell] = who


def main():
    half = SIZE // 2
    board = {(half, half): 1, (half + 1, half + 1): 1, (half, half + 1): 0, (half + 1, half): 0}
    me = 0
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "START":
            me = 0 if rest[0] == "BLACK" else 1
            print("OK", flush=True)
        elif word == "GO":
            cells = [(r, c) for r in range(1, SIZE + 1) for c in range(1, SIZE + 1) if (r, c) not in board]
            cell = max(cells, key=lambda cell: len(flipped(board, me, cell)), default=None)
            if cell is None or not flipped(board, me, cell):
                print("PASS", flush=True)
            else:
                put(board, me, cell)
                print("PLAY", *cell, flush=True)
        elif word == "PLAYED":
            put(board, 1 - me, (int(rest[0]), int(rest[1])))
        elif word == "END":
            break


main()

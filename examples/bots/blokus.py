"""A Blokus bot: of the moves it is told it plays one of the largest shapes, the nearest to the middle of the board."""

import sys


def read_shapes():
    """The number of squares of each letter."""
    sizes = {}
    for _ in range(int(input())):
        letter, _width, _height, definition = input().split()
        sizes[letter] = definition.count("#")
    return sizes


def read_moves():
    return [input().split() for _ in range(int(input()))]


def main():
    sizes = read_shapes()
    _players, _me, size, _letters = int(input()), int(input()), int(input()), input()

    def worth(move):
        column, row, code = move
        off = abs(2 * int(column) + 1 - size) + abs(2 * int(row) + 1 - size)
        return 100 * sizes[code[0]] - off

    while True:
        _board = [input() for _ in range(size)]
        _others, moves = read_moves(), read_moves()
        print(*max(moves, key=worth), flush=True)


try:
    main()
except EOFError:
    sys.exit(0)

"""A Blokus bot that never answers from its list where it can help it: it takes the last move that is told, finds another code
of the same cells by another connected square or another orientation, and answers with that."""


def squares(width, definition):
    """Columns and rows of the numbered squares."""
    return [(at % width, at // width) for at, glyph in enumerate(definition) if glyph == "#"]


def covered(shapes, column, row, code):
    """The cells of a code, by the numbers of the squares that lie on them."""
    cells = shapes[code[0]]
    if code[1] == "1":
        cells = [(y, x) for x, y in cells]
    for _ in range(int(code[2])):
        cells = [(-y, x) for x, y in cells]
    left, top = cells[int(code[3]) - 1]
    return [(x - left + column, y - top + row) for x, y in cells]


def codes(shapes, letter, cells, connected):
    """Every way to write these cells."""
    for flip in "01":
        for turns in "0123":
            for number in range(1, len(cells) + 1):
                code = f"{letter}{flip}{turns}{number}"
                for column, row in sorted(set(cells) & connected):
                    if sorted(covered(shapes, column, row, code)) == sorted(cells):
                        yield column, row, code


def main():
    shapes = {}
    for _ in range(int(input())):
        letter, width, _height, definition = input().split()
        shapes[letter] = squares(int(width), definition)
    _players, _me, size, _letters = input(), input(), int(input()), input()
    while True:
        board = [input() for _ in range(size)]
        connected = {(x, y) for y, line in enumerate(board) for x, glyph in enumerate(line) if glyph == "x"}
        for _ in range(int(input())):
            input()
        listed = [input().split() for _ in range(int(input()))]
        moves = [(int(column), int(row), code) for column, row, code in listed]
        column, row, code = moves[-1]
        cells = covered(shapes, column, row, code)
        others = [move for move in codes(shapes, code[0], cells, connected) if move not in moves]
        print(*(others or [moves[-1]])[-1], flush=True)


try:
    main()
except EOFError:
    pass

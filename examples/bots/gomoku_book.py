"""A Gomoku bot with a book of openings, one of which has a misprint: stickler check --coverage finds it."""

import sys

SIZE = 15
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def run(board, cell, who, direction):
    """Length of the row of `who` through `cell`, counting `cell` itself."""
    length = 1
    for sign in (1, -1):
        x, y = cell
        while board.get((x + sign * direction[0], y + sign * direction[1])) == who:
            x, y = x + sign * direction[0], y + sign * direction[1]
            length += 1
    return length


def worth(board, cell):
    longest = {who: max(run(board, cell, who, d) for d in DIRECTIONS) for who in ("me", "opponent")}
    middle = abs(cell[0] - 8) + abs(cell[1] - 8)
    return (longest["me"] >= 5, longest["opponent"] >= 5, longest["me"] + longest["opponent"], -middle)


def choose(board):
    cells = [(x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1) if (x, y) not in board]
    return max(cells, key=lambda cell: worth(board, cell))


def from_book(moves):
    """The reply to an opening of the other seat, by the rows of its first moves; None: the book has none."""
    if len(moves) == 1 and moves[0][0] == 3:
        return 4, 9
    if len(moves) == 2 and moves[0][0] == 3:
        if moves[1][0] == 11:
            return 10, 6
    if len(moves) == 3 and moves[0][0] == 3:
        if moves[1][0] == 11:
            if moves[2][0] == 6:
                return 0, 7
    return None


def main():
    board, moves = {}, []
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "READY":
            print("OK", flush=True)
        elif word == "TURN":
            cell = from_book(moves)
            if cell is None or cell in board:
                cell = choose(board)
            board[cell] = "me"
            print("MOVE", *cell, flush=True)
        elif word == "OPP":
            moves.append((int(rest[0]), int(rest[1])))
            board[moves[-1]] = "opponent"
        elif word == "FINISH":
            break


main()

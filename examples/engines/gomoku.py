"""A Gomoku engine that speaks spec/engine-protocol.md: JSON lines on standard input and output."""
import json
import sys

DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class Board:
    def __init__(self, rows, cols, row):
        self.rows, self.cols, self.row = rows, cols, row
        self.stones = {}
        self.end = None

    def parse(self, action):
        words = action.split(" ")
        if len(words) != 3 or words[0] != "MOVE":
            return None
        try:
            cell = int(words[1]), int(words[2])
        except ValueError:
            return None
        inside = 1 <= cell[0] <= self.rows and 1 <= cell[1] <= self.cols
        return cell if inside and cell not in self.stones and self.end is None else None

    def run(self, cell, step, mover):
        length = 0
        row, col = cell[0] + step[0], cell[1] + step[1]
        while self.stones.get((row, col)) == mover:
            length, row, col = length + 1, row + step[0], col + step[1]
        return length

    def apply(self, action):
        cell = self.parse(action)
        if cell is None:
            return False
        mover = len(self.stones) % 2
        self.stones[cell] = mover
        for down, right in DIRECTIONS:
            if 1 + self.run(cell, (down, right), mover) + self.run(cell, (-down, -right), mover) >= self.row:
                self.end = [1 - mover, mover]
        if self.end is None and len(self.stones) == self.rows * self.cols:
            self.end = [0.5, 0.5]
        return True

    def actions(self):
        cells = [(r, c) for r in range(1, self.rows + 1) for c in range(1, self.cols + 1)]
        return [f"MOVE {r} {c}" for r, c in cells if (r, c) not in self.stones and self.end is None]


def main():
    board = None
    for line in sys.stdin:
        ((kind, fields),) = json.loads(line).items()
        if kind == "start":
            rows, cols = map(int, fields["set"]["board"].split("x"))
            board = Board(rows, cols, int(fields["set"]["row"]))
            answer = ["actions", "outcome"]
        elif kind == "apply":
            answer = board.apply(fields["action"])
        elif kind == "actions":
            answer = board.actions()
        else:
            answer = board.end
        print(json.dumps({kind: answer}), flush=True)


main()

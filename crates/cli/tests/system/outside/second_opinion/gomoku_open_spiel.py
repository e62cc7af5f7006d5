"""open_spiel's Gomoku behind spec/engine-protocol.md."""
import json
import sys

import pyspiel


class Board:
    def __init__(self, settings):
        rows, cols = map(int, settings["board"].split("x"))
        assert rows == cols, "open_spiel's boards are square"
        self.side = rows
        game = pyspiel.load_game("gomoku", {"size": rows, "connect": int(settings["row"])})
        self.state = game.new_initial_state()
        self.legal = set(self.state.legal_actions())

    def apply(self, action):
        words = action.split(" ")
        row, col = int(words[1]) - 1, int(words[2]) - 1
        number = row * self.side + col
        if not (0 <= row < self.side and 0 <= col < self.side) or number not in self.legal:
            return False
        self.state.apply_action(number)
        self.legal = set(self.state.legal_actions())
        return True

    def outcome(self):
        return [(points + 1) / 2 for points in self.state.returns()] if self.state.is_terminal() else None


def main():
    board = None
    for line in sys.stdin:
        ((kind, fields),) = json.loads(line).items()
        if kind == "start":
            board = Board(fields["set"])
            answer = ["actions", "outcome"]
        elif kind == "apply":
            answer = board.apply(fields["action"])
        elif kind == "actions":
            answer = [f"MOVE {n // board.side + 1} {n % board.side + 1}" for n in board.legal]
        else:
            answer = board.outcome()
        print(json.dumps({kind: answer}), flush=True)


main()

"""A Tetris engine that speaks spec/engine-protocol.md: a bag, a hold slot, and how much of each sequence is placed."""
import json
import sys


class Game:
    def __init__(self, settings):
        self.letters = settings["alphabet"]
        self.can_hold = settings["hold"] == "yes"
        self.length = int(settings["length"])
        self.bag = set(self.letters)
        self.opening = settings["start"] == "mid-bag"
        self.hand = self.slot = None
        self.placed = 0

    def actions(self):
        if self.placed >= self.length:
            return []
        if self.hand is not None:
            return ["PLACE", "HOLD"] if self.can_hold else ["PLACE"]
        ends = self.opening and len(self.bag) < len(self.letters)
        return (["BAG"] if ends else []) + [f"RECEIVE {letter}" for letter in self.letters if letter in self.bag]

    def apply(self, action):
        if action not in self.actions():
            return False
        if action == "BAG":
            self.bag, self.opening = set(self.letters), False
        elif action == "PLACE":
            self.hand = None
            self.placed += 1
        elif action == "HOLD":
            self.placed += self.slot is not None
            self.hand, self.slot = None, self.hand
        else:
            self.hand = action.split(" ")[1]
            self.bag.remove(self.hand)
            if not self.bag:
                self.bag, self.opening = set(self.letters), False
        return True


def main():
    game = None
    for line in sys.stdin:
        ((kind, fields),) = json.loads(line).items()
        if kind == "start":
            game = Game(fields["set"])
            answer = ["actions", "outcome"]
        elif kind == "apply":
            answer = game.apply(fields["action"])
        elif kind == "actions":
            answer = game.actions()
        else:
            answer = [1] if game.placed >= game.length else None
        print(json.dumps({kind: answer}), flush=True)


main()

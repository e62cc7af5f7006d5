#!/usr/bin/env python3
"""Lets an engine of Gomocup's protocol (pbrain, Piskvork) play Gomoku as this contest's judge wants it.

    stickler check gomoku -- python3 examples/adapters/pbrain.py ./pbrain-engine

The judge's lines come from standard input and the moves go to standard output; the engine is a child. What the engine says beside
its moves (MESSAGE, DEBUG) goes to standard error. If the engine ends, or says ERROR or UNKNOWN, the adapter says so and exits
with 1, so that the judge sees a bot that died. Coordinates: the contest writes row and column from 1, Gomocup column and row from 0.
"""

import subprocess
import sys

SIZE = 15
# A move may take this share of the time that is left.
SHARE = 20


class Engine:
    def __init__(self, command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(self, line):
        try:
            self.child.stdin.write(line + "\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"the engine ended before it read `{line}`")

    def answer(self, to):
        """The engine's answer to a command, without its remarks."""
        self.say(to)
        for line in self.child.stdout:
            line = line.strip()
            word = line.split(" ")[0].upper()
            if word in ("MESSAGE", "DEBUG"):
                print(line, file=sys.stderr)
            elif word in ("ERROR", "UNKNOWN"):
                sys.exit(f"the engine says `{line}` to `{to}`")
            elif line:
                return line
        sys.exit(f"the engine ended before its answer to `{to}`")

    def move(self, to):
        line = self.answer(to)
        try:
            column, row = (int(number) for number in line.split(","))
        except ValueError:
            sys.exit(f"the engine says `{line}` to `{to}`; expected a move such as 7,7")
        return f"MOVE {row + 1} {column + 1}"


def main():
    if len(sys.argv) < 2:
        sys.exit("give the engine's command: pbrain.py ./pbrain-engine")
    engine = Engine(sys.argv[1:])
    opponent = None
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "READY":
            # Brains write `OK`, `ok`, or `OK - everything is good`.
            answer = engine.answer(f"START {SIZE}")
            if answer.split()[0].upper() != "OK":
                sys.exit(f"the engine says `{answer}` to `START {SIZE}`, where OK is due: does it play on {SIZE} x {SIZE}?")
            # Five or more in a row win.
            engine.say("INFO rule 0")
            print("OK", flush=True)
        elif word == "OPP":
            row, column = int(rest[0]), int(rest[1])
            opponent = f"{column - 1},{row - 1}"
        elif word == "TURN":
            left = int(rest[0])
            engine.say(f"INFO time_left {left}")
            engine.say(f"INFO timeout_match {left}")
            engine.say(f"INFO timeout_turn {max(left // SHARE, 1)}")
            print(engine.move(f"TURN {opponent}" if opponent else "BEGIN"), flush=True)
        elif word == "FINISH":
            break
    engine.say("END")
    engine.child.wait()


main()

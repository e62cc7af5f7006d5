#!/usr/bin/env python3
"""Lets an engine that speaks GTP play Gomoku as this contest's judge wants it.

    stickler check gomoku -- python3 examples/adapters/gtp.py ./engine --gtp

The engine is a child, plays on 15 x 15, and black begins. If it ends, or answers a command with `?`, the adapter says so and
exits with 1. Coordinates: GTP names columns by letters without I, and counts rows from the bottom.
"""

import subprocess
import sys

SIZE = 15
COLUMNS = "ABCDEFGHJKLMNOP"


class Engine:
    def __init__(self, command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, command, may_fail=False):
        """The engine's answer to a command: the text behind `=`."""
        try:
            self.child.stdin.write(command + "\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            sys.exit(f"the engine ended before it read `{command}`")
        lines = []
        for line in self.child.stdout:
            line = line.strip()
            if line:
                lines.append(line)
            elif lines:
                break
        else:
            if not may_fail:
                sys.exit(f"the engine ended before its answer to `{command}`")
        answer = lines[0] if lines else "="
        if answer.startswith("=") or may_fail:
            return answer.lstrip("=?0123456789").strip()
        sys.exit(f"the engine says `{answer}` to `{command}`")


def vertex(row, column):
    return f"{COLUMNS[column - 1]}{SIZE + 1 - row}"


def move(text):
    try:
        return f"MOVE {SIZE + 1 - int(text[1:])} {COLUMNS.index(text[0].upper()) + 1}"
    except (ValueError, IndexError):
        sys.exit(f"the engine moves `{text}`; expected a vertex such as H8")


def main():
    if len(sys.argv) < 2:
        sys.exit("give the engine's command: gtp.py ./engine")
    engine = Engine(sys.argv[1:])
    own, other = "black", "white"
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "READY":
            if rest[0] == "SECOND":
                own, other = other, own
            engine.ask(f"boardsize {SIZE}")
            engine.ask("clear_board")
            print("OK", flush=True)
        elif word == "OPP":
            engine.ask(f"play {other} {vertex(int(rest[0]), int(rest[1]))}")
        elif word == "TURN":
            # Seconds; not every engine keeps time.
            engine.ask(f"time_left {own} {int(rest[0]) // 1000} 0", may_fail=True)
            print(move(engine.ask(f"genmove {own}")), flush=True)
        elif word == "FINISH":
            break
    engine.ask("quit", may_fail=True)
    engine.child.wait()


main()

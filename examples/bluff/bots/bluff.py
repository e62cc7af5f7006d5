"""A bot for Bluff: it doubts what asks for more than a four of the other die."""

import sys

die = 0
for line in sys.stdin:
    word, *numbers = line.split()
    if word == "ROLL":
        die = int(numbers[0])
    elif word == "TURN":
        bid = int(numbers[0])
        if bid == 0:
            print("BID", die + 1, flush=True)
        elif bid < die + 4:
            print("BID", bid + 1, flush=True)
        else:
            print("LIAR", flush=True)

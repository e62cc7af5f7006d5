"""A bot for Ships: it hides its ships in the first two rows, and shoots at one cell after the other."""

import sys

SEA = 4
shots = 0
for line in sys.stdin:
    word = line.split()[0]
    if word == "PLACE":
        print("PLACE 1 1 0 2 1 0", flush=True)
    elif word == "SHOOT":
        print("SHOOT", shots // SEA + 1, shots % SEA + 1, flush=True)
        shots += 1

"""A bot for Nim: it leaves a multiple of four where it can."""

import sys

left = 21
for line in sys.stdin:
    word, *words = line.split()
    if word == "READY":
        print("OK", flush=True)
    elif word == "TURN":
        count = max(1, left % 4)
        left -= count
        print("TAKE", count, flush=True)
    elif word == "OPP":
        left -= int(words[0])
    elif word == "FINISH":
        break

"""A Black Out bot that always wins: the middle row first, then the image of each reply under a half turn."""

import sys

ROWS, COLS = 5, 6


def play(r1, c1, r2, c2):
    print(r1, c1, r2, c2, flush=True)


def main():
    games = int(sys.stdin.readline())
    while games > 0:
        play(3, 1, 3, COLS)
        for line in sys.stdin:
            word, *rest = line.split()
            if word == "GAME":
                break
            r1, c1, r2, c2 = map(int, rest)
            play(ROWS + 1 - r2, COLS + 1 - c2, ROWS + 1 - r1, COLS + 1 - c1)
        games -= 1


main()

"""A Blokus bot in a few lines: of the largest shapes that it can place it plays the first move of its list."""

import sys

lines = iter(sys.stdin.readline, "")
sizes = {word[0]: word.count("#") for word in (next(lines).replace(" ", "") for _ in range(int(next(lines))))}
_players, _me, size, _letters = (next(lines) for _ in range(4))
for _row in lines:
    for _ in range(int(size) - 1):
        next(lines)
    for _ in range(int(next(lines))):
        next(lines)
    moves = [next(lines).split() for _ in range(int(next(lines)))]
    print(*max(moves, key=lambda move: sizes[move[2][0]]), flush=True)

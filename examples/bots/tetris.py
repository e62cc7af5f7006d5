"""A Tetris solution: it keeps what is left of the bag and everything that the hold slot may contain."""

import sys

BAG = frozenset("ZLOSIJT")


def possible(sequence):
    # A held piece came of this bag or of an older one; in the first case it counts as left.
    left, held, older = BAG, BAG, False
    for piece in sequence:
        if piece in held:
            if not older:
                left -= {piece}
            held, older = left, False
        elif piece in left:
            left -= {piece}
        else:
            return False
        if not older and len(left) == 1:
            left, older = BAG, True
    return True


def main():
    lines = sys.stdin.read().split()
    for sequence in lines[2::2]:
        print("YES" if possible(sequence) else "NO")


main()

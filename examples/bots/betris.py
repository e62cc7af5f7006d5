"""A Betris bot: it bets two chips on the larger block and places it where it touches most."""

import sys

SIZE = 7
BOARD = {(x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)}
PICTURES = {
    "I1": "#", "I2": "##", "I3": "###", "L3": "##/#.", "I4": "####", "L4": "###/#..", "S4": ".##/##.",
    "T4": "###/.#.", "O4": "##/##", "I5": "#####", "L5": "####/#...", "F5": ".##/##./.#.", "N5": ".###/##..",
    "P5": "##/##/#.", "T5": "###/.#./.#.", "U5": "#.#/###", "V5": "#../#../###", "W5": "#../##./.##",
    "X5": ".#./###/.#.", "Y5": "####/.#..", "Z5": "##./.#./.##",
}


def forms(picture):
    """Every way to turn and mirror a block, its top left corner at (0, 0)."""
    cells = [(x, y) for x, row in enumerate(picture.split("/")) for y, glyph in enumerate(row) if glyph == "#"]
    found = set()
    for _ in range(2):
        cells = [(x, -y) for x, y in cells]
        for _ in range(4):
            cells = [(y, -x) for x, y in cells]
            top, left = min(x for x, _ in cells), min(y for _, y in cells)
            found.add(tuple(sorted((x - top, y - left) for x, y in cells)))
    return sorted(found)


FORMS = {name: forms(picture) for name, picture in PICTURES.items()}


def placements(filled, block):
    for form in FORMS[block]:
        for row, col in sorted(BOARD):
            cells = [(x + row, y + col) for x, y in form]
            if all(cell in BOARD and cell not in filled for cell in cells):
                yield cells


def touching(filled, cells):
    """Sides of the cells that lie at filled cells or at the edge."""
    sides = [(x + dx, y + dy) for x, y in cells for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return sum(side in filled or side not in BOARD for side in sides)


def choose(filled, block):
    """The best placement; an empty list, a pass, where there is none."""
    return max(placements(filled, block), key=lambda cells: touching(filled, cells), default=[])


def main():
    filled, chips = set(), 24
    for line in sys.stdin:
        word, *rest = line.split()
        if word == "READY":
            print("OK", flush=True)
        elif word == "PHASE1":
            wanted = max(rest[:2], key=lambda block: len(FORMS[block][0]))
            print("BET", wanted, min(2, chips), flush=True)
        elif word == "PHASE2":
            block, chips = rest[0], int(rest[1])
            cells = choose(filled, block)
            filled.update(cells)
            print("PLACE", len(cells), *(number for cell in cells for number in cell), flush=True)
        elif word == "FINISH":
            break


main()

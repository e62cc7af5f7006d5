"""The shapes of Blokus: what a bot is told of them, and each code with the cells that it covers."""

SHAPES = """# ## ### ##/#. #### ###/#.. .##/##. ###/.#. ##/## ##### ####/#... .##/##./.#. .###/##.. ##/##/#.
#.#/### #../#../### ###/.#./.#. #../##./.## .#./###/.#. ####/.#.. ##./.#./.##""".split()
LETTERS = dict(zip("ABCDEFGHIJKLMNOPQRSTU", SHAPES))


def forms(drawing):
    """Code without its letter -> cells, with the named square at (0, 0)."""
    rows, found = drawing.split("/"), {}
    squares = [(x, y) for y, row in enumerate(rows) for x, mark in enumerate(row) if mark == "#"]
    for flip in 0, 1:
        cells = [(y, x) for x, y in squares] if flip else squares
        for turns in range(4):
            for n, (ax, ay) in enumerate(cells, 1):
                found[f"{flip}{turns}{n}"] = [(x - ax, y - ay) for x, y in cells]
            cells = [(-y, x) for x, y in cells]
    return found


FORMS = {letter + code: cells for letter, drawing in LETTERS.items() for code, cells in forms(drawing).items()}
ROWS = [(letter, drawing.split("/")) for letter, drawing in LETTERS.items()]
TOLD = [len(ROWS), *(f"{letter} {len(rows[0])} {len(rows)} {''.join(rows)}" for letter, rows in ROWS)]

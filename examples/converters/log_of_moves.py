"""What the converters of this folder share: how a file is read, the games of SGF, and how a log of moves is written."""

import re
import sys


class Unreadable(Exception):
    """A file that cannot be converted: the offset of what is wrong in its text, and what was expected."""

    def __init__(self, at, why):
        super().__init__(at, why)
        self.at, self.why = at, why


class Log:
    """A log of moves that claims nothing. `settings` are the game's parameters; `dropped` names what the file says beside the moves."""

    def __init__(self, game):
        self.game, self.settings, self.moves, self.dropped = game, [], [], []

    def lines(self):
        settings = [f"set: {' '.join(self.settings)}"] if self.settings else []
        notes = [f"# dropped: {note}" for note in self.dropped]
        return ["stickler: 1", f"game: {self.game}", *settings, *notes, *self.moves]


def printable(text):
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def run(starts, convert):
    """The whole program. `starts(text)` are the offsets at which games begin; `convert(text, start, end)` makes the log of one."""
    words = sys.argv[1:]
    number = None
    if len(words) == 3 and words[1] == "--game" and words[2].isdecimal():
        number = int(words[2])
    elif len(words) != 1:
        sys.exit(f"usage: python3 {sys.argv[0]} FILE [--game N]")
    path, text = words[0], ""
    try:
        with open(path, encoding="utf-8-sig", newline="") as file:
            text = file.read()
        games = starts(text)
        if number is None and len(games) > 1:
            raise Unreadable(games[1], f"a second game begins here: choose one with --game 1 to --game {len(games)}")
        if not 1 <= (number or 1) <= len(games):
            raise Unreadable(len(text), f"expected game {number or 1}: the file has {len(games)}")
        at = (number or 1) - 1
        log = convert(text, games[at], (games + [len(text)])[at + 1])
        if len(games) > 1:
            log.dropped.append(f"all games but number {at + 1} of {len(games)}")
    except (OSError, UnicodeDecodeError) as error:
        sys.exit(f"{path}: {error}; expected a file in UTF-8")
    except Unreadable as error:
        line = text.count("\n", 0, error.at) + 1
        column = error.at - (text.rfind("\n", 0, error.at) + 1) + 1
        sys.exit(f"{path}:{line}:{column}: {error.why}")
    log.dropped = [printable(note) for note in log.dropped]
    for note in log.dropped:
        print(f"{path}: dropped: {note}", file=sys.stderr)
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    print("\n".join(log.lines()))


VALUE = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.S)


def sgf_properties(text, start, end):
    """The properties of the main line of a game of SGF: a name, where it stands, and its values, each with its place; and
    whether there are variations. The game ends at `end`, or where its outermost bracket closes."""
    found, at, depth, closed, varies = [], start, 0, False, False
    while at < end:
        name = re.compile("[A-Za-z0-9]+").match(text, at)
        if text[at] == "(":
            depth, varies = depth + 1, varies or closed
        elif text[at] == ")" and depth:
            depth, closed = depth - 1, True
            if depth == 0 and text[at + 1 : end].strip():
                at += 1 + len(text[at + 1 : end]) - len(text[at + 1 : end].lstrip())
                raise Unreadable(at, "expected the end of the file, or a game that begins with `(;`")
        elif name and depth:
            values, at = [], name.end()
            while value := VALUE.match(text, at):
                values.append((value.start(1), value[1]))
                at = value.end()
            if not values or text[at : at + 1] == "[":
                raise Unreadable(name.start(), f"expected a value after {name[0]}, as in `B[hh]`")
            if not closed:
                found.append((name[0], name.start(), values))
            continue
        elif not (text[at].isspace() or text[at] == ";" and depth):
            raise Unreadable(at, f"this is no SGF: expected `(;`, a property such as `B[hh]`, or `)`, not `{printable(text[at])}`")
        at += 1
    if depth or not closed:
        raise Unreadable(max(start, len(text[:end].rstrip()) - 1), "this is no SGF, or it is cut short: expected `)` at the end of the game")
    return found, varies


def sgf_starts(text):
    """Where the games of a collection begin."""
    starts, depth, at = [], 0, 0
    while at < len(text):
        value = VALUE.match(text, at) if text[at] == "[" else None
        if text[at] == "(":
            starts += [at] if depth == 0 else []
            depth += 1
        elif text[at] == ")":
            depth = max(0, depth - 1)
        at = value.end() if value else at + 1
    if text[: starts[0] if starts else len(text)].strip() or not starts:
        raise Unreadable(0, "this is no SGF: expected `(;`")
    return starts

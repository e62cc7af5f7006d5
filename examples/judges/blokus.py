#!/usr/bin/env python3
"""A judge for Blokus: `blokus.py [--board 13] [--first MS] [--turn MS] BOT0 BOT1 ...`, each bot's command in one word.

All 21 shapes are in play. It prints the winner, and what each seat did: OK, timeout or invalid action.
"""

import argparse

from programs import Bot, Failed, number
from shapes import FORMS, LETTERS, TOLD

SIDES, CORNERS = [(1, 0), (-1, 0), (0, 1), (0, -1)], [(1, 1), (1, -1), (-1, 1), (-1, -1)]
WORDS = {"late": "timeout", "ended": "timeout", "wrong": "invalid action"}


class Board:
    def __init__(self, size, players):
        self.size, self.owner, last = size, {}, size - 1
        self.cells = {(x, y): None for y in range(size) for x in range(size)}
        self.starts = [(0, 0), (last, last), (0, last), (last, 0)]
        self.letters = [set(LETTERS) for _ in range(players)]

    def touches(self, seat, cell, steps):
        return any(self.owner.get((cell[0] + x, cell[1] + y)) == seat for x, y in steps)

    def may_cover(self, seat, cell):
        return cell in self.cells and cell not in self.owner and not self.touches(seat, cell, SIDES)

    def connected(self, seat):
        free = [cell for cell in self.cells if self.may_cover(seat, cell)]
        if seat not in self.owner.values():
            return [cell for cell in free if cell == self.starts[seat]]
        return [cell for cell in free if self.touches(seat, cell, CORNERS)]

    def moves(self, seat):
        """Move -> cells, for all codes."""
        found = {}
        for x, y in self.connected(seat):
            for code, cells in FORMS.items():
                covered = [(x + dx, y + dy) for dx, dy in cells]
                if code[0] in self.letters[seat] and all(self.may_cover(seat, cell) for cell in covered):
                    found[f"{x} {y} {code}"] = frozenset(covered)
        return found

    def shown(self, seat):
        marks = dict.fromkeys(self.connected(seat), "x")
        text = "".join(str(self.owner.get(cell, marks.get(cell, "."))) for cell in self.cells)
        return [text[at:at + self.size] for at in range(0, len(text), self.size)]


def message(board, seat, players, is_first, others, moves):
    lines = [*TOLD, players, seat, board.size, "".join(LETTERS)] if is_first else []
    listed = {cells: move for move, cells in moves.items()}.values()
    return "\n".join(map(str, lines + board.shown(seat) + [len(others), *others, len(listed), *listed]))


def move_of(line, moves):
    words = line.split()
    if len(words) != 3 or (move := f"{number(words[0])} {number(words[1])} {words[2]}") not in moves:
        raise Failed("wrong")
    return move


def play(bots, board, times, words):
    made, since, seat, asked = [], [None] * len(bots), 0, 0
    while asked < len(bots) and words.count("OK") > 1:
        moves = board.moves(seat) if words[seat] == "OK" else {}
        asked = 0 if moves else asked + 1
        if moves:
            is_first = since[seat] is None
            others = [f"{by} {move}" for by, move in made[since[seat] or 0:] if by != seat]
            bots[seat].tell(message(board, seat, len(bots), is_first, others, moves))
            try:
                move = move_of(bots[seat].ask(times[0 if is_first else 1])[0], moves)
                board.owner.update(dict.fromkeys(moves[move], seat))
                board.letters[seat].discard(move.split()[2][0])
                since[seat] = len(made)
                made.append((seat, move))
            except Failed as why:
                words[seat] = WORDS[str(why)]
        seat = (seat + 1) % len(bots)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--board", type=int, default=13)
    parser.add_argument("--times", type=int, nargs=2, default=[1000, 200])
    parser.add_argument("bots", nargs="+")
    args = parser.parse_args()
    bots, words = [Bot(command) for command in args.bots], ["OK"] * len(args.bots)
    play(bots, board := Board(args.board, len(bots)), args.times, words)
    for bot in bots:
        bot.end()
    points = [list(board.owner.values()).count(seat) if word == "OK" else -1 for seat, word in enumerate(words)]
    print("winner", points.index(max(points)) if points.count(max(points)) == 1 else "none")
    print(*(f"seat {seat} {word}" for seat, word in enumerate(words)), sep="\n")


main()

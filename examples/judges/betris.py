#!/usr/bin/env python3
"""A judge of Betris: `betris.py [--bank MS] [--rounds N] [--seed N] BOT0 BOT1`, each bot's command in one word.

It prints the winner, and what each seat did: OK, TLE or RE.
"""

import argparse
import os
import random
import select
import time

from programs import LONGEST, Bot, Failed, number

SIZE, CHIPS, HIGHEST, READY = 7, 24, 5, 3_000
WORDS = {"late": "TLE", "ended": "RE", "wrong": "RE"}
DRAWINGS = dict(zip("I1 I2 I3 L3 I4 L4 S4 T4 O4 I5 L5 F5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5".split(), """# ## ### ##/#. ####
###/#.. .##/##. ###/.#. ##/## ##### ####/#... .##/##./.#. .###/##.. ##/##/#. ###/.#./.#. #.#/### #../#../### #../##./.##
.#./###/.#. ####/.#.. ##./.#./.##""".split()))


def moved(cells):
    """The cells as a set whose first row and column are 0."""
    row, col = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - row, y - col) for x, y in cells)


def forms(drawing):
    cells = [(x, y) for x, row in enumerate(drawing.split("/")) for y, mark in enumerate(row) if mark == "#"]
    found = set()
    for _ in range(2):
        for _ in range(4):
            cells = [(y, -x) for x, y in cells]
            found.add(moved(cells))
        cells = [(x, -y) for x, y in cells]
    return found


FORMS = {name: forms(drawing) for name, drawing in DRAWINGS.items()}


def ask(bots, limits, words):
    """The line of each bot and the time that it took; None for one that fails, whose word is set."""
    start, answers = time.monotonic(), [None, None]
    due = {seat for seat, bot in enumerate(bots) if not bot.rest}
    for seat in {0, 1} - due:
        words[seat] = "RE"
    while due:
        now = time.monotonic()
        left = min(start + limits[seat] / 1000 - now for seat in due)
        ready = select.select([bots[seat].process.stdout for seat in due], [], [], max(0, left))[0]
        took = int((time.monotonic() - start) * 1000)
        for seat in sorted(due):
            bot = bots[seat]
            if bot.process.stdout in ready:
                more = os.read(bot.process.stdout.fileno(), 65536)
                bot.rest += more
                if not more or len(bot.rest) > LONGEST:
                    words[seat] = "RE"
                    due.discard(seat)
                    continue
            if b"\n" in bot.rest:
                line, bot.rest = bot.rest.split(b"\n", 1)
                answers[seat] = line.decode("utf-8", "replace"), took
                words[seat] = "TLE" if took > limits[seat] else "RE" if bot.rest else words[seat]
            elif took <= limits[seat] and time.monotonic() < start + limits[seat] / 1000:
                continue
            else:
                words[seat] = "TLE"
            due.discard(seat)
    return answers


def bet(line, pair, chips):
    words = line.split()
    if len(words) != 3 or words[0] != "BET" or words[1] not in pair or number(words[2]) > min(HIGHEST, chips):
        raise Failed("wrong")
    return words[1], number(words[2])


def placed(line, block, board):
    words = line.split()
    if len(words) < 2 or words[0] != "PLACE":
        raise Failed("wrong")
    count, *numbers = map(number, words[1:])
    cells = list(zip(numbers[::2], numbers[1::2]))
    if len(numbers) != 2 * count or len(set(cells)) != count:
        raise Failed("wrong")
    if any(not (1 <= x <= SIZE and 1 <= y <= SIZE) or (x, y) in board for x, y in cells):
        raise Failed("wrong")
    if cells and moved(cells) not in FORMS[block]:
        raise Failed("wrong")
    return cells


def read(answers, words, reader):
    """What `reader` makes of each seat's line; a line that is wrong sets its word."""
    found = [None, None]
    for seat, answer in enumerate(answers):
        try:
            found[seat] = reader(seat, answer[0]) if answer and words[seat] == "OK" else None
        except Failed as why:
            words[seat] = WORDS[str(why)]
    return found


def points(board, chips):
    """In halves."""
    def is_full(row, col, side):
        return all((row + x, col + y) in board for x in range(side) for y in range(side))
    starts = [(row, col) for row in range(1, SIZE + 1) for col in range(1, SIZE + 1)]
    side = max((side for side in range(1, SIZE + 1) for row, col in starts if is_full(row, col, side)), default=0)
    return 2 * len(board) + 2 * side * side + chips


def play(bots, bank, rounds, draw, words):
    """The winner, or None."""
    left, chips, boards = [bank, bank], [CHIPS, CHIPS], [set(), set()]
    for _ in range(rounds):
        pair = draw.sample(list(FORMS), 2)
        for seat, bot in enumerate(bots):
            bot.tell(f"PHASE1 {pair[0]} {pair[1]} {left[seat]} {left[1 - seat]}")
        answers = ask(bots, left, words)
        bets = read(answers, words, lambda seat, line: bet(line, pair, chips[seat]))
        if words != ["OK", "OK"]:
            return None
        left = [rest - took for rest, (_, took) in zip(left, answers)]
        blocks = [block for block, _ in bets]
        winners = [0, 1]
        if blocks[0] == blocks[1]:
            stakes = [stake for _, stake in bets]
            winners = [draw.randrange(2) if stakes[0] == stakes[1] else stakes.index(max(stakes))]
            blocks[1 - winners[0]] = pair[1 - pair.index(blocks[0])]
        for seat in winners:
            chips[seat] -= bets[seat][1]
        for seat, bot in enumerate(bots):
            bot.tell(f"PHASE2 {blocks[seat]} {chips[seat]} {chips[1 - seat]} {left[seat]} {left[1 - seat]}")
        answers = ask(bots, left, words)
        cells = read(answers, words, lambda seat, line: placed(line, blocks[seat], boards[seat]))
        if words != ["OK", "OK"]:
            return None
        left = [rest - took for rest, (_, took) in zip(left, answers)]
        for seat, bot in enumerate(bots):
            boards[seat].update(cells[seat])
            bot.tell(" ".join(map(str, ["OPP", len(cells[1 - seat]), *sum(cells[1 - seat], ())])))
    scores = [points(board, rest) for board, rest in zip(boards, chips)]
    return None if scores[0] == scores[1] else scores.index(max(scores))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bank", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("bots", nargs=2)
    args = parser.parse_args()
    bots = [Bot(command) for command in args.bots]
    words, winner = ["OK", "OK"], None
    for bot in bots:
        bot.tell("READY")
    for seat, answer in enumerate(ask(bots, [READY, READY], words)):
        if answer and words[seat] == "OK" and answer[0].split() != ["OK"]:
            words[seat] = "RE"
    if words == ["OK", "OK"]:
        winner = play(bots, args.bank, args.rounds, random.Random(args.seed), words)
    if words.count("OK") == 1:
        winner = words.index("OK")
    for bot, word in zip(bots, words):
        if word == "OK":
            bot.tell("FINISH")
    for bot in bots:
        bot.end()
    print("winner", "none" if winner is None else winner)
    for seat in 0, 1:
        print("seat", seat, words[seat])


main()

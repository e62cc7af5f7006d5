#!/usr/bin/env python3
"""A judge for Gomoku: `gomoku.py [--bank MS] BOT0 BOT1`, each bot's command in one word.

It prints the winner, and what each seat did:

    winner 1
    seat 0 RE
    seat 1 OK
"""

import argparse

from programs import Bot, Failed, number

SIZE, ROW, READY = 15, 5, 3_000


def greet(bots, words):
    for bot, role in zip(bots, ("FIRST", "SECOND")):
        bot.tell(f"READY {role}")
    for seat, bot in enumerate(bots):
        try:
            if bot.ask(READY)[0].split() != ["OK"]:
                raise Failed("RE")
        except Failed as why:
            words[seat] = str(why)


def cell(line, taken):
    words = line.split()
    if len(words) != 3 or words[0] != "MOVE":
        raise Failed("RE")
    x, y = number(words[1]), number(words[2])
    if not (1 <= x <= SIZE and 1 <= y <= SIZE) or (x, y) in taken:
        raise Failed("RE")
    return x, y


def wins(stones, x, y):
    for dx, dy in (0, 1), (1, 0), (1, 1), (1, -1):
        length = 1
        for sign in 1, -1:
            n = sign
            while (x + n * dx, y + n * dy) in stones:
                n += sign
                length += 1
        if length >= ROW:
            return True
    return False


def play(bots, bank, words):
    """The winner, or None."""
    stones, left, seat = [set(), set()], [bank, bank], 0
    while len(stones[0]) + len(stones[1]) < SIZE * SIZE:
        bots[seat].tell(f"TURN {left[seat]} {left[1 - seat]}")
        try:
            line, took = bots[seat].ask(left[seat])
            x, y = cell(line, stones[0] | stones[1])
        except Failed as why:
            words[seat] = str(why)
            return None
        left[seat] -= took
        stones[seat].add((x, y))
        bots[1 - seat].tell(f"OPP {x} {y} {took}")
        if wins(stones[seat], x, y):
            return seat
        seat = 1 - seat
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bank", type=int, default=10_000)
    parser.add_argument("bots", nargs=2)
    args = parser.parse_args()
    bots = [Bot(command) for command in args.bots]
    words, winner = ["OK", "OK"], None
    greet(bots, words)
    if words == ["OK", "OK"]:
        winner = play(bots, args.bank, words)
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


if __name__ == "__main__":
    main()

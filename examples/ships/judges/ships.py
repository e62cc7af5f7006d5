"""A judge for Ships: `ships.py [--time MS] BOT0 BOT1`, each bot's command in one word. It prints the winner, and what each seat did."""

import argparse
import os
import random
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../../judges"))

from programs import Bot, Failed, number

SEA = 4
WORDS = {"late": "TLE", "ended": "RE", "wrong": "RE"}


def cells(row, col, down, length):
    return {(row + at * down, col + at * (1 - down)) for at in range(length)}


def inside(cell):
    return all(1 <= at <= SEA for at in cell)


def placed(line):
    words = line.split()
    if len(words) != 7 or words[0] != "PLACE":
        raise Failed("wrong")
    row, col, down, row2, col2, down2 = fleet = [number(word) for word in words[1:]]
    ships = [cells(row, col, down, 3), cells(row2, col2, down2, 2)]
    ways_are_right = down <= 1 and down2 <= 1
    if not ways_are_right or ships[0] & ships[1] or not all(map(inside, ships[0] | ships[1])):
        raise Failed("wrong")
    return fleet, ships


def shot(line, before):
    words = line.split()
    if len(words) != 3 or words[0] != "SHOOT":
        raise Failed("wrong")
    cell = number(words[1]), number(words[2])
    if not inside(cell) or cell in before:
        raise Failed("wrong")
    return cell


def result(ships, shots, cell):
    for ship in ships:
        if cell in ship:
            return "SUNK" if ship <= shots else "HIT"
    return "WATER"


def play(bots, limit, words):
    """The winner."""
    for bot in bots:
        bot.tell("PLACE")
    fleets, seat = [None, None], 0
    try:
        for seat in 0, 1:
            fleets[seat] = placed(bots[seat].ask(limit)[0])
        seat = random.randrange(2)
        for bot in bots:
            bot.tell(f"BEGIN {seat}")
        shots = [set(), set()]
        while True:
            bots[seat].tell("SHOOT")
            cell = shot(bots[seat].ask(limit)[0], shots[seat])
            shots[seat].add(cell)
            ships = fleets[1 - seat][1]
            bots[seat].tell("RESULT " + result(ships, shots[seat], cell))
            bots[1 - seat].tell("SHOT {} {}".format(*cell))
            if ships[0] | ships[1] <= shots[seat]:
                break
            seat = 1 - seat
    except Failed as why:
        words[seat] = WORDS[str(why)]
        return 1 - seat
    for to in 0, 1:
        bots[to].tell("FLEET " + " ".join(map(str, fleets[1 - to][0])))
    return seat


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--time", type=int, default=1_000)
    parser.add_argument("bots", nargs=2)
    args = parser.parse_args()
    bots = [Bot(command) for command in args.bots]
    words = ["OK", "OK"]
    winner = play(bots, args.time, words)
    for bot in bots:
        bot.end()
    print("winner", winner)
    for seat in 0, 1:
        print("seat", seat, words[seat])


main()

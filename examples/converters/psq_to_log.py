#!/usr/bin/env python3
"""Writes a game of Gomoku in Piskvork's format (.psq) as a log of moves, which claims nothing.

    python3 examples/converters/psq_to_log.py game.psq | stickler validate

By Piskvork's convention x is the column. Standard error, and the log itself, name what is dropped: times, names, the result.
"""

import re

from log_of_moves import Log, Unreadable, run

HEAD = re.compile(r"Piskvork\w*\s+(\d+)x(\d+)\b")


def starts(text):
    found = [line.start() for line in re.finditer(r"^Piskvork", text, re.M)]
    if text[: found[0] if found else len(text)].strip() or not found:
        raise Unreadable(0, "expected the board, as in `Piskvorky 15x15, 11:11, 0`")
    return found


def convert(text, start, end):
    log, tail = Log("gomoku"), []
    for line in re.finditer(r"[^\r\n]+", text[start:end]):
        at, words = start + line.start(), line[0].strip()
        head, move = HEAD.match(words), re.fullmatch(r"(\d+)\s*,\s*(\d+)\s*,[^,]*", words)
        if line.start() == 0:
            if not head:
                raise Unreadable(at, "expected the board, as in `Piskvorky 15x15, 11:11, 0`")
            log.settings = [f"board={head[2]}x{head[1]}"]
        elif move and not tail:
            log.moves.append(f"{len(log.moves) % 2}> MOVE {move[2]} {move[1]}")
        elif words:
            ends = re.fullmatch(r"-?\d+\s*,\s*([A-Za-z].*)", words)
            if tail and (move or "," in tail[-1] or len(tail) == 4):
                raise Unreadable(at, f"expected the end of the file behind names and result, not `{words}`")
            if "," in words and not ends:
                raise Unreadable(at, f"expected a move, `x,y,milliseconds`, the name of a program or a number, not `{words}`")
            if ends and "Freestyle" not in ends[1]:
                raise Unreadable(at, f"expected the rule Freestyle, where an overline wins, too, not `{ends[1]}`")
            tail.append(words)
    if log.moves:
        log.dropped.append("the times of the moves")
    if tail:
        log.dropped.append("names and result: " + " | ".join(tail))
    log.dropped.append("whether x means the row: it is taken as the column, and the other game is this one mirrored")
    return log


run(starts, convert)

"""Bots as programs, as a judge needs them: told lines, asked for one in time, and ended with all that they started."""

import os
import select
import shlex
import subprocess
import time

GRACE = 1.0
LONGEST = 4096


class Failed(Exception):
    """A bot has failed: TLE or RE."""


class Bot:
    """A program; `command` is one word."""

    def __init__(self, command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(shlex.split(command), stdin=pipe, stdout=pipe, start_new_session=True)
        self.rest = b""

    def tell(self, text):
        """Sends lines; a bot that has ended is noticed when it is asked."""
        try:
            self.process.stdin.write(text.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def ask(self, limit):
        """The next line within so many milliseconds, and the time that it took."""
        start = time.monotonic()
        if self.rest:
            raise Failed("RE")
        while b"\n" not in self.rest:
            left = start + limit / 1000 - time.monotonic()
            if not select.select([self.process.stdout], [], [], max(0, left))[0]:
                raise Failed("TLE")
            more = os.read(self.process.stdout.fileno(), 65536)
            self.rest += more
            if not more or len(self.rest) > LONGEST:
                raise Failed("RE")
        took = int((time.monotonic() - start) * 1000)
        line, self.rest = self.rest.split(b"\n", 1)
        if took > limit:
            raise Failed("TLE")
        if self.rest:
            raise Failed("RE")
        return line.decode("utf-8", "replace"), took

    def end(self):
        """Closes its input, and ends it if it does not end by itself."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            pass
        try:
            os.killpg(self.process.pid, 9)
        except ProcessLookupError:
            pass
        self.process.wait()


def number(word):
    """A number as the documents write it: digits alone."""
    if not (word.isascii() and word.isdigit()):
        raise Failed("RE")
    return int(word)

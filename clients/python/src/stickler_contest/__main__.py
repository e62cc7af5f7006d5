"""`python -m stickler_contest` is the program `stickler`."""

from __future__ import annotations

import os
import subprocess
import sys

from ._program import ProgramMissing, program


def main() -> int:
    """Runs the program with the words of this process, in its place where the system can do that."""
    try:
        words = [*program(), *sys.argv[1:]]
    except ProgramMissing as missing:
        print(f"stickler: {missing}", file=sys.stderr)
        return 2
    if os.name == "posix":
        os.execvp(words[0], words)
    return subprocess.run(words).returncode


if __name__ == "__main__":
    sys.exit(main())

"""Holds the programs of a wheel against its tag: `python3 needed.py WHEEL`. It needs `readelf`, of binutils."""

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import List, Tuple

# The libraries that every system with this tag has, of those that a Rust program can want (PEP 513 and 599).
ALLOWED = {"libc.so.6", "libm.so.6", "libdl.so.2", "librt.so.1", "libpthread.so.0", "libgcc_s.so.1", "libutil.so.1"}


def needed(program: Path) -> Tuple[List[str], List[Tuple[int, int]]]:
    """The libraries that a program needs, and the versions of glibc whose symbols it uses."""
    shown = subprocess.run(["readelf", "-dVW", str(program)], check=True, stdout=subprocess.PIPE, text=True).stdout
    libraries = re.findall(r"\(NEEDED\).*\[(.+)\]", shown)
    versions = re.findall(r"GLIBC_(\d+)\.(\d+)", shown)
    return [name for name in libraries if not name.startswith("ld-linux")], [(int(a), int(b)) for a, b in versions]


def main(wheel: Path) -> str:
    """What is wrong with the wheel; nothing: it keeps its tag."""
    tag = re.search(r"manylinux_(\d+)_(\d+)", wheel.name)
    if tag is None:
        return f"{wheel.name} has no tag manylinux_X_Y: build it with `maturin build --zig --compatibility manylinux_2_17`"
    promised = (int(tag[1]), int(tag[2]))
    wrong = []
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(wheel) as packed:
        scripts = [name for name in packed.namelist() if "/scripts/" in name]
        if not any(name.endswith("/stickler") for name in scripts):
            return f"{wheel.name} holds no program stickler"
        for name in scripts:
            libraries, versions = needed(Path(packed.extract(name, folder)))
            newest = max(versions, default=(0, 0))
            print(f"{name}: needs {' '.join(sorted(libraries)) or 'no library'}; glibc {newest[0]}.{newest[1]}")
            wrong += [f"{name} needs {library}, which the tag does not promise" for library in set(libraries) - ALLOWED]
            if newest > promised:
                wrong.append(f"{name} needs glibc {newest[0]}.{newest[1]}, the tag promises {promised[0]}.{promised[1]}")
    return "\n".join(wrong)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])) or 0)

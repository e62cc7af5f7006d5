"""Finds the program that was installed beside this package."""

from __future__ import annotations

import importlib.metadata
import os
import shlex
import shutil
import sys
import sysconfig
from pathlib import Path
from typing import Iterator, List

NAME = "stickler" + (sysconfig.get_config_var("EXE") or (".exe" if os.name == "nt" else ""))


class ProgramMissing(FileNotFoundError):
    """The program is not where an installation puts it."""


def other_package() -> str:
    """A sentence where the package `stickler` of somebody else is installed, which can be taken for this one; else nothing."""
    try:
        version = importlib.metadata.version("stickler")
    except importlib.metadata.PackageNotFoundError:
        return ""
    return (
        f"The package stickler {version}, which is installed here, is somebody else's and has nothing to do with contests: "
        "this one is stickler-contest, and its module stickler_contest"
    )


def program() -> List[str]:
    """The words that start the program: those of the variable `STICKLER`, or the installed file, or else `stickler` on the search path."""
    named = os.environ.get("STICKLER")
    if named:
        return shlex.split(named, posix=os.name == "posix")
    looked = list(dict.fromkeys(folders()))
    for folder in looked:
        path = folder / NAME
        if path.is_file() and os.access(path, os.X_OK):
            return [str(path)]
    on_path = shutil.which(NAME)
    if on_path:
        return [on_path]
    raise ProgramMissing(
        f"the program {NAME} is in none of these folders: {', '.join(map(str, looked))}, and not on the search path (PATH). "
        "A virus scanner may have moved it, a cleaning of the folder may have removed it, or the package was copied "
        "without it. Install it again: pip install --force-reinstall stickler-contest. "
        f"If it is elsewhere, name it in the variable STICKLER. {other_package()}".rstrip(". ")
    )


def folders() -> Iterator[Path]:
    """Where an installation puts programs: beside this package first, so that both are of one version."""
    scripts = "Scripts" if os.name == "nt" else "bin"
    site = Path(__file__).absolute().parent.parent
    # pip install --target: the folder itself holds both.
    yield site / scripts
    # --prefix, virtual environments and overlays: PREFIX/lib/pythonX.Y/site-packages, on Windows PREFIX/Lib/site-packages.
    above = site.parent if os.name == "nt" else site.parent.parent
    if site.name in ("site-packages", "dist-packages") and above.name.lower() in ("lib", "lib64"):
        yield above.parent / scripts
    # Debian keeps its own packages in PREFIX/lib/python3.
    if site.name == "dist-packages" and site.parent.name == "python3":
        yield above / scripts
    yield Path(sysconfig.get_path("scripts"))
    yield Path(sysconfig.get_path("scripts", vars={"base": sys.base_prefix}))
    user = f"{os.name}_user"
    if sys.platform == "darwin" and sysconfig.get_config_var("PYTHONFRAMEWORK"):
        user = "osx_framework_user"
    if user in sysconfig.get_scheme_names():
        yield Path(sysconfig.get_path("scripts", scheme=user))

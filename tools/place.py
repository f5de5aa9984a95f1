"""The folder of this copy of Pocket Rummy, and the name of its command there.

It is the project's own folder, or an installation by `pip install` or `pipx install`: the same
files in the package pocket_rummy, without tests.
"""

import os
import tomllib
from typing import Any

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INSTALLED = not os.path.exists(os.path.join(ROOT, "pyproject.toml"))
LAUNCHER = "pocket-rummy" if INSTALLED else "python3 tools"  # the command that runs the tools
VENV = os.path.join(ROOT, ".venv")


def results(folder: str) -> str:
    """Return the folder of that name for a command's results: in the project, or, of an installed
    copy, in the current folder."""
    return folder if INSTALLED else os.path.join(ROOT, folder)


def cache_folder() -> str:
    """Return the folder for cached files: in .venv, or, of an installed copy, the user's cache."""
    if not INSTALLED:
        return VENV
    from platformdirs import user_cache_dir

    return user_cache_dir("pocket-rummy", appauthor=False)


def read_tables(path: str) -> dict[str, Any]:
    """Read a TOML file of the project. path: from ROOT, with slashes."""
    with open(os.path.join(ROOT, path), "rb") as stream:
        return tomllib.load(stream)


def write_file(path: str, data: bytes) -> None:
    """Write a file atomically, unless it has these bytes: another process may do the same."""
    try:
        with open(path, "rb") as stream:
            if stream.read() == data:
                return
    except OSError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open("%s.%d" % (path, os.getpid()), "wb") as stream:
        stream.write(data)
    os.replace("%s.%d" % (path, os.getpid()), path)

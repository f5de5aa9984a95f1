"""Where this copy of Pocket Rummy lies, and what its door is called there.

It is the project's own folder, or what `pip install` or `pipx install` made of it: the same files
within the package pocket_rummy, without tests.
"""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INSTALLED = not os.path.exists(os.path.join(ROOT, "pyproject.toml"))
DOOR = "pocket-rummy" if INSTALLED else "python3 tools"
VENV = os.path.join(ROOT, ".venv")


def results(folder: str) -> str:
    """Return the folder of that name for what a command makes: in the project, else where one
    stands."""
    return folder if INSTALLED else os.path.join(ROOT, folder)


def fetched() -> str:
    """Return the folder for what is fetched once and kept: in .venv, else the user's cache."""
    if not INSTALLED:
        return VENV
    from platformdirs import user_cache_dir

    return user_cache_dir("pocket-rummy", appauthor=False)


def put(path: str, data: bytes) -> None:
    """Write a file, whole or not at all: another process may do the same."""
    try:
        with open(path, "rb") as stream:
            if stream.read() == data:
                return
    except OSError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with open("%s.%d" % (path, os.getpid()), "wb") as stream:
        stream.write(data)
    os.replace("%s.%d" % (path, os.getpid()), path)

"""A cache on disk of results computed from sources, which all commands and tests share.

It lies in .venv, that of an installed copy in the user's cache. A file's name is a digest of the
inputs, of the code in this folder and of the versions of all libraries. Builds remove files older
than a week.
"""

import contextlib
import functools
import glob
import hashlib
import marshal
import os
import pickle
import sys
import time
from collections.abc import Callable
from typing import Any

from tools import launcher
from tools.place import INSTALLED, ROOT, VENV, cache_folder, write_file

_FOLDER = os.path.join(cache_folder(), "built")
_WEEK = 7 * 24 * 3600
_IN_MEMORY: dict[str, Any] = {}


@functools.cache
def _code_digest():
    """Return digests of the code in this folder and of the versions of its libraries."""
    pins = os.path.join(ROOT, "tools/pins.toml" if INSTALLED else "pyproject.toml")
    with open(pins, "rb") as stream:
        versions = hashlib.sha256(stream.read()).hexdigest()
    return sys.version, versions, digest(ROOT, "tools/device/**/*.py", "tools/device/**/*.toml")


def digest(root: str, *patterns: str) -> str:
    """Return a digest of all files of the tree at `root` that fit one of the patterns."""
    digest = hashlib.sha256()
    for pattern in patterns:
        for path in sorted(glob.glob(pattern, root_dir=root, recursive=True)):
            with open(os.path.join(root, path), "rb") as stream:
                data = stream.read()
            digest.update(b"%s\0%d\0%s" % (path.replace(os.sep, "/").encode(), len(data), data))
    return digest.hexdigest()


def once(key: tuple, make: Callable[[], Any]) -> Any:
    """Return the result of make(), from the cache if possible. key: numbers and texts that
    determine the result."""
    shared = INSTALLED or os.path.isdir(VENV)
    code = _code_digest() if shared else ()
    digest = hashlib.sha256(marshal.dumps((code, key), 0)).hexdigest()
    if digest not in _IN_MEMORY:
        _IN_MEMORY[digest] = _load_or_make(digest, make) if shared else make()
    return _IN_MEMORY[digest]


def _load_or_make(digest, make):
    """Return the result stored under `digest`, or make and store it, in one process at a time."""
    path = os.path.join(_FOLDER, digest)
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError):  # a read-only cache: compute it again next time
            if not os.path.exists(path):
                os.makedirs(_FOLDER, exist_ok=True)
                file = stack.enter_context(open(path + ".busy", "w"))
                while not launcher.lock(file):
                    time.sleep(0.05)
        with contextlib.suppress(OSError), open(path, "rb") as stream:
            return pickle.load(stream)
        made = make()
        with contextlib.suppress(OSError):
            write_file(path, pickle.dumps(made))
        return made


def remove_old() -> None:
    """Remove files that are older than a week."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(_FOLDER):
            if entry.is_file() and entry.stat().st_mtime < time.time() - _WEEK:
                os.remove(entry.path)

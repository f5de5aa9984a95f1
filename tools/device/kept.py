"""Things made from sources, made once: a build reuses what another command or test has made.

They lie in .venv, those of an installed copy in the user's cache, under a digest of what they were
made from, of the code that makes them and of the versions of all libraries; what no command
has made for a week is removed.
"""

import contextlib
import functools
import glob
import hashlib
import os
import pickle
import sys
import time
from collections.abc import Callable
from typing import Any

from tools.place import INSTALLED, ROOT, VENV, fetched, put

_FOLDER = os.path.join(fetched(), "built")
_WEEK = 7 * 24 * 3600
_STALE = 60  # seconds after which a process that makes a thing counts as killed
_HERE: dict[str, Any] = {}


@functools.cache
def _makers():
    """Return a digest of the code that makes things, and of the versions it works with."""
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
    """Return what make() answers for `key`, numbers and texts that say all it depends on."""
    shared = INSTALLED or os.path.isdir(VENV)
    makers = _makers() if shared else ()
    mark = hashlib.sha256(repr((makers, key)).encode()).hexdigest()
    if mark not in _HERE:
        _HERE[mark] = _shared(mark, make) if shared else make()
    return _HERE[mark]


def _shared(mark, make):
    path = os.path.join(_FOLDER, mark)
    mine = _claimed(path)
    try:
        with contextlib.suppress(OSError), open(path, "rb") as stream:
            return pickle.load(stream)
        made = make()
        with contextlib.suppress(OSError):  # where nothing can be kept it is made each time
            put(path, pickle.dumps(made))
        return made
    finally:
        if mine:
            with contextlib.suppress(OSError):
                os.rmdir(path + ".busy")


def _claimed(path):
    """Return True if it is ours to make; waits while another process is making it."""
    busy = path + ".busy"
    with contextlib.suppress(OSError):
        os.makedirs(_FOLDER, exist_ok=True)
        while not os.path.exists(path):
            try:
                os.mkdir(busy)
                return True
            except FileExistsError:
                if time.time() - os.stat(busy).st_mtime > _STALE:
                    os.rmdir(busy)  # it was killed
                time.sleep(0.05)
    return False


def tidy() -> None:
    """Take away what was not made for a week."""
    with contextlib.suppress(OSError):
        for entry in os.scandir(_FOLDER):
            if entry.is_file() and entry.stat().st_mtime < time.time() - _WEEK:
                os.remove(entry.path)

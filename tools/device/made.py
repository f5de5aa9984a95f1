"""Modules of the program that are written here, none by hand: lib/pocket/made/.

texts    the numbers of texts: constants by the names in assets/words/en.toml

They lie beside the sources, where simulator and tests import them, but in no commit; a build writes
them for itself.
"""

import functools
import os

from tools.device import wordtable

TEXTS = "lib/pocket/made/texts.py"


def modules(root):
    """{path: text} of all of them for the tree at `root`. Raises wordtable.WordError."""
    return {TEXTS: _texts(wordtable.load(root))} if wordtable.languages(root) else {}


def _texts(table):
    rows = ["%s = %d" % item for item in wordtable.constants(table).items()]
    return (
        '"""The numbers of texts, as tools/device/made.py has written them."""\n\n%s\n'
        % "\n".join(rows)
    )


@functools.cache
def write(root):
    """Put them into the tree at `root`, where they are not there so already."""
    for path, text in modules(root).items():
        place(os.path.join(root, path), text.encode())


def place(path, data):
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

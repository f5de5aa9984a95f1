"""Make text from outside safe for a terminal."""

import re

# C0 and C1 but tab and line feed, half characters (a file name that is no UTF-8), and what changes
# the direction of writing.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def plain(text: str) -> str:
    """Return `text` with all control characters spelt out: an escape is \x1b. For text from a
    board, a file or a command line: a name, a version, a path."""
    return _UNSEEN.sub(_spelt, text.replace("\r\n", "\n"))


def show(text: str) -> None:
    """Print `text`, plain."""
    print(plain(text))


def _spelt(sign):
    code = ord(sign[0])
    return ("\\x%02x" if code < 256 else "\\u%04x") % code

"""What tools/device asks of texts and bytes that MicroPython's do not have; tools/web/packs.py
lets its sources ask here."""

if False:  # for type checkers
    from typing import Any


def ljust(text: "Any", size: int, fill: "Any" = None) -> "Any":
    """Filled up at the end."""
    if fill is None:
        fill = b" " if isinstance(text, (bytes, bytearray)) else " "
    return text + fill * (size - len(text))


def encode(text: str, name: str = "utf-8") -> bytes:
    """In another spelling: names of files are within the first 65,536 letters."""
    if name != "utf-16-le":
        return text.encode()
    return b"".join([bytes((ord(letter) & 255, ord(letter) >> 8)) for letter in text])


def splitext(path: str) -> tuple[str, str]:
    """(stem, ending)."""
    stem, dot, ending = path.rpartition(".")
    return (stem, dot + ending) if dot and "/" not in ending else (path, "")


def dirname(path: str) -> str:
    """The folder a path lies in."""
    return path.rpartition("/")[0]


def joined(*parts: dict) -> dict:
    """One dict of several."""
    whole = {}
    for part in parts:
        whole.update(part)
    return whole


_PLAIN = [repr(bytes((byte,)))[2:-1].encode() for byte in range(256)]


def spelt(rows: list[tuple[str, bytes]]) -> str:
    """repr() of a list of (text, bytes): MicroPython's own takes a second for each 100 KB."""
    parts = []
    for name, data in rows:
        twice = b"'" in data and b'"' not in data
        _PLAIN[0x27] = b"'" if twice or b"'" not in data else b"\\'"
        quote = '"' if twice else "'"
        inside = b"".join([_PLAIN[byte] for byte in data]).decode()
        parts.append("(%s, b%s%s%s)" % (repr(name), quote, inside, quote))
    return "[" + ", ".join(parts) + "]"

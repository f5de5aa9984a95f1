"""The characters: computer players of a level, with habits and a name of their own.

A seat's name tells that a character plays there: no person or plain computer is called that.
"""

_PIECES = ("tiles", "cards")  # what there are habits at
# Name, level, habits at tiles (rules/tilegame/players/searches.py) and at cards (eight/players.py).
CHARACTERS: tuple[tuple, ...] = (
    ("LOU", "easy", b"\x03\x12\xff\x00\x00\x00\x02", b"\x02\x01"),  # overlooks half
    ("ROSA", "easy", b"\x03\x12\x00\x00\x00\x00\x04", b"\x20\x01"),  # moves no tile of a set
    ("MAX", "normal", b"\x03\x12\xff\x03\x00\x00\x04", b"\xff\x01"),  # lays three tiles or none
    ("CLEO", "hard", b"\x00\x28\xff\x00\x00\x00\x04", b"\x20\x04"),  # keeps jokers to the end
    ("OTTO", "hard", b"\x03\x12\xff\x00\x05\x00\x04", b"\x40\x01"),  # opens late
    ("VERA", "master", b"\x03\x12\xff\x00\x00\x23\x04", b"\x20\x01"),  # lays a tile, to draw none
)
NAMES = tuple([row[0] for row in CHARACTERS])


def level(name: str) -> str:
    """The level of a character; "" where there is none of that name."""
    return CHARACTERS[NAMES.index(name)][1] if name in NAMES else ""


def habits(name: str, pieces: str) -> bytes:
    """The habits of a character with a game's pieces (catalogue.pieces); b"" if it has none or
    there is no such character."""
    if name not in NAMES or pieces not in _PIECES:
        return b""
    return CHARACTERS[NAMES.index(name)][2 + _PIECES.index(pieces)]


# At what each is offered: where what is said of it (persons in assets/words) is true.
OFFERED = {"tiles": NAMES, "cards": ("LOU",)}

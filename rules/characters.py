"""The characters: computer players with a level, habits and a name of their own.

A seat's name says that a character plays there: no person and no plain computer has that name.
"""

# Name, level, habits at tiles (rules/tilegame/players/searches.py) and at cards (eight/players.py).
# Without habits at a game's pieces a character plays there as its level does.
CHARACTERS: tuple[tuple, ...] = (
    ("LOU", "easy", b"\x03\x12\xff\x00\x00\x00\x02", b"\x02"),  # overlooks half
    ("ROSA", "easy", b"\x03\x12\x00\x00\x00\x00\x04", b""),  # moves no tile of a set
    ("MAX", "normal", b"\x03\x12\xff\x03\x00\x00\x04", b""),  # lays three tiles or none
    ("CLEO", "hard", b"\x00\x28\xff\x00\x00\x00\x04", b""),  # keeps jokers to the end
    ("OTTO", "hard", b"\x03\x12\xff\x00\x05\x00\x04", b""),  # opens late
    ("VERA", "master", b"\x03\x12\xff\x00\x00\x00\x04", b""),  # lays a tile, to draw none
)
NAMES = tuple([row[0] for row in CHARACTERS])
# The characters to offer, by pieces: those whose description (`persons` of assets/words) is true.
OFFERED = {"tiles": NAMES, "cards": tuple([row[0] for row in CHARACTERS if row[3]])}


def level(name: str) -> str:
    """Return the level of a character, "" for any other name."""
    return CHARACTERS[NAMES.index(name)][1] if name in NAMES else ""


def habits(name: str, pieces: str) -> bytes:
    """Return the habits of a character with a game's pieces (catalogue.pieces), b"" for none."""
    if name not in NAMES or pieces not in OFFERED:
        return b""
    return CHARACTERS[NAMES.index(name)][2 if pieces == "tiles" else 3]

"""Tiles as one byte each, and their text.

0..51    a number tile: colour * 13 + (number - 1); colour 0 black, 1 red, 2 blue, 3 the fourth
52       a joker that stands for nothing yet (rack, pool)
53..247  a joker on the table: 53 + (number - 1) * 15 + (mask - 1); bit c of mask: maybe colour c.
         One bit is a definite tile; several bits are a joker not decided yet (T-7).
"""

from rules.base import RulesError, shown

NUMBERS = 13
KINDS = 52
JOKER = 52
STANDING = 53
LAST = 247
LETTERS = "krbo"
_READ = "krboKRBOygYG"  # y and g are other games' names for the fourth colour


def kind(colour: int, number: int) -> int:
    """Return the code of a number tile. colour 0..3, number 1..13."""
    return colour * 13 + number - 1


def joker_as(number: int, mask: int) -> int:
    """Return the code of a table joker: `number` in one of the colours of `mask` (1..15)."""
    return STANDING + (number - 1) * 15 + mask - 1


def number_of(code: int) -> int:
    """Return the number 1..13 of a tile or of what a table joker stands for; 0: a plain joker."""
    if code < JOKER:
        return code % 13 + 1
    if code == JOKER:
        return 0
    return (code - STANDING) // 15 + 1


def mask_of(code: int) -> int:
    """Return the colours that a tile may be, one bit each; 0 for a plain joker."""
    if code < JOKER:
        return 1 << (code // 13)
    if code == JOKER:
        return 0
    return (code - STANDING) % 15 + 1


def kinds_of(code: int) -> list[int]:
    """List the kinds that a number tile is, or that a joker with identity may be."""
    if code < JOKER:
        return [code]
    number = number_of(code)
    mask = mask_of(code)
    return [kind(colour, number) for colour in range(4) if mask >> colour & 1]


def plain(code: int) -> int:
    """Return the tile without its identity: a number tile, or JOKER for any joker."""
    return code if code < JOKER else JOKER


def counts(codes: bytes | bytearray) -> bytearray:
    """Count each tile: a bytearray of 53, all jokers last."""
    out = bytearray(53)
    for code in codes:
        out[code if code < JOKER else JOKER] += 1
    return out


def table_counts(table: list[bytes]) -> bytearray:
    """Count the tiles of all sets of a table, as `counts` does."""
    return counts(b"".join(table))


def contains(big: bytes | bytearray, small: bytes | bytearray) -> bool:
    """Tell whether counts `big` hold at least counts `small`."""
    for i in range(53):
        if small[i] > big[i]:
            return False
    return True


def weight(codes: bytes | bytearray, joker_penalty: int) -> int:
    """Sum what tiles cost on a rack: numbers at face value, a joker the game's penalty."""
    total = 0
    for code in codes:
        total += code % 13 + 1 if code < JOKER else joker_penalty
    return total


def parse(text: object) -> int:
    """Read a tile from its text ("r5", "k13", "*"). Raises RulesError."""
    if text == "*":
        return JOKER
    if isinstance(text, str) and 2 <= len(text) <= 3:
        colour = _READ.find(text[0])
        if colour >= 0 and "1" <= text[1] <= "9" and "0" <= text[-1] <= "9":
            number = int(text[1:])
            if number <= NUMBERS:
                return kind(colour % 4 if colour < 8 else 3, number)
    raise RulesError(
        '"%s" is not a tile: write a colour k, r, b or o and a number 1 to 13, '
        "or * for a joker." % shown(text)
    )


def text(code: int) -> str:
    """Return the text of a tile; every joker is "*"."""
    if code >= JOKER:
        return "*"
    return LETTERS[code // 13] + str(code % 13 + 1)


def parse_set(words: object) -> bytes:
    """Read a list of tile texts into bytes of codes. Raises RulesError."""
    if not isinstance(words, (list, tuple)):
        raise RulesError("A set or rack must be a list of tiles.")
    return bytes([parse(word) for word in words])


def set_text(codes: bytes | bytearray) -> list[str]:
    """Return the texts of tiles as a list."""
    return [text(code) for code in codes]


def check_table(table: object) -> list[bytes]:
    """Copy a table as a list of bytes. Raises RulesError unless it is a list of sets of codes."""
    out = []
    for codes in table if isinstance(table, (list, tuple)) else (None,):
        if not isinstance(codes, (bytes, bytearray)) or codes and max(codes) > LAST:
            raise RulesError("A table is a list of sets, each of them bytes of tiles.")
        out.append(bytes(codes))
    return out


def check_pack(used: bytes | bytearray, jokers: int = 2) -> None:
    """Refuse counts that no pack holds: over two equal tiles, over `jokers` jokers. Raises
    RulesError."""
    if max(used) > 2:
        for code in range(KINDS):
            if used[code] > 2:
                raise RulesError(
                    "There are %d tiles %s, but a pack has two." % (used[code], text(code))
                )
    if used[JOKER] > jokers:
        there = "is 1 joker" if used[JOKER] == 1 else "are %d jokers" % used[JOKER]
        raise RulesError("There %s, but this game has %d." % (there, jokers))

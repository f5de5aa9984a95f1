"""Tiles as one byte each, their code, and their text.

0..51    a number tile: colour * 13 + (number - 1); colour 0 black, 1 red, 2 blue, 3 the fourth.
         This code is also called the tile's kind.
52       a plain joker, which stands for no tile yet: on a rack or in the pool
53..247  a joker on the table, with its identity: 53 + (number - 1) * 15 + (mask - 1). Bit c of mask
         is set if it may have colour c; with several bits it is undecided (T-7).
"""

from rules.base import RulesError, clip

NUMBERS = 13
KINDS = 52
JOKER = 52
STANDING = 53  # the first code of a table joker
LAST = 247
LETTERS = "krbo"
_READ = "krboKRBOygYG"  # other games call the fourth colour y or g


class JudgedPlay:
    """A play that the referee has judged, with the attributes of `referee.Verdict`, whose own class
    would keep the referee's code in a handheld's memory while the move is made."""


def kind(colour: int, number: int) -> int:
    """Return the code of a number tile. colour 0..3, number 1..13."""
    return colour * 13 + number - 1


def joker_as(number: int, mask: int) -> int:
    """Return the code of a joker that stands for `number` in a colour of `mask` (1..15)."""
    return STANDING + (number - 1) * 15 + mask - 1


def number_of(code: int) -> int:
    """Return the number 1..13 of a tile, or of the tile that a joker stands for; 0: plain joker."""
    if code < JOKER:
        return code % 13 + 1
    if code == JOKER:
        return 0
    return (code - STANDING) // 15 + 1


def mask_of(code: int) -> int:
    """Return the mask of the colours that a tile or joker may have; 0 for a plain joker."""
    if code < JOKER:
        return 1 << (code // 13)
    if code == JOKER:
        return 0
    return (code - STANDING) % 15 + 1


def kinds_of(code: int) -> list[int]:
    """List the kinds that a tile may be: one for a number tile, several for an undecided joker."""
    if code < JOKER:
        return [code]
    number = number_of(code)
    mask = mask_of(code)
    return [kind(colour, number) for colour in range(4) if mask >> colour & 1]


def plain(code: int) -> int:
    """Return `code` without a joker's identity: JOKER for any joker."""
    return code if code < JOKER else JOKER


def counts(codes: bytes | bytearray) -> bytearray:
    """Return the number of tiles of each code 0..52, all jokers as 52."""
    out = bytearray(53)
    for code in codes:
        out[code if code < JOKER else JOKER] += 1
    return out


def table_counts(table: list[bytes]) -> bytearray:
    """Return the `counts` of all tiles of a table."""
    return counts(b"".join(table))


def contains(larger: bytes | bytearray, smaller: bytes | bytearray) -> bool:
    """Return True if `larger` counts at least as many tiles of each code as `smaller`."""
    for i in range(53):
        if smaller[i] > larger[i]:
            return False
    return True


def weight(codes: bytes | bytearray, joker_penalty: int) -> int:
    """Return the points that tiles on a rack cost: their numbers, the penalty for a joker."""
    total = 0
    for code in codes:
        total += code % 13 + 1 if code < JOKER else joker_penalty
    return total


def parse(text: object) -> int:
    """Return the code of a tile from its text ("r5", "k13", "*"). Raises RulesError."""
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
        "or * for a joker." % clip(text)
    )


def text(code: int) -> str:
    """Return the text of a tile; every joker is "*"."""
    if code >= JOKER:
        return "*"
    return LETTERS[code // 13] + str(code % 13 + 1)


def parse_set(words: object) -> bytes:
    """Return the codes of a list of tile texts. Raises RulesError."""
    if not isinstance(words, (list, tuple)):
        raise RulesError("A set or rack must be a list of tiles.")
    return bytes([parse(word) for word in words])


def set_text(codes: bytes | bytearray) -> list[str]:
    """List the texts of tiles."""
    return [text(code) for code in codes]


def check_table(table: object) -> list[bytes]:
    """Return a copy of a table as a list of bytes. Raises RulesError if it is no list of sets."""
    out = []
    for codes in table if isinstance(table, (list, tuple)) else (None,):
        if not isinstance(codes, (bytes, bytearray)) or codes and max(codes) > LAST:
            raise RulesError("A table is a list of sets, each of them bytes of tiles.")
        out.append(bytes(codes))
    return out


def check_pack(used: bytes | bytearray, jokers: int = 2) -> None:
    """Raise RulesError if a pack does not hold the counted tiles: more than two of a kind, or more
    than `jokers` jokers. used: see `counts`."""
    if max(used) > 2:
        for code in range(KINDS):
            if used[code] > 2:
                raise RulesError(
                    "There are %d tiles %s, but a pack has two." % (used[code], text(code))
                )
    if used[JOKER] > jokers:
        verb_phrase = "is 1 joker" if used[JOKER] == 1 else "are %d jokers" % used[JOKER]
        raise RulesError("There %s, but this game has %d." % (verb_phrase, jokers))

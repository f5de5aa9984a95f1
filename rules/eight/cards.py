"""Cards of 8 Round Rummy as one byte each, their text, the pack, and the goals of the rounds.

0..41   a number card: (colour * 3 + shape) * 7 + (number - 1); colour 0 red, 1 blue;
        shape 0 triangle, 1 square, 2 circle
42      a joker: any number, shape and colour (ER-7)
43      Reverse & New Hand (ER-9)
"""

from rules.base import RulesError, clip

NUMBERS = 7
SUITS = 6  # colour * 3 + shape
JOKER = 42
REVERSE = 43
KINDS = 44
HAND = 7
NONE = 255  # no card, no seat

# ER-1: the number of each number card, of jokers, and of Reverse & New Hand.
COPIES, JOKERS, REVERSES = 2, 8, 8

_COLOURS = "rb"
_SHAPES = "^#o"

# The goal of a round, bits of its number: all cards of one colour, of one shape, a straight 1 to 7,
# all of one number.
COLOUR, SHAPE, STRAIGHT, NUMBER = 1, 2, 4, 8
ROUNDS = (1, 2, 3, 4, 5, 6, 7, 8)
SHORT = (2, 4, 6, 8)  # ER-12


def copies(code: int) -> int:
    """Return how many cards with this code the pack holds."""
    if code == JOKER:
        return JOKERS
    return REVERSES if code == REVERSE else COPIES


def full_pack() -> bytearray:
    """Return the codes of a new pack, in order."""
    out = bytearray()
    for code in range(KINDS):
        for _ in range(copies(code)):
            out.append(code)
    return out


def card(colour: int, shape: int, number: int) -> int:
    """Return the code of a number card. colour 0..1, shape 0..2, number 1..7."""
    return (colour * 3 + shape) * 7 + number - 1


def counts(codes: bytes | bytearray) -> bytearray:
    """Return the number of cards of each code 0..43."""
    out = bytearray(KINDS)
    for code in codes:
        out[code] += 1
    return out


def holds(codes: bytes | bytearray, code: int) -> bool:
    """Return whether `codes` contain `code` (CircuitPython has no `int in bytearray`)."""
    return codes.find(bytes((code,))) >= 0


def text(code: int) -> str:
    """Return the text of a card: "r^4", "b#7", "ro2", "*", "<>"."""
    if code == JOKER:
        return "*"
    if code == REVERSE:
        return "<>"
    return _COLOURS[code // 21] + _SHAPES[code // 7 % 3] + str(code % 7 + 1)


def parse(word: object) -> int:
    """Return the code of a card from its text. Raises RulesError."""
    if word == "*":
        return JOKER
    if word == "<>":
        return REVERSE
    if isinstance(word, str) and len(word) == 3:
        colour = _COLOURS.find(word[0].lower())
        shape = _SHAPES.find(word[1].lower())
        number = "1234567".find(word[2])
        if colour >= 0 and shape >= 0 and number >= 0:
            return card(colour, shape, number + 1)
    raise RulesError(
        '"%s" is not a card: write a colour r or b, a shape ^, # or o and a number '
        "1 to 7, or * for a joker, <> for Reverse & New Hand." % clip(word)
    )


def parse_hand(words: object) -> bytes:
    """Return the codes of card texts. Raises RulesError, also for more of a card than the pack."""
    if not isinstance(words, (list, tuple)):
        raise RulesError("A hand must be a list of cards.")
    codes = bytes([parse(word) for word in words])
    for code in range(KINDS):
        count = codes.count(bytes((code,)))
        if count > copies(code):
            raise RulesError(
                "There are %d %s cards, but the pack has %d." % (count, text(code), copies(code))
            )
    return codes


def targets(goal: int) -> list[tuple[int, int, int]]:
    """List the ways to meet a goal: (colour, shape, number - 1) that all cards need, -1: any."""
    out = []
    for colour in (0, 1) if goal & COLOUR else (-1,):
        for shape in (0, 1, 2) if goal & SHAPE else (-1,):
            for number in range(7) if goal & NUMBER else (-1,):
                out.append((colour, shape, number))
    return out


def serving_flags(goal: int, target: tuple[int, int, int], codes: bytes | bytearray) -> bytearray:
    """Return a flag for each of `codes`: 1 if the card counts towards a goal by one of its
    `targets`. A joker always does, a Reverse & New Hand never; in a straight only the first of
    equal numbers.
    """
    colour, shape, number = target
    out = bytearray(len(codes))
    numbers_seen = 0
    for i in range(len(codes)):
        code = codes[i]
        if code == REVERSE:
            continue
        if code != JOKER:
            if (
                colour >= 0
                and code // 21 != colour
                or shape >= 0
                and code // 7 % 3 != shape
                or number >= 0
                and code % 7 != number
            ):
                continue
            if goal & STRAIGHT:
                bit = 1 << code % 7
                if numbers_seen & bit:
                    continue
                numbers_seen |= bit
        out[i] = 1
    return out


def nearest(goal: int, codes: bytes | bytearray) -> tuple[int, bytearray, tuple[int, int, int]]:
    """Return (number of cards that count, their `serving_flags`, target) for the best target."""
    best = -1
    for target in targets(goal):
        flags = serving_flags(goal, target, codes)
        count = sum(flags)
        if count > best:
            best, best_flags, best_target = count, flags, target
    return best, best_flags, best_target


def fits(goal: int, codes: bytes | bytearray) -> bool:
    """Return whether `codes` are seven cards that meet a goal (ER-6, ER-7)."""
    return len(codes) == HAND and nearest(goal, codes)[0] == HAND


def by_shape(code: int) -> int:
    """Return a sort key by shape, colour and number; jokers and Reverse & New Hand come last."""
    return (code // 7 % 3 if code < JOKER else 3) << 8 | code


def arrange(goal: int, codes: bytes | bytearray, flags: bytes | bytearray) -> bytearray:
    """Return `codes` sorted for a goal: the cards flagged in `flags` by number (straight) or suit,
    then jokers; then the others likewise, Reverse & New Hand last."""
    keys = []
    for i in range(len(codes)):
        code = codes[i]
        if code >= JOKER:
            key = 100 + code
        elif goal & STRAIGHT:
            key = code % 7 * 6 + code // 7
        else:
            key = code
        keys.append((0 if flags[i] else 1) << 16 | key << 8 | code)
    keys.sort()
    return bytearray([key & 255 for key in keys])

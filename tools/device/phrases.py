"""Texts as short codes of phrases. A phrase is a letter, or two phrases in a row.
lib/pocket/ui/words.py reads them.

A code begins with four bits, its kind. Each kind has a known number of further bits: the phrase's
number, counted from the first of that kind. High bits come first. After a text's last code its last
byte is filled up with ones, too few to be a code.

Phrases are grown from pairs that often stand together (Larsson and Moffat's Re-Pair) and thinned
out to those that save the most, then once more from pairs of these. A text is the sequence of codes
with the fewest bits.
"""

import math
from collections import Counter
from collections.abc import Iterable

from tools.device import kept

MOST = 1023  # phrases: the number above says of a left half that the right one is a letter
_GROWN = 1400
_MADE = 2  # phrases made before all is counted again
_GIVEN_UP = 24  # and given up at least
_ROUNDS = 2  # of more phrases made of those that stayed, and thinned out again
_MORE = 120  # in each
_KINDS = 16
_KIND_BITS = 4
_LAST = 4  # at least this many bits follow the last kind: seven ones are no code
_MOST_BITS = 9
_SIGN = 0xE000  # stands for the first phrase while they grow; in no text
_END = "\uf8ff"  # between two texts
_PIECE = 128  # phrases in a piece of the table


class Phrases:
    """The phrases of a language. table: their bytes, as a board reads them: how many bits follow
    each kind; how many bytes the letters beyond ASCII take, these; the pieces. Of each piece: lower
    bytes of the left halves, of the right ones; half bytes, that of the first phrase low: the upper
    bits of the right half, of the left one. A letter has the left half MOST; the right one is its
    code, or 128 and its place among those beyond ASCII."""

    def __init__(
        self, halves: dict[str, tuple[str, str]], letters: list[str], counts: Counter
    ) -> None:
        """halves: {phrase: (left, right)}. letters: all of them. counts: how often each phrase or
        letter is a code. Raises ValueError for too many of them, or of letters beyond ASCII."""
        known = sorted(letters + list(halves), key=lambda phrase: (-counts[phrase], phrase))
        if len(known) > MOST:
            raise ValueError
        sizes = _sizes([counts[phrase] for phrase in known])
        self._codes = {}  # phrase: (bits, value)
        self._coded = {}  # text: its bytes, once it was asked
        for kind, size in enumerate(sizes):
            for number in range(1 << size):
                if len(self._codes) < len(known):
                    phrase = known[len(self._codes)]
                    self._codes[phrase] = _KIND_BITS + size, kind << size | number
        self.bits = {phrase: bits for phrase, (bits, _) in self._codes.items()}
        self._begun = _begun(self.bits)
        self.letters = "".join(sorted(letter for letter in letters if ord(letter) > 127))
        far = self.letters.encode()
        self.table = bytes(sizes) + bytes((len(far),)) + far
        for first in range(0, len(known), _PIECE):
            self.table += self._piece(known, known[first : first + _PIECE], halves)

    def _piece(self, known, phrases, halves):
        numbers = {phrase: number for number, phrase in enumerate(known)}
        lefts, rights, uppers = bytearray(), bytearray(), bytearray(len(phrases) + 1 >> 1)
        for place, phrase in enumerate(phrases):
            if phrase in halves:
                left, right = (numbers[half] for half in halves[phrase])
            else:
                left, right = MOST, ord(phrase)
                if right > 127:
                    right = 128 + self.letters.index(phrase)
            lefts.append(left & 255)
            rights.append(right & 255)
            uppers[place >> 1] |= (left >> 8 | right >> 8 << 2) << 4 * (place & 1)
        return bytes(lefts.ljust(_PIECE, b"\0") + rights.ljust(_PIECE, b"\0") + uppers)

    def code(self, text: str) -> bytes:
        """A text as bytes."""
        if text not in self._coded:
            self._coded[text] = self._code(text)
        return self._coded[text]

    def _code(self, text):
        value, size = 1, 0
        for phrase in _parsed(_places(text, self._begun), self.bits):
            bits, code = self._codes[phrase]
            value, size = value << bits | code, size + bits
        filled = -size % 8
        value = (value + 1 << filled) - 1
        return value.to_bytes((size + filled) // 8 + 1, "big")[1:]


def _sizes(counts):
    """How many bits follow each kind, so that the codes take the fewest; counts: how often each
    phrase is one, the most first."""
    sums = [0]
    for count in counts:
        sums.append(sums[-1] + count)
    ways = {0: (0, ())}  # phrases that have a code: (bits in all, sizes)
    for kind in range(_KINDS):
        further = {}
        for first, (bits, sizes) in ways.items():
            for size in range(_LAST if kind == _KINDS - 1 else 0, _MOST_BITS + 1):
                end = min(len(counts), first + (1 << size))
                total = bits + (sums[end] - sums[first]) * (_KIND_BITS + size)
                if end not in further or total < further[end][0]:
                    further[end] = total, sizes + (size,)
                if end == len(counts):
                    break
        ways = further
    return ways[len(counts)][1]


def _begun(phrases):
    """{beginning of a phrase: the phrase, or "" where it is none itself}."""
    begun = {phrase[:end]: "" for phrase in phrases for end in range(1, len(phrase))}
    return {**begun, **{phrase: phrase for phrase in phrases}}


def _places(text, begun):
    """Of each place of a text the phrases that begin there, the shortest first; begun: `_begun`.
    Told once for many a `_parsed`."""
    places = []
    ends = range(len(text) + 1)
    for begin in range(len(text)):
        here = []
        for end in ends[begin + 1 :]:
            phrase = begun.get(text[begin:end])
            if phrase:
                here.append((end, phrase))
            elif phrase is None:
                break
        places.append(here)
    return places


def _parsed(places, bits):
    """The row of phrases that make a text with the fewest bits; places: see `_places`. bits:
    {phrase: its bits}, of no others is it made."""
    best = [0.0] + [math.inf] * len(places)
    last = [""] * len(best)
    bits_of = bits.get
    for so_far, here in zip(best, places):
        for end, phrase in here:
            cost = so_far + bits_of(phrase, math.inf)
            if cost < best[end]:
                best[end] = cost
                last[end] = phrase
    row = []
    end = len(places)
    while end:
        row.append(last[end])
        end -= len(last[end])
    return row[::-1]


def _grown(texts):
    """(halves, letters, counts) of phrases made pair by pair. No right half ends with a space: with
    words that begin with theirs there are fewer phrases in two forms."""
    text = _END.join(texts)
    many = changed = _pairs(text)
    letters = sorted(set(text) - {_END})
    said = {letter: letter for letter in letters}  # what each sign stands for
    halves = {}
    while len(said) < _GROWN:
        for pair in list(changed):
            if many[pair] < 3 or _END in pair or said[pair[1]][-1] == " ":
                del many[pair]  # for good: it becomes no more
        changed = Counter()
        taken = set()
        for left, right in _often(many):
            if len(taken) >= 2 * _MADE or len(said) == _GROWN:
                break
            if left in taken or right in taken:
                continue
            taken |= {left, right}
            sign = chr(_SIGN + len(said))
            said[sign] = said[left] + said[right]
            halves[said[sign]] = said[left], said[right]
            rest = text.split(left + right)
            text = sign.join(rest)
            edges = [piece[0] + _END + piece[-1] if piece[2:] else piece for piece in rest]
            gone, come = _pairs((left + right).join(edges)), _pairs(sign.join(edges))
            many.subtract(gone)
            many.update(come)
            changed |= gone | come
        if not taken:
            break
    counts = Counter()
    for sign, times in Counter(text).items():
        if sign != _END:
            counts[said[sign]] += times
    return halves, letters, counts


def _often(many):
    """The pairs, those that stand together most often first."""
    for often in sorted(set(many.values()), reverse=True):
        yield from sorted(pair for pair, times in many.items() if times == often)


def _pairs(text):
    return Counter(zip(text, text[1:]))


def _cheap(halves, letters, counts):
    """{phrase: its bits}, as they would be if each could have any number of them."""
    total = sum(counts.values()) + len(halves)
    return {phrase: -math.log2((counts[phrase] + 0.5) / total) for phrase in [*halves, *letters]}


def _counted(places, bits):
    """How often each phrase is a code of the texts; places: see `_thinned`."""
    return Counter(phrase for here in places for phrase in _parsed(here, bits))


def _halved(phrase, known, counts):
    """The two halves of a phrase: phrases that are codes themselves, if there are such."""
    pairs = [(phrase[:i], phrase[i:]) for i in range(1, len(phrase))]
    pairs = [pair for pair in pairs if pair[0] in known and pair[1] in known]
    return max(pairs, key=lambda pair: sum(counts[half] > 0 for half in pair))


def _thinned(texts, halves, letters, counts):
    """Halves and counts of the MOST phrases that help the most, and the `_places` of the texts."""
    begun = _begun([*halves, *letters])
    places = [_places(text, begun) for text in texts]
    while True:
        bits = _cheap(halves, letters, counts)
        counts = _counted(places, bits)
        excess = len(bits) - MOST
        if excess <= 0:
            return halves, counts, places
        halves = {phrase: _halved(phrase, bits, counts) for phrase in halves}
        needed = {half for pair in halves.values() for half in pair}
        losses = sorted(
            (counts[phrase] * (bits[left] + bits[right] - bits[phrase]), phrase)
            for phrase, (left, right) in halves.items()
            if phrase not in needed
        )
        for _loss, phrase in losses[: min(excess, max(_GIVEN_UP, excess // 2))]:
            del halves[phrase]


def _joined(places, halves, letters, counts):
    """Halves with the phrases more that would help the most: pairs of those that are codes.
    places: see `_thinned`."""
    bits = _cheap(halves, letters, counts)
    pairs = Counter()
    for here in places:
        row = _parsed(here, bits)
        pairs.update(zip(row, row[1:]))
    total = sum(counts.values())
    gains = [
        (times * (bits[left] + bits[right] + math.log2(times / total)), left, right)
        for (left, right), times in pairs.items()
        if times > 2 and left + right not in bits
    ]
    more = sorted(gains, reverse=True)[:_MORE]
    return {**halves, **{left + right: (left, right) for _gain, left, right in more}}


def made(texts: tuple[str, ...]) -> Phrases:
    """The Phrases that a tuple of texts is told in shortly; they take seconds. The code of each
    text is kept with them."""
    return kept.once(("phrases", texts), lambda: _made(texts))


def _made(texts):
    halves, letters, counts = _grown(texts)
    halves, counts, places = _thinned(texts, halves, letters, counts)
    for _ in range(_ROUNDS):
        more = _joined(places, halves, letters, counts)
        halves, counts, places = _thinned(texts, more, letters, counts)
    known = Phrases(halves, letters, counts)
    known = Phrases(halves, letters, _counted(places, known.bits))
    for text in texts:
        known.code(text)
    return known


def spelled(texts: Iterable[str]) -> Phrases:
    """The Phrases of texts letter by letter, made at once. Raises ValueError for too many different
    letters."""
    return Phrases({}, sorted(set("".join(texts))), Counter())

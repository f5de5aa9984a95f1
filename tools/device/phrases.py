"""Texts as short codes of phrases: pairs of letters that stand together often are one phrase, pairs
of phrases are one again (Larsson and Moffat's Re-Pair). lib/pocket/words.py reads them.

A code is two or three half bytes: with T the first byte of the table of phrases, a first half byte
below T says that one more follows, else two more do. Half bytes lie high before low; a text
ends with its last whole byte.
"""

import functools
from collections import Counter

MOST = 640
_SHORT = 16  # phrases for each first half byte below T
_LONG = 256  # for each other one
_LETTER = 0xF00000  # and more: a letter's code point
_SIGN = 0xE000  # stands for the first phrase while they are made; in no text
_END = "\uf8ff"  # between two texts


class Phrases:
    """The phrases of a language. table: their bytes, as a board reads them."""

    def __init__(self, pairs, letters, counts):
        """pairs: {sign: (left, right)} in the order they were made. letters: all of them. counts:
        how often each sign or letter is a code."""
        signs = sorted(letters + list(pairs), key=lambda sign: (-counts[sign], sign))
        first = next(
            first for first in range(16, -1, -1) if _room(first) >= len(signs)
        )  # the short codes end here
        self._pairs = pairs
        self._codes = {}
        for number, sign in enumerate(signs):
            if number < _SHORT * first:
                self._codes[sign] = "%02x" % number
            else:
                self._codes[sign] = "%03x" % (number - _SHORT * first + _LONG * first)
        numbers = {sign: number for number, sign in enumerate(signs)}
        self.table = bytes((first,))
        for sign in signs:
            if sign in pairs:
                left, right = pairs[sign]
                value = numbers[left] << 12 | numbers[right]
            else:
                value = _LETTER + ord(sign)
            self.table += value.to_bytes(3, "little")

    def code(self, text):
        """A text as bytes."""
        for sign, (left, right) in self._pairs.items():
            text = text.replace(left + right, sign)
        digits = "".join(self._codes[sign] for sign in text)
        return bytes.fromhex(digits + "0" * (len(digits) % 2))


def _room(first):
    return _SHORT * first + _LONG * (16 - first)


@functools.lru_cache(maxsize=32)
def made(texts):
    """The Phrases that a tuple of texts is told in shortly."""
    text = _END.join(texts)
    letters = sorted(set(text) - {_END})
    pairs = {}
    while len(letters) + len(pairs) < MOST:
        many = Counter(pair for pair in zip(text, text[1:]) if _END not in pair)
        taken = set()
        for (left, right), times in many.most_common(12):
            if times < 3 or left in taken or right in taken:
                continue
            if len(letters) + len(pairs) == MOST:
                break
            taken |= {left, right}
            sign = chr(_SIGN + len(pairs))
            pairs[sign] = (left, right)
            text = text.replace(left + right, sign)
        if not taken:
            break
    return Phrases(pairs, letters, Counter(text))


def spelled(texts):
    """The Phrases of texts letter by letter, made at once. Raises ValueError for more than 256
    letters."""
    letters = sorted(set("".join(texts)))
    if len(letters) > _room(16):
        raise ValueError
    return Phrases({}, letters, Counter())

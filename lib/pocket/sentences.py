"""What the rules and the saves say, in the language that is set. Loaded when something is told.

The rules speak English. Section "sentences" of the table has each of their sentences with a "%" for
what changes (a number, tiles one after the other), and behind it what a player reads, with {0}, {1}
in these places.
"""

from pocket import settings, words


def told(text, other=None):
    """Sentences of the rules as a player reads them. One that the table lacks stays as it is, or in
    a language that is not English becomes `other`."""
    said = _said(text)
    if said is None and ". " in text:
        said = " ".join([told_one(part + ".") for part in text[:-1].split(". ")])
    if said is None and ": " in text:  # "not saved: why"
        head, _, tail = text.partition(": ")
        said = told_one(head) + ": " + told_one(tail)
        if said == text:
            said = None
    if said is None:
        said = text if settings.language == words.ENGLISH else other or text
    return said


def told_one(text):
    """A single sentence, or itself where the table lacks it."""
    return _said(text) or text


def _said(text):
    """What the table has for a text, its values put in, or None."""
    key, values = [], []
    tile = False  # the word before was one
    for word in text.split(" "):
        end = len(word)
        while end and word[end - 1] in ".,:;":
            end -= 1
        was, tile = tile, _tile(word[:end])
        if tile and was:
            values[-1] += " " + word[:end]
            key[-1] = "%" + word[end:]
        elif tile or word[:end].isdigit():
            values.append(word[:end])
            key.append("%" + word[end:])
        else:
            key.append(word)
        tile = tile and end == len(word)
    key = " ".join(key)
    why = " is neither a group" in key and _why_none(values[0])
    if why:
        return why
    said = words.named("@sentences", key)
    return said and said.format(*values)


def _why_none(text):
    """Why tiles are no set, where that is said in a word: one lies there twice, or a run lacks one.
    Else ""."""
    codes = text.split(" ")
    for code in codes:
        if code != "*" and codes.count(code) > 1:
            return words.say("@play.twice", text, code)
    numbers = [int(code[1:]) for code in codes if code != "*"]
    if len(numbers) == len(codes) and len({code[0] for code in codes}) == 1:
        lacks = [i for i in range(min(numbers), max(numbers)) if i not in numbers]
        if len(lacks) == 1:
            return words.say("@play.lacks", text, text[0] + str(lacks[0]))
    return ""


def _tile(word):
    """True for a tile as the rules write it: "r5", "*"."""
    return word[:1] == "*" or (word[:1] in "krbo" and word[1:].isdigit())

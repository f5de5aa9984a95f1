"""The packed file of a language, its texts and help: lib/pocket/words.py and ui/pages.py read it.

"PRW2", the number of the table of names (4 bytes), how many blocks (1), where each begins and the
last ends (3 bytes each). A block ends with its CRC32. All numbers little-endian. Blocks:

    0  the language's own name, UTF-8
    1  its letters beyond ASCII, UTF-8
    2  phrases: how many less one (1), where each begins and the last ends (2 bytes each, from the
       block's begin), their UTF-8. A text is a row of bytes, each the number of a phrase.
    3  the names of the help texts, each with a newline
    4  ... the sections of the table: how many texts (1), where each begins and the last ends (2
       bytes each, from the block's begin), the texts in phrases; before each the lower half
       of its key's CRC32 (2 bytes) where texts are looked up by name
       ... the help texts: of each line 2 bytes, its length in phrases and its kind << 12

What a language lacks is there in English: a text, a page, a whole help text.
"""

import binascii
import functools
import importlib.abc
import importlib.machinery
import os
import sys
from collections import Counter

from tools.device import wordtable

HELP = os.path.join("assets", "help")
NAME, LETTERS, PHRASES, BOOKS, SECTIONS = range(5)  # blocks
TEXT, RULING, PICTURE, TITLE, ORDER = 0, 1, 2, 4, 5  # kinds of lines; 3 is the panel's own
_MOST = 256  # phrases
_END = "\ue000"  # between two texts while phrases are looked for; in no text


# -- help texts ------------------------------------------------------------------------------------


def books(root, language):
    """The names of the help texts there are in a language, sorted."""
    folder = os.path.join(root, HELP, language)
    if not os.path.isdir(folder):
        return []
    return sorted(name[:-4] for name in os.listdir(folder) if name.endswith(".txt"))


def read(root, language, name):
    """A help text as [(kind, text)]: see lib/pocket/ui/book.py. Raises WordError."""
    path = os.path.join(root, HELP, language, name + ".txt")
    try:
        with open(path, encoding="utf-8") as stream:
            lines = stream.read().split("\n")
    except (OSError, UnicodeDecodeError):
        raise wordtable.WordError("%s/%s/%s.txt cannot be read." % (HELP, language, name))
    found = []
    for line in lines:
        line = line.strip()
        if line[:1] == "#":
            found.append((TITLE, line[1:].strip()))
        elif line[:2] == "= ":
            found.append((PICTURE, line[2:]))
        elif line[:1] == "*":
            found.append((RULING, line[1:]))
        elif line[:1] == "@":
            found.append((ORDER, line[1:]))
        elif line:
            found.append((TEXT, line))
    return found


def pages(lines):
    """Lines parted into pages, each from its title on."""
    found = []
    for kind, text in lines:
        if kind == TITLE or not found:
            found.append([])
        found[-1].append((kind, text))
    return found


def book(root, language, name):
    """The lines of a help text in a language; pages it lacks or leaves empty ("#") in English."""
    english = pages(read(root, wordtable.FULL, name))
    own = pages(read(root, language, name)) if name in books(root, language) else []
    found = []
    for i in range(len(english)):
        found += own[i] if i < len(own) and own[i] != [(TITLE, "")] else english[i]
    return found


def _line(kind, text):
    """A line as the board reads it: signs for the names of buttons, a ruling without its clause."""
    text = wordtable.signed(text)
    return text.partition(" ")[2] if kind == RULING else text


# -- phrases ---------------------------------------------------------------------------------------


@functools.lru_cache(maxsize=32)
def phrases(texts):
    """At most 256 pieces of text, all letters among them, that the texts (a tuple) are made of in
    few pieces: pairs that stand together most often become one, again and again; then what is
    seldom used goes."""
    letters = sorted(set("".join(texts)))
    if len(letters) > _MOST:
        raise wordtable.WordError("%d different letters are more than %d." % (len(letters), _MOST))
    found = {letter: letter for letter in letters}  # sign in `text`: the phrase
    text = _END.join(texts)
    while len(found) < _MOST * 3 // 2:
        pairs = Counter(pair for pair in zip(text, text[1:]) if _END not in pair)
        taken = set()
        for (left, right), many in pairs.most_common(16):
            if many < 4 or left in taken or right in taken:
                continue
            taken |= {left, right}
            sign = chr(ord(_END) + 1 + len(found))
            found[sign] = found[left] + found[right]
            text = text.replace(left + right, sign)
        if not taken:
            break
    known = set(found.values())
    while len(known) > _MOST:
        used = Counter(piece for line in texts for piece in pieces(line, known))
        worth = sorted(
            (piece for piece in known if len(piece) > 1), key=lambda x: (used[x] * (len(x) - 1), x)
        )
        known -= set(worth[: (len(known) - _MOST + 1) // 2])
    return sorted(known)


def pieces(text, known):
    """A text as the fewest phrases out of `known`."""
    longest = max(map(len, known), default=0)
    least = [(0, 0)]  # of each place: how many phrases lead there, the length of the last
    for end in range(1, len(text) + 1):
        least.append(
            min(
                (least[end - size][0] + 1, size)
                for size in range(1, min(longest, end) + 1)
                if text[end - size : end] in known
            )
        )
    out = []
    end = len(text)
    while end:
        size = least[end][1]
        out.append(text[end - size : end])
        end -= size
    return out[::-1]


def code(text, known):
    """A text as bytes, each the number of a phrase. known: {phrase: number}."""
    return bytes(known[piece] for piece in pieces(text, known))


# -- the file --------------------------------------------------------------------------------------


def packed(root, language, small=True):
    """The bytes of one language of the tree at `root`. small: with phrases, which takes a second;
    else each letter is one. Raises WordError."""
    full = wordtable.load(root)
    own = full if language == wordtable.FULL else wordtable.load(root, language)
    names = books(root, wordtable.FULL)
    sections = [_section(full, own, name) for name in full]
    helps = [
        [(kind, _line(kind, text)) for kind, text in book(root, language, name)] for name in names
    ]
    texts = [text for lines in sections for _mark, text in lines]
    texts += [text for lines in helps for _kind, text in lines]
    known = phrases(tuple(texts)) if small else sorted(set("".join(texts)))
    if len(known) > _MOST:
        raise wordtable.WordError("%s has more than %d letters." % (language, _MOST))
    numbers = {phrase: number for number, phrase in enumerate(known)}
    letters = sorted({letter for letter in "".join(texts) if ord(letter) > 127})
    blocks = [
        own.get("language", {}).get("name", language).encode(),
        "".join(letters).encode(),
        _table([phrase.encode() for phrase in known], len(known) - 1),
        "".join(name + "\n" for name in names).encode(),
    ]
    for lines in sections:
        blocks.append(_table([mark + code(text, numbers) for mark, text in lines], len(lines)))
    for lines in helps:
        block = b""
        for kind, text in lines:
            data = code(text, numbers)
            block += (len(data) | kind << 12).to_bytes(2, "little") + data
        blocks.append(block)
    return _file(blocks, wordtable.numbers(full)["@@"])


def _section(full, own, name):
    """[(mark, text)] of a section in their order; mark: two bytes that stand for the key where a
    text is looked up by name."""
    lines = []
    for key, text in wordtable.lines(full[name]):
        said = own.get(name, {}).get(key, text)
        if len(wordtable.forms(said)) != len(wordtable.forms(text)):
            raise wordtable.WordError("%s.%s has another number of forms." % (name, key))
        mark = binascii.crc32(key.encode()).to_bytes(4, "little")[:2]
        if not full[name].get("named"):
            mark = b""
        elif mark in [known for known, _text in lines]:
            raise wordtable.WordError("%s.%s: call it otherwise." % (name, key))
        lines += [(mark, wordtable.signed(form)) for form in wordtable.forms(said)]
    return lines


def _table(items, count):
    """How many, where each begins and the last ends, the items."""
    at = 1 + 2 * (len(items) + 1)
    head = bytes((count,))
    for item in items:
        head += at.to_bytes(2, "little")
        at += len(item)
    return head + at.to_bytes(2, "little") + b"".join(items)


def _file(blocks, fits):
    blocks = [block + binascii.crc32(block).to_bytes(4, "little") for block in blocks]
    at = 9 + 3 * (len(blocks) + 1)
    head = b"PRW2" + fits.to_bytes(4, "little") + bytes((len(blocks),))
    for block in blocks:
        head += at.to_bytes(3, "little")
        at += len(block)
    return head + at.to_bytes(3, "little") + b"".join(blocks)


# -- the program from its sources ------------------------------------------------------------------


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the device's modules in their sources and puts numbers for names while they load. What
    was compiled is kept: rooms drop modules and load them again all the time."""

    def __init__(self, root):
        self.root = root
        self.known = wordtable.numbers(wordtable.load(root))
        self.made = {}

    def find_spec(self, name, path, target=None):
        if name.partition(".")[0] not in ("pocket", "rules"):
            return None
        found = importlib.machinery.PathFinder.find_spec(name, path, target)
        if found and isinstance(found.loader, importlib.machinery.SourceFileLoader):
            found.loader = _Loader(name, found.origin, self)
        return found


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name, path, finder):
        super().__init__(name, path)
        self.finder = finder

    def get_code(self, name):
        when = self.path_stats(self.path)["mtime"]  # past whatever stands for os here
        made = self.finder.made.get(self.path)
        if made is None or made[0] != when:
            text = self.get_data(self.path).decode()
            if name.startswith("pocket."):
                text = wordtable.numbered(self.path, text, self.finder.known)
            made = self.finder.made[self.path] = when, compile(text, self.path, "exec")
        return made[1]


def install(root):
    """Let the device's modules of the tree at `root` be imported from source on this machine: the
    languages are packed beside their tables, where pocket.words looks for them."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    if not wordtable.languages(root):
        return
    for language in wordtable.languages(root):
        path = os.path.join(root, wordtable.FOLDER, language + ".bin")
        data = packed(root, language, False)
        try:
            with open(path, "rb") as stream:
                if stream.read() == data:
                    continue
        except OSError:
            pass
        with open("%s.%d" % (path, os.getpid()), "wb") as stream:
            stream.write(data)
        os.replace("%s.%d" % (path, os.getpid()), path)  # another process may do the same
    sys.meta_path.insert(0, _Finder(root))

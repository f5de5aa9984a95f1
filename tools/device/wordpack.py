"""The packed file of a language, its texts and help: ui/words.py and ui/book.py read it.

"PRW8", the number of the table of names (4 bytes), how many blocks (1), where each begins and the
last ends (2 bytes each). A block ends with three bytes of its CRC32, the lowest first. All numbers
little-endian. Blocks:

    0  the language's own name, UTF-8
    1  phrases (tools/device/phrases.py). A text is a row of their codes.
    2  the names of the help texts, each with a newline; blocks 2 to 4 in English's file alone
    3  pictures and orders of all help texts: where each begins and the last ends in the block
       (2 bytes each), the lines
    4  what stands for the texts of sections that are looked up by name, in the same way: the lower
       half of their key's CRC32 (2 bytes)
    5  ... the sections of the table: how many texts (1), of each its bytes (1), the texts
       ... the help texts: of each line a byte, its kind << 5 and how many bytes it has; of 28 and
       more the bytes beyond 28, with the byte that follows, + 28 << 8. A picture or an order has
       its number in block 3 there, the upper byte first (an order with words to read is of kind 6)

What a language lacks is there in English: a text, a page, a whole help text.
"""

import binascii
import functools
import os

from tools.device import kept, made, phrases, wordtable
from tools.place import put

HELP = os.path.join("assets", "help")
NAME, PHRASES, BOOKS, SHARED, MARKS, SECTIONS = range(6)  # blocks
TEXT, RULING, PICTURE, TITLE, ORDER = 0, 1, 2, 4, 5  # kinds of lines; 3 is the panel's own
_HINT = 6  # an order with words to read, as it is packed
_LONGEST = 255  # bytes of a text
_SHORT = 28  # a line of help with fewer bytes says so in one


# -- help texts ------------------------------------------------------------------------------------


def books(root: str, language: str) -> list[str]:
    """The names of the help texts there are in a language, sorted."""
    folder = os.path.join(root, HELP, language)
    if not os.path.isdir(folder):
        return []
    names = [name for name in os.listdir(folder) if not name.startswith(".")]
    return sorted(name[:-4] for name in names if name.endswith(".txt"))


def read(root: str, language: str, name: str) -> list[tuple]:
    """A help text as [(kind, text)]: see lib/pocket/ui/book.py. Raises WordError."""
    path = os.path.join(root, HELP, language, name + ".txt")
    try:
        with open(path, encoding="utf-8") as stream:
            lines = stream.read().split("\n")
    except (OSError, UnicodeDecodeError):
        raise wordtable.WordError("%s/%s/%s.txt cannot be read." % (HELP, language, name))
    typed = []
    for line in lines:
        line = line.strip()
        if line[:1] == "#":
            typed.append((TITLE, line[1:].strip()))
        elif line[:2] == "= ":
            typed.append((PICTURE, line[2:]))
        elif line[:1] == "*":
            typed.append((RULING, line[1:]))
        elif line[:1] == "@":
            typed.append((ORDER, line[1:]))
        elif line:
            typed.append((TEXT, line))
    return typed


def pages(lines: list[tuple]) -> list[list[tuple]]:
    """Lines as pages, each from its title on."""
    out: list[list[tuple]] = []
    for kind, text in lines:
        if kind == TITLE or not out:
            out.append([])
        out[-1].append((kind, text))
    return out


def book(root: str, language: str, name: str) -> list[tuple]:
    """The lines of a help text in a language; pages it lacks or leaves empty ("#") in English."""
    english = pages(read(root, wordtable.FULL, name))
    own = pages(read(root, language, name)) if name in books(root, language) else []
    out = []
    for i in range(len(english)):
        out += own[i] if i < len(own) and own[i] != [(TITLE, "")] else english[i]
    return out


def _line(kind, text):
    """A line as the board reads it: signs for the names of buttons, a ruling without its clause."""
    text = wordtable.signed(text)
    return text.partition(" ")[2] if kind == RULING else text


# -- the file --------------------------------------------------------------------------------------


def packed(
    root: str,
    language: str,
    small: bool = True,
) -> bytes:
    """The bytes of one language of the tree at `root`. small: with phrases, which takes a second;
    else letter by letter. Raises WordError."""
    full = wordtable.load(root)
    own = full if language == wordtable.FULL else wordtable.load(root, language)
    names = books(root, wordtable.FULL)
    sections = [_section(full, own, name) for name in full]
    helps = [
        [(kind, _line(kind, text)) for kind, text in book(root, language, name)] for name in names
    ]
    texts = [text for lines in sections for text in lines]
    texts += [text for lines in helps for kind, text in lines if not _same(kind, text)]
    if any("\ue000" <= letter <= "\uf8ff" for text in texts for letter in text):
        # signs of ours, while phrases are made
        raise wordtable.WordError("%s has a letter of U+E000 to U+F8FF: no font has it." % language)
    try:
        known = phrases.made(tuple(texts)) if small else phrases.spelled(texts)
    except ValueError:
        raise wordtable.WordError("%s has too many different letters." % language)
    shared = _shared(root, names)
    blocks = [own.get("language", {}).get("name", language).encode(), known.table, b"", b"", b""]
    if language == wordtable.FULL:
        blocks[BOOKS] = "".join(name + "\n" for name in names).encode()
        blocks[SHARED] = _found_by_number([line.encode() for line in shared])
        named = [_marks(full, name) for name in full]
        blocks[MARKS] = _found_by_number(named)
    for lines in sections:
        coded = [known.code(text) for text in lines]
        if max(map(len, coded), default=0) > _LONGEST:
            raise wordtable.WordError("A text of %s is too long." % language)
        blocks.append(bytes((len(coded), *map(len, coded))) + b"".join(coded))
    for lines in helps:
        block = b""
        for kind, text in lines:
            if _same(kind, text):
                block += (shared.index(text) | kind << 13).to_bytes(2, "big")
                continue
            data = known.code(text)
            kind = (_HINT if kind == ORDER else kind) << 5
            beyond = len(data) - _SHORT
            if beyond < 0:
                block += bytes((kind | len(data),)) + data
            elif beyond < 1024:
                block += bytes((kind | _SHORT + (beyond >> 8), beyond & 255)) + data
            else:
                raise wordtable.WordError("A line of %s/%s is too long." % (HELP, language))
        blocks.append(block)
    return _file(blocks, wordtable.numbers(full)["@@"])


def _same(kind, text):
    """True for a line of help that is the same in every language."""
    return kind == PICTURE or (kind == ORDER and not text.startswith("hint "))


def _shared(root, names):
    """The lines of these help texts that are the same in every language, each once."""
    shared = set()
    for name in names:
        for kind, text in read(root, wordtable.FULL, name):
            if _same(kind, text):
                shared.add(_line(kind, text))
    return sorted(shared)


def _found_by_number(data):
    """Bytes behind the places where each begins and the last ends."""
    ends = [2 * (len(data) + 1)]
    for line in data:
        ends.append(ends[-1] + len(line))
    return b"".join(end.to_bytes(2, "little") for end in ends) + b"".join(data)


def _section(full, own, name):
    """The texts of a section in their order."""
    lines = []
    for key, text in wordtable.lines(full[name]):
        said = own.get(name, {}).get(key, text)
        if len(wordtable.forms(said)) != len(wordtable.forms(text)):
            raise wordtable.WordError("%s.%s has another number of forms." % (name, key))
        lines += [wordtable.signed(form) for form in wordtable.forms(said)]
    return lines


def _marks(full, name):
    """What stands for the keys of a section, two bytes for each text; nothing where none is looked
    up by name."""
    marks = []
    for key, text in wordtable.lines(full[name]) if full[name].get("named") else ():
        mark = binascii.crc32(key.encode()).to_bytes(4, "little")[:2]
        if mark in marks:
            raise wordtable.WordError("%s.%s: call it otherwise." % (name, key))
        marks += [mark] * len(wordtable.forms(text))
    return b"".join(marks)


def _file(blocks, fits):
    blocks = [block + binascii.crc32(block).to_bytes(4, "little")[:3] for block in blocks]
    start = 9 + 2 * (len(blocks) + 1)
    head = b"PRW8" + fits.to_bytes(4, "little") + bytes((len(blocks),))
    for block in blocks:
        head += start.to_bytes(2, "little")
        start += len(block)
    return head + start.to_bytes(2, "little") + b"".join(blocks)


# -- beside the sources ----------------------------------------------------------------------------


@functools.cache
def install(root: str) -> None:
    """Let the device's modules of the tree at `root` be imported from source on this machine: what
    is written for them lies there (made.py), the languages are packed beside their tables, where
    pocket.ui.words looks for them. Once a process: read on, a start of a simulated handheld took
    twice as long."""
    made.write(root)
    sources = kept.digest(root, "assets/words/*.toml", "assets/help/**/*.txt")
    for language in wordtable.languages(root):
        path = os.path.join(root, wordtable.FOLDER, language + ".bin")
        asked = "words", language, sources
        put(path, kept.once(asked, functools.partial(packed, root, language, False)))

"""Pack a language's texts and help into one file, which ui/words.py and ui/book.py read.

    offset  bytes
    0       4      "PRW9"
    4       4      the number of the table of names (wordtable.numbers)
    8       1      n, the number of blocks
    9       2      offsets of block 0, block 1 ...; n + 1 numbers, the last is the file's end

Numbers are little-endian. Each block ends with the lower three bytes of its CRC32. Blocks:

    0       the language's own name, UTF-8
    1       n, the number of letters beyond ASCII (1), these letters (2 bytes each, big-endian),
            then pairs of bytes: in a text byte 128 + i is letter i, or where i >= n pair i - n
    2       the names of the help texts, each with a newline; English only
    3       an index of keys: where each section's part begins and the last ends in the block (2
            bytes each), then two bytes for each text, the lower half of its key's CRC32; nothing
            for a section that is not looked up by name; English only
    4 ...   the sections: the number of texts (1), the bytes of each (1), the texts
    ...     the help texts: each line is kind << 13 | its bytes (2, big-endian), then the line

A text, a page or a help text that a language lacks is in English.
"""

import binascii
import collections
import functools
import glob
import itertools
import os
import re

from tools.device import kept, made, wordtable
from tools.place import write_file

HELP = os.path.join("assets", "help")
NAME, PAIRS, HELP_NAMES, KEY_INDEX, SECTIONS = range(5)  # blocks
TEXT, RULING, PICTURE, TITLE, ORDER = 0, 1, 2, 4, 5  # kinds of lines; 3 is the panel's own
_BUTTON = re.compile(r"\{[A-Z]+\}")  # its sign in a help text
_MAX_TEXT = 255  # bytes of a text
_MAX_LINE = 1 << 13  # bytes of a line of help; its kind stands above them, see block "..."


# -- help texts ------------------------------------------------------------------------------------


def help_names(root: str, language: str) -> list[str]:
    """Return the names of the help texts in a language, sorted."""
    names = glob.glob("*.txt", root_dir=os.path.join(root, HELP, language))
    return sorted(name[:-4] for name in names)


def read_help_text(root: str, language: str, name: str) -> list[tuple]:
    """Return a help text as [(kind, text)]: see lib/pocket/ui/book.py. Raises WordError."""
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
    """Split lines into pages, each beginning with its title."""
    out: list[list[tuple]] = []
    for kind, text in lines:
        if kind == TITLE or not out:
            out.append([])
        out[-1].append((kind, text))
    return out


def complete_help_text(root: str, language: str, name: str) -> list[tuple]:
    """Return the lines of a help text in a language, with the English for pages that are missing or
    just "#"."""
    both = _pages_of_both(root, language, name)
    return [line for english, own in both for line in own or english]


def _pages_of_both(root, language, name):
    """Yield (page of a help text in English, the same page in a language, or () if it lacks it)."""
    english = pages(read_help_text(root, wordtable.ENGLISH, name))
    own = pages(read_help_text(root, language, name)) if name in help_names(root, language) else []
    own = [() if page == [(TITLE, "")] else page for page in own[: len(english)]]
    return itertools.zip_longest(english, own, fillvalue=())


def _replace_button_lines(lines, texts):
    """Return the lines of a help text; `texts`, an iterator, replaces those that name buttons."""
    return [
        (kind, next(texts, text) if kind == TEXT and _BUTTON.search(text) else text)
        for kind, text in lines
    ]


def _board_text(kind, text):
    """Return a line as the board needs it: signs for names of buttons, a ruling without its
    clause."""
    text = wordtable.put_signs(text)
    return text.partition(" ")[2] if kind == RULING else text


# -- the file --------------------------------------------------------------------------------------


def pack_language(root: str, language: str, replacements: dict[str, dict] | None = None) -> bytes:
    """Pack one language of the tree at `root` into the bytes of its file. Raises WordError.

    replacements: {section: {key: text}} in place of the language's own; "help": {name of a help
    text: its lines that mention buttons}, e.g. what the web page says on touch screens.
    """
    changed = dict(replacements or {})
    help_changed = changed.pop("help", {})
    english = wordtable.load(root)
    table = english if language == wordtable.ENGLISH else wordtable.load(root, language)
    table = {**table, **{name: {**table[name], **texts} for name, texts in changed.items()}}
    names = help_names(root, wordtable.ENGLISH)
    sections = [_section_texts(english, table, name) for name in english]
    help_texts = [
        _replace_button_lines(
            complete_help_text(root, language, name), iter(help_changed.get(name, ()))
        )
        for name in names
    ]
    texts = [text for lines in sections for text in lines]
    texts += [_board_text(kind, text) for lines in help_texts for kind, text in lines]
    pairs, coded = kept.once(("pairs", *texts), lambda: _compress(texts))
    blocks = [table.get("language", {}).get("name", language).encode(), pairs, b"", b""]
    if language == wordtable.ENGLISH:
        blocks[HELP_NAMES] = "".join(name + "\n" for name in names).encode()
        blocks[KEY_INDEX] = _index_blocks([_key_hashes(english, name) for name in english])
    remaining = iter(coded)  # first the texts of the sections, then the lines of the help texts
    for section in sections:
        parts = [next(remaining) for _ in section]
        if max(map(len, parts), default=0) > _MAX_TEXT:
            raise wordtable.WordError("A text in %s is too long." % language)
        blocks.append(bytes((len(parts), *map(len, parts))) + b"".join(parts))
    for lines in help_texts:
        block = b""
        for (kind, _), line in zip(lines, remaining):
            if len(line) >= _MAX_LINE:
                raise wordtable.WordError("A line of %s/%s is too long." % (HELP, language))
            block += (kind * _MAX_LINE | len(line)).to_bytes(2, "big") + line
        blocks.append(block)
    table_number = wordtable.numbers(english)["@@"]  # it changes with any text's name
    return _build_file(blocks, table_number)


def _compress(texts):
    """Compress texts by byte pairs (Gage, "A New Algorithm for Data Compression", 1994): repeatedly
    a new byte replaces the most frequent pair. Return (block 1, compressed texts)."""
    letters = sorted({letter for text in texts for letter in text if letter > "\x7f"})
    if len(letters) > 128 or letters and letters[-1] > "\uffff":
        raise wordtable.WordError("The texts have too many different letters.")
    block = bytes((len(letters),)) + "".join(letters).encode("utf-16-be")
    code = {letter: 128 + number for number, letter in enumerate(letters)}
    data = b"\0".join(bytes(code.get(letter, ord(letter)) for letter in text) for text in texts)
    for number in range(128 + len(letters), 256):
        pairs = collections.Counter(zip(data, data[1:]))
        count, pair = max(
            ((count, pair) for pair, count in pairs.items() if 0 not in pair), default=(0, ())
        )
        if count < 3:
            break
        block += bytes(pair)
        data = data.replace(bytes(pair), bytes((number,)))
    return block, data.split(b"\0")


def _index_blocks(blocks):
    """Join blocks, preceded by the offsets of each and of the end (2 bytes each)."""
    ends = [2 * (len(blocks) + 1)]
    for block in blocks:
        ends.append(ends[-1] + len(block))
    return b"".join(end.to_bytes(2, "little") for end in ends) + b"".join(blocks)


def _section_texts(english, own, name):
    """Return the texts of a section in their order."""
    lines = []
    for key, text in wordtable.text_items(english[name]):
        shown = own.get(name, {}).get(key, text)
        if len(wordtable.forms(shown)) != len(wordtable.forms(text)):
            raise wordtable.WordError("%s.%s has a different number of forms." % (name, key))
        lines += [wordtable.put_signs(form) for form in wordtable.forms(shown)]
    return lines


def _key_hashes(english, name):
    """Return a hash of two bytes for each key of a section, b"" if it is not looked up by name."""
    hashes = []
    for key, text in wordtable.text_items(english[name]) if english[name].get("named") else ():
        hash_ = binascii.crc32(key.encode()).to_bytes(4, "little")[:2]
        if hash_ in hashes:
            raise wordtable.WordError("%s.%s: choose another key." % (name, key))
        hashes += [hash_] * len(wordtable.forms(text))
    return b"".join(hashes)


def _build_file(blocks, table_number):
    """Return the bytes of the file: its header, then the blocks with their checksums."""
    blocks = [block + binascii.crc32(block).to_bytes(4, "little")[:3] for block in blocks]
    offset = 9 + 2 * (len(blocks) + 1)
    header = b"PRW9" + table_number.to_bytes(4, "little") + bytes((len(blocks),))
    for block in blocks:
        header += offset.to_bytes(2, "little")
        offset += len(block)
    if offset >= 1 << 16:
        raise wordtable.WordError("The texts and help of a language have more than 64 KB.")
    return header + offset.to_bytes(2, "little") + b"".join(blocks)


def find_untranslated(root: str, language: str) -> list[str]:
    """Return the names of the texts and the help pages that a language has not translated."""
    table = wordtable.load(root, language)
    untranslated = []
    for section, texts in wordtable.load(root).items():
        own = table.get(section, {})
        keys = [key for key, _text in wordtable.text_items(texts)]
        untranslated += ["@%s.%s" % (section, key) for key in keys if key not in own]
    for name in help_names(root, wordtable.ENGLISH):
        for i, (english, page) in enumerate(_pages_of_both(root, language, name), 1):
            if not page:
                untranslated.append("%s.txt, page %d: %s" % (name, i, english[0][1]))
    return untranslated


def packed_languages(root: str) -> dict[str, bytes]:
    """Return {language: the bytes of its file} of the tree at `root`, from the cache if possible,
    complete translations first. Raises WordError."""

    def make():
        names = wordtable.languages(root)
        names.sort(key=lambda name: len(find_untranslated(root, name)))
        return {name: pack_language(root, name) for name in names}

    texts = kept.digest(root, "assets/words/*.toml", "assets/help/**/*.txt")
    return kept.once(("words", texts), make)


# -- beside the sources ----------------------------------------------------------------------------


@functools.cache
def install(root: str) -> None:
    """Prepare the tree at `root` for importing the device's modules from source: write generated
    modules (made.py) and pack the languages where pocket.ui.words looks for them. Cached, because
    each start of a simulated handheld calls it."""
    made.write(root)
    for language, data in packed_languages(root).items():
        write_file(os.path.join(root, wordtable.FOLDER, language + ".bin"), data)

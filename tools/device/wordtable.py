"""The tables of texts: assets/words/<language>.toml, one section a screen; English is complete.

Device code names a text as texts.SECTION_KEY, a whole section as texts.SECTION, constants of a
module that made.py writes; here they are "@section.key" and "@section". Each language is packed
into one file (tools/device/wordpack.py).

In a text {A} {B} {START} {SELECT} {UP} {DOWN} {LEFT} {RIGHT} are the signs of the buttons, {0} {1}
stand for values. A list of two texts is one for the number 1 and one for all others. A section with
`named = true` is looked up by name while the program runs. `rooms` says how much room a section's
texts have (tools/device/wordlint.py). Both stand in English alone.
"""

import ast
import binascii
import functools
import glob
import os
import re
import tomllib
from typing import Any

from tools.device.parsed import nodes, tree_of

FOLDER = os.path.join("assets", "words")
ENGLISH = "en"  # the only language that must have every text
REFUSED = "refused"  # the section of texts for the reasons of rules/errors.py, in their order
_BUTTONS = "A B START SELECT LEFT RIGHT UP DOWN".split()
SIGNS = dict(zip(_BUTTONS, "\x0e\x0f\x10\x11\x06\x07\x08\x0b"))
_HOLE = re.compile(r"\{(\??\w*)\}")
_NO_BREAK = re.compile(" (?=[?!:;»])|(?<=«) ")  # French: no line begins with such a sign
RESERVED = ("named", "rooms")  # keys of a section that are no texts


def table_path(language: str) -> str:
    """Return the path of a language's table in the tree."""
    return "assets/words/%s.toml" % language


class WordError(RuntimeError):
    """One clear sentence about a table of texts, or a name that is in none."""


def languages(root: str) -> list[str]:
    """Return the languages that have a table, English first; none in a tree without English."""
    names = glob.glob("*.toml", root_dir=os.path.join(root, FOLDER))
    codes = sorted((name[:-5] for name in names), key=lambda code: (code != ENGLISH, code))
    return codes if codes[:1] == [ENGLISH] else []


def load(root: str, language: str = ENGLISH) -> dict[str, dict]:
    """Return {section: {key: text or (text for 1, text for others)}} of one language.

    Raises WordError for a file that cannot be read and for a text that is no text.
    """
    try:
        with open(os.path.join(root, table_path(language)), "rb") as stream:
            return {
                section: {**texts} for section, texts in _table(stream.read(), language).items()
            }
    except OSError:
        raise WordError("%s is missing or cannot be read." % table_path(language))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WordError("%s is no table of texts: %s." % (table_path(language), error))


@functools.lru_cache(maxsize=32)
def _table(data: bytes, language: str) -> dict:
    table = tomllib.loads(data.decode())
    for section, texts in table.items():
        if not isinstance(texts, dict):
            raise WordError("%s.toml: %s stands outside of all sections." % (language, section))
        for key, text in texts.items():
            if key in RESERVED:
                continue
            forms = text if isinstance(text, list) else [text]
            if not 0 < len(forms) < 3 or not all(isinstance(form, str) for form in forms):
                raise WordError("%s.toml: %s.%s is no text." % (language, section, key))
            if isinstance(text, list):
                texts[key] = tuple(text)
    return table


def numbers(table: dict) -> dict[str, int]:
    """Return {"@section.key" or "@section": number} for the English table: section << 8 | text,
    counted in their order. "@@": a number that changes with any name, so that boards notice."""
    numbers = {}
    for section_number, (section, texts) in enumerate(table.items()):
        numbers["@" + section] = section_number << 8
        text_number = 0
        for key, text in text_items(texts):
            numbers["@%s.%s" % (section, key)] = section_number << 8 | text_number
            text_number += len(forms(text))
        if text_number > 255:
            raise WordError("The section %s holds more than 255 texts." % section)
    listing = "\n".join("%s %d" % item for item in sorted(numbers.items()))
    numbers["@@"] = binascii.crc32(listing.encode()) & 0x3FFFFFFF
    return numbers


def text_items(texts: dict) -> list[tuple[str, Any]]:
    """Return [(key, text)] of a section, without the keys in RESERVED."""
    return [item for item in texts.items() if item[0] not in RESERVED]


def put_signs(text: str) -> str:
    """Return `text` with button names like {A} replaced by their signs, and with no-break spaces
    where French punctuation must not begin a line. {0} and the like stay."""
    text = _NO_BREAK.sub("\u00a0", text)
    return _HOLE.sub(lambda hole: SIGNS.get(hole[1], hole[0]), text)


def placeholders(text: str) -> list[str]:
    """Return the names of the placeholders in a text, sorted: "0", "1", ..."""
    return sorted(hole for hole in _HOLE.findall(text) if hole not in SIGNS)


def keys(text: str) -> list[str]:
    """Return the keys a text names, sorted: "A", "START", ..."""
    return sorted(hole for hole in _HOLE.findall(text) if hole in SIGNS)


def forms(text: str | tuple[str, ...]) -> tuple[str, ...]:
    """Return a text as a tuple of its forms."""
    return text if isinstance(text, tuple) else (text,)


# -- names in the program --------------------------------------------------------------------------


def constants(table: dict) -> dict[str, int]:
    """Return {constant of the module `texts`: its number} for the English table, FITS among them:
    the section and the key, "@score.sum" is SCORE_SUM. Raises WordError."""
    known = {constant(name): number for name, number in numbers(table).items()}
    if len(known) < len(numbers(table)):
        raise WordError("Two texts have the same name once section and key are one word.")
    return known


def constant(name: str) -> str:
    """Return the constant for a text, or for all of a section."""
    return "FITS" if name == "@@" else name[1:].replace(".", "_").upper()


def used_constants(text: str) -> dict[str, int]:
    """Return {constant: line} of the texts a source names."""
    lines: dict[str, int] = {}
    for node in nodes(tree_of(text)):
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "texts":
            lines.setdefault(node.attr, node.lineno)
    return lines

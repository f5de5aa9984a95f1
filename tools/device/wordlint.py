"""Check texts: missing, unused, unknown and too long ones, help pages that differ from English.

Each section of the English table says how much room its texts have:
`rooms = { "keys*" = "foot", go = "menu" }` maps patterns of keys, of which the first match counts,
to a room or a list of rooms. A room is a name that `pixels` knows. A number before the name
is how many lines the text may take (default 1; "2" alone: lines of paper). Words after it are
the values of {0}, {1} ("foot ANNABEL 13"; default 88): _ for a space, @key for that text.
"""

import ast
import fnmatch
import functools
import os
import re
import struct

from tools.art import letters
from tools.device import wordpack, wordtable
from tools.device.parsed import nodes, tree_of
from tools.device.wordtable import ENGLISH, WordError, forms, keys, placeholders
from tools.place import ROOT

# Width in pixels, sheets of the body's letters and of the head line's, width of
# a background cell in pixels.
DISPLAY_CLASSES = (
    (128, ("body", "11x11"), ("head", "13x13"), 4),
    (160, ("body", "11x11"), ("head", "13x13"), 4),
    (240, ("body", "18x18"), ("body", "18x18"), 8),
    (320, ("body", "18x18"), ("body", "18x18"), 8),
)
HEADS = ("head", "newshead")  # rooms whose text is drawn with the head line's letters


def pixels(width: int, body: tuple[str, str], unit: int) -> dict[str, int]:
    """Return {room: pixels of one line in it} for a display, a row of DISPLAY_CLASSES."""
    paper = width - 2 * (unit + unit // 4)
    page = width - 2 * unit - 3
    return {
        "head": paper,
        "foot": width - 2,
        # A help text at the foot of a menu:
        "told": width - 2 - measure(body, wordtable.put_signs("{A} ")),
        "menu": width - 3 * unit - unit // 4 - 2,
        "line": paper,
        "name": paper * 5 // 8 - 2,  # in a form
        "value": paper * 3 // 8 - unit // 2,
        "marked": paper * 3 // 8 - unit // 2 - measure(body, "*"),  # the value of a changed option
        "bar": width - 6,  # a line across the display
        "half": width // 2 - 6,
        "third": width // 3 - 6,
        # The card table of 8 Round Rummy: goal, news, events ("short": with five
        # players on a small display).
        "cloth": width - 2 * unit,
        "news": width - 2 * unit - 8,
        "newshead": width - 2 * unit - 8,
        "page": page,
        "face": paper - (7 if unit > 4 else 8) * unit,  # beside a character's face
        "short": page if unit > 4 else 57,
    }


def find_faults(root: str, sources: dict[str, str]) -> list[tuple[str, int, str]]:
    """Return [(path, line, message)] for faults in texts and their uses. sources: {path: text}."""
    if not wordtable.languages(root):
        return []
    english_path = wordtable.table_path(ENGLISH)
    try:
        english = wordtable.load(root)
        constants = wordtable.constants(english)
        translations = {name: wordtable.load(root, name) for name in wordtable.languages(root)[1:]}
    except WordError as error:
        return [(english_path, 1, str(error))]
    findings = []
    used = {}
    for path, text in sources.items():
        try:
            names = wordtable.used_constants(text)
        except SyntaxError:
            continue
        used.update(names)
        for node in nodes(tree_of(text)):
            if not isinstance(node, ast.Constant):
                continue
            name = node.value
            if isinstance(name, str) and re.fullmatch(r"@[a-z_0-9]+(\.[a-z_0-9]+)?", name):
                message = "write texts.%s, not %s" % (wordtable.constant(name), name)
                findings.append((path, node.lineno, message))
        for name, line in names.items():
            if name not in constants:
                message = "texts.%s is not defined in %s" % (name, english_path)
                findings.append((path, line, message))
    for name in _unused_texts(english, used):
        findings.append((english_path, 1, "the text %s is never used" % name))
    findings += literal_faults(sources, english)
    for language, table in {ENGLISH: english, **translations}.items():
        messages = list(_translation_faults(english, table)) if language != ENGLISH else []
        messages += find_overlong(english, table)
        for section, texts in table.items():
            for key, text in wordtable.text_items(texts):
                messages += _missing_letters("@%s.%s" % (section, key), "".join(forms(text)))
        findings += [(wordtable.table_path(language), 1, text) for text in messages]
        folder = "%s/%s" % (wordpack.HELP, language)
        findings += [(folder, 1, text) for text in help_faults(root, language)]
    return findings


def _unused_texts(english, used):
    """Yield the name of each text of the English table that no source uses. used: {constant}."""
    for section, texts in english.items():
        by_name = texts.get("named") and wordtable.constant("@" + section) in used
        if by_name or section == wordtable.REFUSED:  # by number: see `literal_faults`
            continue
        for key, _text in wordtable.text_items(texts):
            name = "@%s.%s" % (section, key)
            # Of numbered texts the code names only the first.
            first_name = re.sub(r"(?<=[a-z])[2-9]$", "1", name)
            if used.keys().isdisjoint(map(wordtable.constant, (name, first_name))):
                yield name


def _missing_letters(where, text):
    """Yield a sentence for each letter of a text that no sheet has: a board shows "?" for it."""
    for letter in sorted(set(text)):
        if ord(letter) > 127 and letter not in letters.LATIN:
            yield "%s: no letter %s (LATIN of tools/art/letters.py)" % (where, letter)


def _translation_faults(english, table):
    """Yield a sentence for each text of a translation that does not match the English table."""
    if "name" not in table.get("language", {}):
        yield "@language.name is missing: what the language calls itself"
    for section, texts in table.items():
        for key, text in texts.items():
            original = english.get(section, {}).get(key)
            if original is None or key in wordtable.RESERVED:
                yield "English has no text @%s.%s" % (section, key)
            elif len(forms(text)) != len(forms(original)):
                yield "@%s.%s has a different number of forms" % (section, key)
            elif placeholders(forms(text)[-1]) != placeholders(forms(original)[-1]):
                yield "@%s.%s has other placeholders than the English text" % (section, key)
            elif keys(forms(text)[-1]) != keys(forms(original)[-1]):
                yield "@%s.%s names different keys from the English" % (section, key)


# -- texts outside the tables ---------------------------------------------------------------------

REASONS = "rules/errors.py"  # the file whose names are the keys of the section of refusals
# Files that may hold English sentences: on wiring, in bug reports, for when the tables themselves
# fail, names of games and lessons, and sentences of the commands alone.
PLAIN = re.compile(
    r"lib/pocket/(hardware/|made/boards|\w+/(words|failed|lesson\w+|storage|savefile)\.py)"
    r"|rules/(\w+/games|choices|record/\w+|tilegame/tiles)\.py"
)
_WORDY = re.compile(r"[A-Za-z]{2,} +[A-Za-z%]|[a-z]{2,}[.!?:]$|^[A-Z][a-z]{2,}$|^ +[a-z]{2,}")


def _literals(tree):
    """Yield (node, text) of each string in a source but docstrings and texts of exceptions."""
    excluded_ids = set()
    for node in nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            excluded_ids.add(id(node.value))
        elif isinstance(node, ast.Raise):
            excluded_ids.update(id(part) for part in nodes(node))
    for node in nodes(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in excluded_ids
        ):
            yield node, node.value


def literal_faults(sources: dict[str, str], english: dict) -> list[tuple[str, int, str]]:
    """Return [(path, line, message)] for English literals in screens and rules, and for reasons
    that the table of refusals lacks or orders differently, or that no rule uses."""
    findings = []
    reason_names: list[str] = []
    attributes: set[str] = set()
    for path, text in sources.items():
        try:
            tree = tree_of(text)
        except SyntaxError:
            continue
        if path == REASONS:
            reason_names = _reason_names(tree)
        else:
            attributes.update(node.attr for node in nodes(tree) if isinstance(node, ast.Attribute))
        if PLAIN.match(path) or not path.startswith(("lib/pocket/", "rules/")):
            continue
        for node, literal in _literals(tree):
            if _WORDY.search(literal) and not re.fullmatch(r"[a-z_.0-9 ]+", literal):
                if literal not in ("True", "False"):
                    message = "this text belongs in the tables: %s" % literal
                    findings.append((path, node.lineno, message))
    refusals = english.get(wordtable.REFUSED, {})
    reason_keys = [key for key, _text in wordtable.text_items(refusals)]
    if reason_keys != [name.lower() for name in reason_names]:
        message = "[%s] must list the reasons in %s, in the same order"
        path = wordtable.table_path(ENGLISH)
        findings.append((path, 1, message % (wordtable.REFUSED, REASONS)))
    findings += [
        (REASONS, 1, "no rule gives the reason %s" % name)
        for name in reason_names
        if name not in attributes
    ]
    return findings


def _reason_names(tree):
    """Return the names that the module of reasons assigns as tuples, in their order."""
    targets = [node.targets[0] for node in tree.body if isinstance(node, ast.Assign)]
    return [name.id for names in targets if isinstance(names, ast.Tuple) for name in names.elts]


# -- room ------------------------------------------------------------------------------------------


@functools.cache
def _letter_widths(kind, size):
    """Return {character: pixels to the next one}, read from the sheets of one kind and size."""
    widths = {}
    for part, characters in (("", map(chr, range(1, 128))), ("latin", letters.LATIN)):
        with open(os.path.join(ROOT, "assets", kind + part + size + ".bmp"), "rb") as stream:
            data = stream.read()
        sheet_width, sheet_height = struct.unpack_from("<ii", data, 18)
        # A table of widths follows the BMP's pixels, whose rows are whole 32-bit words.
        pixels_end = (data[10] | data[11] << 8) + (sheet_width + 31) // 32 * 4 * abs(sheet_height)
        width_table = data[pixels_end:]
        widths.update((letter, width_table[2 + i]) for i, letter in enumerate(characters))
    return widths


@functools.cache
def measure(sheet: tuple, text: str) -> int:
    """Return the width in pixels of a line of text. sheet: (kind, size) of its letters."""
    widths = _letter_widths(*sheet)
    return sum(widths.get(letter, widths["?"]) for letter in text)


def count_lines(sheet: tuple, text: str, width: int) -> int:
    """Return how many lines of `width` pixels a text takes when wrapped as app/draw.py does."""
    count = 0
    blank = measure(sheet, " ")
    for part in text.split("\n"):
        count, used = count + 1, 0
        for word in part.split(" "):
            size = measure(sheet, word)
            if used and used + blank + size > width:
                count, used = count + 1, size
            else:
                used += size + (blank if used else 0)
    return count


@functools.cache
def room_names() -> set[str]:
    """Return the names of all rooms."""
    width, body, _head, unit = DISPLAY_CLASSES[0]
    return set(pixels(width, body, unit))


def rooms_of(texts: dict, key: str) -> list[tuple]:
    """Return the rooms of a text of an English section: [(lines, name, values)]."""
    for pattern, rooms in texts.get("rooms", {}).items():
        if fnmatch.fnmatchcase(key, pattern):
            return [_parse_room(room) for room in (rooms if isinstance(rooms, list) else [rooms])]
    return []


def _parse_room(text):
    """Return (lines, name, values) of a room that the table writes as "2 short ANN"."""
    name, *values = text.split()
    lines = 1
    if name.isdigit():
        lines, name = int(name), "line"
        if values and values[0] in room_names():
            name = values.pop(0)
    return lines, name, [value.replace("_", " ") for value in values]


def find_overlong(english: dict, table: dict) -> list[str]:
    """Return a sentence for each text of a table that does not fit its room on some display."""
    findings = []
    for section, texts in english.items():
        for key, _text in wordtable.text_items(texts):
            if key not in table.get(section, {}):
                continue
            for lines, name, values in rooms_of(texts, key):
                if name not in room_names():
                    findings.append("there is no room called %s" % name)
                    continue
                for form in forms(table[section][key]):
                    filled = _fill(form, values, table[section])
                    why = _excess(lines, name, filled)
                    if why:
                        findings.append("@%s.%s is too long %s: %s" % (section, key, why, filled))
    return findings


def _fill(text, values, texts):
    """Return a text with its placeholders filled. values: "@key" is that text of the section."""
    text = wordtable.put_signs(text)
    values = list(values) + ["88"] * 9
    for i, value in enumerate(values[:9]):
        if value.startswith("@"):
            value = texts.get(value[1:], value)
        text = text.replace("{%d}" % i, value)
    return text


def _excess(lines, room, text):
    """Return on which display and by how much a text exceeds `lines` lines of its room, or None if
    it fits everywhere."""
    for width, body, head, unit in DISPLAY_CLASSES:
        sheet = head if room in HEADS else body
        limit = pixels(width, body, unit)[room]
        if lines > 1:
            line_count = count_lines(sheet, text, limit)
            if line_count > lines:
                return "on %d pixels (%d lines of %d)" % (width, line_count, lines)
        words = re.split("[ \n]", text) if lines > 1 else [text]
        if room == "foot":  # a space after each key (lib/pocket/ui/panel.py: Panel.keys)
            words = [re.sub("([\x06-\x11])(?![\x06-\x11 ])", r"\1 ", re.sub(" +", " ", text))]
        bold = room in HEADS and head == body  # pocket/ui/ground.py adds a pixel to each letter
        widest = max(measure(sheet, word) + bold * len(word) for word in words)
        if widest > limit:
            return "on %d pixels (%d pixels of %d)" % (width, widest, limit)
    return None


# -- help ------------------------------------------------------------------------------------------

TITLE_ROOM = 24  # pixels that the page number takes of a page's head line


def help_faults(root: str, language: str) -> list[str]:
    """Return a sentence for each help page of a language that does not match the English page, each
    title that is too long, and each letter that boards cannot show."""
    findings = []
    if language != ENGLISH:
        for name in wordpack.help_names(root, language):
            if name not in wordpack.help_names(root, ENGLISH):
                findings.append("English has no help text %s" % name)
    for name in wordpack.help_names(root, ENGLISH):
        try:
            findings += _help_differences(root, language, name)
        except WordError as error:
            findings.append(str(error))
    return findings


def _help_differences(root, language, name):
    """Yield a sentence for each difference between a help text and its English original."""
    english_pages = wordpack.pages(wordpack.read_help_text(root, ENGLISH, name))
    translated_pages = wordpack.pages(wordpack.complete_help_text(root, language, name))
    if name in wordpack.help_names(root, language):
        pages_in_file = wordpack.pages(wordpack.read_help_text(root, language, name))
        if len(pages_in_file) > len(english_pages):
            yield "%s.txt has more pages than the English text" % name
    for number, (page, translated) in enumerate(zip(english_pages, translated_pages), 1):
        page_name = "%s.txt, page %d" % (name, number)
        if [kind for kind, _text in page] != [kind for kind, _text in translated]:
            yield (
                "%s does not match the English line for line (%d lines instead of %d): "
                "translate all of it, or leave just # to keep the English"
                % (page_name, len(translated), len(page))
            )
            continue
        for (kind, text), (_kind, translated_text) in zip(page, translated):
            matches = text == translated_text
            if kind == wordpack.RULING:
                matches = text.split(" ")[0] == translated_text.split(" ")[0]
            elif kind == wordpack.ORDER and text.startswith("hint "):  # its sentence is translated
                matches = translated_text.startswith("hint ")
            elif kind in (wordpack.TITLE, wordpack.TEXT):
                matches = placeholders(text) == placeholders(translated_text)
            if not matches:
                message = "%s: %r must stay as it is in English, %r"
                yield message % (page_name, translated_text, text)
            elif keys(text) != keys(translated_text):
                yield "%s names different keys from the English: %s" % (page_name, translated_text)
        yield from _missing_letters(page_name, "".join(text for _kind, text in translated))
        for width, body, _head, cell_width in DISPLAY_CLASSES:
            title_width = width - 2 * (cell_width + cell_width // 4) - TITLE_ROOM
            if measure(body, translated[0][1]) > title_width:
                yield "%s: the title is too long for a display %d pixels wide" % (page_name, width)

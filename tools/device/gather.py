"""Find the files that go to a board: our sources, libraries that they import, pictures."""

import glob
import importlib.util
import os
import re
from collections.abc import Iterable

from tools.device import boards_desktop, device_modules, kept, made
from tools.device.parsed import device_files, tree_of
from tools.device.squeeze.syntax import imported_modules
from tools.errors import ToolError

TITLE = "Pocket Rummy"

# It is short because the firmware reads it letter by letter from its beginning for each setting, a
# dozen times before the first screen. The first line doubles the stack for nested calls; the second
# makes the heap start as one large block, since no picture fits into the small ones it grows by.
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


# Files that an update never overwrites: settings, and the save file, still empty, so
# that no board has to create it: a loss of power while a board writes its directory would
# destroy the whole drive.
USER_FILES = {"settings.toml": SETTINGS.encode(), **boards_desktop.SAVES}

# The licences of everything in a board's drive, a firmware and the page.
NOTICES = "assets/licenses.txt"

# Modules that only desktops load, for search.py where there is much memory.
DESKTOP = ("rules/solver/layers_fast.py",)


def sources(root: str) -> tuple[list[str], set[str]]:
    """Return (drive paths of our sources, Adafruit modules that they import) for the tree at
    `root`. Raises ToolError."""
    paths = [path for path in device_files(root) if path not in DESKTOP]
    if "code.py" not in paths:
        raise ToolError("There is no code.py in %s." % root)
    return paths, set().union(*[_libraries(read(root, path)) for path in paths])


def _libraries(text):
    """Return the Adafruit modules that a source imports."""

    def make():
        return {name for name in imported_modules(tree_of(text)) if name.startswith("adafruit_")}

    return kept.once(("libraries", text), make)


def library_files(names: Iterable[str]) -> dict[str, str]:
    """Return {drive path of the .py: file on this machine} for the Adafruit modules `names` and
    those that they import. Raises ToolError if one is not installed.
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
        parts = name.split(".")
        for stem in ["/".join(parts[: i + 1]) for i in range(len(parts))]:
            for path in (stem + "/__init__.py", stem + ".py"):
                file = os.path.join(site, *path.split("/"))
                if "lib/" + path not in files and os.path.isfile(file):
                    files["lib/" + path] = file
                    queue += sorted(_libraries(read(site, path)))
    return files


def asset_files(root: str, board_id: str, every: bool = False) -> list[str]:
    """Return the paths of the files in assets/ that board `board_id` needs. every: sheets of all
    sizes. Raises ToolError if a sheet is missing."""
    width, height = map(int, boards_desktop.DEVICE.BOARDS[board_id][0].split("x"))
    classes = made.hardware()["SIZE_CLASSES"]
    sizes = next(row[2:] for row in classes if width >= row[0] and height >= row[1])
    paths, kinds = [], {"body", "tiles"}
    packed = ("assets/words/", "assets/help/")  # one file per language
    for path in sorted(glob.glob("assets/**/*.*", root_dir=root, recursive=True)):
        path = path.replace(os.sep, "/")
        sized = re.search(r"/([^/]*?)(\d+)x(\d+)\.(bmp|bin)$", path)
        if path != "assets/icon.bmp" and not path.startswith(packed):
            kinds.update(sized.groups()[:1] if sized else ())
            if not sized or every or (int(sized[2]), int(sized[3])) in sizes:
                paths.append(path)
    for kind in sorted(kinds):
        if not any(path.startswith("assets/" + kind) for path in paths):
            raise ToolError(
                "assets/ has no %s sheet for %dx%d: run `.venv/bin/python -m tools.art`."
                % (kind, width, height)
            )
    return paths


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

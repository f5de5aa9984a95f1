"""Generate the modules of lib/pocket/made/.

boards   the device's facts about each board, from boards.toml and hardware.toml
texts    the numbers of texts, as constants by the names in assets/words/en.toml
rooms    what each room keeps in memory, from plan.toml

Simulator and tests import them there, but they are in no commit; a build generates its own.
"""

import functools
import os
import sys
from typing import Any

from tools.device import plan, wordtable
from tools.errors import ToolError
from tools.place import ROOT, read_tables, write_file

_PATH = "lib/pocket/made/%s.py"
BOARDS = "tools/device/boards.toml"
_NEEDED = "name display keys sound chip drive_kb into_loader maker"
_HEAD = '"""As tools/device/made.py has written it."""\n\n'


def modules(root: str) -> dict[str, str]:
    """Return {path: source} of the modules for the tree at `root`. Raises wordtable.WordError."""
    known = plan.modules(root)
    made = {}
    if wordtable.languages(root):
        made["texts"] = _texts(wordtable.load(root))
    if "pocket.hardware.boards" in known:
        made["boards"] = _boards()
    if "pocket.app.memory" in known:
        made["rooms"] = plan.rooms_text(known, root)
    return {_PATH % name: _HEAD + text for name, text in made.items()}


def _texts(table):
    return "".join("%s = %d\n" % item for item in wordtable.constants(table).items())


@functools.cache
def boards() -> dict[str, dict[str, Any]]:
    """Return the boards of boards.toml: {board id: its row}. Raises ToolError."""
    rows = _with_tuples(read_tables(BOARDS))
    rows.pop("cannot_run")
    for board_id, row in rows.items():
        for field in _NEEDED.split():
            if field not in row:
                raise ToolError("%s: [%s] lacks %s." % (BOARDS, board_id, field))
    return rows


@functools.cache
def hardware() -> dict[str, Any]:
    """Return the tables of hardware.toml: those of names as dicts, others as tuples of rows."""
    return {
        name: table if name in ("USUAL", "SOUNDS") else tuple(table.values())
        for name, table in _with_tuples(read_tables("tools/device/hardware.toml")).items()
    }


def _with_tuples(value):
    """Return a value with tuples in place of lists."""
    if isinstance(value, dict):
        return {name: _with_tuples(inner) for name, inner in value.items()}
    return tuple(map(_with_tuples, value)) if isinstance(value, list) else value


def _boards():
    """Return the table of boards, (display, keys, sound, battery, picture) by id, and aliases."""
    fields = "display", "keys", "sound", "battery", "picture"
    rows, aliases = {}, {}
    for board_id, row in boards().items():
        rows[board_id] = tuple(row.get(field, "") for field in fields)
        aliases.update(dict.fromkeys(row.get("aliases", ()), board_id))
    tables = {"BOARDS": rows, "ALIASES": aliases, **hardware()}
    return "".join("%s = %r\n\n" % item for item in tables.items())


@functools.cache
def write(root: str) -> None:
    """Write the modules into the tree at `root`, unless they are up to date."""
    for path, text in modules(root).items():
        write_file(os.path.join(root, path), text.encode())


def importable() -> None:
    """Let `import pocket` find the handheld's modules, generated ones too."""
    lib = os.path.join(ROOT, "lib")
    if lib not in sys.path:
        sys.path.append(lib)
    write(ROOT)

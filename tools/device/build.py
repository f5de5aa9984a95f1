"""`build`: write dist/<board>/, exactly what belongs on the board's CIRCUITPY drive, compiled."""

import ast
import functools
import json
import os
import re
from collections.abc import Callable, Iterable

from tools import columns
from tools.arguments import Parser
from tools.device import (
    boards_desktop,
    bundle,
    fatimage,
    gather,
    installation,
    kept,
    lint,
    made,
    squeeze,
    wordpack,
    wordtable,
)
from tools.device.compiler import Compiler
from tools.device.parsed import TOPS, module_name
from tools.errors import ToolError
from tools.place import results, write_file

HELP = "write dist/<board>/, what belongs on the board's drive, and show its size"

_HEAD = 31  # bytes of a BMP that pocket/ui/sheets.py reads before its pixels
_BOARDS = "lib/pocket/made/boards.py"
# Slots of rummy.sav that matter more than a second language: fewer have room for only three games.
_SLOTS = 12
NO_ROOM = "No room for the languages %s; --languages en,XX takes others."


# --- one board


def one_board(text: str, board_id: str) -> str:
    """Return the source of the table of boards with the row of one board alone, as a start reads
    all rows, or unchanged if the board has none."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Dict):
            for key, row in zip(node.keys, node.values):
                if isinstance(key, ast.Constant) and key.value == board_id:
                    node.keys, node.values = [key], [row]
                    return ast.unparse(tree)
    return text


@functools.lru_cache(maxsize=1024)
def _has_no_code(text):
    """Return True for a source without a statement that does something."""
    return all(
        isinstance(node, ast.Pass)
        or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
        for node in ast.parse(text).body
    )


def squeeze_sources(
    root: str, compiler: Compiler, extra: dict[str, str] | None = None, board_id: str | None = None
) -> tuple[dict[str, str], dict[str, str], dict | None]:
    """Return ({drive path: text} of the program and its libraries, {drive path: text} of code.py
    and boot.py, the map of names (see origins), or None if the compiler keeps line numbers).

    The texts are squeezed (tools/device/squeeze) unless the compiler keeps line numbers. extra:
    {drive path: text} of further modules. board_id: the only board that the result is for, or
    None. Raises ToolError.
    """
    our_paths, libraries = gather.sources(root)
    tops = {path: gather.read(root, path) for path in our_paths if path in TOPS}
    texts = {path: gather.read(root, path) for path in our_paths if path not in TOPS}
    texts.update(extra or {})
    texts.update(made.modules(root))
    files = gather.library_files(libraries)
    library_texts = {path: gather.read("", file) for path, file in files.items()}
    texts, names, folder = compiler.squeeze_sources(texts, tops, library_texts)
    texts = dict(texts)
    if folder:
        tops = {path: squeeze.strip_source(path, text, folder) for path, text in tops.items()}
    if board_id:
        path = folder.path_of(module_name(_BOARDS)) if folder else _BOARDS
        texts[path] = one_board(texts[path], board_id)
    # Sources without code are left out: a folder is a package even without its __init__.
    texts = {path: text for path, text in texts.items() if not _has_no_code(text)}
    return texts, tops, names


def name_map(root: str, compiler: Compiler) -> dict | None:
    """Return the map of names of the tree at `root` (see origins), None if the compiler keeps line
    numbers. Raises ToolError."""
    return squeeze_sources(root, compiler)[2]


def program(
    root: str, compiler: Compiler, extra: dict[str, str] | None = None, board_id: str | None = None
) -> dict[str, bytes]:
    """Return {drive path: bytes} of the compiled program, and of code.py and boot.py as text; the
    arguments are those of `squeeze_sources`. Raises ToolError.
    """
    texts, tops, _names = squeeze_sources(root, compiler, extra, board_id)
    content = {path: text.replace("\r\n", "\n").encode() for path, text in tops.items()}
    for path, text in texts.items():
        stem = path[:-3]
        folder = stem.removesuffix("__init__")
        if folder != stem and [other for other in texts if other.startswith(folder)] == [path]:
            stem = folder[:-1]  # one file needs no folder
        content[stem + ".mpy"] = compiler.compile(path, text)
    return content


def shrink_sheet(data: bytes) -> bytes:
    """Return a BMP without its table of colours, which no screen reads."""
    start = int.from_bytes(data[10:12], "little")
    return data[:10] + bytes((_HEAD, 0)) + data[12:_HEAD] + data[start:]


def drive_content(
    root: str,
    board_id: str,
    compiler: Compiler,
    every_sheet: bool = False,
    extra: dict[str, str] | None = None,
    languages: list[str] | None = None,
) -> dict[str, bytes]:
    """Return {drive path: bytes} of everything that belongs on the board's drive. extra: see
    `squeeze_sources`. languages: codes (English is always included), or None for as many as fit.
    Raises ToolError.
    """
    boards_desktop.model_of(board_id)
    content = program(root, compiler, extra, None if every_sheet else board_id)
    for path in gather.asset_files(root, board_id, every_sheet):
        data = gather.read_bytes(root, path)
        content[path] = shrink_sheet(data) if path.endswith(".bmp") else data
    drive_size = boards_desktop.BOARDS[board_id].drive
    if drive_size >= boards_desktop.MB:  # smaller drives have no room for a launcher
        content["icon.bmp"] = gather.read_bytes(root, "assets/icon.bmp")
        metadata = {"title": gather.TITLE, "icon": "icon.bmp"}
        content["metadata.json"] = (json.dumps(metadata) + "\n").encode()
    content.update(gather.USER_FILES)
    packed = wordpack.packed_languages(root)
    for name in languages or ():
        if name not in packed:
            raise ToolError("Unknown language %s: choose from %s." % (name, ", ".join(packed)))
    # An incomplete translation, which comes last, will grow to nearly the same size.
    for name, data in packed.items():
        candidate = {**content, "assets/words/%s.bin" % name: data}
        is_asked_for = name == wordtable.ENGLISH or name in (languages or ())
        if is_asked_for or languages is None and _leaves_room(drive_size, candidate):
            content = candidate
    return installation.complete_content(drive_size, content)


def _leaves_room(drive, content):
    """Return True if a drive of `drive` bytes with `content` has room for _SLOTS saves."""
    needed = (_SLOTS + 2) * boards_desktop.SLOTS.STRIDE
    return len(installation.complete_content(drive, content).get(installation.SAVES, b"")) >= needed


def write_tree(folder: str, content: dict[str, bytes]) -> None:
    """Write `content` into `folder` and remove all else; keep the player's own files unchanged."""
    wanted = {path.replace("/", os.sep): data for path, data in content.items()}
    for path, data in sorted(wanted.items()):
        full = os.path.join(folder, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        if os.path.isfile(full):
            with open(full, "rb") as stream:
                present = stream.read()
            is_unused = boards_desktop.SAVES.get(path, b"").startswith(present)
            if present == data or (path in gather.USER_FILES and not is_unused):
                continue
        with open(full, "wb") as stream:
            stream.write(data)
    for here, _folders, files in os.walk(folder, topdown=False):
        for name in files:
            if os.path.relpath(os.path.join(here, name), folder) not in wanted:
                os.remove(os.path.join(here, name))
        if here != folder and not os.listdir(here):
            os.rmdir(here)


# --- the command


def size_table(rows: list[tuple[str, dict[str, bytes]]]) -> str:
    """Return the table of sizes as text. rows: (board id, content)."""
    cells = []
    for board_id, content in rows:
        sizes = [0, 0, 0, 0]
        for path, data in content.items():
            library, asset = path.startswith("lib/adafruit_"), path.endswith((".bmp", ".bin"))
            sizes[3 if path in boards_desktop.SAVES else 1 if library else 2 * asset] += len(data)
        drive = boards_desktop.BOARDS[board_id].drive
        taken, left = fatimage.occupied_bytes(drive, content), fatimage.free_bytes(drive, content)
        size = "%.1f MB" % (drive / 2**20) if drive >= 2**20 else "%d KB" % (drive // 1024)
        cells.append((board_id, len(content), *sizes, taken, left, size))
    heads = "board -26, files 5, code 8, libraries 9, assets 8, saves 8, on drive 9, free 9, of 8"
    return "\n".join(columns.table(heads, cells))


def check_size(board_id: str, content: dict[str, bytes]) -> None:
    """Raise ToolError if the files do not fit on the board's drive."""
    try:
        fatimage.occupied_bytes(boards_desktop.BOARDS[board_id].drive, content)
    except fatimage.FatError:
        raise ToolError("%s: the files are more than its drive holds." % board_id)


def languages_in(paths: Iterable[str]) -> list[str]:
    """Return the codes of the languages among the files of a drive."""
    words = [path for path in sorted(paths) if re.fullmatch(r"assets/words/\w+\.bin", path)]
    return [path[len("assets/words/") : -len(".bin")] for path in words]


def omitted_languages(root: str, content: Iterable[str]) -> list[str]:
    """Return the codes of the languages that are not in `content`."""
    return [name for name in wordtable.languages(root) if name not in languages_in(content)]


def fail_on_faults(root: str) -> None:
    """Show the lint's findings for the tree at `root`; raise ToolError if there are any."""
    findings = lint.lint_tree(root)
    lint.show(findings)
    if findings:
        raise ToolError("Nothing was built: faults in the device code: %d." % len(findings))


def build(
    root: str,
    board_ids: list[str],
    out: str,
    compiler: Compiler,
    zipped: bool = False,
    every_sheet: bool = False,
    languages: list[str] | None = None,
    say: Callable[[str], object] = print,
) -> list[tuple[str, dict[str, bytes]]]:
    """Write `out`/<board>/, and zips if `zipped`; show a table of sizes. Return [(board id,
    content)]. Raises ToolError."""
    fail_on_faults(root)
    kept.remove_old()
    rows = []
    for board_id in board_ids:
        content = drive_content(root, board_id, compiler, every_sheet, None, languages)
        rows.append((board_id, content))
    for board_id, content in rows:
        write_tree(os.path.join(out, board_id), content)
        if zipped:
            path = os.path.join(out, "pocket-rummy-%s.zip" % board_id)
            write_file(path, bundle.zip_bytes(bundle.members(board_id, content)))
    names = name_map(root, compiler)
    if names:  # for `trace`; they are the same for every board
        data = json.dumps(names, sort_keys=True).encode() + b"\n"
        write_file(os.path.join(out, "names.json"), data)
    for board_id, content in rows:
        check_size(board_id, content)
    say(size_table(rows))
    for board_id, content in rows:
        omitted = omitted_languages(root, content)
        if languages is None and omitted:
            say(board_id + ": " + NO_ROOM % ", ".join(omitted))
    return rows


def main(argv: list[str]) -> int:
    """Run `python3 tools build`; return its exit status. Raises ToolError."""
    parser = Parser("build", HELP)
    parser.add_argument(
        "boards", nargs="*", metavar="board", help="board ids (default: all first-class boards)"
    )
    parser.add_argument(
        "--board", action="append", default=[], metavar="ID", help="a board id; may be repeated"
    )
    parser.add_argument("--all", action="store_true", help="all boards, including second-class")
    parser.add_argument("--zip", action="store_true", help="also a reproducible zip per board")
    parser.add_argument(
        "--all-sheets", action="store_true", help="pictures of every size, for custom wiring"
    )
    parser.add_argument(
        "--languages", metavar="en,de", help="default: as many as fit on a board's drive"
    )
    parser.add_argument("--out", metavar="DIR", default=results("dist"))
    options = parser.parse_args(argv)
    board_ids = [boards_desktop.model_of(name).board_id for name in options.boards + options.board]
    if options.all:
        board_ids = list(boards_desktop.BOARDS)
    build(
        boards_desktop.ROOT,
        board_ids or list(boards_desktop.FIRST_CLASS),
        options.out,
        Compiler(),
        options.zip,
        options.all_sheets,
        options.languages.split(",") if options.languages else None,
    )
    return 0

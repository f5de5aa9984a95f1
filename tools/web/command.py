"""`web`: dist/web/, static files: play in a browser, put the game on a board."""

import functools
import glob
import gzip
import hashlib
import http.server
import json
import os
import shutil
from collections.abc import Callable, Iterable

from rules import catalogue
from tools.arguments import Parser, int_from
from tools.device import boards_desktop, wordtable
from tools.device.gather import NOTICES, read_bytes
from tools.place import results
from tools.plain import show
from tools.web import npm, packs

HELP = "write dist/web/, the page that plays the game and puts it on boards; --serve shows it"
_VM = "@micropython/micropython-webassembly-pyscript"
_SERVICE = "service.js"
_EMPTY_CACHE_LIST = b'const KEPT = { version: "", files: [] };'
_PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page")


def make(
    root: str,
    out: str,
    languages: list[str] | None = None,
    boards: Iterable[str] | None = None,
    lines: bool = False,
    address: str = "",
    say: Callable[[str], object] = show,
) -> None:
    """Write the page into folder `out`, which is emptied first.

    languages: language codes to include, None for all. boards: ids of the boards to offer for
    installation, None for all. lines: see packs.board_files. address: the page's URL, ending with a
    slash. Raises ToolError.
    """
    codes = languages or wordtable.languages(root)
    packed = packs.play_packs(root, codes)
    packed["installer"] = packs.installer(root)
    vm = npm.package(_VM)
    packed["vm"] = gzip.compress(read_bytes(vm, "micropython.wasm"), 9, mtime=0)
    board_files = packs.board_files(root, boards or boards_desktop.BOARDS, languages, lines)
    names = {key: _hashed_name(key, data) for key, data in packed.items()}
    files = {names[key]: data for key, data in packed.items()}
    installable = packs.installable(board_files)
    for board in installable:
        data = packs.packed(board_files[board["id"]])
        board["pack"] = _hashed_name("board-" + board["id"], data)
        files[board["pack"]] = data
    page_facts = {
        "boards": packs.boards(),
        "own": packs.OWN,
        "packs": names,
        "circuitpython": packs.CIRCUITPYTHON,
        "installable": installable,
        "languages": {code: wordtable.load(root, code)["language"]["name"] for code in codes},
        "games": {game_id: catalogue.title(game_id) for game_id in catalogue.ORDER},
        "source": os.environ.get("GITHUB_REPOSITORY", ""),
    }
    files["known.json"] = json.dumps(page_facts, indent=1).encode()
    files["micropython.mjs"] = read_bytes(vm, "micropython.mjs")
    for name in sorted(glob.glob("*.*", root_dir=_PAGE)):
        files[name] = read_bytes(_PAGE, name)
    for old, new in (
        ('content="face.png"', 'content="%sface.png"' % address),
        ('="games">', '="games">' + ", ".join(map(catalogue.title, catalogue.ORDER)) + "."),
        ('href="vm.gz"', 'href="%s"' % names["vm"]),
        ('href="program.gz"', 'href="%s"' % names["program"]),
    ):
        files["index.html"] = files["index.html"].replace(old.encode(), new.encode())
    files.update(_texts(codes))
    files["licenses.txt"] = read_bytes(root, NOTICES)
    files[_SERVICE] = _fill_in_cache_list(files)
    shutil.rmtree(out, ignore_errors=True)
    os.makedirs(out)
    for name, data in files.items():
        with open(os.path.join(out, name), "wb") as stream:
            stream.write(data)
    say("%s: %d files, %d KB." % (out, len(files), sum(map(len, files.values())) // 1024))


def _hashed_name(key, data):
    """Return the file name of a pack, which changes with its content, so that an old page never
    loads a pack of a new one."""
    return "%s-%s.gz" % (key, hashlib.sha256(data).hexdigest()[:10])


def _texts(languages):
    """Return {file name: JSON} of the pages' own texts, {text: translation} for each language but
    English."""
    table = json.loads(read_bytes(os.path.dirname(_PAGE), "texts.json"))
    codes = table.pop("en")
    return {
        "texts-%s.json" % code: json.dumps(
            {text: row[i] for text, row in table.items()}, ensure_ascii=False
        ).encode()
        for i, code in enumerate(codes)
        if code in languages
    }


def _fill_in_cache_list(files):
    """Return the service worker with a list of the files to cache: not its own, nor boards'."""
    uncached = (_SERVICE, "board-")
    names = [name for name in sorted(files) if not name.startswith(uncached)]
    version = hashlib.sha256(b"".join(files[name] for name in sorted(files))).hexdigest()[:16]
    cache_list = json.dumps({"version": version, "files": ["./"] + names})
    return files[_SERVICE].replace(_EMPTY_CACHE_LIST, b"const KEPT = %s;" % cache_list.encode())


class _QuietHandler(http.server.SimpleHTTPRequestHandler):
    """Serves files without printing requests, and lets browsers ask each time, as the page may be
    new."""

    # whatever Windows' registry says
    extensions_map = dict.fromkeys((".js", ".mjs"), "text/javascript")

    def log_message(self, *words):
        """Print nothing."""

    def end_headers(self):
        """Forbid caching and end the headers."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()


def server(folder: str, port: int = 0) -> http.server.ThreadingHTTPServer:
    """Return an HTTP server of `folder` on the loopback address. port: 0 for any free one."""
    handler = functools.partial(_QuietHandler, directory=folder)
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""
    parser = Parser("web", HELP)
    parser.add_argument("--out", metavar="DIR", default=os.path.join(results("dist"), "web"))
    parser.add_argument("--serve", action="store_true", help="show it on the loopback address")
    parser.add_argument("--port", type=int_from(0, 65535), default=8000, help="for --serve")
    parser.add_argument("--address", default="", help="where it will stand: https://.../")
    options = parser.parse_args(argv)
    make(boards_desktop.ROOT, options.out, address=options.address)
    if options.serve:
        try:
            shown = server(options.out, options.port)
        except OSError as error:
            raise RuntimeError("Port %d: %s." % (options.port, error.strerror))
        print("http://127.0.0.1:%d/  (Ctrl-C ends it)" % shown.server_address[1], flush=True)
        shown.serve_forever()
    return 0

"""`firmware`: CircuitPython for a board with the game in it, one UF2, made from a checkout.

The checkout is only read: a tree of links stands for it, in which the board's folder is a copy that
says what the firmware is made of. What make writes lies elsewhere, too, but for CircuitPython's own
compiler, which its makefile keeps in mpy-cross/build.
"""

import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import NamedTuple

from tools.arguments import Parser, new_file, whole
from tools.device import boards_desktop, build, frozen, uf2
from tools.device.gather import NOTICES, read_bytes
from tools.device.image import write
from tools.errors import ToolError
from tools.place import ROOT, results
from tools.plain import show

HELP = "one .uf2 of CircuitPython with the game in it, from a checkout of CircuitPython"

TAG = "10.2.1"
PORT = "ports/raspberrypi"
COMPILER = "arm-none-eabi-gcc"
NVM = 4096  # bytes of microcontroller.nvm, before the drive
# Of CircuitPython's submodules those that this firmware is made of.
SUBMODULES = (
    "data/nvm.toml lib/micropython-lib lib/tinyusb lib/tlsf ports/raspberrypi/sdk tools/bitmap_font"
    " tools/huffman tools/python-semver tools/Tecate-bitmap-fonts tools/uf2"
).split()
LIBRARIES = "cascadetoml jinja2 typer"  # Python's, that the makefiles import
# What no game on a handheld asks for: CIRCUITPY_<name> = 0.
AWAY = (
    "_EVE AESIO AUDIOEFFECTS AUDIOMP3 BITMAPFILTER BLEIO_HCI FLOPPYIO GIFIO HASHLIB HASHLIB_MBEDTLS"
    " IMAGECAPTURE JPEGIO MSGPACK PICODVI QRIO RGBMATRIX STAGE SYNTHIO ULAB USB_HOST USB_VIDEO"
).split()
WIFI = "CYW43 MDNS SOCKETPOOL SSL WEB_WORKFLOW WIFI".split()


class Trim(NamedTuple):
    """A board's own. away: further flags. without: lines of its folder's files with this word are
    dropped, since what they name is gone. notice: what the command says of it."""

    away: tuple[str, ...] = ()
    without: str = ""
    notice: str = ""


BOARDS = {
    "pajenicko_picopad": Trim(tuple(WIFI), "CYW", "It is without Wi-Fi."),
    "pimoroni_picosystem": Trim(),
    "tinycircuits_thumby_color": Trim(),
}


# --- what is there


def _git(folder, *words):
    """Return what git says there, or None."""
    try:
        done = subprocess.run(["git", "-C", folder, *words], capture_output=True, text=True)
    except OSError:
        raise ToolError("git is not installed: it tells which CircuitPython a checkout is.")
    return None if done.returncode else done.stdout.strip()


def check_checkout(folder: str) -> None:
    """Raise ToolError unless `folder` is a checkout of CircuitPython, of this tag, with the
    submodules that are needed."""
    if not os.path.isfile(os.path.join(folder, "py", "circuitpy_mpconfig.mk")):
        raise ToolError("%s is no checkout of CircuitPython." % folder)
    tags = _git(folder, "tag", "--points-at", "HEAD")
    if tags is None:
        raise ToolError(
            "%s is not under git: clone https://github.com/adafruit/circuitpython." % folder
        )
    if TAG not in tags.split():
        raise ToolError(
            "%s stands at %s, but the game goes into CircuitPython %s: `git checkout %s` there."
            % (folder, _git(folder, "describe", "--tags", "--always") or "no commit", TAG, TAG)
        )
    lacking = [name for name in SUBMODULES if not _whole(folder, name)]
    if lacking:
        raise ToolError(
            "The checkout lacks %s, or has another commit of it: `git submodule update --init %s` "
            "there." % (", ".join(lacking), " ".join(lacking))
        )


def _whole(folder, name):
    """Return True when a submodule stands at the commit that the checkout asks for."""
    here = os.path.join(folder, *name.split("/"))
    asked = (_git(folder, "ls-tree", "HEAD", name) or "").split()
    return (
        os.path.exists(os.path.join(here, ".git"))
        and len(asked) > 2
        and _git(here, "rev-parse", "HEAD") == asked[2]
    )


def check_tools() -> None:
    """Raise ToolError unless what makes firmware is installed."""
    for name, what in (
        (COMPILER, "the compiler for Arm (package gcc-arm-none-eabi, or Arm's own)"),
        ("make", "GNU make"),
        ("cc", "a C compiler for this computer"),
    ):
        if not shutil.which(name):
            raise ToolError("%s is not installed: %s is needed." % (name, what))
    python = _python()
    for library in LIBRARIES.split():
        if subprocess.run([python, "-c", "import " + library], capture_output=True).returncode:
            raise ToolError(
                "CircuitPython's makefiles need the Python libraries %s: `%s -m pip install %s`."
                % (LIBRARIES, python, LIBRARIES)
            )


def _python():
    """Return the Python that the makefiles run: that of PATH, before .venv is put there."""
    own = os.path.dirname(sys.executable)
    path = os.pathsep.join(
        folder for folder in os.environ.get("PATH", "").split(os.pathsep) if folder != own
    )
    return shutil.which("python3", path=path) or sys.executable


# --- what make is given


def settings(board_id: str, text: str, sources: str) -> str:
    """Return the board's mpconfigboard.mk, made of CircuitPython's `text`: the last line of a name
    counts. sources: the folder that is frozen."""
    trim = BOARDS[board_id]
    lines = [without(trim, text), "# The game in it, and what it does not ask for left out."]
    lines += ["CIRCUITPY_%s = 0" % name for name in (*AWAY, *trim.away)]
    lines += ["FROZEN_MPY_DIRS = " + sources, "OPTIMIZATION_FLAGS = -O3"]
    return "\n".join(lines) + "\n"


def without(trim: Trim, text: str) -> str:
    """Return a file of the board's folder without the lines of what goes."""
    if not trim.without:
        return text
    return "".join(line for line in text.splitlines(True) if trim.without not in line)


def tree(checkout: str, folder: str, board_id: str, sources: str) -> str:
    """Make `folder` stand for the checkout: links to all in it, but a copy of the board's folder.

    Returns the port's folder there.
    """
    steps = (*PORT.split("/"), "boards", board_id)
    for depth in range(len(steps)):
        own = os.path.join(folder, *steps[:depth])
        os.makedirs(own)
        real = os.path.join(checkout, *steps[:depth])
        for name in os.listdir(real):
            if name != steps[depth]:
                os.symlink(os.path.join(real, name), os.path.join(own, name))
    board = os.path.join(folder, *steps)
    shutil.copytree(os.path.join(checkout, *steps), board)
    for name in os.listdir(board):
        path = os.path.join(board, name)
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if name == "mpconfigboard.mk":
            text = settings(board_id, text, sources)
        else:
            text = without(BOARDS[board_id], text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    return os.path.join(folder, *PORT.split("/"))


def write_sources(folder: str, texts: dict[str, str]) -> None:
    """Put {path: text} below `folder`."""
    for path, text in texts.items():
        full = os.path.join(folder, *path.split("/"))
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


def make(port: str, board_id: str, out: str, jobs: int, log: str) -> bytes:
    """Run make; all it says goes to the file `log`. Returns the UF2's bytes. Raises
    ToolError."""
    python = _python()
    # The tree of links is no checkout: pass its version. The same sources give the same bytes.
    own = {"CP_VERSION": TAG, "SOURCE_DATE_EPOCH": "1577836800", "GIT_DIR": os.devnull}
    command = ["make", "-C", port, "BOARD=" + board_id, "BUILD=" + out, "PYTHON=" + python]
    command += ["MPY_CROSS_FLAGS=-O3", "-j%d" % jobs]
    environment = {**os.environ, **own}
    environment["PATH"] = os.path.dirname(python) + os.pathsep + environment.get("PATH", "")
    with open(log, "w", encoding="utf-8") as file:
        done = subprocess.run(command, stdout=file, stderr=subprocess.STDOUT, env=environment)
    if done.returncode:
        with open(log, encoding="utf-8", errors="replace") as file:
            raise ToolError(failure(file.read(), log))
    with open(os.path.join(out, "firmware.uf2"), "rb") as file:
        return file.read()


def failure(said: str, log: str) -> str:
    """Return a sentence about what make has `said`."""
    over = re.search(r"region `FLASH_FIRMWARE' overflowed by (\d+) bytes", said)
    if over:
        return "The firmware is %s bytes larger than the room before the drive." % over[1]
    lines = [line for line in said.splitlines() if re.search(r"(?i)\berror\b|\*\*\*", line)]
    return "CircuitPython was not built: %s (all of it: %s)" % ((lines or ["no reason"])[0], log)


def check_place(data: bytes, desk: boards_desktop.Desk, sources: dict[str, str]) -> tuple[int, int]:
    """Return (bytes of firmware, bytes that are left before the drive) of the UF2 bytes `data`.

    Raises ToolError where the drive would not stay where it was, or one of the sources {path:
    text} is not in it.
    """
    image = uf2.firmware(data)
    uf2.check(image, desk)
    first, last = image.memory
    if image.drive_offset != desk.offset or last > uf2.XIP + desk.offset - NVM:
        raise ToolError("The firmware would move the drive: what lies on it would be lost.")
    lacking = frozen.lacking(image, sources)
    if lacking:
        raise ToolError("The firmware was built without %s." % ", ".join(lacking))
    return last - first, uf2.XIP + desk.offset - NVM - last


# --- the command


def firmware(
    checkout: str,
    desk: boards_desktop.Desk,
    jobs: int,
    kept: str | None,
    say: Callable[[str], object],
) -> tuple[bytes, frozen.Game]:
    """Return (UF2 bytes, frozen.Game) of the firmware for a board. kept: a folder that make's
    results stay in, or None. Raises ToolError."""
    checkout = os.path.abspath(checkout)
    check_checkout(checkout)
    check_tools()
    build.refuse_faults(ROOT)
    game = frozen.Game(ROOT, desk.board_id)
    with tempfile.TemporaryDirectory() as scratch:
        sources = os.path.join(scratch, "game")
        write_sources(sources, game.sources)
        port = tree(checkout, os.path.join(scratch, "circuitpython"), desk.board_id, sources)
        out = os.path.abspath(kept or os.path.join(scratch, "build"))
        os.makedirs(out, exist_ok=True)
        shutil.rmtree(os.path.join(out, "frozen_mpy"), ignore_errors=True)
        say("CircuitPython %s for %s, with the game: some minutes." % (TAG, desk.name))
        handle, log = tempfile.mkstemp(suffix=".log", prefix="pocket-rummy-")
        os.close(handle)
        data = make(port, desk.board_id, out, jobs, log)
        os.remove(log)
    size, left = check_place(data, desk, game.sources)
    say("%d bytes of firmware, %d are left before the drive, which stays." % (size, left))
    return data, game


def notices(checkout: str) -> bytes:
    """Return the licences of all that is in a firmware: ours, and those of the CircuitPython in
    `checkout` and of the works it is built with."""
    parts = [read_bytes(ROOT, NOTICES)]
    for pattern in ("", "lib/*/", "ports/raspberrypi/sdk/", "ports/raspberrypi/lib/*/"):
        for path in sorted(glob.glob(os.path.join(checkout, pattern + "LICEN[CS]E*"))):
            if os.path.isfile(path):
                name = os.path.relpath(path, checkout).replace(os.sep, "/")
                parts.append(b"\n---- CircuitPython: %s\n\n" % name.encode())
                parts.append(read_bytes("", path).replace(b"\r\n", b"\n"))
    return b"".join(parts)


def main(argv: list[str]) -> int:
    """`python3 tools firmware --board ID --circuitpython DIR`."""
    parser = Parser("firmware", HELP)
    parser.add_argument("--board", required=True, metavar="ID", help=", ".join(BOARDS))
    parser.add_argument(
        "--circuitpython",
        required=True,
        metavar="DIR",
        help="a checkout of CircuitPython %s with its submodules" % TAG,
    )
    parser.add_argument("-o", "--output", type=new_file, metavar="FILE.uf2")
    parser.add_argument(
        "--jobs",
        type=whole(1, 99),
        default=os.cpu_count() or 1,
        metavar="N",
        help="parallel jobs of make",
    )
    parser.add_argument("--keep", metavar="DIR", help="keep make's results here for the next time")
    options = parser.parse_args(argv)
    desk = boards_desktop.lookup(options.board)
    if desk is None or desk.board_id not in BOARDS:
        raise ToolError(
            "There is a firmware with the game for %s; %s is none of them."
            % (", ".join(BOARDS), options.board)
        )
    data, game = firmware(options.circuitpython, desk, options.jobs, options.keep, print)
    path = options.output
    if path is None:
        os.makedirs(results("dist"), exist_ok=True)
        path = os.path.join(results("dist"), "pocket-rummy-%s.uf2" % desk.board_id)
    write(path, data)
    licences = os.path.join(os.path.dirname(path), "licenses.txt")
    write(licences, notices(options.circuitpython))
    drive = os.path.join(results("dist"), desk.board_id + "-firmware")
    build.write_tree(drive, game.drive())
    show(
        "%s: the firmware. %s: what belongs on its drive. %s goes with both."
        % (path, drive, licences)
    )
    if BOARDS[desk.board_id].notice:
        print(BOARDS[desk.board_id].notice)
    return 0

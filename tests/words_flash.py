"""Installations on drives of made-up boards by steps: `played by: words_flash` (tests/cases.py)."""

import os
import types

import cases
import pytest
from build_help import as_uf2, flash_memory, put

from tools.device import boards_desktop, bootout, drives, flash, installation
from tools.errors import ToolError

BADGE = "Adafruit Pybadge with samd51j19"
BOOT_OUT = (
    "Adafruit CircuitPython 10.3.0 on 2026-09-01; Adafruit Pybadge with samd51j19\r\n"
    "Board ID:pybadge\r\nUID:0123456789ABCDEF\r\nboot.py output:\r\n"
)
INFO = "UF2 Bootloader v3.15.0 SFHWRO\r\nModel: PyBadge\r\nBoard-ID: SAMD51J19A-PyBadge-M4\r\n"
RP2 = "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n"
SAVES = {
    "rummy.sav": b"saved games",
    "rummy_game.a": b"saved game A",
    "rummy_game.b": b"saved game B",
    "saves/rummy_set.a": b"settings record",
}
SAMD51 = 0x55114460
MINE = b"my own program\n"
HELLO = b'print("Hello World!")\n'
RUNNING = {"boot_out.txt": BOOT_OUT.encode()}

ONE = {
    "code.py": b"import pocket one\n",
    "boot.py": b"boot one\n",
    "settings.toml": b"A = 1\n",
    "metadata.json": b"{}\n",
    "icon.bmp": b"BM",
    "lib/pocket/app.mpy": b"C\x06 app one",
    "lib/pocket/old.mpy": b"C\x06 old",
    "rules/game.mpy": b"C\x06 game",
    "rules/gone/deep.mpy": b"C\x06 deep",
    "assets/tiles8x11.bmp": b"BM tiles" * 100,
    "lib/adafruit_sample/a.mpy": b"C\x06 library",
}
TWO = {
    "code.py": b"import pocket two\n",
    "boot.py": b"boot one\n",
    "settings.toml": b"A = 2\n",
    "metadata.json": b"{}\n",
    "icon.bmp": b"BM",
    "lib/pocket/app.mpy": b"C\x06 app two",
    "lib/pocket/new.mpy": b"C\x06 new",
    "rules/game.mpy": b"C\x06 game",
    "assets/tiles10x14.bmp": b"BM other" * 90,
}


class Host:
    """A machine with the folders given as drives; time passes only in sleep()."""

    def __init__(self, *paths, free=1 << 20, cluster=512):
        self.paths = list(paths)
        self.room = (free, cluster)
        self.time = 0
        self.on_sleep = None

    def boards(self):
        return [found for found in map(drives.inspect_drive, self.paths) if found]

    def space(self, path):
        return self.room

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.time += seconds
        if self.on_sleep:
            self.on_sleep()


def ran(host, content=ONE, **given):
    """Run the command on a machine; the sentences it said. content: of the drive, or a function of
    the board's id that returns it. given: options."""
    plain = dict.fromkeys(
        ("board", "firmware", "drive", "dry_run", "uninstall", "trace", "languages")
    )
    said = []
    content_of = content if callable(content) else lambda *asked: content
    options = types.SimpleNamespace(**{**plain, "wait": 60, **given})
    flash.run(options, host, content_of, said.append)
    return said


def board(tmp_path, name="CIRCUITPY", **files):
    """Make a drive of a board running CircuitPython, with saves, and return its path."""
    path = os.path.join(tmp_path, name)
    put(path, "boot_out.txt", BOOT_OUT)
    for file, data in SAVES.items():
        put(path, file, data)
    for file, data in files.items():
        put(path, file, data)
    return path


def firmware_file(tmp_path, data):
    put(str(tmp_path), "cp.uf2", data)
    return str(tmp_path / "cp.uf2")


def tree(path):
    """Return {drive path: bytes} of everything below `path`."""
    found = {}
    for here, _folders, names in os.walk(path):
        for name in names:
            full = os.path.join(here, name)
            with open(full, "rb") as stream:
                found[os.path.relpath(full, path).replace(os.sep, "/")] = stream.read()
    return found


def flashed(path, content, **given):
    """Run the command on the drive at `path`; what it said."""
    return "\n".join(ran(Host(path), content, drive=path, **given))


def restarting(loader, data, running=None):
    """Return a Host whose board leaves its boot loader when the firmware `data` is written whole;
    a CIRCUITPY drive beside it appears then. running: the board's drive before its boot loader."""
    host = Host(running or loader)

    def wait():
        if host.paths == [running]:
            host.paths[:] = [loader]
        elif tree(loader).get("firmware.uf2") == data and loader in host.paths:
            host.paths[:] = [board(os.path.dirname(loader))]

    host.on_sleep = wait
    return host


def kept(path):
    return {name: data for name, data in tree(path).items() if name in SAVES}


def refused(host, says, **given):
    with pytest.raises(ToolError, match=says) as caught:
        ran(host, **given)
    assert "\n" not in str(caught.value)


def firmware_uf2(board_id, family=SAMD51, *version):
    return as_uf2(flash_memory(board_id, *version), family)


GOOD = as_uf2(flash_memory("pybadge", machine=BADGE, base=0x4000), SAMD51, 0x4000)
FIRMWARES = {
    "GOOD": GOOD,
    "EMPTY": b"",
    "SHORT": GOOD[:-512],
    "TEXT": b"hello world",
    "CHIP": firmware_uf2("pybadge", 0xE48BFF56),
    "BOARD": firmware_uf2("pygamer"),
    "OLD": firmware_uf2("pybadge", SAMD51, "8.0.0"),
    "UGAME": as_uf2(flash_memory("ugame22", machine="uGame22 with rp2040"), 0xE48BFF56),
    **{
        version: as_uf2(flash_memory("pybadge", version, BADGE, base=0x4000), SAMD51, 0x4000)
        for version in ("10.9.9", "11.0.0", "12.1.0")
    },
}
NEEDS = "CIRCUITPY_PYSTACK_SIZE = 4096\nCIRCUITPY_HEAP_START_SIZE = 131072\n"
FULL = {**ONE, "settings.toml": NEEDS.encode(), **boards_desktop.SAVES}
USERS = {
    "rules/chess.py": b"a program",
    "lib/pocket/notes.txt": b"notes",
    "lib/adafruit_other/x.mpy": b"a library",
    "notes-backup-1.txt": b"mine",
    "data/log-backup-2026.csv": b"mine",
    "code-backup-7.py": b"mine",
    "main.py": b"mine",
    "assets/words/mine.bin": b"mine",
    "sd/placeholder.txt": b"mine",
}

A1 = {"settings.toml": b"A = 1\n"}
EARLIER = {**FULL, "settings.toml": b"CIRCUITPY_PYSTACK_SIZE = 2000\n"}
SETS = {"ONE": ONE, "TWO": TWO, "FULL": FULL, "EARLIER": EARLIER, "SAVES": SAVES, "A1": A1}


def _bytes(text):
    return text.encode().decode("unicode_escape").encode("latin-1")


class Machine:
    """A computer with drives of boards; each public method is a step.

    The files of a drive are bytes as Python writes them (`\\n`, `\\xff`); a set of SETS goes by its
    name, the user's own files are USERS, and USER is all that was put.
    """

    def __init__(self, folder):
        self.folder = folder
        self.paths = []
        self.given = {}
        self.said = self.asked = ""
        self.user = {}
        self.before = None

    def __call__(self, steps):
        cases.each_step(steps, cases.method_of(self))

    @property
    def path(self):
        return self.paths[0]

    def _flash(self, content=ONE, **given):
        def content_of(board_id, *more):
            self.asked = board_id
            return content

        before = tree(self.path)
        self.said = flashed(self.path, content_of, **self.given, **given)
        assert not given.get("dry_run") or tree(self.path) == before

    # -- what is done

    def connect(self, text):
        """Connect drives: `running` CircuitPython, a boot `loader`, that of an `rp2`, an
        `empty` folder; `:` and what
        differs in its text file (`running:10.3.0=8.2.6`)."""
        texts = {"running": {"boot_out.txt": BOOT_OUT, **SAVES}, "loader": {"INFO_UF2.TXT": INFO}}
        texts["rp2"] = {"INFO_UF2.TXT": RP2}
        for word in text.split():
            kind, _, change = word.partition(":")
            path = str(self.folder / str(len(self.paths)))
            self.paths.append(path)
            os.mkdir(path)
            for name, data in texts.get(kind, {}).items():
                named = change and name.lower().endswith(".txt")
                put(path, name, data.replace(*change.split("=")) if named else data)

    def options(self, text):
        """Give the command options; a firmware by its name in FIRMWARES, a drive by its number."""
        self.given = dict(option.split("=") for option in text.split())
        if "drive" in self.given:
            self.given["drive"] = str(self.folder / self.given["drive"])
        if "firmware" in self.given:
            data = FIRMWARES[self.given["firmware"]]
            self.given["firmware"] = firmware_file(self.folder, data)

    def put(self, text):
        """Write a file of the user's, or all of USERS."""
        name, _, data = text.partition(" ")
        data = _bytes(data)
        files = USERS if name == "USERS" else {name: data}
        self.user.update(files)
        for file, content in files.items():
            put(self.path, file, content)

    def blank(self, text):
        """Write a file of this many zeros."""
        name, _, size = text.rpartition(" ")
        self.user[name] = bytes(int(size))
        put(self.path, name, self.user[name])

    def remove(self, name):
        """Remove a file."""
        os.remove(os.path.join(self.path, name))

    def cut(self, text):
        """Leave only the first bytes of a file."""
        name, size = text.split()
        put(self.path, name, tree(self.path)[name][: int(size)])

    def no_saves(self):
        """Have no saves."""
        for name in SAVES:
            os.remove(os.path.join(self.path, name))

    def remember(self):
        """Remember all files."""
        self.before = tree(self.path)

    def scratch(self):
        """Leave what a run that was cut can leave."""
        put(self.path, installation.SCRATCH, b"half a fi")
        os.makedirs(os.path.join(self.path, "rules", "empty", "folders"))

    def flash(self, name):
        """Install a set."""
        self._flash(SETS[name])

    def dry(self, name):
        """Say what an installation would do, and change nothing."""
        self._flash(SETS[name], dry_run=True)

    def uninstall(self, dry=""):
        """Remove the game; `dry`: only say what would go."""
        self._flash(uninstall=True, dry_run=bool(dry))

    def run(self, dry=""):
        """Install ONE on the drive that the command finds itself; `dry`: only say what it does."""
        self._run(Host(*self.paths), dry_run=bool(dry))

    def run_restarting(self):
        """The same while the board restarts when it has a firmware; its new drive is the first."""
        running, loader = (None, *self.paths)[-2:]
        host = restarting(loader, FIRMWARES["GOOD"], running)
        self._run(host)
        assert tree(loader)["firmware.uf2"] == FIRMWARES["GOOD"]
        self.paths = host.paths

    def _run(self, host, **given):
        def content_of(board_id, *more):
            self.asked = board_id
            return ONE

        self.said = "\n".join(ran(host, content_of, **self.given, **given))

    def trace(self):
        """Ask for the trace of a failure."""
        self._flash(TWO, trace=True)

    # -- what must be then

    def refused(self, says):
        """Be refused with one sentence that has this in it, and nothing is written."""
        before = [tree(path) for path in self.paths]
        refused(Host(*self.paths), says, **self.given)
        assert [tree(path) for path in self.paths] == before

    def says(self, text):
        """Have said this in the last run."""
        assert text in self.said, self.said

    def not_said(self, text):
        """Not have said this in the last run."""
        assert text not in self.said, self.said

    def quiet(self):
        """Have named none of the user's files."""
        assert not [file for file in self.user if file in self.said], self.said

    def has(self, text):
        """Have this in a file."""
        name, _, data = text.partition(" ")
        assert tree(self.path)[name] == _bytes(data)

    def has_all(self, name):
        """Have all files of a set."""
        there = tree(self.path)
        assert {name: there.get(name) for name in SETS[name]} == SETS[name]

    def adds(self, text=""):
        """Say that just these lines are added to the settings, or none."""
        added = [line for line in self.said.splitlines() if line.startswith("settings.toml: + ")]
        lines = _bytes(text).decode().splitlines()
        assert added == ["settings.toml: + " + line for line in lines]

    def warns(self, value=""):
        """Say that the game needs another value than this in the settings, or nothing of it."""
        assert "to %s; the game needs" % value in self.said or not value
        assert self.said.count("; the game needs") == bool(value)

    def as_before(self):
        """Have all files as they were remembered, but for settings that the game brought."""
        assert {**tree(self.path), "settings.toml": b""} == {**self.before, "settings.toml": b""}

    def for_board(self, board_id):
        """Have installed what is made for this board."""
        assert self.asked == board_id

    # -- texts by which a drive names its board

    def boot_out(self, text):
        """Read boot_out.txt: `boot_out TEXT = 10 3 0 pybadge MACHINE`, or `= none`."""
        text, _, wanted = text.partition(" = ")
        found = bootout.parse(_bytes(text).decode())
        there = " ".join([*map(str, found[0]), *filter(None, found[1:])]) if found else "none"
        assert there == wanted, there

    def info(self, text):
        """Read INFO_UF2.TXT: `info TEXT = ID MODEL`, or `= none`."""
        text, _, wanted = text.partition(" = ")
        found = drives.parse_info_uf2(_bytes(text).decode())
        assert (" ".join(found) if found else "none") == wanted

    def loader(self, text):
        """Know a boot loader's boards: `loader ID = pybadge`; `= chip RP2040`: all of that chip."""
        loader_id, _, boards = text.partition(" = ")
        models = boards_desktop.BOARDS.values()
        of_chip = [model.board_id for model in models if boards == "chip " + model.chip]
        wanted = of_chip if boards.startswith("chip ") else boards.replace("none", "").split()
        assert [model.board_id for model in drives.models_of_loader(loader_id)] == wanted

    def fits(self, text):
        """Take a boot loader for a board, or `no`: `fits pybadge no RPI-RP2`."""
        board_id, loader_id = text.replace(" no ", " ").split(" ", 1)
        found = drives.loader_fits(boards_desktop.BOARDS[board_id], loader_id)
        assert found is (" no " not in text)

    def lacks(self, text):
        """Have no path with this in it, and not have said it."""
        assert not [file for file in tree(self.path) if text in file] and text not in self.said

    def holds(self, sets):
        """Hold these sets and no more."""
        wanted, there = dict(RUNNING), tree(self.path)
        for name in sets.split():
            wanted.update(self.user if name == "USER" else SETS[name])
        there.pop(installation.MANIFEST, None)
        assert there == wanted


def play(steps, tmp_path):
    """Play the steps of a case."""
    Machine(tmp_path)(steps)

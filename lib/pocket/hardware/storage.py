"""Named records on the drive: two files a record, the older one written, the newest good one read.

A record that is cut short or damaged costs one save, never both: the other file is untouched. No
file is ever renamed over another, which FAT on a board does not do in one step. Where the drive
cannot be written the record goes to the chip's own memory (NVM) if that is free, and the player
is told.
"""
import os

from rules import save
from rules.errors import RulesError

SLOTS = "ab"
_FREE = (0, 255)  # what unused NVM holds


def folder():
    """Where saves go: POCKET_SAVES of settings.toml, /saves where it is mounted, else the drive."""
    named = None
    try:
        named = os.getenv("POCKET_SAVES")
    except Exception:  # a settings.toml that is no TOML raises ValueError; play on without it
        pass
    for path in (named, "/saves"):
        if path:
            try:
                os.stat(path)
                return path.rstrip("/")
            except OSError:
                pass
    return ""


def chip_memory():
    """The board's NVM, or None."""
    try:
        import microcontroller
        return microcontroller.nvm
    except (ImportError, AttributeError):
        return None


class Store:
    """Records in `path` and, at need, in `nvm` (bytearray-like or None).

    Without a path: the board's own folder and chip memory.

    `in_chip` names the one record that may go to NVM when the drive refuses.
    """

    def __init__(self, path=None, nvm=None, in_chip="game"):
        self.path = folder() if path is None else path
        self.nvm = chip_memory() if path is None else nvm
        self.in_chip = in_chip
        self._next = {}  # name -> (slot to write, its sequence)

    def _file(self, name, slot):
        return "%s/rummy_%s.%s" % (self.path, name, slot)

    def _read(self, name, slot):
        try:
            with open(self._file(name, slot), "rb") as file:
                return file.read()
        except OSError:
            return None

    def load(self, name):
        """The newest good record: (payload or None, sentence or None).

        The sentence says what was lost: an older record stands in, or none can be read.
        """
        best = None
        best_seq = -1
        bad = None
        target = SLOTS[0]
        for slot in SLOTS:
            record = self._read(name, slot)
            if record is None:
                continue
            try:
                seq, payload = save.unframe(record)
            except RulesError as problem:
                bad = str(problem)
                continue
            if seq > best_seq:
                best = payload
                best_seq = seq
                target = SLOTS[1 - SLOTS.index(slot)]
        kept = self._from_chip(name)
        if kept and kept[0] > best_seq:
            best_seq, best = kept
        self._next[name] = (target, best_seq + 1)
        if not bad:
            return best, None
        if best is None:
            return None, bad + " No other copy is left."
        return best, bad + " The save before it is used."

    def save(self, name, payload):
        """Keep `payload`. Returns None, or one sentence that begins "not saved:"."""
        if name not in self._next:
            self.load(name)
        slot, seq = self._next[name]
        record = save.frame(payload, seq)
        try:
            self._write(self._file(name, slot), record)
        except OSError as error:
            if name == self.in_chip and self._to_chip(record):
                self._next[name] = (slot, seq + 1)
                return None
            return "not saved: " + _why(error)
        self._next[name] = (SLOTS[1 - SLOTS.index(slot)], seq + 1)
        return None

    def forget(self, name):
        """Drop a record: both files and the copy in the chip. Returns None or a sentence."""
        problem = None
        for slot in SLOTS:
            try:
                os.remove(self._file(name, slot))
            except OSError as error:
                if self._read(name, slot) is not None:
                    problem = "not removed: " + _why(error)
        if self._from_chip(name):
            self.nvm[0:4] = b"\xff\xff\xff\xff"
        self._next.pop(name, None)
        _sync()
        return problem

    # -- the drive

    def _write(self, path, record):
        try:
            self._write_once(path, record)
        except OSError as error:
            # The drive belongs to the computer, or nobody has asked for it yet: ask once.
            if error.errno != 30 or not _take_drive():
                raise
            self._write_once(path, record)

    @staticmethod
    def _write_once(path, record):
        # In place where the file is there: its place on the drive stays, so a loss of power
        # can spoil this record and nothing else.
        try:
            file = open(path, "r+b")
        except OSError as error:
            if error.errno != 2:
                raise
            file = open(path, "wb")
        try:
            file.write(record)
        finally:
            file.close()
        _sync()

    # -- the chip's memory

    def _from_chip(self, name):
        """(sequence, payload) of the record in NVM, or None."""
        if self.nvm is None or name != self.in_chip:
            return None
        try:
            head = bytes(self.nvm[0:save.HEAD])
            if head[:4] != save.MAGIC:
                return None
            size = save.HEAD + (head[10] | head[11] << 8)
            return save.unframe(bytes(self.nvm[0:min(size, len(self.nvm))]))
        except RulesError:
            return None

    def _to_chip(self, record):
        """Write NVM if it is free or ours. Returns whether it was."""
        if self.nvm is None or len(record) > len(self.nvm):
            return False
        head = bytes(self.nvm[0:4])
        if head != save.MAGIC and [byte for byte in head if byte not in _FREE]:
            return False  # another program's
        try:
            self.nvm[0:len(record)] = record
        except (RuntimeError, ValueError, OSError):
            return False
        return True


def _sync():
    if hasattr(os, "sync"):
        os.sync()


def _take_drive():
    """Ask for the drive to be written by the game. False while a computer holds it."""
    try:
        import storage
        storage.remount("/", readonly=False)
        return True
    except (ImportError, AttributeError, RuntimeError, OSError):
        return False


def _why(error):
    number = error.errno
    if number == 30:
        return "the computer holds the drive; eject it there."
    if number == 28:
        return "the drive is full."
    if number == 2:
        return "its folder is gone."
    return "the drive answered with error %s." % number

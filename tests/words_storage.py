"""Records on a drive by steps: `played by: words_storage` (tests/cases.py)."""

import builtins
import errno
import os
import sys

import cases
import pytest
import saves_help
from pocket.saves import storage
from pocket.saves.slots import SLOTS
from saves_help import framed, newest, overwrite

from tools.device import boards_desktop

WHOLE = (SLOTS + 2) * storage.STRIDE  # bytes of the file
NOTICES = {
    "damaged": "The last save is damaged.",
    "older": "The last save is damaged. The one before it is used.",
    "newer": "A save is from a newer version.",
    "full": "Not saved: the drive is full.",
    "held": "Not saved: the computer holds the drive; eject it there.",
    "long": "Not saved: it has grown too long.",
}


class Refusing:
    """Stands for `open` on a drive that will not be written, or may be written `after` times."""

    def __init__(self, number, after=0):
        self.number = number
        self.after = after
        self.real = builtins.open

    def __call__(self, path, mode="r", *rest, **named):
        if "+" in mode or "w" in mode:
            if not self.after:
                raise OSError(self.number, os.strerror(self.number))
            self.after -= 1
        return self.real(path, mode, *rest, **named)


class Drive:
    """A folder with the file of saves; each public method is a step."""

    def __init__(self, folder):
        self.folder = folder
        self.memory = None
        self.store = saves_help.store(folder)
        self.hands = pytest.MonkeyPatch()
        self.patch = pytest.MonkeyPatch()
        self.patch.setitem(sys.modules, "storage", None)

    @property
    def path(self):
        return self.folder / "rummy.sav"

    def __call__(self, steps):
        try:
            cases.each_step(steps, cases.method_of(self))
        finally:
            self.free()
            self.patch.undo()

    # what is done

    def off(self):
        """Switch off and on: a new store over the same files."""
        self.store = saves_help.store(self.folder, self.memory)

    def chip(self):
        """Give the chip memory of its own: two slots."""
        self.memory = bytearray(b"\xff" * 4096)
        self.off()

    def hold(self):
        """Switch on anew while a computer holds the drive, until `free`."""
        self.off()
        self.hands.setattr(builtins, "open", Refusing(errno.EROFS))

    def free(self):
        """Let the drive be written again."""
        self.hands.undo()

    def save(self, text):
        """Save under a name: `save game one`; with `!` behind it also in the chip."""
        name, _, payload = text.partition(" ")
        assert self._save(name, payload) is None

    def refuse(self, text):
        """Be refused a save with one of NOTICES: `refuse full more x`."""
        notice, name, payload = text.split(" ", 2)
        assert self._save(name, payload) == NOTICES[notice]

    def _save(self, name, payload):
        payload = _whole(payload).encode()
        return self.store.save(name.rstrip("!"), payload, name.endswith("!"))

    def turns(self, count):
        """Save this many turns of a game: `turn 0` and on."""
        for number in range(int(count)):
            self.save("game turn %d" % number)

    def forget(self, name):
        """Drop all saves of a name."""
        assert self.store.forget(name) is None

    def half(self, kept):
        """Let the newest save of the game be written only up to a byte."""
        kept = int(kept)
        overwrite(self.folder, newest(self.folder), b"\xff" * (storage.SLOT - kept), kept)

    def zero(self, place=None):
        """Let the beginning of the newest save of the game, or of a place, be zeros."""
        slot = int(place) if place else newest(self.folder)
        overwrite(self.folder, slot, bytes(512))

    def noise(self):
        """Fill the whole file with anything."""
        self.path.write_bytes(os.urandom(os.path.getsize(self.path)))

    def cut(self, size):
        """Cut the file after this many bytes; `3 places`: behind three records' places."""
        count, _, places = size.partition(" ")
        os.truncate(self.path, int(count) * (storage.STRIDE if places else 1))

    def remove(self):
        """Remove the file."""
        os.remove(self.path)

    def spoil(self):
        """Damage the record in the chip."""
        self.memory[20:40] = b"\xff" * 20

    def put(self, text):
        """Put a record into a place, as `put 3 name payload sequence`."""
        place, name, payload, seq = text.split()
        data = framed(eval("b'%s'" % name), payload.encode(), int(seq, 0))  # noqa: S307
        overwrite(self.folder, int(place), data)

    def blank(self, size):
        """Have a file of this many bytes in which no record is, as a build makes it."""
        self.path.write_bytes(boards_desktop.SAVES["rummy.sav"][: int(size)])

    def zeros(self):
        """Have a file of zeros, whose making was cut off."""
        self.path.write_bytes(bytes(WHOLE))

    # what must be then

    def loads(self, text):
        """Load this of a name, `none` for nothing, and one of NOTICES in brackets: `loads game one
        [older]`; `game~1`: the save before the newest."""
        name, _, wanted = text.partition(" ")
        name, _, older = name.partition("~")
        payload, _, notice = wanted.partition(" [")
        found, told = self.store.read(name, int(older or 0))
        assert ("none" if found is None else found.decode()) == _whole(payload), found
        if not older:
            assert told == (NOTICES[notice[:-1]] if notice else None), told

    def size(self, size):
        """Have a file of this many bytes, or the `whole` one."""
        there = os.path.getsize(self.path)
        assert there == (WHOLE if size == "whole" else int(size)), there

    def empty(self):
        """Have no file."""
        assert os.listdir(self.folder) == []


def _whole(payload):
    """Return a payload: `x*500` is 500 of that letter."""
    letter, times, count = payload.partition("*")
    return letter * int(count) if times else payload


def play(steps, tmp_path):
    """Play the steps of a case."""
    Drive(tmp_path)(steps)

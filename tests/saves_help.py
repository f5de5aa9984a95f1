"""What tests of saves share: a store in a folder, and records written past it."""

import struct
import zlib

from conftest import ROOT
from pocket.saves import savefile, storage

from tools.device import wordtable


def _texts():
    """Return {number: English text}."""
    table = wordtable.load(ROOT)
    numbers = wordtable.numbers(table).items()
    names = [(number, name[1:].partition(".")) for name, number in numbers if "." in name]
    return {number: table[section][key] for number, (section, _, key) in names}


TEXTS = _texts()  # now: later `open` may be that of another drive


def told(notice):
    """Return a notice (pocket.ui.words.notice_text) in English, whatever `open` is just now, or
    None."""
    if not notice or isinstance(notice, str):
        return notice or None
    values = [told(value) if isinstance(value, tuple) else value for value in notice[1:]]
    return TEXTS[notice[0]].format(*values)


class Store(storage.Store):
    """A Store that says in words what it has to tell."""

    def read(self, name, older=0):
        """Return (payload, what was lost, in words)."""
        return self.load(name, older), told(savefile.newest(self, name)[1])

    def save(self, name, payload, chip=False):
        return told(super().save(name, payload, chip))

    def forget(self, name):
        return told(storage.Store(self.state).forget(name))


def store(folder, nvm=None):
    """Return the records in `folder`, as after power-on; nvm: the chip's memory or None."""
    return Store({"path": str(folder) + "/rummy.sav", "nvm": nvm})


def records(folder):
    """Return {slot: (sequence, name, payload)} of the good records in the file, read without the
    product."""
    data = (folder / "rummy.sav").read_bytes()
    found = {}
    for slot in range(2, len(data) // 5632):
        record = data[slot * 5632 : slot * 5632 + 2048]
        magic, version, letters, seq, size, crc = struct.unpack("<4sBBIHI", record[:16])
        body = record[16 : 16 + size]
        if magic == b"PRmy" and version == 2 and seq and crc == zlib.crc32(record[:12] + body):
            found[slot] = (seq, body[:letters].decode(), body[letters:])
    return found


def newest(folder, name="game"):
    """Return the slot of the newest record of `name`."""
    return max((seq, slot) for slot, (seq, own, _) in records(folder).items() if own == name)[1]


def overwrite(folder, slot, data, at=0):
    """Put `data` over a slot's bytes from its byte `at` on."""
    with open(folder / "rummy.sav", "r+b") as file:
        file.seek(slot * 5632 + at)
        file.write(data)


def flip(folder, slot, at):
    """Change a bit in byte `at` of a slot."""
    byte = (folder / "rummy.sav").read_bytes()[slot * 5632 + at]
    overwrite(folder, slot, bytes((byte ^ 4,)), at)


def framed(name, payload, seq):
    """Return a record with any bytes as its name, and any sequence."""
    head = struct.pack("<4sBBIH", b"PRmy", 2, len(name), seq, len(name + payload))
    body = name + payload
    return (head + struct.pack("<I", zlib.crc32(head + body)) + body).ljust(2048, b"\0")

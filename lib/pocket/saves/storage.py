"""Keep named records in one file on the drive: a save overwrites one slot of it and nothing else.

The file is made once, keeps its size and stays open. Then a board writes a slot in place and erases
that slot's own flash sector; closing the file would write its directory too, whose sector the whole
drive hangs on. A save goes to a slot that holds nothing needed, so a loss of power costs that save
alone. Where the drive cannot be written the record goes to the chip's own memory (NVM) if that is
free. What is needed once or when something fails is in savefile.py.

A saved game is bytes: its id; a byte for the round and the order of rack and hand chosen last; the
game's own (`pack`), with a note of who plays, what each seat did, the game's code, a byte that is
not in use, what the turn has taken of its clock, which racks are in their owners' order, where the
sets lay.
"""

import binascii
import os
import struct

from pocket.made import texts
from pocket.saves.slots import SLOT, STRIDE

if False:  # for type checkers
    from pocket.app.device import Settings
    from pocket.app.flow import Session

    from rules.family import Game


# -- a saved game ----------------------------------------------------------------------------------

HEAD = 3
CLOCK_MS = 2000  # the unit of the clock's byte, which holds the longest clock, 5 minutes


def head(game: "Game", chosen: "Settings") -> bytes:
    """Return what the save of a game begins with. chosen: the Settings."""
    mixed = min(game.round, 31) | chosen.sorting << 5 | chosen.by_shape << 7
    return game.rules["game"].encode() + bytes((mixed,))


def read_head(payload: bytes) -> tuple[str, int, int, bool]:
    """Return (game id, round, sorting, by_shape) as `head` wrote them; the id may be unknown."""
    mixed = payload[2]
    return "%c%c" % (payload[0], payload[1]), mixed & 31, mixed >> 5 & 3, mixed > 127


def pack(session: "Session", chosen: "Settings") -> bytes:
    """Return the save of the running game. chosen: the Settings."""
    game = session.game
    seen = session.seen
    note = session.note + bytes(session.counts) + session.code.encode()
    note += bytes((0, min(255, session.used // CLOCK_MS), session.by_hand))
    if seen and seen[0] == game.table:
        note += seen[1]
    game.note = note
    return head(game, chosen) + game.pack()


def read_note(note: bytes, size: int) -> tuple[bytearray, str, bytes]:
    """Return the counts (`size` bytes), the game's code, and the rest of a note behind its people
    (see `pack`); (None, "", b"") where they are not complete."""
    if len(note) < size:
        return None, "", b""
    end = size
    while end < len(note) and note[end] > 32:  # the code's letters
        end += 1
    code = "".join([chr(letter) for letter in note[size:end]])
    return bytearray(note[:size]), code, note[end:]


VERSION = 2
MAGIC = b"PRmy"
_FORGOTTEN = 3  # bytes of the longest record that means: removed
_HEAD = 16  # magic 4, version 1, letters of the name 1, sequence 4, bytes that follow 2, CRC32 4


def frame(name: str, slots: list[tuple], payload: bytes) -> bytearray:
    """Return a record newer than all in `slots`, of whole 512-byte blocks, which a board writes
    without reading. Raises OSError where it is longer than a slot."""
    seq = max([slot[0] for slot in slots] + [0]) + 1
    name = name.encode()
    start = _HEAD + len(name)
    end = start + len(payload)
    if end > SLOT:
        raise OSError(27, "long")
    record = bytearray((end + 511) // 512 * 512)
    seq = seq & 65535, seq >> 16 & 65535  # behind the last one there is, 0 comes again
    struct.pack_into("<4sBBHHH", record, 0, MAGIC, VERSION, len(name), *seq, end - _HEAD)
    record[_HEAD:start] = name
    record[start:end] = payload
    struct.pack_into("<I", record, 12, _crc(record, end))
    return record


def parse(record: bytes | bytearray) -> tuple:
    """Return (sequence, name, start, end) of a record, whose payload is record[start:end].

    Without one the sequence is 0 and the name "" (never written), None (spoiled) or False (of a
    newer version). Where only zeros are, end is 0."""
    if len(record) >= _HEAD:
        if not bytes(record[:_HEAD]).strip(b"\x00"):
            return 0, "", 0, 0
        magic, version, letters, seq, size, crc = struct.unpack_from("<4sBBIHI", record)
        end = _HEAD + size
        if magic == MAGIC and end <= len(record) and crc == _crc(record, end):
            if version > VERSION:
                return 0, False, 0, 0
            start = _HEAD + letters
            try:
                if start <= end:
                    return seq, bytes(record[_HEAD:start]).decode(), start, end
            except UnicodeError:  # the game wrote no such name
                pass
    return 0, None, 0, 0


def _crc(record, end):
    record = memoryview(record)
    return binascii.crc32(record[_HEAD:end], binascii.crc32(record[:12]))


class Store:
    """Keep the records on the drive and, at need, in the chip.

    state: a dict of the caller, empty at first, that outlives each Store: the "path" of the
    file, the chip's "nvm" (bytearray-like or None) and, from the first save on, the open "file".
    With "asks", {} at first, the file is not made before the player has agreed: meanwhile records
    wait there, {name: (payload, chip)}; None: the player said no. Without "asks" it is just made.
    """

    def __init__(self, state: dict) -> None:
        self.state = state
        self.frame, self.parse, self.spare = frame, parse, spare  # for savefile
        if "path" not in state:
            from pocket.saves import savefile

            savefile.find(state)

    def load(self, name: str, older: int = 0) -> tuple[bytes | None, tuple | None]:
        """Load the newest good record, or the one `older` places before it.

        Returns (payload or None, notice or None); the notice (words.told) says what was lost."""
        slots = self.slots()
        own = [slot for slot in slots if slot[2] == name]
        own.sort(key=lambda slot: slot[0])
        payload = None
        if older < len(own):
            try:
                data = self.data(own[-1 - older][1])
                _, _, start, end = parse(data)
                if end > start + _FORGOTTEN:
                    payload = bytes(data[start:end])
            except OSError:
                slots.append((0, 0, None))
        for slot in slots:
            if not slot[2] and slot[2] != "":
                from pocket.saves import savefile

                return payload, savefile.lost(slot[2], payload)
        return payload, None

    def save(self, name: str, payload: bytes, chip: bool = False) -> tuple | None:
        """Keep `payload`. Returns None, or why not: a notice (words.told).

        chip: it may go to the chip's memory when the drive refuses.
        """
        try:
            file = self.state.get("file")
            if file is None:
                from pocket.saves import savefile

                file = savefile.take(self.state)
                if file is None:
                    return savefile.wait(self.state, name, payload, chip)
            slots = self.slots()
            slot = spare([slot for slot in slots if slot[1] > 0])
            if slot is None:
                raise OSError(28, "full")
            record = frame(name, slots, payload)
            file.seek(slot * STRIDE)
            file.write(record)
            if hasattr(os, "sync"):
                os.sync()
            return None
        except OSError as error:
            from pocket.saves import savefile

            return savefile.refused(self, name, payload, chip, error.errno)

    def append(self, name: str, line: bytes) -> None:
        """Add a line to a record: in a turn there is no room for what writes all the settings
        (saves/settingsfile.py). If it fails, the next save says why."""
        self.save(name, (self.load(name)[0] or b"") + line)

    def forget(self, name: str, left: bytes = b"") -> tuple | None:
        """Drop a record: one of at most _FORGOTTEN bytes, `left`, takes its place. Returns None, or
        a notice as `save`."""
        problem = self.save(name, left, True)
        return problem and (texts.SAVES_NOT_REMOVED,) + problem[1:]

    def data(self, slot: int) -> bytes | bytearray:
        """Return the bytes of a slot. Raises OSError."""
        if slot <= 0:
            return self.state["nvm"][-slot * SLOT : (1 - slot) * SLOT]
        with open(self.state["path"], "rb") as file:
            file.seek(slot * STRIDE)
            return file.read(SLOT)

    def slots(self) -> list[tuple]:
        """Return (sequence, slot, name) of each slot, see `parse`: 2, 3, ... in the file, 0, -1,
        ... in the chip."""
        records = []
        nvm = self.state["nvm"]
        for slot in range(len(nvm) // SLOT if nvm is not None else 0):
            head = bytes(nvm[slot * SLOT : slot * SLOT + _HEAD])
            if head[:4] == MAGIC:
                sequence, name, _, _ = parse(self.data(-slot))
                records.append((sequence if name else 0, -slot, name))
            elif not head.strip(b"\x00\xff"):  # otherwise it belongs to another program
                records.append((0, -slot, ""))
        record = bytearray(SLOT)
        empty = []
        name = None
        try:
            with open(self.state["path"], "rb") as file:
                slot = 2
                file.seek(2 * STRIDE)
                while slot < 99 and file.readinto(record) == SLOT:
                    sequence, name, _, end = parse(record)
                    if not end and name == "":
                        empty.append(len(records))
                    records.append((sequence, slot, name))
                    slot += 1
                    file.seek(slot * STRIDE)
                size = file.seek(0, 2)
                # The file is cut short after a slot in use: later slots may be lost.
                if name != "" and (size % STRIDE or 0 < size < 5 * STRIDE):
                    records.append((0, 100, None))
        except OSError:
            pass
        if empty[-2:] != [len(records) - 2, len(records) - 1]:  # see savefile.EMPTY
            for i in empty:
                records[i] = (0, records[i][1], None)
        if records and max(records)[0] >> 30 > 2:
            from pocket.saves import savefile

            return savefile.restart_sequence(records)
        return records


def spare(slots: list[tuple], last: int = 99) -> int | None:
    """Return the slot to write next: an empty one, else the oldest whose name has a newer one, else
    that of the trace (checks/failed.py); None where there is none up to number `last`."""
    newest: dict = {}
    for seq, _, name in slots:
        newest[name] = max(seq, newest.get(name, 0))
    best = None
    for seq, slot, name in slots:
        if seq and seq == newest[name]:
            if name != "trace":
                continue
            seq = 1 << 29
        if slot <= last and name is not False and (best is None or seq < best[0]):
            best = (seq, slot)
    return best and best[1]

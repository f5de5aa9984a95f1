"""Keep named records in one file on the drive: a save overwrites one slot of it and nothing else.

The file is made once, keeps its size and stays open. So a board writes a slot in place and erases
only that slot's flash sector; closing the file would also write its directory, and with the sector
of the directory the whole drive could be lost. A save goes to a slot that holds nothing needed, so
a loss of power costs that save alone. If the drive cannot be written, the record goes to the chip's
memory (NVM), if that is free. savefile.py has what is needed once or when something fails.

A saved game is bytes: the game's id; a byte for the round and the order in which rack and hand were
sorted last; the game's own bytes (`pack`), whose note has who plays, what each seat did, the game's
code, an unused byte, the time the turn has used on its clock, which racks were arranged by hand,
and where the sets lie.
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
CLOCK_MS = 2000  # the unit of the byte of the clock: it holds the longest clock, 5 minutes


def head(game: "Game", chosen: "Settings") -> bytes:
    """Return the first bytes of a game's save. chosen: the Settings."""
    mixed = min(game.round, 31) | chosen.sorting << 5 | chosen.by_shape << 7
    return game.rules["game"].encode() + bytes((mixed,))


def read_head(payload: bytes) -> tuple[str, int, int, bool]:
    """Read (game id, round, sorting, by_shape) from the first bytes; the id may be unknown."""
    mixed = payload[2]
    return "%c%c" % (payload[0], payload[1]), mixed & 31, mixed >> 5 & 3, mixed > 127


def pack(session: "Session", chosen: "Settings") -> bytes:
    """Return the save of the running game. chosen: the Settings."""
    game = session.game
    seen = session.seen
    note = session.packed_people + bytes(session.counts) + session.code.encode()
    note += bytes((0, min(255, session.elapsed_ms // CLOCK_MS), session.by_hand))
    if seen and seen[0] == game.table:
        note += seen[1]
    game.note = note
    return head(game, chosen) + game.pack()


def read_note(note: bytes, size: int) -> tuple[bytearray, str, bytes]:
    """Read (counts, of `size` bytes; the game's code; the rest) from a note behind its people, see
    `pack`; (None, "", b"") if it is cut short."""
    if len(note) < size:
        return None, "", b""
    end = size
    while end < len(note) and note[end] > 32:  # the code's letters
        end += 1
    code = "".join([chr(letter) for letter in note[size:end]])
    return bytearray(note[:size]), code, note[end:]


VERSION = 2
MAGIC = b"PRmy"
_FORGOTTEN = 3  # bytes; a record that is no longer than this marks a removed one
_LAST = 1 << 30  # no game saves so often: such a sequence number is damage
_HEAD = 16  # magic 4, version 1, letters of the name 1, sequence 4, bytes that follow 2, CRC32 4


def frame(name: str, slots: list[tuple], payload: bytes) -> bytearray:
    """Return a record newer than all in `slots`. It fills 512-byte blocks, since a board writes
    whole blocks without reading them first. Raises OSError if it is longer than a slot."""
    seq = max([slot[0] for slot in slots] + [0]) + 1
    name = name.encode()
    start = _HEAD + len(name)
    end = start + len(payload)
    if end > SLOT:
        raise OSError(27, "long")
    record = bytearray((end + 511) // 512 * 512)
    struct.pack_into("<4sBBIH", record, 0, MAGIC, VERSION, len(name), seq, end - _HEAD)
    record[_HEAD:start] = name
    record[start:end] = payload
    struct.pack_into("<I", record, 12, _crc(record, end))
    return record


def parse(record: bytes | bytearray) -> tuple:
    """Read (sequence, name, start, end) of a record; its payload is record[start:end].

    If there is none, the sequence is 0, and the name "" (never written), None (damaged) or False
    (of a newer version). end is 0 if there are only zeros."""
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
                if start <= end and seq < _LAST:
                    return seq, bytes(record[_HEAD:start]).decode(), start, end
            except UnicodeError:  # the game writes no such name
                pass
    return 0, None, 0, 0


def _crc(record, end):
    record = memoryview(record)
    return binascii.crc32(record[_HEAD:end], binascii.crc32(record[:12]))


class Store:
    """The records on the drive and, if need be, in the chip.

    state: a dict that outlives each Store, with the "path" of the file and the chip's "nvm"
    (bytearray-like or None). With the first save it gets the open "file".
    """

    def __init__(self, state: dict) -> None:
        self.state = state
        self.frame, self.spare = frame, spare  # for savefile

    def load(self, name: str, older: int = 0) -> bytes | None:
        """Return the payload of the newest good record, or of the one `older` places before it, or
        None. `savefile.newest` says what was lost."""
        own = [slot for slot in self.slots() if slot[2] == name]
        own.sort(key=lambda slot: slot[0])
        payload = self.payload(own[-1 - older][1]) if older < len(own) else b""
        return payload if len(payload) > _FORGOTTEN else None

    def payload(self, slot: int) -> bytes:
        """Return the payload of the record in a slot, b"" if the slot cannot be read."""
        try:
            if slot > 0:
                with open(self.state["path"], "rb") as file:
                    file.seek(slot * STRIDE)
                    data = file.read(SLOT)
            else:
                data = self.state["nvm"][-slot * SLOT : (1 - slot) * SLOT]
        except OSError:
            return b""
        _, _, start, end = parse(data)
        return bytes(data[start:end])

    def save(self, name: str, payload: bytes, chip: bool = False) -> tuple | None:
        """Save `payload`. Return None, or a notice (words.notice_text) why it is not saved. chip:
        it may go to the chip's memory if the drive refuses it."""
        try:
            file = self.state.get("file")
            if file is None:
                from pocket.saves import savefile

                file = savefile.take(self.state)
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
        """Add a line to a record: during a turn memory has no room for saves/settingsfile.py, which
        writes all settings. If it fails, the next save says why."""
        self.save(name, (self.load(name) or b"") + line)

    def forget(self, name: str, left: bytes = b"") -> tuple | None:
        """Remove a record by writing one of at most _FORGOTTEN bytes, `left`, in its place. Return
        None, or a notice as `save`."""
        problem = self.save(name, left, True)
        return problem and (texts.SAVES_NOT_REMOVED,) + problem[1:]

    def slots(self) -> list[tuple]:
        """Return (sequence, slot, name) of each slot, as `parse` has them. Slots of the file are
        numbered 2, 3, ..., those of the chip 0, -1, ..."""
        records = []
        nvm = self.state["nvm"]
        for slot in range(len(nvm) // SLOT if nvm is not None else 0):
            head = bytes(nvm[slot * SLOT : slot * SLOT + _HEAD])
            if head[:4] == MAGIC:
                sequence, name, _, _ = parse(nvm[slot * SLOT : (slot + 1) * SLOT])
                records.append((sequence if name else 0, -slot, name))
            elif not head.strip(b"\x00\xff"):  # else it belongs to another program
                records.append((0, -slot, ""))
        record = bytearray(SLOT)
        empty = []
        name = None
        try:
            with open(self.state["path"], "rb") as file:
                for slot in range(2, 99):
                    file.seek(slot * STRIDE)
                    if file.readinto(record) != SLOT:
                        break
                    sequence, name, _, end = parse(record)
                    if not end and name == "":
                        empty.append(len(records))
                    records.append((sequence, slot, name))
                size = file.seek(0, 2)
                # If it is cut short after a slot in use, later ones may be lost.
                if name != "" and (size % STRIDE or 0 < size < 5 * STRIDE):
                    records.append((0, 100, None))
        except OSError:
            pass
        # Zeros up to the end: the power failed while the file was made. Other zeros are damage.
        if empty[-2:] != [len(records) - 2, len(records) - 1]:
            for i in empty:
                records[i] = (0, records[i][1], None)
        return records


def spare(slots: list[tuple], last: int = 99) -> int | None:
    """Return the slot to write next: an empty one, else the oldest with a newer record of its name,
    else the one of the trace (checks/failed.py); None if there is none up to number `last`."""
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

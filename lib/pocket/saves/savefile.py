"""The file of saves: find it, make it, and say why it cannot be written.

Loaded once after power-on, where games are listed, at the first save and when a save fails; see
saves/storage.py."""

import binascii
import os

from pocket.made import texts
from pocket.saves.slots import FREE, LEAST, SLOT, SLOTS, STRIDE

if False:  # for type checkers
    from typing import Any

    from pocket.saves.storage import Store


# The start of an unused slot: a record without a name, older than all others. If the power fails
# while the file is made, the slots from some place on have zeros instead.
EMPTY = b"PRmy\2\0\0\0\0\0\0\0\xb5\x05@]"


def turn_mark(payload: bytes) -> bytes:
    """Return the bytes with which the record UNFINISHED begins if it has a turn of the saved game
    `payload`; the turn follows. (The record of a restart begins with a brace.)"""
    return b"\r" + binascii.crc32(payload).to_bytes(4, "little")


def size_for(room: int) -> int:
    """Return the size of the file on a drive with `room` free bytes; 0 if that is too little."""
    size = min(room, max(room - FREE, (LEAST + 2) * STRIDE), (SLOTS + 2) * STRIDE)
    return size // STRIDE * STRIDE if size >= 5 * STRIDE else 0


def take(state: dict) -> "Any":
    """Open the file for writing as "file", make it if it is missing. Raises OSError."""
    try:
        state["file"] = _open_file(state)
    except OSError as error:
        if error.errno != 30:  # EROFS
            raise
        # The computer holds the drive, or the game has not taken it yet: try once.
        try:
            import storage

            storage.remount("/", readonly=False)
        except (ImportError, AttributeError, RuntimeError, OSError):
            raise error
        state["file"] = _open_file(state)
    return state["file"]


def _open_file(state):
    """Open the file; create or extend it to the size for which the drive has room. Raises OSError
    if it is impossible."""
    path = state["path"]
    try:
        size = os.stat(path)[6]
    except OSError:
        size = 0
    target_size = (SLOTS + 2) * STRIDE
    if size < target_size and hasattr(os, "statvfs"):  # missing, cut short, or made on a full drive
        drive = os.statvfs(path[:-9] or "/")  # the path without "rummy.sav"
        available = drive[1] * drive[3] + size  # size of a block, number of free blocks
        target_size = size_for(available)
        rounded_size = (size + STRIDE - 1) // STRIDE * STRIDE
        if target_size < rounded_size + 3 * STRIDE and 5 * STRIDE <= rounded_size <= available:
            # Two more slots are not worth writing the directory: leave the file as large as it was
            # made when the drive was nearly full.
            target_size = rounded_size
    if max(size, target_size) < 5 * STRIDE:
        raise OSError(28, "full")
    if size < target_size:
        # A single write at the end, so that the directory and the FAT are updated only once.
        with open(path, "r+b" if size else "wb") as file:
            file.seek(target_size - 512)
            file.write(bytes(512))
    file = open(path, "r+b", 0)
    empty_block = EMPTY + bytes(512 - len(EMPTY))
    for slot in range(2, min(max(size, target_size) // STRIDE, 99)):
        file.seek(slot * STRIDE)
        # Mark new slots as empty: their bytes may belong to an earlier file.
        if slot * STRIDE >= size or not file.read(len(EMPTY)).strip(b"\0"):
            file.seek(slot * STRIDE)
            file.write(empty_block)
    return file


def newest(store: "Store", prefix: str) -> tuple[list[tuple[str, bytes]], tuple | str | None]:
    """Return the newest good record, (name, payload), of each name that begins with `prefix`, the
    newest first; and a notice of what was lost (words.notice_text), or None. Records of less than
    three bytes, which mark removed ones, are left out."""
    slots = store.slots()
    newest_slots: dict = {}
    for slot in slots:
        name = slot[2]
        if name and name.startswith(prefix):
            newest_slots[name] = max(slot, newest_slots.get(name, slot))
    order = sorted(newest_slots.values(), key=lambda slot: -slot[0])
    records = [(name, store.payload(number)) for _, number, name in order]
    records = [record for record in records if len(record[1]) > 2]
    why = None
    for slot in slots:
        if not slot[2] and slot[2] != "":
            older = [record for record in records if len(record[1]) > 3]
            why = (texts.SAVES_LOST_OLDER if older else texts.SAVES_LOST,)
            if slot[2] is False:  # see storage.parse
                why = (texts.SAVES_NEWER,)
    return records, why


def refused(store: "Store", name: str, payload: bytes, chip: bool, number: int) -> tuple | None:
    """Save the record in the chip if it may go there and fits; else return the notice for error
    `number` of the drive. See Store.save."""
    if number not in (27, 28):  # too long, or full: the file can still be written
        store.state.pop("file", None)
    if chip and number != 27:
        slots = store.slots()
        # Compared with all slots: the chip may hold the newest record of another game.
        slot = store.spare(slots, 0)
        if slot is None:
            for _, place, own in slots:
                if place <= 0 and own == name:
                    slot = place
        if slot is not None:
            record = store.frame(name, slots, payload)
            try:
                store.state["nvm"][-slot * SLOT : len(record) - slot * SLOT] = record
                return None
            except (RuntimeError, ValueError, OSError):
                pass
    why = {2: texts.SAVES_FOLDER, 27: texts.SAVES_LONG, 28: texts.SAVES_FULL, 30: texts.SAVES_HELD}
    return texts.SAVES_NOT_SAVED, (why.get(number, texts.SAVES_ERROR), number)

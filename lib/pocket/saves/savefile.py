"""The file of saves: where it lies, how it is made, why it is refused.

Loaded once after power-on, where games are listed, at the first save and when a save fails; see
saves/storage.py."""

import binascii
import os

from pocket.made import texts
from pocket.saves.slots import FREE, LEAST, SLOT, SLOTS, STRIDE

if False:  # for type checkers
    from typing import Any

    from pocket.saves.storage import Store


# The start of an unused slot: a record without a name, which sorts before all others. Where the
# power went while the file was made, zeros stand in its place, up to the end.
EMPTY = b"PRmy\2\0\0\0\0\0\0\0\xb5\x05@]"


def find(state: dict) -> None:
    """Put the "path" of the file and the chip's "nvm" into `state` of a storage.Store.

    The folder is state["folder"], or POCKET_SAVES of settings.toml, or /saves if it is mounted, or
    the drive's root. "nvm" stays what it is, otherwise it becomes the board's, or None.
    """
    folder = state.get("folder")
    if folder is None:
        setting = None
        try:
            setting = os.getenv("POCKET_SAVES")
        except Exception:  # an invalid settings.toml raises ValueError; play on without it
            pass
        folder = ""
        for path in (setting, "/saves"):
            if isinstance(path, str) and path and not folder:  # CircuitPython 9 may return a number
                try:
                    if os.stat(path)[0] & 0x4000:
                        folder = path.rstrip("/")
                except OSError:
                    pass
    state["path"] = folder + "/rummy.sav"
    if "nvm" not in state:
        state["nvm"] = None
        try:
            import microcontroller

            state["nvm"] = microcontroller.nvm
        except (ImportError, AttributeError):
            pass


def turn_mark(payload: bytes) -> bytes:
    """Return the beginning of the record AGAIN that holds the turn in which the game of this save
    was left. That of a restart begins with a brace."""
    return b"\n" + binascii.crc32(payload).to_bytes(4, "little")


def size_for(room: int) -> int:
    """Return the size of the file on a drive with `room` bytes for it; 0 where it has no room."""
    size = min(room, max(room - FREE, (LEAST + 2) * STRIDE), (SLOTS + 2) * STRIDE)
    return size // STRIDE * STRIDE if size >= 5 * STRIDE else 0


def take(state: dict) -> "Any":
    """Open the file for writing, make it where it is missing, and keep it as "file". Returns None
    where the player is asked before it is made. Raises OSError."""
    try:
        state["file"] = _open_file(state)
    except OSError as error:
        # The drive belongs to the computer, or the game has not asked for it yet: ask once.
        if error.errno != 30 or not _take_drive():
            raise
        state["file"] = _open_file(state)
    return state["file"]


def is_asked_for(state: dict) -> bool:
    """Return whether the player has still to agree that the file is made: until then records wait
    in memory only, and a restart would lose them."""
    try:
        return not state.get("file") and take(state) is None
    except OSError:  # the drive belongs to a computer
        return False


def close(state: dict) -> None:
    """Close the file before the VM ends. Otherwise the firmware closes it, and paints its terminal
    while it writes the directory."""
    file = state.pop("file", None)
    if file:
        file.close()


def wait(state: dict, name: str, payload: bytes, chip: bool) -> tuple | None:
    """Hold a record until the player has said whether the file may be made. Returns None, or after
    a no the notice that nothing is saved."""
    if state["asks"] is None:
        return (texts.SAVES_OFF,) if payload[3:] else None  # nothing is there to be removed
    state["asks"][name] = payload, chip
    return None


def _open_file(state):
    """Open the file; create or extend it to the size for which the drive has room. Return None if
    the player must agree to that first. Raises OSError if it is impossible."""
    path = state["path"]
    try:
        size = os.stat(path)[6]
    except OSError:
        size = 0
    file_size = (SLOTS + 2) * STRIDE
    if size < file_size and hasattr(os, "statvfs"):  # missing, cut short, or made on a full drive
        disk = os.statvfs(path[:-9] or "/")  # the path without "rummy.sav"
        available = disk[1] * disk[3] + size
        file_size = size_for(available)
        whole_size = (size + STRIDE - 1) // STRIDE * STRIDE
        if file_size < whole_size + 3 * STRIDE and 5 * STRIDE <= whole_size <= available:
            file_size = whole_size  # it was made on a full drive: do not ask the player
    if max(size, file_size) < 5 * STRIDE:
        raise OSError(28, "full")
    if size < file_size and "asks" in state:
        try:
            open(path, "r+b").close()
        except OSError as error:
            if error.errno != 2:  # not ENOENT: the file could not be created either
                raise
        return None
    if size < file_size:
        # A single write at the end, so that the directory and the FAT are updated only once.
        with open(path, "r+b" if size else "wb") as file:
            file.seek(file_size - 512)
            file.write(bytes(512))
    file = open(path, "r+b", 0)
    empty_block = EMPTY + bytes(512 - len(EMPTY))
    for slot in range(2, min(max(size, file_size) // STRIDE, 99)):
        file.seek(slot * STRIDE)
        # Mark new slots as empty: their bytes may belong to an earlier file.
        if slot * STRIDE >= size or not file.read(len(EMPTY)).strip(b"\0"):
            file.seek(slot * STRIDE)
            file.write(empty_block)
    return file


def _take_drive():
    """Ask for the drive to be written by the game. False while a computer holds it."""
    try:
        import storage

        storage.remount("/", readonly=False)
        return True
    except (ImportError, AttributeError, RuntimeError, OSError):
        return False


def restart_sequence(slots: list[tuple]) -> list[tuple]:
    """Return the slots of a Store whose sequence numbers near their end: low ones count as
    newer."""
    return [
        (seq + (1 << 32) if name and not seq >> 30 else seq, place, name)
        for seq, place, name in slots
    ]


def newest(store: "Store", prefix: str) -> tuple[list[tuple[str, bytes]], tuple | str | None]:
    """Return the newest good record, (name, payload), of each name that begins with `prefix`, the
    newest first; and a notice of what was lost (words.told), or None. A forgotten record, shorter
    than three bytes, is left out."""
    slots = store.slots()
    best: dict = {}
    for seq, place, name in slots:
        if name and name.startswith(prefix) and seq > best.get(name, (0, 0))[0]:
            best[name] = (seq, place)
    records = []
    for name in best:
        data = store.data(best[name][1])
        _, _, start, end = store.parse(data)
        if end > start + 2:
            records.append((best[name][0], name, bytes(data[start:end])))
    records.sort(key=lambda item: -item[0])
    why = None
    for slot in slots:
        if not slot[2] and slot[2] != "":
            why = lost(slot[2], [item for item in records if len(item[2]) > 3])
    return [(name, payload) for _, name, payload in records], why


def lost(name: str | bool | None, payload: object) -> tuple:
    """Return the notice that a slot cannot be read. name: as storage.parse returns it."""
    if name is False:
        return (texts.SAVES_NEWER,)
    return (texts.SAVES_LOST_OLDER if payload else texts.SAVES_LOST,)


def refused(store: "Store", name: str, payload: bytes, chip: bool, number: int) -> tuple | None:
    """Put the record into the chip where it may go there and fits; else say what the drive's
    error `number` means. See Store.save."""
    if number not in (27, 28):  # else the file is as good as before
        store.state.pop("file", None)
    if chip and number != 27:
        slots = store.slots()
        # among all slots: the chip may hold another game's newest record
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

"""Read a rummy.sav on a desktop: the newest record of each name, the traces of failures."""

from tools.device import boards_desktop

NO_TRACE = "%s holds no trace: nothing has failed, or it could not be written there."


def is_save_file(data: bytes) -> bool:
    """Return True if a file's bytes are a rummy.sav, even a damaged or empty one: a slot begins
    with the mark of a record, or the bytes before the first slot are zero as in a build."""
    storage = boards_desktop.device("saves.storage")
    slots = boards_desktop.device("saves.slots")
    first = 2 * slots.STRIDE
    starts = range(first, len(data), slots.STRIDE)
    return any(data.startswith(storage.MAGIC, start) for start in starts) or (
        len(data) >= slots.SLOT and not data[:first].strip(b"\0")
    )


def newest_records(data: bytes) -> dict[str, tuple[int, bytes]]:
    """Return {name: (sequence, payload)} of the newest good record of each name in a file's
    bytes."""
    storage = boards_desktop.device("saves.storage")
    slots = boards_desktop.device("saves.slots")
    slots_read = []
    for slot in range(2 * slots.STRIDE, len(data) - slots.SLOT + 1, slots.STRIDE):
        sequence, name, start, end = storage.parse(data[slot : slot + slots.SLOT])
        slots_read.append((sequence, data[slot + start : slot + end], name))
    records: dict[str, tuple[int, bytes]] = {}
    for sequence, payload, name in sorted(slots_read, key=lambda slot: slot[0]):
        if name:
            records[name] = sequence, payload
    return records


def traces(data: bytes) -> str:
    """Return the stored tracebacks of failures, the latest first (lib/pocket/checks/failed.py), ""
    if there are none."""
    return newest_records(data).get("trace", (0, b""))[1].decode("utf-8", "replace")

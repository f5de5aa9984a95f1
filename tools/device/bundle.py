"""Pack the zip of a board: a build, licences and instructions."""

import io
import zipfile

from tools.device import boards_desktop, installation
from tools.device.gather import NOTICES, TITLE, USER_FILES


def instructions(board_id: str) -> str:
    """Return the text of INSTALL.txt, for a person who unpacks the zip."""
    model = boards_desktop.BOARDS[board_id]
    return (
        "%s for %s\n\n"
        "1. CircuitPython 9 or 10 for this board must be on it: "
        "https://circuitpython.org/board/%s/\n"
        "2. The first time copy everything inside the folder FIRST TIME to the drive CIRCUITPY: "
        "your settings, and the file for your saved games. Not again for a newer version: it would "
        "overwrite them.\n"
        "3. For a newer version delete the folder lib/pocket on the drive. Copy "
        "everything inside the folder CIRCUITPY to the drive CIRCUITPY.\n"
        "4. Eject the drive, then switch the board off and on.\n" % (TITLE, model.name, board_id)
    )


def members(board_id: str, content: dict[str, bytes]) -> dict[str, bytes]:
    """Return {path in the zip: bytes}: the drive's content, licences and notes."""
    made = {
        ("FIRST TIME/" if name in USER_FILES else "CIRCUITPY/") + name: data
        for name, data in installation.with_manifest(content).items()
    }
    made["licenses.txt"] = content[NOTICES]
    made["INSTALL.txt"] = instructions(board_id).encode()
    return made


def zip_bytes(files: dict[str, bytes]) -> bytes:
    """Return a zip of `files` {path: bytes}. They are stored, since deflate differs between
    versions of zlib: the same files give the same bytes."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
            entry.create_system = 3  # Unix, whatever this machine is
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return made.getvalue()

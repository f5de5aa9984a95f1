"""The zip of a board: what a build holds, licences, how to copy it."""

import importlib.metadata
import io
import zipfile

from tools.device import boards_desktop, installation
from tools.device.gather import NOTICES, TITLE, USER_FILES


def distributions(content: dict[str, bytes]) -> dict[str, str]:
    """Return the PyPI distributions whose files `content` carries: {distribution name: top
    module}."""
    tops = {
        path.split("/")[1].removesuffix(".mpy")
        for path in content
        if path.startswith("lib/adafruit_")
    }
    owners = importlib.metadata.packages_distributions()
    return {owners[top][0]: top for top in sorted(tops)}


def requirements(content: dict[str, bytes]) -> str:
    """Return text for `circup install -r`: the Adafruit libraries, as `circup freeze` says them."""
    lines = sorted(
        "%s==%s" % (top, importlib.metadata.version(name))
        for name, top in distributions(content).items()
    )
    if not lines:
        return "# Pocket Rummy needs no library beyond CircuitPython itself.\n"
    return "# for: circup install -r requirements.txt\n" + "".join(line + "\n" for line in lines)


def versioned(content: dict[str, bytes]) -> dict[str, bytes]:
    """`content` with each library's version where circup looks for it: as a text before a zero,
    anywhere in a file of the package. It stands behind the file's end, so that the VM never reads
    it, in the file whose last block of 512 bytes has the most room."""
    marked = dict(content)
    for name, top in distributions(content).items():
        own = [path for path in content if path.startswith(("lib/%s/" % top, "lib/%s.mpy" % top))]
        path = max(sorted(own), key=lambda path: -len(content[path]) % 512)
        marked[path] += importlib.metadata.version(name).encode() + b"\0"
    return marked


def how_to(board_id: str) -> str:
    """Return the few lines a person needs who unpacks the zip."""
    desk = boards_desktop.DESK[board_id]
    return (
        "%s for %s\n\n"
        "1. CircuitPython 9 or 10 for this board must be on it: "
        "https://circuitpython.org/board/%s/\n"
        "2. The first time copy everything inside the folder FIRST TIME to the drive CIRCUITPY: "
        "your settings, and the file for your saved games. Not again for a newer version: it would "
        "overwrite them.\n"
        "3. For a newer version delete the folder lib/pocket on the drive. Copy "
        "everything inside the folder CIRCUITPY to the drive CIRCUITPY.\n"
        "4. Eject the drive and press reset.\n" % (TITLE, desk.name, board_id)
    )


def members(board_id: str, content: dict[str, bytes]) -> dict[str, bytes]:
    """Return {path in the zip: bytes}: the drive's content, licences and notes."""
    made = {
        ("FIRST TIME/" if name in USER_FILES else "CIRCUITPY/") + name: data
        for name, data in installation.listed(versioned(content)).items()
    }
    made["licenses.txt"] = content[NOTICES]
    made["requirements.txt"] = requirements(content).encode()
    made["INSTALL.txt"] = how_to(board_id).encode()
    return made


def zipped(files: dict[str, bytes]) -> bytes:
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


def write_zip(path: str, board_id: str, content: dict[str, bytes]) -> None:
    """Write the zip of a board."""
    with open(path, "wb") as file:
        file.write(zipped(members(board_id, content)))

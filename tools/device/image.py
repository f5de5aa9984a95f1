"""`image`: make one .uf2 of CircuitPython firmware and a file system with the game."""

import os

from tools.arguments import Parser, new_file
from tools.device import boards_desktop, build, fatimage, installation, uf2
from tools.errors import ToolError
from tools.place import LAUNCHER

HELP = "one .uf2 with firmware and game, for boards whose drive lies in the same flash"
VOLUMES = {"RP2040": "RPI-RP2", "RP2350": "RP2350"}  # names of the boot ROMs' drives


def reject_separate_drive(model: boards_desktop.BoardModel) -> None:
    """Raise ToolError if the board's drive is not in the flash that its boot loader writes."""
    if model.offset is None:
        raise ToolError(
            "One file cannot hold the game for %s: its drive lies %s. Use `%s flash "
            "--firmware FILE.uf2`, which installs the firmware first and then copies the game."
            % (model.name, model.separate, LAUNCHER)
        )


def drive_blocks(model: boards_desktop.BoardModel, content: dict[str, bytes]) -> list[uf2.Block]:
    """Return UF2 blocks that write the file system with `content` {path: bytes} to the board's
    drive."""
    image = fatimage.make(model.drive, installation.complete_content(model.drive, content))
    return uf2.blocks_of(uf2.XIP + model.offset, image, model.family)


def combine(
    model: boards_desktop.BoardModel,
    content: dict[str, bytes],
    data: bytes | None = None,
    name: str = "The firmware",
) -> bytes:
    """Return the bytes of a .uf2 with firmware `data` and a drive that holds `content`.

    data: the bytes of a UF2 file, or None for the drive alone. Raises ToolError or FatError.
    """
    reject_separate_drive(model)
    if data is None:
        return uf2.pack(drive_blocks(model, content))
    image = uf2.read_firmware(data, name)
    uf2.check_firmware(image, model, name)
    if image.drive_offset not in (None, model.offset):
        raise ToolError(
            "%s puts its drive at 0x%x, not at 0x%x: this game's profile of %s does "
            "not fit that firmware; use `%s flash` instead."
            % (name, image.drive_offset, model.offset, model.name, LAUNCHER)
        )
    start, end = image.address_range
    if start < uf2.XIP or end > uf2.XIP + model.offset:
        message = "%s overlaps the board's drive: it is not made for %s."
        raise ToolError(message % (name, model.name))
    sectors = {}  # {address: bytes}: a boot ROM erases a whole sector before it writes a block
    for block in image.blocks:
        if block.family == model.family:
            start = block.address // uf2.SECTOR * uf2.SECTOR
            sector = sectors.setdefault(start, bytearray(b"\xff" * uf2.SECTOR))
            sector[block.address - start : block.address - start + len(block.data)] = block.data
    blocks = [block for block in image.blocks if block.family != model.family]
    for address in sorted(sectors):
        blocks += uf2.blocks_of(address, bytes(sectors[address]), model.family)
    return uf2.pack(blocks + drive_blocks(model, content))


def write_whole(path: str, data: bytes) -> None:
    """Write a file completely or not at all. Raises ToolError."""
    part = path + ".part"  # no half-written image may have the final name
    try:
        with open(part, "wb") as stream:
            stream.write(data)
        os.replace(part, path)
    except OSError as error:
        if os.path.exists(part):
            os.remove(part)
        raise ToolError("%s cannot be written: %s." % (path, error.strerror))


def main(argv: list[str]) -> int:
    """Run `python3 tools image`; return its exit status. Raises ToolError."""
    parser = Parser("image", HELP)
    parser.add_argument("--board", required=True, metavar="ID")
    parser.add_argument("--firmware", metavar="FILE.uf2", help="CircuitPython for the board")
    parser.add_argument(
        "--only-drive", action="store_true", help="only the file system; keep the board's firmware"
    )
    parser.add_argument(
        "-o", "--output", type=new_file, metavar="FILE.uf2", default="pocket-rummy.uf2"
    )
    options = parser.parse_args(argv)
    model = boards_desktop.model_of(options.board)
    reject_separate_drive(model)
    if bool(options.firmware) == options.only_drive:
        raise ToolError("Give either --firmware FILE.uf2 or --only-drive.")
    data = None
    if options.firmware:
        with open(options.firmware, "rb") as stream:
            data = stream.read()
        if os.path.exists(options.output) and os.path.samefile(options.firmware, options.output):
            raise ToolError("-o names the firmware itself: choose another file.")
    build.fail_on_faults(boards_desktop.ROOT)
    content = build.drive_content(boards_desktop.ROOT, model.board_id, build.Compiler())
    image = combine(model, content, data, os.path.basename(options.firmware or ""))
    write_whole(options.output, image)
    from tools.plain import show  # imported here, as the web page has no such module

    show(
        "%s: %d KB for %s. Copy it to the boot loader's drive (%s). It replaces everything on "
        "CIRCUITPY, including saved games."
        % (options.output, len(image) // 1024, model.name, VOLUMES[model.chip])
    )
    return 0

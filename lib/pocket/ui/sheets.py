"""Reading the pictures of assets/. Loaded only while a sheet is read."""

import bitmaptools
import displayio
from pocket.app import device

if False:  # for type checkers
    from collections.abc import Sequence

    from pocket.app.draw import Art

# Of tiles: the ink of each face, and the body it hides on the cloth; the last is right of a set.
_TILES = (
    b"\1" * 13 + b"\2" * 13 + b"\3" * 13 + b"\4" * 13 + b"\5" * 14 + b"\0\x08\0",
    b"\1" * 53 + b"\xff" * 15 + b"\x0e",  # 255: none
)
# Halves of cards: the ink of each, and the body it lies on.
_CARDS = (
    b"\2\2\2\2\2\2\2\3\3\3\3\3\3\3\5\x0d\0\2\2\2\3\3\3\5\x0d\0",
    b"\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\2\1\1\1\1\1\1\1\1\3",
)


def load(name: str, into: displayio.Bitmap | None = None) -> tuple[displayio.Bitmap, bytes]:
    """Read an indexed BMP of assets/ (1 or 4 bits a pixel); return (Bitmap, the bytes after it, as
    a sheet of glyphs has them). into: a Bitmap as wide to read it into, whose rows below the
    picture's become 0. Raises AssetError."""
    why = "missing or cut short"
    try:
        with open(device.asset(name), "rb") as file:
            header = file.read(31)
            if len(header) < 31 or header[:2] != b"BM":
                why = "damaged"
                raise OSError
            start = header[10] | header[11] << 8
            width = header[18] | header[19] << 8
            height = 0x10000 - (header[22] | header[23] << 8)  # negative: the top row is first
            bits = header[28]
            if height > 999 or into and (into.width != width or into.height < height):
                why = "from another version"
                raise OSError
            bitmap = into or displayio.Bitmap(width, height, 1 << bits)
            size = (width * bits + 31) // 32 * 4 * height
            file.seek(start)
            if bitmap.height > height:
                bitmap.fill(0)  # the bitmap may hold another picture
            if not _read_fast(file, bitmap, size, height):
                try:
                    bitmaptools.readinto(
                        bitmap, file, bits, element_size=4, reverse_pixels_in_element=True
                    )
                except EOFError:  # the file ends with the picture's last row
                    if file.tell() < start + size:
                        raise
            return bitmap, file.read()
    except (OSError, EOFError):
        raise device.AssetError("The picture %s is %s: copy the game again." % (name, why))


def _read_fast(file, bitmap, size, height):
    """Read `size` bytes, `height` rows, as they lie in memory: pixel by pixel takes ten times as
    long. False where a Bitmap is no buffer, on a desktop, or has pixels of other bits."""
    try:
        pixels = memoryview(bitmap)
    except TypeError:
        return False
    if len(pixels) * height != size * bitmap.height:
        return False
    if file.readinto(pixels[:size]) < size:
        raise EOFError
    return True


def load_faces(
    is_cards: bool, size: tuple[int, int], start: int, rows: int, sheet: displayio.Bitmap
) -> displayio.Bitmap:
    """Read the faces of tiles, or the halves of cards, into `sheet`, in cells of `size` of which
    `rows` pixel rows stay, each on what it hides of a plain body from its row `start` on
    (draw.above). Returns the bodies. Raises AssetError."""
    bodies, _ = load(("bodies" if is_cards else "tiles") + "%dx%d.bmp" % size)
    load(("cards" if is_cards else "faces") + "%dx%d.bmp" % size, sheet)
    inks, body_of = _CARDS if is_cards else _TILES
    width = size[0]
    low = min(start + rows, bodies.height)
    across = sheet.width // width
    full = displayio.Bitmap(width, min(rows, size[1] - start), 16)
    blit = bitmaptools.blit
    for cell in range(len(inks)):
        ink = inks[cell]
        left, top = cell % across * width, cell // across * rows
        if ink > 1:  # else it is as in the file
            if full[0, 0] != ink:
                full.fill(ink)
            blit(sheet, full, left, top, skip_dest_index=0)
        body = body_of[cell] * width
        if body < bodies.width:
            end, skip = body + width, ink or 1
            blit(sheet, bodies, left, top, x1=body, y1=start, x2=end, y2=low, skip_dest_index=skip)
    return bodies


# Of the ground, from the fourth colour on: edge of the paper, paper, wood, its edge, pointer, band.
_GROUND = (0xD8C89C, 0xFBF1D6, 0x6B4423, 0x8A5C34, 0xC01828, 0xFFD86B)
_PLAIN = (0x000000, 0xFFFFFF, 0x000000, 0xFFFFFF, 0xC00000, 0xFFFF00)


def palette(colours: "Sequence | displayio.Palette") -> displayio.Palette:
    """Make a Palette of these colours; the first is transparent."""
    made = displayio.Palette(len(colours))
    for i in range(len(colours)):
        made[i] = colours[i]
    made.make_transparent(0)
    return made


def ground_palette(art: "Art") -> displayio.Palette:
    """Make the palette of the ground: the cloth, its dots, a shadow on it, and the things on it."""
    cloth = art.cloth[0]
    made = displayio.Palette(16)
    made[0] = cloth
    made[1] = cloth + 0x0A0A0A  # no colour of a cloth is near white
    made[2] = cloth >> 1 & 0x7F7F7F
    for i in range(6):
        made[3 + i] = (_PLAIN if art.contrast else _GROUND)[i]
    return made

"""Reading the pictures of assets/. Loaded only while a sheet is read."""
import gc

import bitmaptools
import displayio


class AssetError(RuntimeError):
    """A sheet that is missing or is no sheet; str() is one sentence."""


def root():
    """The folder the game lies in, without assuming it is the working directory."""
    parts = __file__.replace("\\", "/").rsplit("/", 4)
    return parts[0] if len(parts) > 4 else "."


def asset(name):
    """The path of a file in assets/."""
    return root() + "/assets/" + name


def load(name, values=0):
    """An indexed BMP of assets/ (1 or 4 bits a pixel) as a Bitmap with room for `values` colours
    (0: those of the file). Raises AssetError."""
    gc.collect()
    try:
        with open(asset(name), "rb") as file:
            head = file.read(54)
            if len(head) < 54 or head[:2] != b"BM":
                raise AssetError("The picture %s is damaged: copy the game again." % name)
            start = head[10] | head[11] << 8
            width = head[18] | head[19] << 8
            height = head[22] | head[23] << 8
            bits = head[28]
            bitmap = displayio.Bitmap(width, height, values or 1 << bits)
            file.seek(start)
            bitmaptools.readinto(bitmap, file, bits, element_size=4,
                                 reverse_pixels_in_element=True, reverse_rows=True)
    except (OSError, EOFError):
        raise AssetError("The picture %s is missing or cut short: copy the game again." % name)
    return bitmap


def load_faces(name, size, inks):
    """The sheet of faces for cells of `size`: each cell in its ink of `inks`. Raises AssetError."""
    sheet = load("%s%dx%d.bmp" % ((name,) + size), 16)
    width = size[0]
    across = sheet.width // width
    high = sheet.height * across // len(inks)
    full = displayio.Bitmap(width, high, 16)
    for cell in range(len(inks)):
        ink = inks[cell]
        if ink < 2:  # as it is in the file
            continue
        left, top = cell % across * width, cell // across * high
        if full[0, 0] != ink:
            full.fill(ink)  # over whatever is not 0 there
        bitmaptools.blit(sheet, full, left, top, skip_dest_index=0)
    return sheet

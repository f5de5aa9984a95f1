"""A line of text in which tiles are drawn as tiles: "\\x027" is a small red 7. Loaded when one is
to be shown."""

import bitmaptools
import displayio
from pocket.app import draw
from pocket.ui import strip

if False:  # for type checkers
    from pocket.app.flow import App, Screen
    from pocket.ui.strip import Strip

_TILE = 7  # colour of a tile's body; its inks are 2..6: black, red, blue, the fourth, a joker's
_FILL = 0xFFFFFF


def split(text: str) -> list[tuple[bool, str]]:
    """Split a text into [(is a tile, text)]."""
    out = []
    i = 0
    while i < len(text):
        end = i + 1
        tile = text[i] < draw.BEHIND_TILES
        while end < len(text) and (text[end].isdigit() if tile else text[end] >= draw.BEHIND_TILES):
            if text[i] == draw.JOKER:
                break
            end += 1
        out.append((tile, text[i:end]))
        i = end
    return out


def line(app: "App", foot: "Strip", text: str, ink_id: int) -> displayio.TileGrid:
    """Return a TileGrid for a Strip that shows a text with its tiles, from the left end to before
    the Strip's tail; it leaves out what does not fit. Raises MemoryError."""
    art = app.art
    font = art.letters
    height = foot.h
    room = foot.w - 2 * foot.pad - (font.measure(foot.tail + " ") if foot.tail else 0)
    width = foot.pad + min(room, font.line_width(text) + foot.pad)
    bitmap = displayio.Bitmap(width, height, 16)
    top = foot.top
    x = foot.pad
    for tile, word in split(text):
        if not tile:
            x = font.write(bitmap, x, top, word)
            continue
        tile_width = font.measure(word) + 2 * draw.TILE_EDGE - 1
        if x + tile_width > width:
            break
        bitmaptools.fill_region(bitmap, x, 1, x + tile_width, height - 1, _TILE)
        for column in (x, x + tile_width - 1):
            bitmap[column, 1] = bitmap[column, height - 2] = 0
        ones = displayio.Bitmap(font.measure(word), font.height, 16)
        font.write(ones, 0, 0, word)  # the sign and number, then in their ink
        full = displayio.Bitmap(ones.width, ones.height, 16)
        full.fill(1 + ord(word[0]))
        bitmaptools.blit(ones, full, 0, 0, skip_dest_index=0)
        left = x + draw.TILE_EDGE
        bitmaptools.blit(bitmap, ones, left, max(0, top), y1=max(0, -top), skip_source_index=0)
        x += tile_width + 1
    plain = strip.ink(art, ink_id)
    inks = [art.face[i] for i in range(1, 6)]
    palette = draw.colours(plain[0], plain[1], *inks, _FILL)
    return displayio.TileGrid(bitmap, pixel_shader=palette, x=foot.grid.x, y=foot.grid.y)


def fill_box(screen: "Screen", ink_id: int) -> None:
    """Draw the tiles in the lines of a screen's box. ink_id: the ink of the lines."""
    for said in screen.box.lines:
        if said.font.line_width(said.text) > said.font.measure(said.text):
            try:
                screen.box.group.append(line(screen.app, said, said.text, ink_id))
            except MemoryError:
                return  # the letters say it, too

"""What is shown when something fails: one sentence on the display, for ever. Loaded only then."""

import displayio
from pocket.hardware.backlight import light

_CLOTH, _PAPER, _EDGE, _INK = 0x0B4A3A, 0xFBF1D6, 0xB01020, 0x2A2018


def sentence(problem):
    """What a person is told about an exception."""
    if isinstance(problem, MemoryError):
        what = "The game ran out of memory."
    elif type(problem).__name__ in ("BoardError", "AssetError", "RulesError"):
        return str(problem)
    else:
        what = "Something went wrong: %s %s." % (type(problem).__name__, problem)
    return what + " The game is kept as of the last turn. Switch off and on to go on."


def say(display, words):
    """Show one sentence on a display whatever state the app is in, on a note with a red edge.

    Where the letters are missing, the sentence has been printed: the console is shown.
    """
    light(display, 1)
    from pocket import assets

    try:
        display.root_group = _note(display.width, display.height, words)
    except assets.AssetError:
        display.root_group = displayio.CIRCUITPYTHON_TERMINAL
    display.refresh()


def _note(width, height, words):
    """The Group of the note: text in the letters of the other screens. Raises AssetError."""
    from pocket.ui import letters

    large = min(width, height) >= 240
    font = letters.Letters((14, 14) if large else (11, 11))
    cell = 8 if large else 4
    room = width - 6 * cell
    pitch = font.high + 1
    lines = letters.wrap(words, room, font)[: (height - 6 * cell) // pitch]
    high = (len(lines) * pitch + cell - 1) // cell + 4  # of the note, in cells
    top = (height // cell - high) // 2
    group = displayio.Group()
    group.append(_ground(width // cell, (height + cell - 1) // cell, cell, top, high))
    palette = displayio.Palette(2)
    palette.make_transparent(0)
    palette[1] = _INK
    for i in range(len(lines)):
        bitmap = displayio.Bitmap(room, font.high, 2)
        font.write(bitmap, 0, 0, lines[i])
        y = (top + 2) * cell + i * pitch
        group.append(displayio.TileGrid(bitmap, pixel_shader=palette, x=3 * cell, y=y))
    return group


def _ground(across, down, cell, top, high):
    """A TileGrid of small cells, for memory may be short: cloth, and the note with its edge."""
    bitmap = displayio.Bitmap(3 * cell, cell, 4)
    palette = displayio.Palette(4)
    for i in range(3):
        palette[i] = (_CLOTH, _EDGE, _PAPER)[i]
        for x in range(i * cell, i * cell + cell):
            for y in range(cell):
                bitmap[x, y] = i
    grid = displayio.TileGrid(
        bitmap,
        pixel_shader=palette,
        width=across,
        height=down,
        tile_width=cell,
        tile_height=cell,
    )
    for x in range(1, across - 1):
        for y in range(top, top + high):
            edge = x in (1, across - 2) or y in (top, top + high - 1)
            grid[x, y] = 1 if edge else 2
    return grid

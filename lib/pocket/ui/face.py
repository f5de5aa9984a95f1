"""A character's face (tools/art/persons.py), as large as the display has it."""

import displayio
from pocket.app import device, draw
from pocket.made import texts
from pocket.ui import sheets, words

from rules import characters

if False:  # for type checkers
    from pocket.app.flow import App
    from pocket.ui.panel import Panel


_COLOURS = (
    0x000000,
    0x2A2018,
    0xFFFFFF,
    0xFFDCB8,
    0xECB088,
    0xB07040,
    0x84502C,
    0x242438,
    0xD0D0DC,
    0xD02838,
    0xE07818,
    0xFFD050,
    0x2C8C50,
    0x3878D0,
    0x8040A8,
    0xF08C80,
)


def picture(app: "App", name: str, x: int, y: int) -> displayio.TileGrid:
    """The face of the character of that name as a TileGrid. Raises OSError where the file of the
    faces is not."""
    with open(device.asset("persons%dx%d.bin" % app.art.unit), "rb") as file:
        size = file.read(1)[0]
        for _ in range(characters.NAMES.index(name) + 1):
            runs = file.read(int.from_bytes(file.read(2), "little"))
    bitmap = displayio.Bitmap(size, size, 16)
    place = 0
    for run in runs:
        for _ in range(1 + (run >> 4)):
            bitmap[place] = run & 15
            place += 1
    return displayio.TileGrid(bitmap, pixel_shader=sheets.palette(_COLOURS), x=x, y=y)


def beside(panel: "Panel", name: str) -> None:
    """At the foot of a panel's paper, for a character of that name: its face, how it plays. It
    goes when the last rows are cleared."""
    if name in characters.NAMES:
        text = words.named(texts.PERSONS, name)
        row = panel.lines - 4
        panel.clear(row)
        shown = picture(panel.app, name, panel.x, 0)
        wide = shown.bitmap.width
        shown.y = panel.foot - panel.unit // 2 - wide
        panel.show(shown)
        wide += panel.unit
        font, pitch = panel.font, panel.pitch
        lines = draw.wrap(text, panel.w - wide, font)
        if len(lines) * pitch > shown.bitmap.height + panel.unit:  # large letters
            font = panel.small
            pitch = font.high
            lines = draw.wrap(text, panel.w - wide, font)
        y = (2 * shown.y + shown.bitmap.height - len(lines) * pitch) // 2
        panel.put(row, panel.x + wide, y, "\n".join(lines), panel.inks[draw.DIM], font)

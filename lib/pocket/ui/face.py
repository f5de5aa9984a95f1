"""A character's face (tools/art/pictures.py), as large as the display has it, and its voice."""

import displayio
from pocket.app import device

if False:  # for type checkers
    from pocket.app.flow import App


# As in rules.characters, which is not loaded in a turn; and two notes of each.
NAMES = ("LOU", "ROSA", "MAX", "CLEO", "OTTO", "VERA")
_VOICES = ((988, 784), (659, 880), (392, 523), (740, 554), (330, 294), (1109, 1109))


def voice(app: "App", name: str) -> None:
    """Play the two notes of the character of that name."""
    low, high = _VOICES[NAMES.index(name)]
    app.sound.play((low, 70, 0, 15, high, 110))


def picture(app: "App", name: str, x: int, y: int) -> displayio.TileGrid | None:
    """Return the face of the character of that name as a TileGrid; None where its file or memory is
    missing: the words beside it are enough."""
    return _grid(app, "persons", (NAMES.index(name),), x, y)


def head(app: "App", name: str, mood: int, x: int, y: int = 0) -> displayio.TileGrid | None:
    """Return the small head of a character in a mood (tilegame.headline), or None as `picture`."""
    numbers = NAMES.index(name), len(NAMES) + mood
    return _grid(app, "heads", numbers, x, y)


def _grid(app, kind, numbers, x, y):
    try:
        bitmap, parts = _read(app, kind, numbers)
        colours = [int.from_bytes(parts[i : i + 3], "little") for i in range(0, len(parts), 3)]
        if kind == "heads":
            palette = app.art.cloth
        else:
            from pocket.ui import sheets

            palette = sheets.palette(colours)
        return displayio.TileGrid(bitmap, pixel_shader=palette, x=x, y=y)
    except (OSError, MemoryError):
        return None


def _read(app, kind, numbers):
    """Return the pictures of these numbers, ascending, each over the one before, as a Bitmap; and
    the colours of their file (tools/art/pictures.py)."""
    with open(device.asset(kind + "%dx%d.bin" % app.art.unit), "rb") as file:
        size, count = file.read(2)
        colours = file.read(3 * count)
        bitmap = displayio.Bitmap(size, size, 16)
        for number in range(numbers[-1] + 1):
            runs = file.read(int.from_bytes(file.read(2), "little"))
            place = 0
            for run in runs if number in numbers else b"":
                end = place + 1 + (run >> 4)
                while run & 15 and place < end:
                    bitmap[place] = run & 15
                    place += 1
                place = end
    return bitmap, colours

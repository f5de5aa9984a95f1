"""The game's files may be renewed while it runs: that is noticed, and told in words that lie in
memory, since every file is of the other version then."""

import gc
import os
import time

import displayio
from pocket.app import assets, letters

if False:  # for type checkers
    from pocket.app.app import App


_LIST = "/lib/pocket/files.txt"  # written anew by whatever installs the game
_ENGLISH = "/assets/words/en.bin"

text = "RESET"  # until the table of texts has been read


def remember(told: str) -> None:
    """Keep what `tell` is to say."""
    global text
    text = told


def changed() -> bool:
    """True when the files are no longer those of this game."""
    return _stamp() != _seen


def tell(app: "App") -> None:
    """Show the sentence until reset is pressed, by what is in memory alone."""
    print(text)
    display = app.display
    display.root_group = None
    gc.collect()
    font = app.art.letters
    lines = letters.wrap(text, app.w - 8, font)
    bitmap = displayio.Bitmap(app.w - 8, font.high * len(lines), 2)
    try:
        for i in range(len(lines)):
            font.write(bitmap, 0, i * font.high, lines[i])
        palette = displayio.Palette(2)
        palette[1] = 0xFFFFFF
        display.root_group = displayio.Group()
        y = (app.h - bitmap.height) // 2
        display.root_group.append(displayio.TileGrid(bitmap, pixel_shader=palette, x=4, y=y))
    except Exception:  # a letter that is on the drive alone
        display.root_group = displayio.CIRCUITPYTHON_TERMINAL
    app.light()
    display.refresh()
    while True:
        time.sleep(1)


def _stamp():
    """Size and time of the list of files, and the size of the English texts."""
    stamp = []
    for name, fields in ((_LIST, (6, 8)), (_ENGLISH, (6,))):
        try:
            stat = os.stat(assets.root() + name)
            for field in fields:
                stamp.append(stat[field])
        except OSError:
            stamp.append(-1)
    return tuple(stamp)


_seen = _stamp()  # the files as they are at the start

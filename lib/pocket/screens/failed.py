"""What is shown when something fails: one sentence on the display, for ever. Loaded only then."""

import displayio
from pocket.hardware.backlight import light
from pocket.ui import draw


def sentence(problem):
    """What a person is told about an exception."""
    if isinstance(problem, MemoryError):
        what = "The game ran out of memory."
    elif type(problem).__name__ in ("BoardError", "AssetError", "RulesError"):
        return str(problem)
    else:
        what = "Something went wrong: %s %s" % (type(problem).__name__, problem)
    return what + " The game is kept as of the last turn. Switch off and on to go on."


def say(display, words):
    """Show one sentence on a display whatever state the app is in."""
    light(display, 1)

    class Only:
        """As much of an app as text rows need."""

    only = Only()
    only.art = draw.Art(display.width, display.height)
    lines = draw.wrap(words, only.art.cols - 2)
    rows = draw.Rows(only, only.art.lines, only.art.cols)
    for i in range(min(len(lines), only.art.lines - 3)):
        rows.set(i + 1, " " + lines[i])
    group = displayio.Group()
    group.append(rows.group)
    display.root_group = group
    display.refresh()

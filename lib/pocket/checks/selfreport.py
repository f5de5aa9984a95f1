"""The self-test's report: on the screen, and on the serial console for a bug report."""

import sys

from pocket.app.version import VERSION
from pocket.made import texts
from pocket.ui import words
from pocket.ui.reader import Reader
from pocket.ui.words import say


class Screen(Reader):
    """results: of the tests."""

    def __init__(self, app, results: dict) -> None:
        text = "\n".join(lines(results))
        print(text)
        text += "\n" + say(texts.SELFTEST_CONSOLE)
        Reader.__init__(self, app, say(texts.SETTINGS_TEST), text, ("menus.title",))


def lines(results: dict) -> list[str]:
    """The report's lines, in the player's language."""
    import board

    saved, why, took, saves = results["saves"]
    right, count, times = results["solver"]
    if saved:
        told = say(texts.SELFTEST_SAVES_GOOD, saves, took)
    else:
        told = say(texts.SELFTEST_SAVES_BAD, saves) + " " + words.told(why)
        told += " (%d)" % why[1][1] if why[1:] else ""
    out = [
        say(texts.SELFTEST_VERSION, VERSION),
        say(texts.SELFTEST_PYTHON, _joined(sys.implementation.version[:3], ".")),
        say(texts.SELFTEST_BOARD, board.board_id),
        say(texts.SELFTEST_SCREEN_GOOD if results["colours"] else texts.SELFTEST_SCREEN_BAD),
        say(texts.SELFTEST_BUTTONS, *results["buttons"]),
        say(texts.SELFTEST_SOUND_GOOD if results["sound"] else texts.SELFTEST_SOUND_BAD),
        told,
        say(texts.SELFTEST_SOLVER, right, count, _joined(times, " ")),
    ]
    if results["memory"]:
        out.append(say(texts.SELFTEST_MEMORY, *results["memory"]))
    if results["battery"]:
        millivolts, percent = results["battery"]
        out.append(say(texts.SELFTEST_BATTERY, percent, millivolts))
    return out


def _joined(numbers, between):
    return between.join([str(number) for number in numbers])

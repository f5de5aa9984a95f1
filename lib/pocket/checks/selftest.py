"""The self-test: saves, the solver on positions with known answers, memory, the battery.

"Your buttons" tests the display and the buttons, and the tune at the start of this test the sound;
checks/selfreport.py shows the report. It is a module of its own, since the solver and a screen of
text do not fit into memory together.

Keeps: STRIP pocket.ui.working"""

import sys

from pocket.app.version import VERSION
from pocket.made import texts
from pocket.ui import words
from pocket.ui.words import say
from pocket.ui.working import Working

# The sets on the table, the rack, the most tiles of the rack that can be played.
POSITIONS = (
    ("", "r3 r4 r5 k7 b7", 3),
    ("r1 r2 r3 r4 r5", "r3 k9", 1),
    ("r5 * r7", "r6 o9 k9", 3),
    ("k4 r4 b4 | k5 r5 b5 | k6 r6 b6", "o4 o5 o6 k7", 4),
    (
        "k1 k2 k3 | r9 b9 o9 | b4 b5 b6 b7 | r11 r12 r13 | k8 r8 o8 | o1 o2 o3 o4",
        "k4 b8 b3 k9 r10 o12 r2 b13 o5 k10",
        7,
    ),
)


class Screen(Working):
    """Test, then show the report."""

    def __init__(self, app) -> None:
        Working.__init__(self, app, self._work(), ("menus.title",))
        app.sound.play("win")
        self.line.say(say(texts.SELFTEST_SAVING))
        self.progress_text = say(texts.SELFTEST_SOLVING)  # the solver leaves no room for the texts

    def _work(self):
        import board

        yield None
        app = self.app
        version = ".".join([str(part) for part in sys.implementation.version[:3]])
        report = [
            say(texts.SELFTEST_VERSION, VERSION),
            say(texts.SELFTEST_PYTHON, version),
            say(texts.SELFTEST_BOARD, board.board_id),
            _try_saving(app),
        ]
        app.keep_only("checks.selftest")
        yield None
        times = []  # milliseconds, as text
        correct = 0  # positions
        for number in range(len(POSITIONS)):
            self.line.say(self.progress_text.format(number + 1, len(POSITIONS)))
            yield None
            start_ms = app.now()
            tiles = yield from _solve(POSITIONS[number])
            times.append(str(app.now() - start_ms))
            correct += tiles == POSITIONS[number][2]
        app.keep_only("checks.selftest")
        report.append(say(texts.SELFTEST_SOLVER, correct, len(POSITIONS), " ".join(times)))
        free = memory()
        if free:
            report.append(say(texts.SELFTEST_MEMORY, *free))
        from pocket.ui import battery

        voltage = battery.millivolts(app.battery)
        if voltage:
            report.append(say(texts.SELFTEST_BATTERY, battery.percent(voltage), voltage))
        app.go("checks.selfreport", "\n".join(report))


def _try_saving(app):
    """Save the settings, read them again, and return the line of the report."""
    from pocket.saves import settingsfile

    data = settingsfile.dump(app.settings)
    start_ms = app.now()
    store = app.store
    why = store.save("set", data)
    took = app.now() - start_ms
    saves = max([slot[0] for slot in store.slots()] + [0])
    if not why and store.load("set") == data:
        return say(texts.SELFTEST_SAVES_GOOD, saves, took)
    line = say(texts.SELFTEST_SAVES_BAD, saves) + " " + words.notice_text(why or "")
    return line + " (%d)" % why[1][1] if why and why[1:] else line


def _solve(position):
    """Yield while the solver works; return the most tiles, -1 where memory ran out."""
    from rules import catalogue
    from rules.solver import search
    from rules.tilegame import tiles

    table, rack, _ = position
    sets = [tiles.parse_set(text.split()) for text in table.split("|") if text]
    try:
        result = yield from search.solve(
            catalogue.rules_for(catalogue.ORDER[0]), sets, tiles.parse_set(rack.split())
        )
        return result.tiles if result.proved else -1
    except MemoryError:
        return -1


def memory() -> tuple[int, int] | None:
    """Return the heap's (free bytes, largest free piece to 3%); None if this Python cannot tell."""
    import gc

    gc.collect()
    try:
        free = gc.mem_free()  # type: ignore[attr-defined]
    except AttributeError:
        return None
    largest = free
    while True:
        try:
            bytearray(largest)
            return free, largest
        except MemoryError:
            largest -= largest // 32

"""The self-test: saves, the solver on positions with known answers, memory, the battery.

"Your buttons" tests the display and the buttons, and the tune with which this begins the sound;
checks/selfreport.py shows the result. It has a room of its own, since memory has no place for the
solver beside a screen of text.

Keeps: STRIP pocket.ui.working"""

from pocket.made import texts
from pocket.ui import words
from pocket.ui.working import Working

# sets on the table, the rack, the most tiles of it that can be played
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
        self.results: dict = {}  # for the report
        app.sound.play("win")
        self.line.say(words.say(texts.SELFTEST_SAVING))
        self.solving = words.say(texts.SELFTEST_SOLVING)  # beside the solver the texts find no room

    def _work(self):
        yield None
        self._save()
        yield None
        app = self.app
        times = []
        right = 0
        for number in range(len(POSITIONS)):
            self.line.say(self.solving.format(number + 1, len(POSITIONS)))
            yield None
            began = app.now()
            tiles = yield from _solved(POSITIONS[number])
            times.append(app.now() - began)
            right += tiles == POSITIONS[number][2]
        self.results["solver"] = (right, len(POSITIONS), times)
        app.keep_only("checks.selftest")
        self.results["memory"] = memory()
        from pocket.ui import battery

        voltage = battery.millivolts(app.battery)
        self.results["battery"] = voltage and (voltage, battery.percent(voltage))
        app.go("checks.selfreport", self.results)

    def _save(self):
        from pocket.saves import settingsfile

        app = self.app
        data = settingsfile.dump(app.settings)
        began = app.now()
        store = app.store
        why = store.save("set", data)
        took = app.now() - began
        good = not why and store.load("set")[0] == data
        saves = max([slot[0] for slot in store.slots()] + [0])
        self.results["saves"] = (good, why or "", took, saves)
        del settingsfile, store
        app.keep_only("checks.selftest")


def _solved(position):
    """Ask the solver, in slices; returns the most tiles, -1 where memory ran out."""
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
    """Measure (free bytes, the largest piece) of the heap; None if this Python cannot tell."""
    import gc

    gc.collect()
    try:
        free = gc.mem_free()  # type: ignore[attr-defined]
    except AttributeError:
        return None
    low, high = 0, free
    while high - low > 256:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return free, low

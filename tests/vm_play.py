"""Runs a table's screen on the MicroPython VM, with stand-ins for the board's modules: that of the
tile games, or with the argument `cards` that of 8 Round Rummy.

Prints "word number" lines for tests/test_play_vm.py. What this program takes is subtracted, and so
is what a stand-in TileGrid takes beyond a board's (84 bytes, 1.45 times that on a 64-bit VM).
"""

import gc
import os
import sys


class Module:
    pass


def module(name, **members):
    one = Module()
    for key in members:
        setattr(one, key, members[key])
    sys.modules[name] = one


class Bitmap:
    def __init__(self, width, height, values):
        bits = 1
        while 1 << bits < values:
            bits *= 2
        self.width = width
        self.height = height
        self.data = bytearray((width * bits + 31) // 32 * 4 * height)

    def __getitem__(self, at):
        return 0

    def __setitem__(self, at, value):
        pass

    def fill(self, value):
        pass


class Palette:
    def __init__(self, size):
        self.size = size
        self.data = bytearray(16 * size)

    def __len__(self):
        return self.size

    def __getitem__(self, at):
        return 0

    def __setitem__(self, at, value):
        pass

    def make_transparent(self, at):
        pass

    make_opaque = make_transparent


class TileGrid:
    hidden = flip_x = flip_y = False

    def __init__(
        self,
        bitmap,
        pixel_shader=None,
        width=1,
        height=1,
        tile_width=0,
        tile_height=0,
        default_tile=0,
        x=0,
        y=0,
    ):
        # filled one by one: a list of as many words would lie beside it, which no board makes
        self.cells = bytearray(width * height)
        if default_tile:
            for i in range(len(self.cells)):
                self.cells[i] = default_tile
        self.pixel_shader = pixel_shader
        self.wide = width
        self.x = x
        self.y = y

    def place(self, at):
        """Return where cell (x, y), or cell number `at`, lies."""
        return at[1] * self.wide + at[0] if isinstance(at, tuple) else at

    def __getitem__(self, at):
        return self.cells[self.place(at)]

    def __setitem__(self, at, value):
        self.cells[self.place(at)] = value


class Group:
    hidden = False

    def __init__(self, x=0, y=0, scale=1):
        self.items = []
        self.x = x
        self.y = y

    def append(self, item):
        self.items.append(item)

    def insert(self, place, item):
        self.items.insert(place, item)

    def pop(self, place=-1):
        return self.items.pop(place)

    def remove(self, item):
        self.items.remove(item)

    def __getitem__(self, place):
        return self.items[place]

    def __len__(self):
        return len(self.items)


class Display:
    width = 160
    height = 128
    brightness = 1
    auto_refresh = True
    root_group = None

    def refresh(self):
        pass


class Event:
    key_number = 0
    pressed = True


class Events:
    queue = []
    overflowed = False

    overflowed = False

    def get_into(self, event):
        if not self.queue:
            return False
        event.key_number, event.pressed = self.queue.pop(0)
        return True


class Pad:
    events = Events()

    @staticmethod
    def reset():
        pass


class Profile:
    buttons = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
    pins = ()
    stick = ()
    opened = battery = ()
    keyboard = 0
    no_select = active_high = False
    sound = "none"
    sound_pins = ()
    speaker_enable = picture = saves = ""
    notes = ()


class Boards:
    @staticmethod
    def open_keys(profile, open_more):
        return Pad, []


class Reason:
    run_reason = 0
    SUPERVISOR_RELOAD = 1


ticks = [0]
module("displayio", Bitmap=Bitmap, Palette=Palette, TileGrid=TileGrid, Group=Group)
module(
    "bitmaptools",
    readinto=lambda bitmap, file, bits, **names: file.read(
        (bitmap.width * bits + 31) // 32 * 4 * bitmap.height
    ),
    blit=lambda *places, **names: None,
    fill_region=lambda *places, **names: None,
)
module("supervisor", ticks_ms=lambda: ticks[0], runtime=Reason, RunReason=Reason)
module("keypad", Event=Event)
module("time", sleep=lambda seconds: None)
module("pocket.hardware.boards", open_keys=Boards.open_keys, usual=lambda *given: False)
if not hasattr(os, "getenv"):
    os.getenv = lambda name: None


def used():
    gc.collect()
    return gc.mem_alloc()


def grids(group):
    """Return how many TileGrids a group holds."""
    count = 0
    for item in group.items:
        count += grids(item) if isinstance(item, Group) else 1
    return count


def taken():
    """Return bytes in use, corrected."""
    now = used()
    kept = [None] * 8
    before = used()
    for i in range(8):
        kept[i] = TileGrid(None)
    each = (used() - before) // 8
    return now - base - grids(app.screen.group) * (each - 122 - 16)


def press(app, button):
    for down in (True, False):
        Events.queue.append((button, down))
        ticks[0] += 20
        app.step()


def tell_allocated(app):
    """Print the bytes that a move of the cursor takes, and a millisecond at rest."""
    press(app, 3)
    before = gc.mem_alloc()
    press(app, 3)
    print("move", gc.mem_alloc() - before)
    before = gc.mem_alloc()
    for _ in range(100):
        ticks[0] += 1
        app.step()
    print("idle", (gc.mem_alloc() - before) // 100)


# A board's firmware holds most names that modules are given (tools/device/squeeze); here they are
# of the heap, and their table grows by 7 KB in one piece: not in the middle of what is measured.
for i in range(60):
    setattr(Module, "name%d" % i, 0)
base = used()
from pocket import hardware  # noqa: E402

hardware.boards = sys.modules["pocket.hardware.boards"]
from pocket.app import flow as apps  # noqa: E402

app = apps.App(Profile(), Display())
app.show_first()  # what was there for the power-on goes
app.name = "menus.title"


class Store:
    def save(self, *record):
        return None


apps.App.store = Store()  # nothing is written


def sit(game, people):
    """Show a game's table to the first seat, whose turn it is."""
    game.apply(("go",))
    game.seat = 0
    app.session.game = game
    app.session.people = people
    app.session.habits = [b""] * game.seats
    app.session.humans = 1
    app.session.viewer = 0
    app.session.counts = bytearray(5 * game.seats)


def play_cards():
    """Take a card, then let five computers play on; measure what they hold."""
    from rules.eight import game as eight

    sit(eight.EightGame(6, 5), [("", "ANN")] + [("hard", "BO")] * 5)
    app.go("eight.eightscreen")
    app.step()
    print("screen", taken())
    game = app.session.game
    press(app, 4)
    print("held", len(game.hands[0]))
    tell_allocated(app)
    peak = 0
    for _ in range(4000):  # computers think, slice by slice; a person's turn is taken by pressing A
        ticks[0] += 20
        app.step()
        if "rules.eight.players" in sys.modules:
            peak = max(peak, taken())
        if app.screen.worker is None:
            press(app, 4)
        if game.turns > 13 or game.round > 1:
            break
    print("peak", peak, "turns", game.turns, "round", game.round)


if "cards" in sys.argv:
    play_cards()
    sys.exit()
from rules.tilegame import game as games  # noqa: E402

game = games.Game("RK", 4, 5)
sit(game, [("", "ANN"), ("easy", "BO"), ("easy", "CY"), ("easy", "DEE")])
game.opened = bytearray([1] * 4)
game.table = [
    bytes([colour * 13 + first + i for i in range(4)]) for colour in range(4) for first in (0, 4, 8)
] + [bytes([number, 13 + number, 26 + number]) for number in range(12)]
game.racks[0][:] = bytearray([13, 14, 15, 12, 25, 38, 51, 5])
app.session.seen = None
print("tiles", sum([len(codes) for codes in game.table]))
del games, game  # a thought drops the game's code: nothing here may keep it
app.go("tilegame.play")
app.step()
print("screen", taken())
ticks[0] += 600  # START, too, is heard now
app.step()
# Sorted by number, the four 13s stand last: take from the left, which is no set, and put back.
for button in (7, 4, 4, 4, 4, 7, 5, 5, 5, 5):
    press(app, button)
turn = app.session.turn
app.screen.part.index = turn.rack.find(bytes([12]))
for _ in range(4):
    press(app, 4)
press(app, 7)
print("laid", turn.laid, "wrong", turn.wrong(), "sets", len(turn.sets))
for _ in range(2):  # the foot line follows
    ticks[0] += 110
    app.step()
tell_allocated(app)
print("turn", taken())
from pocket.tilegame import sorting  # noqa: E402

turn.pick(len(turn.sets) - 1, 3)  # what a person seldom does, and a VM's arrays cannot do alike
print("back", int(turn.put_back()), "gaps", turn.cells[-1] + 1 - len(turn.rack))
turn.undo()
print("first", len(sorting.sets_first(bytearray(range(5)), turn.rules)[0]))
del turn, sorting  # they would keep the code of a person's turn
press(app, 6)
rested = 0
for _ in range(60):
    ticks[0] += 100
    app.step()
    if "rules.tilegame.game" not in sys.modules:  # a computer thinks, without the game's code
        rested += 1
game = app.session.game
print("history", len(game.history), "seat", game.seat, "rested", rested)
print("later", taken())

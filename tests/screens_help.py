"""What the screen tests share: a simulated handheld, its lines of text, games put on show."""

import contextlib
import functools
import sys
import types

import bitmaptools

from tools.sim import Sim, bitmaps

BOARDS = ("pybadge", "tinycircuits_thumby_color", "pimoroni_picosystem", "pajenicko_picopad")
ENDS = BOARDS[1], BOARDS[3]  # the smallest display and the largest
NARROW = BOARDS[1:3]  # with small letters and with large ones: where the least text fits
SIZES = dict(zip(BOARDS, ("160x128", "128x128", "240x240", "320x240")))  # of their displays


def handheld(folder, board="pybadge", seed=5, **more):
    """Return a simulated board with its saves in `folder`, at the first screen; without a picture,
    unless `blind` is False."""
    if more.setdefault("blind", True):
        return Sim(board, seed=seed, save_dir=str(folder), **more)
    sim = _Unseen(board, seed=seed, save_dir=str(folder), **more)
    paint(sim)
    return sim


class _Unseen(Sim):
    """Paints nothing yet."""

    def _prepare(self, *words):
        super()._prepare(*words)
        self.display.blind = True


def paint(sim):
    """Paint what is on show, and what comes from now on."""
    sim.display.blind = False
    sim.display._core.full_refresh = True
    sim.display.refresh()


@contextlib.contextmanager
def unseen(sim):
    """Nothing is painted meanwhile: that is half the time."""
    blind, sim.display.blind = sim.display.blind, True
    yield
    if not blind:
        paint(sim)


def lines(sim):
    """Return what is on show, row by row: the heading first, the line of keys last."""
    panel = sim.app.screen.panel
    rows = {}
    for row, _high, label, text in panel.shown_texts:
        for i, part in enumerate(text.split("\n")):
            rows.setdefault(row + i, []).append((label.x, part))
    shown = panel.list
    if shown:
        for i in range(shown.first, shown.first + shown.height):
            value = shown.value(i) if shown.value else ""
            row = shown.top + i - shown.first
            rows.setdefault(row, []).append((1000 + i, (shown.text(i) + " " + value).rstrip()))
    last = panel.lines - 1
    order = [row for row in sorted(rows) if 0 <= row != last] + [row for row in (-1, last)]
    return [" ".join(part for _, part in sorted(rows.get(row, []))) for row in order]


def page(sim):
    """Return all text on show, as one line; of a score sheet the table too, row by row."""
    said = " ".join(lines(sim))
    table = getattr(sim.app.screen, "table", None)
    if table and isinstance(table[0], list):
        said += " " + " ".join(" ".join(row) for row in zip(*table))
    return " ".join(said.split())


def screen(sim):
    """Return the name of the screen on show."""
    return type(sim.app.screen).__module__.rsplit(".", 1)[-1]


def to(sim, label):
    """Go down a list to the line that begins with `label`."""
    shown = sim.app.screen.list
    for _ in range(shown.count + 1):
        if shown.text(shown.chosen).strip().startswith(label.strip()):  # seats stand in or not
            return
        sim.press("DOWN")
        shown = sim.app.screen.list
    raise AssertionError("there is no line " + label)


def listed(sim, label):
    """Return whether the list on show has a line that begins with `label`."""
    shown = sim.app.screen.list
    return any(shown.text(i).startswith(label) for i in range(shown.count))


def choose(sim, label, rest=50):
    """Go to a line, press A and let `rest` ms pass; from the first screen through its menus."""
    under = ("Lessons", "Your buttons", "Rules", "Statistics", "Last rounds", "Settings")
    if screen(sim) == "title" and label in under and not listed(sim, label):
        to(sim, "More")
        sim.press("A", rest=50)
    to(sim, label)
    sim.press("A", rest=rest)


def no_bitmap_higher(monkeypatch, high):
    """From now on memory has no piece for a Bitmap of more than `high` rows."""
    import displayio

    whole = displayio.Bitmap

    def scarce(width, height, *colours):
        if height > high:
            raise MemoryError
        return whole(width, height, *colours)

    monkeypatch.setattr(displayio, "Bitmap", scarce)


def show(sim, *name, rest=200):
    """Go to a screen, `name` and what it is made with, and let `rest` ms pass."""
    sim.app.go(*name)
    sim.wait(rest)


def speak(language):
    """Say everything in a language from now on: by the modules that run now."""
    sys.modules["pocket.app.device"].language = language
    sys.modules["pocket.ui.words"].forget()


def put(sim, game, people, show=None):
    """Make a game the running one and show the screen its phase asks for, or `show`; behind the
    podium the score sheet."""
    from pocket.app import flow
    from pocket.games import newgame

    game.note = newgame.pack_people(people)
    newgame.seat_people(sim.app, game, people)
    if show:
        sim.app.go(*show)
    else:
        flow.advance(sim.app)
    sim.wait(60)
    if screen(sim) == "podium":
        sim.press("A", "A", rest=60)
    sim.app.ignore_keys_until = False  # no key was mashed before


@functools.cache
def _art(width, height, _blit, _is_blind):
    """Kept for each way that pixels are copied: a blind handheld copies none."""
    from pocket.hardware import sizes

    return sizes.make_art(width, height)


class PanelApp:
    """As much of the app as a Panel needs, for a display of that size."""

    # the longest names
    keys = types.SimpleNamespace(no_select=True, menu_key="\x0b+\x10", hint_key="\x08+\x10")

    def __init__(self, width, height):
        from pocket.saves import settingsfile

        self.w, self.h = width, height
        self.art = _art(width, height, bitmaptools.blit, bitmaps.drawing_disabled)
        self.settings = settingsfile.read(None)

    def repaint_all(self):
        """Nothing is on show."""

    def retry_without_reserve(self, make, *args):
        """No piece of memory is held: once is enough."""
        return make(*args)

    def read_sheet(self, kind):
        """Nor is one given back."""
        self.art.sheet(kind)


def paper(width=160, height=128):
    """Return a Panel for a display of that size, on no display."""
    from pocket.ui import panel

    return panel.Panel(PanelApp(width, height))


def inked(font, letter):
    """Return the pixels of a letter's ink, {(x, y)}."""
    glyph = font.get_glyph(ord(letter))
    left = glyph.tile_index * glyph.width
    above = font.height - glyph.bitmap.height  # rows that its sheet leaves out
    dots = [(x, y) for x in range(glyph.width) for y in range(above, font.height)]
    return {(x, y) for x, y in dots if glyph.bitmap[left + x, y - above]}


def titles(one):
    """Return (title, place) of the pages of all parts of a Book."""
    book = one.page.__globals__  # a module that was dropped meanwhile reads its own language
    found = []
    for part, name in enumerate(one.parts):
        lines = book["Pages"](name)
        start = 0
        while lines.next(book["TITLE"]):
            if lines.kind == book["TITLE"]:
                found.append((lines.text, (part, start, 0, "")))
            start = lines.place
    return found


def pages(read):
    """Yield (title, items, the next page's place) of each page of a Book."""
    from pocket.ui import book

    place = book.FIRST
    while place:
        title, items, place = read.page(place)
        yield title, items, place

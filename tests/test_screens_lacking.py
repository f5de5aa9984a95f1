"""Boards whose firmware lacks a module that others have: forms and tables without vectorio."""

import gc
import sys

import play_scene
import pytest
from pocket.app import input
from screens_help import choose, handheld, no_bitmap_higher, page, put, screen, show, to

from rules.tilegame import game as tile_game


@pytest.fixture
def fresh():
    """Load the library anew, as on a board."""

    def forget():
        for name in list(sys.modules):
            if name.startswith("adafruit_displayio_layout"):
                del sys.modules[name]

    forget()
    yield
    forget()


def test_forms_and_score_sheet_without_vectorio(tmp_path, fresh):
    with handheld(tmp_path, "seeeduino_wio_terminal", blind=False) as sim:
        assert sys.modules["vectorio"].__name__ == "pocket.app.rectangles"
        choose(sim, "Settings")
        assert screen(sim) == "settingsmenu" and "Sound" in page(sim)
        sim.press("RIGHT", "B")
        game = tile_game.Game("RK", 2, 5)
        put(sim, game, [("", "ANNA"), ("easy", "BO")], ("rounds.score", ("menus.pause",)))
        assert screen(sim) == "score"
        assert sim.failure is None


def test_games_and_set_up_without_vectorio(tmp_path, fresh):
    """What the set-up wants is loaded while one reads the cards: it failed where that is not."""
    with handheld(tmp_path, "seeeduino_wio_terminal", blind=False) as sim:
        choose(sim, "Play")
        sim.press("RIGHT", "LEFT", rest=400)
        assert sim.failure is None and screen(sim) == "gamecards"
        assert not sim.app.screen.preload and "rules.choices" in sys.modules
        show(sim, "menus.gamesetup", "RK", rest=300)
        assert sim.failure is None and screen(sim) == "gamesetup"
        assert "adafruit_displayio_layout" not in sys.modules  # a score sheet's alone


def test_a_board_with_vectorio_keeps_its_own(fresh, sim):
    choose(sim, "Settings")
    assert sys.modules["vectorio"].__name__ == "vectorio"


def test_a_menu_shows_all_lines_where_memory_has_no_piece_for_two(monkeypatch, sim):
    choose(sim, "More")
    panel, first = sim.app.screen.panel, sim.app.screen.list
    no_bitmap_higher(monkeypatch, panel.font.height)
    first.close()
    menu = type(first)(panel, 8, "line {}".format, below=panel.lines - 7)
    menu.show()
    assert menu.height == 5 and "line 0" in page(sim) and "line 4" in page(sim)
    rows = [menu.labels[0].y + strip.y for strip in menu.labels[0]]
    assert rows == [panel.row_y(1) + i * menu.pitch for i in range(5)]
    for _ in range(7):
        menu.key(input.DOWN)
        menu.show()
    assert "line 7" in page(sim) and menu.band.y > panel.row_y(1)
    assert [menu.labels[0].y + strip.y for strip in menu.labels[0]] == rows


def test_the_letters_of_menus_take_the_piece_that_is_held_for_them(tmp_path, monkeypatch):
    """Behind a turn of the first lesson PicoPad wrote its page in small letters."""
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        sim.app.settings.set("large", True)
        from pocket.ui import ground

        letters_class = ground.Letters
        reserves = []

        def scarce(name):
            reserves.append(sim.app.letters_reserve)
            if sim.app.letters_reserve is not None:
                raise MemoryError
            return letters_class(name)

        monkeypatch.setattr(ground, "Letters", scarce)
        choose(sim, "More")
        choose(sim, "Lessons")
        assert screen(sim) == "lesson" and reserves
        panel = sim.app.screen.panel
        assert panel.font.height > panel.small.height


def score_of(sim):
    """Show the score sheet of a game that has just begun."""
    choose(sim, "Settings")
    sim.press("B")
    put(
        sim,
        tile_game.Game("RK", 2, 5),
        [("", "ANNA"), ("easy", "BO")],
        ("rounds.score", ("menus.pause",)),
    )
    assert screen(sim) == "score"


@pytest.mark.parametrize("piece", [True, False])
def test_a_heading_takes_the_piece_that_is_held_before_it_is_small(monkeypatch, sim, piece):
    from pocket.ui import ground

    write = ground.heading_bitmap
    large = []

    def strip(size, text, *rest):
        if sim.app.screen_reserve is not None or not piece:
            raise MemoryError
        large.append(text)
        return write(size, text, *rest)

    monkeypatch.setattr(ground, "heading_bitmap", strip)
    score_of(sim)
    title = [item[3] for item in sim.app.screen.panel.shown_texts if item[0] == 0][0]
    assert title and (title in large) == piece
    assert sim.app.screen_reserve is None


def test_a_score_sheet_takes_the_piece_that_is_held(monkeypatch, sim):
    from pocket.ui import panel

    pitch_for = panel.Panel.pitch_for
    tried = []

    def scarce(self, rows, room):
        if sim.app.session.game and sim.app.screen_reserve is not None:
            tried.append(rows)
            raise MemoryError
        return pitch_for(self, rows, room)

    monkeypatch.setattr(panel.Panel, "pitch_for", scarce)
    score_of(sim)
    assert tried and screen(sim) == "score" and sim.app.screen.table


def test_a_form_asks_for_no_piece_higher_than_a_line(tmp_path, monkeypatch):
    """Over a full table a PicoPad's settings found no piece of 1.7 KB for a column of them."""
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        high = sim.app.art.head_size[1]
        choose(sim, "More")
        sim.press("B")
        no_bitmap_higher(monkeypatch, high)
        choose(sim, "Settings")
        shown = sim.app.screen.list
        first = shown.first
        for _ in range(shown.count - 1):
            sim.press("DOWN")
        assert shown.first > first and screen(sim) == "settingsmenu" and not sim.failure
        assert shown.text(shown.chosen) in page(sim)


def test_settings_are_kept_when_what_shows_them_has_gone(tmp_path, monkeypatch):
    """Over a full table a PicoPad had no piece of 2 KB for it beside the list."""
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        choose(sim, "Settings")
        sim.press("DOWN", "RIGHT")
        panel = sim.app.screen.panel
        listed = []
        store = type(sim.app).store.fget

        def asked(app):
            listed.append(panel.list)
            return store(app)

        monkeypatch.setattr(type(sim.app), "store", property(asked))
        sim.press("B")
        assert listed and listed[0] is None and not sim.failure


def test_a_pixel_of_a_label_takes_a_bit(tmp_path):
    """The library has a third colour, for outlines: a PicoPad had no piece for two bits."""
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        from pocket.rounds.score import Text

        font = sim.app.art.letters
        label = Text(font, text="a line", color=0x123456)
        assert len(label._palette) == 2 and label._palette[1] == 0x123456
        assert label._palette.is_transparent(0) and not label._palette.is_transparent(1)


def test_large_letters_are_read_when_what_shows_the_list_has_gone(tmp_path, monkeypatch):
    """Over a full table a PicoPad had no piece of 2,160 bytes for them beside the list."""
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        choose(sim, "Settings")
        to(sim, "Large text")
        panel = sim.app.screen.panel
        lists = []
        from pocket.ui import ground

        read = ground.large_letters

        def record_list(app):
            lists.append(panel.list)
            return read(app)

        monkeypatch.setattr(ground, "large_letters", record_list)
        sim.press("RIGHT")
        assert lists == [None] and not sim.failure and screen(sim) == "settingsmenu"
        assert sim.app.screen.panel.font.height == sim.app.art.head_size[1]
        sim.press("LEFT")
        assert sim.app.screen.panel.font.height == sim.app.art.body_size[1] and not sim.failure


def test_a_round_begins_with_what_it_needs_whatever_was_on_show_before(tmp_path):
    """Behind the pages of the rules 3 KB less were free: what shows them stayed."""

    def at_the_draw():
        choose(sim, "Play")
        sim.press("A", rest=50)
        if screen(sim) == "gamecards":  # one is under way: it is given up
            sim.press("A", rest=50)
        assert screen(sim) == "startdraw"
        return {name for name in sys.modules if name.startswith(("pocket.", "adafruit_"))}

    with handheld(tmp_path, "pajenicko_picopad") as sim:
        first = at_the_draw()
        show(sim, "menus.title", rest=50)
        choose(sim, "Rules")
        sim.press("A")
        assert "pocket.ui.book" in sys.modules
        show(sim, "menus.title", rest=50)
        assert at_the_draw() == first


@pytest.mark.parametrize("leave", [("B",), ("START", "START"), ("SELECT", "A"), ("RIGHT", "RIGHT")])
def test_a_persons_turn_runs_without_the_games_code(tmp_path, monkeypatch, leave):
    monkeypatch.setattr(gc, "mem_free", lambda: 64 * 1024, raising=False)
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        game = play_scene.position(["r3 r4 r5"], "r6 b7 b8 k1 k5")
        put(sim, game, [("", "ANNA"), ("easy", "BO")])
        assert screen(sim) == "play" and "personturn" in repr(type(sim.app.screen.part))
        assert type(sim.app.session.game).__name__ == "DetachedGame"
        before, session = dict(game.__dict__), sim.app.session
        assert session.game.__dict__ == before
        sim.press(*leave, rest=50)
        sim.wait(2000)
        show(sim, "menus.pause", rest=50)
        assert type(session.game) is sys.modules["rules.tilegame.game"].Game
        session.game.check()


class Heap:
    """A heap of two areas, as CircuitPython grows it: lists that each fits, bytes by which it says
    that it has changed."""

    def __init__(self, first, second, change):
        self.fits = [first, second]
        self.change = change
        self.in_second = []

    def take(self):
        if self.fits[0]:
            self.fits[0] -= 1
            return [None] * 512
        if not self.fits[1]:
            raise MemoryError
        self.fits[1] -= 1
        self.in_second.append([None] * 512)
        return self.in_second[-1]

    def total(self):
        return 150000 - (self.change if self.in_second else 0)


@pytest.mark.parametrize("change", [750, 0])  # 0: a Sprig's
@pytest.mark.parametrize("first", range(0, 30, 3))
def test_an_added_area_of_the_heap_keeps_a_list_of_two_blocks(first, change):
    from pocket.hardware import powerup

    heap = Heap(first, 7, change)  # 7: a PyBadge's
    kept = powerup.anchor(heap.take, heap.total)
    assert [one for one in heap.in_second if one is kept]
    assert 8 <= len(kept) <= 24  # 32 to 96 bytes, where a block has 16


@pytest.mark.parametrize("first, second", [(3, 0), (200, 9)])
def test_a_heap_that_does_not_grow_keeps_one_short_list(first, second):
    from pocket.hardware import powerup

    heap = Heap(first, second, 750)
    assert len(powerup.anchor(heap.take, heap.total)) <= 24
    assert not heap.in_second


def test_a_heap_without_room_keeps_nothing():
    from pocket.hardware import powerup

    heap = Heap(0, 0, 750)
    assert powerup.anchor(heap.take, heap.total) is None


def test_the_first_screens_name_is_read_in_the_place_of_the_reserve(sim, monkeypatch):
    """After a puzzle a PicoPad refused it 4,408 bytes, then freed the reserve."""
    from pocket.menus import title

    held, load = [], title.sheets.load

    def read(name, into=None):
        if name.startswith("title"):
            held.append(sim.app.screen_reserve is not None)
        return load(name, into)

    monkeypatch.setattr(title.sheets, "load", read)
    sim.app.ample = False
    sim.app.hold_reserves()
    title.Screen(sim.app)
    assert held == [False]
    assert sim.app.screen_reserve is not None

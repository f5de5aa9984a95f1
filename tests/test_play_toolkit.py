"""The screen toolkit: sheets, text and tile rows, buttons, sound, the app's loop and its
failures."""

import builtins
import os
import sys
import types
import weakref

import play_scene
import pytest
from pocket.always import unload
from screens_help import show

from rules import catalogue
from tools.art import cards, mkassets
from tools.sim import Sim

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def test_the_sheets_in_the_repository_are_what_the_program_draws():
    for name, data in (mkassets.sheets() | cards.sheets()).items():
        with open(os.path.join(ROOT, "assets", name), "rb") as file:
            assert file.read() == data, name


def test_every_colour_has_its_own_mark_in_every_tile_size():
    """Without colour the four tiles of one number still differ."""
    for w, h in [size for row in mkassets.CLASSES for size in row[:2]]:
        cells = mkassets.tile_faces(w, h)
        shapes = set()
        for colour in range(4):
            shapes.add(bytes([1 if pixel else 0 for pixel in cells[colour * 13 + 4].px]))
        assert len(shapes) == 4, (w, h)
        faces = {bytes(cell.px) for cell in cells[:66]}
        assert len(faces) == 66, (w, h)


def test_every_card_differs_without_colour():
    """ER: shape and colour told apart: full and hollow."""
    for w, h in [row[2] for row in mkassets.CLASSES]:
        for cells, ground in (
            (cards.cells(w, h), mkassets.IVORY),
            (cards.minis(*cards.MINIS[w]), mkassets.WHITE),
        ):
            lower = {bytes([pixel != ground for pixel in cell.px]) for cell in cells[17:25]}
            assert len(lower) == 8, (w, h)


@pytest.mark.parametrize("board", ["pybadge", "pimoroni_picosystem"])
def test_a_screen_that_takes_anothers_place_is_painted_once(tmp_path, board):
    with Sim(board=board, seed=1, save_dir=str(tmp_path)) as sim:
        display = sim.display
        refresh = display.refresh
        shown = []
        painted = []

        def record(**options):
            refresh(**options)
            if sim.app.screen not in shown:
                shown.append(sim.app.screen)
                painted.append(display.paints)

        sim.wait(1500)  # the name has dropped in
        display.refresh = record
        for button in ("A", "A", "START", "DOWN", "DOWN", "A", "B", "B"):
            sim.hold(button, 700 if button == "START" else 40, rest=100)
        assert [screen.__module__ for screen in shown] == [
            "pocket.between.startdraw",
            "pocket.tilegame.play",
            "pocket.menus.pause",
            "pocket.menus.rulespages",
            "pocket.menus.pause",
            "pocket.tilegame.play",
        ]
        assert painted == [display.width * display.height] * 6


def test_a_piece_of_memory_is_held_while_a_screen_is_made_and_no_longer(tmp_path, monkeypatch):
    class Piece:
        pass

    pieces = []

    def hold():
        sim.app.spare = Piece()
        pieces.append(weakref.ref(sim.app.spare))

    with Sim(seed=1, save_dir=str(tmp_path), blind=True) as sim:
        load = sim.app.module
        held = []

        def watched(name):
            def make(*args):
                held.append(pieces[-1]() is not None)
                return module.Screen(*args)

            module = load(name)
            return types.SimpleNamespace(Screen=make)

        monkeypatch.setattr(sim.app, "hold", hold)
        monkeypatch.setattr(sim.app, "module", watched)
        for name in ("menus.settingsmenu", "menus.title"):
            show(sim, name, rest=300)
        assert held == [True, True] and [piece() for piece in pieces] == [None, None]


def test_what_the_next_screen_wants_is_loaded_at_rest(tmp_path, monkeypatch):
    late = "rules.choices"
    with Sim(seed=1, save_dir=str(tmp_path), blind=True) as sim:
        show(sim, "menus.title", rest=300)  # the room keeps none of it
        unload.forget(late)
        show(sim, "menus.gamecards", rest=50)
        sim.press("DOWN")
        assert late not in sys.modules
        sim.wait(300)
        assert late in sys.modules


def test_a_module_that_memory_has_no_room_for_yet_is_told_by_nobody(tmp_path, monkeypatch):
    load = builtins.__import__

    def short(name, *args):
        if name == "pocket.ui.book":
            sys.modules[name] = types.ModuleType(name)  # half of it is there
            raise MemoryError
        return load(name, *args)

    with Sim(seed=1, save_dir=str(tmp_path), blind=True) as sim:
        monkeypatch.setattr(builtins, "__import__", short)
        for name in ("pocket.ui.book", "pocket.ui.grid"):
            unload.forget(name)
        sim.app.load("pocket.ui.book pocket.ui.grid ")
        assert "pocket.ui.book" not in sys.modules and "pocket.ui.grid" in sys.modules


@pytest.mark.parametrize(
    "largest, held", [(8704, 8704), (8672, 6528), (6000, 4352), (4000, None), (0, None)]
)
def test_the_piece_that_is_held_is_the_largest_there_is(tmp_path, monkeypatch, largest, held):
    """A PicoPad's had lost 32 bytes: nothing was held, and a turn left no piece of 3 KB."""

    def scarce(size):
        if size > largest:
            raise MemoryError
        return bytes(size)

    with Sim(seed=1, save_dir=str(tmp_path), blind=True) as sim:
        from pocket.always import app

        monkeypatch.setattr(app, "bytearray", scarce, raising=False)
        sim.app.hold()
        assert (sim.app.spare and len(sim.app.spare)) == held
        assert (sim.app.sheet is None) == (largest == 0)


def test_who_looks_for_a_record_while_a_screen_is_made_may_have_that_piece(tmp_path, monkeypatch):
    """Behind a puzzle PicoSystem had no 2 KB in one piece, for all its free memory."""

    def scarce(size):
        if size > 2000 and sim.app.spare is not None:
            raise MemoryError
        return bytes(size)

    with Sim(seed=1, save_dir=str(tmp_path), blind=True) as sim:
        from pocket.always import app

        monkeypatch.setattr(app, "bytearray", scarce, raising=False)
        sim.app.spare = b"held"
        assert sim.app.store.load("puzz") == (None, None)
        assert sim.app.spare is None


class Pad:
    """A keypad whose events a test writes."""

    def __init__(self):
        self.queue = []
        self.events = self
        self.overflowed = False

    def get_into(self, event):
        if not self.queue:
            return False
        event.key_number, event.pressed = self.queue.pop(0)
        return True

    def clear(self):
        self.queue.clear()
        self.overflowed = False


class Profile:
    buttons = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
    pins = opened = ()
    stick = ()
    keyboard = 0
    no_select = high = False
    sound = "none"
    sound_pins = ()
    speaker_enable = ""


@pytest.fixture
def keys(monkeypatch):
    """(Keys, Pad, function(ms) -> events up to then)."""
    import sys
    import types

    monkeypatch.setitem(
        sys.modules,
        "keypad",
        types.SimpleNamespace(Event=lambda: types.SimpleNamespace(key_number=0, pressed=False)),
    )
    from pocket.always import input
    from pocket.hardware import boards, powerup

    pad = Pad()
    monkeypatch.setattr(boards, "open_keys", lambda profile: pad)

    def make(profile=Profile):
        one = powerup.keys(profile)

        def until(now):
            out = []
            while one.poll(now, one.long_keys):
                out.append((input.NAMES[one.button], one.kind))
            return out

        return one, pad, until

    return make


def test_a_direction_repeats_while_it_is_held(keys):
    one, pad, until = keys()
    pad.queue.append((3, True))
    assert until(0) == [("RIGHT", 0)]
    assert until(340) == []
    assert until(350) == [("RIGHT", 1)]
    assert until(439) == [] and until(440) == [("RIGHT", 1)]
    pad.queue.append((3, False))
    assert until(600) == [] and until(2000) == []


def test_a_button_with_a_long_meaning_fires_at_once_and_again_as_long(keys):
    one, pad, until = keys()
    one.long_keys = (4,)
    pad.queue.append((4, True))
    assert until(0) == [("A", 0)] and until(500) == []
    pad.queue.append((4, False))
    assert until(510) == []
    pad.queue.append((4, True))
    assert until(1000) == [("A", 0)] and until(1599) == [] and until(1600) == [("A", 2)]
    pad.queue.append((4, False))
    assert until(1700) == []
    pad.queue.append((5, True))  # no long meaning: at once
    assert until(1800) == [("B", 0)]


def test_start_held_is_select_where_there_is_none(keys):
    class Few(Profile):
        buttons = Profile.buttons[:7]
        no_select = True

    one, pad, until = keys(Few)
    pad.queue.append((6, True))
    assert until(0) == [] and until(600) == [("SELECT", 0)]
    pad.queue.append((6, False))
    assert until(700) == []
    pad.queue += [(6, True), (6, False)]
    assert until(800) == [("START", 0)]


def test_what_is_held_over_a_screen_change_fires_nothing(keys):
    one, pad, until = keys()
    pad.queue.append((3, True))
    until(0)
    one.forget()
    assert until(5000) == []
    pad.queue += [(3, False), (3, True)]
    assert until(5100) == [("RIGHT", 0)]


def test_keys_that_were_lost_in_the_queue_count_as_let_go(keys):
    """Mashed on while a screen was made, the keypad's queue overflows."""
    one, pad, until = keys()
    pad.queue.append((3, True))
    assert until(0) == [("RIGHT", 0)]
    pad.queue += [(4, True), (4, False)] * 32
    pad.overflowed = True  # the release of RIGHT came behind them
    assert until(100) == [] and not pad.overflowed
    assert until(5000) == [] and not one.held(3)
    pad.queue += [(3, True)]
    assert until(5100) == [("RIGHT", 0)] and until(5450) == [("RIGHT", 1)]


def test_a_stick_needs_to_come_back_before_it_counts_again(keys, monkeypatch):
    import sys
    import types

    values = {"x": 32000, "y": 32000}

    class AnalogIn:
        def __init__(self, pin):
            self.pin = pin

        @property
        def value(self):
            return values[self.pin]

    monkeypatch.setitem(sys.modules, "analogio", types.SimpleNamespace(AnalogIn=AnalogIn))
    from pocket.hardware import pins

    monkeypatch.setattr(pins, "pin", lambda name: name)

    class Stick(Profile):
        stick = ("x", "y", 15000, 50000)

    one, pad, until = keys(Stick)
    assert until(0) == []
    values["x"] = 14000
    assert until(10) == [("LEFT", 0)]
    values["x"] = 16000  # trembles at the edge
    assert until(20) == []
    values["x"] = 14900
    assert until(30) == []
    values["x"] = 32000
    assert until(40) == []
    values["x"] = 51000
    assert until(50) == [("RIGHT", 0)]


def test_letters_of_a_keyboard_are_buttons_and_some_mean_them_held(keys, monkeypatch):
    import sys
    import types

    typed = []

    class Bus:
        def try_lock(self):
            return True

        def unlock(self):
            pass

        def readfrom_into(self, address, buffer):
            if typed and typed[0] is None:
                typed.pop(0)
                raise OSError
            buffer[0] = ord(typed.pop(0)) if typed else 0

    monkeypatch.setitem(sys.modules, "board", types.SimpleNamespace(I2C=Bus))

    class Typing(Profile):
        keyboard = 0x55

    one, pad, until = keys(Typing)
    one.long_keys = (6,)
    typed += ["w", "K", None, "x", " "]
    assert until(100) == [("UP", 0)] and until(110) == []  # it is asked 33 times a second
    assert until(130) == [("A", 0)]
    assert until(160) == [] and until(190) == []
    assert until(220) == [("SELECT", 0)]
    typed += ["m", "h"]  # START has a long meaning here, SELECT has none
    assert until(250) == [("START", 2)] and until(280) == []


@pytest.mark.parametrize("kind", ["dac", "pwm", "buzzer"])
def test_sound_that_fails_is_silent(kind):
    from pocket.always import sound

    class Loud(Profile):
        sound = kind
        sound_pins = ("NO_SUCH_PIN",)

    one = sound.Sound(Loud())
    one.play("win")
    one.tick(0)
    one.tick(5000)
    assert one.out is None


def test_effects_are_pairs_of_tone_and_time():
    from pocket.always import sound

    for name, notes in sound._EFFECTS.items():
        assert len(notes) % 2 == 0 and all(ms > 0 for ms in notes[1::2]), name


def test_a_missing_sheet_is_one_sentence_on_the_display(tmp_path, capfd):
    sim = Sim(board="pybadge", seed=1, save_dir=str(tmp_path), faults=("missing:tiles10x14.bmp",))
    with sim:
        sim.wait(1000)
        told = "The picture tiles10x14.bmp is missing or cut short"
        assert note(sim) and sim.app.screen.text.startswith(told)
        sim.press("A", rest=300)  # it is tried once more, then the sentence stays
        assert told in capfd.readouterr().out
        assert note(sim) and sim.display.brightness == 1


def note(sim):
    """True when the display shows the note of a failure: text on paper."""
    colours = {colour: many for many, colour in sim.image().getcolors()}
    return colours.get((0xFF, 0xF3, 0xD6), 0) > 1000 and colours.get((0x29, 0x20, 0x18), 0) > 200


def test_there_is_no_light_and_no_painting_before_the_first_picture(tmp_path, monkeypatch):
    from tools.sim import display

    refresh = display.Display.refresh
    seen = []

    def record(self, **options):
        seen.append((self.brightness, self.auto_refresh))
        return refresh(self, **options)

    monkeypatch.setattr(display.Display, "refresh", record)
    with Sim(board="pimoroni_picosystem", seed=1, save_dir=str(tmp_path)) as sim:
        sim.wait(200)
        sim.press("DOWN")
        assert seen[0] == (0, False)
        assert abs(seen[-1][0] - 0.8) < 0.01 and len(seen) > 1


@pytest.mark.parametrize("program", ["boot.py", "code.py"])
@pytest.mark.parametrize("screen", [False, True])
def test_a_board_without_a_display_of_its_own_starts_too(monkeypatch, capsys, program, screen):
    import runpy
    import sys
    import types

    class Paper:  # a display that does not paint by itself
        __slots__ = ()

    board = types.ModuleType("board")
    board.board_id = "pybadge"
    if screen:
        board.DISPLAY = Paper()
    ran = []
    start = types.ModuleType("pocket.always.start")
    start.run = lambda: ran.append(1)
    hardware = types.ModuleType("pocket.hardware")
    hardware.boards = types.SimpleNamespace(
        profile=lambda: types.SimpleNamespace(buttons=()),
        open_keys=lambda profile: types.SimpleNamespace(
            reset=lambda: ran.append(1),
            deinit=lambda: None,
            events=types.SimpleNamespace(get=lambda: None),
        ),
    )
    from pocket import always

    monkeypatch.setattr(always, "start", start, raising=False)
    monkeypatch.setitem(sys.modules, "pocket.always.start", start)
    monkeypatch.setitem(sys.modules, "pocket.hardware", hardware)
    monkeypatch.setitem(sys.modules, "board", board)
    monkeypatch.setitem(sys.modules, "storage", types.ModuleType("storage"))
    monkeypatch.setattr(sys, "path", list(sys.path))
    runpy.run_path(os.path.join(ROOT, program), run_name="__main__")
    assert ran == [1] and capsys.readouterr().out == ""


def test_an_error_in_a_screen_is_told_in_a_sentence_and_the_save_stays(tmp_path, capfd):
    with Sim(board="pybadge", seed=1, save_dir=str(tmp_path)) as sim:
        sim.wait(200)
        game = play_scene.position(["r3 r4 r5"], "r6 k1")
        play_scene.show(sim, game)
        from pocket.always import flow

        flow.save(sim.app)
        before = sorted(os.listdir(tmp_path))

        def broken(now):
            raise ValueError("a test")

        sim.app.screen.tick = broken
        sim.wait(200)
        assert "ValueError: a test" in capfd.readouterr().err
        assert note(sim)
        assert sorted(os.listdir(tmp_path)) == before and before
        payload, sentence = sim.app.store.load("game")
        assert payload and not sentence
        from pocket.alone import failed

        words = failed.sentence(ValueError("a test"))  # where it cannot be mended
        assert "ValueError" in words and "kept" in words and words.count("\n") == 0
        assert "memory" in failed.sentence(MemoryError())


def test_without_its_letters_a_failure_is_on_the_console_and_that_is_shown(tmp_path, capfd):
    import displayio

    missing = ("missing:assets/body11x11.bmp",)
    with Sim(board="pybadge", seed=1, save_dir=str(tmp_path), faults=missing) as sim:
        sim.wait(200)
        assert "The picture body11x11.bmp is missing" in capfd.readouterr().out
        assert sim.display.root_group is displayio.CIRCUITPYTHON_TERMINAL


@pytest.mark.parametrize(
    "board",
    ["pimoroni_picosystem", "tinycircuits_thumby_color", "pajenicko_picopad", "deshipu_ugame_s3"],
)
def test_keys_are_named_as_the_board_names_them(tmp_path, board):
    """SW_Y of a PicoSystem is START: its sign is a cap with an edge, as A and B have."""
    from pocket.always import draw

    with Sim(board=board, seed=1, save_dir=str(tmp_path)) as sim:
        sim.wait(200)
        font = sim.app.art.letters
        named = font.get_glyph(ord(draw.KEY_START))
        assert ord(draw.KEY_START) in font.caps and named.bitmap is font.keys
        left, step = named.tile_index * named.width, named.shift_x
        blank = int(font.high < 14)  # small caps have it before them, others behind them
        own = [[font.keys[left + blank + x, y] for x in range(step - 1)] for y in range(font.high)]
        lit = [row for row in own if any(row)]
        assert len(lit) >= 7 and step < 14  # no word: a letter
        for row in lit[1:-1]:
            assert row[0] == 1 and row[-1] == 1
        assert min(lit[0][1:-1]) == 1 and min(lit[-1][1:-1]) == 1


def test_time_never_goes_back_where_the_ticks_wrap(tmp_path):
    with Sim(board="pybadge", seed=1, save_dir=str(tmp_path)) as sim:
        sim.wait(200)
        app = sim.app
        import supervisor

        ticks = [0x1FFFFFF0]
        keep = supervisor.ticks_ms
        supervisor.ticks_ms = lambda: ticks[0]
        try:
            first = app.now()
            ticks[0] = 0x1FFFFFFF
            assert app.now() - first == 15
            ticks[0] = 4
            assert app.now() - first == 20
        finally:
            supervisor.ticks_ms = keep


def test_the_bodies_of_large_tiles_are_those_in_memory_where_they_are():
    from pocket.always import draw
    from pocket.hardware import sizes
    from pocket.menus import title

    art = sizes.art(320, 240)
    art.sheet(draw.BIG)
    assert title.large_bodies(art) is art.bodies
    art.sheet(draw.SMALL)
    small = art.bodies
    alone = title.large_bodies(art)
    assert alone is not small and alone.height > small.height and art.bodies is None
    art.sheet(draw.SMALL)
    assert art.bodies.height == small.height


def test_behind_a_game_of_tiles_cards_begin_without_their_bodies():
    """The tenth game of a sitting had 5 KB less at its first screen than the first."""
    from pocket.always import draw
    from pocket.hardware import sizes
    from pocket.ui import ground

    art = sizes.art(320, 240)
    ground.lay_cloth(art, 0)
    for first, second in (("RK", "ER"), ("ER", "RK")):
        games = [catalogue.new(game_id, 2, 7) for game_id in (first, second)]
        art.sheet(draw.CARDS if first == "ER" else draw.BIG)
        art.prepare(games[0])
        kept = art.bodies
        assert art.shown in (draw.BIG, draw.CARDS) and (kept is None) == (first == "ER")
        art.prepare(games[1])
        assert art.shown is None and art.bodies is None

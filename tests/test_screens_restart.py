"""Out of memory is never the end: the program starts anew and goes on exactly there."""

import random
import sys

import play_scene
import pytest
from broken import Broken
from cardrounds import standing
from kept_rounds import ROUNDS
from screens_help import handheld, page, put, screen, show

from rules.tilegame import tiles

SAID = "Tidied memory. Go on."
PEOPLE = [("", "ANN"), ("hard", "BOB")]


def seat_down(sim, game=None, people=None):
    """Put a tile game on the handheld, kept as at the turn's beginning; its Hands."""
    begin(
        sim,
        game or play_scene.position(["o4 o5 o6 o7", "r1 b1 k1"], "k5 k6 k7 r9 b2 b3"),
        people or PEOPLE,
    )
    return play_scene.Hands(sim)


def begin(sim, game, people):
    """Make a game the running one; the handheld itself keeps it, so its drive's faults count."""
    from pocket.games import newgame

    newgame.seat_people(sim.app, game, people)
    sim.app.enter()
    sim.wait(700)


def lay_three(hand):
    """Lay k5 k6 k7, take r9."""
    hand.take("k5", "k6", "k7")
    hand.press("SELECT")
    hand.take("r9")
    assert hand.turn.laid == 3 and hand.turn.picked == 1


def built(hand):
    """What has been built in the turn."""
    turn = hand.turn
    return [bytes(codes) for codes in turn.sets], sorted(turn.rack), turn.laid


def cards(sim, people=None):
    game = standing(["r^1 * b#3 ro4 r#5 r^7 <>", "b^1 b^2 r#3 r#4 bo6 bo6 r^7"], "r#2", round_=5)
    put(sim, game, people or [("", "ANNA"), ("hard", "BO")])
    assert screen(sim) == "eightscreen"
    return game


def kept(sim, *records):
    """Keep rounds."""
    from pocket.saves import roundsfile

    for record in records:
        roundsfile.save(sim.app.store, record)


def restarted(sim, name, times=1):
    """The program has started itself anew so many times since, and the screen of that name is on
    show."""
    sim.wait(300)
    assert (sim.reloads, screen(sim)) == (times, name)
    sim.reloads = 0


@pytest.mark.parametrize(
    ("where", "button"), [("turnend:apply_move", "START"), ("personturn:Turn._back", "B")]
)
def test_a_turn_goes_on_with_what_was_built(sim, where, button):
    """... before the last key; and it can be undone, and ended."""
    hand = seat_down(sim)
    lay_three(hand)
    hand.press("B")  # r9 is let go
    before = built(hand)
    module, name = where.split(":")
    with Broken("pocket.tilegame." + module, name, MemoryError(), 1) as broken:
        sim.press(button, rest=400)
        assert broken.calls == 1
    restarted(sim, "play")
    assert sim.app.screen.message == SAID
    assert built(hand) == before
    hand.press("B")
    assert hand.turn.laid == 0 and len(hand.turn.rack) == 6
    hand.take("k5", "k6", "k7")
    hand.press("SELECT", "START", rest=100)
    assert len(sim.app.session.game.racks[0]) == 3


def test_a_menu_over_a_turn_opens_and_leads_back_to_it(sim):
    hand = seat_down(sim)
    lay_three(hand)
    hand.press("B")
    before = built(hand)
    with Broken(
        "pocket.menus.pause", "Screen.__init__", MemoryError(), 2
    ):  # the reserve is no help
        sim.hold("START", 700)
        sim.wait(300)
    restarted(sim, "pause")
    sim.press("B", rest=200)
    assert screen(sim) == "play" and built(hand) == before


def test_what_fails_twice_at_one_place_is_left(sim):
    hand = seat_down(sim)
    lay_three(hand)
    hand.press("B")
    before = built(hand)
    with Broken("pocket.menus.pause", "Screen.__init__", MemoryError()):
        sim.hold("START", 700)
        sim.wait(300)
        restarted(sim, "play", 2)
        assert built(hand) == before
        sim.hold("START", 700)
        sim.wait(300)
        restarted(sim, "play", 2)


def test_a_game_that_always_fails_leads_to_the_first_screen_and_is_kept(sim):
    hand = seat_down(sim)
    lay_three(hand)
    with Broken("pocket.tilegame.board", "Board.__init__", MemoryError()):
        sim.hold("START", 700)
        sim.wait(300)
        sim.press("B", rest=400)
    restarted(sim, "title", 3)
    sim.press("A", rest=700)
    assert screen(sim) == "play" and sim.app.session.game.racks[0]


def test_a_hint_is_looked_for_again(sim):
    hand = seat_down(sim)
    with Broken("rules.solver.search", "solve", MemoryError(), 1):
        hand.press("RIGHT")
        sim.hold("SELECT", 800)
        sim.wait(1500)
    restarted(sim, "play")
    assert hand.hand.hint.laid is not None


SCREENS = [
    ("menus.title",),
    ("menus.gamecards", "KR"),
    ("menus.gamesetup", "CR"),
    ("menus.rulespages",),
    ("menus.settingsmenu", 3),
    ("menus.typecode",),
    ("learn.lesson",),
    ("learn.lesson", "RK", 0),
    ("learn.puzzles",),
    ("learn.journey",),
    ("review.lastrounds",),
    ("review.statistics",),
    ("review.badges",),
    ("menus.buttons",),
    ("menus.language", ("menus.settingsmenu", 0)),
]


@pytest.mark.parametrize("name", SCREENS, ids=lambda name: name[0])
def test_every_screen_comes_again(sim, name):
    show(sim, *name, rest=400)
    before = page(sim)
    fail_now(sim)
    sim.wait(600)
    assert (sim.reloads, sim.app.name) == (1, name[0])
    assert page(sim) == before
    sim.press("DOWN", "B", rest=300)
    assert not sim.failure


@pytest.mark.parametrize(
    ("name", "keys"),
    [
        (("menus.title",), "DOWN DOWN A DOWN"),
        (("menus.settingsmenu", 3), "DOWN DOWN"),
        (("review.lastrounds",), "DOWN"),
    ],
)
def test_the_cursor_stands_where_it_was(sim, name, keys):
    kept(sim, *ROUNDS)
    show(sim, *name, rest=400)
    sim.press(*keys.split(), rest=100)
    shown = sim.app.screen.list
    before = shown.chosen, shown.text(shown.chosen), page(sim)
    fail_now(sim)
    sim.wait(600)
    restarted(sim, name[0].split(".")[1])
    shown = sim.app.screen.list
    assert (shown.chosen, shown.text(shown.chosen), page(sim)) == before


def test_what_no_save_holds_is_carried_over(sim):
    """... a notice that is still to be told, the order of racks and hands."""
    show(sim, "menus.settingsmenu", 3, rest=400)
    sim.app.settings.sorting, sim.app.settings.by_shape = 2, True
    sim.app.tell("Not saved.")
    fail_now(sim)
    sim.wait(600)
    restarted(sim, "settingsmenu")
    assert (sim.app.settings.sorting, sim.app.settings.by_shape) == (2, True)
    assert sim.app.take_notice() == "Not saved."


def test_a_game_about_to_be_made_is_made_behind_the_restart(sim):
    with Broken("pocket.games.newgame", "quick", MemoryError(), 2):
        sim.press("A", rest=900)
    restarted(sim, "startdraw")
    assert sim.app.session.record == "game.q"


def test_file_and_sound_are_closed_before_the_vm_ends(sim, monkeypatch):
    """Closed by the firmware's own end of a VM, a sound let the terminal be painted for 0.3 s."""
    sim.app.store.save("set", b"sound=1")
    file, out = sim.app._saves["file"], sim.app.sound.out
    silenced = []
    monkeypatch.setattr(out, "deinit", lambda: silenced.append(file.closed))
    fail_now(sim)
    sim.wait(600)
    restarted(sim, "title")
    assert silenced == [True]


def test_while_records_wait_for_the_file_of_saves_the_vm_goes_on(tmp_path):
    """The player has not agreed to the file yet: a restart would lose them."""
    with handheld(tmp_path, faults=("no saves",)) as sim:
        sim.press("A", rest=400)
        assert screen(sim) == "firstsave"
        fail_now(sim)
        sim.wait(600)
        assert sim.reloads == 0 and screen(sim) == "failed"


class Refusal:
    """Memory runs out at the n-th call of one of the program's functions from the screen's next
    tick on; n = 0: never. calls: how many there were. place: where it ran out."""

    def __init__(self, sim, n):
        self.n = n
        self.calls = 0
        self.place = ""
        shown = sim.app.screen
        tick = shown.tick

        def begin(now):
            shown.tick = tick
            sys.settrace(self._called)
            return tick(now)

        shown.tick = begin

    def _called(self, frame, event, arg):
        path = frame.f_code.co_filename
        ours = "/lib/pocket/" in path or "/rules/" in path
        if ours and frame.f_code.co_name != "go_on":  # which catches: its call takes no memory
            self.calls += 1
            if self.calls == self.n:
                sys.settrace(None)
                self.place = "%s:%d" % (path, frame.f_code.co_firstlineno)
                raise MemoryError
        return None


# game and keys
WAYS = {
    "takes": ("RK", "A"),
    "puts": ("RK", "A SELECT"),
    "undoes": ("RK", "B"),
    "sorts": ("RK", "B SELECT"),
    "ends": ("RK", "START"),
    "draws": ("RK", "B START A"),
    "asks for a hint": ("RK", "hint"),
    "opens the menu": ("RK", "menu"),
    "comes back": ("RK", "menu B"),
    "reads the rules": ("RK", "menu DOWN DOWN A"),
    "cards": ("ER", "RIGHT A A A"),
    "menu over cards": ("ER", "RIGHT A menu B"),
}


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("share", range(2))
@pytest.mark.parametrize(("game_id", "keys"), WAYS.values(), ids=WAYS)
def test_wherever_memory_runs_out_nothing_is_lost(tmp_path, game_id, keys, share):
    """One of the calls that some keys lead to is refused, each time another in a game of its own;
    the first game only counts them."""
    rng = random.Random("%s%d" % (keys, share))
    calls = 0
    for number in range(4):
        with handheld(tmp_path / str(number)) as sim:
            if game_id == "ER":
                cards(sim)
            else:
                hand = seat_down(sim)
                lay_three(hand)
                hand.press("B")
            whole = every_piece(sim.app.session.game)
            refusal = Refusal(sim, rng.randrange(1, calls) if calls else 0)
            for key in keys.split():
                sim.hold(*HELD[key]) if key in HELD else sim.press(key)
                sim.wait(400)
            sim.wait(1000)
            if refusal.place:  # it may have been the last call
                sim.wait(1000)
            calls = calls or refusal.calls
            told = refusal.place, sim.app.name
            assert sim.failure is None and sim.reloads < 2, told
            assert sim.app.name not in ("checks.failed", "menus.title"), told
            session = sim.app.session
            session.game.check()
            assert every_piece(session.game) == whole, told
            if game_id == "RK" and not session.game.history and session.turn is not None:
                assert session.turn.laid == 3 or "B" in keys and session.turn.laid == 0, told


HELD = {"hint": ("SELECT", 700), "menu": ("START", 700)}


def every_piece(game):
    """All tiles of a game, or all cards, sorted; jokers are all alike."""
    if game.pieces == "cards":
        return sorted(game.pile + game.discards + b"".join(map(bytes, game.hands)))
    codes = b"".join(game.table) + b"".join(map(bytes, game.racks)) + bytes(game.pool)
    return sorted(min(code, tiles.JOKER) for code in codes)


def fail_now(sim):
    """Let memory run out at the screen's next tick."""

    def tick(now):
        raise MemoryError

    sim.app.screen.tick = tick


@pytest.mark.parametrize("back", ["lastrounds", "score"])
def test_where_memory_is_scarce_the_coach_begins_with_the_whole_heap(sim, back):
    """... and B leads back, to a score sheet with its game."""
    kept(sim, *ROUNDS)
    sim.app.scarce = True
    if back == "score":
        game = play_scene.position(["o4 o5 o6 o7"], "r9", others="k9")
        game._end(True)
        begin(sim, game, PEOPLE)
    before = page(sim)
    if back == "score":
        sim.press("LEFT", rest=500)
    else:
        show(sim, "review.coach", 0)
    for _ in range(400):
        if not sim.app.screen.busy:
            break
        sim.wait(20)
    assert (sim.reloads, screen(sim)) == (1, "coach")
    assert sim.app.notice == ""
    sim.press("B", rest=500)
    assert screen(sim) == back
    assert back == "lastrounds" or page(sim) == before


def test_a_module_that_memory_ran_out_for_is_a_want_of_memory(sim):
    """The firmware keeps the name of such a module, with nothing behind it."""
    hand = seat_down(sim)
    lay_three(hand)
    hand.press("B")
    before = built(hand)
    error = NameError("local variable referenced before assignment")
    with Broken("pocket.tilegame.personturn", "PersonTurn._end", error, 1):
        sys.modules["pocket.half"] = None
        sim.press("START", rest=400)
    assert "pocket.half" not in sys.modules
    restarted(sim, "play")
    assert built(hand) == before

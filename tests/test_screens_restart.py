"""Out of memory is never the end: the program starts anew and goes on exactly there."""

import random
import sys

import play_scene
import pytest
from cardrounds import standing
from kept_rounds import ROUNDS
from scenes import Scene, scenes

from rules.tilegame import tiles

PEOPLE = [("", "ANN"), ("hard", "BOB")]


# -- words of the cases


def seated(scene, _=""):
    """Sit down at a tile game, kept as at the turn's beginning: three tiles are laid."""
    game = play_scene.position(["o4 o5 o6 o7", "r1 b1 k1"], "k5 k6 k7 r9 b2 b3")
    begin(scene, game)
    scene("take k5 k6 k7; SELECT; laid 3; take r9; B")  # another key: it is kept
    mark(scene)


def begin(scene, game):
    """Make a game the running one; the handheld itself keeps it, so its drive's faults count."""
    from pocket.games import newgame

    newgame.seat_people(scene.app, game, PEOPLE)
    scene.app.enter()
    scene.sim.wait(700)


def seated_at_cards(scene, _=""):
    """Sit down at 8 Round Rummy."""
    hands = ["r^1 * b#3 ro4 r#5 r^7 <>", "b^1 b^2 r#3 r#4 bo6 bo6 r^7"]
    scene.put(standing(hands, "r#2", round_=5), [("", "ANNA"), ("hard", "BO")])
    scene.on("eightscreen")


def mark(scene, _=""):
    """Remember what is built in the turn."""
    scene.built = _built(scene)


def built(scene, _):
    """Have built what is remembered."""
    assert _built(scene) == scene.built


def _built(scene):
    turn = scene.turn
    return [bytes(codes) for codes in turn.sets], sorted(turn.rack), turn.laid


def kept_rounds(scene, _):
    """Have rounds kept."""
    from pocket.saves import roundsfile

    for record in ROUNDS:
        roundsfile.save(scene.app.store, record)


def fail_now(scene, _=""):
    """Let memory run out at the screen's next tick."""

    def tick(now):
        raise MemoryError

    scene.screen.tick = tick
    scene.sim.wait(600)


def restarted(scene, text):
    """Have started the program anew since, once or so many times, and be on this screen."""
    name, _, times = text.partition(" ")
    scene.sim.wait(300)
    assert (scene.sim.reloads, scene.name()) == (int(times or 1), name), scene.sim.reloads
    scene.sim.reloads = 0


def shown(scene, text):
    """Show a screen: `shown menus.settingsmenu 3`."""
    name, *rest = text.split()
    scene.app.go(name, *[int(one) if one.isdigit() else one for one in rest])
    scene.sim.wait(400)
    line(scene)


def _list(scene):
    panel = scene.screen.panel
    chosen = panel and panel.list and panel.list.text(panel.list.chosen)
    return scene.page(), chosen


def line(scene, _=""):
    """Remember the page and the line on show."""
    scene.page_before = _list(scene)


def as_before(scene, _):
    """Show the page and the line of before."""
    assert _list(scene) == scene.page_before


def half_loaded(scene, _):
    """Have a name left of a module that memory ran out for, with nothing behind it."""
    sys.modules["pocket.half"] = None


def none_half_loaded(scene, _):
    """Have no such name left."""
    assert "pocket.half" not in sys.modules


def closes_all(scene, _):
    """Close the file of saves, then the sound, before the VM ends."""
    scene.app.store.save("set", b"sound=1")
    file, silenced = scene.app._saves["file"], []
    scene.app.sound.out.deinit = lambda: silenced.append(file.closed)
    fail_now(scene)
    restarted(scene, "title")
    assert silenced == [True]


def carried(scene, _):
    """Carry over what no save holds: a waiting notice, the order of racks and hands."""
    scene.settings.sorting, scene.settings.by_shape = 2, True
    scene.app.tell("Not saved.")
    fail_now(scene)
    restarted(scene, "settingsmenu")
    assert (scene.settings.sorting, scene.settings.by_shape) == (2, True)
    assert scene.app.take_notice() == "Not saved."


def round_over(scene, _):
    """Be at the score sheet of a round."""
    game = play_scene.position(["o4 o5 o6 o7"], "r9", others="k9")
    game._end(True)
    begin(scene, game)
    line(scene)


def coach_done(scene, _):
    """Wait until the coach has looked at all turns; it began with the whole heap."""
    for _ in range(400):
        if not scene.screen.busy:
            break
        scene.sim.wait(20)
    assert scene.app.notice == ""


WORDS = [seated, mark, built, kept_rounds, fail_now, restarted, shown, line, as_before]
WORDS += [half_loaded, none_half_loaded, closes_all, carried, round_over, coach_done]

test_it_goes_on_there = scenes(
    """
    A turn goes on with what was built before the last key; and it can be undone, and ended:
        for $where,$key in turnend apply_move, START | personturn Turn._back, B; seated;
        breaks pocket.tilegame.$where MemoryError 1; $key; wait 400; broke; restarted play;
        foot Tidied memory. Go on.; built; B; laid 0; check len(turn.rack) == 6; take k5 k6 k7;
        SELECT START; wait 100; check len(game.racks[0]) == 3
    A menu over a turn opens and leads back to it, though the reserve is no help: seated;
        breaks pocket.menus.pause Screen.__init__ MemoryError 2; hold START; wait 300;
        restarted pause; B; on play; built
    What fails twice at one place is left: seated;
        breaks pocket.menus.pause Screen.__init__ MemoryError; hold START; wait 300;
        restarted play 2; built; hold START; wait 300; restarted play 2
    A game that always fails leads to the first screen and is kept: seated; take r9;
        breaks pocket.tilegame.board Board.__init__ MemoryError; hold START; wait 300; B; wait 400;
        restarted title 3; mend; A; wait 700; on play; check game.racks[0]
    A hint is looked for again: seated; breaks rules.solver.search solve MemoryError 1; RIGHT;
        hold SELECT 800; wait 1500; restarted play; check part.hint.laid is not None
    A module that memory ran out for is a want of memory: seated;
        breaks pocket.tilegame.personturn PersonTurn._end NameError 1; half_loaded; START; wait 400;
        none_half_loaded; restarted play; built
    Every screen comes again:
        for $name in menus.title | menus.gamecards KR | menus.gamesetup CR | menus.rulespages
          | menus.settingsmenu 3 | learn.lesson | learn.lesson RK 0 | learn.puzzles
          | learn.journey | review.lastrounds | review.statistics | review.badges | menus.buttons;
        shown $name; fail_now; check sim.reloads == 1 and app.name == '$name'.split()[0]; as_before;
        DOWN B; wait 300; well
    The cursor stands where it was:
        for $name,$keys,$there in menus.title, DOWN DOWN DOWN A DOWN, title |
          menus.settingsmenu 3, DOWN DOWN, settingsmenu | review.lastrounds, DOWN, lastrounds;
        kept_rounds; shown $name; $keys; wait 100; line; fail_now; restarted $there; as_before
    What no save holds is carried over: shown menus.settingsmenu 3; carried
    A game about to be made is made behind the restart:
        breaks pocket.games.newgame play MemoryError 2; A A; wait 900; restarted startdraw;
        check session.record == 'game.q'
    File and sound are closed before the VM ends, or the terminal is painted for 0.3 s: closes_all
    While records wait for the file of saves, which a restart would lose, the VM goes on:
        faults no-saves; A A; wait 400; on firstsave; fail_now; check sim.reloads == 0; on failed
    Where memory is scarce the coach begins with the whole heap: kept_rounds;
        do app.scarce = True; go review.coach 0; coach_done; restarted coach; B; wait 500;
        on lastrounds
    From a score sheet B leads back to it with its game: kept_rounds; do app.scarce = True;
        round_over; LEFT; wait 500; coach_done; restarted coach; B; wait 500; on score; as_before
    """,
    *WORDS,
)


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
        with Scene(tmp_path / str(number)) as scene:
            seated_at_cards(scene) if game_id == "ER" else seated(scene)
            sim = scene.sim
            whole = every_piece(scene.game)
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

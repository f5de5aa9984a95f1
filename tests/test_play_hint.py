"""SELECT held: a hint in three steps by the exact solver, counted and kept."""

import pytest
from pocket.app import draw
from scenes import scenes

from rules.tilegame import tiles
from tools.sim import standins

RUNS = [" ".join(f"{colour}{n}" for n in range(1, 14)) for colour in "krbo"]


def endless():
    """Work without end."""
    while True:
        yield None


def best(game):
    """The exact solver's Result for the person to move."""
    from rules.solver import search  # the handheld may have loaded it anew

    opened = bool(game.opened[0])
    return search.run(game.rules, game.table, game.racks[0], opened, parted=game.parted)


def ask(scene, _=""):
    """Hold SELECT, and wait for the hint."""
    scene("hold SELECT; until screen.worker is None and type(part).__name__ == 'PersonTurn'")


def asks_long(scene, _):
    """Hold SELECT for a hint that takes without end."""
    work = scene.screen.work
    scene.screen.work = lambda worker: work(worker and endless())
    scene.sim.hold("SELECT", 700, rest=200)
    assert scene.screen.worker is not None


def hints(scene, count):
    """Have counted this many turns with a hint for the person."""
    from pocket.games import seatcounts

    assert seatcounts.of(scene.session, 0).hints == int(count)


def hinted(scene, count):
    """Count this many hints, each in a turn of its own."""
    from pocket.games import seatcounts

    scene.session.counts = bytearray(10)
    for _ in range(int(count)):
        seatcounts.hinted(scene.session)
        scene.session.hinted = False


def bodies(scene, text):
    """Show all tiles of the last set on this body of draw's."""
    assert set(scene.part.shades()[-1]) == {getattr(draw, text)}


def own_sets(scene, _):
    """Show the table of the turn again, not the hint's."""
    assert scene.part.sets() is scene.turn.sets


def step(scene, number):
    """Have shown this many steps of a hint."""
    assert scene.part.hint.step == int(number)


def type_h(scene, _):
    """Type the letter of a keyboard that asks for a hint."""
    scene.sim.wait(100)
    standins.I2C.typed.append(ord("h"))
    scene.sim.wait(1500)


WORDS = (type_h, ask, asks_long, hints, hinted, bodies, own_sets, step)

test_hints = scenes(
    """
    given: usual
    There is no play: table r3 r4 r5; rack b9 k1 o13; ask; says No play:; hints 0; step 1
    A play is a hint used up: table k7 r7 b7; rack o7 k3 r5 o9; ask; hints 1
    What lies already is not counted once more: A*3 SELECT; laid 3; ask;
        check screen.message.startswith('Played 3 of ')
    B stops a hint that is looked for: A*3 SELECT RIGHT; asks_long; B; wait 100;
        check screen.worker is None and not screen.message; hints 0; laid 3; on play; B; laid 0
    Time of a hint counts in the turn [RK-10]: for $stop in B | hold START; A*3 SELECT; asks_long;
        wait 20000; $stop; wait 100; laid 3; check 20000 < session.used < 25000
    Time runs out while a hint is looked for [RK-10]: wait 50000; RIGHT; wait 50000; asks_long;
        wait 15000; seat 0; wait 5000; seat 1; check len(game.racks[0]) == 15
    The menu opens while a hint is looked for: A*3 SELECT; asks_long; hold START; on pause; laid 3
    Hints are switched off: setting hints=none; ask; says Hints are switched off.; hints 0
    Three turns of a round have one: for $before,$after in 0, 1 | 2, 3 | 3, 3; hinted $before;
        ask; hints $after
    Without an end: setting hints=free; hinted 4; ask; hints 5
    What cannot open is red, and a hint asks to take it back [KR-4]: of KR; table;
        rack k10 k11 k12 r1 b3; unopened; hold A; told Open first: a group of 30 points; taken 0;
        A*3 SELECT; laid 3; bodies WRONG; START; ask; says takes these tiles back; hold B; ask;
        says No play: {START} draws.
    Behind a group that opens a run is right [KR-4]: of KR; table;
        rack r10 r11 r12 k13 b13 r13 k1; unopened; lay k13 b13 r13; lay r10 r11 r12; bodies OWN
    Sets of a hint are small where large ones have no room: table; rack RUNS; unopened; pool 0;
        check screen.board.shape[0]; ask; ask; ask; says Like this.;
        check screen.board.used == 4 and not screen.board.shape[0] and not screen.board.beyond();
        RIGHT; check screen.board.shape[0]
    While a hint is looked for the rack shows as before the press that sorts it: pictures;
        do scene.before = sim.image().crop((20, 100, 160, 114)).tobytes(); asks_long;
        check sim.image().crop((20, 100, 160, 114)).tobytes() == scene.before
    Keys of a keyboard ask again: board lilygo_tdeck; table k1 k2 k3; rack TWO; pool 0; type_h;
        says You can lay; type_h; says With the marked; type_h; says Like this.; DOWN*3; type_h;
        says You can lay; check screen.board.top == 0 and screen.board.used == 1
    """.replace("RUNS", " ".join(RUNS)).replace("TWO", " ".join(RUNS + RUNS[1:])),
    *WORDS,
)


def test_a_hint_has_three_steps(scene):
    scene("usual")
    game, turn = scene.game, scene.turn
    result = best(game)
    assert result.proved and result.tiles > 3
    order = bytes(turn.rack)
    ask(scene)
    scene("says You can lay %d tiles." % result.tiles)
    assert bytes(scene.turn.rack) == order  # the press before the hold has sorted nothing
    assert draw.OWN not in scene.part.rack_shades()
    ask(scene)
    part = scene.part
    lit = [code for code, body in zip(scene.turn.rack, part.rack_shades()) if body == draw.OWN]
    assert sorted(lit) == sorted(result.laid)
    ask(scene)
    part = scene.part
    assert part.sets() == result.table and scene.turn.laid == 0
    left = [code for code in part.rack() if code != draw.FACE_NONE]  # not there as well
    assert sorted(left + list(result.laid)) == sorted(order)
    blank = [body == draw.CLOTH for body in part.rack_shades()]
    assert blank == [code == draw.FACE_NONE for code in part.rack()]
    pairs = [pair for codes, row in zip(part.sets(), part.shades()) for pair in zip(codes, row)]
    laid = [tiles.plain(code) for code, body in pairs if body == draw.OWN]
    assert sorted(laid) == sorted(result.laid)
    scene("RIGHT")
    own_sets(scene, "")
    hints(scene, 1)  # the three steps are one hint


@pytest.mark.parametrize("board", ["pybadge", "tinycircuits_thumby_color", "pajenicko_picopad"])
def test_all_sets_of_a_hint_are_shown_or_reached_by_the_arrows(scene, board):
    """Those without room above the rack were hidden, without a sign."""
    scene("board %s; table; rack %s; unopened; pool 0" % (board, " ".join(RUNS + RUNS)))
    for _ in range(3):
        ask(scene)
    shown = scene.screen.board
    rows = set(scene.part.spots()[::3])
    assert rows == set(range(shown.used))
    seen = set()
    while True:
        seen |= set(range(shown.top, shown.top + shown.table.rows))
        assert scene.screen.foot.tail == shown.beyond()
        if draw.DOWN not in shown.beyond():
            break
        scene("DOWN")
    assert rows <= seen
    scene("says Like this.")
    while draw.UP in shown.beyond():
        scene("UP")
    scene("UP")
    own_sets(scene, "")
    assert not shown.beyond() and not scene.screen.message


def test_a_puzzle_s_hint_begins_with_the_sets_that_change(scene):
    from pocket.games import newgame
    from pocket.learn.lessongame import PuzzleGame

    table = ["k7 k8 k9", "k8 b8 o8", "k10 r10 o10", "o7 o8 o9"]
    sets = [tiles.parse_set(words.split()) for words in table]
    game = PuzzleGame(sets, tiles.parse_set(["r9", "r11"]), (1, 1))
    people = [("", "ANN"), ("easy", "BOB")]
    newgame.seat_people(scene.app, game, people, None, (1, 0))
    scene("go tilegame.play; wait 500")
    ask(scene)
    own_sets(scene, "")
    assert scene.screen.message == "With the marked tiles."
    lit = [set(row) == {draw.MOVED} for row in scene.part.shades()]
    assert lit == [True, False, True, True]
    ask(scene)
    scene("says Like this.; RIGHT")
    assert scene.part.shades() is None  # all plain


def test_hints_turns_the_best_play_and_time_are_kept_with_the_game(scene):
    from pocket.games import newgame, seatcounts

    scene("usual; others k5 k6 b13; options clock=0; players ANN BOB/easy")
    ask(scene)
    scene("wait 7000; on_rack k1; A*3 SELECT START")
    scene("until game.seat == 0 and type(part).__name__ == 'PersonTurn'")
    mine = seatcounts.of(scene.session, 0)
    assert (mine.turns, mine.hints, mine.best) == (1, 1, 3) and 7 <= mine.seconds <= 20
    assert seatcounts.of(scene.session, 1).turns == 1
    payload = scene.app.store.load("game")[0]
    scene.session.counts = bytearray(10)
    newgame.resume_saved(scene.app, payload)
    again = seatcounts.of(scene.session, 0)
    assert (again.turns, again.hints, again.best) == (1, 1, 3)
    assert again.seconds == mine.seconds

"""SELECT held: a hint in three steps by the exact solver, counted and kept."""

import pytest
from pocket.app import draw
from screens_help import ENDS
from words_table import ask, hints, own_sets

from rules.tilegame import tiles

RUNS = [" ".join(f"{colour}{n}" for n in range(1, 14)) for colour in "krbo"]


def best(game):
    """Return the exact solver's Result for the person to move."""
    from rules.solver import search  # the handheld may have loaded it anew

    position = game.rules, game.table, game.racks[0], bool(game.opened[0])
    return search.run(*position, jokers_differ=game.jokers_differ)


def test_a_hint_has_three_steps(scene):
    scene("usual")
    game, turn = scene.game, scene.turn
    result = best(game)
    assert result.proved and result.tiles > 3
    order = bytes(turn.rack)
    ask(scene)
    scene("says You can play %d tiles." % result.tiles)
    assert bytes(scene.turn.rack) == order  # the press before the hold has sorted nothing
    assert draw.OWN not in scene.part.rack()[2]
    ask(scene)
    part = scene.part
    marked = [code for code, body in zip(scene.turn.rack, part.rack()[2]) if body == draw.OWN]
    assert sorted(marked) == sorted(result.laid)
    ask(scene)
    part = scene.part
    assert part.table()[0] == result.table and scene.turn.laid == 0
    assert sorted(bytes(part.rack()[0]) + result.laid) == sorted(order)  # not there as well
    sets, _, shades = part.table()
    pairs = [pair for codes, row in zip(sets, shades) for pair in zip(codes, row)]
    laid = [tiles.plain(code) for code, body in pairs if body == draw.OWN]
    assert sorted(laid) == sorted(result.laid)
    scene("RIGHT")
    own_sets(scene, "")
    hints(scene, 1)  # the three steps are one hint


@pytest.mark.parametrize("board", ENDS)
def test_all_sets_of_a_hint_are_shown_or_reached_by_the_arrows(scene, board):
    """Those without room above the rack were hidden, without a sign."""
    scene("board %s; table; rack %s; unopened; pool 0" % (board, " ".join(RUNS + RUNS)))
    for _ in range(3):
        ask(scene)
    view = scene.screen.board
    rows = set(scene.part.table()[1][::3])
    assert rows == set(range(view.used))
    rows_seen = set()
    while True:
        rows_seen |= set(range(view.top, view.top + view.table.rows))
        assert scene.screen.foot.tail == view.scroll_arrows()
        if draw.DOWN not in view.scroll_arrows():
            break
        scene("DOWN")
    assert rows <= rows_seen
    scene("says Like this.")
    while draw.UP in view.scroll_arrows():
        scene("UP")
    scene("UP")
    own_sets(scene, "")
    assert not view.scroll_arrows() and not scene.screen.message


@pytest.mark.parametrize("board", ENDS)
def test_the_third_step_begins_with_the_sets_that_change(scene, board):
    """With large text the run that took a tile lay below the edge."""
    triples = ["%s%d %s%d %s%d" % (c, n, c, n + 1, c, n + 2) for n in (1, 5, 9) for c in "krbo"] * 2
    scene("board %s; setting large=True; table %s" % (board, " / ".join(triples)))
    scene("rack o12 k13")
    for _ in range(3):
        ask(scene)
    view, spots = scene.screen.board, scene.part.table()[1]
    assert view.used > view.table.rows and scene.screen.foot.tail == view.scroll_arrows()
    lit = [i for i, row in enumerate(scene.part.table()[2]) if draw.OWN in row]
    assert lit and view.top <= min(spots[3 * i] for i in lit) < view.top + view.table.rows


def test_a_puzzle_s_hint_begins_with_the_sets_that_change(scene):
    from pocket.games import newgame
    from pocket.learn import lessongame

    table = ["k7 k8 k9", "k8 b8 o8", "k10 r10 o10", "o7 o8 o9"]
    sets = [tiles.parse_set(words.split()) for words in table]
    task = lessongame.puzzle_task(sets, tiles.parse_set(["r9", "r11"]), (1, 1))
    game = lessongame.PuzzleGame("RK", task)
    people = [("", "ANN"), ("easy", "BOB")]
    newgame.seat_people(scene.app, game, people, None, (1, 0))
    scene("go tilegame.play; wait 500")
    ask(scene)
    own_sets(scene, "")
    assert scene.screen.message.startswith("Use the marked tiles.  Hold ")
    assert scene.screen.message.endswith(": solution")  # said before it is shown
    lit = [set(row) == {draw.MOVED} for row in scene.part.table()[2]]
    assert lit == [True, False, True, True]
    ask(scene)
    scene("says Like this.; RIGHT")
    assert scene.part.table()[2] is None  # all plain
    for _ in range(2):
        ask(scene)
    scene("A; laid 2; B; laid 0")  # as in a game


def test_hints_turns_the_best_play_and_time_are_kept_with_the_game(scene):
    from pocket.games import newgame, seatcounts

    scene("usual; others k5 k6 b13; options clock=0; players ANN BOB/easy")
    ask(scene)
    scene("wait 7000; on_rack k1; A*3 SELECT START")
    scene("until game.seat == 0 and type(part).__name__ == 'PersonTurn'")
    mine = seatcounts.Tally(scene.session, 0)
    assert (mine.turns, mine.hints, mine.best) == (1, 1, 3) and 7 <= mine.seconds <= 20
    assert seatcounts.Tally(scene.session, 1).turns == 1
    payload = scene.app.store.load("game")
    scene.session.counts = bytearray(10)
    newgame.make_running(scene.app, newgame.saved_session(scene.app, payload, None))
    scene.app.enter()
    again = seatcounts.Tally(scene.session, 0)
    assert (again.turns, again.hints, again.best) == (1, 1, 3)
    assert again.seconds == mine.seconds


def test_hints_are_counted_while_the_solver_has_the_game_s_memory(scene):
    """A game that is put away for it has no class of its own: counting raised an AttributeError."""
    from pocket.games import seatcounts
    from pocket.tilegame import play

    scene("usual")
    session = scene.app.session
    session.game, game = play.DetachedGame(session.game), session.game
    assert seatcounts.hints_now(session) == 0
    session.game = game

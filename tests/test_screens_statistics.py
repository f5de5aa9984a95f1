"""Statistics, and the score sheet that counts a round."""

import pytest
from kept_rounds import ROUNDS
from pocket.made import texts
from pocket.ui import pictures
from screens_help import ENDS, NARROW
from words_menus import counted, ended_game

from rules import catalogue, stats
from rules.record import notation
from tools.device import wordtable
from tools.place import ROOT

TWO = [("", "ANNA"), ("hard", "ADA")]


def round_won(scene):
    """Show the score sheet of a game's only round, won by the person."""
    scene.put(ended_game(0), TWO)
    scene.on("score")


def sheet(scene, best=None, won=0):
    """Sit at a round that is over, in which the person's best play had this many tiles."""
    from pocket.games import newgame, seatcounts

    game = ended_game(won)
    game.note = newgame.pack_people(TWO)
    newgame.seat_people(scene.app, game, TWO)
    seatcounts.played(scene.session, 0, *[best] if best else [])


@pytest.mark.parametrize("board", ENDS)
def test_statistics_by_game_and_level(scene, board):
    scene("board %s; go review.statistics; says No games yet." % board)
    one = counted(scene)
    scene("go review.statistics; says All games; says Points: %d" % one.sum(stats.POINTS))
    for level in catalogue.LEVELS:
        rows = [row for row in one.rows if row[1] == level]
        won, played = (sum(row[2 + what] for row in rows) for what in (stats.WON, stats.PLAYED))
        scene("says %s: %d of %d" % (level, won, played))
    game_id = catalogue.ORDER[0]
    scene("RIGHT; says %s" % catalogue.title(game_id))
    scene("says Points: %d" % one.sum(stats.POINTS, game_id))
    scene("LEFT LEFT; says %s; B; on title" % catalogue.title(catalogue.ORDER[-1]))


@pytest.mark.parametrize("board", ENDS)
def test_a_bar_is_dark_as_far_as_something_is_done_and_else_empty(scene, board):
    scene("board %s; pictures" % board)
    counted(scene, 1)
    scene("go review.statistics")
    panel = scene.screen.panel
    panel.clear()
    shares = ((0, 7), (3, 7), (7, 7))
    for row, (done, goal) in enumerate(shares, 1):
        pictures.bar(panel, row, 20, 72, done, goal)
    scene.app.changed = True
    scene.sim.wait(100)
    picture = scene.sim.image().convert("RGB").load()
    for row, (done, goal) in enumerate(shares, 1):
        y = panel.row_y(row) + panel.pitch // 2
        dark = [x for x in range(20, 92) if sum(picture[x, y]) < 384]
        assert dark == sorted({*range(20, 21 + 70 * done // goal), 91})


def test_the_score_sheet_keeps_and_counts_the_round_once_and_leads_to_the_coach(scene):
    from pocket.saves import roundsfile

    round_won(scene)
    game = scene.game
    kept = [bytes(one) for one in roundsfile.all_of(scene.app.store)]
    assert kept == [notation.packed(game, TWO)]
    scene("LEFT; on coach")
    scene._until(lambda: not scene.screen.busy, scene.page)
    coach = scene.screen
    assert coach.turns and not any(coach.kept(i).missed for i in range(len(coach.turns)))
    scene("B; on score")
    assert len(list(roundsfile.all_of(scene.app.store))) == 1
    assert roundsfile.statistics(scene.app).sum(stats.PLAYED) == 1
    scene("A; on title")


def test_the_coach_never_shows_another_round_than_the_one_that_was_played(scene):
    """The drive could not be written when the round ended."""
    from pocket.saves import roundsfile

    roundsfile.save(scene.app.store, ROUNDS[0])
    round_won(scene)
    before = bytes((len(ROUNDS[0]) & 255, len(ROUNDS[0]) >> 8)) + ROUNDS[0]
    assert scene.app.store.save("r0", before) is None
    scene("LEFT; on coach; box This round is not kept, or it is damaged.")


def test_the_best_play_is_named_also_behind_the_coach(scene):
    from pocket.app import flow

    sheet(scene, 7)
    flow.advance(scene.app)
    scene("on podium; A A; on score; says Your best play: 7 tiles.")
    scene("LEFT; on coach; B; on score; says 7 tiles. 1 turn.")


def test_nobody_is_told_that_a_best_play_was_none(scene):
    sheet(scene, won=1)
    scene("go rounds.score; says 1 turn.; no best play")


@pytest.mark.parametrize("board", NARROW)
def test_all_of_a_sheet_can_be_read(scene, board):
    """On the smallest display some of it lies below how game and round ended."""
    scene.board(board)
    sheet(scene, 12)
    scene.session.code = "ABCDEFGH"
    for language in reversed(wordtable.languages(ROOT)):
        scene.speak(language)
        scene.app.tell((texts.STATS_LOST,))
        scene("go rounds.score")
        shown = scene.screen
        read = scene.page()
        assert shown.below and not [word for word in shown.below.split() if word not in read]
        assert shown.max_first == 0
        scene("wait 600; SELECT")
        read = scene.page()
        assert [word for word in shown.details.split() if word not in read] == []
    assert "ABCD EFGH" in read
    assert "Your best play: 12 tiles. 1 turn." in read

"""The turn's clock (RK-10, CR-8, KR-7) goes on where nobody presses a key, and where the power was
away: a player who switches off gets no new clock."""

import pytest
from play_scene import position
from scenes import scenes
from test_screens_sight import confirm

ANNA, BEN = ("", "ANNA"), ("", "BEN")
TABLE, RACK = ["r3 r4 r5"], "r6 b7 b8 k1 k5"


def turn(scene, text):
    """Be in a turn that has just begun: `turn 2 ANNA ADA/easy`, with a clock of 2 minutes."""
    minutes, *names = text.split()
    people = [name.partition("/")[::-2] for name in names]
    scene.put(position(TABLE, RACK, options={"clock": int(minutes)}), people)
    shown(scene)
    assert left_now(scene) > 60 * int(minutes) - 5
    scene.before = records(scene)


def shown(scene, _=""):
    """Show the rack to the person whose turn it is."""
    if scene.name() == "handover":
        confirm(scene.sim)
    scene.on("play")


def records(scene):
    return max(slot[0] for slot in scene.app.store.slots())


def left_now(scene):
    return scene.part.clock()


def left(scene, text):
    """Have from so many to so many seconds left."""
    least, most = map(int, text.split())
    assert least <= left_now(scene) <= most, left_now(scene)


def written(scene, text):
    """Have written from so many to so many records since the turn began: the flash wears."""
    least, most = map(int, text.split())
    assert least <= records(scene) - scene.before <= most


test_rk_10_the_clock = scenes(
    """
    Among persons it runs on without a key, and is kept each quarter [RK-10]:
        for $minutes,$most in 1, 55000 | 2, 115000 | 3, 175000 | 5, 295000; turn $minutes ANNA BEN;
        wait $most; check session.last is None; written 3 3; wait 6000; seat 1;
        check session.last.word == 'timeout' and session.used == 0
    One person who went away finds the turn as it was: turn 2 ANNA ADA/easy; wait 1800000; seat 0;
        left 25 31; written 0 3
    A failure gives no new clock: turn 1 ANNA BEN; wait 20000;
        breaks pocket.tilegame.personturn PersonTurn.key ValueError 1; LEFT; wait 800; on failed; A;
        shown; left 0 40
    Where memory has no room for a save the turn goes on: turn 1 ANNA BEN;
        breaks pocket.saves.storage pack MemoryError; wait 40000; broke 2; on play
    """,
    turn,
    shown,
    left,
    written,
)


@pytest.mark.parametrize("people", ["ANNA BEN", "ANNA ADA/easy"])
@pytest.mark.parametrize(
    "end",
    ["hold START; choose Save; on title", "hold START; on pause", ""],
    ids=["leaves", "in the menu", "power fails"],
)
@pytest.mark.parametrize("minutes, waits", [(1, 40), (5, 290)])
def test_rk_10_the_clock_goes_on_from_the_last_save(scene, people, end, minutes, waits):
    turn(scene, "%d %s" % (minutes, people))
    scene("wait 9940; LEFT; " * (waits // 10) + end + "; off; A; wait 300")
    shown(scene)
    back = left_now(scene) - 60 * minutes + waits  # seconds
    if "Save" in end:
        assert -3 <= back <= 3
    else:
        assert -3 <= back <= 15 * minutes + 2  # of the last quarter that was kept
    scene("wait 600; START A; wait 3000")
    assert scene.session.last or left_now(scene) > 55  # the next turn has its whole clock
    assert scene.session.used < 3500


def test_an_earlier_save_has_no_clock_and_its_sets_lie_where_they_lay(scene):
    from pocket.games import newgame, seatcounts
    from pocket.saves import storage

    game = position(TABLE, RACK)
    spots = b"\2\3\3"
    game.note = newgame.pack_people([ANNA, BEN]) + seatcounts.none(2) + b"\1" + spots
    payload = storage.head(game, scene.settings) + game.pack()
    session = newgame.saved_session(scene.app, payload)
    assert session.used == 0 and session.small and bytes(session.seen[1]) == spots

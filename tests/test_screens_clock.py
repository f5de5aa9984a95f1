"""The turn's clock (RK-10, CR-8, KR-7) goes on where nobody presses a key, and where the power was
away: whoever switches off gets no new clock."""

import pytest
from broken import Broken
from play_scene import position
from screens_help import choose, handheld, put, screen
from test_screens_sight import confirm

ANNA, BEN, ADA = ("", "ANNA"), ("", "BEN"), ("easy", "ADA")
TABLE, RACK = ["r3 r4 r5"], "r6 b7 b8 k1 k5"
MINUTE = 60000


def turn(sim, people, minutes):
    """A person's turn with so many minutes has just begun."""
    put(sim, position(TABLE, RACK, options={"clock": minutes}), people)
    if screen(sim) == "handover":
        confirm(sim)
    assert screen(sim) == "play" and left(sim) > minutes * 60 - 5


def left(sim):
    return sim.app.screen.part.clock()


def written(sim):
    """How many records were written so far."""
    return max(slot[0] for slot in sim.app.store.slots())


@pytest.mark.parametrize("minutes", [1, 2, 3, 5])
def test_rk_10_among_persons_the_clock_runs_on_without_a_key(tmp_path, minutes):
    with handheld(tmp_path) as sim:
        turn(sim, [ANNA, BEN], minutes)
        before = written(sim)
        sim.wait(minutes * MINUTE - 5000)
        assert sim.app.session.last is None
        assert written(sim) - before == 3  # the flash wears: each quarter of the clock
        sim.wait(6000)
        assert sim.app.session.last.word == "timeout" and sim.app.session.game.seat == 1
        assert sim.app.session.used == 0


def test_rk_10_one_person_who_went_away_finds_the_turn_as_it_was(tmp_path):
    with handheld(tmp_path) as sim:
        turn(sim, [ANNA, ADA], 2)
        before = written(sim)
        sim.wait(30 * MINUTE)
        assert (
            sim.app.session.game.seat == 0 and 25 <= left(sim) <= 31
        )  # the light goes down after 90 s
        assert written(sim) - before <= 3


def leave(sim):
    sim.hold("START", 700, rest=60)
    choose(sim, "Save", rest=200)
    assert screen(sim) == "title"


def menu(sim):
    sim.hold("START", 700, rest=60)
    assert screen(sim) == "pause"


def nothing(sim):
    """The power goes in the turn."""


@pytest.mark.parametrize("people", [[ANNA, BEN], [ANNA, ADA]])
@pytest.mark.parametrize("end", [leave, menu, nothing])
@pytest.mark.parametrize("minutes, waits", [(1, 40), (5, 290)])
def test_rk_10_the_clock_goes_on_from_the_last_save(tmp_path, people, end, minutes, waits):
    with handheld(tmp_path) as sim:
        turn(sim, people, minutes)
        for _ in range(waits // 10):
            sim.wait(10000)
            sim.press("LEFT")
        end(sim)
    with handheld(tmp_path) as sim:
        sim.press("A", rest=300)
        if screen(sim) == "handover":
            confirm(sim)
        back = left(sim) - 60 * minutes + waits  # seconds
        if end is leave:
            assert -3 <= back <= 3
        else:
            assert -3 <= back <= 15 * minutes + 2
        sim.wait(600)
        sim.press("START", "A", rest=3000)
        assert sim.app.session.last or left(sim) > 55  # the next turn has its whole clock
        assert sim.app.session.used < 3500


def test_rk_10_a_failure_gives_no_new_clock(tmp_path):
    with handheld(tmp_path) as sim:
        turn(sim, [ANNA, BEN], 1)
        sim.wait(20000)
        with Broken("pocket.tilegame.personturn", "PersonTurn.key", ValueError("a test")):
            sim.press("LEFT", rest=800)
        assert screen(sim) == "failed"
        sim.press("A", rest=60)
        confirm(sim)
        assert left(sim) <= 40


def test_rk_10_where_memory_has_no_room_for_a_save_the_turn_goes_on(tmp_path):
    with handheld(tmp_path) as sim:
        turn(sim, [ANNA, BEN], 1)
        with Broken("pocket.saves.storage", "pack", MemoryError()) as broken:
            sim.wait(40000)
        assert broken.calls == 2 and screen(sim) == "play"


def test_an_earlier_save_has_no_clock_and_its_sets_lie_where_they_lay(tmp_path):
    from pocket.games import newgame, seatcounts
    from pocket.saves import storage

    with handheld(tmp_path) as sim:
        game = position(TABLE, RACK)
        spots = b"\2\3\3"
        game.note = newgame.pack_people([ANNA, BEN]) + seatcounts.none(2) + b"\1" + spots
        payload = storage.head(game, sim.app.settings) + game.pack()
        session = newgame.saved_session(sim.app, payload)
        assert session.used == 0 and session.small and bytes(session.seen[1]) == spots

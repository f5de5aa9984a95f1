"""What is made ready at rest: the game that goes on from the first screen, the next page."""

import sys

import pytest
import saves_help
from screens_help import choose, handheld, page, screen

from rules import catalogue
from tools.emulator import positions

REST = 1200  # ms: the letters lie, and half a second more


def keep(folder, payload):
    """Keep a game as the quick one."""
    assert saves_help.store(folder).save("game.q", payload) is None


def full_table():
    """A save with 75 tiles on the table, a person to move."""
    return positions.reached("RK", 4, 75)


def begun(game_id):
    """A save of a game's first turn."""
    game = catalogue.new(game_id, 2, 3)
    game.apply(("go",))
    from pocket.games import newgame, seatcounts

    people = newgame.pack_people([("", "ANNA"), ("easy", "BO")])
    game.note = people + bytes(seatcounts.none(2))
    return game_id.encode() + b"\1" + game.pack()


def test_the_game_that_goes_on_is_made_at_rest_and_not_kept_anew(tmp_path):
    keep(tmp_path, full_table())
    with handheld(tmp_path) as sim:
        sys.modules.pop("rules.tilegame.restore", None)
        sim.wait(REST)
        ready = sim.app.screen.ready
        assert "rules.tilegame.restore" not in sys.modules  # what its bytes were read with
        assert ready.game.pieces == "tiles" and sim.app.session.game is None
        before = saves_help.records(tmp_path)
        choose(sim, "Continue")
        assert screen(sim) == "play" and sim.app.session is ready
        assert sim.app.failures.kept and sim.app.session.record == "game.q"
        assert saves_help.records(tmp_path) == before
        sim.wait(700)
        sim.press("START", "A", rest=600)
        sim.press("A", rest=100)
        assert saves_help.records(tmp_path) != before  # the turn's end is kept as ever


def test_a_key_before_that_takes_the_game_up_as_well(tmp_path):
    keep(tmp_path, full_table())
    with handheld(tmp_path) as sim:
        assert sim.app.screen.ready is None
        choose(sim, "Continue")
        assert screen(sim) == "play"
        assert sum(map(len, sim.app.session.game.table)) >= 75


def test_other_lines_have_the_memory_of_the_game_that_was_ready(tmp_path):
    """A line's help had no memory left, with a long game on a PicoPad."""
    keep(tmp_path, full_table())
    with handheld(tmp_path) as sim:
        sim.wait(REST)
        assert sim.app.screen.ready
        sim.press("DOWN", rest=REST)
        assert sim.app.screen.ready is None and "rules.tilegame.game" not in sys.modules
        choose(sim, "More")
        sim.press("B")
        choose(sim, "Continue")
        assert screen(sim) == "play"


@pytest.mark.parametrize("fault", ["spoiled", "memory"])
def test_what_cannot_be_made_at_rest_stops_nobody(tmp_path, monkeypatch, fault):
    payload = full_table()
    keep(tmp_path, payload[:40] + bytes(30) if fault == "spoiled" else payload)
    with handheld(tmp_path) as sim:
        if fault == "memory":
            from pocket.games import newgame

            def full(*given):
                raise MemoryError

            monkeypatch.setattr(newgame, "unpack_people", full)
        sim.wait(REST)
        assert screen(sim) == "title" and sim.app.screen.ready is None and not sim.failure
        if fault == "memory":
            monkeypatch.undo()
        choose(sim, "Continue")
        if fault == "memory":
            assert screen(sim) == "play"
        else:
            assert screen(sim) == "title" and "damaged" in page(sim)


def test_large_tiles_lie_only_where_a_new_set_has_room(tmp_path):
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        keep(tmp_path, begun("RK"))
    with handheld(tmp_path, "pajenicko_picopad") as sim:
        choose(sim, "Continue")
        sim.press("A")
        board = sim.app.screen.board
        cols, most, _ = board._room(True)
        spots = bytearray(b"\xff\xff\x00" * 99)
        three = bytes((0, 1, 2))
        held = (cols + 1) // 4 * most
        board.shape = None
        board.fit([three] * (held - 1), spots)
        assert not sim.app.session.small
        board.shape = None
        board.fit([three] * held, bytearray(b"\xff\xff\x00" * 99))
        assert sim.app.session.small

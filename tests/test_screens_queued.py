"""Keys that were pressed before a screen was there do nothing on it."""

import pytest
from play_scene import position
from screens_help import handheld, put, screen, show

from rules import catalogue

ANNA, ADA = ("", "ANNA"), ("easy", "ADA")


def queue(sim, *buttons):
    """The buttons are pressed and let go one after the other, before the device reads one."""
    for button in buttons:
        sim.down(button)
        sim.up(button)


def in_pause(sim):
    put(sim, position(["r3 r4 r5"], "r6 b7 b8"), [ANNA, ADA])
    show(sim, "menus.pause")
    assert screen(sim) == "pause" and sim.app.screen.list.chosen == 0


@pytest.mark.parametrize("between", [(), ("DOWN",), ("UP", "B")])
def test_keys_queued_behind_the_one_that_leaves_are_for_neither_screen(tmp_path, between):
    """B leads back to the table; what follows neither chooses another line nor plays there."""
    with handheld(tmp_path) as sim:
        in_pause(sim)
        queue(sim, "B", *between, "DOWN", "DOWN", "A")
        sim.wait(300)
        assert screen(sim) == "play"
        part = sim.app.screen.part
        assert not part.turn.picked and (part.where, part.index) == (0, 0) and not part.keyed


def test_keys_queued_behind_the_one_that_opens_a_menu_choose_nothing_in_it(tmp_path):
    with handheld(tmp_path) as sim:
        in_pause(sim)
        queue(sim, "DOWN", "A", "DOWN", "DOWN")
        sim.wait(300)
        assert screen(sim) == "score"
        sim.press("B", rest=100)
        queue(sim, "DOWN", "DOWN", "DOWN", "A", "A", "A")
        sim.wait(300)
        assert screen(sim) == "settingsmenu" and sim.app.screen.list.chosen == 0
        assert not sim.app.keys.held(4)


@pytest.mark.parametrize("game_id, name", [("RK", "PersonTurn"), ("ER", "Turn")])
@pytest.mark.parametrize("keys", ["A RIGHT A", "LEFT A RIGHT A", "A SELECT RIGHT A"])
def test_keys_queued_behind_the_computers_move_are_not_for_the_turn(tmp_path, game_id, name, keys):
    """The table goes on from turn to turn without another screen."""
    with handheld(tmp_path) as sim:
        put(sim, catalogue.new(game_id, 2, 5), [ANNA, ADA])
        for _ in range(60):
            part = getattr(sim.app.screen, "part", None)
            last = sim.app.session.last
            waits = type(part).__name__ == "Watch" and getattr(part, "steps", None) is None
            if game_id == "ER":
                waits = waits and part.until
            else:
                waits = waits and last.seat == 1
            if waits:
                break
            sim.press("START" if type(part).__name__ == "PersonTurn" else "A", rest=150)
            if type(part).__name__ in ("PersonTurn", "Turn"):
                sim.wait(600)
                sim.press("A", rest=20)
        assert waits
        queue(sim, *keys.split())
        sim.down("RIGHT")
        sim.wait(1500)
        part = sim.app.screen.part
        assert type(part).__name__ == name
        if game_id == "RK":
            assert not part.turn.picked and part.index == 0 and not part.keyed
        else:
            assert part.taking and part.index == 0 and sim.app.session.game.taken == 255


def test_keys_pressed_while_a_screen_is_made_are_not_for_it(tmp_path, monkeypatch):
    with handheld(tmp_path) as sim:
        in_pause(sim)
        made = sim.app.module

        def module(name):
            queue(sim, "A", "RIGHT", "A")
            sim.down("RIGHT")
            return made(name)

        monkeypatch.setattr(sim.app, "module", module)
        sim.press("B", rest=2000)
        assert screen(sim) == "play"
        part = sim.app.screen.part
        assert not part.turn.picked and part.index == 0 and not part.keyed
        sim.up("RIGHT")
        sim.press("RIGHT", rest=60)
        assert sim.app.screen.part.index == 1


def test_a_queue_that_overflows_while_a_screen_is_made_leaves_no_arrow_held(tmp_path, monkeypatch):
    with handheld(tmp_path) as sim:
        in_pause(sim)
        made = sim.app.module

        def module(name):
            sim.down("RIGHT")
            queue(sim, *("A", "B") * 40)
            sim.up("RIGHT")
            assert sim.events.overflowed
            return made(name)

        monkeypatch.setattr(sim.app, "module", module)
        sim.press("B", rest=3000)
        assert screen(sim) == "play" and sim.app.screen.part.index == 0
        sim.press("RIGHT", rest=3000)
        assert sim.app.screen.part.index == 1


def test_an_arrow_whose_release_is_lost_at_the_table_stops(tmp_path):
    with handheld(tmp_path) as sim:
        put(sim, position(["r3 r4 r5"], "r6 b7 b8 k1 k2 k3 k4"), [ANNA, ADA])
        sim.press("RIGHT", rest=60)
        sim.down("RIGHT")
        sim.wait(60)
        queue(sim, *("B",) * 40)
        sim.up("RIGHT")
        sim.wait(60)
        at = sim.app.screen.part.index
        sim.wait(5000)
        assert sim.app.screen.part.index == at

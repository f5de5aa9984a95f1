"""While a computer thinks: the person looks round and sorts the rack; what it decides is played."""

import gc
import itertools
import sys

import pytest
from words_table import thinks

from rules import base


@pytest.mark.parametrize("left, there", [(26000, True), (24000, False)])
def test_a_thought_short_of_memory_frees_the_layers(scene, monkeypatch, left, there):
    """The picture stays, keys do nothing, and what is decided is played."""
    scene("pictures; usual; others k5 k6 b13; players ANN BOB/hard")
    scene.sim.app.scarce = True
    free = [40000]
    monkeypatch.setattr(gc, "mem_free", lambda: free[0], raising=False)
    thinks(scene)
    free[0] = left
    scene.sim.wait(20)
    picture = scene.sim.image().tobytes()
    assert scene.screen.group
    scene.sim.wait(200)
    assert bool(scene.screen.group) == there
    assert scene.sim.image().tobytes() == picture
    scene("DOWN; SELECT")
    assert (scene.sim.image().tobytes() != picture) == there
    free[0] = 40000
    scene.screen.worker = base.wrap(("draw",))
    scene("moved draw 1 by 1")
    assert scene.screen.group
    assert scene.sim.image().tobytes() != picture


def test_a_hint_short_of_memory_frees_the_layers(scene, monkeypatch):
    """Nothing of a rack that is not there is asked for; B ends the search."""
    scene("usual")
    scene.sim.app.scarce = True
    monkeypatch.setattr(gc, "mem_free", lambda: 40000, raising=False)
    scene.screen.ask()
    scene.sim.app.go_on()
    scene.screen.worker = itertools.repeat(None)
    monkeypatch.setattr(gc, "mem_free", lambda: 24000, raising=False)
    scene.sim.wait(500)
    assert scene.screen.group is None
    scene("B; on play; runs PersonTurn")
    assert scene.screen.group


def test_no_frame_holds_the_game_while_a_persons_turn_is_made(scene, monkeypatch):
    """Its code and that of its last move lay beside the code of the turn."""
    scene("usual; others k5 k6 b13; players ANN BOB/normal; to_move 1; moved play 2 by 1")
    held = set()

    def note():
        frame = sys._getframe()
        while frame:
            held.update(type(value).__name__ for value in frame.f_locals.values())
            frame = frame.f_back

    monkeypatch.setattr(scene.screen, "detach_game", note)
    scene.runs("PersonTurn")
    assert "Screen" in held and not held & {"Game", "Move", "Watch"}

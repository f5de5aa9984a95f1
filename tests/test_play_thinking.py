"""While a computer thinks: the person looks round and sorts the rack; what it decides is played."""

import gc
import itertools

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


def test_the_menu_opens_in_a_turn_that_runs_without_the_games_code(scene):
    """Where memory is scarce: the game is saved, has its code again, and the turn goes on."""
    scene("usual; wait 10")
    scene.sim.app.scarce = True
    scene.screen.begin_turn()
    assert not hasattr(scene.session.game, "pack")
    scene("A*3 SELECT; laid 3; do setattr(app.failures, 'kept', False); menu")
    assert scene.session.game.pack()
    scene("B; on play; laid 3")
    assert not hasattr(scene.session.game, "pack")


def test_a_person_passes_while_the_games_code_is_out_of_memory(scene):
    """The turn asked the game, which is data alone then, whether a pass is allowed."""
    scene.sim.app.scarce = True
    scene("table r3 r4 r5; rack k1 b9; others r9 r10; pool 0; START A; passes 1")

"""While a computer thinks: the person looks round and sorts the rack; what it decides is played."""

import gc

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
    scene.screen.worker = base.done(("draw",))
    scene("moved draw 1 by 1")
    assert scene.screen.group
    assert scene.sim.image().tobytes() != picture

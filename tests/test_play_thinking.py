"""While a computer thinks: the person looks round and sorts the rack; what it decides is played."""

import gc

import pytest
from scenes import scenes

from rules import base
from rules.tilegame import tiles


def endless():
    """Think and never come to an end."""
    while True:
        yield None


def thinks(scene, _=""):
    """Let the second seat, a computer, think without end."""
    scene.game.seat = 1
    scene.session.turn = None
    scene.screen.turn()
    scene.screen.worker = endless()
    scene.sim.wait(60)


def at(scene, text):
    """Have the cursor at a row and column: `rack 0 1`, `table 0 1`; `nowhere`: it is hidden."""
    board = scene.screen.board
    grid, thick = board.cursor.grid, board.cursor.thick
    if grid.hidden:
        assert text == "nowhere"
        return
    there = []
    for name, part in (("rack", board.shelf), ("table", board.table)):
        row, col = (grid.y + thick - part.y) // part.h, (grid.x + thick - part.x) // part.w
        if 0 <= row < part.rows and 0 <= col < part.cols:
            there.append("%s %d %d" % (name, row, col))
    assert text in there, there


def mine(scene, text):
    """Have a rack that begins with these tiles."""
    there = tiles.set_text(scene.game.racks[0])
    assert there[: len(text.split())] == text.split(), there


test_thinking = scenes(
    """
    given: usual; others k5 k6 b13; players ANN BOB/hard
    One looks round: thinks; at nowhere; RIGHT; at rack 0 0; RIGHT; at rack 0 1; DOWN;
        at table 0 1; UP; at rack 0 1; UP; at table 1 1; LEFT; at table 1 0; LEFT; at table 0 14;
        LEFT; at table 0 13; seat 1
    One sorts one's rack: thinks; mine k1 k2 k3 k13; SELECT; mine k1 r1 k2 r2; SELECT;
        mine k1 k2 k3 k13 r13 o13; SELECT; mine k1 k2 k3 k13 r1; seat 1;
        check len(game.racks[1]) == 3
    """,
    thinks,
    at,
    mine,
)

test_what_a_computer_decides = scenes(
    """
    A computer passes where it has proved that there is no play [KR-10, RK-9]: for $id in KR | RK;
        of $id; rack k1 r5; seats 3; table r3 r4 r5; others k5 k9 b13; pool 0;
        players ANN BOB/hard CYD/easy; to_move 1; moved pass 0 by 1
    """
)


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

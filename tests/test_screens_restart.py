"""Out of memory is never the end: the program starts anew and goes on exactly there."""

import sys

import cases
import pytest
from scenes import Scene
from words_games import cards, sits_with_three

from rules.tilegame import tiles


class Refusal:
    """Memory runs out at the n-th call of one of the program's functions from the screen's next
    tick on. place: where it ran out."""

    def __init__(self, sim, n):
        self.n = n
        self.calls = 0
        self.place = ""
        shown = sim.app.screen
        tick = shown.tick

        def begin(now):
            shown.tick = tick
            sys.settrace(self._called)
            return tick(now)

        shown.tick = begin

    def _called(self, frame, event, arg):
        path = frame.f_code.co_filename
        ours = "/lib/pocket/" in path or "/rules/" in path
        if ours and frame.f_code.co_name != "go_on":  # which catches: its call takes no memory
            self.calls += 1
            if self.calls == self.n:
                sys.settrace(None)
                self.place = "%s:%d" % (path, frame.f_code.co_firstlineno)
                raise MemoryError
        return None


# game, keys, which calls are refused
@pytest.mark.long(keep=2)
@cases.table("game_id, keys, one, other")
def test_wherever_memory_runs_out_nothing_is_lost(tmp_path, game_id, keys, one, other):
    """One of the calls that some keys lead to is refused, each time another in a game of its own;
    they were drawn by lot."""
    for number in (one, other):
        with Scene(tmp_path / str(number)) as scene:
            cards(scene, "") if game_id == "ER" else sits_with_three(scene)
            sim = scene.sim
            whole = every_piece(scene.game)
            refusal = Refusal(sim, number)
            for key in keys.split():
                sim.hold(*HELD[key]) if key in HELD else sim.press(key)
                sim.wait(400)
            sim.wait(2000)
            told = refusal.place, sim.app.name
            assert refusal.place and sim.failure is None and sim.reloads < 2, told
            assert sim.app.name not in ("checks.failed", "menus.title"), told
            session = sim.app.session
            session.game.check()
            assert every_piece(session.game) == whole, told
            if game_id == "RK" and not session.game.history and session.turn is not None:
                assert session.turn.laid == 3 or "B" in keys and session.turn.laid == 0, told


HELD = {"hint": ("SELECT", 700), "menu": ("START", 700)}


def every_piece(game):
    """Return all tiles of a game, or all cards, sorted; jokers are all alike."""
    if game.pieces == "cards":
        return sorted(game.pile + game.discards + b"".join(map(bytes, game.hands)))
    codes = b"".join(game.table) + b"".join(map(bytes, game.racks)) + bytes(game.pool)
    return sorted(min(code, tiles.JOKER) for code in codes)

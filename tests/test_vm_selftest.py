"""rules/ on the real MicroPython VM: bounded heap, the same games, a stack that a board holds.

The VM is 64-bit, its objects are about 1.45 times those of a board; its heap bound is hard.
"""

import functools
import sys

import pytest
import vm_selftest as selftest
from build_help import program
from vm_help import NO_VM, RULES, vm

from rules import catalogue
from rules.solver import problem

# game, levels, turns: what is played on both VMs
GAMES = [
    ("RK", ("hard", "normal"), 40),
    ("RG", ("easy", "normal", "hard"), 40),
    ("CR", ("master", "easy"), 40),
    ("KR", ("normal", "hard"), 40),
]
GIN = ("RG", ("master", "hard", "master", "hard"), 120)  # whole racks with jokers, pair by pair
CARDS = [("ER", ("hard", "normal", "easy"), 80)]
TIGHT_64 = 24 * 1024  # left free for an answer: a small search fits, a large one does not
CORE_64 = 44 * 1024  # 30 KB on a board
# Calls of a function with nine locals that 2048 bytes hold: half of the stack that the shipped
# settings.toml asks for; the other half is for the screens above.
STACK_CALLS = 19

PLAY = program("a game on the VM")

# As PLAY, with this many bytes free while a player thinks, and all of them when the game judges.
TIGHT = program("a game with little memory")

MEMORY = """
import gc
gc.collect()
base = gc.mem_alloc()
import %s
gc.collect()
print(gc.mem_alloc() - base)
"""

pytestmark = pytest.mark.skipif(NO_VM, reason="there is no MicroPython VM for Windows")


@functools.cache
def mark(game_id, levels, turns):
    """Return the mark of a game as it is played here."""
    return selftest.game(game_id, levels, 7, turns)[0]


@pytest.mark.parametrize("game_id, levels, turns", GAMES + CARDS)
def test_the_same_seed_plays_the_identical_game_on_both_vms(game_id, levels, turns, compiled):
    """In less a computer player falls back to plain plays: the game goes on, but is another one."""
    worked, said = vm(PLAY % (game_id, levels, turns), compiled)
    assert worked, said
    assert said.split() == [mark(game_id, levels, turns)]


def test_every_game_is_among_those_that_both_vms_play():
    """A row of GAMES or of CARDS for another: only there shows what a board cannot do."""
    assert sorted(row[0] for row in GAMES + CARDS) == sorted(catalogue.ORDER)


def test_the_core_answers_as_the_clauses_say(compiled):
    worked, said = vm("import selftest\nprint(selftest.checks())", compiled)
    assert worked, said
    assert int(said) == selftest.checks() >= 20


def test_another_seed_gives_another_mark():
    first, second = [selftest.game("RK", ("easy", "easy"), seed, 20)[0] for seed in (7, 8)]
    assert first != second


def test_with_too_little_heap_the_game_still_goes_on(compiled):
    """A search that runs out of memory ends in a plain play, not in an error."""
    game_id, levels, turns = GAMES[0]
    worked, said = vm(TIGHT % (TIGHT_64, game_id, levels, turns), compiled)
    assert worked, said
    assert mark(game_id, levels, turns) not in said


@pytest.mark.parametrize(
    "modules", ["rules.tilegame.game, rules.tilegame.referee", "rules.eight.game"]
)
def test_the_core_is_small(modules, compiled):
    """What a game and its players take fits HEAP_64: in it they play as here, see above."""
    worked, said = vm(MEMORY % modules, compiled)
    assert worked and int(said) < CORE_64, said


# -- the Python stack (the lint finds recursion) --------------------------------------------------


class Depth:
    """Follows how deep the calls inside rules/ are nested, as CPython runs them."""

    def __init__(self):
        self.chain = []
        self.deepest = []

    def __call__(self, frame, event, arg):
        code = frame.f_code
        if not code.co_filename.startswith(RULES) or code.co_name[0] == "<":
            return
        if event == "call":
            self.chain.append(code.co_name)
            if len(self.chain) > len(self.deepest):
                self.deepest = list(self.chain)
        elif event == "return":
            self.chain.pop()


def test_no_chain_of_calls_is_deeper_than_a_board_holds(monkeypatch):
    monkeypatch.setattr(problem, "SMALL", True)  # the layers that a board has
    depth = Depth()
    for game_id, levels, turns in GAMES + [GIN]:
        sys.setprofile(depth)
        try:
            selftest.game(game_id, levels, 3, turns // 2)
        finally:
            sys.setprofile(None)
        assert depth.chain == []
    assert 4 < len(depth.deepest) <= STACK_CALLS, depth.deepest

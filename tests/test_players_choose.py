"""What computer players do: legal whatever happens, in slices, each level its own way."""

import pytest
from rules_help import answered, rack, table, tile_position

from rules.base import finish
from rules.catalogue import LEVELS
from rules.solver import search as solver
from rules.solver import sweep
from rules.tilegame import game, players, tiles
from rules.tilegame.players import searches
from tools.match import sparring


def move_of(level, one, seed=1):
    """Return (move, number of pauses) of the seat whose turn it is."""
    move, pauses = answered(sparring.choose(level, one.view(one.seat), seed))
    return move, len(pauses)


def laid(level, one, seed=1):
    """Return what a level lays, as sorted tile texts; the move must be accepted."""
    move, _ = move_of(level, one, seed)
    before = tiles.counts(one.racks[one.seat])
    seat = one.seat
    assert one.apply(move) is None
    after = tiles.counts(one.racks[seat])
    return sorted(
        tiles.text(code) for code in range(53) for _ in range(max(0, before[code] - after[code]))
    )


def test_easy_goes_out_and_overlooks_an_addition_now_and_then():
    """The run it adds to is one of many: it rearranges only the sets it looks at."""
    on = "r9 r10 r11 | k7 r7 b7 | k6 b6 o6 | k9 b9 o9"
    one = tile_position("RK", ["r8 k1", "k1"], on)
    other = tile_position("RK", ["r12 r13 b1 b2 b3", "k1"], "r9 r10 r11")
    moves = [move_of("easy", one, seed)[0][0] for seed in range(40)]
    assert moves.count("play") > 20
    plays = [move_of("easy", other, seed)[0] for seed in range(8)]
    assert max(sum(map(len, play[1])) for play in plays if play[0] == "play") == 8


@pytest.mark.parametrize("opened", [1, 0])
@pytest.mark.parametrize("level", ("hard", "master"))
def test_kr_10_what_is_proved_to_be_no_play_is_not_looked_for_again(level, opened, monkeypatch):
    one = tile_position("KR", ["k4 r9 b12", "r1", "b1"], "k8 k9 k10", [opened, 1, 1], pool="")
    asked = []
    solve = solver.solve
    monkeypatch.setattr(solver, "solve", lambda *a, **names: asked.append(a) or solve(*a, **names))
    view = one.view(0)
    assert finish(players.choose(level, view, 1)) == ("pass",)
    assert view.stuck and sum(1 for rules, on, own, *_ in asked if len(own) == 3) == 1


def test_what_another_asks_for_proves_nothing_of_a_seat_s_own_plays():
    """k11 fits; that r9 and b12 do not, or no three tiles at once, is no proof that none does."""
    one = tile_position("KR", ["k11 r9 b12", "r1"], "k8 k9 k10", pool="")
    view = one.view(0)
    view.work = None
    for on, own, names in (
        (view.table, rack("r9 b12"), {}),
        (view.table, view.rack, {"min_tiles": 3}),
        (table("b1 b2 b3"), view.rack, {}),
        (view.table, view.rack, {"opened": False}),
    ):
        assert not finish(searches.solve(view, on, own, **names)).tiles
        assert not view.stuck


@pytest.mark.parametrize(
    "own, plays",
    [("r12 b12 o12 k8 b8 o8 k4 r2", ["b12", "b8", "k8", "o12", "o8", "r12"]),  # k4 would fit, too
     ("r12 b12 o12 k8 b8 o8 k4", ["b12", "b8", "k4", "k8", "o12", "o8", "r12"])],
)  # fmt: skip
def test_rg_4_master_opens_small_unless_it_can_go_out(own, plays):
    one = tile_position("RG", [own, "k1 k13"], "k1 k2 k3", opened=[0, 1])
    assert laid("master", one) == plays


def test_master_searches_for_its_whole_rack_alone_while_it_holds(monkeypatch):
    """All plays take many more states, and none can be worth more than the rack."""
    asked = []
    solve = solver.solve

    def seen(*args, **names):
        asked.append(names.get("min_tiles"))
        return solve(*args, **names)

    monkeypatch.setattr(solver, "solve", seen)
    own, on = "k1 r5 r6 r7 b9 k13", "r8 r9 r10"
    for other, searches_made in (("k1 k2 k4 k6 k8 k10", [6]), ("k2", [None])):  # far, near the end
        del asked[:]
        one = tile_position("RG", [own, other], on)
        move_of("master", one)
        assert asked == searches_made


@pytest.mark.parametrize("after", [0, 1, 3])
@pytest.mark.parametrize("level", LEVELS)
def test_out_of_memory_falls_back_to_a_plain_play(level, after, monkeypatch):
    """At once, or half way through a search."""
    whole = solver.solve

    def full(*args, **names):
        work = whole(*args, **names)
        for _ in range(after):
            yield next(work)
        raise MemoryError

    monkeypatch.setattr(solver, "solve", full)
    one = tile_position("RK", ["r12 k1 k2 k3 o9", "k1"], "r9 r10 r11 | k5 k6 k7")
    assert set(laid(level, one)) >= {"k1", "k2", "k3"}
    one = tile_position("RK", ["k10 r10 b10 o9", "k1"], "", opened=[0, 0])
    assert laid(level, one) == ["b10", "k10", "r10"]
    one = tile_position("RK", ["r1 b4 k8", "k1"], "r9 r10 r11")
    assert move_of(level, one)[0] == ("draw",)


def test_searches_without_memory_are_counted(monkeypatch):
    """What a table of the firmware reports: a plain play made because memory ran out."""

    def full(self, *how):
        raise MemoryError
        yield None

    one = tile_position("RK", ["r12 k1 k2 k3", "k1"], "r9 r10 r11")
    for level in ("normal", "hard", "master", "greedy"):
        view = one.view(one.seat)
        finish(sparring.choose(level, view, 1))
        assert view.failed_searches == 0
    monkeypatch.setattr(sweep.Sweep, "run", full)
    for level in ("normal", "hard", "master", "greedy"):
        view = one.view(one.seat)
        finish(sparring.choose(level, view, 1))
        assert view.failed_searches > 0


def test_a_large_position_is_thought_over_in_many_slices():
    own = "* * k1 k3 k5 k7 k9 k11 r2 r4 r6 r8 r10 r12 b1 b3 b5 b7 b9 b11 o2 o4 o6 o8 o10 o12"
    on = " | ".join("k%d r%d b%d o%d" % (n, n, n, n) for n in range(1, 14))
    one = tile_position("RK", [own, "o1"], on)
    for level in ("hard", "master", "greedy"):
        move, pauses = move_of(level, one)
        assert pauses >= 10
        assert move == ("draw",) or one.judge(move[1]).legal


def test_the_same_view_and_seed_give_the_same_move():
    for seed in range(6):
        one = game.Game("RK", 3, seed)
        one.apply(("go",))
        for level in LEVELS:
            assert move_of(level, one, 5) == move_of(level, one, 5)

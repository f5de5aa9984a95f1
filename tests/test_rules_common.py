"""T: what the four tile games have in common (RULES.md, T-1 to T-14)."""

import pytest
from rounds import sets_of
from rules_help import rack, table, tile_position

from rules import errors
from rules.tilegame import game, games, melds, referee, tiles
from tools.soak import positions

RK = games.rules_for("RK")


@pytest.mark.parametrize("game_id", games.ids())
def test_t_3_a_tile_that_no_rack_holds_is_refused_of_every_kind(game_id):
    """In groups that would be legal: once where the rack has none, twice where it has one."""
    for tile in [tiles.text(code) for code in range(53)]:
        number = "7" if tile == "*" else tile[1:]
        low = int(number) < 8
        before, kept, others = ("k10 k11 k12", "o13", "k9") if low else ("k1 k2 k3", "o4", "k5")
        first, second, third = [c + number for c in "krbo" if c != tile[0]][:3]
        once = "%s | %s %s %s" % (before, first, second, tile)
        for own, after in (
            ((first, second), once),
            ((first, second, first, third, tile), "%s | %s %s %s" % (once, first, third, tile)),
        ):
            one = tile_position(game_id, [" ".join([*own, kept]), others], before)
            was = one.pack()
            why = errors.TILE_MORE, bytes(rack(tile))
            assert one.apply(("play", table(after))) == ("T-3", why) and one.pack() == was
            one.racks[0] += rack(tile)
            assert one.apply(("play", table(after))) is None


@pytest.mark.parametrize("game_id, best", [("RK", max), ("RG", min), ("CR", max), ("KR", max)])
def test_t_11_rk_2_rg_1_cr_1_kr_1_the_draw_for_start(game_id, best):
    """Equal tiles and jokers are drawn again; then the tiles go back."""
    redrawn = jokers = 0
    for seed in range(300):
        deal = game.Game(game_id, 4, seed)
        draws = [(deal.draws[i], deal.draws[i + 1]) for i in range(0, len(deal.draws), 2)]
        first = {}
        for i, (seat, code) in enumerate(draws):
            if code == tiles.JOKER:
                assert draws[i + 1][0] == seat  # the same seat draws again
                jokers += 1
            else:
                first.setdefault(seat, tiles.number_of(code))
        assert sorted(first) == [0, 1, 2, 3]
        tied = [seat for seat in first if first[seat] == best(first.values())]
        assert deal.starter in tied and deal.seat == deal.starter
        redrawn += len(tied) > 1
        assert len(tied) == 1 or draws[-1][0] in tied
        deal.check()
    assert redrawn > 10 and jokers > 5


@pytest.mark.parametrize(
    "on", [None, 7, "k1 k2 k3", [None], ["k1"], [3], [b"\0\1\2", b"\xff"], {}, b"\0\1\2"]
)
def test_what_is_no_table_is_refused_and_changes_nothing(on):
    one = tile_position("RK", ["k4 k5", "r1"], "k1 k2 k3")
    before = one.pack()
    with pytest.raises(tiles.RulesError, match="^A table is a list of sets, each of them bytes"):
        one.apply(("play", on))
    assert one.pack() == before


def test_which_joker_is_which_is_told_in_slices(monkeypatch):
    """At once it took a handheld 70 ms, and a key waited as long: no slice matches more than one
    way."""
    before = melds.read_table(positions.codes(sets_of("r5 r6 r7 * / k9 b9 *")), RK)[0]
    after = positions.codes(sets_of("r5 r6 r7 r8 / k9 b9 r9 / o3 o4 * / b11 b12 *"))
    judge, told, slices = referee._judge_match, [], [0]
    monkeypatch.setattr(
        referee, "_judge_match", lambda *rest: told.append(slices[0]) or judge(*rest)
    )
    work = referee.judge_in_slices(RK, before, rack("r8 r9 o3 o4 b11 b12 k1"), after, True)
    try:
        while True:
            next(work)
            slices[0] += 1
    except StopIteration as end:
        assert end.value.legal
    assert len(told) > 7 and len(set(told)) == len(told)

"""T: what the four tile games have in common (RULES.md, T-1 to T-14)."""

import pytest
from rounds import rounds, sets_of
from rules_help import rack, standing, table

from rules import errors
from rules.tilegame import game, games, melds, referee, tiles
from tools.soak import positions

RK = games.rules_for("RK")

test_sets = rounds(
    """
    A group is three or four tiles of one number [T-1]: for $set in r5 b5 k5 | r5 b5 k5 o5 |
        k13 r13 o13; reads $set = group
    A run is three to thirteen numbers of one colour [T-1]: for $set in r1 r2 r3 | k11 k12 k13 |
        b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11 b12 b13; reads $set = run
    All else is no set [T-1]: for $set in r5 r5 b5 | r5 b5 | r5 b6 k7 | r12 r13 r1 | r1 r3 r5 |
        r13 r1 r2 | r5 b5 k5 o5 r5 | r4 r5 b5 | r5 | * * * | r3 r4 [b5] | b5 r5 [b5] | r6 b6 [k5] |
        r5 * r4; reads $set = none
    One is lowest and never follows thirteen [T-1]: table; rack r11 r12 r13 r1;
        try r11 r12 r13 r1 -> T-1
    No joker lies before the lowest number [T-1]: for $set,$kind in * r1 r2 r3,none |
        * r1 r3 r4,none |
        * * r1 r4,none | * * r2 r4 r5,none | * r1 *,group; of RK; reads $set = $kind;
        of RK mixed_runs=True; reads $set = $kind
    A run is written in any order where no joker says otherwise [T-1]: reads r5 r3 r4 = run: r3 r4
        r5; of RK mixed_runs=True; reads k6 r4 b5 = run: r4 b5 k6; makes k6 r4 b5 = r4 b5 k6
    A run has thirteen tiles at most [T-1]: makes r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 =
        r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13;
        makes r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13 * = none
    All sets that loose tiles make [T-1, T-9]: makes r5 r6 * = [r4] r5 r6 / r5 r6 [r7];
        makes r6 r4 * = r4 [r5] r6; makes * r13 r12 = [r11] r12 r13; makes k6 r5 * = none;
        makes r5 * * = r5 [kbo5] [kbo5] / [r3] [r4] r5 / [r4] r5 [r6] / r5 [r6] [r7];
        makes r5 k5 * = k5 r5 [bo5]; makes * * = none; makes * = none; makes r5 r3 r4 = r3 r4 r5;
        makes r5 r3 b4 = none
    A joker has a definite meaning [T-7]: reads r3 * r5 = run: r3 [r4] r5;
        reads r5 b5 k5 * = group: k5 r5 b5 [o5]; reads r5 b5 * = group: r5 b5 [ko5];
        reads k5 b5 o5 * = group: k5 b5 o5 [r5]; reads * k2 k3 = run: [k1] k2 k3;
        reads r5 b5 [k5] = group: r5 b5 [k5]
    Two jokers are in one set with a real tile [T-9]: reads * r5 * = group run;
        reads r5 b5 * * = group
    A tile is added where it fits a set [T-6]: for $set,$tile,$grown in r3 r4 r5,r6,r3 r4 r5 r6 |
        r3 r4 r5,r2,r2 r3 r4 r5 | r3 r4 r5,r4,none | r3 r4 r5,r7,none | r3 r4 r5,b6,none |
        r11 r12 r13,r1,none | r5 b5 o5,k5,k5 r5 b5 o5 | r5 b5 o5,r5,none | r5 b5 o5,k6,none |
        r5 b5 o5 k5,r5,none | r5 b5 *,o5,r5 b5 o5 [k5] | r3 * r5,r6,r3 [r4] r5 r6 |
        r3 * r5,r4,none |
        r3 * r5,b6,none | r3 r4 r5,*,[r2] r3 r4 r5 | r11 r12 r13,*,[r10] r11 r12 r13 |
        r1 r2 r3,*,r1 r2 r3 [r4] | r5 b5 o5,*,r5 b5 o5 [k5]; adds $set + $tile = $grown
    A stretch laid twice splits into two runs [T-6]: splits r3 r4 r5 r5 r6 r7 = r3 r4 r5 / r5 r6 r7;
        splits r1 r2 r3 r4 r4 r5 r3 r2 = r1 r2 r3 r4 / r2 r3 r4 r5;
        splits r3 r4 r5 r3 r4 r5 = r3 r4 r5 / r3 r4 r5
    ... and others do not [T-6]: for $tiles in r3 r4 r5 r6 | r3 r3 r4 r5 | r3 r4 r4 r5 b5 |
        r3 r4 r5 r5 r6 * | r3 r4 r5 *; splits $tiles = none
    A run of mixed colours splits by its numbers [KR-15]: of RK mixed_runs=True;
        splits o3 r4 k5 b5 k6 r7 = o3 r4 k5 / b5 k6 r7
    """
)

test_turns = rounds(
    """
    given: table r3 r4 r5; rack r6 k1; others k9
    A play lays any number of tiles and rearranges [T-2]: table r3 r4 r5 / r7 r8 r9;
        rack r6 k1 k2 k3 b9; play r3 r4 r5 r6 r7 r8 r9 / k1 k2 k3; held 1 1; seat 1
    Drawing ends the turn [T-2]: draw; seat 1; held 3 1; left 99
    A refused move changes nothing [T-2]: play r3 r4 / r5 r6 -> T-3; play -> T-3; pass -> RK-7;
        fail -> RK-12; go -> T-2; redeal yes -> KR-2; swap -> T-2
    Every tile lies in a set and none is missing [T-3]: for $own,$sets,$clause in
        k9 k10,r3 r4 r5 / k9 k10,T-3 Loose | r6,r4 r5 r6,T-3 | r6,r3 r4 r5,T-3 |
        b6,r3 r4 r5 r6,T-3 |
        r6 b3 k3,r3 r4 r5 r6 / r3 b3 k3,T-3 | b6,r3 r4 r5 b6,T-1 | r6 b1,r3 r4 r5 r6,legal;
        others k13; rack $own; try $sets -> $clause
    Of several faults the loose tiles are named [T-3]: table; rack k1 k2 r3 r4 r6 b7 b9 b11;
        try k1 k2 / r3 r4 r6 / b7 b9 b11 -> T-3
    A retrieved joker stays on the table [T-3, T-8]: table r3 * r5; rack r4; try r3 r4 r5 -> T-8;
        table k1 k2 [k3]; rack k3; try k1 k2 k3 -> T-8
    Before the opening the table is not touched [T-4]: for $game in RK | RG | CR | KR; of $game;
        unopened; try r3 r4 r5 r6 -> T-4
    A player who could play may draw [T-5]: for $game in RK | RG | CR | KR; of $game; draw; seat 1
    Ways to build [T-6]: for $before,$own,$sets in b4 b5 b6,b3 b7,b3 b4 b5 b6 b7 |
        k4 r4 b4 o4,b3 b5 b6,k4 r4 o4 / b3 b4 b5 b6 |
        r8 k8 o8 / b8 b9 b10,b11,b9 b10 b11 / r8 k8 o8 b8 | r4 r5 r6 r7 r8,r6,r4 r5 r6 / r6 r7 r8 |
        o1 o2 o3 o4 / r1 k1 b1 o1,b1,o2 o3 o4 / k1 b1 o1 / o1 b1 r1 |
        r5 r6 r7 / b5 b6 b7 / o5 o6 o7,k5 k7,k5 r5 b5 o5 / r6 b6 o6 / k7 r7 b7 o7;
        table $before; rack $own; others r13; try $sets -> legal
    A tile lies in one set alone [T-6, T-3]: table o1 o2 o3 o4 / r1 k1 b1 o1; rack b1;
        try o2 o3 o4 / r1 k1 b1 / o1 b1 r1 -> T-3
    Penalties stop at what the pool holds [T-10]: of KR; pool b1 b2; timeout moved; held 4 1;
        left 0; event timeout 0 2
    A stalled round ends when all have passed [T-12]: pool; others k9 / b2; pass; seat 1;
        phase turn; pass; seat 2; phase turn; pass; phase round; stalled True
    A play between passes keeps it going [T-12]: table r1 r2 r3; pool; rack k1 k9;
        others r4 k9 / b2 b9; pass; play r1 r2 r3 r4; pass; pass; phase turn; pass; phase round
    A turn lost with an empty pool is a pass but by KR-10 [T-12, KR-10]: pool;
        for $game,$ended in RK,True | CR,True | RG stop_on_empty=False,True | KR,False;
        for $lost in timeout | timeout moved | fail; of $game clock=2 referee=strict; $lost;
        held 2 1; pass; stalled $ended
    The lowest share the pot and the odd rest goes to the first [T-13]: stalls r5 / k5 / b12 / o5 =
        3 2 -7 2; winners 0 1 3
    ... two may share nothing [T-13]: stalls r5 / k5 = 0 0; winners 0 1
    ... the first is who started [T-13]: of CR; rack r5; others r2 / k2; pool; starts 2; pass;
        pass; pass; scores -3 1 2; totals -3 1 2; winners 1 2
    Scores add up to zero [T-14]: for $game,$won,$stalled in RK,58 -11 -42 -5,-30 -6 -37 73 |
        RG,53 -11 -37 -5,-30 -11 -37 78 | CR,58 -11 -42 -5,-30 -6 -37 73 |
        KR,78 -11 -62 -5,-50 -6 -57 113; of $game; ends - / k5 k6 / b12 * / o5 = $won;
        stalls r5 * / k5 k6 / b12 * / o5 = $stalled
    """
)


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
            one = standing(game_id, [" ".join([*own, kept]), others], before)
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
        one = game.Game(game_id, 4, seed)
        draws = [(one.draws[i], one.draws[i + 1]) for i in range(0, len(one.draws), 2)]
        first = {}
        for i, (seat, code) in enumerate(draws):
            if code == tiles.JOKER:
                assert draws[i + 1][0] == seat  # the same seat draws again
                jokers += 1
            else:
                first.setdefault(seat, tiles.number_of(code))
        assert sorted(first) == [0, 1, 2, 3]
        tied = [seat for seat in first if first[seat] == best(first.values())]
        assert one.starter in tied and one.seat == one.starter
        redrawn += len(tied) > 1
        assert len(tied) == 1 or draws[-1][0] in tied
        one.check()
    assert redrawn > 10 and jokers > 5


@pytest.mark.parametrize(
    "on",
    [None, 7, "k1 k2 k3", [None], ["k1"], [3], [b"\0\1\2", b"\xff"], {}, b"\0\1\2"],
)
def test_what_is_no_table_is_refused_and_changes_nothing(on):
    one = standing("RK", ["k4 k5", "r1"], "k1 k2 k3")
    before = one.pack()
    with pytest.raises(tiles.RulesError, match="^A table is a list of sets, each of them bytes"):
        one.apply(("play", on))
    assert one.pack() == before


def test_which_joker_is_which_is_told_in_slices(monkeypatch):
    """At once it took a handheld 70 ms, and a key waited as long: no slice matches more than one
    way."""
    before = melds.read_table(positions.codes(sets_of("r5 r6 r7 * / k9 b9 *")), RK)[0]
    after = positions.codes(sets_of("r5 r6 r7 r8 / k9 b9 r9 / o3 o4 * / b11 b12 *"))
    matched, told, slices = referee._matched, [], [0]
    monkeypatch.setattr(referee, "_matched", lambda *rest: told.append(slices[0]) or matched(*rest))
    work = referee.judging(RK, before, rack("r8 r9 o3 o4 b11 b12 k1"), after, True)
    try:
        while True:
            next(work)
            slices[0] += 1
    except StopIteration as end:
        assert end.value.legal
    assert len(told) > 7 and len(set(told)) == len(told)

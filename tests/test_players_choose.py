"""What computer players do: legal whatever happens, in slices, each level its own way."""

import itertools

import pytest
from players_help import states_asked
from rules_help import answered, rack, standing, table

from rules.catalogue import LEVELS
from rules.slices import finish
from rules.solver import search as solver
from rules.solver import sweep
from rules.tilegame import game, games, melds, players, tiles
from rules.tilegame.players import plain, reason, searches
from tools.match import sparring


def move_of(level, one, seed=1):
    """(move, number of pauses) of the seat whose turn it is."""
    move, pauses = answered(sparring.choose(level, one.view(one.seat), seed))
    return move, len(pauses)


def laid(level, one, seed=1):
    """What a level lays, as sorted tile texts; the move must be accepted."""
    move, _ = move_of(level, one, seed)
    before = tiles.counts(one.racks[one.seat])
    seat = one.seat
    assert one.apply(move) is None
    after = tiles.counts(one.racks[seat])
    return sorted(
        tiles.text(code) for code in range(53) for _ in range(max(0, before[code] - after[code]))
    )


@pytest.mark.parametrize("level", LEVELS)
def test_without_a_play_a_player_draws_or_with_an_empty_pool_passes(level):
    one = standing("RK", ["r1 b4 k8", "k1"], "r9 r10 r11")
    assert move_of(level, one)[0] == ("draw",)
    one = standing("RK", ["r1 b4 k8", "k1"], "r9 r10 r11", pool="")
    assert move_of(level, one)[0] == ("pass",)


@pytest.mark.parametrize("level", LEVELS)
def test_everybody_goes_out_when_all_fits_plainly(level):
    one = standing("RK", ["r12 r13 b1 b2 b3", "k1"], "r9 r10 r11")
    seat = one.seat
    if level == "easy":  # it may overlook an addition, but not every time
        assert any(
            len(laid(level, standing("RK", ["r12 r13 b1 b2 b3", "k1"], "r9 r10 r11"), seed)) == 5
            for seed in range(8)
        )
    else:
        assert len(laid(level, one)) == 5
        assert one.phase in (game.ROUND, game.OVER) and not one.racks[seat]


@pytest.mark.parametrize(
    "level, opens", [("easy", True), ("normal", True), ("hard", True), ("master", True)]
)
def test_rk_4_opening_needs_thirty_points(level, opens):
    one = standing("RK", ["k10 r10 b10 o1 o3", "k1"], "", opened=[0, 0])
    assert laid(level, one) == ["b10", "k10", "r10"]
    one = standing("RK", ["k9 r9 b9 o1 o3", "k1"], "", opened=[0, 0])
    assert move_of(level, one)[0] == ("draw",)


def test_easy_overlooks_an_addition_now_and_then():
    """The run it adds to is one of many: it rearranges only the sets it looks at."""
    on = "r9 r10 r11 | k7 r7 b7 | k6 b6 o6 | k9 b9 o9"
    seen = [move_of("easy", standing("RK", ["r8 k1", "k1"], on), seed)[0][0] for seed in range(40)]
    assert seen.count("play") > 20
    for level in ("normal", "hard"):
        assert laid(level, standing("RK", ["r8 k1", "k1"], on)) == ["r8"]


def test_normal_keeps_its_joker_until_it_decides_something():
    one = standing("RK", ["r12 * k2 k3 o6 b7 b9", "k1 k2 k3 k4 k5"], "r9 r10 r11")
    assert laid("normal", one) == ["r12"]
    one = standing("RK", ["k2 k3 *", "k1 k2 k3 k4 k5"], "r9 r10 r11")
    assert laid("normal", one) == ["*", "k2", "k3"]


def test_normal_spends_its_joker_when_somebody_is_close_to_going_out():
    one = standing("RK", ["k2 k3 * o6 b9 o12", "k1 k5"], "r9 r10 r11")
    assert laid("normal", one) == ["*", "k2", "k3"]


def test_hard_lays_what_it_can_and_keeps_its_joker_while_others_are_far_from_going_out():
    one = standing("RK", ["r12 * k2 k3 o6 b7 b9", "k1 k2 k3 k4 k5"], "r9 r10 r11")
    assert laid("hard", one) == ["r12"]
    one = standing("RK", ["k2 k3 * o6 b9 o12", "k1 k5"], "r9 r10 r11")
    assert laid("hard", one) == ["*", "k2", "k3"]  # somebody holds two tiles


def test_hard_rearranges_the_whole_table():
    """k4 fits only by taking k5 and k6 from groups of four."""
    one = standing("RK", ["k4 o9", "k1"], "k5 r5 b5 o5 | k6 r6 b6 o6")
    assert laid("hard", one) == ["k4"]


def test_hard_holds_no_more_than_20_tiles_while_a_play_exists():
    """With so many tiles it lays its joker rather than nothing."""
    own = "* k2 k3 r1 r5 r9 b4 b8 b12 o2 o6 o10 k7 k11 r13 b1 o13 k9 r7 b6 o4"
    one = standing("RK", [own, "k1 k2 k3 k4 k5"], "o7 o8 o9")
    assert len(laid("hard", one)) >= 1


@pytest.mark.parametrize("level", LEVELS)
def test_kr_10_with_empty_piles_every_level_finds_the_only_play(level):
    one = standing("KR", ["k4 o9", "k1"], "k5 r5 b5 o5 | k6 r6 b6 o6", pool="")
    assert one.apply(("pass",))[0] == "KR-10"
    assert laid(level, one) == ["k4"]


@pytest.mark.parametrize("opened", [1, 0])
@pytest.mark.parametrize("level", ("hard", "master"))
def test_kr_10_what_is_proved_to_be_no_play_is_not_looked_for_again(level, opened, monkeypatch):
    one = standing("KR", ["k4 r9 b12", "r1", "b1"], "k8 k9 k10", [opened, 1, 1], pool="")
    asked = []
    solve = solver.solve
    monkeypatch.setattr(solver, "solve", lambda *a, **names: asked.append(a) or solve(*a, **names))
    view = one.view(0)
    assert finish(players.choose(level, view, 1)) == ("pass",)
    whole = sum(1 for rules, on, own, *_ in asked if len(own) == 3)
    assert view.stuck and whole == (2 if level == "master" and opened else 1)


def test_what_another_asks_for_proves_nothing_of_a_seat_s_own_plays():
    """k11 fits; that r9 and b12 do not, or no three tiles at once, is no proof that none does."""
    one = standing("KR", ["k11 r9 b12", "r1"], "k8 k9 k10", pool="")
    view = one.view(0)
    view.work = None
    for on, own, names in (
        (view.table, rack("r9 b12"), {}),
        (view.table, view.rack, {"least": 3}),
        (table("b1 b2 b3"), view.rack, {}),
        (view.table, view.rack, {"opened": False}),
    ):
        assert not finish(searches.ask(view, on, own, **names)).tiles
        assert not view.stuck


@pytest.mark.parametrize("level", LEVELS)
def test_out_of_memory_falls_back_to_a_plain_play(level, monkeypatch):
    def full(*args, **names):
        raise MemoryError
        yield None

    monkeypatch.setattr(solver, "solve", full)
    one = standing("RK", ["r12 k1 k2 k3 o9", "k1"], "r9 r10 r11")
    assert set(laid(level, one)) >= {"k1", "k2", "k3"}
    one = standing("RK", ["k10 r10 b10 o9", "k1"], "", opened=[0, 0])
    assert laid(level, one) == ["b10", "k10", "r10"]
    one = standing("RK", ["r1 b4 k8", "k1"], "r9 r10 r11")
    assert move_of(level, one)[0] == ("draw",)


def test_searches_without_memory_are_counted(monkeypatch):
    """What a table of the firmware reports: a plain play made because memory ran out."""

    def full(self):
        raise MemoryError
        yield None

    one = standing("RK", ["r12 k1 k2 k3", "k1"], "r9 r10 r11")
    for level in ("normal", "hard", "master", "greedy"):
        view = one.view(one.seat)
        finish(sparring.choose(level, view, 1))
        assert view.short == 0
    monkeypatch.setattr(sweep.Sweep, "run", full)
    for level in ("normal", "hard", "master", "greedy"):
        view = one.view(one.seat)
        finish(sparring.choose(level, view, 1))
        assert view.short > 0


def test_master_knows_early_that_it_cannot_go_out(monkeypatch):
    """A tile that no set can take ends the question before the search begins."""
    counted = states_asked(monkeypatch)
    for own in ("r12 r13 k1 b4 b5 b6 o1 o2 o3", "r12 k1 b4 o7 r2 *"):
        assert move_of("master", standing("RK", [own, "k1"], "r9 r10 r11"))[0] == ("draw",)
    assert counted == [0, 0]
    assert len(laid("master", standing("RK", ["r12 r13 k1 k2 *", "k1"], "r9 r10 r11"))) == 5


def test_out_of_memory_half_way_through_a_search():
    plain = solver.solve
    for after in (0, 1, 3):

        def full(*args, _after=after, **names):
            work = plain(*args, **names)
            for _ in range(_after):
                yield next(work)
            raise MemoryError

        solver.solve = full
        try:
            one = standing("RK", ["r12 k1 k2 k3 o9", "k1"], "r9 r10 r11 | k5 k6 k7")
            for level in LEVELS:
                move, _ = move_of(level, one)
                assert move[0] in ("play", "draw")
                if move[0] == "play":
                    assert one.judge(move[1]).legal
        finally:
            solver.solve = plain


def test_a_large_position_is_thought_over_in_many_slices():
    own = "* * k1 k3 k5 k7 k9 k11 r2 r4 r6 r8 r10 r12 b1 b3 b5 b7 b9 b11 o2 o4 o6 o8 o10 o12"
    on = " | ".join("k%d r%d b%d o%d" % (n, n, n, n) for n in range(1, 14))
    one = standing("RK", [own, "o1"], on)
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


@pytest.mark.parametrize("level", LEVELS)
def test_kr_2_a_new_deal_is_taken_unless_the_hand_opens(level):
    pairs = "k2 k2 r5 r5 b8 b8 o1 o3 o6 k11 r13 b4 r9 k7"
    one = standing("KR", [pairs, "k1"], "", opened=[0, 0])
    assert players.redeal(level, one.view(0)) is True
    opens = "k12 r12 b12 b12 k12 r12 b8 o1 o3 o6 k11 r13 b4 r9"
    one = standing("KR", [opens, "k1"], "", opened=[0, 0])
    assert players.redeal(level, one.view(0)) is False


SINGLE = [
    {},
    {"jokers": 0},
    {"opening_points": 0},
    {"groups_only": True},
    {"runs_only": True},
    {"mixed_runs": True},
    {"opening_build": True},
]


@pytest.mark.long(keep=1)
@pytest.mark.parametrize("game_id", games.ids())
def test_plain_sets_and_additions_are_legal_under_every_option(game_id):
    """The moves that need no search are built from sets the referee takes, whatever the options."""
    for options in SINGLE:
        rules = games.rules_for(game_id, options)
        for seed in range(30):
            one = game.Game(game_id, 2, seed, options)
            own = tiles.counts(one.racks[0] + one.racks[1])
            used = bytearray(own)
            sets = finish(plain.own_sets(rules, own, True))
            for codes in sets:
                assert melds.readings(codes, rules), codes
                for code in codes:
                    used[code] -= 1
            assert used == own


def test_an_addition_to_a_set_with_a_joker_keeps_what_it_stands_for():
    rules = games.rules_for("RK")
    on = melds.read_table(table("r3 * r5 | k9 r9 *"), rules)[0]
    longer = melds.add(on[0], rack("r6")[0], rules)
    assert tiles.set_text(longer) == ["r3", "*", "r5", "r6"]
    four = melds.add(on[1], rack("b9")[0], rules)
    assert tiles.mask_of(four[-1]) == 8  # the joker can only be the fourth colour now
    assert melds.add(on[0], rack("r4")[0], rules) is None
    assert melds.add(on[0], rack("b6")[0], rules) is None


def said(one, level="hard"):
    """What a level could say of its turn, as (reason, tile text or "")."""
    view = one.view(one.seat)
    finish(players.choose(level, view, 1))
    return reason.REASONS[view.reason], tiles.text(view.about) if view.about >= 0 else ""


OTHERS = "k1 k2 k3 k4 k5"


def test_hard_says_why():
    """It keeps a joker; it waits for the tile that makes a set of two it holds; it cannot open."""
    one = standing("RK", ["r12 * k2 k3 o6 b7 b9", OTHERS], "r9 r10 r11")
    assert said(one) == ("keeps_joker", "")
    one = standing("RK", ["r12 k3 o6 b7 b9", OTHERS], "r9 r10 r11")
    assert said(one) == ("waits", "b8")
    one = standing("RK", ["k9 r9 b9 o1 o3", OTHERS], "", opened=[0, 0])
    assert said(one) == ("cannot_open", "")
    one = standing("RK", ["k9 r9 b9 k10 o10 b10", OTHERS], "", opened=[0, 0])
    assert said(one) == ("goes_out", "")
    one = standing("RK", ["k12 r12 b12 o2 k5 r8", OTHERS], "", opened=[0, 0])
    assert said(one) == ("opens", "")
    one = standing("RK", ["r12 k3 o6", OTHERS], "r9 r10 r11")
    assert said(one) == ("lays", "")
    one = standing("RK", ["k3 o6 b9", OTHERS], "r9 r10 r11")
    assert said(one) == ("finds_none", "")


def test_master_says_that_it_holds():
    one = standing("RK", ["r12 k3 o6", OTHERS], "r9 r10 r11")
    assert said(one, "master") == ("holds", "")


def test_hard_waits_for_no_tile_that_everybody_sees():
    """Both b8 lie on the table."""
    on = "r9 r10 r11 | k8 r8 b8 | b8 r8 o8"
    assert said(standing("RK", ["r12 k3 o6 b7 b9", "k1 k2"], on)) != ("waits", "b8")


def tiles_left(view, move):
    """Counts of the rack's tiles after a move."""
    left = tiles.counts(view.rack)
    if move[0] == "play":
        for code, before in enumerate(tiles.table_counts(view.table)):
            left[code] -= tiles.table_counts(move[1])[code] - before
    return left


def makes_a_set(view, left, code):
    """Whether a tile and two of those left are a set."""
    for pair in itertools.combinations([kind for kind in range(52) if left[kind]], 2):
        if melds.readings(bytes(pair + (code,)), view.rules):
            return True
    return False


@pytest.mark.long(keep=4)
@pytest.mark.parametrize("game_id", games.ids())
@pytest.mark.parametrize("level", LEVELS)
def test_every_turn_has_a_reason_and_it_is_true(game_id, level):
    one = game.Game(game_id, 2, 3, {"length": 1 if game_id != "RK" else 50})
    turns = 0
    while one.phase not in (game.ROUND, game.OVER):
        if one.phase != game.TURN:
            one.apply(("redeal", False) if one.phase == game.REDEAL else ("go",))
            continue
        view = one.view(one.seat)
        move = finish(players.choose(level, view, turns))
        left = tiles_left(view, move)
        opened = view.opened[one.seat]
        true = {
            "goes_out": not any(left),
            "keeps_joker": left[52] > 0,
            "cannot_open": not opened and move[0] != "play",
            "holds": move[0] != "play"
            and (
                (not opened and level == "master" and game_id == "RG")
                or any(
                    melds.add(codes, code, view.rules) for code in view.rack for codes in view.table
                )
            ),
            "waits": view.about in list(searches.unseen(view))
            and makes_a_set(view, left, view.about),
            "opens": not opened and move[0] == "play",
            "lays": opened and move[0] == "play",
            "finds_none": move[0] != "play",
        }
        said_so = reason.REASONS[view.reason]
        assert true[said_so], said_so
        assert (view.about >= 0) == (said_so == "waits")
        assert one.apply(move) is None
        turns += 1
    assert turns > 5


def test_rg_4_master_opens_with_the_whole_rack_where_all_goes_down_at_once():
    """One search for opening and rest together found 13 of the 27."""
    one = standing(
        "RG",
        [
            "r2 r8 b9 o2 o6 k4 b7 r13 k5 b2 k5 k4 r9 b5 b12 k2 o3 r11 o11 b8 b2 b9 b4 r9 o13 k6 k3",
            "k1",
            "r1",
            "b1",
        ],
        "k1 b1 o1 | k2 r2 o2 | k3 r3 b3 | k7 k8 k9 | k10 r10 b10 | k11 b11 o11 | k12 r12 o12 *"
        " | k13 r13 b13 o13 | r3 b3 o3 | r4 r5 r6 r7 r8 | r5 b5 o5 | r7 b7 o7 | r10 b10 o10"
        " | r12 o12 * | b11 b12 b13 | o4 o5 o6 o7 o8 o9 | o8 o9 o10",
        opened=[0, 1, 1, 1],
    )
    assert len(laid("master", one)) == 27


TENS = "k10 r10 b10 o10 k13 r13 b13"  # 79 points
STRAYS = "k1 r3 b5 o7 k8"
MANY = "k2 r4 b6 o8 k9 r11 b12 k4 r6 b8 o11 o13"  # of another seat


def rummy_gin(hand, draws, others=MANY, on=""):
    """A round of two with so many turns of drawing left for each; the seat has not opened."""
    pool = " ".join(["k7 r9"] * draws)
    return standing("RG", [hand, others], on, pool=pool, opened=[0, 1])


def test_rg_5_master_waits_with_its_opening_until_all_goes_down():
    view = rummy_gin(TENS + " " + STRAYS, 9)
    assert move_of("master", view)[0] == ("draw",)
    assert said(rummy_gin(TENS + " " + STRAYS, 9), "master") == ("holds", "")
    assert len(laid("master", rummy_gin(TENS, 9))) == 7
    with_table = rummy_gin(TENS + " k4 o9", 9, on="k1 k2 k3 | o10 o11 o12")
    assert len(laid("master", with_table)) == 9


def test_rg_11_master_waits_no_longer_when_the_pool_ends():
    small = laid("master", rummy_gin(TENS + " " + STRAYS, 3))
    assert 3 <= len(small) < 7
    assert len(laid("master", rummy_gin(TENS + " " + STRAYS, 3, others="k2 r4 b6"))) == 7


def test_without_building_in_the_opening_turn_master_does_not_wait():
    one = standing("RK", [TENS + " " + STRAYS, MANY], "", pool="k7 r9 " * 9, opened=[0, 1])
    assert laid("master", one)

"""The ground the rules stand on: tile text, packs, options, random numbers, saves, a sixth game."""

import random

import pytest
from rules_help import clause, rack, spelled, standing, table

from rules import prng
from rules.tilegame import game, games, melds, racksets, scoring, tiles
from tools.refusals import sentence


def test_tile_text_there_and_back():
    for code in range(52):
        assert tiles.parse(tiles.text(code)) == code
    assert tiles.parse("*") == tiles.JOKER and tiles.text(200) == "*"
    assert tiles.parse("y5") == tiles.parse("g5") == tiles.parse("o5")
    assert tiles.parse("K13") == tiles.kind(0, 13)


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "r",
        "r0",
        "r14",
        "x5",
        "5r",
        "r05",
        "r-1",
        " 5",
        "r5 ",
        "**",
        None,
        5,
        "r1234",
        "r\u00b3",
        "r\u0663",
        "r1\u00b2",
        "r\uff11",
        "\u212a5",
        "r+1",
        "r1_0",
        b"r5",
        ["r5"],
        "k\n",
    ],
)
def test_a_bad_tile_is_one_sentence(bad):
    with pytest.raises(tiles.RulesError) as error:
        tiles.parse(bad)
    assert str(error.value).endswith(".") and "\n" not in str(error.value)


def test_what_is_no_tile_is_quoted_and_cut_where_it_is_long():
    for text, shown in (
        ("r0", '"r0" is'),
        ("x" * 20, '"%s" is' % ("x" * 20)),
        ("y" * 21, '"%s..." is' % ("y" * 20)),
    ):
        with pytest.raises(tiles.RulesError) as error:
            tiles.parse(text)
        assert str(error.value).startswith(shown)


def test_a_whole_pack_is_a_pack():
    tiles.check_pack(bytearray([2] * 53))


def test_every_joker_identity_has_its_own_code():
    seen = set()
    for number in range(1, 14):
        for mask in range(1, 16):
            code = tiles.joker_as(number, mask)
            assert tiles.number_of(code) == number and tiles.mask_of(code) == mask
            seen.add(code)
    assert len(seen) == 195 and min(seen) == tiles.STANDING and max(seen) == tiles.LAST


def test_more_than_a_pack_holds_is_refused():
    for text, word in (("r5 r5 r5", "r5"), ("* * *", "jokers")):
        with pytest.raises(tiles.RulesError) as error:
            tiles.check_pack(tiles.counts(rack(text)))
        assert word in str(error.value)


@pytest.mark.parametrize(
    "text, ways",
    [
        ("r5 r6 *", ["*=r4 r5 r6", "r5 r6 *=r7"]),
        ("r6 r4 *", ["r4 *=r5 r6"]),
        ("* r13 r12", ["*=r11 r12 r13"]),
        ("r5 * *", ["r5 * *", "*=r3 *=r4 r5", "*=r4 r5 *=r6", "r5 *=r6 *=r7"]),
        ("r5 k5 *", ["r5 k5 *"]),
        ("r5 k6 *", []),
        ("* *", []),
    ],
)
def test_all_ways_to_read_loose_tiles(text, ways):
    found = [spelled(way[1]) for way in melds.fits(rack(text), games.rules_for("RK"))]
    assert sorted(found) == sorted([w.replace("r5 k5", "k5 r5") for w in ways])


@pytest.mark.parametrize(
    "options, word",
    [
        ({"groups_only": True, "runs_only": True}, "no set"),
        ({"groups_only": True, "mixed_runs": True}, "Mixed runs"),
        ({"opening_points": 61}, "opening_points"),
        ({"opening_points": True}, "opening_points"),
        ({"opening_points": "30"}, "opening_points"),
        ({"jokers": 3}, "jokers"),
        ({"clock": []}, "clock"),
        ({"colour": 1}, "colour"),
        ({"hand": 3}, "hand"),
    ],
)
@pytest.mark.parametrize("game_id", games.ids())
def test_options_that_cannot_be_are_refused(game_id, options, word):
    with pytest.raises(tiles.RulesError) as error:
        games.rules_for(game_id, options)
    told = sentence(error.value)
    assert word in told and told.count(".") == 1


def test_an_opening_nobody_can_reach_is_refused():
    with pytest.raises(tiles.RulesError) as error:
        games.rules_for("KR", {"opening_points": 55})
    assert sentence(error.value).endswith("52 points at most: nobody could open with 55.")
    assert games.rules_for("KR", {"opening_points": 55, "opening_several": True})


def test_an_option_of_another_type_is_refused():
    with pytest.raises(tiles.RulesError) as error:  # it would not come back from a save
        games.rules_for("RK", {"clock": 1.0})
    assert "clock cannot be 1.0" in str(error.value)


def test_jokers_option_reads_true_and_false():
    assert games.rules_for("RK", {"jokers": False})["jokers"] == 0
    assert games.rules_for("RK", {"jokers": True})["jokers"] == 2


def test_unknown_game():
    with pytest.raises(tiles.RulesError):
        games.rules_for("XX")


def test_a_sixth_game_is_one_entry(monkeypatch):
    monkeypatch.setattr(
        games,
        "GAMES",
        games.GAMES
        + (
            {
                "game": "ZZ",
                "name": "Zigzag",
                "opening_points": 20,
                "hand": 10,
                "joker_penalty": 40,
                "joker_reuse": "any",
                "clock": 0,
            },
        ),
    )
    one = game.Game("ZZ", 3, 6)
    assert [len(r) for r in one.racks] == [10, 10, 10]
    assert clause("ZZ", "", "r7 b7 k7", "r7 b7 k7", False) is None
    assert clause("ZZ", "", "r6 b6 k6", "r6 b6 k6", False) == "RK-4"
    assert clause("ZZ", "r3 * r5 | k7 k8 k9", "r4", "r3 r4 r5 | k7 k8 k9 *") is None
    assert scoring.score_round(one.rules, [rack(""), rack("*"), rack("r2")], False)[0] == [
        42,
        -40,
        -2,
    ]
    assert game.unpack(one.pack()).pack() == one.pack()


def test_random_numbers_are_the_published_sfc16():
    # one step by the definition: out = a + b + n; a = b ^ b>>5; b = c + (c<<3); c = rotl(c, 6) +
    # out
    rng = prng.Rng(bytes([0x34, 0x12, 0x78, 0x56, 0xBC, 0x9A, 1, 0]))
    assert rng.word() == (0x1234 + 0x5678 + 1) & 0xFFFF
    a, b = 0x5678 ^ (0x5678 >> 5), (0x9ABC * 9) & 0xFFFF
    out = (a + b + 2) & 0xFFFF
    assert rng.word() == out
    c = ((0x9ABC << 6 | 0x9ABC >> 10) + 0x68AD) & 0xFFFF
    a, b = b ^ (b >> 5), (c * 9) & 0xFFFF
    assert rng.word() == (a + b + 3) & 0xFFFF


def test_random_numbers_are_even_and_repeat():
    rng = prng.Rng(7)
    seen = [0] * 13
    for _ in range(13000):
        seen[rng.below(13)] += 1
    assert min(seen) > 880 and max(seen) < 1120
    state = rng.state()
    first = [rng.below(106) for _ in range(50)]
    rng.restore(state)
    assert [rng.below(106) for _ in range(50)] == first
    assert prng.Rng(1).word() != prng.Rng(2).word()


def random_game(game_id, seats, seed, turns):
    """A game some turns in: draws and time-outs, with a set laid now and then."""
    one = game.Game(game_id, seats, seed, {"clock": 1, "jokers": 1})
    one.apply(("go",))
    pick = random.Random(seed)
    for _ in range(turns):
        if one.phase == game.REDEAL:
            one.apply(("redeal", pick.random() < 0.5))
        elif one.phase == game.TURN:
            own = tiles.counts(one.racks[one.seat])
            done = ("",)
            for codes in racksets.sets_of(one.rules, own, own[tiles.JOKER]):
                done = one.apply(("play", one.table + [codes]))
                if done is None:
                    break
            if done is not None:
                one.apply(("draw",) if one.pool else ("pass",))
        else:
            one.apply(("go",))
    return one


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("game_id", games.ids())
@pytest.mark.parametrize("turns", [0, 1, 9, 60, 250])
def test_any_state_is_saved_and_restored_exactly(game_id, turns):
    for seed in range(4):
        one = random_game(game_id, 2 + seed % 3, seed, turns)
        one.note = b"names"
        back = game.unpack(one.pack())
        assert back.pack() == one.pack()
        for name in (
            "rules",
            "seats",
            "phase",
            "seat",
            "starter",
            "racks",
            "table",
            "pool",
            "opened",
            "totals",
            "rounds",
            "passes",
            "winners",
            "stalled",
            "draws",
            "history",
            "note",
        ):
            assert getattr(back, name) == getattr(one, name), name
        for state in (one, back):
            state.apply(("go",) if state.phase in (game.START, game.ROUND) else ("draw",))
        assert back.pack() == one.pack()  # the random numbers go on alike


@pytest.mark.long
def test_broken_saved_games_are_refused_with_a_sentence():
    good = random_game("RK", 3, 5, 40).pack()
    for size in range(0, len(good), 7):
        with pytest.raises(tiles.RulesError):
            game.unpack(good[:size])
    pick = random.Random(3)
    for _ in range(400):
        broken = bytearray(good)
        broken[pick.randrange(len(good))] ^= 1 << pick.randrange(8)
        try:
            game.unpack(bytes(broken)).check()
        except tiles.RulesError as error:
            assert sentence(error).endswith(".")


def test_a_view_holds_nothing_hidden():
    one = random_game("RK", 3, 8, 30)
    seen = one.view(1)
    hidden = [bytes(one.racks[0]), bytes(one.racks[2]), bytes(one.pool)]
    for name, value in vars(seen).items():
        for codes in hidden:
            assert value is not one.racks and value != codes, name
    assert seen.rack == bytes(one.racks[1])
    assert list(seen.counts) == [len(r) for r in one.racks] and seen.pool == len(one.pool)


def test_refused_moves_change_nothing():
    one = standing("RK", ["r6 k1", "k9"], "r3 r4 r5")
    before = one.pack()
    for move in (
        ("play", table("r3 r4 | r5 r6")),
        ("play", []),
        ("pass",),
        ("fail",),
        ("go",),
        ("redeal", True),
        ("nonsense",),
    ):
        assert one.apply(move) is not None, move
        assert one.pack() == before

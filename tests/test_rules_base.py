"""The ground the rules stand on: tile text, packs, options, random numbers, a sixth game."""

import cases
import pytest
from rules_help import rack

from rules import base
from rules.tilegame import game, games, tiles
from tools.refusals import sentence


def test_tile_text_there_and_back():
    for code in range(52):
        assert tiles.parse(tiles.text(code)) == code
    assert tiles.parse("*") == tiles.JOKER and tiles.text(200) == "*"
    assert tiles.parse("y5") == tiles.parse("g5") == tiles.parse("o5")
    assert tiles.parse("K13") == tiles.kind(0, 13)


# What is no tile, and how the sentence about it begins
NO_TILES = [(text, '"') for text in (
    "", "r", "r0", "r14", "x5", "5r", "r05", "r-1", " 5", "r5 ", "**", None, 5, "r1234", "r:",
    "r1:", "r/", "r1/", "r123", "r\u00b3", "r\u0663", "r1\u00b2", "r\uff11", "\u212a5", "r+1",
    "r1_0", b"r5", ["r5"], "k\n",
)] + [("x" * 20, '"%s" is' % ("x" * 20)), ("y" * 21, '"%s..." is' % ("y" * 20))]  # fmt: skip


def test_what_is_no_tile_is_one_sentence_that_quotes_it_and_cuts_it_where_it_is_long():
    for bad, shown in NO_TILES:
        with pytest.raises(tiles.RulesError, match="is not a tile: write a colour") as error:
            tiles.parse(bad)
        text = str(error.value)
        assert text.startswith(shown) and text.endswith(".") and "\n" not in text, bad


def test_every_joker_identity_has_its_own_code():
    seen = set()
    for number in range(1, 14):
        for mask in range(1, 16):
            code = tiles.joker_as(number, mask)
            assert tiles.number_of(code) == number and tiles.mask_of(code) == mask
            seen.add(code)
    assert len(seen) == 195 and min(seen) == tiles.STANDING and max(seen) == tiles.LAST


def test_more_than_a_pack_holds_is_refused():
    tiles.check_pack(bytearray([2] * 53))
    for text, word in (("r5 r5 r5", "r5"), ("* * *", "jokers")):
        with pytest.raises(tiles.RulesError, match=word):
            tiles.check_pack(tiles.counts(rack(text)))


@cases.table("options, word")
def test_options_that_cannot_be_are_refused(options, word):
    for game_id in games.ids():
        with pytest.raises(tiles.RulesError) as error:
            games.rules_for(game_id, options)
        told = sentence(error.value)
        assert word in told and told.endswith(".") and "\n" not in told, game_id


def test_a_sixth_game_is_one_entry(monkeypatch):
    row = {"game": "ZZ", "name": "Zigzag", "opening_points": 20, "hand": 10, "joker_penalty": 40}
    row.update(joker_reuse="any", clock=0)
    monkeypatch.setattr(games, "GAMES", (*games.GAMES, row))
    one = game.Game("ZZ", 3, 6)
    assert [len(r) for r in one.racks] == [10, 10, 10]
    assert game.unpack(one.pack()).pack() == one.pack()
    one.apply(("go",))
    seven, six = bytes(rack("r7 b7 k7")), bytes(rack("r6 b6 k6"))
    for codes, refused in ((six, "RK-4"), (seven, None)):
        one.racks[one.seat] = bytearray(codes)
        answer = one.apply(("play", [codes]))
        assert (answer and answer[0]) == refused
    assert one.phase == game.OVER and max(one.result()) > 0


def test_random_numbers_are_the_published_sfc16():
    # one step by the definition: out = a + b + n; a = b ^ b>>5; b = c + (c<<3); c = rotl(c, 6) +
    # out
    rng = base.Rng(bytes([0x34, 0x12, 0x78, 0x56, 0xBC, 0x9A, 1, 0]))
    assert rng.word() == (0x1234 + 0x5678 + 1) & 0xFFFF
    a, b = 0x5678 ^ (0x5678 >> 5), (0x9ABC * 9) & 0xFFFF
    assert rng.word() == (a + b + 2) & 0xFFFF
    c = ((0x9ABC << 6 | 0x9ABC >> 10) + 0x68AD) & 0xFFFF
    a, b = b ^ (b >> 5), (c * 9) & 0xFFFF
    assert rng.word() == (a + b + 3) & 0xFFFF


def test_random_numbers_are_even_and_repeat():
    rng = base.Rng(7)
    seen = [0] * 13
    for _ in range(13000):
        seen[rng.below(13)] += 1
    assert min(seen) > 880 and max(seen) < 1120
    state = rng.state()
    first = [rng.below(106) for _ in range(50)]
    rng.restore(state)
    assert [rng.below(106) for _ in range(50)] == first
    assert base.Rng(1).word() != base.Rng(2).word()

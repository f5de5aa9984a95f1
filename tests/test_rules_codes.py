"""The codes of games: what they say, what they refuse, and that the tiles hang on them alone."""

import random

import pytest

from rules import catalogue, characters, codes, errors
from rules.errors import RulesError

QUICK = {"length": 1, "clock": 0}
PLAIN = {"clock": 0}
OPPONENTS = catalogue.LEVELS + characters.NAMES


def refused(text):
    """True when a text is no code."""
    try:
        codes.decode(text)
    except RulesError as problem:
        assert problem.args == (errors.NO_CODE,)
        return True
    return False


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_a_code_says_game_seats_opponents_and_deal(game_id):
    rules = catalogue.rules_for(game_id)
    plain = PLAIN if rules.get("clock") else {}
    rng = random.Random(1)
    for seats in range(rules["players_min"], rules["players_max"] + 1):
        for _ in range(30):
            levels = [""] + [rng.choice(OPPONENTS) for _ in range(seats - 1)]
            seed = rng.randrange(1 << 30)
            code, deal = codes.encode(game_id, levels, plain, seed)
            assert len(code) == codes.SIZE and set(code) <= set(codes.LETTERS)
            assert codes.decode(code) == (game_id, levels, plain, deal)
            assert codes.encode(game_id, levels, plain, deal) == (code, deal)


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_every_value_of_every_house_option_has_a_code(game_id):
    rules = catalogue.rules_of(game_id)
    base = PLAIN if "clock" in rules.defaults(game_id) else {}
    seen = set()
    for name, values, _clause in rules.offered(game_id):
        allowed = (
            values
            if isinstance(values, tuple)
            else [n for i in range(0, len(values), 3) for n in range(values[i], values[i + 1] + 1)]
        )
        for value in allowed:
            options = dict(base, **{name: value})
            try:
                rules.rules_for(game_id, options)
            except RulesError:
                continue  # nobody could open
            on_board = isinstance(values, tuple) or any(
                values[i] <= value <= values[i + 1] and not (value - values[i]) % values[i + 2]
                for i in range(0, len(values), 3)
            )
            code, deal = codes.encode(game_id, ["", "hard"], options, 7)
            assert bool(code) is on_board, (name, value)
            if not code:
                assert deal == 7
                continue
            back = codes.decode(code)
            assert rules.rules_for(game_id, back[2]) == rules.rules_for(game_id, options)
            assert back[1:2] + back[3:] == (["", "hard"], 7)
            seen.add(code)
    assert len(seen) > 1


def test_which_games_have_a_code():
    """One person, who sits first; three options that differ against one computer, two against two
    or three of them."""
    options = dict(QUICK, jokers=1, runs_only=True)
    two = dict(QUICK, jokers=1)
    three = ["", "easy", "hard", "master"]
    assert codes.encode("RK", three[:2], options, 5)[0] and codes.encode("RK", three, two, 5)[0]
    assert codes.encode("RK", three, options, 5) == ("", 5)
    assert codes.encode("RK", three[:2], dict(options, opening_points=0), 5) == ("", 5)
    for levels in (["easy", ""], ["", ""], ["", "easy", ""], ["easy", "hard"], ["", "nobody"]):
        assert codes.encode("RK", levels, PLAIN, 5) == ("", 5)


def test_a_character_is_in_the_code_by_name_and_not_as_the_level_it_plays_at():
    people = [("", "CLEO"), ("hard", "CLEO"), ("hard", "BO")]  # a person may be called so
    assert codes.opponents(people) == ["", "CLEO", "hard"]
    code, _ = codes.encode("RK", codes.opponents(people), PLAIN, 9)
    assert codes.decode(code)[1] == ["", "CLEO", "hard"]
    assert code != codes.encode("RK", ["", "hard", "hard"], PLAIN, 9)[0]


def test_a_code_knows_so_many_deals_at_least():
    for count in (1, 2, 3):
        levels = [""] + ["master"] * count
        for options in (PLAIN, QUICK, dict(QUICK, jokers=0)):
            deals = {codes.encode("RK", levels, options, seed)[1] for seed in range(codes.FEWEST)}
            assert len(deals) == codes.FEWEST


def test_a_letter_that_is_wrong_and_two_that_are_exchanged_are_found():
    rng = random.Random(2)
    for _ in range(20):
        code, _ = codes.encode("CR", ["", "hard"], PLAIN, rng.randrange(1 << 24))
        for place in range(codes.SIZE):
            for letter in codes.LETTERS:
                wrong = code[:place] + letter + code[place + 1 :]
                assert refused(wrong) is (wrong != code)
            for other in range(place + 1, codes.SIZE):
                swapped = list(code)
                swapped[place], swapped[other] = code[other], code[place]
                assert refused("".join(swapped)) is (swapped != list(code))


@pytest.mark.parametrize("text", ["", "A", "AAAAAAAAA", "abcdefgh", "1IO0AAAA", "ÄÄÄÄÄÄÄÄ"])
def test_what_is_no_code_is_refused(text):
    assert refused(text)


def test_of_codes_typed_at_random_hardly_one_is_a_game():
    rng = random.Random(3)
    texts = ["".join(rng.choice(codes.LETTERS) for _ in range(8)) for _ in range(4000)]
    taken = [text for text in texts if not refused(text)]
    assert len(taken) < 40
    for text in taken:
        game_id, levels, options, seed = codes.decode(text)
        assert codes.encode(game_id, levels, options, seed) == (text, seed)
        assert catalogue.new(game_id, len(levels), seed, options).seats == len(levels)


def test_the_letters_have_none_that_look_alike():
    assert len(set(codes.LETTERS)) == 32 and not set("IO01") & set(codes.LETTERS)


def played_round(code, draws):
    """The racks and the pool in their order as a game of a code begins, and as its second round
    does when the first one has ended after `draws` draws a seat."""
    game_id, levels, options, seed = codes.decode(code)
    one = catalogue.new(game_id, len(levels), seed, options)
    dealt = [bytes(rack) for rack in one.racks] + [bytes(one.pool), one.draws]
    one.apply(("go",))
    for _ in range(draws * one.seats):
        assert one.apply(("draw",)) is None
    one._end(True)
    one.apply(("go",))
    return dealt, [bytes(rack) for rack in one.racks] + [bytes(one.pool), one.draws]


def test_the_tiles_of_each_round_hang_on_the_code_alone():
    code, _ = codes.encode("CR", ["", "easy", "hard"], PLAIN, 123456)
    other, _ = codes.encode("CR", ["", "easy", "hard"], PLAIN, 123457)
    assert played_round(code, 2) == played_round(code, 7)
    assert played_round(code, 2)[0] != played_round(other, 2)[0]

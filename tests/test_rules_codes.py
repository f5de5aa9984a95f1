"""The codes of games: what they say, what they refuse, and that the tiles hang on them alone."""

import importlib.util
import random

import cases
import pytest

from rules import catalogue, characters, choices, codes, errors
from rules.base import RulesError
from rules.tilegame import games
from rules.tilegame import options as tile_options

QUICK = {"length": 1, "clock": 0}
PLAIN = {"clock": 0}
OPPONENTS = catalogue.LEVELS + characters.NAMES
FIRST_GAMES, FIRST_OPTIONS = games.GAMES, tile_options.OPTIONS


# As the program of November 2026 wrote them down: they must say this for ever.
WRITTEN_DOWN = cases.tables(__name__)["WRITTEN_DOWN"]["rows"]

# What the games of that program offer, and docs/INTERFACES.md says. Any other value is a later one.
_SWITCH = (False, True)
FIRST_VALUES = {
    "jokers": (0, 1, 2),
    "opening_points": range(0, 61, 5),
    "opening_several": _SWITCH,
    "opening_build": _SWITCH,
    "groups_only": _SWITCH,
    "runs_only": _SWITCH,
    "mixed_runs": _SWITCH,
    "clock": range(6),
    "referee": ("friendly", "strict"),
    "length": (*range(1, 10), *range(50, 501, 50)),
    "stop_on_empty": _SWITCH,
    "short": _SWITCH,
}


def refused(text):
    """Return whether a text is no code."""
    try:
        codes.decode(text)
    except RulesError as problem:
        assert problem.args == (errors.INVALID_CODE,)
        return True
    return False


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_a_code_says_game_seats_opponents_and_deal(game_id):
    rules = catalogue.rules_for(game_id)
    plain = PLAIN if rules.get("clock") else {}
    plain = dict(plain, **{name: rules[name] for name in rules.get("former_defaults", ())})
    rng = random.Random(1)
    for seats in range(rules["players_min"], rules["players_max"] + 1):
        for _ in range(30):
            levels = [""] + [rng.choice(OPPONENTS) for _ in range(seats - 1)]
            seed = rng.randrange(1 << 30)
            code, deal = codes.encode(game_id, levels, plain, seed)
            assert len(code) == codes.SIZE and set(code) <= set(codes.LETTERS)
            assert codes.decode(code) == (game_id, levels, plain, deal)
            assert codes.encode(game_id, levels, plain, deal) == (code, deal)


def offered(values):
    """Return (values that may be chosen, those of them that a form offers)."""
    if isinstance(values, tuple):
        return values, values
    spans = [values[i : i + 3] for i in range(0, len(values), 3)]
    return [[n for low, high, step in spans for n in range(low, high + 1, every or step)]
            for every in (1, 0)]  # fmt: skip


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_every_value_of_every_house_option_has_a_code(game_id):
    rules = catalogue.rules_of(game_id)
    base = PLAIN if "clock" in rules.defaults(game_id) else {}
    seen = set()
    for name, values, _clause in rules.offered(game_id):
        allowed, on_board = offered(values)
        for value in allowed:
            options = dict(base, **{name: value})
            try:
                rules.rules_for(game_id, options)
            except RulesError:
                continue  # no seat could open
            code, deal = codes.encode(game_id, ["", "hard"], options, 7)
            assert bool(code) is (value in on_board), (name, value)
            assert deal == 7
            if code:
                decoded = codes.decode(code)
                assert rules.rules_for(game_id, decoded[2]) == rules.rules_for(game_id, options)
                assert decoded[1:2] + decoded[3:] == (["", "hard"], 7)
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


def deals_of(code, style):
    """Return what the game of a code deals when it is played in one of two styles, 0 or 1: for each
    round of a tile game the draws for the start, racks and pool; in 8 Round Rummy the hands, the
    pile, and then each pile that is made from discards."""
    game_id, levels, options, seed = codes.decode(code)
    game = catalogue.new(game_id, len(levels), seed, options)
    game.rules.update(length_kind="rounds", length=4)
    is_cards = game.pieces == "cards"
    deals = [game.draws, *map(bytes, game.hands if is_cards else game.racks)]
    deals.append(bytes(game.pile if is_cards else game.pool))
    turns = 0
    while game.phase != "over" and len(deals) < 20:
        move = ("redeal", bool(style)) if game.phase == "redeal" else ("go",)
        if game.phase == "turn" and not is_cards:
            move = ("draw",)
        elif game.phase == "turn" and game.taken < 255:
            move = ("discard", game.hands[game.seat][-1 if style else 0])
        elif game.phase == "turn":
            turns += 1
            picks = style and turns % 3 and game.view(game.seat).can_pick
            move = ("take", "discard" if picks else "pile")
        assert game.apply(move) is None
        if is_cards and "shuffle" in [event[0] for event in game.events]:
            deals.append(bytes(game.pile))
        elif not is_cards and move == ("draw",) and len(game.history) >= 4 + 6 * style:
            game._end(True)
            if game.apply(("go",)) is None:
                deals += [game.draws, bytes(game.pool), *map(bytes, game.racks)]
    return deals


@pytest.mark.parametrize("game_id", games.ids())
def test_the_tiles_of_each_round_hang_on_the_code_alone(game_id):
    for seed in range(30 if game_id == "KR" else 3):
        code, _ = codes.encode(game_id, ["", "easy", "hard"], PLAIN, seed)
        other, _ = codes.encode(game_id, ["", "easy", "hard"], PLAIN, seed + 1)
        first = deals_of(code, 0)
        assert len(first) == 20 and first == deals_of(code, 1)
        assert first[1:4] != deals_of(other, 0)[1:4]


@pytest.mark.long
def test_the_cards_of_8_round_rummy_lie_in_the_order_of_the_code():
    """Which cards are discards hangs on the play, which lies above which does not."""
    for seed in range(3):
        code, _ = codes.encode("ER", ["", "easy"], {}, seed)
        first, second = deals_of(code, 0), deals_of(code, 1)
        assert first[:4] == second[:4] and min(len(first), len(second)) > 6
        for one, other in zip(first[4:], second[4:]):
            both = [card for card in set(one) & set(other) if one.count(card) == other.count(card)]
            assert len(both) > 20
            assert [card for card in one if card in both] == [
                card for card in other if card in both
            ]


def without_age():
    """Return [(game, option, value)] of later values that the rows of the first games do not call
    so."""
    lacks = []
    for game_id in sorted({row[1] for row in WRITTEN_DOWN}):
        rules = catalogue.rules_of(game_id)
        usual = rules.defaults(game_id)
        for name, values, _clause in rules.offered(game_id):
            known = [*FIRST_VALUES.get(name, ()), usual[name]]
            known += [value for option, value in usual.get("later", ()) if option == name]
            lacks += [
                (game_id, name, one) for one in choices.list_values(values) if one not in known
            ]
    return lacks


def test_values_that_came_later_stand_in_the_rows_of_earlier_games(monkeypatch):
    assert without_age() == [], "these pairs go to the end of `later` in the rows of these games"
    more = (*FIRST_OPTIONS, ("hand", (14, 10, 7), "RK-3"))
    monkeypatch.setattr(tile_options, "OPTIONS", more)
    assert without_age() == [(one, "hand", n) for one in ("CR", "KR", "RG", "RK") for n in (10, 7)]


@pytest.mark.parametrize("code, game_id, levels, options, seed", WRITTEN_DOWN)
def test_an_earlier_code_means_what_it_meant(code, game_id, levels, options, seed):
    assert codes.decode(code) == (game_id, levels, options, seed)
    assert codes.encode(game_id, levels, options, seed) == (code, seed)


def test_each_game_says_a_number_of_its_own_and_each_level_stands_in_order_of_age():
    rows = [catalogue.rules_for(game_id) for game_id in catalogue.ORDER]
    numbers = [row["code"] for row in rows]
    assert len(set(numbers)) == len(numbers) and set(numbers) <= set(range(7))
    assert sorted(catalogue.OLD_LEVELS + catalogue.LATER_LEVELS) == sorted(catalogue.LEVELS)
    for row in rows:
        allowed = {
            field[0]: field[1] for field in catalogue.rules_of(row["game"]).offered(row["game"])
        }
        assert all(
            value in choices.list_values(allowed[name]) for name, value in row.get("later", ())
        )


def later_codes(monkeypatch, fields, levels):
    """Return rules.codes of a later version with a further tile game, options and levels, all in
    the middle of their lists. fields, levels: by age."""
    later = [(name, values[1]) for name, values in fields]
    rows = [dict(row, later=[*row.get("later", ()), *later]) for row in FIRST_GAMES]
    rows.insert(1, dict(rows[2], game="MX", name="More", code=5))
    extra = [(name, values, "RK-3") for name, values in reversed(fields)]
    by_strength = ("easy", *reversed(levels), "normal", "hard", "master")
    for module, name, value in (
        (games, "GAMES", tuple(rows)),
        (tile_options, "OPTIONS", FIRST_OPTIONS[:2] + tuple(extra) + FIRST_OPTIONS[2:]),
        (catalogue, "LEVELS", by_strength),
        (catalogue, "LATER_LEVELS", tuple(levels)),
        (catalogue, "ORDER", ("RK", "MX", "RG", "CR", "KR", "ER")),
    ):
        monkeypatch.setattr(module, name, value)
    monkeypatch.setattr(catalogue, "_GAMES", catalogue._rows())
    spec = importlib.util.spec_from_file_location("grown_codes", codes.__file__)
    module_ = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module_)
    return module_


def test_a_game_an_option_and_a_level_more_leave_earlier_codes_alone(monkeypatch):
    hand = ("hand", (14, 10))
    first = later_codes(monkeypatch, [hand], ["expert"])
    written = list(WRITTEN_DOWN)
    for game_id, levels, options in (
        ("MX", ["", "expert"], {"clock": 0}),
        ("RK", ["", "hard"], {"clock": 0, "length": 200, "hand": 10}),
        ("KR", ["", "VERA", "expert"], {"clock": 3, "hand": 10}),
    ):
        code, deal = first.encode(game_id, levels, options, 15)
        assert first.decode(code) == (game_id, levels, options, deal) and deal == 15
        written.append((code, game_id, levels, options, deal))
    second = later_codes(monkeypatch, [hand, ("redeals_max", (9, 3))], ["expert", "novice"])
    for code, game_id, levels, options, seed in written:
        assert second.decode(code) == (game_id, levels, options, seed)
        assert second.encode(game_id, levels, options, seed) == (code, seed)
    options = {"redeals_max": 3, "jokers": 0}
    code, deal = second.encode("RG", ["", "novice"], options, 9)
    assert second.decode(code) == ("RG", ["", "novice"], options, deal)
    assert len({row[0] for row in written} | {code}) == len(written) + 1

"""The one door to the games: what it promises of each of them and of their families."""

import os

import pytest
from conftest import ROOT
from players_help import run

from rules import catalogue
from rules.base import RulesError, finish
from tools import requests
from tools.device import wordtable
from tools.refusals import sentence

TEXTS = wordtable.load(ROOT)
with open(os.path.join(ROOT, "assets", "cards.txt"), encoding="ascii") as lines:
    CARDS = [line.split()[0] for line in lines]

EACH = pytest.mark.parametrize("game_id", catalogue.ORDER)


def test_the_menu_has_the_five_games_in_its_order():
    assert catalogue.ORDER == ("RK", "RG", "CR", "KR", "ER")
    assert [catalogue.title(one) for one in catalogue.ORDER] == [
        "Rummikub",
        "Rummy Gin",
        "Classic Rummy Tiles",
        "Kiran Rummy",
        "8 Round Rummy",
    ]
    assert [catalogue.pieces(one) for one in catalogue.ORDER] == ["tiles"] * 4 + ["cards"]


@EACH
def test_a_game_says_of_itself_what_the_catalogue_says(game_id):
    game = catalogue.new(game_id, 2, 1)
    assert game.pieces == catalogue.pieces(game_id)
    assert game.help == catalogue.rules_of(game_id).HELP


@EACH
def test_an_id_is_two_capital_letters_as_saves_keep_it(game_id):
    assert len(game_id.encode()) == 2 and game_id.isalpha() and game_id.isupper()
    assert catalogue.ORDER.count(game_id) == 1


@EACH
def test_a_game_is_made_seen_kept_and_taken_up_by_its_id(game_id):
    rules = catalogue.rules_for(game_id)
    assert rules["game"] == game_id and rules["name"] == catalogue.title(game_id)
    for seats in range(rules["players_min"], rules["players_max"] + 1):
        game = catalogue.new(game_id, seats, 5)
        assert game.seats == seats and game.round == 1 and game.rules == rules
        assert os.path.exists(os.path.join(ROOT, "lib", "pocket", *game.screen.split(".")) + ".py")
        again = catalogue.load(game_id, game.pack())
        assert again.pack() == game.pack() and type(again) is type(game)
        game.apply(("go",))
        while game.phase == "redeal":
            game.apply(("redeal", False))
        view = game.view(game.seat)
        move = finish(catalogue.players(game_id).choose(catalogue.LEVELS[0], view, 1))
        assert game.apply(move) is None
    for seats in (rules["players_min"] - 1, rules["players_max"] + 1, True, "2"):
        with pytest.raises(RulesError, match="is for 2 to"):
            catalogue.new(game_id, seats, 5)


@EACH
def test_its_options_are_data_that_its_rules_take(game_id):
    games = catalogue.rules_of(game_id)
    plain = games.defaults(game_id)
    for name, allowed, clause in games.offered(game_id):
        assert clause.split("-")[0] in catalogue.ORDER
        row = "sets" if name in ("groups_only", "runs_only", "mixed_runs") else name
        assert row in TEXTS["options"]
        value = plain[name] if plain[name] is not False else True
        assert catalogue.rules_for(game_id, {name: value})[name] == value
        with pytest.raises(RulesError, match=name):
            catalogue.rules_for(game_id, {name: "nonsense"})
    assert game_id in TEXTS["games"] and game_id in CARDS  # its card
    for name in games.HELP + (game_id, "lesson_" + game_id):
        assert os.path.exists(os.path.join(ROOT, "assets", "help", "en", name + ".txt"))


@pytest.mark.parametrize("wrong", ["", "XX", "rk", None, 5])
def test_an_id_that_is_none_is_one_sentence(wrong):
    for ask in (
        catalogue.title,
        catalogue.pieces,
        catalogue.rules_for,
        catalogue.players,
        requests.of,
        lambda game_id: catalogue.new(game_id, 2, 1),
        lambda game_id: catalogue.load(game_id, b""),
    ):
        with pytest.raises(RulesError) as error:
            ask(wrong)
        assert str(error.value) == "There is no game %s; the games are %s." % (
            "null" if wrong is None else wrong,
            ", ".join(catalogue.ORDER),
        )


# Moves that make no sense, in every game and by what it is played with
NO_MOVES = [(), None, 5, "go", (None,), ([],), (5, 6), ("go", 0)]
OF_PIECES = {
    "tiles": [("play",), ("play", [], 1), ("draw", 1), ("timeout",), ("redeal",), ("pass", True)],
    "cards": [("take",), ("take", "pile", 1), ("discard",)],
}


def in_play(game_id):
    """Return a game in its third turn, after one draw of each seat."""
    game = catalogue.new(game_id, 2, 5)
    game.apply(("go",))
    while game.phase == "redeal":
        game.apply(("redeal", False))
    for _ in range(2):
        choose = catalogue.players(game_id).choose
        assert game.apply(finish(choose("easy", game.view(game.seat), 1))) is None
    return game


@EACH
def test_what_is_no_move_is_refused_and_changes_nothing(game_id):
    game = in_play(game_id)
    before = game.pack()
    for move in NO_MOVES + OF_PIECES[game.pieces]:
        with pytest.raises(RulesError, match="^A move is a word and its values.$"):
            game.apply(move)
        assert game.pack() == before


@pytest.mark.long
@EACH
def test_a_spoilt_save_is_refused_in_a_sentence_or_makes_a_game(game_id):
    data = in_play(game_id).pack()
    for bad in [data[:cut] for cut in range(len(data))] + [data + b"\0"]:
        with pytest.raises(RulesError):
            catalogue.load(game_id, bad)
    refused = 0
    for at in range(len(data)):
        for value in {0, 1, data[at] ^ 128, 255} - {data[at]}:
            try:
                catalogue.load(game_id, data[:at] + bytes((value,)) + data[at + 1 :]).check()
            except RulesError as error:
                assert sentence(error).endswith(".")
                refused += 1
    assert refused > len(data)


PACE = 10, 2  # seconds of a person's turn, and of a computer's as it is shown
BETWEEN = 20  # seconds of a round's start and score


@pytest.mark.long
@EACH
def test_a_cards_minutes_are_turns_times_a_persons_pace(game_id):
    """The game that a card offers before it is set up: a person, for whom `normal` plays here, and
    a computer of that level. Cards say five minutes, or a multiple."""
    options = catalogue.short_options(game_id)
    tally = run(game_id, ["normal", "normal"], 1, 1, options, checked=False)
    # in 8 Round Rummy `rounds` are games, of eight
    seconds = (tally.turns * sum(PACE) / 2 + tally.rounds * BETWEEN) / tally.games
    with open(os.path.join(ROOT, "assets", "cards.txt"), encoding="ascii") as lines:
        said = [int(line.split()[1]) for line in lines if line.startswith(game_id)]
    assert said[0] % 5 == 0 and abs(said[0] - seconds / 60) < 4

"""A level more is a word in the catalogue, a row of each family and a name: nothing else knows."""

import importlib
import sys

import pytest
from house_help import furnish, with_english
from play_scene import NAMES
from record_help import play_game, shortest

from rules import catalogue, codes, stats
from rules.eight import players as card_players
from rules.record import notation, reader
from rules.tilegame import players as tile_players
from tools.device import wordtable
from tools.match import sparring
from tools.match.work import Block, Contest, play_block
from tools.place import ROOT

FIVE = ("easy", "normal", "expert", "hard", "master")


@pytest.fixture
def expert(monkeypatch):
    """A fifth level between normal and hard; its name begins as that of easy does."""
    furnish(
        monkeypatch,
        {
            "rules.catalogue": {"LEVELS": FIVE, "LATER_LEVELS": ("expert",)},
            "rules.tilegame.players": {"BY_LEVEL": {**tile_players.BY_LEVEL, "expert": (9, False)}},
            "rules.eight.players": {"BY_LEVEL": {**card_players.BY_LEVEL, "expert": 1}},
        },
        {"expert": "expert"},
    )


@pytest.mark.parametrize("module", [tile_players, card_players])
def test_every_level_has_a_player_in_every_family(module):
    assert set(module.BY_LEVEL) == set(catalogue.LEVELS) >= set(catalogue.OLD_LEVELS)


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_every_level_has_a_name_in_every_language(language):
    texts = with_english(ROOT, language)["choices"]
    assert all(texts[level] for level in catalogue.LEVELS)


def test_a_fifth_level_is_offered_played_and_counted(expert, scene):
    scene("go menus.gamesetup RK")
    scene.screen.seats[1] = "easy"
    scene("choose Players; DOWN DOWN; seated - expert; DOWN UP B START; on startdraw")
    assert scene.session.people[1] == ("expert", "ADA")
    scene("START; wait 3000")
    turns = len(scene.game.moves)
    scene("off; choose Continue")  # its save and its settings are kept
    assert scene.session.people[1] == ("expert", "ADA")
    assert len(scene.game.moves) >= turns
    scene.game.racks[0] += scene.game.pool[8:]  # the pool is nearly empty
    del scene.game.pool[8:]
    scene("draw_until_the_end; off; choose Statistics; says easy: 0 of 0; says hard: 0 of 0")
    assert scene.settings.seats("RK") == ["", "expert"]
    assert [row[:4] for row in scene.screen.stats.rows] == [["RK", "expert", 1, 0]]
    assert stats.Stats(scene.app.store.load("stat")).row("RK", "expert")[2] == 1


@pytest.mark.parametrize("game_id", ("RK", "ER"))
def test_its_rounds_are_recorded_and_read_back(expert, game_id):
    records, game = play_game(game_id, ("expert", "normal"), 3, shortest(game_id))
    record = reader.Record(notation.packed(game, [("expert", NAMES[0]), ("", NAMES[1])]))
    assert record.people == [("expert", NAMES[0]), ("", NAMES[1])]
    assert reader.Record(records[0]).people[0][0] == "expert"


def test_codes_of_before_mean_the_same_levels(expert, monkeypatch):
    levels = ["", "hard", "easy", "VERA"]
    before = codes.encode("RK", levels, {}, 5)[0]
    monkeypatch.setitem(sys.modules, "rules.codes", codes)
    monkeypatch.delitem(sys.modules, "rules.codes")
    new = importlib.import_module("rules.codes")
    assert new.decode(before)[1] == levels
    assert new.decode(new.encode("RK", ["", "expert"], {}, 5)[0])[1] == ["", "expert"]


def test_match_plays_it_by_its_own_name(expert):
    assert sparring.find_unknown("RK", "expert") is None
    contest = Contest("RK", {"length": 1}, ("expert", "easy"), 2, 5)
    tally = play_block(contest, Block(0, 0, 1), True, False)[1]
    assert tally.failures == [] and set(tally.wins) == {"expert", "easy"}

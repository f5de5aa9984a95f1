"""A third family of games, tests/toyfamily, is its package and a row of the catalogue."""

import ast
import importlib
import os
import sys

import pytest
from conftest import ROOT
from house_help import furnish
from pocket.app import draw, flow
from pocket.ui import pictures
from screens_help import choose, handheld, page, put, screen
from toyfamily import game as toy

from rules import catalogue, stats
from rules.record import notation, reader
from tools import replay, requests
from tools.match.work import Block, Contest, play_block
from tools.soak import drive

with open(os.path.join(ROOT, "rules", "family.pyi"), encoding="utf-8") as _file:
    KINDS = {node.name: node for node in ast.parse(_file.read()).body if hasattr(node, "name")}


def named(kind):
    """Return the names that a class of the interface declares."""
    names = {getattr(item, "name", "") for item in KINDS[kind].body}
    names |= {item.target.id for item in KINDS[kind].body if isinstance(item, ast.AnnAssign)}
    return names - {""}


ASKED = named("Game")
ELSEWHERE = tuple(os.path.join(ROOT, room, "") for room in ("lib", "rules", "tools"))


@pytest.fixture
def asked(monkeypatch):
    """Yield the names that code outside of the family has asked its games for: no others than the
    interface declares."""
    names = set()
    get = toy.Game.__getattribute__

    def ask(game, name):
        if (
            name[:2] != "__"
            and type(game) is toy.Game
            and sys._getframe(1).f_code.co_filename.startswith(ELSEWHERE)
        ):
            names.add(name)
        return get(game, name)

    monkeypatch.setattr(toy.Game, "__getattribute__", ask)
    yield names
    assert names <= ASKED | {"instant_winner"}  # it has no racks


@pytest.fixture
def third(monkeypatch, asked):
    """The catalogue with a family more, where the device finds its screen, too."""
    rows = {"rules.catalogue": {"FAMILIES": catalogue.FAMILIES + (("toyfamily", "coins"),)}}
    monkeypatch.setattr(catalogue, "FAMILIES", rows["rules.catalogue"]["FAMILIES"])
    rows["rules.catalogue"]["_GAMES"] = catalogue._rows()
    rows["rules.catalogue"]["ORDER"] = catalogue.ORDER + ("HP", "HR")
    toys = os.path.join(ROOT, "tests", "toyfamily")
    monkeypatch.syspath_prepend(os.path.join(toys, "lib"))
    monkeypatch.setattr(requests, "__path__", [*requests.__path__, os.path.join(toys, "requests")])
    furnish(monkeypatch, rows)


def play_first_turn(sim):
    """Begin the family's game from the menu and play the person's first turn; return its heap."""
    sim.app.settings.set_up("HP", ["", "normal"], {})
    choose(sim, "Play")
    sim.press("LEFT", "LEFT")
    count = len(catalogue.ORDER)
    assert sim.app.screen.game_id == "HP" and page(sim).startswith("Heap ")
    assert "%d/%d" % (count - 1, count) in page(sim)
    sim.press("A", rest=100)
    assert screen(sim) == "startdraw" and "left" not in page(sim)  # nothing moved there
    sim.press("A", rest=300)
    assert screen(sim) == "toyscreen" and "coins " in page(sim)
    sim.press("A", rest=300)
    return sim.app.session.game.heap


def play_on_to_the_sheet(sim):
    """Play the rest of the game up to its score sheet; return the finished game."""
    for _ in range(4):
        if screen(sim) == "toyscreen":
            sim.press("A", rest=400)
    to_the_sheet(sim)
    game = sim.app.session.game
    assert screen(sim) == "score" and game.phase == "over"
    assert sim.app.screen.table[0][1:] == ["1"]
    assert "end" in page(sim) and "coach" not in page(sim)  # the family has no coach
    return game


def test_a_third_family_plays_from_the_menu_to_the_score_sheet(third, tmp_path, capsys):
    with handheld(tmp_path) as sim:
        heap = play_first_turn(sim)
        sim.app.session.game.phase = "call"  # a phase that only this family has
        flow.show(sim.app)
        sim.wait(300)
        assert screen(sim) == "toyscreen"
        pictures.show(sim.app.screen.panel, 4, 20, "c1 c2", "coins")  # its help draws none
        sim.app.session.game.phase = "turn"
    with handheld(tmp_path) as sim:  # the game is in its save
        sim.wait(2000)
        assert sim.app.art.shown == draw.BIG
        choose(sim, "Continue", rest=300)
        assert screen(sim) == "toyscreen" and sim.app.session.game.heap == heap
        game = play_on_to_the_sheet(sim)
        from pocket.saves import roundsfile

        (record_bytes,) = roundsfile.all_of(sim.app.store)
        statistics = roundsfile.statistics(sim.app)
    assert statistics.rows[0][:4] == ["HP", "normal", 1, game.totals[0]]
    assert statistics.sum(stats.BEST) == 3  # coins in one turn
    record = reader.Record(record_bytes)
    assert len(record.moves) == len(game.moves) // 2
    assert reader.check(record).totals == record.scores
    (tmp_path / "heap.txt").write_bytes(record_bytes)
    assert replay.main([str(tmp_path / "heap.txt")]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Heap: ") and printed.count(" takes ") == len(record.moves)
    assert replay.main([str(tmp_path / "heap.txt"), "--check"]) == 0


def to_the_sheet(sim):
    """Play on until the score sheet shows."""
    for _ in range(30):
        if screen(sim) == "score":
            return
        sim.press("A", rest=1500)
    raise AssertionError("The game does not end.")


def test_a_family_is_asked_for_all_that_the_catalogue_says(third, asked, tmp_path):
    with handheld(tmp_path) as sim:
        game = catalogue.new("HP", 3, 1)
        put(sim, game, [("", "ANNA"), ("", "BO"), ("easy", "C")])
        sim.press("A", rest=300)
        assert screen(sim) == "handover"
        sys.modules.pop("toyfamily.late", None)
        sim.press("START", rest=500)
        assert "toyfamily.late" in sys.modules  # at rest
        choose(sim, "Rules", rest=800)
        assert screen(sim) == "failed" and "no help text HP" in sim.app.screen.text
        sim.press("B", rest=300)
        assert screen(sim) == "handover"
        to_the_sheet(sim)
        sim.press("LEFT")  # there is no coach
        sim.press("START", rest=300)  # once more
        assert screen(sim) == "startdraw" and sim.app.session.game is not game
        put(sim, catalogue.new("HP", 2, 1), [("", "ANNA"), ("easy", "C")])
    with handheld(tmp_path) as sim:
        choose(sim, "Continue")
        to_the_sheet(sim)
    play_block(Contest("HP", None, ("hard", "easy"), 1, 1), Block(0, 0, 1), True, False)
    assert ASKED - asked == set()
    for game_of_catalogue in (catalogue.new(name, 2, 1) for name in catalogue.ORDER):
        assert [name for name in ASKED if not hasattr(game_of_catalogue, name)] == []
        assert hasattr(game_of_catalogue, "instant_winner") == (not game_of_catalogue.racks)


def test_a_game_of_several_rounds_without_racks_has_its_sheet(third, tmp_path):
    with handheld(tmp_path) as sim:
        put(sim, catalogue.new("HR", 2, 1), [("", "ANNA"), ("easy", "BO")])
        to_the_sheet(sim)
        assert sim.app.session.game.phase == "round"
        sheet = page(sim)
        assert "next round" in sheet and not any(word in sheet for word in ("info", "coach"))
        assert [column[1] for column in sim.app.screen.table[1:]] in (["1", "-"], ["-", "1"])
        sim.press("SELECT")
        assert page(sim) == sheet  # there are no racks to see
        sim.press("START", rest=100)
        choose(sim, "Scores")
        assert screen(sim) == "score" and "Two Heaps" in page(sim)
        sim.press("B", rest=100)
        choose(sim, "Go on", rest=700)  # the A that leads there is no answer
        sim.press("A", rest=300)
        to_the_sheet(sim)
        assert sim.app.session.game.phase == "over" and "end" in page(sim)
        from pocket.saves import roundsfile

        assert len(list(roundsfile.all_of(sim.app.store))) == 2
        assert roundsfile.statistics(sim.app).rows[0][:3] == ["HR", "easy", 2]


def test_a_turn_of_its_lessons_is_its_own_game(third, tmp_path):
    told = {"heap": "8", "hint": "Put two coins there."}
    with handheld(tmp_path) as sim:
        sim.app.go("games.makegame", "learn.lesson", "lesson", "HP", told, ("HP", 1))
        sim.wait(300)
        assert screen(sim) == "toyscreen" and sim.app.session.game.hint == told["hint"]
        sim.press("START", rest=100)
        assert "Heap, lesson" in page(sim)
        choose(sim, "Go on", rest=100)
        sim.press("A", rest=300)
        assert sim.app.session.game is None and screen(sim) == "lesson"


def test_match_plays_its_levels(third):
    contest = Contest("HP", None, ("hard", "easy"), 8, 1)
    tally = play_block(contest, Block(0, 0, 4), True, False)[1]
    assert tally.failures == [] and tally.wins == {"hard": 8, "easy": 0}
    assert tally.games == tally.rounds == 8
    # Hard leaves eight and then four: five turns if hard begins, otherwise six.
    assert tally.lengths == {5: 4, 6: 4} and tally.turns == 44


def test_nothing_outside_of_its_package_knows_it(third):
    game = catalogue.new("HP", 2, 1)
    assert game.pieces == catalogue.pieces("HP") == "coins"
    assert importlib.import_module("toyfamily.record").names() == []
    assert not drive._nearly_over(game)  # it has no racks
    assert notation.packed(game, [("", "A"), ("easy", "B")]).startswith(b"PocketRummy/1 HP\n")

"""A search that memory has cut short is told as one; nothing it has not proved is told as true."""

import sys

import play_scene
import pytest
from broken import Broken
from house_help import FINISHED
from play_scene import Hands
from screens_help import put, screen, show
from test_screens_again import ROUNDS, box, done, foot, head, kept
from test_screens_mended import PEOPLE, TABLE, ask, begin, until_seat

from rules.record import coach, reader
from rules.slices import finish
from tools.device import wordtable
from tools.place import ROOT

LAYERS = "rules.solver.layers_fast", "FastLayers.advance", MemoryError()
PARTED = ["o3 o4 o5 o6 o7", "r3 r4 r5 r6 r7"]  # a 5 goes into the middle alone
NEW = {"coach": ("least", "unsure", "cut")}
NEW["play"] = ("hint_unsure", "passed_unsure", "passes_unsure")


def reviewed():
    turns = []
    finish(coach.review(reader.Record(ROUNDS[1]), 1, turns.append))
    return turns


def test_the_coach_says_where_more_may_have_been_possible(sim):
    turns = reviewed()
    kept(sim, ROUNDS[1])
    with Broken(*LAYERS) as broken:
        show(sim, "alone.coach", 0)
        shown = done(sim)
        assert broken.calls >= len(turns)
    told = set()
    for i in range(len(turns)):
        shown = sim.app.screen
        laid, best = turns[shown.index].tiles, turns[shown.index].best.tiles
        found = shown.turns[shown.index]
        text = foot(sim)
        told.add(text)
        if found.better is not None:  # sets of the rack and additions: a legal play, not the best
            assert text == "Laid %d, possible: %d or more" % (laid, laid + found.more)
            assert laid + found.more <= best
        else:
            assert text in ("Laid %d, more may fit" % laid, "You laid %d" % laid)
            assert text != "You laid %d" % laid or laid == best
        sim.press("RIGHT")
    assert len(told) > 2 and not sim.failure


def test_what_the_coach_keeps_of_a_turn_is_moved_before_the_next_search(sim, monkeypatch):
    """Scattered it left later searches no piece: of the longest game's turns four were unsure."""
    kept(sim, ROUNDS[1])
    sim.app.go("alone.coach", 0)
    sim.wait(5)
    seen = sys.modules["pocket.alone.coach"].Seen
    answered, settle = seen.answered, seen.settle
    order = []
    monkeypatch.setattr(seen, "answered", lambda *given: (order.append("a"), answered(*given)))
    monkeypatch.setattr(seen, "settle", lambda turn: (order.append("s"), settle(turn)))
    done(sim)
    many = len(reviewed())
    assert order[: 2 * many] == ["a", "s"] * many


@pytest.mark.parametrize("turn", [0, 1, 7])
def test_the_coach_starts_anew_and_knows_what_a_desktop_does(sim, turn):
    """... and what it knew of the turns before."""
    turns = reviewed()
    kept(sim, ROUNDS[1])
    show(sim, "alone.coach", 0)
    while sim.app.screen.done < turn or not sim.app.screen.asked:
        sim.wait(1)
    with Broken("rules.solver.problem", "Problem.__init__", MemoryError(), 1) as broken:
        shown = done(sim)
        assert broken.calls == 1
    assert sim.reloads == 1
    assert [turn.sure for turn in shown.turns] == [True] * len(turns)
    assert [turn.more for turn in shown.turns] == [turn.more for turn in turns]
    assert all((turn.better is None) == (not turn.more) for turn in shown.turns)


def test_the_coach_goes_on_behind_a_turn_that_has_no_answer(sim):
    """Out of memory where the search does not look for it: the program starts anew and asks once
    more, then goes on without."""
    turns = reviewed()
    kept(sim, ROUNDS[1])
    with Broken("rules.solver.problem", "Problem.__init__", MemoryError(), 2):
        show(sim, "alone.coach", 0)
        shown = done(sim)
    assert sim.reloads == 1
    assert [turn.sure for turn in shown.turns] == [False] + [True] * (len(turns) - 1)
    assert [turn.more for turn in shown.turns[1:]] == [turn.more for turn in turns[1:]]
    while shown.index:
        sim.press("RIGHT")
    assert foot(sim) == "Laid %d, more may fit" % turns[0].tiles


@pytest.mark.parametrize(
    "where", [("rules.record.reader", "Record.__init__"), ("rules.tilegame.record", "after")]
)  # at once; at the first play
def test_a_replay_without_memory_is_told_and_what_is_there_is_shown(sim, where):
    kept(sim, ROUNDS[1])
    with Broken(*where, MemoryError()):
        show(sim, "alone.coach", 0)
        shown = done(sim)
    assert box(sim) == "Memory ran out: not all of your turns are here."
    turns = reviewed()
    replay = reader.Replay(reader.Record(ROUNDS[1]))
    while where[1] == "after" and replay.step().word != "play":
        pass
    known = [turn for turn in turns if turn.step.number < replay.made]
    assert [turn.more for turn in shown.turns] == [turn.more for turn in known]
    sim.press("B", rest=200)
    assert screen(sim) == "lastrounds"


def test_the_coach_tells_how_far_it_is_and_leaves_at_any_moment(sim):
    kept(sim, ROUNDS[1])
    many = len(reviewed())
    sim.app.go("alone.coach", 0)
    told = [""]
    while len(told) < 3 or sim.app.screen.busy:
        sim.wait(5)
        if told[-1] != head(sim):
            told.append(head(sim))
    assert told[1] == "Your turns: 0/0"
    assert len([text for text in told if text.endswith("/%d" % many)]) > many // 2
    for moment in range(0, 400, 40):
        show(sim, "alone.coach", 0)
        sim.wait(moment)
        sim.press("B", rest=100)
        assert screen(sim) == "lastrounds"


def test_the_round_that_is_over_is_put_away_while_the_coach_works_and_comes_back(sim):
    game = play_scene.position(TABLE, "r9", others="k9")
    game._end(True)
    begin(sim, game, PEOPLE)
    assert screen(sim) == "score"
    before = sim.app.sitting.game.pack()
    sim.press("LEFT", rest=50)
    assert screen(sim) == "coach" and sim.app.sitting.game is None
    done(sim)
    assert sim.app.sitting.game is None
    sim.press("B", rest=300)
    assert screen(sim) == "score" and sim.app.sitting.game.pack() == before
    sim.press("A", rest=300)
    assert sim.app.sitting.game.phase == "start" and not sim.failure


def test_a_hint_that_was_cut_short_forbids_nothing(sim):
    put(sim, play_scene.position(PARTED, "o5 r12 b2"), PEOPLE)
    hand = Hands(sim)
    with Broken(*LAYERS):
        ask(sim)
        sim.wait(3000)
    assert hand.screen.message == "No play found. There may be one."
    hand.press("START", "A")
    assert until_seat(sim, 0, sim.app.sitting.game) == []
    ask(sim)
    sim.wait(3000)
    assert hand.screen.message != "No play found. There may be one."


def test_kr_10_a_pass_behind_a_search_that_was_cut_short_is_told(sim):
    game = play_scene.position(PARTED, "o5 k13", game_id="KR", seats=3, others="r5 k11", pool=0)
    put(sim, game, PEOPLE + [("easy", "CYD")])
    hand = Hands(sim)
    told = set()
    with Broken(*LAYERS):
        hand.press("START", "A")
        for _ in range(100):
            sim.wait(100)
            if sim.app.screen is None or screen(sim) == "restart":  # the program starts anew
                continue
            game = sim.app.sitting.game
            if screen(sim) == "play":
                told.add(sim.app.screen.message)
                if sim.app.screen.box:
                    told.add(box(sim))
            if game.phase != "turn" and screen(sim) == "score":
                break
            if game.passes == 2:
                sim.press("A")
    assert "You passed. Not every play could be tried." in told
    assert "BOB passes. Not every play could be tried." in told


def test_kr_10_a_pass_that_is_proved_is_told_as_before(sim):
    game = play_scene.position(TABLE, "b9 k13", game_id="KR", others="b11 k11", pool=0)
    assert not game.can_play() and not game.unproved
    assert game.apply(("pass",)) is None


def test_each_finished_language_has_these_sentences_of_its_own():
    english = wordtable.load(ROOT)
    for language in FINISHED:
        table = wordtable.load(ROOT, language)
        for section, names in NEW.items():
            for name in names:
                assert table[section][name] and table[section][name] != english[section][name]

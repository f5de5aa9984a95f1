"""The card table of 8 Round Rummy: turns by keys, texts, what may be seen, pictures."""

import sys

import pytest
from cardrounds import DULL, code, hand
from pocket.eight import cards as card_art
from pocket.games import seatcounts
from words_eight import (
    EMPTY,
    _dropped,
    _page,
    _part,
    card_at,
    computer_turn,
    deal,
    hand_shown,
    key_line,
    mark_at,
    news,
    paper,
    put_down,
    shows_hand,
    usual_cards,
)

from rules import base
from rules.eight import cards, players
from rules.eight import game as eight

ANNA, BO, CLEO = ("", "ANNA"), ("hard", "BO"), ("normal", "CLEO")
STEP_MS = 150  # of a card on its way, at the pace that is set at first


# -- hints


def thought(game):
    """Return what the hint says of this position."""
    return base.finish(players.hint(game.view(game.seat)))


def test_a_held_key_is_a_hint_and_the_cursor_goes_there(scene):
    usual_cards(scene, "")
    game = scene.game
    before = bytes(game.hands[0])
    pile = "discard pile" if thought(game)[1] == "discard" else "draw pile"
    scene.sim.hold("SELECT", 700, rest=3000)
    assert bytes(game.hands[0]) == before and game.taken == eight.NONE  # neither sorted nor played
    scene("says Take from the %s. Hints left: 2" % pile)
    assert scene.part.index == (card_art.TOP if pile == "discard pile" else card_art.PILE)
    scene("A")
    best = thought(game)
    scene.sim.hold("SELECT", 700, rest=3000)
    paper(scene, "Discard this one.")
    assert best[0] == "discard" and game.hands[0][scene.part.index] == best[1]
    assert "rules.eight.players" not in sys.modules


def a_turn(scene):
    """Draw and discard at seat 0, and wait for its next turn."""
    scene.sim.press("START", rest=600)
    while scene.screen.serves[scene.part.index]:
        scene.sim.press("LEFT")
    put_down(scene, "START")
    for _ in range(60):
        if _part(scene) != "Turn" or scene.game.seat:
            scene.sim.press("A", rest=100)


def test_three_turns_of_a_round_have_a_hint_and_each_counts_once(scene, monkeypatch):
    """The next round has three again: see the case of a round that is won."""
    monkeypatch.setattr(cards, "fits", lambda goal, codes: False)  # no seat wins a round
    deal(scene, "%s for ANNA BO/easy open b^5 round 5" % DULL)
    for turn in range(3):
        for left in ((" Hints left: 2", " Hints left: 1", " Last hint.")[turn], ""):
            scene.sim.hold("SELECT", 700, rest=3000)
            said = scene.boxed() or _page(scene)
            assert said.split()[0] in ("Take", "Discard") and said.endswith("." + left)
        assert seatcounts.hints(scene.session) == turn + 1
        a_turn(scene)
    scene.sim.hold("SELECT", 700, rest=100)
    paper(scene, "... No hints left this round")
    key_line(scene, "take")  # not "Sorted by the goal"


# -- a discard


@pytest.mark.parametrize("place", [6, 7])
def test_b_takes_the_discard_back_until_the_next_player_moves(scene, place):
    usual_cards(scene, "")
    game, view, sim = scene.game, scene.screen, scene.sim
    sim.press("A", rest=600)
    card = game.hands[0][place]
    empty_place = view.hand, place
    for _ in range(2):
        view.part.index = place
        sim.press("A", rest=600)
        assert card_at(view.piles, card_art.TOP) == card
        key_line(scene, "take back")
        assert card_at(*empty_place) == EMPTY
        sim.press("B")
        assert card in game.hands[0] and game.taken != eight.NONE and game.seat == 0
        assert card_at(*empty_place) == card
        assert card_at(view.piles, card_art.TOP) == code("r#2")
        sim.wait(2000)
        assert _part(scene) == "Turn"
    put_down(scene, "A")
    assert _dropped(game) == card


def test_a_won_round_is_told_while_its_cards_light_up(scene):
    deal(scene, "wins for ANNA BO/hard open ro6")
    put_down(scene, "RIGHT A LEFT A")
    assert scene.game.won[0] == 0
    news(scene, "You win round 1! 1 point for these cards")
    assert sorted(hand_shown(scene)) == sorted(hand("r^1 * * ro4 r#5 r^7 ro6"))
    table = scene.screen
    assert table.round == 1 and table.goal.grid.hidden
    lit = set()
    for _ in range(80):
        scene.sim.wait(50)
        bright = [i for i in range(7) if mark_at(table.hand, i) == card_art.PICKED]
        assert len(bright) <= 1
        lit.update(bright)
    assert lit == set(range(7))
    assert [mark_at(table.hand, i) for i in range(7)] == [card_art.GOOD] * 7
    scene("A")
    scene.runs("Watch")
    assert table.round == 2 and not table.goal.grid.hidden
    shows_hand(scene)


# -- a computer's turn


def test_a_computers_cards_go_before_ones_eyes(scene):
    computer_turn(scene)
    game, watch = scene.game, scene.part
    places, faces = [], []
    for _ in range(40):
        if watch.ends_at:
            break
        if watch.step:
            places.append(watch.card.group.x)
            faces.append(card_at(watch.card, 0))
        scene.sim.wait(STEP_MS // 3)
    assert game.seat == 2 and len(set(places)) == 3  # the same steps each way
    to_seat = places[: faces.count(faces[0])]
    if game.from_pile:
        assert faces[0] == card_art.BACK  # what was drawn is not shown
    assert to_seat == sorted(to_seat, reverse=True)
    assert places[len(to_seat) :] == sorted(places[len(to_seat) :])
    assert faces[-1] == game.discards[-1]
    assert card_at(scene.screen.piles, card_art.TOP) == game.discards[-1]
    assert "BO" in _page(scene) and "discarded" in _page(scene)


def test_the_card_goes_at_the_pace_that_is_set_and_any_key_hurries_it(scene):
    durations = []
    for speed in (1, 2, 3):
        scene.settings.set("speed", speed)
        computer_turn(scene)
        view, app = scene.screen, scene.app
        start = app.now()
        while not view.part.ends_at:
            scene.sim.wait(10)
        durations.append(app.now() - start)
        landed = app.now()
        while view.actor == 1:
            scene.sim.wait(10)
        durations.append(app.now() - landed)
    assert durations[0] > durations[2] > durations[4] and durations[1] > durations[3] > durations[5]
    scene.settings.set("speed", 2)
    computer_turn(scene)
    view = scene.screen
    start = scene.app.now()
    while view.actor == 1:
        scene.sim.press("RIGHT" if not view.part.ends_at else "A")
    assert scene.app.now() - start < 6 * STEP_MS

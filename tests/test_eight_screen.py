"""The card table of 8 Round Rummy: turns by keys, texts, what may be seen, pictures."""

import sys

import pytest
import vm_selftest as selftest
from cardrounds import DULL, code, hand, standing
from conftest import ROOT
from pocket.eight import cards as card_art
from pocket.eight import eightscreen
from pocket.games import seatcounts
from screens_help import BOARDS
from words_eight import (
    MINE,
    NOBODY,
    OTHERS,
    _dropped,
    _page,
    _part,
    card,
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
from tools.device import wordtable

ANNA, BO, CLEO = ("", "ANNA"), ("hard", "BO"), ("normal", "CLEO")
STEP_MS = 150  # of a card on its way, at the pace that is set at first


# -- words of the cases


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("many", [2, 6])
def test_the_line_of_keys_says_in_every_language_that_start_draws(scene, board, many):
    """From the pile, wherever the cursor is: a hint to take the open card was lost."""
    scene.board(board)
    deal(scene, "wins for ANNA%s open ro6" % (" FLORIAN/easy" * (many - 1)))
    for language in wordtable.languages(ROOT):
        scene.speak(language)
        scene.part._point()
        draw = wordtable.signed(wordtable.shown(ROOT, language)["play"]["draw"])
        keys = scene.screen.table.keys_line.text
        assert draw in keys and "..." not in keys, language


# -- hints


def thought(game):
    """What the hint says of this position."""
    return base.finish(players.hint(game.view(game.seat)))


def test_a_held_key_is_a_hint_and_the_cursor_goes_there(scene):
    usual_cards(scene, "")
    game = scene.game
    before = bytes(game.hands[0])
    pile = "discard pile" if thought(game)[1] == "discard" else "draw pile"
    scene.sim.hold("SELECT", 700, rest=3000)
    assert bytes(game.hands[0]) == before and game.taken == eight.NONE  # neither sorted nor played
    paper(scene, "Take from the %s." % pile)
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
    while scene.screen.table.serves[scene.part.index]:
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
        for _ in range(2):
            scene.sim.hold("SELECT", 700, rest=3000)
            assert _page(scene).split()[0] in ("Take", "Discard")
        assert seatcounts.hints(scene.session) == turn + 1
        a_turn(scene)
    scene.sim.hold("SELECT", 700, rest=100)
    paper(scene, "... No hints are left")
    key_line(scene, "take")  # not "Sorted by the goal"


# -- a discard


@pytest.mark.parametrize("place", [6, 7])
def test_b_takes_the_discard_back_until_the_next_player_moves(scene, place):
    usual_cards(scene, "")
    game, shown, sim = scene.game, scene.screen, scene.sim
    sim.press("A", rest=600)
    one = game.hands[0][place]
    there = (shown.table.piles, card_art.NEW) if place == 7 else (shown.table.hand, place)
    choose = ["A", "A"] if shown.table.serves[place] else ["A"]
    for _ in range(2):
        shown.part.index = place
        sim.press(*choose, rest=600)
        assert card_at(shown.table.piles, card_art.TOP) == one
        key_line(scene, "take back")
        assert card_at(*there) == NOBODY
        sim.press("B")
        assert one in game.hands[0] and game.taken != eight.NONE and game.seat == 0
        assert card_at(*there) == one
        assert card_at(shown.table.piles, card_art.TOP) == code("r#2")
        sim.wait(2000)
        assert _part(scene) == "Turn"
    put_down(scene, " ".join(choose))
    assert _dropped(game) == one


# -- what the table shows


def story(game, viewer, short=False):
    """The story as text, A, B, C for seats; a card as its text. A handheld must run."""
    from pocket.ui import words

    out = []
    for number, seat, codes, value in eightscreen.lines(game, viewer, short):
        out.append(words.say(number, "ABC"[seat], *([cards.text(one) for one in codes] or [value])))
    return out


def test_the_story_leaves_out_ones_own_turns_and_nothing_else(sim):
    game = standing([MINE] + OTHERS[:2], "r#2", round_=5)
    game.apply(("take", "discard"))
    game.apply(("discard", code("<>")))
    game.apply(("take", "pile"))
    assert story(game, 0) == ["C: new hand", "B drew"]
    game.apply(("discard", code("b^1")))
    assert story(game, 0) == ["C: new hand", "B drew, discarded b^1"]
    assert story(game, 0, True) == ["C: new hand", "B drew", "discarded b^1"]
    mine = "A took r#2, discarded <>"
    assert story(game, 1) == [mine, "C: new hand"]
    assert story(game, None) == [mine, "C: new hand", "B drew, discarded b^1"]


def test_a_hand_turned_in_is_told_though_cards_were_shuffled_for_it(sim):
    game = standing([MINE] + OTHERS[:2], "r#2", round_=5)
    game.discards = game.pile[3:] + game.discards
    game.pile = game.pile[:3]
    game.apply(("take", "pile"))
    game.apply(("discard", code("<>")))
    assert story(game, 0) == ["C: new hand", "Cards shuffled"]


def fits(page):
    """Assert that no line of the page is wider than it, nor a small card off it."""
    assert all(page.font.measure(text) <= page.w for text in page.texts), page.texts
    for mini in page.pairs:
        assert mini.hidden or page.x < mini.x <= page.x + page.w - page.minis.w


@pytest.mark.parametrize("board", BOARDS)
def test_every_line_fits_the_page(scene, board):
    scene.board(board)
    deal(scene, "mine for WWWWWWW WWWWWWW/hard BO/hard open r#2 round 5")
    page = scene.screen.table.page
    page.grid.hidden = False
    scene.game.log = selftest.game("ER", ["hard", "easy", "hard"], 0, 9999)[1].log
    for back in range(40):
        page.show(False, back)
        fits(page)


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_a_line_without_cards_fits_a_narrow_page(scene, language):
    scene.speak(language)
    deal(scene, "mine for WWWWWWW%s open r#2 round 5" % (" BOBBY/hard" * 5))
    page = scene.screen.table.page
    for kind in (eight.WON, eight.NOBODY, eight.SHUFFLED, eight.REVERSED):
        scene.game.log = bytearray((kind, 0, 0 if kind == eight.REVERSED else 8))
        page.show(True)
        assert any(page.texts)
        fits(page)


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pybadge"])
def test_a_discard_above_another_line_of_a_narrow_page_has_a_name(scene, board):
    scene.board(board)
    deal(scene, "mine for ANNA BO/hard%s open r#2 round 5" % (" EVE/hard" * 4))
    shown, game = scene.screen.table.page, scene.game
    game.log = bytearray((eight.DREW, 5, 0, eight.DISCARDED, 5, cards.REVERSE))
    shown.show(True)
    assert [text.strip() for text in shown.texts] == ["EVE drew", "discarded"]
    game.log += bytearray((eight.REVERSED, 5, 1))
    shown.show(True)
    assert [text.strip() for text in shown.texts] == ["EVE:", "BO: new hand"]
    assert not shown.pairs[0].hidden


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pajenicko_picopad"])
def test_the_news_of_a_round_that_a_reverse_wins_fit_the_paper(scene, board, language):
    """Four sentences, on the smallest display, too."""
    scene("board %s; speak %s" % (board, language))
    hands = "r^1 r^2 b^3 b^4 b^5 b^6 <>, %s, %s" % (OTHERS[0], OTHERS[2])
    deal(scene, "%s for ANNA BO/hard CLEO/normal open r^7 round 6" % hands)
    scene("RIGHT A")
    card(scene, "<>")
    scene.sim.wait(600)
    put_down(scene, "A")
    scene.runs("News")
    table, grids = scene.screen.table, list(scene.part.group)
    assert scene.game.round == 7 and len(grids) > 3 and grids[0].y >= table.top
    for grid in grids:
        assert grid.y + grid.height * grid.tile_height <= table.low
        assert grid.x >= 0 and grid.x + grid.width * grid.tile_width <= scene.app.w


def test_a_won_round_is_told_while_its_cards_shine(scene):
    deal(scene, "wins for ANNA BO/hard open ro6")
    put_down(scene, "RIGHT A LEFT A")
    assert scene.game.won[0] == 0
    news(scene, "You win round 1! 1 point with these cards Round 2: all one shape")
    assert sorted(hand_shown(scene)) == sorted(hand("r^1 * * ro4 r#5 r^7 ro6"))
    table = scene.screen.table
    assert table.round == 1 and table.middle.hidden
    row, shone = table.hand, set()
    for _ in range(80):
        scene.sim.wait(50)
        bright = [i for i in range(7) if mark_at(row, i) == card_art.PICKED]
        assert len(bright) <= 1 and all(row.grids[i].y < 0 for i in bright)
        shone.update(bright)
    assert shone == set(range(7))
    assert [mark_at(row, i) for i in range(7)] == [card_art.GOOD] * 7
    assert all(grid.y == 0 for grid in row.grids)
    scene("A")
    scene.runs("Watch")
    assert table.round == 2 and not table.middle.hidden
    shows_hand(scene)


# -- a computer's turn


def test_a_computers_cards_go_before_ones_eyes(scene):
    computer_turn(scene)
    game, watch = scene.game, scene.part
    places, faces = [], []
    for _ in range(40):
        if watch.until:
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
    assert card_at(scene.screen.table.piles, card_art.TOP) == game.discards[-1]
    assert "BO" in _page(scene) and "discarded" in _page(scene)


def test_the_card_goes_at_the_pace_that_is_set_and_any_key_hurries_it(scene):
    took = []
    for speed in (1, 2, 3):
        scene.settings.set("speed", speed)
        computer_turn(scene)
        shown, app = scene.screen, scene.app
        began = app.now()
        while not shown.part.until:
            scene.sim.wait(10)
        took.append(app.now() - began)
        rest = app.now()
        while shown.actor == 1:
            scene.sim.wait(10)
        took.append(app.now() - rest)
    assert took[0] > took[2] > took[4] and took[1] > took[3] > took[5]
    scene.settings.set("speed", 2)
    computer_turn(scene)
    shown = scene.screen
    began = scene.app.now()
    while shown.actor == 1:
        scene.sim.press("RIGHT" if not shown.part.until else "A")
    assert scene.app.now() - began < 6 * STEP_MS


def test_left_shows_what_happened_before(scene):
    computer_turn(scene)
    scene.runs("Turn")
    scene("wait 600; A; wait 600")
    shown = scene.screen
    shown.part.index = [one for one in range(7) if not shown.table.serves[one]][0]
    put_down(scene, "A")
    if _part(scene) == "News":
        put_down(scene, "A")
    watch = shown.part
    while not watch.until:
        scene.sim.wait(20)
    last_page = _page(scene)
    key_line(scene, "before")
    scene("LEFT")
    assert _page(scene) != last_page
    key_line(scene, "after")
    scene("wait 5000")
    assert shown.part is watch  # it waits for a key
    scene("RIGHT")
    assert _page(scene) == last_page
    scene("A")
    assert shown.part is not watch


# -- pictures

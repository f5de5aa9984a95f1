"""The card table of 8 Round Rummy: turns by keys, texts, what may be seen, pictures."""

import sys

import pytest
import vm_selftest as selftest
from cardrounds import DULL, code, hand, standing
from conftest import ROOT
from pocket.eight import cards as card_art
from pocket.eight import eightscreen
from pocket.games import seatcounts
from scenes import scenes
from screens_help import BOARDS

from rules import base
from rules.eight import cards, players
from rules.eight import game as eight
from tools.device import wordtable

ANNA, BO, CLEO = ("", "ANNA"), ("hard", "BO"), ("normal", "CLEO")
MINE = "r^1 * b#3 ro4 r#5 r^7 <>"
WINS = "r^1 * * ro4 r#5 r^7 b#6"  # round 1, with an orange 6
OTHERS = [
    "b^1 b^2 r#3 r#4 bo6 bo6 r^7",
    "b^3 r^3 ro4 b#5 r#6 bo7 ro1",
    "r^2 r^3 ro5 b#4 b^4 b^5 b^7",
    "b^6 r^6 ro7 b#5 b#1 bo1 r#1",
    "r^4 b#4 r#5 bo7 ro5 b^6 r#2",
]
NOBODY = 255  # of a place: no card is there
STEP_MS = 150  # of a card on its way, at the pace that is set at first


# -- words of the cases


def deal(scene, text):
    """Deal `HAND, …` to the seats, with names behind `for`, the open card behind `open`, and the
    round: `deal mine for ANNA BO/hard open r#2 round 5 seat 1`. mine, wins: hands of above; seats
    without a hand get those of OTHERS."""
    hands, _, rest = text.partition(" for ")
    names, _, rest = rest.partition(" open ")
    words = rest.split()
    more = dict(zip(words[1::2], words[2::2]))
    people = [name.partition("/")[::-2] for name in names.split()]
    if scene.name() == "eightscreen":
        scene("go menus.title")
    hands = [{"mine": MINE, "wins": WINS}.get(one, one) for one in hands.split(", ")]
    hands += OTHERS[: len(people) - len(hands)]
    game = standing(hands, words[0], round_=int(more.get("round", 1)))
    game.seat = int(more.get("seat", 0))
    game.direction = int(more.get("direction", 1))
    scene.put(game, people)
    if len([level for level, _ in people if not level]) < 2:
        scene.on("eightscreen")


def usual_cards(scene, text):
    """Deal the hand that most cases begin with, of round 5."""
    deal(scene, "mine for ANNA BO/hard CLEO/normal open r#2 round 5")


def _part(scene):
    return type(scene.part).__name__ if scene.name() == "eightscreen" else ""


def _page(scene):
    return " ".join(" ".join(scene.screen.table.page.texts).split())


def paper(scene, text):
    """Have exactly this on the page; `paper ... text`: this among others, `paper not text`: not."""
    word, _, part = text.partition(" ")
    if word == "not":
        assert part not in _page(scene)
    elif word == "...":
        scene._until(lambda: part in _page(scene), lambda: _page(scene))
    else:
        scene._until(lambda: _page(scene) == text, lambda: _page(scene))


def news(scene, text):
    """Have this on the sheet of news, whose heading comes first."""
    scene.runs("News")
    shown = scene.part
    said = " ".join(shown.said if shown.said[0] == shown.head else [shown.head] + shown.said)
    assert text in said, said


def key_line(scene, text):
    """Have this in the line of keys."""
    line = scene.screen.table.keys_line
    scene._until(lambda: text in " ".join(line.text.split(" ")), lambda: line.text)


def put_down(scene, text):
    """Press keys, the last of which discards, and wait until that may no more be taken back."""
    scene.sim.press(*text.split())
    running = scene.part
    assert running.until
    while scene.part is running and running.until:
        scene.sim.wait(50)


def card_at(row, i):
    """The code of the card at a place of a row of cards, BACK, or NOBODY."""
    grid = row.grids[i]
    if grid.hidden:
        return NOBODY
    return next(c for c in range(45) if card_art.halves(c) == (grid[0, 0], grid[0, 1]))


def mark_at(row, i):
    """How the card at a place is marked: PLAIN, PICKED, GOOD."""
    return row.inks.index(row.grids[i].pixel_shader)


def marks(scene, text):
    """Mark cards so: `marks hand 0 PICKED`, `marks piles TOP GOOD`."""
    row, place, mark = text.split()
    place = int(place) if place.isdigit() else getattr(card_art, place)
    assert mark_at(getattr(scene.screen.table, row), place) == getattr(card_art, mark)


def hand_shown(scene):
    """The hand on show: a list of codes."""
    return [card_at(scene.screen.table.hand, i) for i in range(7)]


def holds(scene, text):
    """Hold these cards in this order, and show them."""
    game = scene.game
    assert " ".join(cards.text(one) for one in game.hands[0]) == text
    assert hand_shown(scene) == list(game.hands[0])[:7]


def card(scene, text):
    """Move the cursor to a card of the hand."""
    for _ in range(9):
        if scene.game.hands[0][scene.part.index] == code(text):
            return
        scene.sim.press("LEFT")
    raise AssertionError("it is not in the hand")


def taken(scene, text):
    """Have taken this card, `any` or `none`."""
    there = scene.game.taken
    if text in ("any", "none"):
        assert (there == eight.NONE) is (text == "none")
    else:
        assert there == code(text)


def dropped(scene, text):
    """Have discarded this card last; the next player may have taken it by now."""
    assert cards.text(_dropped(scene.game)) == text, cards.text(_dropped(scene.game))


def _dropped(game):
    log = bytes(game.log)
    return [log[i + 2] for i in range(0, len(log), 3) if log[i : i + 2] == b"\3\0"][-1]


def watched(scene, _=""):
    """Draw and drop a useless card: a computer's turn follows."""
    usual_cards(scene, "")
    scene.sim.press("A")
    card(scene, "b#3")
    put_down(scene, "A")
    scene.runs("Watch")
    assert scene.game.seat == 1


def no_other_hand(scene, _):
    """Show no card but backs until the device is handed over."""
    while scene.name() == "eightscreen":
        assert set(hand_shown(scene)) == {card_art.BACK} or _part(scene) == "News"
        assert card_at(scene.screen.table.piles, card_art.NEW) == NOBODY
        scene.sim.wait(100)
        if _part(scene) == "News":
            scene.sim.press("A")
    scene.on("handover")


def last(scene, text):
    """Have this card behind all others of the hand."""
    assert cards.text(scene.game.hands[0][-1]) == text


def saved_seat(scene, seat):
    """Have saved the game with this seat in turn."""
    assert eight.unpack(scene.app.store.load("game.ER")[0][3:]).seat == int(seat)


def shows_no_back(scene, _):
    """Show no card's back in the hand."""
    assert card_art.BACK not in hand_shown(scene)


def shows_hand(scene, _=""):
    """Show the hand that the person holds."""
    assert hand_shown(scene) == list(scene.game.hands[0])


def asks_for(scene, _):
    """Be in a lesson that asks for the open card; START points at the pile that it draws from."""
    scene.game.apply = lambda move: ("Lesson", "Take the red 3.")
    scene("RIGHT")
    there = scene.screen.table.frame.grid.x
    scene("START; check part.index == %d" % card_art.PILE)
    assert scene.screen.table.frame.grid.x != there


def had_hints(scene, count):
    """Have had this many hints in this round's turns."""
    for _ in range(int(count)):
        seatcounts.hinted(scene.session)
        scene.session.hinted = False
    assert seatcounts.hints_now(scene.session) == int(count)


def hints_left(scene, _):
    """Have all hints of a round again, with those of earlier rounds counted."""
    scene.game.seat = 0
    assert scene.game.round == 2 and seatcounts.hints_now(scene.session) == 0
    assert seatcounts.hints(scene.session) == 3


def endless_hint(scene, _):
    """Hold SELECT for a hint that is never found."""
    found, players.hint = players.hint, lambda view: iter(range(1 << 30))
    scene._stack.callback(setattr, players, "hint", found)
    sys.modules["rules.eight.players"] = players
    scene("hold SELECT; check screen.worker is not None")


def goal(scene, text):
    """Show the goal in words, and as small cards: an example, or no more than what counts."""
    words, _, example = text.partition(" by ")
    table = scene.screen.table
    assert table.words.text == words and table.round == scene.game.round
    cells = [(table.goal[i, 0], table.goal[i, 1]) for i in range(7)]
    codes = cards.parse_hand(example.split())
    assert not codes or cards.fits(table.round, codes)
    assert cells == [card_art.halves(one) for one in codes] or not codes and min(cells)[0] >= 26


def fits_the_paper(scene, _):
    """Have no line of news wider than the paper."""
    font, wide = scene.screen.table.font, scene.screen.table.w
    assert all(font.measure(text) <= wide for text in scene.part.said)


def plays_to_the_end(scene, names):
    """Play a short game to its end: `plays_to_the_end ANNA EASY/easy`."""
    people = [name.partition("/")[::-2] for name in names.split()]
    game = eight.EightGame(2, 4, {"short": True})
    scene.put(game, people)
    for _ in range(3000):
        if scene.name() in ("score", "podium"):
            break
        assert scene.name() in ("startdraw", "eightscreen", "handover")
        if _part(scene) == "Watch":
            scene.sim.wait(400)
        else:
            scene.sim.press("A")
    assert game.phase == eight.OVER
    game.check()


WORDS = [deal, usual_cards, paper, news, key_line, put_down, marks]
WORDS += [holds, card, taken, dropped, watched, no_other_hand]
WORDS += [asks_for, had_hints, hints_left, endless_hint, goal, fits_the_paper, plays_to_the_end]
WORDS += [shows_hand, shows_no_back, last, saved_seat]

test_a_persons_turn = scenes(
    """
    given: usual_cards
    Take the open card and discard a Reverse: RIGHT A; taken r#2; seat 0; put_down LEFT A;
        dropped <>; check game.direction == -1;
        news Play reverses! CLEO gets a new hand and misses a turn.
    Take from the pile: A; check game.from_pile and len(game.hands[0]) == 8
    START draws, then discards: RIGHT START; check game.from_pile; taken any; put_down LEFT START;
        dropped <>
    A card the round needs is asked about: RIGHT A RIGHT A; check part.sure; taken any;
        paper You need it. Discard anyway?; key_line keep it; marks hand 0 PICKED; B;
        check not part.sure and len(game.hands[0]) == 8; paper not anyway?; marks hand 0 GOOD;
        put_down A A; dropped r^1
    Moving on answers with no: RIGHT A RIGHT A RIGHT;
        check not part.sure and part.index == 1 and len(game.hands[0]) == 8; marks hand 0 GOOD
    A Reverse cannot be picked up:
        deal r^1 * b#3 ro4 r#5 r^7 b^7 for ANNA BO/hard open <> round 5; RIGHT A;
        paper ... draw instead; taken none; LEFT; paper not draw instead; A; taken any
    Back says that a card taken is kept: A B; paper Now discard.
    Back before a card is taken says where the menu is: B; on eightscreen;
        check screen.box is not None or 'menu' in page()
    The hand is sorted by what the round asks or by shape: holds r^1 ro4 r#5 r^7 * b#3 <>; SELECT;
        holds r^1 r^7 r#5 b#3 ro4 * <>; key_line Sorted by shape; SELECT;
        holds r^1 ro4 r#5 r^7 * b#3 <>; RIGHT; key_line sort
    Sorting leaves the card just taken apart: RIGHT A SELECT SELECT;
        last r#2; put_down UP A A;
        dropped r#2
    A second key draws and discards nothing: for $key in A | START; $key*3; taken any;
        check not part.until and len(game.hands[0]) == 8; wait 600;
        do part.index = screen.table.serves.index(0); $key*2;
        check part.until and len(game.hands[0]) == 8
    A discard is made by a second key, or after a while: for $wait,$key in 600, A | 2000, RIGHT;
        A; wait 600; card <>; A; wait $wait; $key; dropped <>
    Hints may be off: setting hints=none; hold SELECT; paper ... switched off; key_line take
    The turn is taken up after the menu: A; hold START; on pause; B; on eightscreen;
        check not part.taking and len(game.hands[0]) == 8
    The open card is green where it helps: marks piles TOP GOOD; RIGHT A; marks piles NEW GOOD
    It is plain where it does not: deal mine for ANNA BO/hard open bo1 round 5;
        marks piles TOP PLAIN
    A page without a story says how to begin: paper Draw a card, then discard one.; A;
        paper Now discard.
    A sentence too long for the page comes in a box: paper Draw a card, then discard one.;
        do screen.tell('The drive cannot be written now, so this game is not kept. ' * 2);
        check screen.box is not None; paper Draw a card, then discard one.; RIGHT;
        check screen.box is None
    START points at the pile it draws from, also where a lesson asks for the open card: asks_for
    Piles without captions are named in the line of keys: board tinycircuits_thumby_color;
        deal wins for ANNA BO/hard CLEO/normal DEE/easy EVELYN/easy FLORIAN/easy open ro6;
        check screen.table.captions is None; key_line {LEFT}{RIGHT} draw pile; key_line {A} take;
        key_line {START} draw; RIGHT; key_line {LEFT}{RIGHT} discard pile; A; key_line discard
    B stops a hint that is looked for: endless_hint; key_line stop; A;
        check screen.worker is not None; taken none; B; check screen.worker is None; key_line take;
        A; taken any
    A round that is won gives each seat its hints again: deal wins for ANNA BO/hard open ro6;
        had_hints 3; RIGHT A; put_down LEFT A; hints_left
    Keys before the new picture, queued over the old one, mean nothing:
        do [app.press(button, 0) for button in (6, 2, 4, 4)]; taken any;
        check part.index == 7 and not part.until and len(game.hands[0]) == 8
    Cards that serve the round are marked: for $place in 0 | 1 | 2 | 3 | 4; marks hand $place GOOD;
        marks hand 5 PLAIN; marks hand 6 PLAIN
    The goal is told in words and as small cards: for $round,$goal in 1, all one colour
          | 2, all one shape | 4, 1 to 7 | 5, 1 to 7 in one colour by r^1 r#2 ro3 r^4 r#5 ro6 r^7
          | 6, 1 to 7 in one shape by r#1 b#2 r#3 r#4 b#5 b#6 r#7
          | 7, 1 to 7\\, one colour and shape by r#1 r#2 r#3 r#4 r#5 r#6 r#7
          | 8, seven of one number;
        deal r^1 r^2 b#3 b#4 ro6 ro6 b^7 for ANNA BO/hard open r#2 round $round; goal $goal
    """,
    *WORDS,
)

test_between_the_turns = scenes(
    """
    No hand is on show between two persons: deal mine for ANNA BO/hard CLEO open r#2 round 5;
        on handover; wait 700; A; on eightscreen; shows_no_back; wait 600; A; card b#3;
        put_down A; seat 1; no_other_hand
    A computer's turn on show is kept when the menu is opened: watched; setting speed=1;
        until game.seat != 1; hold START; on pause; seat 2; B; wait 60; saved_seat 2
    A round that a computer wins is told with its name:
        deal b^3 r^3 ro4 b#5 r#6 bo7 ro1, r^1 * * ro4 r#5 r^7 ro6 for ANNA BO/hard open b#6 round
          1 seat 1; news BO wins round 1! 1 point with these cards; shows_no_back
    A character says something to its win:
        deal b^3 r^3 ro4 b#5 r#6 bo7 ro1, r^1 * * ro4 r#5 r^7 ro6 for ANNA LOU/easy open b#6 round
          1 seat 1; news LOU: Wait... did I just win?
    And to yours: deal <> b^5 r#5 b#5 ro5 bo5 r^5 for ANNA LOU/easy open b^5 round 8;
        put_down RIGHT A LEFT A; news LOU: Wow! Teach me that!
    Round 8 without a joker leads to the score sheet [ER-11]:
        deal <> b^5 r#5 b#5 ro5 bo5 r^5 for ANNA BO/hard open b^5 round 8;
        put_down RIGHT A LEFT A; check game.auto == 0; news without a joker; key_line the score;
        A; on podium; A A; on score
    Who must turn the hand in is told so:
        deal mine, <> <> <> <> <> <> <> for ANNA BO/easy open b#6 round 1 seat 1;
        news Play reverses! You get a new hand and miss a turn.; shows_hand
    Others turning a hand in stop nobody:
        deal mine, <> <> <> <> <> <> <> for ANNA BO/easy CLEO/normal DEE/easy open b#6 round 1
          seat 1 direction -1; paper ... CLEO: new hand; runs Watch; seat 3
    A long name wins in smaller letters: board tinycircuits_thumby_color;
        deal b^3 r^3 ro4 b#5 r#6 bo7 ro1, r^1 * * ro4 r#5 r^7 ro6 for ANNA WWWWWWW/hard open b#6
          round 1 seat 1; news WWWWWWW wins round 1!; fits_the_paper
    The hand is sorted while a computer plays: watched; SELECT; shows_hand;
        check bytes(game.hands[0][:2]) == bytes((0, 6))
    A whole game by keys: plays_to_the_end ANNA EASY/easy
    Computers alone play to the end: setting speed=3; plays_to_the_end BO/hard CLEO/normal
    """,
    *WORDS,
)


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
    watched(scene)
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
        watched(scene)
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
    watched(scene)
    shown = scene.screen
    began = scene.app.now()
    while shown.actor == 1:
        scene.sim.press("RIGHT" if not shown.part.until else "A")
    assert scene.app.now() - began < 6 * STEP_MS


def test_left_shows_what_happened_before(scene):
    watched(scene)
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


def look(scene, name):
    """Show the picture of this name for the display."""
    scene.golden("eight_@_" + name)


test_pictures = scenes(
    """
    given: for $board in boards; board $board; pictures
    A turn and a computer's: usual_cards; wait 60; look take; RIGHT A; look drop; RIGHT A;
        look sure; B UP LEFT A; look undo; wait 1500; look reverse; A; wait 250; look computer;
        until part.until; wait 60; look rest
    Six players:
        deal wins for ANNA BO/hard LOU/easy DEE/easy EVELYN/easy FLORIAN/normal open ro6;
        RIGHT A LEFT; look six; A; wait 1500; look win; A;
        until type(part).__name__ != 'Watch'; wait 60; look story
    """,
    *WORDS,
    look,
)

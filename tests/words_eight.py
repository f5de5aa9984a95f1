"""Words of scenes (tests/scenes.py): words_eight."""

import functools
import sys
from types import SimpleNamespace

from cardrounds import card_position, code
from pocket.eight import cards as card_art
from pocket.games import seatcounts

from rules.eight import cards, players
from rules.eight import game as eight

MINE = "r^1 * b#3 ro4 r#5 r^7 <>"
WINS = "r^1 * * ro4 r#5 r^7 b#6"  # round 1, with an orange 6
OTHERS = [
    "b^1 b^2 r#3 r#4 bo6 bo6 r^7",
    "b^3 r^3 ro4 b#5 r#6 bo7 ro1",
    "r^2 r^3 ro5 b#4 b^4 b^5 b^7",
    "b^6 r^6 ro7 b#5 b#1 bo1 r#1",
    "r^4 b#4 r#5 bo7 ro5 b^6 r#2",
]
EMPTY = 255  # of a place: no card is there


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
    game = card_position(hands, words[0], round_=int(more.get("round", 1)))
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
    return " ".join(" ".join(_lines(scene)).split())


def _lines(scene):
    return [line.text for line in scene.screen.page]


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
    """Have this as news: the heading, if it has room at the top, then the sentences."""
    scene.runs("News")
    sentences = scene.boxed() or _page(scene)
    if sentences.startswith(scene.part.heading):
        assert scene.screen.title.bitmap.width <= scene.screen.w
    else:
        sentences = scene.part.heading + " " + sentences
    assert text in sentences, sentences


def key_line(scene, text):
    """Have this in the line of keys."""
    line = scene.screen.keys_line
    scene._until(lambda: text in " ".join(line.text.split(" ")), lambda: line.text)


def put_down(scene, text):
    """Press keys, the last of which discards, and wait until that may no more be taken back."""
    scene.sim.press(*text.split())
    running = scene.part
    assert running.discard_at
    while scene.part is running and running.discard_at:
        scene.sim.wait(50)


def card_at(row, i):
    """Return the code of the card at a place of a row of cards, BACK, or EMPTY."""
    grid = row.grids[i]
    if grid.hidden:
        return EMPTY
    return next(c for c in range(45) if card_art.halves(c) == (grid[0, 0], grid[0, 1]))


def mark_at(row, i):
    """Return how the card at a place is marked: PLAIN, PICKED, GOOD."""
    return row.inks.index(row.grids[i].pixel_shader)


def marks(scene, text):
    """Mark cards so: `marks hand 0 PICKED`, `marks piles TOP GOOD`."""
    row, place, mark = text.split()
    place = int(place) if place.isdigit() else getattr(card_art, place)
    assert mark_at(getattr(scene.screen, row), place) == getattr(card_art, mark)


def hand_shown(scene):
    """Return the hand on show: a list of codes."""
    return [card_at(scene.screen.hand, i) for i in range(7)]


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


def took(scene, text):
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


def computer_turn(scene, _=""):
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
        assert card_at(scene.screen.hand, 7) == EMPTY
        scene.sim.wait(100)
        if _part(scene) == "News":
            scene.sim.press("A")
    scene.on("handover")


def last_card(scene, text):
    """Have this card behind all others of the hand."""
    assert cards.text(scene.game.hands[0][-1]) == text


def saved_seat(scene, seat):
    """Have saved the game with this seat in turn."""
    assert eight.unpack(scene.app.store.load("game.ER")[3:]).seat == int(seat)


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
    there = scene.screen.frame.grid.x
    scene("START; check part.index == %d" % card_art.PILE)
    assert scene.screen.frame.grid.x != there


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
    table = scene.screen
    assert table.words.text == words and table.round == scene.game.round
    cells = [(table.goal.grid[i, 0], table.goal.grid[i, 1]) for i in range(7)]
    codes = cards.parse_hand(example.split())
    assert not codes or cards.fits(table.round, codes)
    assert cells == [card_art.halves(one) for one in codes] or not codes and min(cells)[0] >= 26


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


def apply(scene, text):
    """Make moves of the game, and show none: `apply take discard, discard <>`."""
    for move in text.split(", "):
        word, what = move.split()
        assert scene.game.apply((word, what if word == "take" else code(what))) is None


def few_to_draw(scene, _):
    """Leave three cards in the draw pile, the others under the discards."""
    game = scene.game
    game.discards, game.pile = game.pile[3:] + game.discards, game.pile[:3]


def story(scene, text):
    """Show these lines as a seat reads them, `/` between them, the seats as A, B, C: `story 0 B
    drew`, `story none`."""
    from pocket.eight import eightscreen
    from pocket.ui import words

    viewer, _, wanted = text.partition(" ")
    viewer = None if viewer == "none" else int(viewer)
    names = {card_art.card_text(one): cards.text(one) for one in range(cards.KINDS)}
    session = SimpleNamespace(game=scene.game, viewer=viewer, you=None)
    reader = SimpleNamespace(app=SimpleNamespace(session=session))
    shown = [
        words.say(number, "ABC"[seat], *[names.get(value, value) for value in values])
        for number, seat, values in eightscreen.Screen._story(reader)
    ]
    assert shown == wanted.split(" / "), shown


def logged(scene, text):
    """Have this as the whole log, and show it: `logged DREW 5 0, WON 0 8`."""
    log = []
    for kind, seat, value in [one.split() for one in text.split(", ")]:
        log += [getattr(eight, kind), int(seat), int(value) if value.isdigit() else code(value)]
    scene.game.log = bytearray(log)
    scene.screen.show_story()
    page_fits(scene)


def page_lines(scene, text):
    """Have these lines on the page, `/` between them."""
    assert [line for line in _lines(scene) if line] == text.split(" / ")


def page_fits(scene, _=""):
    """Have something on the page, and no line cut because the page is too narrow."""
    shown = _lines(scene)
    assert any(shown) and not [line for line in shown if "..." in line], shown


@functools.cache
def _long_log():
    """Return the log of a whole game of computers."""
    import vm_selftest

    return bytes(vm_selftest.game("ER", ["hard", "easy", "hard"], 0, 9999)[1].log)


def long_story(scene, _):
    """Show every line of a long round; each fits the page."""
    table, log = scene.screen, _long_log()
    for end in range(3, min(len(log), 120) + 1, 3):
        scene.game.log = bytearray(log[:end])
        table.show_story()
        page_fits(scene)


def news_fit(scene, _):
    """Have all sentences of the news on the page, or in a box on the display."""
    scene.runs("News")
    box = scene.screen.box
    if box is not None:
        assert box.group.y >= 0
        assert not [line.text for line in box.lines if "..." in line.text]
    else:
        page_fits(scene)


def useless(scene, _):
    """Move the cursor to a card that serves nothing."""
    scene.part.index = [one for one in range(7) if not scene.screen.serves[one]][0]

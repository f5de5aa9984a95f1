"""The card table of 8 Round Rummy: turns by buttons, what may be seen, and pictures looked at."""

import sys

import golden_help
import pytest
import vm_selftest as selftest
from conftest import ROOT
from pocket.always import input
from pocket.eight import cards as card_art
from pocket.eight import eightscreen
from pocket.games import seatcounts
from screens_help import BOARDS, SIZES, handheld, put, screen, speak
from test_eight_rules import DULL, code, hand, standing

from rules import slices
from rules.eight import cards, players
from rules.eight import game as eight
from tools.device import wordtable

ANNA, BO, CLEO = ("", "ANNA"), ("hard", "BO"), ("normal", "CLEO")
MINE = "r^1 * b#3 ro4 r#5 r^7 <>"
OTHERS = [
    "b^1 b^2 r#3 r#4 bo6 bo6 r^7",
    "b^3 r^3 ro4 b#5 r#6 bo7 ro1",
    "r^2 r^3 ro5 b#4 b^4 b^5 b^7",
    "b^6 r^6 ro7 b#5 b#1 bo1 r#1",
    "r^4 b#4 r#5 bo7 ro5 b^6 r#2",
]
NOBODY = 255  # of a place: no card is there
STEP_MS = 150  # of a card on its way, at the pace that is set at first


def seat_down(sim, game, people):
    put(sim, game, people)
    assert screen(sim) == "eightscreen"
    return sim.app.screen


def part(sim):
    """What goes on at the table: "Turn", "Watch" or "News"; "" on another screen."""
    return type(sim.app.screen.part).__name__ if screen(sim) == "eightscreen" else ""


def told(sim):
    """What stands on the page."""
    page = sim.app.screen.table.page
    return " ".join(" ".join(page.texts).split())


def news(sim):
    """The sheet of news as one line, its heading first."""
    shown = sim.app.screen.part
    said = shown.said if shown.said[0] == shown.head else [shown.head] + shown.said
    return " ".join(said)


def keys(sim):
    return sim.app.screen.table.keys_line.text


def card_at(row, i):
    """The code of the card at a place of a row of cards, BACK, or NOBODY."""
    grid = row.grids[i]
    if grid.hidden:
        return NOBODY
    return next(c for c in range(45) if card_art.halves(c) == (grid[0, 0], grid[0, 1]))


def mark_at(row, i):
    """How the card at a place is marked: PLAIN, PICKED, GOOD."""
    return row.inks.index(row.grids[i].pixel_shader)


def hand_shown(sim):
    """The hand on show: a list of codes."""
    row = sim.app.screen.table.hand
    return [card_at(row, i) for i in range(7)]


def own(game):
    """The hand of seat 0 as text."""
    return " ".join([cards.text(one) for one in game.hands[0]])


def dropped(game):
    """The card seat 0 discarded last; the next player may have taken it by now."""
    log = bytes(game.log)
    found = [log[i + 2] for i in range(0, len(log), 3) if log[i : i + 2] == b"\3\0"]
    return found[-1]


def goal_of_round_5(seats=3):
    return standing([MINE] + OTHERS[: seats - 1], "r#2", round_=5)


def wait_for(sim, wanted):
    """Wait until the part of that name runs."""
    for _ in range(200):
        if part(sim) == wanted:
            return
        sim.wait(50)
    raise AssertionError("no %s comes" % wanted)


def put_down(sim, *keys):
    """Press keys, the last of which discards, and wait until that may no more be taken back."""
    sim.press(*keys)
    part = sim.app.screen.part
    assert part.until
    while sim.app.screen.part is part and part.until:
        sim.wait(50)


# -- a person's turn


def test_take_from_either_pile_and_discard_by_buttons(sim):
    game = goal_of_round_5()
    seat_down(sim, game, [ANNA, BO, CLEO])
    sim.press("RIGHT", "A")
    assert game.taken == code("r#2") and game.seat == 0
    put_down(sim, "LEFT", "A")  # the last card of the hand: the Reverse
    assert game.discards[-1] == code("<>") and game.direction == -1
    assert news(sim) == "Play reverses! CLEO gets a new hand and misses a turn."
    again = standing([MINE] + OTHERS[:2], "r#2", round_=5)
    seat_down(sim, again, [ANNA, BO, CLEO])
    sim.press("A")
    assert again.from_pile and len(again.hands[0]) == 8


def test_start_draws_and_then_discards(sim):
    game = goal_of_round_5()
    seat_down(sim, game, [ANNA, BO, CLEO])
    sim.press("RIGHT", "START")
    assert game.from_pile and game.taken != eight.NONE
    put_down(sim, "LEFT", "START")
    assert dropped(game) == code("<>")


def test_start_points_at_the_pile_that_it_draws_from(sim):
    """In a lesson that asks for the open card it is refused: A still took from the hidden pile."""
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    game.apply = lambda move: ("Lesson", "Take the red 3.")
    sim.press("RIGHT")
    there = shown.table.frame.group.x
    sim.press("START")
    assert shown.part.index == card_art.PILE and shown.table.frame.group.x != there


def test_a_card_the_round_needs_is_asked_about(sim):
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    sim.press("RIGHT", "A", "RIGHT", "A")
    assert shown.part.sure and game.taken != eight.NONE
    assert told(sim) == "You need it. Discard anyway?"
    assert keys(sim).endswith("keep it") and mark_at(shown.table.hand, 0) == card_art.PICKED
    sim.press("B")
    assert not shown.part.sure and len(game.hands[0]) == 8 and "anyway?" not in told(sim)
    assert mark_at(shown.table.hand, 0) == card_art.GOOD
    first = game.hands[0][0]
    put_down(sim, "A", "A")
    assert dropped(game) == first


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("many", [2, 6])
def test_the_line_of_keys_says_in_every_language_that_start_draws(tmp_path, board, many):
    """From the pile, wherever the cursor is: a hint to take the open card was lost."""
    people = [ANNA] + [("easy", "FLORIAN")] * (many - 1)
    with handheld(tmp_path, board) as sim:
        game = standing(["r^1 * * ro4 r#5 r^7 b#6"] + OTHERS[: many - 1], "ro6")
        shown = seat_down(sim, game, people)
        for language in wordtable.languages(ROOT):
            speak(language)
            shown.part._point()
            draw = wordtable.signed(wordtable.shown(ROOT, language)["play"]["draw"])
            assert draw in keys(sim) and "..." not in keys(sim), language


def test_where_the_piles_have_no_captions_the_line_of_keys_names_them(tmp_path):
    """Six seats on a small display."""
    people = [ANNA, BO, CLEO] + [("easy", name) for name in ("DEE", "EVELYN", "FLORIAN")]
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        shown = seat_down(sim, standing(["r^1 * * ro4 r#5 r^7 b#6"] + OTHERS, "ro6"), people)
        assert shown.table.captions is None
        assert shown.table.keys_line.text.startswith("\x06\x07 draw pile  \x0e take  \x10 draw")
        sim.press("RIGHT")
        assert shown.table.keys_line.text.startswith("\x06\x07 discard pile  \x0e take")
        sim.press("A")
        assert "discard" in shown.table.keys_line.text


def test_moving_on_answers_the_question_with_no(sim):
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    sim.press("RIGHT", "A", "RIGHT", "A", "RIGHT")
    assert not shown.part.sure and shown.part.index == 1 and len(game.hands[0]) == 8
    assert mark_at(shown.table.hand, 0) == card_art.GOOD


def test_a_reverse_cannot_be_picked_up_and_the_screen_says_so(sim):
    game = standing([MINE.replace("<>", "b^7"), OTHERS[0]], "<>", round_=5)
    seat_down(sim, game, [ANNA, BO])
    sim.press("RIGHT", "A")
    assert "draw instead" in told(sim) and game.taken == eight.NONE
    sim.press("LEFT")
    assert "draw instead" not in told(sim)
    sim.press("A")
    assert game.taken != eight.NONE


def test_back_says_that_a_card_taken_stays(sim):
    seat_down(sim, goal_of_round_5(), [ANNA, BO, CLEO])
    sim.press("A", "B")
    assert told(sim) == "Now discard."


def test_a_sentence_too_long_for_the_page_comes_in_a_box(sim):
    shown = seat_down(sim, goal_of_round_5(), [ANNA, BO, CLEO])
    before = told(sim)
    shown.tell("The drive cannot be written now, so this game is not kept. " * 2)
    assert shown.box is not None and told(sim) == before
    sim.press("RIGHT")
    assert shown.box is None


def test_the_hand_is_sorted_by_what_the_round_asks_or_by_shape(sim):
    game = goal_of_round_5()
    seat_down(sim, game, [ANNA, BO, CLEO])
    assert own(game) == "r^1 ro4 r#5 r^7 * b#3 <>"
    sim.press("SELECT")
    assert own(game) == "r^1 r^7 r#5 b#3 ro4 * <>" and keys(sim) == "Sorted by shape"
    assert hand_shown(sim) == list(game.hands[0])
    sim.press("SELECT")
    assert cards.text(game.hands[0][1]) == "ro4"
    sim.press("RIGHT")
    assert keys(sim).endswith("sort")


def test_sorting_leaves_the_card_just_taken_apart(sim):
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    sim.press("RIGHT", "A", "SELECT", "SELECT")
    assert game.hands[0][-1] == code("r#2") == game.taken
    assert card_at(shown.table.piles, card_art.NEW) == code("r#2")
    put_down(sim, "UP", "A", "A")
    assert dropped(game) == code("r#2")


def thought(game):
    """What the hint says of this position."""
    return slices.finish(players.hint(game.view(game.seat)))


def test_select_held_is_a_hint_the_cursor_goes_there(sim):
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    before = own(game)
    best = thought(game)
    sim.hold("SELECT", 700, rest=3000)
    assert own(game) == before and game.taken == eight.NONE  # neither sorted nor played
    assert told(sim) == (
        "Take from the discard pile." if best[1] == "discard" else "Take from the draw pile."
    )
    assert shown.part.index == (card_art.TOP if best[1] == "discard" else card_art.PILE)
    sim.press("A")
    best = thought(game)
    sim.hold("SELECT", 700, rest=3000)
    assert told(sim) == "Discard this one." and best[0] == "discard"
    assert game.hands[0][shown.part.index] == best[1]
    assert "rules.eight.players" not in sys.modules


def a_turn(sim):
    """Draw and discard at seat 0, and come back to its next turn."""
    sim.press("START", rest=600)
    shown = sim.app.screen
    while shown.table.serves[shown.part.index]:
        sim.press("LEFT")
    put_down(sim, "START")
    for _ in range(60):
        if part(sim) != "Turn" or sim.app.sitting.game.seat:
            sim.press("A", rest=100)


def test_three_turns_of_a_round_have_a_hint_and_each_counts_once(sim, monkeypatch):
    """In the next round there are three again; the game's number is counted on."""
    monkeypatch.setattr(cards, "fits", lambda goal, codes: False)  # nobody wins a round
    game = standing([DULL, OTHERS[0]], "b^5", round_=5)
    seat_down(sim, game, [ANNA, ("easy", "BO")])
    counts = sim.app.sitting

    def hints():
        for _ in range(2):
            sim.hold("SELECT", 700, rest=3000)
            assert told(sim).split()[0] in ("Take", "Discard")

    for turn in range(3):
        hints()
        assert seatcounts.hints(counts) == turn + 1
        a_turn(sim)
    assert game.round == 5
    sim.hold("SELECT", 700, rest=100)
    assert "No hints are left" in told(sim) and "take" in keys(sim)  # not "Sorted by the goal"
    game.won[4], game.round = 0, 6
    seatcounts.next_goal(counts)
    for _ in range(3):
        hints()
        a_turn(sim)
    assert game.round == 6 and seatcounts.of(counts, 0).hints == 6
    sim.hold("SELECT", 700, rest=100)
    assert "No hints are left" in told(sim)


def test_a_round_that_is_won_gives_each_seat_its_hints_again(sim):
    game = standing(["r^1 * * ro4 r#5 r^7 b#6", OTHERS[0]], "ro6")
    seat_down(sim, game, [ANNA, BO])
    for _ in range(3):
        seatcounts.hinted(sim.app.sitting)
        sim.app.sitting.hinted = False
    assert seatcounts.hints_now(sim.app.sitting) == 3
    sim.press("RIGHT", "A")
    put_down(sim, "LEFT", "A")
    game.seat = 0
    assert game.round == 2 and seatcounts.hints_now(sim.app.sitting) == 0
    assert seatcounts.hints(sim.app.sitting) == 3


def test_hints_may_be_off(sim):
    seat_down(sim, goal_of_round_5(), [ANNA, BO, CLEO])
    sim.app.settings.set("hints", "none")
    sim.hold("SELECT", 700, rest=100)
    assert "switched off" in told(sim) and "take" in keys(sim)


@pytest.mark.parametrize("key", ["A", "START"])
def test_pressing_a_key_twice_draws_and_discards_nothing(sim, key):
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    sim.press(key, key, key)
    assert game.taken != eight.NONE and not shown.part.until and len(game.hands[0]) == 8
    sim.wait(600)
    shown.part.index = [i for i in range(8) if not shown.table.serves[i]][0]
    sim.press(key, key)
    assert shown.part.until and len(game.hands[0]) == 8


def test_keys_before_the_new_picture_mean_nothing(sim):
    """They were queued while the screen still showed the pile."""
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    for button in (input.START, input.LEFT, input.A, input.A):
        sim.app.press(button, input.PRESS)
    assert game.taken != eight.NONE and shown.part.index == 7 and not shown.part.until
    assert len(game.hands[0]) == 8


@pytest.mark.parametrize("place", [6, 7])
def test_b_takes_the_discard_back_until_the_next_player_moves(sim, place):
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    sim.press("A", rest=600)
    card = game.hands[0][place]
    there = (shown.table.piles, card_art.NEW) if place == 7 else (shown.table.hand, place)
    choose = ["A", "A"] if shown.table.serves[place] else ["A"]
    for _ in range(2):
        shown.part.index = place
        sim.press(*choose, rest=600)
        assert card_at(shown.table.piles, card_art.TOP) == card and "take back" in keys(sim)
        assert card_at(*there) == NOBODY
        sim.press("B")
        assert card in game.hands[0] and game.taken != eight.NONE and game.seat == 0
        assert card_at(*there) == card
        assert card_at(shown.table.piles, card_art.TOP) == code("r#2")
        sim.wait(2000)
        assert part(sim) == "Turn"
    put_down(sim, *choose)
    assert dropped(game) == card


def test_a_discard_is_made_by_a_second_key_or_after_a_while(sim):
    for wait, key in ((600, "A"), (2000, "RIGHT")):
        game = goal_of_round_5()
        shown = seat_down(sim, game, [ANNA, BO, CLEO])
        sim.press("A", rest=600)
        shown.part.index = 6
        sim.press("A", rest=wait)
        sim.press(key)
        assert dropped(game) == code("<>")


def test_back_before_a_card_is_taken_says_where_the_menu_is(sim):
    shown = seat_down(sim, goal_of_round_5(), [ANNA, BO, CLEO])
    sim.press("B")
    assert screen(sim) == "eightscreen" and (shown.box is not None or "menu" in told(sim))


def test_the_open_card_is_green_where_it_helps(sim):
    shown = seat_down(sim, goal_of_round_5(), [ANNA, BO, CLEO])  # a red 2
    piles = shown.table.piles
    assert mark_at(piles, card_art.TOP) == card_art.GOOD
    sim.press("RIGHT", "A")
    assert mark_at(piles, card_art.NEW) == card_art.GOOD
    shown = seat_down(sim, standing([MINE, OTHERS[0]], "bo1", round_=5), [ANNA, BO])
    assert mark_at(shown.table.piles, card_art.TOP) == card_art.PLAIN


def test_b_stops_a_hint_that_is_looked_for(sim, monkeypatch):
    monkeypatch.setattr(players, "hint", lambda view: iter(range(1 << 30)))
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    sys.modules["rules.eight.players"] = players
    sim.hold("SELECT", 700)
    assert shown.worker is not None and "stop" in keys(sim)
    sim.press("A")
    assert shown.worker is not None and game.taken == eight.NONE
    sim.press("B")
    assert shown.worker is None and "take" in keys(sim)
    sim.press("A")
    assert game.taken != eight.NONE


def test_cards_that_serve_the_round_are_marked(sim):
    shown = seat_down(sim, goal_of_round_5(), [ANNA, BO, CLEO])
    marks = [mark_at(shown.table.hand, i) for i in range(7)]
    assert marks == [card_art.GOOD] * 5 + [card_art.PLAIN] * 2


# -- what the table says


@pytest.mark.parametrize(
    "round_, words, example",
    [
        (1, "all one colour", ""),
        (2, "all one shape", ""),
        (4, "1 to 7", ""),
        (5, "1 to 7 in one colour", "r^1 r#2 ro3 r^4 r#5 ro6 r^7"),
        (6, "1 to 7 in one shape", "r#1 b#2 r#3 r#4 b#5 b#6 r#7"),
        (7, "1 to 7, one colour and shape", "r#1 r#2 r#3 r#4 r#5 r#6 r#7"),
        (8, "seven of one number", ""),
    ],
)
def test_the_goal_in_words_and_as_small_cards(sim, round_, words, example):
    game = standing(["r^1 r^2 b#3 b#4 ro6 ro6 b^7", OTHERS[0]], "r#2", round_=round_)
    table = seat_down(sim, game, [ANNA, BO]).table
    assert table.round == round_ and table.words.text == words
    cells = [(table.goal[i, 0], table.goal[i, 1]) for i in range(7)]
    if example:
        codes = cards.parse_hand(example.split())
        assert cards.fits(round_, codes)
        assert cells == [card_art.halves(one) for one in codes]
    else:  # cards that show no more than what counts
        assert all(upper >= 26 for upper, _ in cells)


def test_who_plays_everybodys_points_and_the_direction(sim):
    game = goal_of_round_5()
    shown = seat_down(sim, game, [ANNA, BO, CLEO])
    table = shown.table
    assert [line.text for line in table.seats] == ["ANNA", "BO", "CLEO"]
    assert [line.tail for line in table.seats] == ["3", "5", "2"]

    def inks():
        return [line.grid.pixel_shader for line in table.seats]

    assert inks()[0] is not inks()[1] and inks()[1] is inks()[2]
    assert not table.arrow.flip_y and table.count.text == str(len(game.pile))
    game.direction = -1
    shown.turn()
    assert table.arrow.flip_y


def test_two_players_have_no_arrow(sim):
    assert seat_down(sim, goal_of_round_5(2), [ANNA, BO]).table.arrow is None


def test_a_page_without_a_story_says_how_to_begin(sim):
    seat_down(sim, goal_of_round_5(), [ANNA, BO, CLEO])
    assert told(sim) == "Draw a card, then discard one."
    sim.press("A")
    assert told(sim) == "Now discard."


def said(game, viewer, short=False):
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
    assert said(game, 0) == ["C: new hand", "B drew"]
    game.apply(("discard", code("b^1")))
    assert said(game, 0) == ["C: new hand", "B drew, discarded b^1"]
    assert said(game, 0, True) == ["C: new hand", "B drew", "discarded b^1"]
    assert said(game, 1) == ["A took r#2, discarded <>", "C: new hand"]
    assert said(game, None) == ["A took r#2, discarded <>", "C: new hand", "B drew, discarded b^1"]


def test_a_hand_turned_in_is_told_though_cards_were_shuffled_for_it(sim):
    game = standing([MINE] + OTHERS[:2], "r#2", round_=5)
    game.discards = game.pile[3:] + game.discards
    game.pile = game.pile[:3]
    game.apply(("take", "pile"))
    game.apply(("discard", code("<>")))
    assert said(game, 0) == ["C: new hand", "Cards shuffled"]


@pytest.mark.parametrize("board", BOARDS)
def test_every_line_fits_the_page(tmp_path, board):
    people = [("", "WWWWWWW"), ("hard", "WWWWWWW"), ("hard", "BO")]
    with handheld(tmp_path, board) as sim:
        game = standing([MINE] + OTHERS[:2], "r#2", round_=5)
        page = seat_down(sim, game, people).table.page
        page.grid.hidden = False
        for seed in range(2):
            played = selftest.game("ER", ["hard", "easy", "hard"], seed, 9999)[1]
            game.log = played.log
            for back in range(40):
                page.show(False, back)
                for i, text in enumerate(page.texts):
                    assert page.font.measure(text) <= page.w, text
                    for mini in page.pairs[2 * i : 2 * i + 2]:
                        assert mini.hidden or page.x < mini.x <= page.x + page.w - page.minis.w


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_names_touch_no_edge_of_their_bars(tmp_path, board, seats):
    people = [ANNA] + [("hard", "BO")] * (seats - 1)
    with handheld(tmp_path, board, blind=False) as sim:
        table = seat_down(sim, standing([MINE] + OTHERS[: seats - 1]), people).table
        for line in table.seats:
            bitmap = line.bitmap
            rows = [[bitmap[x, y] for x in range(line.w)] for y in range(line.h)]
            assert 1 in sum(rows, []) and 1 not in rows[0] + rows[-1]
        assert line.grid.y + line.h < table.hand_y


@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pybadge"])
def test_a_discard_above_another_line_of_a_narrow_page_has_a_name(sim):
    game = standing([MINE] + OTHERS, "r#2", round_=5)
    page = seat_down(sim, game, [ANNA, BO] + [("hard", "EVE")] * 4).table.page
    game.log = bytearray((eight.DREW, 5, 0, eight.DISCARDED, 5, cards.REVERSE))
    page.show(True)
    assert [text.strip() for text in page.texts] == ["EVE drew", "discarded"]
    game.log += bytearray((eight.REVERSED, 5, 1))
    page.show(True)
    assert [text.strip() for text in page.texts] == ["EVE:", "BO: new hand"]
    assert not page.pairs[0].hidden


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_a_line_without_cards_fits_a_narrow_page(tmp_path, language):
    people = [("", "WWWWWWW")] + [("hard", "BOBBY")] * 5
    with handheld(tmp_path) as sim:
        speak(language)
        game = standing([MINE] + OTHERS, "r#2", round_=5)
        page = seat_down(sim, game, people).table.page
        for kind in (eight.WON, eight.NOBODY, eight.SHUFFLED, eight.REVERSED):
            game.log = bytearray((kind, 0, 0 if kind == eight.REVERSED else 8))
            page.show(True)
            assert any(page.texts)
            for text in page.texts:
                assert page.font.measure(text) <= page.w, text


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
@pytest.mark.parametrize("board", ["tinycircuits_thumby_color", "pajenicko_picopad"])
def test_a_round_that_a_reverse_wins_fits_the_paper(tmp_path, board, language):
    hands = ["r^1 r^2 b^3 b^4 b^5 b^6 <>", OTHERS[0], OTHERS[2]]
    with handheld(tmp_path, board) as sim:
        speak(language)
        game = standing(hands, "r^7", round_=6)
        shown = seat_down(sim, game, [ANNA, BO, CLEO])
        sim.press("RIGHT", "A")
        shown.part.index = [cards.text(one) for one in game.hands[0]].index("<>")
        sim.wait(600)
        put_down(sim, "A")
        assert game.round == 7 and part(sim) == "News"
        table = shown.table
        grids = list(shown.part.group)
        assert len(grids) > 3
        assert grids[0].y >= table.top
        for grid in grids:
            assert grid.y + grid.height * grid.tile_height <= table.low
            assert grid.x >= 0 and grid.x + grid.width * grid.tile_width <= sim.app.w


# -- what may be seen


def test_between_two_persons_no_hand_is_on_show(sim):
    game = goal_of_round_5()
    put(sim, game, [ANNA, BO, ("", "CLEO")])
    assert screen(sim) == "handover"
    sim.wait(700)
    sim.press("A")
    assert screen(sim) == "eightscreen" and card_art.BACK not in hand_shown(sim)
    sim.wait(600)
    sim.press("A", "LEFT")
    at = [cards.text(one) for one in game.hands[0]].index("b#3")
    while sim.app.screen.part.index != at:
        sim.press("LEFT")
    put_down(sim, "A")
    assert game.seat == 1 and screen(sim) == "eightscreen"
    while screen(sim) == "eightscreen":
        assert set(hand_shown(sim)) == {card_art.BACK} or part(sim) == "News"
        assert card_at(sim.app.screen.table.piles, card_art.NEW) == NOBODY
        sim.wait(100)
        if part(sim) == "News":
            sim.press("A")
    assert screen(sim) == "handover"


def test_no_card_of_another_hand_is_ever_painted(tmp_path):
    """Every painted frame between two persons' turns, compared with one that shows backs."""
    frames = []
    with handheld(tmp_path, blind=False) as sim:
        game = goal_of_round_5()
        put(sim, game, [ANNA, BO, ("", "CLEO")])
        sim.wait(700)
        sim.press("A", rest=600)
        sim.press("A")
        while game.hands[0][sim.app.screen.part.index] != code("b#3"):
            sim.press("LEFT")
        table = sim.app.screen.table
        row = (table.hand_y, table.hand_y + table.hand.h)
        refresh = sim.display.refresh

        def record(**options):
            refresh(**options)
            if screen(sim) == "eightscreen" and part(sim) == "Watch":
                frames.append(sim.image().crop((0, row[0], sim.display.width, row[1])))

        sim.display.refresh = record
        put_down(sim, "A")
        while screen(sim) == "eightscreen" and part(sim) == "Watch":
            sim.wait(40)
    assert len(frames) > 6
    assert all(frame.tobytes() == frames[0].tobytes() for frame in frames)


# -- a computer's turn


def watched(sim, game, people=(ANNA, BO, CLEO)):
    """Draw and drop a useless card: the computer's turn follows."""
    shown = seat_down(sim, game, list(people))
    sim.press("A")
    while game.hands[0][shown.part.index] != code("b#3"):
        sim.press("LEFT")
    put_down(sim, "A")
    assert part(sim) == "Watch" and game.seat == 1
    return shown


def test_a_computers_cards_go_before_ones_eyes(sim):
    game = goal_of_round_5()
    shown = watched(sim, game)
    watch = shown.part
    places, faces = [], []
    for _ in range(40):
        if watch.until:
            break
        if watch.step:
            places.append(watch.card.group.x)
            faces.append(card_at(watch.card, 0))
        sim.wait(STEP_MS // 3)
    assert game.seat == 2 and len(set(places)) == 3  # the same steps each way
    to_seat = places[: faces.count(faces[0])]
    if game.from_pile:
        assert faces[0] == card_art.BACK  # what was drawn is not shown
    assert to_seat == sorted(to_seat, reverse=True)
    assert places[len(to_seat) :] == sorted(places[len(to_seat) :])
    assert faces[-1] == game.discards[-1]
    assert card_at(shown.table.piles, card_art.TOP) == game.discards[-1]
    assert "BO" in told(sim) and "discarded" in told(sim)


def test_the_card_goes_at_the_pace_that_is_set(tmp_path):
    took = []
    for speed in (1, 2, 3):
        with handheld(tmp_path / str(speed)) as sim:
            sim.app.settings.set("speed", speed)
            shown = watched(sim, goal_of_round_5())
            began = sim.app.now()
            while not shown.part.until:
                sim.wait(10)
            took.append(sim.app.now() - began)
            rest = sim.app.now()
            while shown.actor == 1:
                sim.wait(10)
            took.append(sim.app.now() - rest)
    assert took[0] > took[2] > took[4] and took[1] > took[3] > took[5]


def test_any_key_hurries_and_goes_on(sim):
    game = goal_of_round_5()
    shown = watched(sim, game)
    began = sim.app.now()
    while shown.actor == 1:
        sim.press("RIGHT" if not shown.part.until else "A")
    assert sim.app.now() - began < 6 * STEP_MS


def test_left_shows_what_happened_before(sim):
    game = goal_of_round_5()
    shown = watched(sim, game)
    wait_for(sim, "Turn")
    sim.wait(600)
    sim.press("A", rest=600)
    shown.part.index = [one for one in range(7) if not shown.table.serves[one]][0]
    put_down(sim, "A")
    if part(sim) == "News":
        put_down(sim, "A")
    watch = shown.part
    while not watch.until:
        sim.wait(20)
    last = told(sim)
    assert "before" in keys(sim)
    sim.press("LEFT")
    assert told(sim) != last and "after" in keys(sim)
    sim.wait(5000)
    assert shown.part is watch  # it waits for a key
    sim.press("RIGHT")
    assert told(sim) == last
    sim.press("A")
    assert shown.part is not watch


def test_the_hand_is_sorted_while_a_computer_plays(sim):
    game = goal_of_round_5()
    watched(sim, game)
    sim.press("SELECT")
    assert own(game).startswith("r^1 r^7") and hand_shown(sim) == list(game.hands[0])


def test_a_computers_turn_on_show_is_kept_when_the_menu_is_opened(sim):
    game = goal_of_round_5()
    watched(sim, game)
    sim.app.settings.set("speed", 1)
    while game.seat == 1:
        sim.wait(20)
    sim.hold("START", 700)
    assert screen(sim) == "pause" and game.seat == 2
    sim.press("B", rest=60)
    assert eight.unpack(sim.app.store.load("game.ER")[0][3:]).seat == 2


# -- rounds, games


def test_a_won_round_is_told_while_its_cards_shine(sim):
    game = standing(["r^1 * * ro4 r#5 r^7 b#6", OTHERS[0]], "ro6")
    shown = seat_down(sim, game, [ANNA, BO])
    put_down(sim, "RIGHT", "A", "LEFT", "A")
    assert game.won[0] == 0
    assert news(sim) == "You win round 1! 1 point with these cards Round 2: all one shape"
    assert sorted(hand_shown(sim)) == sorted(hand("r^1 * * ro4 r#5 r^7 ro6"))
    assert shown.table.round == 1 and shown.table.middle.hidden
    row = shown.table.hand
    shone = set()
    for _ in range(80):
        sim.wait(50)
        bright = [i for i in range(7) if mark_at(row, i) == card_art.PICKED]
        assert len(bright) <= 1 and all(row.grids[i].y < 0 for i in bright)
        shone.update(bright)
    assert shone == set(range(7))
    assert [mark_at(row, i) for i in range(7)] == [card_art.GOOD] * 7
    assert all(grid.y == 0 for grid in row.grids)
    sim.press("A")
    assert part(sim) == "Watch" and shown.table.round == 2 and not shown.table.middle.hidden
    assert hand_shown(sim) == list(game.hands[0])


def test_a_round_that_a_computer_wins_is_told_with_its_name(sim):
    game = standing([OTHERS[1], "r^1 * * ro4 r#5 r^7 ro6"], "b#6")
    game.seat = 1
    seat_down(sim, game, [ANNA, BO])
    wait_for(sim, "News")
    assert news(sim).startswith("BO wins round 1! 1 point with these cards")
    assert card_art.BACK not in hand_shown(sim)


def test_a_character_says_something_to_its_win_and_to_yours(sim):
    game = standing([OTHERS[1], "r^1 * * ro4 r#5 r^7 ro6"], "b#6")
    game.seat = 1
    seat_down(sim, game, [ANNA, ("hard", "OTTO")])
    wait_for(sim, "News")
    assert "OTTO: Land in sight!" in news(sim)
    game = standing(["<> b^5 r#5 b#5 ro5 bo5 r^5", OTHERS[0]], "b^5", round_=8)
    seat_down(sim, game, [ANNA, ("hard", "CLEO")])
    put_down(sim, "RIGHT", "A", "LEFT", "A")
    assert "CLEO: Enjoy it. Once." in news(sim)


def test_a_long_name_wins_in_smaller_letters(tmp_path):
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        game = standing([OTHERS[1], "r^1 * * ro4 r#5 r^7 ro6"], "b#6")
        game.seat = 1
        seat_down(sim, game, [ANNA, ("hard", "WWWWWWW")])
        wait_for(sim, "News")
        assert "WWWWWWW wins round 1!" in news(sim)
        table = sim.app.screen.table
        for text in sim.app.screen.part.said:
            assert table.font.measure(text) <= table.w


def test_round_8_without_a_joker_is_told_and_leads_to_the_score_sheet(sim):
    game = standing(["<> b^5 r#5 b#5 ro5 bo5 r^5", OTHERS[0]], "b^5", round_=8)
    seat_down(sim, game, [ANNA, BO])
    put_down(sim, "RIGHT", "A", "LEFT", "A")
    assert game.auto == 0 and "without a joker" in news(sim) and keys(sim).endswith("the score")
    sim.press("A", rest=60)
    assert screen(sim) == "podium"
    sim.press("A", "A", rest=60)
    assert screen(sim) == "score"


def test_who_must_turn_the_hand_in_is_told_so(sim):
    game = standing([MINE, "<> <> <> <> <> <> <>"], "b#6")
    game.seat = 1
    seat_down(sim, game, [ANNA, ("easy", "BO")])
    wait_for(sim, "News")
    assert news(sim) == "Play reverses! You get a new hand and miss a turn."
    assert hand_shown(sim) == list(game.hands[0])


def test_others_turning_a_hand_in_stops_nobody(sim):
    game = standing([MINE, "<> <> <> <> <> <> <>"] + OTHERS[:2], "b#6")
    game.seat = 1
    game.direction = -1
    seat_down(sim, game, [ANNA, ("easy", "BO"), CLEO, ("easy", "DEE")])
    for _ in range(100):
        sim.wait(50)
        if "CLEO: new hand" in told(sim):
            break
    assert part(sim) == "Watch" and game.seat == 3


def test_the_news_hold_on_the_smallest_display(tmp_path):
    """A round won by discarding a Reverse: four sentences."""
    with handheld(tmp_path, "tinycircuits_thumby_color") as sim:
        game = standing(["r^1 * * ro4 r#5 r^7 <>", OTHERS[0], OTHERS[1]], "ro6")
        seat_down(sim, game, [ANNA, BO, CLEO])
        put_down(sim, "RIGHT", "A", "LEFT", "A")
        assert "new hand" in news(sim) and "You win" in news(sim) and "Round 2" in news(sim)
        table = sim.app.screen.table
        for grid in sim.app.screen.part.group:
            assert table.top < grid.y
            assert grid.y + grid.tile_height * grid.height <= table.low


def test_a_turn_is_taken_up_after_the_pause(sim):
    game = goal_of_round_5()
    seat_down(sim, game, [ANNA, BO, CLEO])
    sim.press("A")
    sim.hold("START", 700)
    assert screen(sim) == "pause"
    sim.press("B", rest=60)
    assert screen(sim) == "eightscreen" and not sim.app.screen.part.taking
    assert len(game.hands[0]) == 8


def test_a_whole_game_by_buttons_against_a_computer(sim):
    game = eight.EightGame(2, 4, {"short": True})
    put(sim, game, [ANNA, ("easy", "EASY")])
    presses = 0
    while screen(sim) != "score":
        assert screen(sim) in ("startdraw", "eightscreen", "handover")
        if screen(sim) == "eightscreen" and part(sim) == "Watch":
            sim.wait(400)
        else:
            sim.press("A")
        presses += 1
        assert presses < 3000
    assert game.phase == eight.OVER
    game.check()


def test_computers_alone_play_to_the_end(sim):
    sim.app.settings.set("speed", 3)
    game = eight.EightGame(2, 6, {"short": True})
    put(sim, game, [("hard", "BO"), ("normal", "CLEO")])
    sim.press("A")
    for _ in range(900):
        sim.wait(1000)
        if screen(sim) == "score":
            break
        if part(sim) == "News":
            sim.press("A")
    assert game.phase == eight.OVER


# -- pictures


def test_red_and_blue_differ_without_colour():
    """The sheet's shapes: the red one is full, the blue one hollow."""
    from tools.art import cards as drawing

    for cells, inks in ((drawing.cells(18, 14), (2, 3)), (drawing.minis(12, 8), (2, 3))):
        for shape in range(3):
            red, blue = cells[17 + shape].px, cells[20 + shape].px
            assert 0 < blue.count(inks[1]) < red.count(inks[0])


@pytest.mark.parametrize("board", BOARDS)
def test_pictures(tmp_path, board):
    def look(name):
        sim.wait(60)
        golden_help.check(sim, "eight_%s_%s" % (SIZES[board], name))

    with handheld(tmp_path, board, blind=False) as sim:
        seat_down(sim, goal_of_round_5(), [ANNA, BO, CLEO])
        look("take")
        sim.press("RIGHT", "A")
        look("drop")
        sim.press("RIGHT", "A")
        look("sure")
        sim.press("B", "UP", "LEFT", "A")
        look("undo")
        sim.wait(1500)
        look("reverse")
        sim.press("A", rest=250)
        look("computer")
        while not sim.app.screen.part.until:
            sim.wait(20)
        look("rest")
        game = standing(["r^1 * * ro4 r#5 r^7 b#6"] + OTHERS, "ro6")
        put(
            sim,
            game,
            [ANNA, BO, CLEO, ("easy", "DEE"), ("easy", "EVELYN"), ("normal", "FLORIAN")],
            ("eight.eightscreen",),
        )
        sim.press("RIGHT", "A", "LEFT")
        look("six")
        sim.press("A", rest=1500)
        look("win")
        sim.press("A")
        for _ in range(400):
            sim.wait(50)
            if part(sim) != "Watch":
                break
        look("story")

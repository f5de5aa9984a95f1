"""The screen of 8 Round Rummy: a turn by buttons, what may be seen, and pictures looked at."""

import golden_help
import pytest
import vm_selftest as selftest
from pocket.screens import eightscreen
from pocket.ui import cards as card_art
from screens_help import BOARDS, handheld, put, screen
from test_eight_rules import code, hand, standing

from rules.eight import cards
from rules.eight import game as eight

SIZES = {
    "pybadge": "160x128",
    "tinycircuits_thumby_color": "128x128",
    "pimoroni_picosystem": "240x240",
    "pajenicko_picopad": "320x240",
}
ANNA, BO, CLEO = ("", "ANNA"), ("hard", "BO"), ("normal", "CLEO")
MINE = "r^1 * b#3 ro4 r#5 r^7 <>"
OTHERS = [
    "b^1 b^2 r#3 r#4 bo6 bo6 r^7",
    "b^3 r^3 ro4 b#5 r#6 bo7 ro1",
    "r^2 r^3 ro5 b#4 b^4 b^5 b^7",
    "b^6 r^6 ro7 b#5 b#1 bo1 r#1",
    "r^4 b#4 r#5 bo7 ro5 b^6 r#2",
]


@pytest.fixture
def sim(tmp_path):
    with handheld(tmp_path) as one:
        yield one


def table(sim, game, people):
    put(sim, game, people)
    assert screen(sim) == "eightscreen"
    return sim.app.screen


def rows(one):
    return [one.text(i) for i in range(len(one.grids))]


def told(sim):
    """The box's text as one line, or ""."""
    box = sim.app.screen.box
    return " ".join(" ".join(rows(box)).split()) if box else ""


def own(game):
    """The hand of seat 0 as text."""
    return " ".join([cards.text(one) for one in game.hands[0]])


def dropped(game):
    """The card seat 0 discarded last; the next player may have taken it by now."""
    found = [
        game.log[i + 2]
        for i in range(0, len(game.log), 3)
        if game.log[i : i + 2] == bytes((eight.DISCARDED, 0))
    ]
    return found[-1]


def goal_of_round_5(seats=3):
    return standing([MINE] + OTHERS[: seats - 1], "r#2", round_=5)


# -- a person's turn


def test_take_from_either_pile_and_discard_by_buttons(sim):
    game = goal_of_round_5()
    table(sim, game, [ANNA, BO, CLEO])
    sim.press("RIGHT", "A")
    assert game.taken == code("r#2") and game.seat == 0
    sim.press("LEFT", "A")  # the last card of the hand: the Reverse
    assert game.discards[-1] == code("<>") and game.direction == -1
    assert "new hand" in told(sim)
    again = standing([MINE] + OTHERS[:2], "r#2", round_=5)
    table(sim, again, [ANNA, BO, CLEO])
    sim.press("A")
    assert again.from_pile and len(again.hands[0]) == 8


def test_a_card_the_round_needs_is_discarded_by_a_second_press_only(sim):
    game = goal_of_round_5()
    shown = table(sim, game, [ANNA, BO, CLEO])
    sim.press("RIGHT", "A", "RIGHT", "A")
    assert shown.sure and game.taken != eight.NONE
    sim.press("B")
    assert not shown.sure and len(game.hands[0]) == 8
    first = game.hands[0][0]
    sim.press("A", "A")
    assert dropped(game) == first


def test_a_reverse_cannot_be_picked_up_and_the_screen_says_so(sim):
    game = standing([MINE.replace("<>", "b^7"), OTHERS[0]], "<>", round_=5)
    table(sim, game, [ANNA, BO])
    sim.press("RIGHT", "A")
    assert "draw pile" in told(sim) and game.taken == eight.NONE
    sim.press("LEFT", "A")
    assert told(sim) == "" and game.taken != eight.NONE


def test_back_says_that_a_card_taken_stays(sim):
    table(sim, goal_of_round_5(), [ANNA, BO, CLEO])
    sim.press("A", "B")
    assert "discard one" in told(sim)


def test_the_hand_is_sorted_by_what_the_round_asks_or_by_suit(sim):
    game = goal_of_round_5()
    table(sim, game, [ANNA, BO, CLEO])
    assert own(game) == "r^1 ro4 r#5 r^7 * b#3 <>"
    sim.press("SELECT")
    assert own(game) == "r^1 r^7 r#5 ro4 b#3 * <>"
    sim.press("SELECT")
    assert cards.text(game.hands[0][1]) == "ro4"


def test_sorting_leaves_the_card_just_taken_apart(sim):
    game = goal_of_round_5()
    table(sim, game, [ANNA, BO, CLEO])
    sim.press("RIGHT", "A", "SELECT", "SELECT")
    assert game.hands[0][-1] == code("r#2") == game.taken
    sim.press("UP", "A", "A")
    assert dropped(game) == code("r#2")


@pytest.mark.parametrize(
    "round_, words, icon",
    [
        (1, "one colour", "\x02\x01\x1a"),
        (2, "one shape", "\x02\x7f"),
        (4, "straight 1 to 7", "1-7"),
        (7, "straight colour+shape", "1-7 \x02\x02"),
        (8, "all one number", "5555555"),
    ],
)
def test_the_goal_in_words_and_as_an_icon(sim, round_, words, icon):
    shown = table(
        sim, standing(["r^1 r^2 b#3 b#4 ro6 ro6 b^7", OTHERS[0]], "r#2", round_=round_), [ANNA, BO]
    )
    grid = shown.head.grids[0]
    line = "".join([chr(grid[i]) for i in range(26)])
    assert line.startswith("Round %d " % round_) and line.endswith(" " + icon)
    assert shown.head.text(1).strip() == words


def test_whose_turn_the_direction_and_the_round_cards_of_each(sim):
    game = goal_of_round_5()
    shown = table(sim, game, [ANNA, BO, CLEO])
    lines = [" ".join([word for word in line.split(" ") if word]) for line in rows(shown.seats)[:3]]
    assert lines == ["\x07ANNA 3", "\x0bBO 1 4", "CLEO 2"]
    game.direction = -1
    shown.turn()
    assert [line[0] for line in rows(shown.seats)[:3]] == ["\x07", " ", "\x08"]
    assert shown.under.text(0).startswith(str(len(game.pile)))


# -- what may be seen


def backs(shown):
    """How many cards of the hand's row lie face down."""
    body = card_art.BACK
    return [shown.hand.grids[2 * i][0] for i in range(7)].count(body)


def test_between_two_persons_no_hand_is_on_show(sim):
    game = goal_of_round_5()
    put(sim, game, [ANNA, BO, ("", "CLEO")])
    assert screen(sim) == "handover"
    sim.wait(700)
    sim.press("A")
    assert screen(sim) == "eightscreen" and backs(sim.app.screen) == 0
    sim.press("A", "LEFT")
    at = [cards.text(one) for one in game.hands[0]].index("b#3")
    while sim.app.screen.at != at:
        sim.press("LEFT")
    sim.press("A")
    assert game.seat == 1 and screen(sim) == "eightscreen" and backs(sim.app.screen) == 7
    sim.wait(6000)
    while screen(sim) == "eightscreen":
        assert backs(sim.app.screen) == 7 or sim.app.screen.shown is not None
        sim.press("A")
    assert screen(sim) == "handover"


def test_the_computers_drawn_card_lies_face_down_and_a_picked_one_does_not(sim):
    game = goal_of_round_5()
    shown = table(sim, game, [ANNA, BO, CLEO])
    game.apply(("take", "pile"))
    game.apply(("discard", code("b#3")))
    game.apply(("take", "pile"))
    shown.actor = 1
    shown.mode = eightscreen._SHOW
    shown._draw()
    body = card_art.BACK
    assert shown.piles.grids[2 * eightscreen._NEW][0] == body
    game.from_pile = False
    shown._draw()
    assert shown.piles.grids[2 * eightscreen._NEW][0] != body


def test_red_and_blue_differ_without_colour():
    """The sheet's shapes: the red one is full, the blue one hollow."""
    from tools.art import mkassets

    width, height = 18, 14
    cells = mkassets.card_faces(width, height)
    for shape in range(3):
        red, blue = cells[16 + shape].px, cells[19 + shape].px
        assert sum(1 for one in blue if one) < sum(1 for one in red if one)


# -- rounds, games


def test_a_won_round_is_told_with_the_winning_hand_on_show(sim):
    game = standing(["r^1 * * ro4 r#5 r^7 b#6", OTHERS[0]], "ro6")
    shown = table(sim, game, [ANNA, BO])
    sim.press("RIGHT", "A", "LEFT", "A")
    assert game.won[0] == 0 and told(sim) == "ANNA wins round 1! Round 2: one shape."
    assert sorted(shown.shown) == sorted(hand("r^1 * * ro4 r#5 r^7 ro6"))
    sim.press("A")
    assert told(sim) == "" and shown.shown is None


def test_round_8_without_a_joker_is_told_and_leads_to_the_score_sheet(sim):
    game = standing(["<> b^5 r#5 b#5 ro5 bo5 r^5", OTHERS[0]], "b^5", round_=8)
    table(sim, game, [ANNA, BO])
    sim.press("RIGHT", "A", "LEFT", "A")
    assert game.auto == 0 and "Without a joker" in told(sim)
    sim.press("A")
    sim.wait(60)
    assert screen(sim) == "score"


def test_a_turn_is_taken_up_after_the_pause(sim):
    game = goal_of_round_5()
    table(sim, game, [ANNA, BO, CLEO])
    sim.press("A")
    sim.hold("START", 700)
    assert screen(sim) == "pause"
    sim.press("B")
    sim.wait(60)
    assert screen(sim) == "eightscreen" and sim.app.screen.mode == eightscreen._DROP
    assert len(game.hands[0]) == 8


def test_a_whole_game_by_buttons_against_a_computer(sim):
    game = eight.EightGame(2, 4, {"short": True})
    put(sim, game, [ANNA, ("easy", "EASY")])
    presses = 0
    while screen(sim) != "score":
        now = screen(sim)
        assert now in ("startdraw", "eightscreen", "handover")
        if now == "eightscreen" and sim.app.screen.mode in (eightscreen._THINK, eightscreen._SHOW):
            sim.wait(400)
        else:
            sim.press("A")
        presses += 1
        assert presses < 3000
    assert game.phase == eight.OVER
    game.check()


def test_computers_alone_play_to_the_end(sim):
    sim.app.settings.speed = 3
    game = eight.EightGame(2, 6, {"short": True})
    put(sim, game, [("hard", "BO"), ("normal", "CLEO")])
    sim.press("A")
    for _ in range(900):
        sim.wait(1000)
        if screen(sim) == "score":
            break
        if sim.app.screen.mode == eightscreen._TOLD:
            sim.press("A")
    assert game.phase == eight.OVER


@pytest.mark.parametrize("cols", [21, 26])
def test_stories_fit_a_line(cols):
    people = [("", "MAXIMILIAN"), ("hard", "BO")]
    for seed in range(3):
        game = selftest.game("ER", ["hard", "easy"], seed, 9999)[1]
        for line in eightscreen.stories(game, people, cols, 40):
            assert 0 < len(line) <= cols


# -- pictures


@pytest.mark.parametrize("board", BOARDS)
def test_pictures(tmp_path, board):
    def look(name):
        sim.wait(60)
        golden_help.check(sim, "eight_%s_%s" % (SIZES[board], name))

    with handheld(tmp_path, board, blind=False) as sim:
        table(sim, goal_of_round_5(), [ANNA, BO, CLEO])
        look("take")
        sim.press("RIGHT", "A")
        look("drop")
        sim.press("RIGHT", "A")
        look("sure")
        sim.press("B", "UP", "LEFT", "A")
        look("reverse")
        sim.press("A")
        sim.wait(500)
        look("computer")
        game = standing(["r^1 * * ro4 r#5 r^7 b#6"] + OTHERS, "ro6")
        put(
            sim,
            game,
            [ANNA, BO, CLEO, ("easy", "DEE"), ("easy", "EVELYN"), ("normal", "FLO")],
            ("eightscreen",),
        )
        sim.press("RIGHT", "A", "LEFT")
        look("six")
        sim.press("A")
        look("win")

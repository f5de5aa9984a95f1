"""The computer players of 8 Round Rummy: fair, bounded, and what each level knows."""

import pytest
import vm_selftest as selftest
from players_help import run
from test_eight_rules import DULL, DULLER, code, hand, standing
from vm_help import vm
from work_help import LINE_US, lines_run

from rules.catalogue import LEVELS
from rules.eight import cards
from rules.eight import game as eight
from rules.eight import players as eight_players
from rules.slices import finish
from tools.match import games


def decide(level, game, seed=1, seat=None):
    view = game.view(game.seat if seat is None else seat)
    return finish(eight_players.choose(level, view, seed))


def after_take(game, taken):
    """Let the running seat have drawn `taken` from the draw pile."""
    at = game.pile.index(code(taken))
    game.pile[at], game.pile[-1] = game.pile[-1], game.pile[at]
    assert game.apply(("take", "pile")) is None
    return game


# -- easy


def test_easy_takes_what_serves_the_round_and_discards_what_does_not():
    game = standing(["r^1 r^2 r#3 ro4 r#5 b^1 b#2", DULLER.replace("b^1", "b#7")], "ro7")
    assert decide("easy", game) == ("take", "discard")
    game.apply(("take", "discard"))
    found = {decide("easy", game, seed) for seed in range(40)}
    assert found == {("discard", code("b^1")), ("discard", code("b#2"))}


def test_easy_leaves_a_discard_that_serves_nothing():
    game = standing(["r^1 r^2 r#3 ro4 r#5 b^1 b#2", DULLER.replace("b^1", "b#7")], "bo7")
    assert decide("easy", game) == ("take", "pile")


def test_no_level_discards_a_joker_it_can_use_or_takes_a_reverse():
    for level in LEVELS:
        game = standing(["* r^1 b#2 ro3 b^4 r#5 <>", DULLER], "b#7", round_=4)
        game.apply(("take", "pile"))
        assert decide(level, game)[1] != code("*")
        game = standing([DULL, DULLER], "<>")
        assert decide(level, game) == ("take", "pile")


# -- normal


def test_normal_counts_what_is_still_out():
    """Round 8, three 4s and three 5s: so many 4s lie in the discard pile that only 5s can win."""
    mine = "r^4 b^4 r#4 r^5 b^5 r#5 b#1"
    for gone, dropped in (
        ("b#4 ro4 bo4 r^4 b^4 b#4 ro4 bo4", "4"),
        ("b#5 ro5 bo5 r^5 b^5 r#5 b#5 ro5", "5"),
    ):
        game = standing([mine, DULLER], "b#1", round_=8)
        game.discards = hand(gone) + game.discards
        for one in hand(gone):
            game.pile.remove(one)
        game.check()
        after_take(game, "r^7")
        assert cards.text(decide("normal", game)[1])[2] != ("5" if dropped == "4" else "4")
        game.hands[0] = hand("r^4 b^4 r#4 r^5 b^5 r#5 * *")
        assert cards.text(decide("normal", game)[1])[2] == dropped


def test_normal_keeps_the_straight_whose_last_card_is_out():
    """Round 7: both ways lack two cards, but one of them lacks a card nobody can ever draw."""
    mine = "r^1 r^2 r^3 r^4 r^5 b#3 b#4"
    game = standing([mine, DULLER], "bo1", round_=7)
    after_take(game, "b#5")
    assert cards.text(decide("normal", game)[1])[0] == "b"


# -- hard


@pytest.mark.parametrize("known, choice", [("b#1 b#2", "ro7"), ("bo1 bo2", "r#7")])
def test_hard_gives_the_next_player_no_card_it_collects(known, choice):
    """Round 2, six triangles; the square and the circle are as useless as each other."""
    others = ["b#1 b#2 bo1 bo2 r#3 r#4 r^7", "b#3 bo3 ro1 r^5 b#4 r#1 b^1"]
    game = standing(["r^1 r^2 r^3 b^4 b^5 r#7 ro7"] + others, "bo7", round_=2)
    game.known[1] = hand(known)
    after_take(game, "b^6")
    assert decide("hard", game) == ("discard", code(choice))
    game.known[1] = bytearray()
    game.known[2] = hand("b#3 b#4 r#1")  # not the next player
    game.dropped[1] = hand("b#5 r#5")  # who wants no squares
    assert decide("hard", game) == ("discard", code("r#7"))


def reverse_in_hand(known="", age=0, round_=4, seats=2):
    hands = ["<> r^1 b#2 ro3 b^4 r#5 r#1", DULLER, "b^3 r^3 ro4 b#5 r#6 bo7 ro1"][:seats]
    game = standing(hands, "b#7", round_=round_)
    game.known[seats - 1] = hand(known)
    game.hands[seats - 1][: len(game.known[seats - 1])] = game.known[seats - 1]
    game.age[seats - 1] = age
    game.hands[0].append(code("b#1"))
    game.taken = code("b#1")
    return game


def test_master_of_two_keeps_reverse_until_the_other_has_come_close():
    assert decide("master", reverse_in_hand(age=9)) == ("discard", code("<>"))
    assert decide("master", reverse_in_hand()) != ("discard", code("<>"))
    assert decide("hard", reverse_in_hand()) == ("discard", code("<>"))


def test_of_three_keeping_reverse_costs_more_than_it_brings():
    assert decide("master", reverse_in_hand(seats=3)) == ("discard", code("<>"))


def test_master_plays_reverse_on_one_number_collected_for_round_8_above_all():
    """In round 4 two cards of one number that seat 1 took are no danger for the round itself."""
    assert decide("master", reverse_in_hand("bo5 b#5")) == ("discard", code("<>"))
    game = reverse_in_hand("bo5 b#5 bo6")
    collecting = eight_players._closeness(game.view(0), 1)
    other = eight_players._closeness(reverse_in_hand("bo5 bo6 bo7").view(0), 1)
    assert collecting > other  # though three of a straight serve the round and only two of these


def last_round(mine, taken, points):
    """Round 8; the other seat holds the cards of rounds `points`."""
    game = standing([mine, DULLER], "b#7", round_=8)
    for i in range(7):
        game.won[i] = 1 if i + 1 in points else 0
    return after_take(game, taken)


@pytest.mark.parametrize("points", [[1, 2, 3, 4, 5, 6, 7], [1, 2]])
def test_master_wins_round_8_without_the_joker_where_it_can(points):
    """Seven fives and a joker: without the joker the game is won whatever the points (ER-11)."""
    game = last_round("r^5 b^5 r#5 b#5 ro5 bo5 r^5", "*", points)
    assert game.apply(decide("master", game)) is None
    assert game.auto == 0 and game.winner() == [0]


def collecting(mine, drawn, short=False, ahead=()):
    """The round before the last; seat 1 holds the cards of the rounds before but `ahead`."""
    game = standing([mine, DULLER], "b#7", round_=6 if short else 7, short=short)
    for goal in game.rules["goals"]:
        if goal < game.round:
            game.won[goal - 1] = 0 if goal in ahead else 1
    return after_take(game, drawn)


FIVES = "r^5 b^5 r#5 b#5 ro5 bo5 r^1"


@pytest.mark.parametrize("short", [False, True])
def test_master_collects_one_number_while_another_goes_for_the_round_before_the_last(short):
    """Who loses the round keeps the hand, and wins the last with it at once (ER-8, ER-11)."""
    game = collecting(FIVES, "r^2", short)
    assert decide("master", game)[1] in (code("r^1"), code("r^2"))
    assert cards.text(decide("hard", game)[1])[2] == "5"
    game = collecting(FIVES.replace("r^1", "r^5"), "r^2", short)
    assert decide("master", game) == ("discard", code("r^2"))
    game.hands[1] = hand("b^1 b^2 b^3 b^4 b^6 * *")  # seat 1 wins the round; seat 0 comes next
    rest = cards.pack()
    for one in game.hands[0] + game.hands[1] + game.discards:
        rest.remove(one)
    rest.remove(code("r#1"))
    game.pile = rest + hand("r#1")
    game.check()
    for move in (decide("master", game), ("take", "pile"), ("discard", code("r#1"))):
        assert game.apply(move) is None
    assert game.round == 8
    assert game.apply(decide("master", game)) is None
    assert game.apply(decide("master", game)) is None
    assert game.phase == eight.OVER and game.auto == 0


def test_master_with_a_lead_goes_for_the_round_itself():
    game = collecting(FIVES, "r^2", ahead=(1, 2, 3, 4, 5, 6))
    assert cards.text(decide("master", game)[1])[2] == "5"


def test_master_does_not_wait_for_ever_with_seven_of_one_number():
    """Two who wait for each other: after some turns of the round each goes for the round."""
    seven = FIVES.replace("r^1", "r^5")
    game = standing([seven, "r^2 b^2 r#2 b#2 ro2 bo2 r^2"], "b#7", round_=7)
    game.won = bytearray([0, 1, 0, 1, 1, 0, cards.NONE, cards.NONE])
    held = game.turns
    while game.round == 7 and game.turns < 400:
        game.apply(decide("master", game))
        if game.hands[0] == game.hands[1]:
            break
        if max(cards.nearest(8, one)[0] for one in game.hands) >= 7:
            held = game.turns
    assert game.round == 8 and held < 100


@pytest.mark.parametrize(
    "mine, drawn, pair",
    [
        ("r#7 r#6 r#5 r^3 r^2 b#4 bo7", "ro3", "r^3 r^2"),
        ("b#2 b#3 b#1 r#2 r#5 b^6 r^4", "ro5", "r#2 r#5"),
        ("r#2 r#1 r#7 ro4 ro1 r^3 b^7", "b#5", "ro4 ro1"),
    ],
)
def test_master_weighs_all_ways_at_once(mine, drawn, pair):
    """Round 3, three cards of one suit: the two of another are a second way and stay, the single
    ones go, though the next round's straight has a number twice in the pair."""
    game = standing([mine, "* * * * <> <> r^7"], "<>", round_=3)
    after_take(game, drawn)
    assert decide("master", game)[1] not in hand(pair)
    assert decide("hard", game)[1] in hand(pair)


def test_easy_overlooks_the_discard_pile_now_and_then():
    game = standing(["r^1 r^2 r#3 ro4 r#5 b^1 b#2", DULLER.replace("b^1", "b#7")], "ro7")
    taken = [decide("easy", game, seed)[1] for seed in range(300)]
    assert 20 < taken.count("pile") < 90


def test_hard_keeps_what_the_next_round_needs_when_this_one_does_not_care():
    """Round 1, six red triangles: of two blue cards the triangle stays, for round 2."""
    game = standing(["r^1 r^2 r^3 r^4 r^5 b#7 b^7", DULLER.replace("r^7", "r#7")], "ro2")
    after_take(game, "r^6")
    assert decide("hard", game) == ("discard", code("b#7"))
    assert decide("normal", game)[1] in hand("b#7 b^7")


# -- fairness, bounds, whole games


@pytest.mark.parametrize("level", LEVELS)
def test_a_choice_depends_on_what_the_seat_sees_alone(level):
    game = eight.EightGame(3, 11)
    game.apply(("go",))
    for turn in range(120):
        if game.phase == eight.OVER:
            break
        move = decide(level, game, turn)
        assert decide(level, games.remixed(game, game.seat), turn, game.seat) == move
        assert game.apply(move) is None


def one_slice(work):
    """None, or the answer of a generator that has come to its end."""
    try:
        next(work)
    except StopIteration as end:
        return end.value


@pytest.mark.long
@pytest.mark.parametrize("level", LEVELS)
def test_slices_are_short_and_few(level):
    game = eight.EightGame(6, 5)
    game.apply(("go",))
    longest = 0
    for turn in range(200):
        if game.phase == eight.OVER:
            break
        slices = 0
        move = None
        thinking = eight_players.choose(level, game.view(game.seat), turn)
        while move is None:
            lines, move = lines_run(lambda: one_slice(thinking))  # noqa: B023 called at once
            longest = max(longest, lines)
            slices += 1
        assert slices <= 9
        game.apply(move)
    assert longest < 50000 / LINE_US


@pytest.mark.long
@pytest.mark.parametrize(
    "levels, short",
    [
        (("master", "easy"), False),
        (("master", "hard", "master"), True),
        (("easy", "master", "hard", "normal", "master", "hard"), True),
    ],
)
def test_whole_games_with_every_invariant(levels, short):
    tally = run("ER", levels, 2, 3, {"short": short})  # more in test_players_games, and by `soak`
    assert tally.failures == [] and tally.stalled == 0
    assert tally.games == 2 and tally.rounds == tally.games * (4 if short else 8)


@pytest.mark.long
@pytest.mark.parametrize(
    "levels, least",
    [
        (("master", "easy"), 60),
        (("master", "normal"), 50),
        (("hard", "normal"), 50),
        (("normal", "easy"), 50),
    ],
)
def test_levels_are_worth_their_names(levels, least):
    """20 games leave 11 percent to chance, but players that are one win just half of them and of
    their points, seats swapped; the goals themselves are measured by `match`."""
    tally = run("ER", levels, 20, 9, checked=False)
    assert 100 * tally.wins[levels[0]] / tally.games > least
    assert tally.points[levels[0]] > tally.points[levels[1]]


# -- the real VM

GAME = """
import selftest
from rules.eight import game as eight
game = selftest.game("ER", %r, 5, 9999, options={"short": True})[1]
again = eight.unpack(game.pack())
print("mark", game.totals, game.turns, bytes(game.log))
"""
MEMORY = """
import gc
gc.collect()
base = gc.mem_alloc()
from rules.eight import game as eight
from rules.eight import players as eight_players
game = eight.EightGame(6, 5)
game.apply(("go",))
peak = 0
for turn in range(40):
    work = eight_players.choose("hard", game.view(game.seat), turn)
    try:
        while True:
            next(work)
            gc.collect()
            peak = max(peak, gc.mem_alloc() - base)
    except StopIteration as end:
        game.apply(end.value)
print(peak)
"""
SEATED = ("hard", "master", "normal", "easy")


def test_the_same_seed_plays_the_identical_game_on_the_vm(compiled):  # noqa: F811
    worked, said = vm(GAME % (SEATED,), compiled, 96 * 1024)
    assert worked, said
    game = selftest.game("ER", SEATED, 5, 9999, options={"short": True})[1]
    assert said.strip() == "mark %s %s %s" % (game.totals, game.turns, bytes(game.log))


def test_heap_of_a_game_of_six_and_a_hard_player(compiled):  # noqa: F811
    """About 43 KB on a board, 30 of them alive."""
    worked, said = vm(MEMORY, compiled, 63 * 1024)
    assert worked and int(said) < 43 * 1024, said

"""The computer players of 8 Round Rummy: fair, bounded, and what each level knows."""

import random

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
from rules.eight.outlook import Outlook
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


def other_truth(game, seat, chance):
    """A copy of a game that looks the same to `seat`: what no screen shows it lies otherwise."""
    other = games.remixed(game, seat)
    cards_ = bytearray(other.pile + other.hidden)
    chance.shuffle(cards_)
    other.pile, other.hidden = cards_[: len(other.pile)], cards_[len(other.pile) :]
    other.discards = other.hidden + other.discards[len(other.hidden) :]
    other.check()
    return other


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("level", [*LEVELS, "hint"])
def test_er_9_a_choice_depends_on_what_the_seat_sees_alone(level, seats):
    """Whole games; the hands that were turned in are dealt anew, too."""

    def choice(game):
        view = game.view(game.seat)
        if level == "hint":
            return finish(eight_players.hint(view))
        return finish(eight_players.choose(level, view, game.turns))

    game = eight.EightGame(seats, 11 + seats, {"short": True})
    game.apply(("go",))
    chance = random.Random(seats)
    turned = 0
    while game.phase != eight.OVER:
        move = choice(game)
        assert choice(other_truth(game, game.seat, chance)) == move
        assert game.apply(move) is None
        turned += len(game.hidden) > 6
    assert turned


def test_er_9_a_hand_that_is_turned_in_is_hidden_until_it_is_shuffled():
    game = standing(["<> " + DULL[4:], DULLER, "b^1 r^3 ro4 b#5 r#6 bo7 ro1"], "b#2")
    game.apply(("take", "pile"))
    game.apply(("discard", code("<>")))
    assert sorted(game.hidden) == sorted(hand("b^1 r^3 ro4 b#5 r#6 bo7 ro1"))
    for seat in range(3):
        assert game.view(seat).gone == cards.counts(hand("b#2 <>"))
    again = eight.unpack(game.pack())
    assert again.hidden == game.hidden and again.view(0).gone == game.view(0).gone
    game.discards, game.pile = game.pile[1:] + game.discards, game.pile[:1]
    game.apply(("take", "pile"))  # the last card: all discards but the top one are shuffled
    assert not game.hidden and game.view(0).gone == cards.counts(hand("<>"))
    game.check()


def test_er_8_a_winning_hand_is_seen_by_all():
    game = standing(["r^1 * * ro4 r#5 r^7 b#6", DULLER], "ro6")
    game.apply(("take", "discard"))
    game.apply(("discard", code("b#6")))
    assert game.round == 2 and not game.hidden and sum(game.view(1).gone) == len(game.discards)


def test_er_2_a_card_buried_at_the_start_is_hidden():
    game = next(
        game for game in (eight.EightGame(2, seed) for seed in range(99)) if len(game.discards) > 1
    )
    assert game.hidden == game.discards[:-1] and sum(game.view(0).gone) == 1


# -- one evaluation: what is kept


def some_positions(many=400):
    """(round, seven cards, the card taken, what was discarded before), of every round."""
    chance = random.Random(13)
    for i in range(8 * many):
        pack = list(cards.pack())
        chance.shuffle(pack)
        if i % 3:  # hands that are far on: cards of one suit, colour or number
            wanted = chance.choice(cards.targets(chance.choice(cards.ROUNDS)))
            pack.sort(key=lambda one: chance.random() + sum(cards.kept(0, wanted, bytes((one,)))))
        cut = chance.randrange(9, 40)
        yield i % 8 + 1, pack[-7:], pack[-8], pack[-8 - cut : -8]


def position(round_, held, taken, gone):
    """A game of two in which seat 0 has taken a card."""
    game = eight.EightGame(2, 1, dealer=1)
    game.apply(("go",))
    rest = cards.pack()
    for one in held + [taken] + gone:
        rest.remove(one)
    game.hands = [bytearray(held + [taken]), rest[:7]]
    game.discards, game.pile, game.taken = bytearray(gone), rest[7:], taken
    game.round = round_
    for i in range(round_ - 1):
        game.won[i] = i % 2
    game.hidden = bytearray()
    game.check()
    return game


def test_a_card_that_is_kept_is_never_what_a_hint_or_a_player_discards():
    """Else a green card that asks "You need this. Discard anyway?" is what the hint discards."""
    chance = random.Random(3)
    seen = wins = 0
    for spot in some_positions():
        game = position(*spot)
        view = game.view(0)
        kept = Outlook(view).kept(view.hand)
        spare = {view.hand[i] for i in range(8) if not kept[i]}
        assert spare and sum(kept) <= 7, spot
        assert finish(eight_players.hint(view))[1] in spare, spot
        for level in ("normal", "hard"):
            assert decide(level, game)[1] in spare, (level, spot)
        mixed = list(view.hand)
        chance.shuffle(mixed)
        again = Outlook(view).kept(bytes(mixed))
        assert sorted(mixed[i] for i in range(8) if again[i]) == sorted(
            view.hand[i] for i in range(8) if kept[i]
        ), spot
        met = [i for i in range(8) if cards.fits(spot[0], view.hand[:i] + view.hand[i + 1 :])]
        assert (sum(kept) == 7) == bool(met), spot  # a win is there, and what is spare wins it
        assert not met or [i for i in met if not kept[i]], spot
        seen += sum(kept) > 3
        wins += bool(met)
    assert seen > 900 and wins > 90


def test_an_open_card_helps_where_the_hint_takes_it_and_then_it_is_kept():
    taken = left = 0
    for round_, held, top, gone in some_positions():
        game = position(round_, held, top, gone)
        game.hands[0], game.taken = game.hands[0][:7], cards.NONE
        game.discards.append(top)
        view = game.view(0)
        helps = Outlook(view).helps()
        assert finish(eight_players.hint(view)) == ("take", "discard" if helps else "pile")
        taken += helps
        left += not helps
        if helps:
            assert game.apply(("take", "discard")) is None
            view = game.view(0)
            assert Outlook(view).kept(view.hand)[7], (round_, held, top)
            assert finish(eight_players.hint(view)) != ("discard", top)
    assert taken > 300 and left > 300


@pytest.mark.parametrize(
    "round_, cards_, spare",
    [
        (4, "r^1 b#2 bo3 b^4 r#6 bo7 r^7 b#1", "r^1 r^7"),  # of equals the next round's stay
        (8, "r^5 b^5 r#5 b#5 ro5 bo5 r^5 *", "*"),  # best won without (ER-11)
        (1, "r^5 r^4 * r^1 ro5 r^3 r^2 *", "ro5"),  # eight would do
        (2, "<> r^4 b^4 b^1 b#5 ro5 b^7 *", "<> b#5 ro5"),
    ],
)
def test_what_is_kept(round_, cards_, spare):
    held = list(hand(cards_))
    game = position(round_, held[:7], held[7], [code("r#7")])
    kept = Outlook(game.view(0)).kept(bytes(held))
    assert " ".join(cards_.split()[i] for i in range(8) if not kept[i]) == spare


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
    """40 games leave 8 percent to chance, but players that are one win just half of them and of
    their points, seats swapped; the goals themselves are measured by `match`."""
    tally = run("ER", levels, 40, 9, checked=False)
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
    """About 46 KB on a board, 33 of them alive."""
    worked, said = vm(MEMORY, compiled, 63 * 1024)
    assert worked and int(said) < 47 * 1024, said

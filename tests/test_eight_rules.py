"""ER: 8 Round Rummy (RULES.md, ER-1 to ER-13)."""

import pytest

from rules import errors
from rules.eight import cards, games
from rules.eight import game as eight
from rules.errors import RulesError
from rules.tilegame import tiles
from tools.refusals import sentence


def hand(text):
    """Card texts as a bytearray of codes."""
    return bytearray([cards.parse(word) for word in text.split()])


def code(text):
    return cards.parse(text)


def standing(hands, top="r^1", pile="", round_=1, direction=1, short=False):
    """A game in which seat 0 is to move: hands and the cards to be drawn (first first) as texts.

    All other cards lie under the top discard (`pile` given) or in the draw pile.
    """
    game = eight.EightGame(len(hands), 1, {"short": short}, dealer=len(hands) - 1)
    assert game.apply(("go",)) is None
    game.hands = [hand(text) for text in hands]
    game.round = round_
    game.direction = direction
    for one in game.rules["goals"]:
        if one < round_:
            game.won[one - 1] = one % len(hands)
    drawn = hand(pile)
    rest = cards.pack()
    for codes in game.hands + [hand(top), drawn]:
        for one in codes:
            rest.remove(one)
    drawn.reverse()
    game.rng.shuffle(rest)
    game.pile = drawn if pile else rest
    game.discards = (rest if pile else bytearray()) + hand(top)
    game.check()
    return game


def draw_and_drop(game, card, source="pile"):
    """The running seat draws, from the pile or the discards, and drops a card; the events of both
    moves."""
    assert game.apply(("take", source)) is None
    events = list(game.events)
    assert game.apply(("discard", code(card))) is None
    game.check()
    return events + game.events


DULL = "r^1 r^2 b#3 b#4 ro6 ro6 b^7"  # meets no goal
DULLER = "b^1 b^2 r#3 r#4 bo6 bo6 r^7"


# -- ER-1 to ER-3: the pack, the deal, who begins


def test_er_1_a_hundred_cards_as_data():
    pack = cards.pack()
    assert len(pack) == 100
    have = [cards.text(one) for one in pack]
    for colour in "rb":
        for shape in "^#o":
            for number in range(1, 8):
                assert have.count("%s%s%d" % (colour, shape, number)) == 2
    assert have.count("*") == 8 and have.count("<>") == 8
    assert sum(1 for text in have if text not in ("*", "<>")) == 84


def test_er_1_another_composition_is_a_change_of_data(monkeypatch):
    monkeypatch.setitem(cards.PACK, "jokers", 4)
    monkeypatch.setitem(cards.PACK, "reverses", 12)
    game = eight.EightGame(3, 5)
    game.check()
    every = game.pile + game.discards + game.hands[0] + game.hands[1] + game.hands[2]
    assert every.count(code("*")) == 4 and every.count(code("<>")) == 12
    monkeypatch.setitem(cards.PACK, "numbers", 1)
    monkeypatch.setitem(cards.PACK, "jokers", 3)
    with pytest.raises(tiles.RulesError):
        eight.EightGame(6, 5)


def test_er_1_two_to_six_players():
    for seats in (2, 3, 4, 5, 6):
        assert eight.EightGame(seats, 1).seats == seats
    for seats in (1, 7, "2", None, True):
        with pytest.raises(tiles.RulesError):
            eight.EightGame(seats, 1)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_er_2_seven_cards_each_and_one_turned_up(seats):
    for seed in range(60):
        game = eight.EightGame(seats, seed)
        game.check()
        assert [len(one) for one in game.hands] == [7] * seats
        assert game.discards[-1] != code("<>")
        assert len(game.pile) == 100 - 7 * seats - len(game.discards)


def test_er_2_a_reverse_turned_up_is_buried_and_the_next_card_turned():
    seen = 0
    for seed in range(400):
        game = eight.EightGame(2, seed)
        assert all(one == code("<>") for one in game.discards[:-1])
        assert game.direction == 1 and game.seat == (game.dealer + 1) % 2
        seen += len(game.discards) > 1
    assert 10 < seen < 60  # 8 of 100 cards


def test_er_3_the_seat_left_of_the_dealer_starts_clockwise():
    for seats in (2, 4, 6):
        for dealer in range(seats):
            game = eight.EightGame(seats, 7, None, dealer)
            assert game.phase == eight.START and game.dealer == dealer
            assert game.apply(("take", "pile"))[0] == "ER-4"
            assert game.apply(("go",)) is None
            assert game.seat == (dealer + 1) % seats and game.direction == 1


def test_er_3_the_dealer_moves_on_each_game():
    game = eight.EightGame(3, 7, None, 1)
    assert game.apply(("again",))[0] == "ER-4"  # only when a game is over
    game.apply(("go",))
    game.phase = eight.OVER
    assert game.apply(("again",)) is None
    assert game.dealer == 2 and game.seat == 0 and game.round == 1 and game.totals == [0, 0, 0]
    game.check()
    assert {eight.EightGame(4, seed).dealer for seed in range(40)} == {0, 1, 2, 3}


# -- ER-4, ER-5: a turn


def test_er_4_take_from_either_pile_then_discard_one():
    game = standing([DULL, DULLER], "b#2")
    top = game.pile[-1]
    assert game.apply(("discard", code("r^1")))[0] == "ER-4"
    assert game.apply(("take", "pile")) is None
    assert game.hands[0][-1] == top and game.taken == top and game.seat == 0
    assert game.apply(("take", "discard"))[0] == "ER-4"
    assert game.apply(("discard", code("bo1")))[0] == "ER-4"  # not in the hand
    assert game.apply(("discard", code("b^7"))) is None
    assert game.discards[-1] == code("b^7") and game.seat == 1 and game.taken == eight.NONE
    assert game.apply(("take", "discard")) is None
    assert code("b^7") in game.hands[1] and game.discards[-1] == code("b#2")
    assert game.apply(("discard", code("b^7"))) is None  # **[ruling]** it may go back at once
    game.check()


def test_er_4_nonsense_changes_nothing():
    game = standing([DULL, DULLER])
    before = game.pack()
    for move in (
        ("take", "hand"),
        ("play", []),
        ("discard", 99),
        ("discard", -1),
        ("draw",),
        ("go",),
    ):
        clause, why = game.apply(move)
        assert clause == "ER-4" and sentence(why).endswith(".")
    assert game.pack() == before


@pytest.mark.parametrize("direction, order", [(1, [0, 1, 2, 3, 0]), (-1, [0, 3, 2, 1, 0])])
def test_er_4_turns_go_round_in_both_directions(direction, order):
    game = standing(
        [DULL, DULLER, "b^1 r^3 ro4 b#5 r#6 bo7 ro1", "b^3 ro3 bo4 r#5 b#6 ro7 bo1"],
        "b#2",
        direction=direction,
    )
    seats = []
    for _ in order:
        seats.append(game.seat)
        game.apply(("take", "pile"))
        plain = [one for one in game.hands[game.seat] if one < 42]
        game.round = 7
        game.apply(("discard", plain[0]))
    assert seats == order


def test_er_5_an_empty_draw_pile_is_made_anew_and_the_top_discard_stays():
    game = standing([DULL, DULLER], "b#2", "r^5")
    under = sorted(game.discards[:-1])
    assert game.apply(("take", "pile")) is None
    assert ("shuffle", 0, len(under)) in game.events
    assert game.discards == hand("b#2") and sorted(game.pile) == under
    assert bytes(game.pile) != bytes(under)
    game.check()


def test_er_5_the_same_seed_shuffles_the_same():
    one = standing([DULL, DULLER], "b#2", "r^5")
    other = standing([DULL, DULLER], "b#2", "r^5")
    one.apply(("take", "pile"))
    other.apply(("take", "pile"))
    assert one.pile == other.pile


# -- ER-6, ER-7: the goals

GOOD = {
    1: ["r^1 r^1 r#3 ro4 ro4 r#7 r^2", "b^1 b#2 bo3 b^4 b^5 b#6 bo7"],
    2: [
        "r^1 b^1 r^3 b^4 r^4 b^7 b^2",
        "r#1 r#2 b#3 b#4 b#5 r#6 b#7",
        "ro1 ro1 bo1 bo1 ro7 bo7 ro2",
    ],
    3: ["r^1 r^1 r^3 r^4 r^4 r^7 r^2", "bo1 bo2 bo3 bo4 bo5 bo6 bo7"],
    4: ["r^1 b#2 ro3 b^4 r#5 bo6 r^7", "bo7 r^6 b#5 ro4 b^3 r#2 bo1"],
    5: ["r^1 r#2 ro3 r^4 r#5 ro6 r^7", "b#1 b#2 bo3 b^4 b^5 b#6 bo7"],
    6: ["r^1 b^2 r^3 b^4 r^5 b^6 r^7", "ro1 bo2 ro3 bo4 ro5 ro6 bo7"],
    7: ["r^1 r^2 r^3 r^4 r^5 r^6 r^7", "b#7 b#6 b#5 b#4 b#3 b#2 b#1"],
    8: ["r^5 b^5 r#5 b#5 ro5 bo5 r^5", "r^1 r^1 b^1 b^1 ro1 ro1 bo1"],
}
BAD = {
    1: ["r^1 r^1 r#3 ro4 ro4 r#7 b^2"],
    2: ["r^1 b^1 r^3 b^4 r^4 b^7 b#2", "ro1 ro2 ro3 bo4 bo5 bo6 r#7"],
    3: ["r^1 r^1 r^3 r^4 r^4 r^7 b^2", "r^1 r^1 r^3 r^4 r^4 r^7 r#2"],
    4: ["r^1 b#2 ro3 b^4 r#5 bo6 r^6", "r^1 r#1 ro2 b^3 b#4 bo5 r^6"],
    5: ["r^1 r#2 ro3 r^4 r#5 ro6 b^7", "r^1 r#2 ro3 r^4 r#5 ro6 r^6"],
    6: ["r^1 b^2 r^3 b^4 r^5 b^6 r#7", "r^1 b^2 r^3 b^4 r^5 b^6 r^6"],
    7: [
        "r^1 r^2 r^3 r^4 r^5 r^6 b^7",
        "r^1 r^2 r^3 r^4 r^5 r^6 r#7",
        "r^1 r^2 r^3 r^4 r^5 r^6 r^6",
    ],
    8: ["r^5 b^5 r#5 b#5 ro5 bo5 r^6"],
}


@pytest.mark.parametrize("round_", range(1, 9))
def test_er_6_each_round_asks_for_its_seven_cards(round_):
    for text in GOOD[round_]:
        assert cards.fits(round_, hand(text)), text
    for text in BAD[round_]:
        assert not cards.fits(round_, hand(text)), text


def test_er_6_which_goals_a_hand_meets_besides():
    met = {
        "r^1 r^2 r^3 r^4 r^5 r^6 r^7": [1, 2, 3, 4, 5, 6, 7],
        "r^1 r#2 ro3 r^4 r#5 ro6 r^7": [1, 4, 5],
        "r^1 b^2 r^3 b^4 r^5 b^6 r^7": [2, 4, 6],
        "r^1 b#2 ro3 b^4 r#5 bo6 r^7": [4],
        "r^5 b^5 r#5 b#5 ro5 bo5 r^5": [8],
        DULL: [],
    }
    for text, goals in met.items():
        assert [one for one in range(1, 9) if cards.fits(one, hand(text))] == goals


@pytest.mark.parametrize("round_", range(1, 9))
def test_er_6_seven_cards_not_six_nor_eight(round_):
    seven = hand(GOOD[round_][0])
    assert not cards.fits(round_, seven[:6])
    assert not cards.fits(round_, seven + seven[:1])


@pytest.mark.parametrize("round_", range(1, 9))
def test_er_7_a_joker_stands_for_any_card(round_):
    for text in GOOD[round_]:
        for many in range(1, 8):
            for start in range(7):
                codes = hand(text)
                for i in range(many):
                    codes[(start + i) % 7] = code("*")
                assert cards.fits(round_, codes)
    for text in BAD[round_]:  # one joker in the right place mends them, one in the wrong does not
        codes = hand(text)
        mended = [i for i in range(7) if cards.fits(round_, codes[:i] + hand("*") + codes[i + 1 :])]
        assert len(mended) < 7


@pytest.mark.parametrize("round_", range(1, 9))
def test_er_7_a_reverse_in_the_hand_fits_no_round(round_):
    for text in GOOD[round_]:
        for i in range(7):
            codes = hand(text)
            codes[i] = code("<>")
            assert not cards.fits(round_, codes)
    assert not cards.fits(round_, hand("* * * * * * <>"))


# -- ER-8: winning a round


RED = "r^1 r^1 r#3 ro4 ro4 r#7 b^2"


def test_er_8_the_winner_takes_the_card_lays_the_hand_and_draws_seven():
    game = standing([RED, DULLER], "b#1")
    game.pile.remove(code("r^5"))
    game.pile.append(code("r^5"))
    coming = game.pile[-8:-1]
    events = draw_and_drop(game, "b^2")
    assert ("win", 0, 1) in events and ("newhand", 0, 7) in events
    assert game.won[0] == 0 and game.totals == [1, 0]
    assert sorted(game.hands[0]) == sorted(coming)
    laid = hand("r^1 r^1 r#3 ro4 ro4 r#7 r^5")
    assert sorted(game.discards[-7:]) == sorted(laid) and game.discards[-8] == code("b^2")
    assert game.hands[1] == hand(DULLER)  # everyone else keeps the hand
    assert game.round == 2 and game.seat == 1 and game.phase == eight.TURN


@pytest.mark.parametrize("card", ["b^2", "<>"])
def test_er_8_winning_in_the_middle_of_the_deal_with_jokers(card):
    game = standing(["r^1 * * ro4 * r#7 " + card, DULLER], "r^6")
    assert game.apply(("take", "discard")) is None and game.round == 1
    assert game.apply(("discard", code(card))) is None
    assert game.won[0] == 0 and game.round == 2
    game.check()


def test_er_8_who_picks_up_after_a_win_gets_no_joker_of_the_laid_hand():
    game = standing(["r^1 * * ro4 * r#7 b^2", DULLER], "r^6")
    draw_and_drop(game, "b^2", "discard")
    assert game.seat == 1 and game.discards[-1] < code("*")


def test_er_8_before_the_discard_nothing_is_won():
    game = standing(["r^1 r^1 r#3 ro4 ro4 r#7 b^2", DULLER], "r^6")
    game.apply(("take", "discard"))
    assert game.round == 1  # eight cards, seven of them red: not yet
    assert game.apply(("discard", code("r^6"))) is None
    assert game.round == 1 and game.won[0] == eight.NONE  # and the wrong discard wins nothing


def test_er_8_a_hand_dealt_complete_wins_only_after_its_own_discard():
    game = standing([DULL, GOOD[1][1]], "bo1")
    draw_and_drop(game, "b^7")
    assert game.won[0] == eight.NONE
    game.pile.append(game.pile[0])
    game.pile = game.pile[1:]
    taken = game.pile[-1]
    game.apply(("take", "pile"))
    game.apply(("discard", taken))
    assert game.won[0] == 1


def test_er_8_a_hand_that_meets_the_next_goal_waits_for_its_own_discard():
    """Seat 1 holds seven of one shape when round 2 begins."""
    game = standing([RED, "r^2 b^3 r^3 b^4 r^4 b^7 b^5"], "r^6", round_=1)
    draw_and_drop(game, "b^2", "discard")
    assert game.round == 2 and game.won[1] == eight.NONE and game.seat == 1
    taken = game.pile[-1]
    game.apply(("take", "pile"))
    game.apply(("discard", taken))
    assert game.won[1] == 1 and game.round == 3


def test_er_8_the_next_player_plays_the_next_round_in_the_running_direction():
    game = standing([RED, DULL.replace("r^1", "b#1"), DULLER], "r^6", direction=-1)
    draw_and_drop(game, "b^2", "discard")
    assert game.round == 2 and game.seat == 2


@pytest.mark.parametrize("round_", range(1, 9))
def test_er_8_a_round_card_is_worth_its_number(round_):
    game = standing(
        [
            "<> " + " ".join(GOOD[round_][0].split()[1:]),
            DULL.replace("r^1", "b^1").replace("ro6", "r#6"),
        ],
        GOOD[round_][0].split()[0],
        round_=round_,
    )
    before = game.totals
    draw_and_drop(game, "<>", "discard")
    assert game.won[round_ - 1] == 0
    assert game.totals == [before[0] + round_, before[1]]
    assert game.scores() == [round_, 0]
    game.check()


# -- ER-9: Reverse & New Hand


def test_er_9_with_four_players_clockwise():
    game = standing(
        ["<> " + DULL[4:], DULLER, "b^1 r^3 ro4 b#5 r#6 bo7 ro1", "b^3 ro3 bo4 r#5 b#6 ro7 bo1"],
        "b#2",
    )
    before = [bytes(one) for one in game.hands]
    events = draw_and_drop(game, "<>")
    assert ("reverse", 0, 3) in events and ("newhand", 3, 7) in events
    assert game.direction == -1
    assert game.seat == 2  # seat 3 lost its turn
    assert bytes(game.hands[3]) != before[3] and len(game.hands[3]) == 7
    assert [bytes(game.hands[i]) for i in (1, 2)] == before[1:3]
    assert game.discards[-1] == code("<>")
    assert sorted(game.discards[-8:-1]) == sorted(before[3])  # turned in, under the card


def test_er_9_counter_clockwise_turns_back():
    game = standing(["<> " + DULL[4:], DULLER, "b^1 r^3 ro4 b#5 r#6 bo7 ro1"], "b#2", direction=-1)
    before = [bytes(one) for one in game.hands]
    draw_and_drop(game, "<>")
    assert game.direction == 1 and game.seat == 2
    assert bytes(game.hands[1]) != before[1] and bytes(game.hands[2]) == before[2]


@pytest.mark.parametrize("direction", [1, -1])
def test_er_9_with_two_players_the_turn_comes_back_to_who_played_it(direction):
    game = standing(["<> " + DULL[4:], DULLER], "b#2", direction=direction)
    draw_and_drop(game, "<>")
    assert game.direction == -direction and game.seat == 0
    assert sorted(game.discards[-8:-1]) == sorted(hand(DULLER))
    assert game.apply(("take", "discard"))[0] == "ER-9"


def test_er_9_two_players_two_reverses_in_a_row():
    game = standing(
        ["<> <> " + DULL[8:], DULLER],
        "b#2",
        "r^5 r#5 b#5 b^5 ro4 bo4 r#6 b#6 ro7 bo7 r#1 b#1 ro1 bo1 r#2 ro2 bo2 ro3",
    )
    draw_and_drop(game, "<>")
    assert game.seat == 0 and game.hands[1] == hand("b#6 r#6 bo4 ro4 b^5 b#5 r#5")
    draw_and_drop(game, "<>")
    assert game.seat == 0 and game.direction == 1
    assert game.hands[1] == hand("ro2 r#2 bo1 ro1 b#1 r#1 bo7")
    game.check()


def test_er_9_the_card_cannot_be_picked_up_and_the_pile_is_taken():
    game = standing(["<> " + DULL[4:], DULLER, "b^1 r^3 ro4 b#5 r#6 bo7 ro1"], "b#2")
    draw_and_drop(game, "<>")
    assert game.seat == 1 and not game.view(1).can_pick
    before = game.pack()
    assert game.apply(("take", "discard")) == ("ER-9", (errors.NO_PICK_UP,))
    assert game.pack() == before
    assert game.apply(("take", "pile")) is None


def test_er_9_who_wins_by_discarding_it_turns_the_other_hand_in_too():
    """[ruling] The win comes first; the card lies on top of both hands."""
    game = standing(["<> r^1 r#3 ro4 ro4 r#7 r^2", DULLER], "r^6")
    draw_and_drop(game, "<>", "discard")
    assert game.won[0] == 0 and game.round == 2 and game.direction == -1
    assert game.discards[-1] == code("<>") and game.seat == 0
    both = hand("r^1 r#3 ro4 ro4 r#7 r^2 r^6") + hand(DULLER)
    assert sorted(game.discards[-15:-1]) == sorted(both)
    game.check()


# -- ER-10, ER-11: the end of the game


def last_round(game, won):
    """Give out the cards of rounds 1 to 7: won[i] is the seat that holds card i + 1."""
    for i in range(7):
        game.won[i] = won[i]
    game.check()
    return game


EIGHT = "<> b^5 r#5 b#5 ro5 bo5 "


@pytest.mark.parametrize(
    "won, winner",
    [
        ([1, 1, 1, 1, 1, 1, 0], [1]),  # 7 + 8 against 21
        ([0, 1, 1, 1, 1, 1, 1], [1]),
        ([0, 0, 0, 1, 1, 0, 1], [0]),  # 12 + 8 against 16
        ([1, 0, 0, 0, 1, 1, 1], [1]),  # 9 + 8 against 19
        ([0, 1, 0, 1, 1, 0, 1], [0, 1]),  # 10 + 8 against 18
    ],
)
def test_er_10_after_round_8_the_most_points_win_and_equal_points_share(won, winner):
    game = last_round(standing([EIGHT + "*", DULL], "r^5", round_=8), won)
    draw_and_drop(game, "<>", "discard")
    assert game.phase == eight.OVER and game.auto is None
    assert game.winner() == winner
    assert sum(game.totals) == 36
    assert game.apply(("take", "pile"))[0] == "ER-4"


def test_er_10_every_game_ends_though_nobody_wins_a_round():
    """[ruling] Two players hand one card to and fro; the cap sets the round card aside."""
    game = standing([DULL, DULLER], "bo1")
    moves = 0
    while game.phase != eight.OVER:
        draw_and_drop(game, "bo1", "discard")
        moves += 1
        assert moves <= 8 * eight.MOST_TURNS
    game.check()
    assert moves == 8 * eight.MOST_TURNS
    assert game.totals == [0, 0] and game.winner() == [0, 1] and sum(game.nobody) == 8


def test_er_11_round_8_without_a_joker_wins_the_whole_game():
    won = [1] * 7
    game = last_round(standing([EIGHT + "r^5", DULL], "b^5", round_=8), won)
    draw_and_drop(game, "<>", "discard")
    assert game.phase == eight.OVER and game.auto == 0
    assert game.totals == [8, 28] and game.winner() == [0]


def test_er_11_with_a_joker_it_is_only_the_card():
    game = last_round(standing([EIGHT + "*", DULL], "b^5", round_=8), [1] * 7)
    draw_and_drop(game, "<>", "discard")
    assert game.auto is None and game.winner() == [1]


def test_er_11_a_joker_discarded_at_the_win_does_not_count():
    game = last_round(standing([EIGHT.replace("<>", "*") + "r^5", DULL], "b^5", round_=8), [1] * 7)
    draw_and_drop(game, "*", "discard")
    assert game.auto == 0


def test_er_12_the_shorter_game_plays_2_4_6_8():
    assert games.rules_for("ER", {"short": True})["goals"] == (2, 4, 6, 8)
    assert games.rules_for("ER")["goals"] == (1, 2, 3, 4, 5, 6, 7, 8)
    game = eight.EightGame(2, 3, {"short": True})
    game.apply(("go",))
    played = []
    for goal in (2, 4, 6, 8):
        played.append(game.round)
        text = GOOD[goal][0].split()
        game.hands[game.seat] = hand(" ".join(text))
        seat = game.seat
        taken = game.pile[-1] if game.pile[-1] != code("<>") else game.pile[0]
        game.pile[-1] = taken
        game.apply(("take", "pile"))
        game.apply(("discard", taken))
        assert game.won[goal - 1] == seat
    assert played == [2, 4, 6, 8] and game.phase == eight.OVER
    assert sum(game.totals) == 20


@pytest.mark.parametrize("options", [{"short": 1}, {"short": "yes"}, {"jokers": 2}, ["short"], 5])
def test_er_12_options_that_are_none(options):
    with pytest.raises(tiles.RulesError) as told:
        eight.EightGame(2, 1, options)
    assert str(told.value).endswith(".")


def test_er_13_with_too_few_cards_for_a_new_hand_the_discards_are_shuffled_first():
    game = standing([RED, DULLER], "r^6", "b#1 b#6 r#6")
    under = len(game.discards)
    draw_and_drop(game, "b^2", "discard")
    assert game.won[0] == 0
    shuffled = [event for event in game.events if event[0] == "shuffle"]
    # the old discards less r^6, b^2, the hand but its top card
    assert shuffled == [("shuffle", 0, under - 1 + 1 + 6)]
    assert len(game.hands[0]) == 7 and len(game.discards) == 1
    assert {code("b#1"), code("b#6"), code("r#6")} <= set(game.hands[0])
    game.check()


def test_er_13_for_the_hand_of_a_reverse_too_and_the_card_stays_on_top():
    game = standing(["<> " + DULL[4:], DULLER, "b^1 r^3 ro4 b#5 r#6 bo7 ro1"], "b#2", "r^5 b^5")
    draw_and_drop(game, "<>")
    assert game.discards == hand("<>") and len(game.hands[2]) == 7
    assert code("b^5") in game.hands[2]  # what was left of the draw pile comes first
    assert game.seat == 1


@pytest.mark.long
def test_er_13_six_players_and_every_hand_new_at_once():
    for seed in range(30):
        game = eight.EightGame(6, seed)
        game.apply(("go",))
        for turn in range(300):
            if game.phase == eight.OVER:
                break
            game.apply(("take", "pile"))
            own = game.hands[game.seat]
            card = code("<>") if code("<>") in own else own[turn % 8]
            assert game.apply(("discard", card)) is None
            game.check()


# -- what is seen, checks, saves


def test_a_view_holds_the_own_hand_and_what_is_public():
    game = standing([DULL, DULLER], "b#2")
    game.apply(("take", "discard"))
    view = game.view(1)
    assert view.hand == bytes(hand(DULLER)) and view.known == [bytes(hand("b#2")), b""]
    assert view.taken == eight.NONE and view.turn == 0
    other = standing([DULL, DULLER], "b#2")
    other.apply(("take", "pile"))
    seen = other.view(1)
    assert seen.known == [b"", b""] and seen.counts == bytes((8, 7))
    assert not [value for value in vars(seen).values() if value == bytes(other.hands[0])]
    game.apply(("discard", code("b#2")))
    assert game.view(1).known[0] == b"" and game.view(1).dropped[0] == bytes(hand("b#2"))


def test_events_tell_nobody_what_was_drawn():
    game = standing([DULL, DULLER], "b#2")
    game.apply(("take", "pile"))
    assert game.events == [("draw", 0, eight.NONE)]
    assert game.log[-3:] == bytes((eight.DREW, 0, eight.NONE))


@pytest.mark.parametrize(
    "spoil, sentence",
    [
        (lambda game: game.pile.append(3), "r^4"),
        (lambda game: game.hands[1].append(game.pile[-1]), "holds 8"),
        (lambda game: game.known[0].append(code("bo7")), "does not hold"),
        (lambda game: game.won.__setitem__(4, 0), "round 5"),
    ],
)
def test_check_names_what_is_broken(spoil, sentence):
    game = standing([DULL, DULLER])
    spoil(game)
    with pytest.raises(tiles.RulesError) as told:
        game.check()
    assert sentence in str(told.value)


@pytest.mark.long
def test_a_save_is_exact_at_any_moment():
    for seed in range(6):
        game = eight.EightGame(2 + seed % 5, seed, {"short": seed % 2 == 0})
        game.note = b"\x00\x04ANNA"
        for turn in range(150):
            data = game.pack()
            again = eight.unpack(data)
            assert again.pack() == data and again.note == game.note
            if game.phase == eight.START:
                move = ("go",)
            elif game.taken == eight.NONE:
                move = ("take", "pile")
            else:
                move = ("discard", game.hands[game.seat][turn % 8])
            game.apply(move)
            again.apply(move)
            assert again.pack() == game.pack()


@pytest.mark.long
def test_a_spoilt_save_is_refused_in_a_sentence_or_whole():
    game = standing([DULL, DULLER], "b#2")
    game.apply(("take", "pile"))
    data = game.pack()
    for cut in range(len(data)):
        with pytest.raises(tiles.RulesError):
            eight.unpack(data[:cut])
    with pytest.raises(tiles.RulesError):
        eight.unpack(data + b"\x00")
    refused = 0
    for at in range(len(data)):
        for value in (0, 1, data[at] ^ 128, 255):
            spoilt = data[:at] + bytes((value,)) + data[at + 1 :]
            try:
                eight.unpack(spoilt).check()
            except tiles.RulesError as error:
                assert sentence(error).endswith(".")
                refused += 1
    assert refused > 4 * 90  # every card of the pack at least


@pytest.mark.parametrize(
    "move", [(), None, "go", (None,), ("take",), ("take", "pile", 1), ("discard",)]
)
def test_what_is_no_move_is_refused_and_changes_nothing(move):
    game = eight.EightGame(2, 1)
    game.apply(("go",))
    before = game.pack()
    with pytest.raises(tiles.RulesError):
        game.apply(move)
    assert game.pack() == before


@pytest.mark.parametrize("card", [None, "r^1", -1, 250, 1.0])
def test_er_4_what_is_no_card_of_the_hand_is_not_discarded(card):
    game = eight.EightGame(2, 1)
    game.apply(("go",))
    assert game.apply(("take", "pile")) is None
    assert game.apply(("discard", card))[0] == "ER-4"


@pytest.mark.parametrize(
    "line",
    [
        (0, 0, 1),
        (9, 0, 1),
        (eight.DREW, 2, 255),
        (eight.PICKED, 0, 255),
        (eight.DISCARDED, 0, cards.KINDS),
    ]
    + [(eight.REVERSED, 0, 2)],
)
def test_what_the_story_tells_is_proved_too(line):
    one = eight.EightGame(2, 1)
    one.log = bytearray((eight.DREW, 1, 255, eight.REVERSED, 0, 1))
    assert eight.unpack(one.pack()).log == one.log
    one.log = bytearray(line)
    with pytest.raises(RulesError, match="^%d$" % errors.SAVE_DAMAGED):
        eight.unpack(one.pack())


def test_a_save_without_any_card_is_refused():
    one = eight.EightGame(2, 1)
    one.pile = one.discards = bytearray()
    one.hands = [bytearray(), bytearray()]
    one.taken = 1
    with pytest.raises(RulesError):
        eight.unpack(one.pack())

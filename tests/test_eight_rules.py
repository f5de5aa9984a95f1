"""ER: 8 Round Rummy (RULES.md, ER-1 to ER-13). Random hands and turns are judged twice, and whole
games are saved and scored, by test_soak_properties; test_rules_playthroughs tells two games."""

from collections import Counter

import cases
import pytest
from cardrounds import DULL, DULLER, card_position, code, hand

from rules import errors
from rules.base import RulesError
from rules.eight import cards, games
from rules.eight import game as eight
from tools.soak import judge

# -- ER-1 to ER-3: the pack, the deal, who begins


def test_er_1_a_hundred_cards_as_data():
    pack = Counter(map(cards.text, cards.full_pack()))
    plain = [c + shape + n for c in "rb" for shape in "^#o" for n in "1234567"]
    assert pack == {"*": 8, "<>": 8, **dict.fromkeys(plain, 2)}


def test_er_1_another_composition_is_a_change_of_data(monkeypatch):
    monkeypatch.setattr(cards, "JOKERS", 4)
    monkeypatch.setattr(cards, "REVERSES", 12)
    game = eight.EightGame(3, 5)
    game.check()
    every = game.pile + game.discards + b"".join(game.hands)
    assert every.count(code("*")) == 4 and every.count(code("<>")) == 12
    monkeypatch.setattr(cards, "COPIES", 1)
    monkeypatch.setattr(cards, "JOKERS", 3)
    with pytest.raises(RulesError):
        eight.EightGame(6, 5)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_er_2_er_3_seven_cards_each_and_one_turned_up(seats):
    """A Reverse & New Hand turned up is buried and the next card turned; any seat may deal."""
    buried = 0
    dealers = set()
    for seed in range(80):
        game = eight.EightGame(seats, seed)
        game.check()
        assert [len(one) for one in game.hands] == [7] * seats
        assert len(game.pile) == 100 - 7 * seats - len(game.discards)
        assert game.discards[-1] != code("<>") and game.unseen_discards == game.discards[:-1]
        assert all(one == code("<>") for one in game.discards[:-1])
        assert sum(game.view(0).gone) == 1  # no seat has seen the buried card
        assert game.direction == 1 and game.seat == (game.dealer + 1) % seats
        buried += len(game.discards) > 1
        dealers.add(game.dealer)
    assert 1 < buried < 20 and len(dealers) == seats  # 8 of 100 cards


# -- ER-6, ER-7: the goals

GOOD = cases.tables(__name__)["GOOD"]
BAD = cases.tables(__name__)["BAD"]


def meets(goal, codes):
    """Return whether cards meet a goal; the slow judge must say the same."""
    fits = cards.fits(goal, codes)
    assert len(codes) != 7 or fits == judge.wins_round(goal, list(map(cards.text, codes)))
    return fits


@pytest.mark.parametrize("round_", range(1, 9))
def test_er_6_er_7_each_round_asks_for_its_seven_cards_and_jokers_stand_for_any(round_):
    for codes in map(hand, GOOD[str(round_)]):
        assert meets(round_, codes)
        assert not meets(round_, codes[:6]) and not meets(round_, codes + codes[:1])
        for first in range(7):
            one = code("<>")  # it fits no round
            assert not meets(round_, codes[:first] + bytes((one,)) + codes[first + 1 :])
            mixed = bytearray(codes)
            for i in range(7):
                mixed[(first + i) % 7] = code("*")
                assert meets(round_, mixed)
    for codes in map(hand, BAD[str(round_)]):  # one joker in the right place mends them, no other
        assert not meets(round_, codes)
        assert sum(meets(round_, codes[:i] + hand("*") + codes[i + 1 :]) for i in range(7)) < 7
    assert not meets(round_, hand("* * * * * * <>"))


EIGHT = "<> b^5 r#5 b#5 ro5 bo5"


@pytest.mark.long
def test_er_10_every_game_ends_though_no_seat_wins_a_round():
    """[ruling] Two players hand one card to and fro; the cap sets the round card aside."""
    game = card_position([DULL, DULLER], "bo1")
    moves = 0
    while game.phase != eight.OVER:
        assert game.apply(("take", "discard")) is None
        assert game.apply(("discard", code("bo1"))) is None
        game.check()
        moves += 1
        assert moves <= 8 * eight.MAX_TURNS
    assert moves == 8 * eight.MAX_TURNS
    assert (
        game.totals == [0, 0] and game.overall_winners() == [0, 1] and sum(game.stalled_rounds) == 8
    )


@pytest.mark.parametrize("options", [{"short": 1}, {"short": "yes"}, {"jokers": 2}, ["short"], 5])
def test_er_12_options_that_are_none(options):
    assert games.rules_for("ER")["goals"] == (1, 2, 3, 4, 5, 6, 7, 8)
    with pytest.raises(RulesError, match=r"\.$"):
        eight.EightGame(2, 1, options)


@pytest.mark.parametrize("card", [None, "r^1", -1, 250, 1.0])
def test_er_4_what_is_no_card_of_the_hand_is_not_discarded(card):
    game = card_position([DULL, DULLER])
    assert game.apply(("take", "pile")) is None
    assert game.apply(("discard", card))[0] == "ER-4"
    for other in (("play", []), ("draw",)):
        assert game.apply(other)[0] == "ER-4"


# -- what is seen, checks, saves


def test_a_view_holds_the_own_hand_and_what_is_public():
    game, other = card_position([DULL, DULLER], "b#2"), card_position([DULL, DULLER], "b#2")
    game.apply(("take", "discard"))
    view = game.view(1)
    assert view.hand == bytes(hand(DULLER)) and view.known == [bytes(hand("b#2")), b""]
    assert view.taken == eight.NONE
    other.apply(("take", "pile"))
    assert other.events == [("draw", 0, eight.NONE)]  # no seat hears what was drawn
    assert other.log[-3:] == bytes((eight.DREW, 0, eight.NONE))
    assert other.view(1).known == [b"", b""]
    game.apply(("discard", code("b#2")))
    assert game.view(1).known[0] == b"" and game.view(1).recent_discards[0] == bytes(hand("b#2"))


def test_er_9_a_hand_that_is_turned_in_is_hidden_until_it_is_shuffled():
    third = "b^1 r^3 ro4 b#5 r#6 bo7 ro1"
    game = card_position(["<> " + DULL[4:], DULLER, third], "b#2")
    game.apply(("take", "pile"))
    game.apply(("discard", code("<>")))
    assert sorted(game.unseen_discards) == sorted(hand(third))
    for seat in range(3):
        assert game.view(seat).gone == cards.counts(hand("b#2 <>"))
    again = eight.unpack(game.pack())
    assert again.unseen_discards == game.unseen_discards and again.view(0).gone == game.view(0).gone
    game.discards, game.pile = game.pile[1:] + game.discards, game.pile[:1]
    game.apply(("take", "pile"))  # the last card: all discards but the top one are shuffled
    assert not game.unseen_discards and game.view(0).gone == cards.counts(hand("<>"))
    game.check()


@pytest.mark.parametrize(
    "spoil, sentence",
    [
        (lambda game: game.pile.append(3), r"r\^4"),
        (lambda game: game.hands[1].append(game.pile[-1]), "holds 8"),
        (lambda game: game.known[0].append(code("bo7")), "does not hold"),
        (lambda game: game.won.__setitem__(4, 0), "round 5"),
        (lambda game: game.apply(("take", "pile")) or setattr(game, "taken", code("bo7")), "taken"),
    ],
)
def test_check_names_what_is_broken(spoil, sentence):
    game = card_position([DULL, DULLER])
    spoil(game)
    with pytest.raises(RulesError, match=sentence):
        game.check()


@pytest.mark.parametrize(
    "line",
    [(0, 0, 1), (9, 0, 1), (eight.DREW, 2, 255), (eight.PICKED, 0, 255),
     (eight.DISCARDED, 0, cards.KINDS), (eight.REVERSED, 0, 2)],
)  # fmt: skip
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

"""ER: 8 Round Rummy (RULES.md, ER-1 to ER-13). Random hands and turns are judged twice, and whole
games are saved and scored, by test_soak_properties; test_rules_playthroughs tells two games."""

from collections import Counter

import pytest
from cardrounds import DULL, DULLER, cardrounds, code, hand, standing

from rules import errors
from rules.base import RulesError
from rules.eight import cards, games
from rules.eight import game as eight
from tools.soak import judge

# -- ER-1 to ER-3: the pack, the deal, who begins


def test_er_1_a_hundred_cards_as_data():
    pack = Counter(map(cards.text, cards.pack()))
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
        assert game.discards[-1] != code("<>") and game.hidden == game.discards[:-1]
        assert all(one == code("<>") for one in game.discards[:-1])
        assert sum(game.view(0).gone) == 1  # no seat has seen the buried card
        assert game.direction == 1 and game.seat == (game.dealer + 1) % seats
        buried += len(game.discards) > 1
        dealers.add(game.dealer)
    assert 1 < buried < 20 and len(dealers) == seats  # 8 of 100 cards


# -- turns

test_turns = cardrounds(
    """
    given: hands DULL7 / OTHER7; top b#2
    The seat left of the dealer starts clockwise [ER-3]: for $seats,$dealer,$first in 2,0,1 |
        2,1,0 | 4,2,3 | 4,3,0 | 6,5,0; new $seats $dealer 7; seat $first; turned 1
    The dealer moves on each game [ER-3]: new 3 1 7; again -> ER-4; over; again; dealer 2; seat 0;
        phase start; plays 1; totals 0 0 0; take pile -> ER-4
    A turn takes a card and then discards one [ER-4]: next b#1; drop r^1 -> ER-4; take pile; seat 0;
        hand 0 DULL7 b#1; take discard -> ER-4; drop bo1 -> ER-4; drop b^7; top b^7; seat 1
    ... from the discards too and it may go back at once [ER-4]: turn b^7; take discard;
        hand 1 OTHER7 b^7; top b#2; drop b^7; top b^7; seat 0
    Nonsense changes nothing [ER-4]: take hand -> ER-4; go -> ER-4; card 99 -> ER-4; card -1 -> ER-4
    Turns go round in both directions [ER-4]: for $direction,$first,$second,$third in 1,1,2,3 |
        -1,3,2,1;
        hands DULL7 / OTHER7 / b^1 r^3 ro4 b#5 r#6 bo7 ro1 / b^3 ro3 bo4 r#5 b#6 ro7 bo1; round 7;
        direction $direction; next r#1; turn r#1; seat $first; next r#1; next b#1; turn b#1;
        seat $second; next bo2; turn bo2; seat $third; next ro2; turn ro2; seat 0
    An empty draw pile is made anew and the top discard stays [ER-5]: pile r^5; take pile;
        event shuffle 0 84; top b#2; left 84; mixed
    With too few cards for a new hand the discards are shuffled first [ER-13, ER-5]:
        hands r^1 r^1 r#3 ro4 ro4 r#7 b^2 / OTHER7; top r^6; pile b#1 b#6 r#6; turn b^2 discard;
        event win 0 1; event shuffle 0 89; held 7 7; left 85; holding 0 b#1 b#6 r#6
    ... for the hand of a Reverse and New Hand too and the card stays on top [ER-13, ER-9]:
        hands <> DULL6 / OTHER7 / b^1 r^3 ro4 b#5 r#6 bo7 ro1; pile r^5 b^5; turn <>; top <>;
        held 7 7 7; holding 2 b^5; seat 1
    """
)

# -- ER-6, ER-7: the goals

GOOD = {
    1: ["r^1 r^1 r#3 ro4 ro4 r#7 r^2", "b^1 b#2 bo3 b^4 b^5 b#6 bo7"],
    2: ["r^1 b^1 r^3 b^4 r^4 b^7 b^2", "r#1 r#2 b#3 b#4 b#5 r#6 b#7",
        "ro1 ro1 bo1 bo1 ro7 bo7 ro2"],
    3: ["r^1 r^1 r^3 r^4 r^4 r^7 r^2", "bo1 bo2 bo3 bo4 bo5 bo6 bo7"],
    4: ["r^1 b#2 ro3 b^4 r#5 bo6 r^7", "bo7 r^6 b#5 ro4 b^3 r#2 bo1"],
    5: ["r^1 r#2 ro3 r^4 r#5 ro6 r^7", "b#1 b#2 bo3 b^4 b^5 b#6 bo7"],
    6: ["r^1 b^2 r^3 b^4 r^5 b^6 r^7", "ro1 bo2 ro3 bo4 ro5 ro6 bo7"],
    7: ["r^1 r^2 r^3 r^4 r^5 r^6 r^7", "b#7 b#6 b#5 b#4 b#3 b#2 b#1"],
    8: ["r^5 b^5 r#5 b#5 ro5 bo5 r^5", "r^1 r^1 b^1 b^1 ro1 ro1 bo1"],
}  # fmt: skip
BAD = {
    1: ["r^1 r^1 r#3 ro4 ro4 r#7 b^2"],
    2: ["r^1 b^1 r^3 b^4 r^4 b^7 b#2", "ro1 ro2 ro3 bo4 bo5 bo6 r#7"],
    3: ["r^1 r^1 r^3 r^4 r^4 r^7 b^2", "r^1 r^1 r^3 r^4 r^4 r^7 r#2"],
    4: ["r^1 b#2 ro3 b^4 r#5 bo6 r^6", "r^1 r#1 ro2 b^3 b#4 bo5 r^6"],
    5: ["r^1 r#2 ro3 r^4 r#5 ro6 b^7", "r^1 r#2 ro3 r^4 r#5 ro6 r^6"],
    6: ["r^1 b^2 r^3 b^4 r^5 b^6 r#7", "r^1 b^2 r^3 b^4 r^5 b^6 r^6"],
    7: ["r^1 r^2 r^3 r^4 r^5 r^6 b^7", "r^1 r^2 r^3 r^4 r^5 r^6 r#7",
        "r^1 r^2 r^3 r^4 r^5 r^6 r^6"],
    8: ["r^5 b^5 r#5 b#5 ro5 bo5 r^6"],
}  # fmt: skip


def meets(goal, codes):
    """Return whether cards meet a goal; the slow judge must say the same."""
    fits = cards.fits(goal, codes)
    assert len(codes) != 7 or fits == judge.wins_round(goal, list(map(cards.text, codes)))
    return fits


@pytest.mark.parametrize("round_", range(1, 9))
def test_er_6_er_7_each_round_asks_for_its_seven_cards_and_jokers_stand_for_any(round_):
    for codes in map(hand, GOOD[round_]):
        assert meets(round_, codes)
        assert not meets(round_, codes[:6]) and not meets(round_, codes + codes[:1])
        for first in range(7):
            one = code("<>")  # it fits no round
            assert not meets(round_, codes[:first] + bytes((one,)) + codes[first + 1 :])
            mixed = bytearray(codes)
            for i in range(7):
                mixed[(first + i) % 7] = code("*")
                assert meets(round_, mixed)
    for codes in map(hand, BAD[round_]):  # one joker in the right place mends them, no other
        assert not meets(round_, codes)
        assert sum(meets(round_, codes[:i] + hand("*") + codes[i + 1 :]) for i in range(7)) < 7
    assert not meets(round_, hand("* * * * * * <>"))


test_goals = cardrounds(
    """
    Which goals seven cards meet besides [ER-6]: meets r^1 r^2 r^3 r^4 r^5 r^6 r^7 = 1 2 3 4 5 6 7;
        meets r^1 r#2 ro3 r^4 r#5 ro6 r^7 = 1 4 5; meets r^1 b^2 r^3 b^4 r^5 b^6 r^7 = 2 4 6;
        meets r^1 b#2 ro3 b^4 r#5 bo6 r^7 = 4; meets r^5 b^5 r#5 b#5 ro5 bo5 r^5 = 8; meets DULL7 =
    """
)

test_winning_a_round = cardrounds(
    """
    given: hands r^1 r^1 r#3 ro4 ro4 r#7 b^2 / OTHER7; top b#1
    The winner takes the card, lays the hand and draws seven [ER-8]: next r^5; turn b^2;
        event win 0 1;
        event newhand 0 7; holders 0; totals 1 0; top ro4; under b^2 r#7 ro4 r#3 r^1 r^1 r^5;
        held 7 7; hand 1 OTHER7; plays 2; seat 1; phase turn
    With jokers too, whatever is discarded [ER-8, ER-7]: for $card in b^2 | <>;
        hands r^1 * * ro4 * r#7 $card / OTHER7; top r^6; take discard; plays 1; drop $card;
        holders 0; plays 2
    Who picks up then gets no joker of the laid hand [ER-8]: hands r^1 * * ro4 * r#7 b^2 / OTHER7;
        top r^6; turn b^2 discard; seat 1; uncovered
    A hand that wins is seen by all [ER-8]: hands r^1 * * ro4 r#5 r^7 b#6 / OTHER7; top ro6;
        turn b#6 discard; hidden 0; gone_seen 0 0
    Before the discard nothing is won and the wrong discard wins nothing [ER-8]: top r^6;
        take discard; plays 1; drop r^6; plays 1; holders
    A hand dealt complete wins only after its own discard [ER-8]: top bo1;
        hands DULL7 / b^1 b#2 bo3 b^4 b^5 b#6 bo7; turn b^7; holders; next ro1; turn ro1; holders 1
    ... also one that meets the next goal [ER-8]: hands r^1 r^1 r#3 ro4 ro4 r#7 b^2 / r^2 b^3 r^3
        b^4 r^4 b^7 b^5;
        top r^6; turn b^2 discard; plays 2; holders 0; seat 1; next bo1; turn bo1; holders 0 1;
        plays 3
    The next player plays the next round in the running direction [ER-8]: top r^6; direction -1;
        hands r^1 r^1 r#3 ro4 ro4 r#7 b^2 / b#1 r^2 b#3 b#4 ro6 ro6 b^7 / OTHER7; turn b^2 discard;
        plays 2; seat 2
    Who wins by discarding Reverse and New Hand turns the other hand in too [ER-9, ER-8]:
        hands <> r^1 r#3 ro4 ro4 r#7 r^2 / OTHER7; top r^6; turn <> discard; holders 0; plays 2;
        turned -1; top <>; seat 0; under r^1 r#3 ro4 ro4 r#7 r^2 r^6 OTHER7
    """
)


test_reverse_and_new_hand = cardrounds(
    """
    given: hands <> DULL6 / OTHER7; top b#2
    With four players clockwise [ER-9]:
        hands <> DULL6 / OTHER7 / b^1 r^3 ro4 b#5 r#6 bo7 ro1 / b^3 ro3 bo4 r#5 b#6 ro7 bo1;
        turn <>;
        event reverse 0 3; event newhand 3 7; turned -1; seat 2; held 7 7 7 7; hand 1 OTHER7;
        hand 2 b^1 r^3 ro4 b#5 r#6 bo7 ro1; top <>; under b^3 ro3 bo4 r#5 b#6 ro7 bo1; hidden 7
    Counter-clockwise it turns back [ER-9]: hands <> DULL6 / OTHER7 / b^1 r^3 ro4 b#5 r#6 bo7 ro1;
        direction -1; turn <>; turned 1; seat 2; under OTHER7; hand 2 b^1 r^3 ro4 b#5 r#6 bo7 ro1
    With two players the turn comes back [ER-9]: for $direction,$turned in 1,-1 | -1,1;
        direction $direction; turn <>; turned $turned; seat 0; under OTHER7; take discard -> ER-9
    Two players and two of them in a row [ER-9]: hands <> <> b#3 b#4 ro6 ro6 b^7 / OTHER7;
        pile r^5 r#5 b#5 b^5 ro4 bo4 r#6 b#6 ro7 bo7 r#1 b#1 ro1 bo1 r#2 ro2 bo2 ro3; turn <>;
        seat 0;
        hand 1 b#6 r#6 bo4 ro4 b^5 b#5 r#5; turn <>; seat 0; turned 1;
        hand 1 ro2 r#2 bo1 ro1 b#1 r#1 bo7
    The card is not picked up and the pile is taken [ER-9]: turn <>; take discard -> ER-9; take pile
    """
)

EIGHT = "<> b^5 r#5 b#5 ro5 bo5"

test_the_end_of_the_game = cardrounds(
    """
    given: hands <> b^5 r#5 b#5 ro5 bo5 * / DULL7; top r^5; round 8
    The most points win and equal points share [ER-10]: for $cards,$won in 1 1 1 1 1 1 0,1 |
        0 1 1 1 1 1 1,1 | 0 0 0 1 1 0 1,0 | 1 0 0 0 1 1 1,1 | 0 1 0 1 1 0 1,0 1; cards $cards;
        turn <> discard; phase over; auto None; won $won; take pile -> ER-4
    Round 8 without a joker wins the whole game [ER-11]: hands <> b^5 r#5 b#5 ro5 bo5 r^5 / DULL7;
        top b^5; cards 1 1 1 1 1 1 1; turn <> discard; phase over; auto 0; totals 8 28; won 0
    With one it is only the card [ER-11]: top b^5; cards 1 1 1 1 1 1 1; turn <> discard; auto None;
        won 1
    A joker discarded at the win does not count [ER-11]: hands * b^5 r#5 b#5 ro5 bo5 r^5 / DULL7;
        top b^5; cards 1 1 1 1 1 1 1; turn * discard; auto 0
    The shorter game plays 2 4 6 8 [ER-12]: short; new 2 1 3; plays 2;
        hold 0 r^1 b^1 r^3 b^4 r^4 b^7 b^2;
        next bo1; turn bo1; plays 4; hold 1 r^1 b#2 ro3 b^4 r#5 bo6 r^7; next bo2; turn bo2;
        plays 6; hold 0 r^1 b^2 r^3 b^4 r^5 b^6 r^7; next bo3; turn bo3; plays 8;
        hold 1 r^5 b^5 r#5 b#5 ro5 bo5 r^5; next bo4; turn bo4; holders 0 1 0 1; phase over;
        totals 8 12
    """
)


def test_er_10_every_game_ends_though_no_seat_wins_a_round():
    """[ruling] Two players hand one card to and fro; the cap sets the round card aside."""
    game = standing([DULL, DULLER], "bo1")
    moves = 0
    while game.phase != eight.OVER:
        assert game.apply(("take", "discard")) is None
        assert game.apply(("discard", code("bo1"))) is None
        game.check()
        moves += 1
        assert moves <= 8 * eight.MOST_TURNS
    assert moves == 8 * eight.MOST_TURNS
    assert game.totals == [0, 0] and game.winner() == [0, 1] and sum(game.unwon) == 8


@pytest.mark.parametrize("options", [{"short": 1}, {"short": "yes"}, {"jokers": 2}, ["short"], 5])
def test_er_12_options_that_are_none(options):
    assert games.rules_for("ER")["goals"] == (1, 2, 3, 4, 5, 6, 7, 8)
    with pytest.raises(RulesError, match=r"\.$"):
        eight.EightGame(2, 1, options)


@pytest.mark.parametrize("card", [None, "r^1", -1, 250, 1.0])
def test_er_4_what_is_no_card_of_the_hand_is_not_discarded(card):
    game = standing([DULL, DULLER])
    assert game.apply(("take", "pile")) is None
    assert game.apply(("discard", card))[0] == "ER-4"
    for other in (("play", []), ("draw",)):
        assert game.apply(other)[0] == "ER-4"


# -- what is seen, checks, saves


def test_a_view_holds_the_own_hand_and_what_is_public():
    game, other = standing([DULL, DULLER], "b#2"), standing([DULL, DULLER], "b#2")
    game.apply(("take", "discard"))
    view = game.view(1)
    assert view.hand == bytes(hand(DULLER)) and view.known == [bytes(hand("b#2")), b""]
    assert view.taken == eight.NONE and view.turn == 0
    other.apply(("take", "pile"))
    assert other.events == [("draw", 0, eight.NONE)]  # no seat hears what was drawn
    assert other.log[-3:] == bytes((eight.DREW, 0, eight.NONE))
    seen = other.view(1)
    assert seen.known == [b"", b""] and seen.counts == bytes((8, 7))
    game.apply(("discard", code("b#2")))
    assert game.view(1).known[0] == b"" and game.view(1).dropped[0] == bytes(hand("b#2"))


def test_er_9_a_hand_that_is_turned_in_is_hidden_until_it_is_shuffled():
    third = "b^1 r^3 ro4 b#5 r#6 bo7 ro1"
    game = standing(["<> " + DULL[4:], DULLER, third], "b#2")
    game.apply(("take", "pile"))
    game.apply(("discard", code("<>")))
    assert sorted(game.hidden) == sorted(hand(third))
    for seat in range(3):
        assert game.view(seat).gone == cards.counts(hand("b#2 <>"))
    again = eight.unpack(game.pack())
    assert again.hidden == game.hidden and again.view(0).gone == game.view(0).gone
    game.discards, game.pile = game.pile[1:] + game.discards, game.pile[:1]
    game.apply(("take", "pile"))  # the last card: all discards but the top one are shuffled
    assert not game.hidden and game.view(0).gone == cards.counts(hand("<>"))
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
    game = standing([DULL, DULLER])
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

"""Play rounds of 8 Round Rummy from files of scenes (tests/cases.py): `played by: cardrounds`.

    given: hands <> DULL6 / DULL7; top b#2
    The card on top is not picked up [ER-9]: turn <>; take discard -> ER-9

Seat 0 is to move. A position:
    hands r^1 ... / b^1 ...  of each seat; DULL7 and OTHER7 meet no goal, DULL6 is six of DULL7
    top b#2                  the top discard; all cards that lie nowhere else are the draw pile
    pile r^5 b^5             these are, the first is drawn first; the others lie under the top
    round 4, direction -1, short; cards 1 1 0: the seats that hold the first round cards;
    leads 1: seat 1 holds all that were won
    known 1 b#1, dropped 1 b#5 b#6, age 1 9: what was seen of a seat; gone b#4 ro4: discards
    hold 0 r^1 ..., next r#5: another hand, and the card that is drawn next
    new 3 1 7                dealt by seed 7 for three seats, of which 1 deals
Moves: take pile, take discard, drop r^1, go, again; with `-> CLAUSE` they are refused.
    turn r^1, turn r^1 discard: take from the pile or the discards, then drop
    easy takes pile, easy leaves discard, hard drops r^1 or r^2, hard keeps r^1; master plays: it
    is made
Checks: event win 0 1 (of the last turn), hand 1 CARDS, holding 0 CARDS (among others), top <>,
    under CARDS (right below it), meets CARDS = 1 4, and those of CHECKS.

Each drop asks the slow judge of tools/soak, too.
"""

import cases

from rules.base import finish
from rules.catalogue import LEVELS
from rules.eight import cards
from rules.eight import game as eight
from rules.eight import players as eight_players
from tools.soak import judge

DULL = "r^1 r^2 b#3 b#4 ro6 ro6 b^7"  # meets no goal
DULLER = "b^1 b^2 r#3 r#4 bo6 bo6 r^7"
CHECKS = {
    "seat": lambda game: game.seat,
    "phase": lambda game: game.phase,
    "plays": lambda game: game.round,
    "turned": lambda game: game.direction,
    "totals": lambda game: game.totals,
    "auto": lambda game: game.instant_winner,
    "won": lambda game: game.overall_winners(),
    "dealer": lambda game: game.dealer,
    "held": lambda game: [len(hand) for hand in game.hands],
    "left": lambda game: len(game.pile),
    "hidden": lambda game: len(game.unseen_discards),
    "gone_seen": lambda game: [len(game.discards) - sum(game.view(seat).gone) for seat in (0, 1)],
    "holders": lambda game: [seat for seat in game.won if seat != cards.NONE],
}

POSITION_WORDS = {  # {word: its arguments of `card_position`}
    "hands": lambda text: {"hands": [row.strip() for row in text.split("/")]},
    "short": lambda text: {"short": text != "no"},
    "pile": lambda text: {"pile": text},
    "round": lambda text: {"round_": int(text)},
    "direction": lambda text: {"direction": int(text)},
}


def play(steps, tmp_path):
    """Play the steps of a case."""
    CardRound()(steps)


def hand(text):
    """Card texts as a bytearray of codes."""
    return bytearray([cards.parse(word) for word in text.split()])


def code(text):
    return cards.parse(text)


def card_position(hands, top="r^1", pile="", round_=1, direction=1, short=False):
    """Return a game in which seat 0 is to move.

    pile: the draw pile, its first card drawn first, so that all other cards are discards; without
    it they are the draw pile. hands, top, pile: card texts.
    """
    game = eight.EightGame(len(hands), 1, {"short": short}, dealer=len(hands) - 1)
    assert game.apply(("go",)) is None
    game.hands = [hand(text) for text in hands]
    game.round = round_
    game.direction = direction
    for one in game.rules["goals"]:
        if one < round_:
            game.won[one - 1] = one % len(hands)
    pile_codes = hand(pile)
    remaining = cards.full_pack()
    for codes in game.hands + [hand(top), pile_codes]:
        for one in codes:
            remaining.remove(one)
    pile_codes.reverse()
    game.rng.shuffle(remaining)
    game.pile = pile_codes if pile else remaining
    game.discards = (remaining if pile else bytearray()) + hand(top)
    game.check()
    return game


class CardRound(cases.Steps):
    """A game of 8 Round Rummy; each public method is a word of its steps."""

    def __init__(self):
        self._made = {"hands": [DULL, DULLER]}
        self._game = None
        self.events = []

    checks = CHECKS
    named = {"DULL7": DULL, "DULL6": DULL[4:], "OTHER7": DULLER}

    def other_step(self, word, rest):
        """Take a level's step, one of the position, one that gives a seat cards of a kind, or a
        move."""
        if word in LEVELS:
            self._level(word, rest)
        elif word in POSITION_WORDS:
            self._made.update(POSITION_WORDS[word](rest))
            self._game = None
        elif word in ("known", "recent_discards"):
            seat, _, codes = rest.partition(" ")
            getattr(self.game, word)[int(seat)] = hand(codes)
        elif word in ("again", "go"):
            self.move(word)
        return word in (*LEVELS, *POSITION_WORDS, "known", "recent_discards", "again", "go")

    @property
    def game(self):
        if self._game is None:
            self._game = card_position(**self._made)
        return self._game

    # -- the position

    def top(self, text):
        """Turn this card up; in a running game: have it on top."""
        if self._game:
            assert self._game.discards[-1] == code(text), cards.text(self._game.discards[-1])
        else:
            self._made["top"] = text

    def cards(self, text):
        self.game.won[: len(text.split())] = bytes(map(int, text.split()))
        self.game.check()

    def leads(self, seat):
        """Give a seat the cards of all rounds before."""
        self.game.won = bytearray(
            [one if one == cards.NONE else int(seat) for one in self.game.won]
        )

    def gone(self, text):
        """Lay cards of the draw pile under the discards."""
        for one in hand(text):
            self.game.pile.remove(one)
        self.game.discards = hand(text) + self.game.discards

    def age(self, text):
        seat, age = map(int, text.split())
        self.game.hand_age[seat] = age

    def new(self, text):
        seats, dealer, seed = map(int, text.split())
        self._game = eight.EightGame(seats, seed, {"short": self._made.get("short", False)}, dealer)
        self._game.apply(("go",))

    def hold(self, text):
        """Give a seat another hand; a card that lies in the draw pile is not missed there."""
        seat, _, codes = text.partition(" ")
        self.game.hands[int(seat)] = hand(codes)

    def next(self, text):
        pile, card = self.game.pile, code(text)
        pile.remove(card)
        pile.append(card)

    # -- moves

    def take(self, source):
        self.move("take", source)
        self.events = list(self.game.events)

    def drop(self, text):
        game, seat, wanted = self.game, self.game.seat, self.game.round
        held = [cards.text(card) for card in game.hands[seat]]
        wins = None
        if self.wanted is None and len(held) == 8:
            held.remove(text)
            wins = judge.wins_round(wanted, held)
        self.move("discard", code(text))
        assert wins in (None, ("win", seat, wanted) in game.events), "the judge differs"
        self.events += game.events

    def turn(self, text):
        card, _, source = text.partition(" ")
        wanted, self.wanted = self.wanted, None
        self.take(source or "pile")
        self.wanted = wanted
        self.drop(card)

    def card(self, number):
        self.move("discard", int(number))

    def over(self):
        self.game.phase = eight.OVER

    def _level(self, level, text):
        game, (word, _, argument) = self.game, text.partition(" ")
        view = game.view(game.seat)
        seeds = range(40) if level == "easy" else [1]
        moves = {finish(eight_players.choose(level, view, seed)) for seed in seeds}
        if argument in ("pile", "discard"):
            expected = {("take", argument)}
        else:
            expected = {("discard", code(one)) for one in argument.split(" or ") if one}
        if word == "plays":
            assert game.apply(moves.pop()) is None
        elif word == "takes":  # easy overlooks the discards now and then
            assert moves == expected or level == "easy" and expected < moves, moves
        else:
            assert moves <= expected if word == "drops" else not moves & expected, moves

    # -- checks

    def event(self, text):
        events = self.events or self.game.events
        assert text in [" ".join(map(str, event)) for event in events], events

    def hand(self, text):
        seat, _, codes = text.partition(" ")
        held = self.game.hands[int(seat)]
        assert sorted(held) == sorted(hand(codes)), list(map(cards.text, held))

    def holding(self, text):
        seat, _, codes = text.partition(" ")
        assert not set(hand(codes)) - set(self.game.hands[int(seat)])

    def under(self, text):
        below = hand(text)
        cards_below = self.game.discards[-len(below) - 1 : -1]
        assert sorted(cards_below) == sorted(below), list(map(cards.text, cards_below))

    def meets(self, text):
        """Meet these goals and no others, as the judge says, too: `meets r^1 ... = 1 4 5`."""
        codes, _, goals = text.partition("=")
        held = hand(codes)
        found = [goal for goal in range(1, 9) if cards.fits(goal, held)]
        assert found == [goal for goal in range(1, 9) if judge.wins_round(goal, codes.split())]
        assert " ".join(map(str, found)) == goals.strip(), found

    def mixed(self):
        """The same seed makes the same new draw pile, in no order."""
        other = card_position(**self._made)
        assert other.apply(("take", "pile")) is None
        assert self.game.pile == other.pile and sorted(other.pile) != list(other.pile)

    def uncovered(self):
        assert self.game.discards[-1] < cards.JOKER

"""Computer players of 8 Round Rummy. A player sees its View alone.

easy    keeps what serves the round by the nearest way, discards any other card.
normal  counts what is still out: it goes the way that takes the fewest turns to complete.
hard    also keeps what the next round needs, and gives the next player no card that one collects.
master  of two, also keeps Reverse & New Hand until the other has come close to winning; and knows
        when only round 8 without a joker can still win the game.
"""

from rules.eight import cards
from rules.eight.cards import HAND, JOKER, KINDS, NONE, REVERSE, STRAIGHT
from rules.prng import Rng

# Time is counted in 64ths of a turn: whole numbers come out the same on every VM.
TURN = 64
_NEVER = 4000  # a card of which none is out
_MOST = 100 * TURN
_PICK = TURN // 2  # the top discard must save so much more than the draw pile's unknown card
_AT_ONCE = -5 * TURN  # a card that is best discarded now

# Each idea of hard and master with its parameter, 0 to leave it out, so that its worth can be
# measured: `match --game ER --players master-FEED,hard`.
IDEAS = {
    "AHEAD": 2,  # of 64: what a turn saved in the next round counts; more, and games go on for ever
    "FEED": 2 * TURN,  # what a card the next player collects is worth keeping from it
    "REVERSE": 3,  # of two: master keeps Reverse & New Hand for who is this close (see _closeness)
    "COUNT": 1,  # master knows when a round 8 won with a joker loses the game
}
REFUSED = 38  # how much less a card is kept from who has discarded its like
KEEP = TURN  # what keeping Reverse & New Hand is worth until then

_WITHOUT_JOKER = 9  # as a goal: round 8 for the automatic win (ER-11)


def choose(level, view, seed):
    """The move of the seat whose turn it is; a generator.

    level: one of rules.catalogue.LEVELS. view: the seat's View. seed: int, for what easy leaves to
    chance.
    Yields None after each slice of bounded work, at last ("take", "pile" | "discard") or
    ("discard", code).
    """
    if level == "easy":
        yield _easy(view, seed)
        return
    mind = _Mind(view, level)
    yield from mind.take() if view.taken == NONE else mind.discard()


def _easy(view, seed):
    many, which, _ = cards.nearest(view.round, view.hand)
    if view.taken == NONE:
        if view.can_pick and cards.nearest(view.round, view.hand + bytes((view.top,)))[0] > many:
            return ("take", "discard")
        return ("take", "pile")
    spare = [
        code
        for code in range(KINDS)
        if code in [view.hand[i] for i in range(len(view.hand)) if not which[i]]
    ]
    if not spare:
        spare = [code for code in view.hand if code != JOKER] or [JOKER]
    return ("discard", spare[Rng(seed).below(len(spare))])


class _Mind:
    """What every level but easy works out from a view."""

    def __init__(self, view, level):
        self.view = view
        self.hard = level != "normal"
        self.master = level == "master"
        self.out = _unseen(view)
        self.total = sum(self.out)
        self.jokers_out = self.out[JOKER]
        self.strict = self.master and IDEAS["COUNT"] and _only_without_joker(view)
        goals = view.rules["goals"]
        self.wants = [(_WITHOUT_JOKER if self.strict else view.round, 64)]
        after = goals.index(view.round) + 1
        if self.hard and IDEAS["AHEAD"] and after < len(goals):
            self.wants.append((goals[after], IDEAS["AHEAD"]))
        self.suits = bytearray(cards.SUITS)  # a bit for each number of a suit in the hand
        self.many = bytearray(cards.SUITS)
        self.numbers = bytearray(cards.NUMBERS)
        self.jokers = 0

    def _load(self, codes, without):
        """Count a hand, leaving out the card at place `without`."""
        for i in range(cards.SUITS):
            self.suits[i] = self.many[i] = 0
        for i in range(cards.NUMBERS):
            self.numbers[i] = 0
        self.jokers = 0
        for i in range(len(codes)):
            code = codes[i]
            if i == without or code == REVERSE:
                continue
            if code == JOKER:
                self.jokers += 1
            else:
                self.suits[code // 7] |= 1 << code % 7
                self.many[code // 7] += 1
                self.numbers[code % 7] += 1

    def cost(self, codes, without=-1):
        """How long a hand's rounds take, weighed: the less the better."""
        self._load(codes, without)
        sum_ = 0
        for goal, weight in self.wants:
            best = _MOST
            if goal == _WITHOUT_JOKER:
                for number in range(7):
                    best = min(
                        best, self._alike(HAND - self.numbers[number], self._number_out(number))
                    )
            elif goal == cards.NUMBER:
                for number in range(7):
                    best = min(
                        best,
                        self._alike(
                            HAND - self.numbers[number] - self.jokers,
                            self._number_out(number) + self.jokers_out,
                        ),
                    )
            else:
                for suits in _WAYS[goal & 3]:
                    best = min(
                        best, self._straight(suits) if goal & STRAIGHT else self._suit(suits)
                    )
            sum_ += best * weight
        return sum_ // 64

    def _number_out(self, number):
        out = self.out
        sum_ = 0
        for code in range(number, 42, 7):
            sum_ += out[code]
        return sum_

    def _alike(self, need, out):
        """Turns until `need` more of `out` cards have come."""
        time = 0
        while need > 0:
            time += TURN * self.total // out if out > 0 else _NEVER
            need -= 1
            out -= 1
        return time

    def _suit(self, suits):
        need = HAND - self.jokers
        out = self.jokers_out
        for suit in suits:
            need -= self.many[suit]
            for code in range(suit * 7, suit * 7 + 7):
                out += self.out[code]
        return self._alike(need, out)

    def _straight(self, suits):
        """Turns until the missing numbers have come; own jokers stand for the rarest."""
        mask = 0
        for suit in suits:
            mask |= self.suits[suit]
        missing = []
        for number in range(7):
            if not mask >> number & 1:
                out = 0
                for suit in suits:
                    out += self.out[suit * 7 + number]
                missing.append(out)
        missing.sort()
        time = 0
        out = self.jokers_out
        for i in range(self.jokers, len(missing)):
            out += missing[i]
            time += TURN * self.total // out if out > 0 else _NEVER
        return time

    # -- moves

    def take(self):
        """Yields None, then the card to take."""
        view = self.view
        if not view.can_pick:
            yield ("take", "pile")
            return
        hand = view.hand + bytes((view.top,))
        now = self.cost(view.hand)
        best = now
        for i in range(HAND):
            best = min(best, self.cost(hand, i))
            yield None
        weights = 0
        for _, weight in self.wants:
            weights += weight
        yield ("take", "discard" if best < now - _PICK * weights // 64 else "pile")

    def discard(self):
        """Yields None, then the card to discard: the one whose loss costs least."""
        view = self.view
        hand = bytearray(sorted(view.hand))
        best = None
        for i in range(len(hand)):
            code = hand[i]
            if i and hand[i - 1] == code:
                continue
            rest = hand[:i] + hand[i + 1 :]
            if cards.fits(view.round, rest):
                # a win, and the Reverse & New Hand or the card nobody collects besides; a round 8
                # won with a joker is lost when the points do not suffice
                cost = _MOST if self.strict and cards.holds(rest, JOKER) else -_MOST
            else:
                cost = self.cost(hand, i)
            if code == REVERSE:
                if not self.master or not IDEAS["REVERSE"] or view.seats > 2 or _now(view):
                    cost += _AT_ONCE
                else:
                    cost += KEEP
            elif self.hard and IDEAS["FEED"]:
                cost += self._fed(code)
            if best is None or cost < best:
                best = cost
                choice = code
            yield None
        yield ("discard", choice)

    def _fed(self, code):
        """What is lost by giving a card to the next player."""
        view = self.view
        seat = (view.seat + view.direction) % view.seats
        goal = view.round
        known = view.known[seat]
        cost = 0
        if code == JOKER:
            return IDEAS["FEED"]
        if known and (
            cards.nearest(goal, known + bytes((code,)))[0] > cards.nearest(goal, known)[0]
        ):
            cost += IDEAS["FEED"]
        for dropped in view.dropped[seat]:
            if dropped < JOKER and _like(goal, dropped, code):
                cost -= REFUSED
        return cost


# The suits that serve a goal's colour and shape bits.
_WAYS = (
    ((0, 1, 2, 3, 4, 5),),
    ((0, 1, 2), (3, 4, 5)),
    ((0, 3), (1, 4), (2, 5)),
    ((0,), (1,), (2,), (3,), (4,), (5,)),
)


def _like(goal, card, other):
    """True when a goal has the same use for two number cards."""
    if goal & cards.COLOUR and card // 21 != other // 21:
        return False
    if goal & cards.SHAPE and card // 7 % 3 != other // 7 % 3:
        return False
    return not goal & (STRAIGHT | cards.NUMBER) or card % 7 == other % 7


def _unseen(view):
    """How many of each card lie in the draw pile or, unseen, in other hands."""
    out = bytearray(KINDS)
    own = cards.counts(view.hand)
    for code in range(KINDS):
        out[code] = cards.copies(code) - own[code] - view.gone[code]
    for seat in range(view.seats):
        if seat != view.seat:
            for code in view.known[seat]:
                out[code] -= 1
    return out


def _only_without_joker(view):
    """True when winning round 8 with a joker would still lose the game (ER-10, ER-11)."""
    best = 0
    for seat in range(view.seats):
        if seat != view.seat:
            best = max(best, view.totals[seat])
    return view.round == 8 and view.totals[view.seat] + 8 < best


def _closeness(view, seat):
    """How close a seat seems to a win: turns it has built its hand, and cards it was seen to take
    that serve; one number for the last round above all (ER-11)."""
    known = view.known[seat]
    close = view.age[seat]
    if known:
        close += 2 * cards.nearest(view.round, known)[0]
        plain = bytes([code for code in known if code != JOKER])
        many = cards.nearest(cards.NUMBER, plain)[0] if plain else 0
        if many > 1:
            close += 2 * many
    return close


def _now(view):
    """Of two: True when the other is close enough for Reverse & New Hand."""
    return _closeness(view, 1 - view.seat) >= IDEAS["REVERSE"]

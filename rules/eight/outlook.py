"""What a hand of 8 Round Rummy is good for: which cards to keep for the round's goal.

Only this module decides it: the table marks these cards and asks before the person discards one;
hints and the computer players from normal on discard others.
"""

from rules.eight import cards
from rules.eight.cards import HAND, JOKER, KINDS, NONE, REVERSE, STRAIGHT

if False:  # for type checkers
    from collections.abc import Sequence

    from rules.eight.game import View

    Codes = bytes | bytearray
    Ways = list[Sequence[int]]

# Time is counted in 64ths of a turn: whole numbers come out the same on every VM.
TURN = 64
_NEVER = 4000  # a card of which none is out

# The suits that serve a goal's colour and shape bits; in the order of cards.targets.
_WAYS = (
    ((0, 1, 2, 3, 4, 5),),
    ((0, 1, 2), (3, 4, 5)),
    ((0, 3), (1, 4), (2, 5)),
    ((0,), (1,), (2,), (3,), (4,), (5,)),
)


class Outlook:
    """What the seat of a View can tell about its hand.

    out: counts of the cards that lie in the draw pile or, unseen, in other hands. total: their sum.
    jokers: of the hand that `load` counted last.
    """

    def __init__(self, view: "View") -> None:
        self.view = view
        own = cards.counts(view.hand)
        out = self.out = bytearray(KINDS)
        for code in range(KINDS):
            out[code] = cards.copies(code) - own[code] - view.gone[code]
        for seat in range(view.seats):
            if seat != view.seat:
                for code in view.known[seat]:
                    out[code] -= 1
        self.total = sum(out)
        self.suits_out = bytearray([sum(out[i : i + 7]) for i in range(0, 42, 7)])
        self.numbers_out = bytearray([sum([out[i] for i in range(k, 42, 7)]) for k in range(7)])
        self.suits = bytearray(cards.SUITS)  # a bit for each number of a suit in the hand
        self.many = bytearray(cards.SUITS)
        self.numbers = bytearray(cards.NUMBERS)
        self.jokers = 0

    def following(self) -> int:
        """Return the round after the running one, or 0."""
        goals = self.view.rules["goals"]
        after = goals.index(self.view.round) + 1
        return goals[after] if after < len(goals) else 0

    def load(self, codes: "Codes", without: int = -1) -> None:
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

    # -- how a hand may meet a goal

    def ways(self, goal: int, jokers: int) -> "Ways":
        """List for each of cards.targets(goal) what the counted hand lacks with that many own
        jokers: of each missing card, how many are out that would do; below 0 as none."""
        jokers_out = self.out[JOKER]
        if goal == cards.NUMBER:
            return [
                _alike(HAND - self.numbers[i] - jokers, self.numbers_out[i] + jokers_out)
                for i in range(7)
            ]
        if goal & STRAIGHT:
            return [self._straight(suits, jokers) for suits in _WAYS[goal & 3]]
        ways = []
        for suits in _WAYS[goal & 3]:
            need = HAND - jokers
            out = jokers_out
            for suit in suits:
                need -= self.many[suit]
                out += self.suits_out[suit]
            ways.append(_alike(need, out))
        return ways

    def _straight(self, suits, jokers):
        """Return a way of `ways` to a straight; own jokers stand for the rarest numbers."""
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
        out = self.out[JOKER]
        for i in range(jokers, len(missing)):
            out += missing[i]
            missing[i] = out
        return missing[jokers:]

    def time(self, outs: "Sequence[int]") -> int:
        """Return how many turns a way of `ways` takes, in 64ths."""
        time = 0
        for out in outs:
            time += TURN * self.total // out if out > 0 else _NEVER
        return time

    def _times(self, goal, codes):
        """Return how long each way to a goal takes with these cards."""
        self.load(codes)
        return [self.time(outs) for outs in self.ways(goal, self.jokers)]

    def _target(self, goal, codes):
        """Return the first of cards.targets that takes the fewest turns."""
        times = self._times(goal, codes)
        return cards.targets(goal)[times.index(min(times))]

    # -- what follows from it

    def kept(self, codes: "Codes") -> bytearray:
        """Choose the cards to keep for the goal of the running round: a bytearray, 1 for each, at
        most seven. Of equal numbers in a straight, and of eight cards that would do, it drops the
        one that the next round needs least. The order of the cards changes nothing."""
        goal = self.view.round
        places = [codes[i] << 8 | i for i in range(len(codes))]
        places.sort()
        codes = bytes([place >> 8 for place in places])
        after = self.following()
        use = bytes(len(codes))
        if after:
            use = cards.kept(after, self._target(after, codes), codes)
        order = []
        for i in range(len(codes)):
            rank = 0 if use[i] else 1
            if codes[i] == JOKER:
                rank = 2 if goal == cards.NUMBER else 0  # round 8 is best won without
            order.append(rank << 8 | i)
        order.sort()
        codes = bytes([codes[key & 255] for key in order])
        serves = cards.kept(goal, self._target(goal, codes), codes)
        out = bytearray(len(codes))
        for i in range(len(codes)):
            if serves[i] and sum(out) < HAND:
                out[places[order[i] & 255] & 255] = 1
        return out

    def helps(self) -> bool:
        """Tell whether the top discard brings the goal of the running round nearer."""
        view = self.view
        if not view.can_pick or view.taken != NONE:
            return False
        hand = view.hand + bytes((view.top,))
        if not self.kept(hand)[HAND]:
            return False
        return min(self._times(view.round, hand)) < min(self._times(view.round, view.hand))


def _alike(need, out):
    """Return a way of `Outlook.ways` when any `need` of `out` cards do."""
    return range(out, out - need, -1)

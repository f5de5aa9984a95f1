"""Decide which cards of a hand of 8 Round Rummy to keep for the round's goal.

The table marks these cards and asks before the player discards one of them; hints and the computer
players from normal on discard others.
"""

from rules.eight import cards
from rules.eight.cards import HAND, JOKER, KINDS, NONE, REVERSE, STRAIGHT

if False:  # for type checkers
    from collections.abc import Sequence

    from rules.eight.game import View

    Codes = bytes | bytearray
    Ways = list[Sequence[int]]

# Times are in 64ths of a turn: integers, so that they are the same on every VM.
TURN = 64
_NEVER = 4000  # the time for a card of which none is unseen

# By the colour and shape bits of a goal, the suits for each of its cards.targets, in their order.
_SUITS = (
    ((0, 1, 2, 3, 4, 5),),
    ((0, 1, 2), (3, 4, 5)),
    ((0, 3), (1, 4), (2, 5)),
    ((0,), (1,), (2,), (3,), (4,), (5,)),
)


class Outlook:
    """Estimates, from the View of a seat, how its hand can meet a goal.

    unseen: number of cards of each code in the draw pile or, not known, in other hands
    unseen_count: their sum. unseen_suits, unseen_numbers: the same by suit, by number - 1
    jokers: number in the hand that `count_hand` counted last
    """

    def __init__(self, view: "View") -> None:
        self.view = view
        held_counts = cards.counts(view.hand)
        out = self.unseen = bytearray(KINDS)
        for code in range(KINDS):
            out[code] = cards.copies(code) - held_counts[code] - view.gone[code]
        for seat in range(view.seats):
            if seat != view.seat:
                for code in view.known[seat]:
                    out[code] -= 1
        self.unseen_count = sum(out)
        self.unseen_suits = bytearray([sum(out[i : i + 7]) for i in range(0, 42, 7)])
        self.unseen_numbers = bytearray([sum([out[i] for i in range(k, 42, 7)]) for k in range(7)])
        self.suit_numbers = bytearray(cards.SUITS)  # a bit for each number of a suit in the hand
        self.suit_counts = bytearray(cards.SUITS)
        self.number_counts = bytearray(cards.NUMBERS)
        self.jokers = 0

    def next_round(self) -> int:
        """Return the round after the running one, or 0."""
        goals = self.view.rules["goals"]
        after = goals.index(self.view.round) + 1
        return goals[after] if after < len(goals) else 0

    def count_hand(self, codes: "Codes", without: int = -1) -> None:
        """Count a hand, leaving out the card at place `without`."""
        for i in range(cards.SUITS):
            self.suit_numbers[i] = self.suit_counts[i] = 0
        for i in range(cards.NUMBERS):
            self.number_counts[i] = 0
        self.jokers = 0
        for i in range(len(codes)):
            code = codes[i]
            if i == without or code == REVERSE:
                continue
            if code == JOKER:
                self.jokers += 1
            else:
                self.suit_numbers[code // 7] |= 1 << code % 7
                self.suit_counts[code // 7] += 1
                self.number_counts[code % 7] += 1

    # -- how a hand may meet a goal

    def list_ways(self, goal: int, jokers: int) -> "Ways":
        """List, for each of cards.targets(goal), the cards that the counted hand lacks with this
        number of jokers: for each missing card, how many unseen cards would do; below 0: none."""
        jokers_out = self.unseen[JOKER]
        if goal == cards.NUMBER:
            return [
                _any_of(HAND - self.number_counts[i] - jokers, self.unseen_numbers[i] + jokers_out)
                for i in range(7)
            ]
        if goal & STRAIGHT:
            return [self._straight(suits, jokers) for suits in _SUITS[goal & 3]]
        ways = []
        for suits in _SUITS[goal & 3]:
            need = HAND - jokers
            unseen = jokers_out
            for suit in suits:
                need -= self.suit_counts[suit]
                unseen += self.unseen_suits[suit]
            ways.append(_any_of(need, unseen))
        return ways

    def _straight(self, suits, jokers):
        """Return the way of `list_ways` to a straight; jokers stand for the rarest numbers."""
        mask = 0
        for suit in suits:
            mask |= self.suit_numbers[suit]
        missing = []
        for number in range(7):
            if not mask >> number & 1:
                unseen = 0
                for suit in suits:
                    unseen += self.unseen[suit * 7 + number]
                missing.append(unseen)
        missing.sort()
        unseen = self.unseen[JOKER]
        for i in range(jokers, len(missing)):
            unseen += missing[i]
            missing[i] = unseen
        return missing[jokers:]

    def expected_turns(self, way: "Sequence[int]") -> int:
        """Return the time that a way of `list_ways` takes, in 64ths of a turn."""
        turns = 0
        for unseen in way:
            turns += TURN * self.unseen_count // unseen if unseen > 0 else _NEVER
        return turns

    def _times(self, goal, codes):
        """Return the time, in 64ths of a turn, that each way to a goal takes with these cards."""
        self.count_hand(codes)
        return [self.expected_turns(way) for way in self.list_ways(goal, self.jokers)]

    def _target(self, goal, codes):
        """Return the first of cards.targets that takes the fewest turns."""
        times = self._times(goal, codes)
        return cards.targets(goal)[times.index(min(times))]

    # -- which cards to keep

    def keep_flags(self, codes: "Codes") -> bytearray:
        """Return a flag for each card: 1 for the at most seven to keep for the goal of the running
        round. Of equal numbers in a straight, and of eight cards that serve, it drops the one that
        the next round needs least. The order of `codes` does not change which cards are kept."""
        goal = self.view.round
        places = [codes[i] << 8 | i for i in range(len(codes))]
        places.sort()
        codes = bytes([place >> 8 for place in places])
        next_round = self.next_round()
        next_flags = bytes(len(codes))
        if next_round:
            next_flags = cards.serving_flags(next_round, self._target(next_round, codes), codes)
        order = []
        for i in range(len(codes)):
            rank = 0 if next_flags[i] else 1
            if codes[i] == JOKER:
                rank = 2 if goal == cards.NUMBER else 0  # round 8 is best won without jokers
            order.append(rank << 8 | i)
        order.sort()
        codes = bytes([codes[rank & 255] for rank in order])
        flags = cards.serving_flags(goal, self._target(goal, codes), codes)
        out = bytearray(len(codes))
        for i in range(len(codes)):
            if flags[i] and sum(out) < HAND:
                out[places[order[i] & 255] & 255] = 1
        return out

    def top_discard_helps(self) -> bool:
        """Tell whether the top discard brings the goal of the running round nearer."""
        view = self.view
        if not view.can_pick or view.taken != NONE:
            return False
        hand = view.hand + bytes((view.top,))
        if not self.keep_flags(hand)[HAND]:
            return False
        return min(self._times(view.round, hand)) < min(self._times(view.round, view.hand))


def _any_of(needed, unseen):
    """Return the way of `Outlook.list_ways` if any `needed` of `unseen` cards do."""
    return range(unseen, unseen - needed, -1)

"""Computer players of 8 Round Rummy. A player sees its View alone.

easy    keeps what serves the round by the nearest way, discards any other card, and now and then
        overlooks the discard pile.
normal  counts the cards still out: it goes the way that takes the fewest turns to complete, and
        discards no card that this way needs (rules/eight/outlook.py).
hard    also keeps what the next round needs, and gives the next player no card that it collects.
master  weighs all ways at once, by how likely each is complete before another player wins; keeps
        Reverse & New Hand until the player whose hand it takes has come close to winning; and in
        the round before the last collects seven of one number for the last, where that serves it
        better: a player who loses a round keeps the hand, and round 8 without a joker wins the
        game (ER-8, ER-11).
"""

from rules.base import Rng
from rules.eight import cards
from rules.eight.cards import HAND, JOKER, KINDS, NONE, REVERSE, STRAIGHT
from rules.eight.outlook import TURN, Outlook

if False:  # for type checkers
    from rules.base import Slices
    from rules.eight.game import View

_MOST = 100 * TURN
_AT_ONCE = -5 * TURN  # a card that is best discarded now
AHEAD = 2  # of 64: what a turn saved in the next round counts; more, and games go on for ever

# Of hard and master, measured with `match` (docs/PLAYERS.md):
FEED = 2 * TURN  # what keeping a card from the next player, who collects it, is worth
MASTER_AHEAD = 8  # of 64: what being ready for the next round counts to master
WAYS = 14  # of 64: what ways besides the likeliest count to master
CLOSE = (5, 3)  # master plays Reverse & New Hand at a player this close: of two, of more
COLLECT = 90  # of 64: what seven of one number count in the round before the last
REFUSED = 38  # how much less a card is worth to a next player who has discarded its like
_PICK = TURN // 2  # the time that the top discard must save hard and normal
_OVERLOOKS = 6  # easy overlooks the top discard once in this many turns; a habit of characters

# Master reckons in chances.
SURE = 1 << 14
_WON = 1 << 24
_LENGTH = (0, 5, 7, 18, 3, 9, 13, 26, 26)  # turns of one seat that each round takes
_RESET = 30  # of 1024: the chance a turn that a Reverse & New Hand takes the hand
# Of 64 of what a hand's chances are:
_GIVEN = 3  # what is lost with a card by which the next player saves a turn
_TURNED = 12  # what is won by discarding Reverse & New Hand now
_HELD = 2  # what is won by keeping it until the other is close
_AHEAD_BY = 1  # points: with a larger lead the round itself is worth more than collecting
_PATIENCE = 40  # turns of each seat in a round: then no other seems to want it

# What a level looks at: 0 rules of thumb, 1 its own hand, 2 the next round and the other players
# too, 3 chances.
BY_LEVEL = {"easy": 0, "normal": 1, "hard": 2, "master": 3}


def choose(level: str, view: "View", seed: int, habits: bytes = b"") -> "Slices[tuple]":
    """Choose, in slices, the move of the seat whose turn it is.

    level: one of rules.catalogue.LEVELS. seed: int, for what easy leaves to chance. habits: of a
    character (rules.characters); b"": those of the level. Returns ("take", "pile" | "discard") or
    ("discard", code).
    """
    sight = BY_LEVEL[level]
    if not sight:
        return _easy(view, seed, habits[0] if habits else _OVERLOOKS)
    mind = (_Master if sight > 2 else _Mind)(view, sight > 1)
    return (yield from mind.take() if view.taken == NONE else mind.discard())


def _easy(view, seed, overlooks):
    many, which, _ = cards.nearest(view.round, view.hand)
    chance = Rng(seed)
    if view.taken == NONE:
        if chance.below(overlooks) == 1:
            return ("take", "pile")
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
    return ("discard", spare[chance.below(len(spare))])


def hint(view: "View") -> "Slices[tuple]":
    """Choose, in slices, what a strong player does for the running round. It takes the top discard
    where that helps, and discards no card that is kept (rules.eight.outlook)."""
    mind = _Master(view, True, False)
    if view.taken != NONE:
        return (yield from mind.discard())
    yield None
    return ("take", "discard" if mind.helps() else "pile")


class _Mind(Outlook):
    """How normal and hard judge a hand: by how long it takes to complete.

    wants: (round, weight of 64) of the rounds that count. collecting: it collects seven of one
    number for the last round.
    """

    def __init__(self, view, hard, collects=True):
        Outlook.__init__(self, view)
        self.hard = hard
        self.wants = [(view.round, 64)]
        self.collecting = False
        after = self.following()
        if after:
            weight = self._ahead(after == view.rules["goals"][-1], collects)
            if weight:
                self.wants.append((after, weight))

    def _ahead(self, last, collects):
        """Return what the next round counts, of 64. last: it is the game's last. collects: the
        player may collect for it."""
        return AHEAD if self.hard else 0

    def cost(self, codes, without=-1):
        """Return how long a hand's rounds take, weighed: the less the better."""
        self.load(codes, without)
        sum_ = 0
        for goal, weight in self.wants:
            times = [self.time(outs) for outs in self.ways(goal, self.jokers)]
            sum_ += min(_MOST, min(times)) * weight
        return sum_ // 64

    # -- moves

    def take(self):
        """Return, in slices, the move that takes a card."""
        view = self.view
        if not view.can_pick:
            return ("take", "pile")
        hand = view.hand + bytes((view.top,))
        best = now = self.cost(view.hand)
        yield None
        for i in range(HAND):
            best = min(best, self.cost(hand, i))
            yield None
        return ("take", "discard" if best < self._bar(now) else "pile")

    def _bar(self, now):
        """Return the cost below which the top discard is taken."""
        weights = 0
        for _, weight in self.wants:
            weights += weight
        return now - _PICK * weights // 64

    def discard(self):
        """Return, in slices, the move that discards the card whose loss costs least."""
        hand = bytearray(sorted(self.view.hand))
        kept = bytes(len(hand)) if self.collecting else self.kept(hand)
        best = None
        tried = NONE
        for i in range(len(hand)):
            code = hand[i]
            if kept[i] or code == tried:
                continue
            tried = code
            cost = self._dropped(hand, i, cards.fits(self.view.round, hand[:i] + hand[i + 1 :]))
            if best is None or cost < best:
                best = cost
                choice = code
            yield None
        return ("discard", choice)

    def _dropped(self, hand, i, won):
        """Return the cost of a hand without its card at place i. won: the rest meets the goal."""
        # a win, and with it the Reverse & New Hand or a card that no player collects
        cost = -_MOST if won else self.cost(hand, i)
        if hand[i] == REVERSE:
            cost += _AT_ONCE
        elif self.hard:
            cost += self._fed(hand[i])
        return cost

    def _fed(self, code):
        """Return what giving a card to the next player costs."""
        view = self.view
        seat = (view.seat + view.direction) % view.seats
        goal = view.round
        known = view.known[seat]
        cost = 0
        if code == JOKER:
            return FEED
        if known and (
            cards.nearest(goal, known + bytes((code,)))[0] > cards.nearest(goal, known)[0]
        ):
            cost += FEED
        for dropped in view.dropped[seat]:
            if dropped < JOKER and _like(goal, dropped, code):
                cost -= REFUSED
        return cost


class _Master(_Mind):
    """How master judges a hand: by its chances, of SURE, to be ready before another player wins.
    Costs are these, weighed, below zero."""

    def _ahead(self, last, collects):
        if last:
            self.collecting = collects and _may_collect(self.view)
            return COLLECT if self.collecting else 0
        return MASTER_AHEAD

    def cost(self, codes, without=-1):
        """Return the hand's chances, weighed, below zero: the less the better."""
        self.load(codes, without)
        sum_ = turns = 0
        for goal, weight in self.wants:
            turns += _LENGTH[goal]
            # the chance that another wins or takes the hand, in eighths of cards: never nothing
            self.lost = max(1, (1024 // turns + _RESET) * self.total * 8 // 1024)
            if goal == cards.NUMBER != self.view.round:  # collected without jokers (ER-11)
                jokers_out = self.out[JOKER]
                self.out[JOKER] = 0
                ways = self.ways(goal, 0)
                self.out[JOKER] = jokers_out
            else:
                ways = self.ways(goal, self.jokers)
            chances = [self._chance(outs) for outs in ways]
            best = max(chances)
            none = SURE
            for chance in chances:
                none = none * (SURE - chance) // SURE
            sum_ += (best + (SURE - none - best) * WAYS // 64) * weight
        return -sum_

    def _chance(self, outs):
        """Return the chance that a way's cards come before the round is lost."""
        chance = SURE
        for out in outs:
            out = out * 8 if out > 0 else 1
            chance = chance * out // (out + self.lost)
        return chance

    def _bar(self, now):
        return now + (now >> 3)

    def _dropped(self, hand, i, won):
        cost = self.cost(hand, i)
        view = self.view
        if won:
            cost -= _WON
            if view.round == cards.NUMBER and cards.holds(hand[:i] + hand[i + 1 :], JOKER):
                cost += _WON // 2  # only the last round's points, not the game at once (ER-11)
        if hand[i] != REVERSE:
            return cost - (cost >> 6) * self._fed(hand[i]) * _GIVEN // 64
        # whose hand it would take: the seat before, since the direction turns
        hit = (view.seat - view.direction) % view.seats
        if _closeness(view, hit) >= CLOSE[view.seats > 2]:
            return cost + (cost >> 6) * _TURNED
        return cost - (cost >> 6) * _HELD


def _may_collect(view):
    """Tell whether losing the round before the last may serve: while the round is not long, and its
    points would not decide the game."""
    best = 0
    for seat in range(view.seats):
        if seat != view.seat:
            best = max(best, view.totals[seat])
    return view.totals[view.seat] <= best + _AHEAD_BY and view.turns < _PATIENCE * view.seats


def _like(goal, card, other):
    """Tell whether a goal has the same use for two number cards."""
    if goal & cards.COLOUR and card // 21 != other // 21:
        return False
    if goal & cards.SHAPE and card // 7 % 3 != other // 7 % 3:
        return False
    return not goal & (STRAIGHT | cards.NUMBER) or card % 7 == other % 7


def _closeness(view, seat):
    """Estimate how close a seat is to a win: by the turns it has held its hand and the useful cards
    that it took openly, above all those of one number for the last round (ER-11)."""
    known = view.known[seat]
    close = view.age[seat]
    if known:
        close += 2 * cards.nearest(view.round, known)[0]
        plain = bytes([code for code in known if code != JOKER])
        many = cards.nearest(cards.NUMBER, plain)[0] if plain else 0
        if many > 1:
            close += 2 * many
    return close

"""Computer players of 8 Round Rummy. A player sees its View alone.

easy    keeps the cards of the target that needs the fewest more, discards any other card, and now
        and then overlooks the discard pile.
normal  counts the unseen cards: it pursues the target that takes the fewest turns, and discards no
        card that it needs (rules/eight/outlook.py).
hard    also keeps what the next round needs, and denies the next player the cards they collect.
master  weighs all targets at once, by how likely it completes each before another player wins;
        keeps Reverse & New Hand until the player whose hand it replaces is close to winning; and in
        the round before the last collects seven of one number for the last, if that is worth more:
        a player who loses a round keeps the hand, and round 8 without a joker wins the game (ER-8,
        ER-11).
"""

from rules.base import Rng
from rules.eight import cards
from rules.eight.cards import HAND, JOKER, NONE, REVERSE, STRAIGHT
from rules.eight.outlook import TURN, Outlook

if False:  # for type checkers
    from rules.base import Slices
    from rules.eight.game import View

_MOST = 100 * TURN
_AT_ONCE = -5 * TURN  # the cost of discarding a Reverse & New Hand: it is best discarded at once
AHEAD = 2  # of 64: what a turn saved in the next round counts; with more, games never end

# Of hard and master, measured with `match` (docs/PLAYERS.md):
FEED = 2 * TURN  # the value of denying the next player a card that they collect
MASTER_AHEAD = 8  # of 64: the weight of the next round for master
WAYS = 14  # of 64: the weight of all targets but the likeliest for master
CLOSE = (5, 3)  # `_closeness` at which master plays Reverse & New Hand: of two players, of more
COLLECT = 90  # of 64: the weight of seven of one number in the round before the last
REFUSED = 38  # how much less a card is worth to a next player who has discarded one like it
_PICK = TURN // 2  # the time that taking the top discard must save hard and normal
_OVERLOOKS = 6  # easy overlooks the top discard once in this many turns; characters differ

# Master calculates with chances:
SURE = 1 << 14
_WON = 1 << 24
_LENGTH = (0, 5, 7, 18, 3, 9, 13, 26, 26)  # turns of one seat that each round takes
_RESET = 30  # of 1024: the chance per turn that a Reverse & New Hand replaces the hand
# In 64ths of the hand's chances:
_GIVEN = 3  # the loss by a discard that saves the next player a turn
_TURNED = 12  # the gain by discarding Reverse & New Hand now
_HELD = 2  # the gain by keeping it until the other player is close
_AHEAD_BY = 1  # points: with a larger lead the round itself is worth more than collecting
_PATIENCE = 40  # turns of each seat in a round; after these no other seat seems to want it

# How each level judges: 0 by rules of thumb, 1 by its own hand, 2 also by the next round and the
# other players, 3 by chances.
BY_LEVEL = {"easy": 0, "normal": 1, "hard": 2, "master": 3}


def choose(level: str, view: "View", seed: int, habits: bytes = b"") -> "Slices[tuple]":
    """Choose, in slices, the move of the seat whose turn it is.

    level: one of rules.catalogue.LEVELS. seed: int, for what easy leaves to chance. habits: of a
    character (rules.characters); b"": those of the level. Returns ("take", "pile" | "discard") or
    ("discard", code).
    """
    skill = BY_LEVEL[level]
    if not skill:
        return _easy(view, seed, habits[0] if habits else _OVERLOOKS)
    judge = (_MasterJudge if skill > 2 else _Judge)(view, skill > 1)
    return (yield from judge.take() if view.taken == NONE else judge.discard())


def _easy(view, seed, overlooks):
    count, flags, _ = cards.nearest(view.round, view.hand)
    rng = Rng(seed)
    if view.taken == NONE:
        if rng.below(overlooks) == 1:
            return ("take", "pile")
        if view.can_pick and cards.nearest(view.round, view.hand + bytes((view.top,)))[0] > count:
            return ("take", "discard")
        return ("take", "pile")
    candidates = sorted({view.hand[i] for i in range(len(view.hand)) if not flags[i]})
    if not candidates:
        candidates = [code for code in view.hand if code != JOKER] or [JOKER]
    return ("discard", candidates[rng.below(len(candidates))])


def hint(view: "View") -> "Slices[tuple]":
    """Choose, in slices, the move of a strong player for the running round. It takes the top
    discard if that helps, and discards no card that Outlook.keep_flags keeps."""
    judge = _MasterJudge(view, True, False)
    if view.taken != NONE:
        return (yield from judge.discard())
    yield None
    return ("take", "discard" if judge.top_discard_helps() else "pile")


class _Judge(Outlook):
    """Judges hands for normal and hard, by the turns that completing them takes.

    goals: (round, weight in 64ths) of the rounds that count. collecting: whether to collect seven
    of one number for the last round. hard: whether the level is hard or master.
    """

    def __init__(self, view, hard, collects=True):
        Outlook.__init__(self, view)
        self.hard = hard
        self.goals = [(view.round, 64)]
        self.collecting = False
        after = self.next_round()
        if after:
            weight = self._next_weight(after == view.rules["goals"][-1], collects)
            if weight:
                self.goals.append((after, weight))

    def _next_weight(self, last, collects):
        """Return the weight of the next round in 64ths. last: whether it is the game's last.
        collects: whether the player may collect for it."""
        return AHEAD if self.hard else 0

    def cost(self, codes, without=-1):
        """Return the weighted time to meet `goals`, the less the better. See `count_hand`."""
        self.count_hand(codes, without)
        total = 0
        for goal, weight in self.goals:
            times = [self.expected_turns(way) for way in self.list_ways(goal, self.jokers)]
            total += min(_MOST, min(times)) * weight
        return total // 64

    # -- moves

    def take(self):
        """Find, in slices, the move that takes a card."""
        view = self.view
        if not view.can_pick:
            return ("take", "pile")
        hand = view.hand + bytes((view.top,))
        best_cost = cost_now = self.cost(view.hand)
        yield None
        for i in range(HAND):
            best_cost = min(best_cost, self.cost(hand, i))
            yield None
        return ("take", "discard" if best_cost < self._pick_limit(cost_now) else "pile")

    def _pick_limit(self, cost_now):
        """Return the cost below which the top discard is taken."""
        weights = 0
        for _, weight in self.goals:
            weights += weight
        return cost_now - _PICK * weights // 64

    def discard(self):
        """Find, in slices, the move that discards the card whose loss costs least."""
        hand = bytearray(sorted(self.view.hand))
        keep = bytes(len(hand)) if self.collecting else self.keep_flags(hand)
        best = None
        last_tried = NONE
        for i in range(len(hand)):
            code = hand[i]
            if keep[i] or code == last_tried:
                continue
            last_tried = code
            cost = self._drop_cost(hand, i, cards.fits(self.view.round, hand[:i] + hand[i + 1 :]))
            if best is None or cost < best:
                best = cost
                choice = code
            yield None
        return ("discard", choice)

    def _drop_cost(self, hand, i, won):
        """Return the cost of a hand without its card at place i. won: that meets the goal."""
        # of several discards that win, a Reverse & New Hand or a card that no player collects
        cost = -_MOST if won else self.cost(hand, i)
        if hand[i] == REVERSE:
            cost += _AT_ONCE
        elif self.hard:
            cost += self._cost_of_giving(hand[i])
        return cost

    def _cost_of_giving(self, code):
        """Return the cost of giving a card to the next player."""
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
        for dropped in view.recent_discards[seat]:
            if dropped < JOKER and _is_alike(goal, dropped, code):
                cost -= REFUSED
        return cost


class _MasterJudge(_Judge):
    """Judges hands for master, by the chance, of SURE, to complete them before another player wins.
    A cost is the weighted sum of chances, negated."""

    def _next_weight(self, last, collects):
        if last:
            self.collecting = collects and _may_collect(self.view)
            return COLLECT if self.collecting else 0
        return MASTER_AHEAD

    def cost(self, codes, without=-1):
        """Return the negated, weighted chances of a hand: the less the better."""
        self.count_hand(codes, without)
        total = turns = 0
        for goal, weight in self.goals:
            turns += _LENGTH[goal]
            # the chance per turn that the round or the hand is lost, in eighths of unseen cards
            self.lost = max(1, (1024 // turns + _RESET) * self.unseen_count * 8 // 1024)
            if goal == cards.NUMBER != self.view.round:  # collects without jokers (ER-11)
                jokers_out = self.unseen[JOKER]
                self.unseen[JOKER] = 0
                ways = self.list_ways(goal, 0)
                self.unseen[JOKER] = jokers_out
            else:
                ways = self.list_ways(goal, self.jokers)
            chances = [self._chance(way) for way in ways]
            best = max(chances)
            none = SURE
            for chance in chances:
                none = none * (SURE - chance) // SURE
            total += (best + (SURE - none - best) * WAYS // 64) * weight
        return -total

    def _chance(self, way):
        """Return the chance, of SURE, to get the cards of a way before the round is lost."""
        chance = SURE
        for out in way:
            out = out * 8 if out > 0 else 1
            chance = chance * out // (out + self.lost)
        return chance

    def _pick_limit(self, cost_now):
        return cost_now + (cost_now >> 3)

    def _drop_cost(self, hand, i, won):
        cost = self.cost(hand, i)
        view = self.view
        if won:
            cost -= _WON
            if view.round == cards.NUMBER and cards.holds(hand[:i] + hand[i + 1 :], JOKER):
                cost += _WON // 2  # only the last round's points, not the game at once (ER-11)
        if hand[i] != REVERSE:
            return cost - (cost >> 6) * self._cost_of_giving(hand[i]) * _GIVEN // 64
        # the seat whose hand it would replace: the one before, since the direction turns
        target = (view.seat - view.direction) % view.seats
        if _closeness(view, target) >= CLOSE[view.seats > 2]:
            return cost + (cost >> 6) * _TURNED
        return cost - (cost >> 6) * _HELD


def _may_collect(view):
    """Tell whether to collect at the risk of losing the round before the last: while it is not long
    and its points would not decide the game."""
    best = 0
    for seat in range(view.seats):
        if seat != view.seat:
            best = max(best, view.totals[seat])
    return view.totals[view.seat] <= best + _AHEAD_BY and view.turns < _PATIENCE * view.seats


def _is_alike(goal, card, other):
    """Tell whether two number cards serve a goal in the same way."""
    if goal & cards.COLOUR and card // 21 != other // 21:
        return False
    if goal & cards.SHAPE and card // 7 % 3 != other // 7 % 3:
        return False
    return not goal & (STRAIGHT | cards.NUMBER) or card % 7 == other % 7


def _closeness(view, seat):
    """Estimate how close a seat is to a win: by the turns it has held its hand and the useful cards
    it was seen to take, above all those of one number for the last round (ER-11)."""
    known = view.known[seat]
    closeness = view.hand_age[seat]
    if known:
        closeness += 2 * cards.nearest(view.round, known)[0]
        without_jokers = bytes([code for code in known if code != JOKER])
        same_number = cards.nearest(cards.NUMBER, without_jokers)[0] if without_jokers else 0
        if same_number > 1:
            closeness += 2 * same_number
    return closeness

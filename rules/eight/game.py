"""8 Round Rummy from the deal to the last round card: phases, moves, points, saves.

Phases: START (the dealer and starter are shown) -> TURN ... -> OVER. In TURN the seat first takes a
card, then discards one (ER-4). When a round is won, `round` changes and play continues (ER-8). Only
`EightGame.apply` changes a game.
"""

from rules import base, errors
from rules.base import Rng, RulesError
from rules.eight import cards, games
from rules.eight.cards import HAND, JOKER, KINDS, NONE, REVERSE

if False:  # for type checkers
    from rules.family import Refusal

START = "start"
TURN = "turn"
OVER = "over"
PHASES = (START, TURN, OVER)

FORMAT = 6  # version of the save
_WITHOUT_UNSEEN = 3  # the version before, without `unseen_discards`
_PART_COUNTS = {"go": 1, "again": 1, "take": 2, "discard": 2}  # number of parts by word

# Kinds of entries in the log, three bytes each: kind, seat, card (or round, or number of cards).
DREW, PICKED, DISCARDED, REVERSED, NEW_HAND, WON, SHUFFLED, NO_WINNER = 1, 2, 3, 4, 5, 6, 7, 8
WORDS = ("", "draw", "pick", "discard", "reverse", "newhand", "win", "shuffle", "nobody")
_LOG = 120  # maximum bytes of the log: the last 40 entries
MOST_MOVES = 1200  # maximum bytes of a game's recorded moves; a game of two takes 500

# [ruling] A round without a winner after this many turns ends and its card is set aside, so that
# every game ends: two players could pass one card back and forth forever, and a goal can be out of
# reach while other seats hold its cards.
MAX_TURNS = 600


def score(won: list[list[int]], instant_winner: int | None = None) -> tuple[list[int], list[int]]:
    """Return (points by seat, list of the winning seats) (ER-10, ER-11). won: for each seat the
    numbers 1..8 of its round cards. instant_winner: the seat that won the game at once, by winning
    the last round without a joker, or None."""
    points = [sum(row) for row in won]
    if instant_winner is not None:
        return points, [instant_winner]
    best = max(points)
    return points, [seat for seat in range(len(points)) if points[seat] == best]


def refuse_pick(top: int) -> "Refusal | None":
    """Return (clause, why) if the discard `top`, or NONE, may not be taken, else None."""
    if top == NONE:
        return "ER-4", (errors.DISCARDS_EMPTY,)
    return ("ER-9", (errors.NO_PICK_UP,)) if top == REVERSE else None


class EightGame:
    """A game of 8 Round Rummy, see rules/family.pyi.

    seats: 2..6. seed: int; the same seed deals the same game on every VM. options: dict or None.
    dealer: a seat, or None for a random one **[ruling]**. Raises RulesError.

    direction: 1 clockwise, -1 counterclockwise. round: the running round, 1..8
    won: for each round 1..8 the seat that holds its card, or NONE
    stalled_rounds: for each round 1 if MAX_TURNS ended it, else 0
    instant_winner: the seat that won the game at once, or None
    pile, discards: codes, the top card last. unseen_discards: the discards that no seat has seen:
        hands turned in, cards buried at the start
    taken: the card taken in this turn, NONE before. from_pile: whether it came from the pile
    turns: number in this round. log: see WORDS. note: bytes that screens keep with the game
    By seat: hands. hand_age: number of turns with this hand. known: cards in it that all saw taken.
        recent_discards: the last eight discards from it
    """

    modules = "rules.eight.game rules.eight.cards rules.eight.outlook"
    version = 2
    racks = ()
    coach = "review.cardcoach"
    next_game = ("again",)  # the next seat deals
    history = b""
    screen = "eight.eightscreen"
    preload = "pocket.eight.eightscreen "
    pieces = "cards"
    help = ()
    draws = b""

    def __init__(
        self, seats: int, seed: int, options: dict | None = None, dealer: int | None = None
    ) -> None:
        self.rules = games.rules_for(games.GAMES[0]["game"], options)
        base.check_seats(self.rules, seats)
        self.seats = seats
        self.rng = Rng(seed)
        self.note = b""
        self.options = dict(options or {})
        dealer = self.rng.below(seats) if dealer is None else dealer % seats
        self.deal_again((dealer + 1) % seats, self.rng.state())

    @property
    def starter(self) -> int:
        """Return the seat that begins: the one to the dealer's left (ER-3)."""
        return (self.dealer + 1) % self.seats

    def deal_again(self, starter: int, origin: bytes) -> None:
        """Deal the game of a record. starter: a seat. origin: 8 bytes, the state of the Rng."""
        self.dealer = (starter - 1) % self.seats
        self.origin = origin
        self.rng.restore(origin)
        self._deal()

    def _deal(self) -> None:
        """Shuffle, deal and turn up the first discard (ER-2)."""
        self.moves = bytearray()
        self.pile = cards.full_pack()
        if len(self.pile) < self.seats * HAND + 2 * HAND + 2:  # a turn may take two new hands
            raise RulesError("The pack is too small for %d players." % self.seats)
        self.rng.shuffle(self.pile)
        self.hands = []
        self.known = []
        self.recent_discards = []
        for _ in range(self.seats):
            self.hands.append(self.pile[len(self.pile) - HAND :])
            self.pile = self.pile[: len(self.pile) - HAND]
            self.known.append(bytearray())
            self.recent_discards.append(bytearray())
        self.discards = bytearray()
        while not self.discards or self.discards[-1] == REVERSE:  # the next card buries it (ER-2)
            self.discards.append(self.pile[-1])
            self.pile[-1:] = b""
        self.unseen_discards = self.discards[:-1]
        self.direction = 1
        self.seat = (self.dealer + 1) % self.seats
        self.round = self.rules["goals"][0]
        self.won = bytearray([NONE] * 8)
        self.stalled_rounds = bytearray(8)
        self.instant_winner: int | None = None
        self.taken = NONE
        self.from_pile = False
        self.turns = 0
        self.hand_age = bytearray(self.seats)
        self.log = bytearray()
        self.events: list[tuple] = []
        self.phase = START

    # -- moves

    def apply(self, move: tuple) -> "Refusal | None":
        """Make one move. Return None, or (clause, why) if it is refused; then nothing changes.

        move: ("go",) from START; in TURN ("take", "pile" | "discard"), then ("discard", code);
        ("again",) from OVER deals the next game, by the next seat. Raises RulesError for anything
        else.
        """
        kind = base.check_move(move, _PART_COUNTS)
        if kind == "go" and self.phase == START:
            self.events = []
            self.phase = TURN
            return None
        if kind == "again" and self.phase == OVER:
            self.deal_again((self.dealer + 2) % self.seats, self.rng.state())
            return None
        if kind == "take" and self.phase == TURN:
            return self._take(move[1])
        if kind == "discard" and self.phase == TURN:
            return self._discard(move[1])
        return "ER-4", (errors.NOT_NOW,)

    def _take(self, place):
        """Take a card, the first half of a turn (ER-4). place: "pile" or "discard". Return None, or
        (clause, why) if that is refused."""
        if self.taken != NONE:
            return "ER-4", (errors.CARD_TAKEN,)
        if place == "discard":
            refusal = refuse_pick(self.discards[-1] if self.discards else NONE)
            if refusal:
                return refusal
            source, kind = self.discards, PICKED
        elif place == "pile":
            if not self.pile:
                return "ER-5", (errors.PILE_EMPTY,)
            source, kind = self.pile, DREW
        else:
            return "ER-4", (errors.TAKE_FIRST,)
        seat = self.seat
        self.events = []
        self.taken = source[-1]
        source[-1:] = b""
        self.from_pile = kind == DREW
        self.hands[seat].append(self.taken)
        if kind == PICKED:
            self.known[seat].append(self.taken)
        self._log_event(kind, seat, NONE if kind == DREW else self.taken)
        self._refill(1)
        return None

    def _discard(self, code):
        """Discard a card, the second half of a turn, and move on to the next seat. Return None, or
        (clause, why) if the discard is refused."""
        seat = self.seat
        hand = self.hands[seat]
        if self.taken == NONE:
            return "ER-4", (errors.TAKE_FIRST,)
        if not isinstance(code, int) or not 0 <= code < KINDS or not cards.holds(hand, code):
            return "ER-4", (errors.NOT_HELD,)
        self.events = []
        self._record(b"d" if self.from_pile else b"u", code)
        _remove(hand, code)
        _remove(self.known[seat], code)
        self.recent_discards[seat].append(code)
        self.recent_discards[seat] = self.recent_discards[seat][-8:]
        self.discards.append(code)
        self.taken = NONE
        self.turns += 1
        self.hand_age[seat] = min(255, self.hand_age[seat] + 1)  # a byte in the save
        self._log_event(DISCARDED, seat, code)
        is_won = cards.fits(self.round, hand)
        if is_won:
            self._win(seat)
        elif self.turns >= MAX_TURNS:
            self.stalled_rounds[self.round - 1] = 1
            self._log_event(NO_WINNER, seat, self.round)
            self._next_round()
        if self.phase != OVER:
            if code == REVERSE:
                self._reverse(seat)
            self.seat = (self.seat + self.direction) % self.seats
            self._refill(1)
        return None

    def _win(self, seat):
        """Give the winner the round card and a new hand (ER-8)."""
        self.won[self.round - 1] = seat
        self._log_event(WON, seat, self.round)
        self._next_round()
        if self.phase != OVER:
            self._new_hand(seat)
        elif not cards.holds(self.hands[seat], JOKER):
            self.instant_winner = seat

    def _next_round(self):
        goals = self.rules["goals"]
        after = goals.index(self.round) + 1
        if after == len(goals):
            self.phase = OVER
        else:
            self.round = goals[after]
            self.turns = 0

    def _reverse(self, seat):
        """Reverse the direction and replace the next seat's hand; it misses its turn (ER-9). The
        card stays on top, where it may not be taken. Of two players the same one plays again."""
        self.direction = -self.direction
        target = (seat + self.direction) % self.seats
        self._log_event(REVERSED, seat, target)
        self.unseen_discards += self.hands[target]
        self._new_hand(target)
        self.seat = target

    def _new_hand(self, seat):
        """Put the hand of `seat` on the discards and draw seven cards. [ruling ER-9] A Reverse &
        New Hand just discarded stays on top. [ruling ER-8] Jokers go lowest, then the cards by suit
        and number, so that no player chooses the top card."""
        hand = bytearray(sorted(self.hands[seat]))
        jokers = cards.counts(hand)[JOKER] + cards.counts(hand)[REVERSE]
        hand = hand[len(hand) - jokers :] + hand[: len(hand) - jokers]
        if self.discards[-1] == REVERSE:
            self.discards = self.discards[:-1] + hand + bytes((REVERSE,))
        else:
            self.discards += hand
        self._refill(HAND)
        self.hands[seat] = self.pile[len(self.pile) - HAND :]
        self.pile = self.pile[: len(self.pile) - HAND]
        self.known[seat] = bytearray()
        self.recent_discards[seat] = bytearray()
        self.hand_age[seat] = 0
        self._log_event(NEW_HAND, seat, HAND)

    def _refill(self, need):
        """If the pile has fewer than `need` cards, put all discards but the top one under it (ER-5,
        ER-13), in the order of a shuffled pack: for a seed it is the same whatever was played."""
        if len(self.pile) >= need or len(self.discards) < 2:
            return
        under_pile = self.discards[:-1]
        self.discards = self.discards[-1:]
        self.unseen_discards = bytearray()
        counts_left = cards.counts(under_pile)
        pack = cards.full_pack()
        self.rng.shuffle(pack)
        under_pile = bytearray()
        for code in pack:
            if counts_left[code]:
                counts_left[code] -= 1
                under_pile.append(code)
        self.pile = under_pile + self.pile
        self._log_event(SHUFFLED, self.seat, len(under_pile))

    def _record(self, word, code):
        """Add a turn to the game's record, or cut the record if it gets too long."""
        if self.moves[-1:] != b".":
            full = len(self.moves) + 2 > MOST_MOVES
            self.moves += b"..." if full else word + bytes((128 + code,))

    def _log_event(self, kind, seat, detail):
        self.events.append((WORDS[kind], seat, detail))
        self.log += bytes((kind, seat, detail))
        if len(self.log) > _LOG:
            self.log = self.log[3:]

    # -- points

    def cards_of(self, seat: int) -> list[int]:
        """List the numbers 1..8 of the round cards that a seat holds, rising."""
        return [i + 1 for i in range(8) if self.won[i] == seat]

    @property
    def totals(self) -> list[int]:
        """Return the points of each seat."""
        return [sum(self.cards_of(seat)) for seat in range(self.seats)]

    @property
    def rounds(self) -> list[list[int]]:
        """List, for each finished round, the points of each seat."""
        out = []
        for i in range(8):
            if self.won[i] != NONE or self.stalled_rounds[i]:
                out.append([i + 1 if self.won[i] == seat else 0 for seat in range(self.seats)])
        return out

    def result(self) -> list[int]:
        """Return the totals, with which a record ends and which statistics count."""
        return self.totals

    def sheet(self) -> list[tuple[int, list[int]]]:
        """List the rows of the score sheet: (round, points by seat) of each round that was won."""
        return [(max(points), points) for points in self.rounds if max(points)]

    @property
    def stalled(self) -> int:
        """Return the number of rounds that ended without a winner."""
        return sum(self.stalled_rounds)

    @property
    def winners(self) -> list[int]:
        """List the seats that won, once the game is over."""
        return self.overall_winners()

    def overall_winners(self) -> list[int]:
        """List the seats that win, or lead while the game runs; see `score`."""
        return score([self.cards_of(seat) for seat in range(self.seats)], self.instant_winner)[1]

    # -- views, checks and saves

    def view(self, seat: int) -> "View":
        """Return the View of `seat`."""
        return View(self, seat)

    def check(self) -> None:
        """Raise RulesError if the state is impossible."""
        discarded = cards.counts(self.discards)
        unseen = cards.counts(self.unseen_discards)
        totals = cards.counts(self.pile + self.discards)
        for seat in range(self.seats):
            hand = self.hands[seat]
            size = HAND + (1 if self.taken != NONE and seat == self.seat else 0)
            if len(hand) != size:
                raise RulesError("Seat %d holds %d cards, not %d." % (seat, len(hand), size))
            held_counts = cards.counts(hand)
            known_counts = cards.counts(self.known[seat])
            for code in range(KINDS):
                totals[code] += held_counts[code]
                if known_counts[code] > held_counts[code]:
                    raise RulesError(
                        "Seat %d was seen to take %s but does not hold it."
                        % (seat, cards.text(code))
                    )
        for code in range(KINDS):
            text = cards.text(code)
            copies = cards.copies(code)
            if unseen[code] > discarded[code]:
                raise RulesError("Card %s has more unseen discards than discards." % text)
            if totals[code] != copies:
                raise RulesError(
                    "There are %d copies of card %s, not %d." % (totals[code], text, copies)
                )
        if self.taken != NONE and not cards.holds(self.hands[self.seat], self.taken):
            raise RulesError("The card taken is not in the hand.")
        if self.phase != OVER and not self.pile:
            raise RulesError("The draw pile is empty.")
        for i in range(8):
            is_over = i + 1 in self.rules["goals"] and (i + 1 < self.round or self.phase == OVER)
            if is_over != (self.won[i] != NONE or self.stalled_rounds[i] == 1):
                raise RulesError("The result of round %d is missing or too early." % (i + 1))

    def pack(self) -> bytes:
        """Return the whole state as bytes, for `unpack`: numbers, blocks that each begin with their
        length, and the record if there is one."""
        out = bytearray(
            (
                FORMAT,
                self.seats,
                1 if self.rules["short"] else 0,
                PHASES.index(self.phase),
                self.seat,
                self.dealer,
                1 if self.direction == 1 else 0,
                self.round,
                NONE if self.instant_winner is None else self.instant_winner,
                self.taken,
                1 if self.from_pile else 0,
                self.turns & 255,
                self.turns >> 8,
            )
        )
        out += self.rng.state()
        for block in (
            [
                self.won,
                self.stalled_rounds,
                self.hand_age,
                self.note,
                self.log,
                self.pile,
                self.discards,
                self.unseen_discards,
            ]
            + self.hands
            + self.known
            + self.recent_discards
        ):
            out.append(len(block))
            out += block  # type: ignore[arg-type] # every block is bytes-like
        out += self.origin + len(self.moves).to_bytes(2, "little") + self.moves
        return bytes(out)


def _remove(codes, code):
    place = codes.find(bytes((code,)))
    if place >= 0:
        codes[place : place + 1] = b""


def new(game_id: str, seats: int, seed: int, options: dict | None = None) -> EightGame:
    """Return a new game, see EightGame. Raises RulesError."""
    return EightGame(seats, seed, options)


def unpack(data: bytes) -> EightGame:
    """Return the EightGame that `pack` wrote as bytes. Raises RulesError if they are invalid."""
    if not data or data[0] not in (_WITHOUT_UNSEEN, FORMAT):
        raise RulesError(errors.SAVE_VERSION)
    from rules import saved

    reader = saved.Reader(bytes(data))
    header = reader.take(11)
    version, seats, short, phase, seat, dealer, direction, round_, winner, taken, from_pile = header
    turns = reader.number()
    game = EightGame(seats, 0, {"short": short == 1})
    game.rng.restore(reader.take(8))
    blocks = []
    for i in range(8 + 3 * seats):
        has_block = i != 7 or version == FORMAT  # the older version lacks `unseen_discards`
        blocks.append(reader.block() if has_block else bytearray())
    game.origin, game.moves = reader.record()
    reader.check_end()
    game.won, game.stalled_rounds, game.hand_age, note, game.log = blocks[:5]
    game.pile, game.discards, game.unseen_discards = blocks[5:8]
    game.hands = blocks[8 : 8 + seats]
    game.known = blocks[8 + seats : 8 + 2 * seats]
    game.recent_discards = blocks[8 + 2 * seats :]
    saved_seats = bytearray([seat for seat in game.won if seat != NONE])
    saved_seats += bytes((seat, dealer, 0 if winner == NONE else winner))
    if (
        phase >= len(PHASES)
        or round_ not in game.rules["goals"]
        or short > 1
        or max(saved_seats) >= seats
        or len(game.won) != 8
        or len(game.stalled_rounds) != 8
        or len(game.hand_age) != seats
        or len(game.log) % 3
        or not game.discards
        and taken == NONE
        or taken != NONE
        and taken >= KINDS
        or max([max(block) for block in blocks[5:] if block] + [0]) >= KINDS
        or not _is_valid_log(game.log, seats)
    ):
        raise RulesError(errors.SAVE_DAMAGED)
    game.note = bytes(note)
    game.phase = PHASES[phase]
    game.seat, game.dealer, game.round, game.taken = seat, dealer, round_, taken
    game.direction = 1 if direction else -1
    game.instant_winner = None if winner == NONE else winner
    game.from_pile = from_pile == 1
    game.turns = turns
    game.events = []
    game.check()
    return game


def _is_valid_log(log, seats):
    """Return whether each entry of a log has a known kind and a valid seat and card."""
    for i in range(0, len(log), 3):
        kind, seat, detail = log[i : i + 3]
        limit = {PICKED: KINDS, DISCARDED: KINDS, REVERSED: seats}.get(kind, 256)
        if not 0 < kind < len(WORDS) or seat >= seats or detail >= limit:
            return False
    return True


class View:
    """The game as one seat sees it: its own hand and public facts; no other hand or pile.

    taken: the card taken in this turn, or NONE. top: the top discard or NONE; can_pick: whether it
    may be taken. gone: number of discards of each code, without the unseen ones. known,
    recent_discards, hand_age: by seat, see EightGame.
    """

    def __init__(self, game: EightGame, seat: int) -> None:
        self.rules = game.rules
        self.seat = seat
        self.seats = game.seats
        self.hand = bytes(game.hands[seat])
        self.taken = game.taken if game.seat == seat else NONE
        self.top = game.discards[-1] if game.discards else NONE
        self.can_pick = refuse_pick(self.top) is None
        self.gone = cards.counts(game.discards)
        for code in game.unseen_discards:
            self.gone[code] -= 1
        self.round = game.round
        self.turns = game.turns
        self.direction = game.direction
        self.totals = game.totals
        self.known = [bytes(codes) for codes in game.known]
        self.recent_discards = [bytes(codes) for codes in game.recent_discards]
        self.hand_age = bytes(game.hand_age)

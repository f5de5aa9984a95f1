"""Whole games of all kinds, saved and loaded on the way, scored, their records replayed."""

import random
from collections import Counter

from hypothesis import strategies as st

from rules import catalogue
from rules.base import RulesError, finish
from rules.eight import cards
from rules.record import notation, reader
from tools.match import sparring
from tools.match.games import MOST_MOVES, inspect
from tools.match.games import Failure as Broken
from tools.refusals import sentence
from tools.soak import drive, judge, positions, turns
from tools.soak.running import SEEDS, Failure, example, tally

_SECONDS = 300  # for one game
# How seats play: quick players more often.
_TILES = ("easy", "easy", "normal", "normal", "greedy", "single", "keeper", "mixed")
_CARDS = ("easy", "normal", "piler", "picker", "mixed")
_SLOW = ("hard", "master")


class _Play:
    """One game being played. shown: what lies where after each turn of the running round."""

    def __init__(self, game_id, seats, chosen, seed):
        rng = self.rng = random.Random(seed)
        self.game_id = game_id
        self.has_cards = catalogue.pieces(game_id) == "cards"
        self.options = {} if chosen is None else _options(random.Random(chosen), game_id)
        ways = _CARDS if self.has_cards else _TILES
        if rng.random() < 0.06:
            ways += _SLOW * 3
        seats = min(seats, catalogue.rules_for(game_id)["players_max"])
        self.levels = [rng.choice(ways) for _ in range(seats)]
        self.game = catalogue.new(game_id, seats, rng.getrandbits(48), self.options)
        self.moves = 0
        self.shown = []

    def __str__(self):
        which = self.game_id, " ".join(self.levels), self.options or "no options"
        return "%s of %s, %s, round %d, move %d" % (*which, self.game.round, self.moves)

    def step(self):
        """Make the next move, and now and then some that are none."""
        self.moves += 1
        if self.moves > MOST_MOVES:
            raise Failure("the game does not end")
        if self.rng.random() < (0.3 if self.game.phase != "turn" else 0.08):
            self._load()
        game = self.game
        if game.phase == "start":
            self.shown = []
        if game.phase == "redeal":
            players = catalogue.players(self.game_id)
            level = self.levels[game.seat]
            asks = self.rng.random() < 0.5 or players.redeal(level, game.view(game.seat))
            self._make(("redeal", asks))
            self.shown.append(self._lying(game))
        elif game.phase != "turn":
            self._make(("go",))
        elif self.has_cards:
            self._card_turn()
        else:
            self._turn()
        inspect(game, None, False)

    # -- moves

    def _make(self, move):
        """Make a move that must be legal."""
        refused = self.game.apply(move)
        if refused:
            told = move[0], refused[0], sentence(refused[1])
            raise Failure("%s is refused by %s: %s" % told)

    def _make_none(self, move, why):
        """Try a move that must be refused, and change nothing."""
        before = self.game.pack()
        tally["refused"] += 1
        if not self.game.apply(move):
            raise Failure("%s is not refused: %s" % (move[0], why))
        if self.game.pack() != before:
            raise Failure("%s is refused and has changed the game" % move[0])

    def _decided(self):
        """Return the move that the seat's way to play chooses."""
        level, view = self.levels[self.game.seat], self.game.view(self.game.seat)
        return finish(sparring.choose(level, view, self.rng.getrandbits(29)))

    def _turn(self):
        """Take a turn of a tile game; now and then try something else before."""
        game, chance = self.game, self.rng.random()
        if chance < 0.05:
            after = self._try_wrong()
            if after:  # it was legal, after all
                self._play(after)
                return
        if chance > 0.99 and game.rules["clock"]:
            moved = self.rng.random() < 0.5
            fine = game.rules["timeout_moved_draw" if moved else "timeout_draw"]
            self._draw(("timeout", moved), fine)
        elif chance > 0.98 and game.rules["referee"] == "strict":
            self._draw(("fail",), 3)  # RK-11
        else:
            move = self._decided()
            if move[0] == "play":
                self._play(move[1])
            else:
                self._draw(move, move[0] == "draw")

    def _draw(self, move, count):
        """Make a move after which the seat has `count` tiles more, or what the pool held (T-10)."""
        game, seat = self.game, self.game.seat
        racks, pool = [bytes(rack) for rack in game.racks], bytes(game.pool)
        self._make(move)
        left = max(0, len(pool) - count)
        racks[seat] += bytes(reversed(pool[left:]))
        if racks != [bytes(rack) for rack in game.racks] or game.pool != pool[:left]:
            raise Failure("after %s the racks and the pool are not as they should be" % move[0])
        self._end_turn()

    def _position(self):
        """Return the running turn as the judge sees it."""
        game = self.game
        options = {name: game.rules[name] for name in game.options if name != "length"}
        table, (rack,) = positions.tokens(game.table), positions.tokens([game.racks[game.seat]])
        opened = bool(game.opened[game.seat])
        return positions.Position(self.game_id, options, table, rack, opened, game.parted)

    def _try_wrong(self):
        """Try moves that are not right; return a table that turned out to be legal, or None."""
        position = self._position()
        after = positions.play(self.rng, position) or [*map(judge.bare, position.before)] or [["*"]]
        table = positions.codes(positions.spoilt(self.rng, position, after))
        if self.game.judge(table).legal:
            return table
        self._make_none(("play", table), positions.tokens(table))
        word = "pass" if self.game.pool else "draw"
        self._make_none((word,), "the pool holds %d tiles" % len(self.game.pool))
        return None

    def _play(self, table):
        """Make a play that is judged in other orders and by the second judge, too."""
        game, seat = self.game, self.game.seat
        position, after = self._position(), positions.tokens(table)
        verdict = game.judge(table)
        if not verdict.legal:
            raise Failure("a play is refused by %s: %s" % (verdict.clause, after))
        if any(map(judge.is_joker, sum(after, []))):
            turns.turned_about(self.rng, position, after, verdict)
            if self.rng.random() < 0.5:
                turns.agreed(position, after)
        rack = Counter(game.racks[seat])
        self._make(("play", table))
        if sorted(game.table) != sorted(verdict.table):
            raise Failure("the table is another than the referee said")
        if rack - Counter(verdict.laid) != Counter(game.racks[seat]):
            raise Failure("the rack does not lack what was laid")
        tally["plays"] += 1
        self._end_turn()

    def _card_turn(self):
        """Take half a turn of 8 Round Rummy."""
        game, seat, goal = self.game, self.game.seat, self.game.round
        hand = [*game.hands[seat]]
        if self.rng.random() < 0.03 and game.taken == cards.NONE:
            self._make_none(("discard", hand[0]), "no card is taken yet")
        move = self._decided()
        self._make(move)
        if move[0] == "discard":
            hand.remove(move[1])
            won = judge.wins_round(goal, [cards.text(code) for code in hand])
            if won != (game.won[goal - 1] == seat):
                raise Failure("the judge says the hand %s" % ("wins" if won else "does not win"))
            tally["plays"] += 1
            self._end_turn()

    # -- the end of a turn, a round, a game

    def _lying(self, game):
        """Return what lies where in a game, to compare it with a replay."""
        if self.has_cards:
            rows = [*game.hands, game.pile, game.discards, game.won]
        else:
            table = b"".join(sorted(game.table))
            rows = [table, *game.racks, game.pool, game.opened, [game.parted]]
        return [*map(bytes, rows)]

    def _end_turn(self):
        """Note what lies where; check a round that has ended."""
        game = self.game
        self.shown.append(self._lying(game))
        if game.phase != "over" and (self.has_cards or game.phase != "round"):
            return
        tally["rounds"] += 1
        if not self.has_cards:
            racks = [positions.tokens([rack])[0] for rack in game.racks]
            wanted = judge.scores(self.game_id, racks, game.stalled, game.starter)
            if list(game.scores()) != wanted:
                raise Failure("the round scores %s, by the clauses %s" % (game.scores(), wanted))
        self._replay()
        self.shown = []

    def _replay(self):
        """Write the round's record, read it again and compare each turn."""
        people = [(level if level in catalogue.LEVELS else "", level) for level in self.levels]
        data = notation.packed(self.game, people)
        text = notation.expand(data)
        record = reader.Record(data)
        if reader.Record(text.encode()).moves != record.moves:
            raise Failure("a record reads otherwise as text")
        replay = reader.Replay(record)
        try:
            for number, wanted in enumerate(self.shown, 1):
                if replay.done() and record.scores is None:
                    break  # a long record is cut
                if replay.done():
                    raise Failure("the record has %d turns of %d" % (number, len(self.shown)))
                replay.step()
                if self._lying(replay.game) != wanted:
                    told = number, self._lying(replay.game), wanted, text.replace("\n", " / ")
                    said = "Identities: after move %d the replay shows %s, the game %s; %s"
                    raise Failure(said % told)
                tally["replayed"] += 1
            replay.finish()
        except RulesError as problem:
            raise Failure("Identities: the record is refused: %s; %s" % (sentence(problem), text))

    def check_end(self):
        """Check the totals and the winners of a game that is over."""
        game = self.game
        if not self.has_cards:
            totals = [sum(column) for column in zip(*game.rounds, strict=True)]
            if list(game.totals) != totals or sum(totals):
                raise Failure("the totals are %s" % game.totals)
        best = [seat for seat in range(game.seats) if game.totals[seat] == max(game.totals)]
        if game.winner() != best and not (self.has_cards and game.auto is not None):
            raise Failure("the winners are %s, the totals %s" % (game.winner(), game.totals))

    def _load(self):
        """Go on with the game as a save of it is loaded."""
        before, data = self.game, self.game.pack()
        tally["saves"] += 1
        self.game = catalogue.load(self.game_id, data)
        if self.game.pack() != data:
            raise Failure("a loaded game saves otherwise")
        for seat in range(before.seats):
            if vars(self.game.view(seat)) != vars(before.view(seat)):
                raise Failure("seat %d sees another game after a load" % (seat + 1))


def _options(rng, game_id):
    """Return house options; most games are short, for one to 200 points may take eighty rounds."""
    options = drive.options(rng, game_id, 0.35)
    length = options.get("length", 0)
    if length > 3 and rng.random() < 0.97:
        options["length"] = 50 if length > 9 else rng.randint(1, 3)
    return options


def whole_game(setup: tuple) -> None:
    """Play a game to its end; it keeps every rule on the way.

    setup: the game's id, the number of seats, seeds of its options and of everything else.
    """
    play = _Play(*setup)
    with example(_SECONDS):
        try:
            while play.game.phase != "over":
                play.step()
            play.check_end()
        except (Failure, Broken, RulesError) as problem:
            said = sentence(problem) if isinstance(problem, RulesError) else problem
            raise Failure("%s: %s" % (play, said)) from problem
    tally["games"] += 1
    tally["moves"] += play.moves


PROPERTY = (
    whole_game,
    st.tuples(
        st.sampled_from(catalogue.ORDER),
        st.sampled_from((2, 2, 3, 4, 5, 6)),
        st.none() | SEEDS | SEEDS | SEEDS,
        SEEDS,
    ),
)

"""Play whole games of all kinds; check saves, scores and records on the way."""

import random

from hypothesis import strategies as st

from rules import catalogue
from rules.base import RulesError
from rules.eight import cards
from rules.record import notation, reader
from tools.match import games
from tools.match.tally import Tally
from tools.refusals import sentence
from tools.soak import drive, judge, positions
from tools.soak.running import SEEDS, Failure, example, tally

_SECONDS = 300  # for one game
# Players of the seats: quick ones more often.
_TILES = ("easy", "easy", "normal", "normal", "greedy", "single", "keeper", "mixed")
_CARDS = ("easy", "normal", "piler", "picker", "mixed")
_SLOW = ("hard", "master")


class _Play(games.Table):
    """A game as `match` plays it, with house options, and with moves that no player makes."""

    def __init__(self, game_id, seats, options_seed, seed):
        rng = self.rng = random.Random(seed)
        self.game_id = game_id
        self.has_cards = catalogue.pieces(game_id) == "cards"
        self.options = (
            {} if options_seed is None else _options(random.Random(options_seed), game_id)
        )
        players = _CARDS if self.has_cards else _TILES
        if rng.random() < 0.06:
            players += _SLOW * 3
        seats = min(seats, catalogue.rules_for(game_id)["players_max"])
        levels = [rng.choice(players) for _ in range(seats)]
        super().__init__(game_id, self.options, levels, rng.getrandbits(48), Tally())

    def __str__(self):
        which = self.game_id, " ".join(self.levels), self.options or "no options"
        return "%s of %s, %s, round %d, move %d" % (*which, self.game.round, self.moves)

    def move(self):
        """Return the next move: now and then a time-out, or after trying an illegal one."""
        game, chance = self.game, self.rng.random()
        if game.phase == "turn" and not self.has_cards:
            if chance > 0.99 and game.rules["clock"]:
                return ("timeout", chance > 0.995)
            if chance > 0.98 and game.rules["referee"] == "strict":
                return ("fail",)
        move = super().move()
        if game.phase == "turn" and chance < 0.05:
            self._refuse(move)
        return move

    def step(self):
        """Make the next move; check a round that has ended."""
        move = self.move()
        game, seat, goal = self.game, self.game.seat, self.game.round
        hand = [*game.hands[seat]] if move[0] == "discard" else []
        in_turn = game.phase == "turn"
        self.apply(move, True)
        if hand:
            hand.remove(move[1])
            won = judge.wins_round(goal, [cards.text(code) for code in hand])
            if won != (game.won[goal - 1] == seat):
                raise Failure("the judge says the hand %s" % ("wins" if won else "does not win"))
        if in_turn and game.phase in ("round", "over"):
            self._check_round(game)

    def _refuse(self, move):
        """Check that an illegal move of the same kind is refused and changes nothing."""
        game = self.game
        if self.has_cards:
            move = ("discard", 44) if game.taken != cards.NONE else ("discard", 0)
        elif move[0] == "play":
            move = ("play", [*move[1], bytes([self.rng.randrange(52)])])
        else:
            move = ("pass",) if game.pool else ("draw",)
        before = game.pack()
        tally["refused"] += 1
        if not game.apply(move):
            raise Failure("%s is not refused" % move[0])
        if game.pack() != before:
            raise Failure("%s is refused and has changed the game" % move[0])

    def _check_round(self, game):
        """Check the scores of a finished round against the judge's, and replay its record."""
        tally["rounds"] += 1
        if not self.has_cards:
            racks = [positions.tokens([rack])[0] for rack in game.racks]
            expected = judge.scores(self.game_id, racks, game.stalled, game.starter)
            if list(game.result()) != expected:
                raise Failure("the round scores %s, by the clauses %s" % (game.result(), expected))
            totals = [sum(column) for column in zip(*game.rounds, strict=True)]
            if list(game.totals) != totals or sum(totals):
                raise Failure("the totals are %s" % game.totals)
        people = [(level if level in catalogue.LEVELS else "", level) for level in self.levels]
        data = notation.packed(game, people)
        record = reader.Record(data)
        if reader.Record(notation.expand(data).encode()).moves != record.moves:
            raise Failure("a record reads otherwise as text")
        try:
            reader.check(record)
        except RulesError as problem:
            raise Failure("the record is refused: %s" % sentence(problem))


def _options(rng, game_id):
    """Return random house options. Most games are short: one to 200 points may take 80 rounds."""
    options = drive.options(rng, game_id, 0.35)
    length = options.get("length", 0)
    if length > 3 and rng.random() < 0.97:
        options["length"] = 50 if length > 9 else rng.randint(1, 3)
    return options


def play_game(setup: tuple) -> None:
    """Play a game to its end. Raises Failure if it breaks a rule.

    setup: (id of the game, number of seats, seed of its options or None, seed of all else).
    """
    play = _Play(*setup)
    with example(_SECONDS):
        try:
            while play.game.phase != "over":
                play.step()
        except (Failure, games.Failure, RulesError) as problem:
            message = sentence(problem) if isinstance(problem, RulesError) else problem
            raise Failure("%s: %s" % (play, message)) from problem
    tally["games"] += 1
    tally["moves"] += play.moves


PROPERTY = (
    play_game,
    st.tuples(
        st.sampled_from(catalogue.ORDER),
        st.sampled_from((2, 2, 3, 4, 5, 6)),
        st.none() | SEEDS | SEEDS | SEEDS,
        SEEDS,
    ),
)

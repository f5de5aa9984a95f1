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
# How seats play: cheap players more often.
_TILES = ("easy", "easy", "normal", "normal", "greedy", "single", "keeper", "mixed", "chance")
_CARDS = ("easy", "normal", "piler", "picker", "mixed")
_DEAR = ("hard", "master")


class _Game:
    """One game being played. shown: what lies where after each turn of the running round."""

    def __init__(self, game_id, seats, options, seed):
        rng = self.rng = random.Random(seed)
        self.game_id = game_id
        self.cards = catalogue.pieces(game_id) == "cards"
        self.options = options
        ways = _CARDS if self.cards else _TILES
        if rng.random() < 0.06:
            ways += _DEAR * 3
        seats = min(seats, catalogue.rules_for(game_id)["players_max"])
        self.levels = [rng.choice(ways) for _ in range(seats)]
        self.game = catalogue.new(game_id, seats, rng.getrandbits(48), options)
        self.moves = 0
        self.shown = []

    def __str__(self):
        which = self.game_id, " ".join(self.levels), self.options or "no options"
        return "%s of %s, %s, round %d, move %d" % (*which, self.game.round, self.moves)

    @property
    def level(self):
        """Return how the seat plays whose turn it is."""
        return self.levels[self.game.seat]

    def make(self, move):
        """Make a move that must be legal."""
        refused = self.game.apply(move)
        if refused:
            said = move[0], refused[0], sentence(refused[1])
            raise Failure("%s is refused by %s: %s" % said)

    def make_none(self, move, why):
        """Try a move that must be refused, and change nothing."""
        before = self.game.pack()
        tally["refused"] += 1
        if not self.game.apply(move):
            raise Failure("%s is not refused: %s" % (move[0], why))
        if self.game.pack() != before:
            raise Failure("%s is refused and has changed the game" % move[0])

    def decided(self):
        """Return the move that the seat's way to play chooses."""
        seed = self.rng.getrandbits(29)
        return finish(sparring.choose(self.level, self.game.view(self.game.seat), seed))


def whole_game(setup: tuple) -> None:
    """Play a game to its end; it keeps every rule on the way.

    setup: the game's id, the number of seats, seeds of its options and of everything else.
    """
    game_id, seats, chosen, seed = setup
    options = {} if chosen is None else _options(random.Random(chosen), game_id)
    drive.importable()
    play = _Game(game_id, seats, options, seed)
    with example(_SECONDS):
        try:
            while play.game.phase != "over":
                _move(play)
            _check_end(play.game, play.cards)
        except (Failure, Broken, RulesError) as problem:
            said = sentence(problem) if isinstance(problem, RulesError) else problem
            raise Failure("%s: %s" % (play, said)) from problem
    tally["games"] += 1
    tally["moves"] += play.moves


def _options(rng, game_id):
    """Return house options; most games are short, for one to 200 points may take eighty rounds."""
    options = drive.options(rng, game_id, 0.35)
    length = options.get("length", 0)
    if length > 3 and rng.random() < 0.97:
        options["length"] = 50 if length > 9 else rng.randint(1, 3)
    return options


PROPERTIES = {
    "games": (
        whole_game,
        st.tuples(
            st.sampled_from(catalogue.ORDER),
            st.sampled_from((2, 2, 3, 4, 5, 6)),
            st.none() | SEEDS | SEEDS | SEEDS,
            SEEDS,
        ),
    )
}


# Moves ------------------------------------------------------------------------------------------


def _move(play):
    """Make the next move, and some that are none."""
    rng, game = play.rng, play.game
    play.moves += 1
    if play.moves > MOST_MOVES:
        raise Failure("the game does not end")
    if rng.random() < (0.3 if game.phase != "turn" else 0.08):
        game = play.game = _saved(play, game)
    if game.phase == "start":
        play.shown = []
    if game.phase == "redeal":
        level = play.level if play.level != "chance" else "easy"
        players = catalogue.players(play.game_id)
        asks = rng.random() < 0.5 or players.redeal(level, game.view(game.seat))
        play.make(("redeal", asks))
        play.shown.append(_shown(play))
    elif game.phase != "turn":
        play.make(("go",))
    elif play.cards:
        _card_turn(play)
    else:
        _turn(play)
    inspect(game, None, False)


def _turn(play):
    """Take a turn of a tile game; now and then something else is tried before."""
    rng, game = play.rng, play.game
    chance = rng.random()
    if chance < 0.05:
        after = _try_wrong(play)
        if after:  # it was legal, after all
            _play(play, after)
            return
    if chance > 0.99 and game.rules["clock"]:
        moved = rng.random() < 0.5
        fine = game.rules["timeout_moved_draw" if moved else "timeout_draw"]
        _draw(play, ("timeout", moved), fine)
    elif chance > 0.98 and game.rules["referee"] == "strict":
        _draw(play, ("fail",), 3)  # RK-11
    else:
        move = _any_move(play) if play.level == "chance" else play.decided()
        if move[0] == "play":
            _play(play, move[1])
        else:
            _draw(play, move, 1 if move[0] == "draw" else 0)


def _draw(play, move, count):
    """Make a move after which the seat has `count` tiles more, or what the pool held (T-10)."""
    game, seat = play.game, play.game.seat
    racks, pool = [bytes(rack) for rack in game.racks], bytes(game.pool)
    play.make(move)
    left = max(0, len(pool) - count)
    racks[seat] += bytes(reversed(pool[left:]))
    if racks != [bytes(rack) for rack in game.racks] or game.pool != pool[:left]:
        raise Failure("after %s the racks and the pool are not as they should be" % move[0])
    _end_turn(play)


def _any_move(play):
    """Return a random play, often a whole new table; else what must be done."""
    game = play.game
    position = _position(game)
    for _ in range(3):
        after = positions.play(play.rng, position)
        table = positions.codes(after or [])
        if after and game.judge(table).legal:
            return "play", table
    if game.pool:
        return ("draw",)
    if not game.rules["forced_play"] or not game.can_play():
        return ("pass",)
    return finish(sparring.choose("greedy", game.view(game.seat), 1))


def _position(game):
    """Return the running turn as the judge sees it."""
    options = {name: game.rules[name] for name in game.options if name != "length"}
    table, (rack,) = positions.tokens(game.table), positions.tokens([game.racks[game.seat]])
    opened = bool(game.opened[game.seat])
    return positions.Position(game.rules["game"], options, table, rack, opened, game.parted)


def _try_wrong(play):
    """Try moves that are not right; return a table that turned out to be legal, or None."""
    game = play.game
    position = _position(game)
    after = positions.play(play.rng, position) or [*map(judge.bare, position.before)] or [["*"]]
    table = positions.codes(positions.spoilt(play.rng, position, after))
    if game.judge(table).legal:
        return table
    play.make_none(("play", table), positions.tokens(table))
    if game.pool:
        play.make_none(("pass",), "the pool holds tiles")
    else:
        play.make_none(("draw",), "the pool is empty")
    return None


def _play(play, table):
    """Make a play that is judged in other orders and by the second judge, too."""
    game, seat = play.game, play.game.seat
    position, after = _position(game), positions.tokens(table)
    verdict = game.judge(table)
    if not verdict.legal:
        raise Failure("a play is refused by %s: %s" % (verdict.clause, after))
    if any(map(judge.is_joker, sum(after, []))):
        turns.turned_about(play.rng, position, after, verdict)
        if play.rng.random() < 0.5:
            turns.agreed(position, after)
    rack = Counter(game.racks[seat])
    play.make(("play", table))
    if sorted(game.table) != sorted(verdict.table):
        raise Failure("the table is another than the referee said")
    if rack - Counter(verdict.laid) != Counter(game.racks[seat]):
        raise Failure("the rack does not lack what was laid")
    tally["plays"] += 1
    _end_turn(play)


def _card_turn(play):
    """Take half a turn of 8 Round Rummy."""
    rng, game, seat = play.rng, play.game, play.game.seat
    hand = [*game.hands[seat]]
    if rng.random() < 0.03:
        if game.taken == cards.NONE:
            play.make_none(("discard", hand[0]), "no card is taken yet")
        else:
            play.make_none(("take", "pile"), "a card is taken")
            other = rng.choice([code for code in range(44) if code not in hand])
            play.make_none(("discard", other), "it is not in the hand")
    goal = game.round
    move = play.decided()
    play.make(move)
    if move[0] == "discard":
        hand.remove(move[1])
        won = judge.wins_round(goal, [cards.text(code) for code in hand])
        if won != (game.won[goal - 1] == seat):
            raise Failure("the judge says the hand %s" % ("wins" if won else "does not win"))
        tally["plays"] += 1
        _end_turn(play)


# The end of a turn, a round, a game --------------------------------------------------------------


def _shown(play):
    """Return what lies where, to compare with a replay."""
    return _state(play.game, play.cards)


def _state(game, has_cards):
    if has_cards:
        rows = [*game.hands, game.pile, game.discards, game.won]
    else:
        rows = [b"".join(sorted(game.table)), *game.racks, game.pool, game.opened, [game.parted]]
    return [*map(bytes, rows)]


def _end_turn(play):
    """Note what lies where; check a round that has ended."""
    game = play.game
    play.shown.append(_shown(play))
    if game.phase == "over" or not play.cards and game.phase == "round":
        tally["rounds"] += 1
        if not play.cards:
            racks = [positions.tokens([rack])[0] for rack in game.racks]
            wanted = judge.scores(play.game_id, racks, game.stalled, game.starter)
            if list(game.scores()) != wanted:
                raise Failure("the round scores %s, by the clauses %s" % (game.scores(), wanted))
        _replay(play)
        play.shown = []


def _replay(play):
    """Write the round's record, read it again and compare each turn."""
    people = [(level if level in catalogue.LEVELS else "", level) for level in play.levels]
    data = notation.packed(play.game, people)
    text = notation.expand(data)
    record = reader.Record(data)
    if reader.Record(text.encode()).moves != record.moves:
        raise Failure("a record reads otherwise as text")
    replay = reader.Replay(record)
    try:
        for number, wanted in enumerate(play.shown):
            if replay.done() and record.scores is None:
                break  # a long record is cut
            if replay.done():
                raise Failure("the record has %d turns of %d" % (number, len(play.shown)))
            replay.step()
            shown = _state(replay.game, play.cards)
            if shown != wanted:
                said = number + 1, shown, wanted, text.replace("\n", " / ")
                sentence_ = "Identities: after move %d the replay shows %s, the game %s; %s"
                raise Failure(sentence_ % said)
            tally["replayed"] += 1
        replay.finish()
    except RulesError as problem:
        raise Failure("Identities: the record is refused: %s; %s" % (sentence(problem), text))


def _check_end(game, has_cards):
    """Check the totals and the winners of a game that is over."""
    if not has_cards:
        totals = [sum(column) for column in zip(*game.rounds, strict=True)]
        if list(game.totals) != totals or sum(totals):
            raise Failure("the totals are %s" % game.totals)
    best = [seat for seat in range(game.seats) if game.totals[seat] == max(game.totals)]
    if game.winner() != best and not (has_cards and game.auto is not None):
        raise Failure("the winners are %s, the totals %s" % (game.winner(), game.totals))


def _saved(play, game):
    """Return the game after a save and a load, through the record that a drive keeps."""
    from pocket.saves import storage

    data = game.pack()
    tally["saves"] += 1
    try:
        record = storage.frame("game", [(play.moves, 2, "game")], data)
    except OSError:
        raise Failure("a save of %d bytes is longer than a slot" % len(data))
    sequence, name, start, end = storage.parse(record)
    kept = bytes(record[start:end])
    if (sequence, name, kept) != (play.moves + 1, "game", data):
        raise Failure("a save is read otherwise than it was written")
    loaded = catalogue.load(play.game_id, kept)
    if loaded.pack() != data:
        raise Failure("a loaded game saves otherwise")
    for seat in range(game.seats):
        if vars(loaded.view(seat)) != vars(game.view(seat)):
            raise Failure("seat %d sees another game after a load" % (seat + 1))
    return loaded

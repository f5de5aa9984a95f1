"""Whole games of all kinds, saved and loaded on the way, scored, their records replayed."""

import random
from collections import Counter

from hypothesis import strategies as st

from rules import catalogue
from rules.base import RulesError, finish
from rules.eight import cards
from rules.record import notation, reader
from tools import refusals
from tools.match import sparring
from tools.soak import drive, judge, positions, turns
from tools.soak.running import SEEDS, Failure, example, tally

_MOST_MOVES = 20000
_SECONDS = 300  # for one game
# How seats play: cheap players more often.
_TILES = ("easy", "easy", "normal", "normal", "greedy", "single", "keeper", "mixed", "chance")
_CARDS = ("easy", "normal", "piler", "picker", "mixed")
_DEAR = ("hard", "master")


class _Case:
    """One game under way.

    shown: what lies where after each turn of the running round. moves: made so far.
    """

    def __init__(self, game_id, seats, options, seed):
        rng = self.rng = random.Random(seed)
        self.cards = catalogue.pieces(game_id) == "cards"
        self.options = options
        self.players = catalogue.players(game_id)
        ways = _CARDS if self.cards else _TILES
        if rng.random() < 0.06:
            ways += _DEAR * 3
        seats = min(seats, catalogue.rules_for(game_id)["players_max"])
        self.levels = [rng.choice(ways) for _ in range(seats)]
        self.game = catalogue.new(game_id, seats, rng.getrandbits(48), self.options)
        self.moves = 0
        self.shown = []

    def which(self):
        """Say which game this is."""
        which = self.game.rules["game"], " ".join(self.levels), self.options or "no options"
        return "%s of %s, %s, round %d, move %d" % (*which, self.game.round, self.moves)


def whole_game(setup: tuple) -> None:
    """A game is played to its end and keeps every rule that is looked at on the way.

    setup: the game's id, the number of seats, seeds of its options and of everything else.
    """
    game_id, seats, chosen, seed = setup
    options = {} if chosen is None else _options(random.Random(chosen), game_id)
    case = _Case(game_id, seats, options, seed)
    drive.importable()
    with example(_SECONDS):
        try:
            while case.game.phase != "over":
                _move(case)
            _over(case)
        except Failure as problem:
            raise Failure("%s: %s" % (case.which(), problem)) from problem
        except RulesError as problem:
            raise Failure("%s: %s" % (case.which(), refusals.sentence(problem))) from problem
    tally["games"] += 1
    tally["moves"] += case.moves


def _options(rng, game_id):
    """House options; most games are short, for a game to 200 points may take eighty rounds."""
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


def _move(case):
    """The next move and all that is looked at with it."""
    rng = case.rng
    game = case.game
    case.moves += 1
    if case.moves > _MOST_MOVES:
        raise Failure("the game does not end")
    if rng.random() < (0.3 if game.phase != "turn" else 0.08):
        game = case.game = _saved(case, game)
    if game.phase == "start":
        case.shown = []
    if game.phase == "redeal":
        level = case.levels[game.seat] if case.levels[game.seat] != "chance" else "easy"
        wanted = case.players.redeal(level, game.view(game.seat)) if rng.random() < 0.5 else True
        _agreed(case, ("redeal", wanted))
        case.shown.append(_shown(case, game))
    elif game.phase != "turn":
        _agreed(case, ("go",))
    elif case.cards:
        _card_turn(case)
    else:
        _turn(case)
    game.check()


def _agreed(case, move):
    """Make a move that must be legal."""
    refused = case.game.apply(move)
    if refused:
        why = refusals.sentence(refused[1])
        raise Failure("%s is refused by %s: %s" % (move[0], refused[0], why))


def _refused(case, move, why):
    """Make a move that cannot be: nothing changes."""
    game = case.game
    before = game.pack()
    tally["refused"] += 1
    if not game.apply(move):
        raise Failure("%s is not refused: %s" % (move[0], why))
    if game.pack() != before:
        raise Failure("%s is refused and has changed the game" % move[0])


def _decided(case, view):
    """What the seat's way to play says."""
    level = case.levels[case.game.seat]
    return finish(sparring.choose(level, view, case.rng.getrandbits(29)))


def _turn(case):
    """A turn of a tile game."""
    rng = case.rng
    game = case.game
    seat = game.seat
    racks = [bytes(rack) for rack in game.racks]
    roll = rng.random()
    if roll < 0.05:
        _spoil(case)
        if game.phase != "turn" or game.seat != seat:  # it was legal, after all
            return
    pool = bytes(game.pool)
    if roll > 0.99 and game.rules["clock"]:
        moved = rng.random() < 0.5
        _agreed(case, ("timeout", moved))
        _drawn(case, seat, pool, game.rules["timeout_moved_draw" if moved else "timeout_draw"])
    elif roll > 0.98 and game.rules["referee"] == "strict":
        _agreed(case, ("fail",))
        _drawn(case, seat, pool, 3)  # RK-11
    else:
        if case.levels[seat] == "chance":
            move = _chance(case)
        else:
            move = _decided(case, game.view(seat))
        if move[0] == "play":
            _played(case, move[1])
            return
        _agreed(case, move)
        _drawn(case, seat, pool, 1 if move[0] == "draw" else 0)
    for other, rack in enumerate(game.racks):
        if other != seat and bytes(rack) != racks[other]:
            raise Failure("seat %d's rack has changed" % (other + 1))
    _turn_over(case)


def _drawn(case, seat, pool, count):
    """T-10: the seat has so many tiles more, or what the pool held."""
    game = case.game
    if len(pool) - len(game.pool) != min(count, len(pool)):
        raise Failure("%d tiles were drawn, not %d" % (len(pool) - len(game.pool), count))
    tail = bytes(reversed(pool[len(game.pool) :]))
    if not bytes(game.racks[seat]).endswith(tail):
        raise Failure("other tiles were drawn than the pool held")


def _chance(case):
    """A play by chance: the table turned inside out as far as the rules allow; else what must be
    done."""
    game = case.game
    position = _position(game)
    for _ in range(3):
        after = positions.play(case.rng, position)
        if after is None:
            continue
        table = positions.codes(after)
        if game.judge(table).legal:
            return "play", table
    if game.pool:
        return ("draw",)
    if not game.rules["forced_play"] or not game.can_play():
        return ("pass",)
    return finish(sparring.choose("greedy", game.view(game.seat), 1))


def _position(game):
    """The running turn as the slow judge sees it."""
    options = {name: game.rules[name] for name in game.options if name != "length"}
    table, (rack,) = positions.tokens(game.table), positions.tokens([game.racks[game.seat]])
    opened = bool(game.opened[game.seat])
    return positions.Position(game.rules["game"], options, table, rack, opened, game.parted)


def _spoil(case):
    """Something that is not right, in most cases: the game refuses it and is as it was."""
    game = case.game
    position = _position(game)
    after = positions.play(case.rng, position) or [judge.bare(row) for row in position.before]
    after = positions.spoilt(case.rng, position, after)
    table = positions.codes(after)
    if game.judge(table).legal:
        _played(case, table)
        return
    _refused(case, ("play", table), positions.tokens(table))
    if game.pool:
        _refused(case, ("pass",), "the pool holds tiles")
    else:
        _refused(case, ("draw",), "the pool is empty")


def _played(case, table):
    """A play: judged in other orders and by the slow judge, then made."""
    game = case.game
    position = _position(game)
    after = positions.tokens(table)
    verdict = game.judge(table)
    if not verdict.legal:
        raise Failure("a play is refused by %s: %s" % (verdict.clause, positions.tokens(table)))
    jokers = sum(judge.is_joker(token) for row in after for token in row)
    if jokers:
        turns.turned_about(case.rng, position, after, verdict)
        if case.rng.random() < 0.5:
            turns.agreed(position, after)
    rack = Counter(game.racks[game.seat])
    seat = game.seat
    end = sorted(verdict.table)
    _agreed(case, ("play", table))
    if sorted(game.table) != end:
        raise Failure("the table is another than the referee said")
    if rack - Counter(verdict.laid) != Counter(game.racks[seat]):
        raise Failure("the rack does not lack what was laid")
    tally["plays"] += 1
    _turn_over(case)


def _card_turn(case):
    """Half a turn of 8 Round Rummy."""
    rng = case.rng
    game = case.game
    before = game.seat
    if rng.random() < 0.03:
        if game.taken == cards.NONE:
            _refused(case, ("discard", game.hands[before][0]), "no card is taken yet")
        else:
            _refused(case, ("take", "pile"), "a card is taken")
            other = [code for code in range(44) if code not in game.hands[before]]
            _refused(case, ("discard", rng.choice(other)), "it is not in the hand")
    round_ = game.round
    move = _decided(case, game.view(before))
    won = None
    if move[0] == "discard":
        hand = list(game.hands[before])
        hand.remove(move[1])
        won = judge.wins_round(round_, [cards.text(code) for code in hand])
    _agreed(case, move)
    if won is not None:
        if won != (game.won[round_ - 1] == before):
            raise Failure("the slow judge says the hand %s" % ("wins" if won else "does not win"))
        tally["plays"] += 1
        _turn_over(case)


# A turn, a round, a game ends -------------------------------------------------------------------


def _shown(case, game):
    """What lies where, to compare with a replay."""
    if case.cards:
        there = game.pile, game.discards, game.won
        return (tuple(map(bytes, game.hands)), *map(bytes, there))
    sets, racks = tuple(map(bytes, sorted(game.table))), tuple(map(bytes, game.racks))
    return sets, racks, bytes(game.pool), bytes(game.opened), game.parted


def _turn_over(case):
    game = case.game
    case.shown.append(_shown(case, game))
    if game.phase == "over" or not case.cards and game.phase == "round":
        _round_over(case)
        case.shown = []


def _round_over(case):
    """A round's scores, and its record replayed."""
    game = case.game
    tally["rounds"] += 1
    if not case.cards:
        racks = [positions.tokens([rack])[0] for rack in game.racks]
        wanted = judge.scores(game.rules["game"], racks, game.stalled, game.starter)
        if list(game.scores()) != wanted:
            raise Failure("the round scores %s, by the clauses %s" % (game.scores(), wanted))
    people = [(level if level in catalogue.LEVELS else "", level) for level in case.levels]
    data = notation.packed(game, people)
    text = notation.expand(data)
    record = reader.Record(data)
    if reader.Record(text.encode()).moves != record.moves:
        raise Failure("a record reads otherwise as text")
    replay = reader.Replay(record)
    turn = 0
    try:
        while not replay.done():
            replay.step()
            shown, there = _shown(case, replay.game), case.shown[turn]
            if shown != there:
                said = turn + 1, shown[0], there[0], text.replace("\n", " / ")
                raise Failure(
                    "Identities: after move %d the replay shows %s, the game %s; %s" % said
                )
            turn += 1
        replay.finish()
    except RulesError as problem:
        raise Failure(
            "Identities: the record is refused: %s; %s" % (refusals.sentence(problem), text)
        )
    if turn < len(case.shown) and record.scores is not None:
        raise Failure("the record has %d turns of %d" % (turn, len(case.shown)))
    tally["replayed"] += turn


def _over(case):
    """The game's end: the totals, who has won."""
    game = case.game
    if not case.cards:
        totals = [sum(column) for column in zip(*game.rounds, strict=True)]
        if list(game.totals) != totals or sum(totals):
            raise Failure("the totals are %s" % game.totals)
    best = [seat for seat in range(game.seats) if game.totals[seat] == max(game.totals)]
    if game.winner() != best and not (case.cards and game.auto is not None):
        raise Failure("the winners are %s, the totals %s" % (game.winner(), game.totals))


# Saves ------------------------------------------------------------------------------------------


def _saved(case, game):
    """The game after a save and a load, through the record that a drive keeps."""
    from pocket.saves import storage

    data = game.pack()
    tally["saves"] += 1
    try:
        record = storage.frame("game", [(case.moves, 2, "game")], data)
    except OSError:
        raise Failure("a save of %d bytes is longer than a slot" % len(data))
    sequence, name, start, end = storage.parse(record)
    if (sequence, name) != (case.moves + 1, "game") or bytes(record[start:end]) != data:
        raise Failure("a save is read otherwise than it was written")
    loaded = catalogue.load(game.rules["game"], bytes(record[start:end]))
    if loaded.pack() != data:
        raise Failure("a loaded game saves otherwise")
    for seat in range(game.seats):
        if vars(loaded.view(seat)) != vars(game.view(seat)):
            raise Failure("seat %d sees another game after a load" % (seat + 1))
    return loaded

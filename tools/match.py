"""`match`: whole games between computer players, every invariant checked after every turn."""

import argparse
import json
import multiprocessing
import os
import re
import sys
import time

from rules.errors import RulesError
from rules.tilegame import game as rounds
from tools import jsonl
from tools.place import DOOR

HELP = "whole games between computer players: checks and statistics"

TILE_LEVELS = ("easy", "normal", "hard", "greedy")
CARD_LEVELS = ("easy", "normal", "hard")
MOST_MOVES = 20000  # a game that goes on for longer is a failure of its own
SAVE_EVERY = 8  # a save is loaded again and compared after every so many moves


class Failure(Exception):
    """An invariant is broken; str() says which."""


class Tally:
    """What is counted over games; two tallies add up."""

    def __init__(self):
        self.games = self.rounds = self.turns = self.stalled = self.states = 0
        self.wins = {}
        self.points = {}
        self.squares = {}  # of a level's points a game, for the standard error
        self.times = []
        self.failures = []

    def add(self, other):
        """Count another tally in."""
        for name in ("games", "rounds", "turns", "stalled"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.states = max(self.states, other.states)
        for name in ("wins", "points", "squares"):
            mine = getattr(self, name)
            for level, value in getattr(other, name).items():
                mine[level] = mine.get(level, 0) + value
        self.times += other.times
        self.failures += other.failures


class Deck:
    """What `match` needs to know of a kind of game."""

    def __init__(self, game_id, options):
        self.id = game_id
        self.options = options
        self.cards = game_id == "ER"
        if self.cards:
            from rules.eight import game as eight
            from rules.eight import players as eight_players

            self.module = eight
            self.players = eight_players
        else:
            from rules.tilegame import players

            self.module = rounds
            self.players = players

    def new(self, seats, seed):
        """A game with everything at its start."""
        if self.cards:
            return self.module.EightGame(seats, seed, self.options)
        return self.module.Game(self.id, seats, seed, self.options)

    def restored(self, game):
        """The game after a save and a load."""
        return self.module.unpack(game.pack())


def remixed(game, seat):
    """A copy of a game in which everything `seat` cannot see is dealt anew.

    A view of it must equal the view of the game: that is what "no seat sees another's rack" means.
    """
    other = object.__new__(type(game))
    other.__dict__.update(game.__dict__)
    cards = hasattr(game, "hands")
    racks = game.hands if cards else game.racks
    shown = [game.known[i] if cards else b"" for i in range(game.seats)]
    hidden = sorted(game.pile if cards else game.pool)
    for i in range(game.seats):
        if i != seat:
            rest = list(racks[i])
            for code in shown[i]:
                rest.remove(code)
            hidden += rest
    hidden = hidden[1::2] + hidden[0::2]
    dealt = []
    for i in range(game.seats):
        if i == seat:
            dealt.append(racks[i])
        else:
            more = len(racks[i]) - len(shown[i])
            dealt.append(bytearray(shown[i]) + bytearray(hidden[:more]))
            hidden = hidden[more:]
    if cards:
        other.hands = dealt
        other.pile = bytearray(hidden)
        if game.seat != seat and game.from_pile and game.taken in racks[game.seat]:
            other.taken = dealt[game.seat][-1]
    else:
        other.racks = dealt
        other.pool = bytearray(hidden)
    return other


def inspect(deck, game, held, saved):
    """Check everything that must hold after a turn; raises Failure or RulesError.

    held: the tiles on the racks before the turn, or None. saved: load a save of the game, too.
    """
    game.check()
    if saved and deck.restored(game).pack() != game.pack():
        raise Failure("a save does not restore the game")
    for seat in range(game.seats):
        if vars(game.view(seat)) != vars(remixed(game, seat).view(seat)):
            raise Failure("seat %d sees what lies hidden" % seat)
    if deck.cards:
        return
    if sum(game.totals):
        raise Failure("the scores do not add up to zero")
    if held is not None:
        more = sum([len(rack) for rack in game.racks]) - held
        word = game.events[0][0]
        if more != (-len(game.events[0][2]) if word == "play" else word == "draw"):
            raise Failure("a turn did not change the racks as it says")


def watch_states(tally):
    """Count the solver's states in `tally`; returns a function that stops counting."""
    from rules.solver import search as solver

    plain = solver.solve

    def solve(*args, **names):
        for result in plain(*args, **names):
            yield result
            if result is not None and result.states > tally.states:
                tally.states = result.states

    solver.solve = solve

    def stop():
        solver.solve = plain

    return stop


def decide(deck, level, game, seed, tally):
    """The move of the seat whose turn it is, timed."""
    view = game.view(game.seat)
    move = None
    start = time.process_time()
    for move in deck.players.choose(level, view, seed):
        pass
    tally.times.append((time.process_time() - start) * 1000)
    return move


def play(deck, levels, seed, tally, checked=True, record=None):
    """One whole game. levels: one a seat. record: called with every (seat, move).

    Counts into `tally`; a broken invariant is counted and ends the game. Returns the game.
    """
    game = deck.new(len(levels), seed)
    moves = 0
    wins = {}
    for level in levels:
        tally.wins.setdefault(level, 0)
        tally.points.setdefault(level, 0)
        wins[level] = 0
    try:
        while game.phase != rounds.OVER:
            before = game.phase
            held = None
            if before == rounds.REDEAL:
                move = ("redeal", deck.players.redeal(levels[game.seat], game.view(game.seat)))
            elif before == rounds.TURN:
                move = decide(
                    deck, levels[game.seat], game, (seed * 977 + moves) & 0x3FFFFFFF, tally
                )
                moves += 1
                if move[0] != "take":
                    tally.turns += 1
                if moves > MOST_MOVES:
                    raise Failure("the game does not end")
                if not deck.cards:
                    held = sum([len(rack) for rack in game.racks])
            else:
                move = ("go",)
            if record:
                record(game.seat, move)
            refused = game.apply(move)
            if refused:
                raise Failure(
                    "%s: %s refused by %s: %s"
                    % (levels[game.seat], move[0], refused[0], refused[1])
                )
            if checked:
                inspect(deck, game, held, moves % SAVE_EVERY == 0)
            if (
                before == rounds.TURN
                and game.phase in (rounds.ROUND, rounds.OVER)
                and not deck.cards
            ):
                tally.rounds += 1
                tally.stalled += bool(game.stalled)
                for seat in game.winners:
                    wins[levels[seat]] += 1 / len(game.winners)
        if deck.cards:
            tally.rounds += len(game.rounds)
            tally.stalled += sum(game.nobody)
            best = game.winner()
            for seat in best:
                wins[levels[seat]] += 1 / len(best)
        totals = {}
        for seat in range(game.seats):
            level = levels[seat]
            totals[level] = totals.get(level, 0) + game.totals[seat]
        for level, value in totals.items():
            tally.points[level] += value
            tally.squares[level] = tally.squares.get(level, 0) + value * value
    except (Failure, RulesError) as error:
        tally.failures.append("seed %d, move %d: %s" % (seed, moves, error))
    tally.games += 1
    for level, value in wins.items():
        tally.wins[level] += value
    return game


def _some(job):
    """Worker: the games of one job; (game id, options, levels, seed, numbers, checked)."""
    game_id, options, levels, seed, numbers, checked = job
    deck = Deck(game_id, options)
    tally = Tally()
    stop = watch_states(tally)
    try:
        for number in numbers:
            turn = number % len(levels)
            play(
                deck,
                levels[turn:] + levels[:turn],
                seed * 100003 + number // len(levels),
                tally,
                checked,
            )
    finally:
        stop()
    return tally


def run(game_id, levels, games, seed, options=None, jobs=1, checked=True, progress=None):
    """Play `games` games; seats rotate from game to game, each deal played from every seat.

    Returns a Tally. progress: called with the number of games done.
    """
    size = max(1, min(8, games // (jobs * 2)))
    work = [
        (game_id, options, list(levels), seed, range(at, min(at + size, games)), checked)
        for at in range(0, games, size)
    ]
    total = Tally()
    if jobs == 1:
        for job in work:
            total.add(_some(job))
            if progress:
                progress(total.games)
        return total
    with multiprocessing.Pool(jobs) as pool:
        for tally in pool.imap(_some, work):
            total.add(tally)
            if progress:
                progress(total.games)
    return total


def contests(game_id, tally):
    """What `wins` counts: rounds, in 8 Round Rummy games."""
    return tally.games if game_id == "ER" else tally.rounds


def report(game_id, levels, tally):
    """The statistics as INTERFACES names them, and standard errors besides."""
    times = sorted(tally.times) or [0.0]
    points = {}
    errors = {}
    for level in tally.points:
        points[level] = tally.points[level]
        mean = tally.points[level] / max(1, tally.games)
        spread = max(0.0, tally.squares.get(level, 0) / max(1, tally.games) - mean * mean)
        errors[level] = round((spread * tally.games) ** 0.5, 1)
    share = {}
    for level in tally.wins:
        part = tally.wins[level] / max(1, contests(game_id, tally))
        share[level] = round((part * (1 - part) / max(1, contests(game_id, tally))) ** 0.5, 4)
    return {
        "game": game_id,
        "players": list(levels),
        "games": tally.games,
        "rounds": tally.rounds,
        "wins": {level: round(value, 2) for level, value in tally.wins.items()},
        "points": points,
        "turns": tally.turns,
        "stalled": tally.stalled,
        "ms": {
            "median": round(times[len(times) // 2], 2),
            "p95": round(times[min(len(times) - 1, len(times) * 95 // 100)], 2),
            "max": round(times[-1], 2),
        },
        "max_states": tally.states,
        "invariant_failures": len(tally.failures),
        "standard_errors": {"win_share": share, "points": errors},
    }


def _print(figures, tally, seconds):
    print(
        "%s: %d games, %d rounds, %d turns (%.1f a round), %d rounds stalled, %.0f s"
        % (
            figures["game"],
            figures["games"],
            figures["rounds"],
            figures["turns"],
            figures["turns"] / max(1, figures["rounds"]),
            figures["stalled"],
            seconds,
        )
    )
    print("%-8s %10s %14s %18s" % ("player", "won", "share", "points"))
    for level in figures["wins"]:
        print(
            "%-8s %10.1f %6.1f%% +- %.1f%% %9d +- %.0f"
            % (
                level,
                figures["wins"][level],
                100 * figures["wins"][level] / max(1, contests(figures["game"], tally)),
                100 * figures["standard_errors"]["win_share"][level],
                figures["points"][level],
                figures["standard_errors"]["points"][level],
            )
        )
    print(
        "a move takes %.2f ms (median), %.2f (p95), %.2f (most); at most %d solver states"
        % (
            figures["ms"]["median"],
            figures["ms"]["p95"],
            figures["ms"]["max"],
            figures["max_states"],
        )
    )
    print("invariant failures: %d" % figures["invariant_failures"])
    for line in tally.failures[:10]:
        print("  " + line)


def _option(text):
    if "=" not in text:
        raise argparse.ArgumentTypeError("an option is name=value, not %s" % text)
    try:
        return jsonl.option_of(text)
    except RulesError as error:
        raise argparse.ArgumentTypeError(str(error))


def _number(text):
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text):
        raise argparse.ArgumentTypeError("a number from 1, not %s" % text)
    return int(text)


def main(argv):
    """Run the command. Returns the exit status: 0, 1 when an invariant broke, 2 for bad input."""
    parser = argparse.ArgumentParser(prog=DOOR + " match", description=__doc__)
    parser.add_argument("--game", default="RK", help="RK, RG, CR, KR or ER (default RK)")
    parser.add_argument(
        "--players",
        default="hard,normal",
        help="levels, one a seat: easy, normal, hard, greedy (tile games)",
    )
    parser.add_argument("--games", type=_number, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--option",
        type=_option,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house option, may be given again",
    )
    parser.add_argument(
        "--jobs", type=_number, default=os.cpu_count() or 1, help="processes (default: one a core)"
    )
    parser.add_argument(
        "--unchecked", action="store_true", help="leave the invariants out (faster)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    args = parser.parse_args(argv)
    levels = args.players.split(",")
    known = CARD_LEVELS if args.game == "ER" else TILE_LEVELS
    try:
        for level in levels:
            if level not in known:
                raise RulesError(
                    "There is no player %s in %s; there are %s."
                    % (level, args.game, ", ".join(known))
                )
        if args.seed < 0:
            raise RulesError("A seed is 0 or more.")
        options = dict(args.option) or None
        Deck(args.game, options).new(len(levels), 0)
    except RulesError as error:
        print(error, file=sys.stderr)
        return 2
    shown = sys.stderr.isatty()

    def progress(done):
        if shown:
            sys.stderr.write("\r%d of %d games" % (done, args.games))
            sys.stderr.flush()

    start = time.time()
    tally = run(
        args.game, levels, args.games, args.seed, options, args.jobs, not args.unchecked, progress
    )
    if shown:
        sys.stderr.write("\r" + " " * 40 + "\r")
    figures = report(args.game, levels, tally)
    if args.json:
        for line in tally.failures[:10]:
            print(line, file=sys.stderr)
        print(json.dumps(figures))
    else:
        _print(figures, tally, time.time() - start)
    return 1 if tally.failures else 0

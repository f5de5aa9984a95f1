"""Games between computer players, every invariant checked after every turn."""

import contextlib
import copy
import time
from collections.abc import Iterator, Sequence
from typing import Any
from unittest import mock

from rules import catalogue
from rules.errors import RulesError
from rules.slices import finish
from rules.tilegame import game as rounds
from tools.match import sparring
from tools.match.tally import Tally
from tools.refusals import sentence

MOST_MOVES = 20000  # a game that goes on for longer is a failure of its own
SAVE_EVERY = 8  # a save is loaded again and compared after every so many moves
MOST_TILES = 20  # a lively player holds no more while it has a play


class Failure(Exception):
    """An invariant is broken; str() says which."""


def remixed(game: Any, seat: int) -> Any:
    """A copy of a game in which everything `seat` cannot see is dealt anew.

    A view of it must equal the view of the game: that is what "no seat sees another's rack" means.
    """
    other = copy.copy(game)
    catalogue.requests(game.rules["game"]).remix(other, seat)
    return other


def inspect(game: Any, before: Any, saved: bool) -> None:
    """Check everything that must hold after a turn; raises Failure or RulesError.

    before: how much the seats held before the turn, or None. saved: load a save of the game, too.
    """
    game.check()
    game_id = game.rules["game"]
    if saved and catalogue.load(game_id, game.pack()).pack() != game.pack():
        raise Failure("a save does not restore the game")
    for seat in range(game.seats):
        if vars(game.view(seat)) != vars(remixed(game, seat).view(seat)):
            raise Failure("seat %d sees what lies hidden" % seat)
    wrong = catalogue.requests(game_id).unsound(game, before)
    if wrong:
        raise Failure(wrong)


@contextlib.contextmanager
def states_counted(tally: Tally) -> Iterator[None]:
    """While this lasts the solver's states are counted in `tally`."""
    from rules.solver import search as solver

    plain = solver.solve

    def solve(*args, **names):
        result = yield from plain(*args, **names)
        tally.states = max(tally.states, result.states)
        return result

    with mock.patch.object(solver, "solve", solve):
        yield


def decide(level: str, game: Any, seed: int, tally: Tally) -> Any:
    """The move of the seat whose turn it is, timed."""
    view = game.view(game.seat)
    start = time.process_time()
    move = finish(sparring.choose(level, view, seed))
    tally.took((time.process_time() - start) * 1000)
    return move


def watch_liveliness(game: Any, level: str, move: tuple, tally: Tally) -> None:
    """Count, of an opened seat, the turns in which it could lay, and in which it did."""
    if not game.opened[game.seat]:
        return
    can = move[0] == "play"
    if not can:
        from rules.solver import search as solver

        position = game.rules, game.table, game.racks[game.seat], True
        can = solver.run(*position, tidy=0, parted=game.parted).tiles > 0
    if can:
        tally.lively(level, move[0] == "play", len(game.racks[game.seat]) > MOST_TILES)


class _Table:
    """One game being played. levels: one per seat."""

    def __init__(self, game_id, options, levels, seed, tally):
        self.levels = levels
        self.seed = seed
        self.tally = tally
        self.game = catalogue.new(game_id, len(levels), seed, options)
        self.requests = catalogue.requests(game_id)
        self.moves = 0
        self.rounds = self.turns = 0  # that have ended; of what runs now

    def move(self):
        """The next move, whoever's it is."""
        game = self.game
        if game.phase == rounds.REDEAL:
            players = catalogue.players(game.rules["game"])
            return ("redeal", players.redeal(self.levels[game.seat], game.view(game.seat)))
        if game.phase != rounds.TURN:
            return ("go",)
        level = self.levels[game.seat]
        seed = (self.seed * 977 + self.moves) & 0x3FFFFFFF
        move = decide(level, game, seed, self.tally)
        self.moves += 1
        if self.moves > MOST_MOVES:
            raise Failure("the game does not end")
        return move

    def apply(self, move, checked):
        """Make a move. Raises Failure when the rules refuse it or an invariant breaks."""
        game = self.game
        phase, seat = game.phase, game.seat
        before = sum(self.requests.held(game)) if phase == rounds.TURN else None
        refused = game.apply(move)
        if refused:
            raise Failure(
                "%s: %s refused by %s: %s"
                % (self.levels[game.seat], move[0], refused[0], sentence(refused[1]))
            )
        if checked:
            inspect(game, before, self.moves % SAVE_EVERY == 0)
        if before is not None:
            # Who takes a card has still to discard one.
            more = sum(self.requests.held(game)) > before
            self.turns += (game.phase, game.seat) != (phase, seat) or not more
        if phase == rounds.TURN and game.phase in (rounds.ROUND, rounds.OVER):
            ended = len(game.rounds) - self.rounds
            self.tally.ended(self.levels, game.winners, self.turns, ended, game.stalled)
            self.rounds += ended
            self.turns = 0


def play(
    game_id: str,
    options: dict | None,
    levels: Sequence[str],
    seed: int,
    tally: Tally,
    checked: bool = True,
    lively: bool = False,
) -> Any:
    """One whole game. levels: one per seat. lively: watch how often opened seats lay.

    Counts into `tally`; a broken invariant is counted and ends the game. Returns the game.
    """
    table = _Table(game_id, options, levels, seed, tally)
    solved = catalogue.record(game_id).SOLVED  # what could be laid can be asked
    game = table.game
    try:
        while game.phase != rounds.OVER:
            move = table.move()
            if lively and game.phase == rounds.TURN and solved:
                watch_liveliness(game, levels[game.seat], move, tally)
            table.apply(move, checked)
        tally.game_ended(levels, game.totals)
    except (Failure, RulesError) as error:
        tally.failures.append("seed %d, move %d: %s" % (seed, table.moves, sentence(error)))
    tally.games += 1
    return game

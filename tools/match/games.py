"""Games between computer players, every invariant checked after every turn."""

import contextlib
import copy
import time
from collections.abc import Iterator, Sequence
from typing import Any
from unittest import mock

from rules import catalogue
from rules.base import RulesError, finish
from rules.solver import search as solver
from rules.tilegame import game as rounds
from tools import requests
from tools.match import sparring
from tools.match.tally import Tally
from tools.refusals import sentence

MOST_MOVES = 20000  # a longer game is a failure
SAVE_EVERY = 8  # number of moves between two tests that save and load the game


class Failure(Exception):
    """A broken invariant; str() says which."""


def redealt_copy(game: Any, seat: int) -> Any:
    """Return a copy of a game in which everything hidden from `seat` is dealt again.

    The seat's view of the copy must equal its view of the game: no seat sees another's rack.
    """
    other = copy.copy(game)
    requests.of(game.rules["game"]).redeal_hidden(other, seat)
    return other


def save_and_load(game: Any) -> Any:
    """Return a game saved and loaded again. Raises Failure if that differs."""
    data = game.pack()
    loaded = catalogue.load(game.rules["game"], data)
    if loaded.pack() != data:
        raise Failure("a loaded game saves otherwise")
    for seat in range(game.seats):
        if vars(loaded.view(seat)) != vars(game.view(seat)):
            raise Failure("seat %d sees another game after a load" % seat)
    return loaded


def check_invariants(game: Any, before: Any) -> None:
    """Check everything that must hold after a turn. Raises Failure or RulesError.

    before: tiles that the seats held before the turn, or None.
    """
    game.check()
    for seat in range(game.seats):
        if vars(game.view(seat)) != vars(redealt_copy(game, seat).view(seat)):
            raise Failure("seat %d sees what lies hidden" % seat)
    fault = requests.of(game.rules["game"]).find_fault(game, before)
    if fault:
        raise Failure(fault)


@contextlib.contextmanager
def counting_states(tally: Tally) -> Iterator[None]:
    """Count the solver's states into `tally` while the context lasts."""
    original_solve = solver.solve

    def solve(*args, **names):
        result = yield from original_solve(*args, **names)
        tally.states = max(tally.states, result.states)
        return result

    with mock.patch.object(solver, "solve", solve):
        yield


def can_play(game: Any) -> bool:
    """Return whether the solver, without a limit, finds a play for the seat whose turn it is."""
    position = game.rules, game.table, game.racks[game.seat], bool(game.opened[game.seat])
    answer = solver.run(*position, tidy=0, jokers_differ=game.jokers_differ)
    return answer.tiles > 0


class Table:
    """One game being played. levels: one per seat. rounds: number that have ended. turns: number in
    the current round. waits: by seat, turns in a row without a play although one existed. last:
    level and number of tiles of the round's last play."""

    def __init__(
        self, game_id: str, options: dict | None, levels: Sequence[str], seed: int, tally: Tally
    ) -> None:
        self.levels = levels
        self.seed = seed
        self.tally = tally
        self.game: Any = catalogue.new(game_id, len(levels), seed, options)
        self.requests = requests.of(game_id)
        self.moves = self.rounds = self.turns = 0
        self.waits = [0] * len(levels)
        self.last: tuple[str, int] | None = None

    def move(self) -> tuple:
        """Choose the next move and measure how long that takes."""
        game = self.game
        level = self.levels[game.seat]
        if game.phase == rounds.REDEAL:
            players = catalogue.players(game.rules["game"])
            return ("redeal", players.redeal(level, game.view(game.seat)))
        if game.phase != rounds.TURN:
            return ("go",)
        view = game.view(game.seat)
        seed = (self.seed * 977 + self.moves) & 0x3FFFFFFF
        start = time.process_time()
        move = finish(sparring.choose(level, view, seed))
        self.tally.add_time((time.process_time() - start) * 1000)
        self.moves += 1
        if self.moves > MOST_MOVES:
            raise Failure("the game does not end")
        return move

    def count_lay_rates(self, move: tuple) -> None:
        """Count the turn for `match --feel`."""
        game, seat = self.game, self.game.seat
        played = move[0] == "play"
        could_play = played or can_play(game)
        self.waits[seat] = 0 if played else self.waits[seat] + could_play
        self.tally.add_turn(self.levels[seat], played, could_play, self.waits[seat])
        if played:
            laid = sum(map(len, move[1])) - sum(map(len, game.table))
            self.last = self.levels[seat], laid

    def apply(self, move: tuple, checked: bool) -> None:
        """Make a move. Raises Failure if the rules refuse it or an invariant breaks."""
        game = self.game
        phase, seat = game.phase, game.seat
        tiles_before = None
        if phase == rounds.TURN and move[0] not in ("timeout", "fail"):  # these draw several
            tiles_before = sum(self.requests.count_held(game))
        refusal = game.apply(move)
        if refusal:
            told = self.levels[game.seat], move[0], refusal[0], sentence(refusal[1])
            raise Failure("%s: %s refused by %s: %s" % told)
        if checked:
            check_invariants(game, tiles_before)
        if tiles_before is not None:  # drawing a card does not end a turn of 8 Round Rummy
            drew = sum(self.requests.count_held(game)) > tiles_before
            self.turns += (game.phase, game.seat) != (phase, seat) or not drew
        if phase == rounds.TURN and game.phase in (rounds.ROUND, rounds.OVER):
            new_rounds = len(game.rounds) - self.rounds
            self.tally.add_round(self.levels, game.winners, self.turns, new_rounds, game.stalled)
            if self.last:
                self.tally.last[self.last] += 1
            self.rounds += new_rounds
            self.turns = 0
            self.waits, self.last = [0] * len(self.levels), None
        if checked and self.moves % SAVE_EVERY == 0:
            self.game = save_and_load(game)


def play(
    game_id: str,
    options: dict | None,
    levels: Sequence[str],
    seed: int,
    tally: Tally,
    checked: bool = True,
    lay_rates: bool = False,
) -> Any:
    """Play one whole game, count it into `tally` and return it.

    levels: one per seat. lay_rates: count how often each plays, in games that the solver knows.
    A broken invariant is counted and ends the game.
    """
    table = Table(game_id, options, levels, seed, tally)
    lay_rates = lay_rates and catalogue.record(game_id).SOLVED
    try:
        while table.game.phase != rounds.OVER:
            move = table.move()
            if lay_rates and table.game.phase == rounds.TURN:
                table.count_lay_rates(move)
            table.apply(move, checked)
        tally.add_game(levels, table.game.totals)
    except (Failure, RulesError) as error:
        tally.failures.append("seed %d, move %d: %s" % (seed, table.moves, sentence(error)))
    tally.games += 1
    return table.game

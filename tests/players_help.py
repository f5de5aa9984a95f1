"""Tournaments for tests."""

from rules.solver import search as solver
from tools.match import work


def run(game_id, levels, games, seed, options=None, checked=True, **names):
    """Return the Tally of `games` games of one pairing, in this process."""
    contest = work.Contest(game_id, options, tuple(levels), games, seed)
    return work.run([contest], checked=checked, **names)[0]


def states_asked(monkeypatch):
    """Return a list that gets the states of every question to the solver from now on."""
    counted = []
    plain = solver.solve

    def solve(*args, **names):
        result = yield from plain(*args, **names)
        counted.append(result.states)
        return result

    monkeypatch.setattr(solver, "solve", solve)
    return counted

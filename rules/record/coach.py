"""The coach of the tile games: each turn of a seat in a record beside the best play."""

from rules import catalogue
from rules.base import RulesError
from rules.record import reader
from rules.solver import search
from rules.tilegame import tiles

if False:  # for type checkers
    from collections.abc import Callable

    from rules.base import Slices
    from rules.record.reader import Record, Step
    from rules.solver.problem import Result


class Turn:
    """One turn beside the best play of its position.

    tiles, points: laid; points as the tiles cost on a rack. best: the most tiles and then the most
    points. more, worth: tiles and points that were possible beyond what was laid.
    """

    def __init__(self, step: "Step", best: "Result", joker_penalty: int) -> None:
        self.step = step
        self.best = best
        self.tiles = len(step.laid)
        self.points = tiles.weight(step.laid, joker_penalty)
        self.more = best.tiles - self.tiles
        self.worth = best.points - self.points


def review(record: "Record", seat: int, report: "Callable[[Turn], object]") -> "Slices[None]":
    """Review every turn of a seat, in slices. report: called with each Turn. Raises RulesError for
    a record that is not legal or of another family."""
    if not record.family.SOLVED:
        raise RulesError(
            "The coach knows the games with tiles, not %s." % catalogue.title(record.game_id)
        )
    replay = reader.Replay(record)
    rules = replay.game.rules
    while not replay.done():
        step = replay.step()
        yield None
        if step.seat != seat or step.word == "redeal":
            continue
        best = yield from search.solve(
            rules, step.table, step.rack, step.opened, parted=step.parted
        )
        report(Turn(step, best, rules["joker_penalty"]))

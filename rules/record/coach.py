"""The coach of the tile games: compare each turn of a seat in a record with the best play."""

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
    """A turn and the best play of its position.

    tiles, points: number of tiles laid, and their points as on a rack. best: the solver's Result.
    more, worth: the tiles and points of the best play minus those of the turn.
    """

    def __init__(self, step: "Step", best: "Result", joker_penalty: int) -> None:
        self.step = step
        self.best = best
        self.tiles = len(step.laid)
        self.points = tiles.weight(step.laid, joker_penalty)
        self.more = best.tiles - self.tiles
        self.worth = best.points - self.points


def review(record: "Record", seat: int, report: "Callable[[Turn], object]") -> "Slices[None]":
    """Call `report` with a Turn for each turn of a seat, in slices. Raises RulesError if the record
    is illegal or of another family."""
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

"""What all players share: habits, additions to sets, and searches within the budget of a turn."""

from rules import solver
from rules.tilegame import melds
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from typing import Any

    from rules.base import Rng, Slices
    from rules.solver.problem import Result
    from rules.tilegame.players import Play
    from rules.tilegame.view import View


# Indices in the habits of a player, one byte each. PLAIN (view.py) holds the habits of a level.
CLOSE = 0  # spend jokers when another seat holds no more tiles than this
FULL = 1  # hard: ... or when its own rack holds more than this
SETS = 2  # easy, normal: rearrange at most this many table sets, if the level allows as many
LEAST = 3  # play no fewer tiles than this, until another seat holds FEW
OPENS = 4  # number of its turns to wait before opening
PAUSE = 5  # master: number of turns to draw in before it lays a single tile
MISS = 6  # easy: overlook one addition in this many
PATIENCE = 8  # turns without a play after which LEAST no longer applies and jokers are spent
PLAYED, OPENED = 1, 6  # kinds of the history, see rules/tilegame/game.py
FEW = 5  # when another seat holds no more tiles than this, LEAST no longer applies


def fewest_tiles(view: "View") -> int:
    """Return the fewest tiles that another seat holds."""
    return min([view.counts[seat] for seat in range(view.seats) if seat != view.seat])


def turns_without_play(view: "View") -> int:
    """Count the seat's latest turns in a row without a play."""
    count = 0
    for index in range(len(view.history) - 2, -1, -2):
        if view.history[index] & 15 == view.seat:
            if view.history[index] >> 4 in (PLAYED, OPENED):
                break
            count += 1
    return count


def add_all(rules: dict, table: list[bytes], own: bytearray, rng: "Rng | None") -> "Slices[int]":
    """Add tiles that `own` counts to sets of `table`, both in place, in slices, the most expensive
    first. Return the number of tiles added.

    rng: overlooks one addition in `rng.odds`; None: overlook none.
    """
    added = 0
    has_changed = True
    while has_changed:
        has_changed = False
        for number in range(12, -1, -1):
            for code in (number, number + 13, number + 26, number + 39):
                if not own[code]:
                    continue
                yield None
                for i in range(len(table)):
                    grown = melds.add(table[i], code, rules)
                    if grown and not (rng and not rng.below(rng.odds)):
                        table[i] = grown
                        own[code] -= 1
                        added += 1
                        has_changed = True
                        break
    return added


def legal(view: "View", table: list[bytes]) -> "Slices[bool]":
    """Ask the referee, in slices, whether the seat may end its turn with `table` (T-3)."""
    from rules.tilegame import referee

    verdict = yield from referee.judge_in_slices(
        view.rules, view.table, view.rack, table, view.opened[view.seat], view.jokers_differ
    )
    return verdict.legal


def first_legal(view: "View", tables: "list[Play]") -> "Slices[Play]":
    """Return, in slices, the first of `tables` that the referee accepts. If it accepts none, return
    b"" (a turn without a play) if that is the last entry, else None."""
    for table in tables:
        if table and (yield from legal(view, table)):
            return table
    return tables[-1] if tables and not tables[-1] else None


def solve(
    view: "View",
    table: list[bytes],
    rack: bytes,
    opened: bool = True,
    divisor: int = 1,
    tidy: int | None = None,
    **options: "Any",
) -> "Slices[Result]":
    """Run `search.solve`, in slices, with `view.work // divisor` states; return its Result.
    tidy: extra states for leaving old sets untouched; None: `view.tidy`."""
    yield from solver.make_room()
    from rules.solver import search

    limit = view.work and view.work // divisor
    result = yield from search.solve(
        view.rules,
        table,
        rack,
        opened,
        limit=limit,
        tidy=view.tidy if tidy is None else tidy,
        beam_width=limit and view.beam_width,
        jokers_differ=view.jokers_differ,
        **options,
    )
    if limit:
        view.work = max(1, view.work - result.states)
    view.failed_searches += result.out_of_memory
    from_rack_only = not (opened or view.rules["opening_build"])  # so the table is irrelevant
    if (
        result.proved
        and not result.tiles
        and "min_tiles" not in options
        and opened == bool(view.opened[view.seat])
        and rack == view.rack
        and (from_rack_only or table == view.table)
    ):
        view.stuck = True  # the search covered every play that the seat may make
    return result


def plays_of(result: "Result") -> "list[Play]":
    """List the tables of a Result: its play; b"" for no play; empty if no play was found."""
    if result.tiles:
        return [result.table]
    return [b""] if result.proved else []


def best_plays(view: "View", goal: str = "tiles") -> "Slices[list[Play]]":
    """List, in slices, the best plays within the turn's budget, the best first: see `plays_of`."""
    opened = bool(view.opened[view.seat])
    return plays_of((yield from solve(view, view.table, view.rack, opened, goal=goal)))


def best_play(view: "View", goal: str = "tiles") -> "Slices[Play]":
    """Return, in slices, the first of `best_plays` that the referee accepts, see `first_legal`."""
    return (yield from first_legal(view, (yield from best_plays(view, goal))))


def without_jokers(rack: bytes) -> bytes:
    """Return the tiles of a rack without its jokers."""
    return bytes([code for code in rack if code != JOKER])


def small_opening(view: "View") -> "Slices[Play]":
    """Find, in slices, an opening meld of few tiles. Returns its table, or b"" or None as a level
    does."""
    result = yield from solve(view, [], view.rack, False)
    if not result.tiles:
        return b"" if result.proved else None
    sets = list(result.table)
    if result.tiles == len(view.rack):
        return view.table + sets
    i = 0
    while i < len(sets):  # drop whole sets first, then ends of runs and fourth tiles of groups
        if melds.opens(view.rules, sets[:i] + sets[i + 1 :]):
            del sets[i]
        else:
            i += 1
        yield None
    for i in range(len(sets)):
        while len(sets[i]) > 3:
            row = sets[i][1:]
            if not melds.opens(view.rules, sets[:i] + [row] + sets[i + 1 :]):
                row = sets[i][:-1]
                if not melds.opens(view.rules, sets[:i] + [row] + sets[i + 1 :]):
                    break
            sets[i] = row
            yield None
    return view.table + sets

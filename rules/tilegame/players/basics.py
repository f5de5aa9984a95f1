"""What every player needs: additions, the opening's points, the referee's word."""

from rules.tilegame import melds

if False:  # for type checkers
    from rules.prng import Rng
    from rules.slices import Slices
    from rules.tilegame.players import Play
    from rules.tilegame.view import View

# A player's habits, bytes: what stands in each place. Those of a level: PLAIN of view.py.
CLOSE = 0  # jokers are spent when somebody holds no more tiles than this
FULL = 1  # hard: ... or it holds more than this itself
SETS = 2  # easy, normal: standing sets it rearranges at most, if its level does not do fewer
LEAST = 3  # it plays no fewer tiles than this, until somebody holds few
OPENS = 4  # turns of its own that it lets go by before it opens
LAST = 5  # master: with no more in the pool, also at two seats, one tile a turn and no draw
MISS = 6  # easy: it overlooks one addition in this many
FEW = 5  # tiles of another with which nobody holds back any more


def add(rules: dict, table: list[bytes], own: bytearray, chance: "Rng | None") -> "Slices[int]":
    """Add tiles of counts `own` to sets of list `table`, in place.

    In slices; returns how many were added.
    chance: an Rng that makes it miss one addition in `chance.odds`, or None. Tiles that cost most
    go first.
    """
    done = 0
    again = True
    while again:
        again = False
        for number in range(12, -1, -1):
            for code in (number, number + 13, number + 26, number + 39):
                if not own[code]:
                    continue
                yield None
                if _laid_on(rules, table, code, chance):
                    own[code] -= 1
                    done += 1
                    again = True
    return done


def _laid_on(rules, table, code, chance):
    """Add a tile to the first set of list `table` it fits and `chance` does not make overlooked."""
    for i in range(len(table)):
        grown = melds.add(table[i], code, rules)
        if grown and not (chance and not chance.below(chance.odds)):
            table[i] = grown
            return True
    return False


def opens(view: "View", sets: list[bytes]) -> bool:
    """True when sets from the rack alone count enough to open."""
    return bool(sets) and melds.points_of(view.rules, sets) >= view.rules["opening_points"]


def legal(view: "View", table: list[bytes]) -> "Slices[bool]":
    """In slices; returns whether the view's seat may end its turn with `table` (T-3)."""
    from rules.tilegame import referee

    verdict = yield from referee.judging(
        view.rules, view.table, view.rack, table, view.opened[view.seat], view.parted
    )
    return verdict.legal


def first_legal(view: "View", tables: "list[Play]") -> "Slices[Play]":
    """In slices; returns the first of `tables` that the referee takes. b"" among them is a turn
    without a play, returned where it comes last; None where the last is refused, or there is none.
    """
    table: Play = None
    for table in tables:
        if table:
            if (yield from legal(view, table)):
                return table
            table = None
    return table

"""Prepare a sweep: the Readings of the table's jokers, and the tiles to place."""

from rules.solver.problem import SMALL, Reading
from rules.solver.sweep import Sweep
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, KINDS

if False:  # for type checkers
    from collections.abc import Sequence

    from rules.base import Slices
    from rules.solver.problem import Problem


def list_readings(problem: "Problem", before: list[bytes]) -> list[Reading]:
    """List the Readings of the jokers of table `before`: each is kept, or retrieved by a rack tile
    that it may stand for (T-7, T-8). The first Reading keeps all."""
    if problem.free_jokers:
        return [Reading((), problem.table_counts[JOKER], (), unrestricted=True)]
    jokers = melds.table_jokers(before)
    must_differ = melds.must_differ(jokers, problem.jokers_differ)
    # (the code that each joker stood for, and the kinds that can replace it; none if it is kept)
    choices: list[tuple] = [((), ())]
    for _, _, code in jokers:
        choices = _kept_or_replaced(choices, code, problem.rack_counts, must_differ)
    out = []
    signatures = []
    for identities, replacing in choices:
        if must_differ:
            identities = melds.make_distinct(identities[0], identities[1])
            if not identities:
                continue
        kept = tuple([identities[i] for i in range(len(identities)) if not replacing[i]])
        replacing = tuple([kinds for kinds in replacing if kinds])
        if len(replacing) == 2 and replacing[0] == replacing[1] and len(replacing[0]) == 1:
            if problem.rack_counts[replacing[0][0]] < 2:
                continue
        signature = (sorted(kept), sorted(replacing))
        if signature not in signatures:
            signatures.append(signature)
            out.append(Reading(kept, len(replacing), replacing, must_differ and not replacing))
    return out


def _kept_or_replaced(choices, code, rack_counts, must_differ):
    """Extend each of `choices` (see `list_readings`) by one joker: kept, or replaced by a rack tile
    that may replace it. must_differ: the other joker depends on the tile that replaces this one, so
    each tile is a separate choice."""
    out = [(identities + (code,), replacing + ((),)) for identities, replacing in choices]
    kinds = tuple([kind for kind in melds.replacements(code) if rack_counts[kind]])
    for identities, replacing in choices:
        for row in [(kind,) for kind in kinds] if must_differ else [kinds] if kinds else ():
            replaced = tiles.joker_as(row[0] % 13 + 1, 1 << row[0] // 13) if must_differ else code
            out.append((identities + (replaced,), replacing + (row,)))
    return out


def build_sweep(
    problem: "Problem",
    reading: Reading,
    with_opening: bool = False,
    untouched: "Sequence[bytes]" = (),
) -> "Slices[Sweep]":
    """Build the Sweep for `reading`, in slices; the caller adds the constraints.

    with_opening: whether the opening meld is among its sets (`opening_build` constrains it)
    untouched: table sets to leave as they are, outside the search
    """
    rules = problem.rules
    rack_jokers = problem.rack_counts[JOKER]
    must, may, undecided = _count_tiles(problem, reading.kept, untouched)
    # Clauses may limit the sets of retrieved jokers (CR-11, RK-15, RG-9) and of rack jokers (RG-8).
    # A constraint then places those jokers; the sweep itself places only the others, the free ones.
    limits_table = not reading.unrestricted and reading.retrieved and rules["joker_reuse"] != "any"
    limits_rack = not reading.unrestricted and not rules["joker_layoff"] and rack_jokers
    free_table_jokers = 0 if limits_table else reading.retrieved
    free_jokers = free_table_jokers if limits_rack else rack_jokers + free_table_jokers
    yield None
    for kinds in reading.replacements:
        mask = sum([1 << kind // 13 for kind in kinds])
        undecided.append((kinds[0] % 13 + 1, mask, True))  # True: it replaces a joker
    sweep = _sweep(problem, must, may, limits_table or limits_rack)
    sweep.free_jokers = free_jokers
    sweep.jokers_to_lay = free_table_jokers
    sweep.undecided = undecided
    if limits_table or limits_rack:
        sweep.constrained_table_jokers = reading.retrieved - free_table_jokers
        sweep.constrained_rack_jokers = rack_jokers + free_table_jokers - free_jokers
    if limits_table or limits_rack or with_opening:
        if problem.attempt & 1:
            _reverse(sweep)
    else:
        if problem.whole_rack:
            sweep.lay_all()
        reverse_numbers(sweep)
    sweep.undecided_differ = reading.must_differ
    sweep.untouched.extend(untouched)
    return sweep


def rack_only(problem: "Problem", counts_points: bool) -> Sweep:
    """Build the Sweep for sets from the rack alone.

    counts_points: a constraint counts the opening's points. If jokers may not count there (KR-5),
    the sweep leaves them to `jokers.SpecialSets`.
    """
    must = bytearray(KINDS)
    may = bytearray(problem.rack_counts[:KINDS])
    jokers = problem.rack_counts[JOKER]
    jokers_bound = counts_points and problem.rules["opening_joker"] == "none" and jokers
    sweep = _sweep(problem, must, may, jokers_bound)
    sweep.free_jokers = 0 if jokers_bound else jokers
    sweep.constrained_rack_jokers = jokers - sweep.free_jokers
    return sweep


def _sweep(problem, must, may, has_constraint):
    """Make a Sweep for counts by kind. has_constraint: for some jokers, which doubles the time, so
    a beam search keeps half as many states."""
    sweep = Sweep(problem.rules, problem.objective, problem.budget, must, may)
    sweep.arrays = problem.arrays
    sweep.width = (problem.width + 1) // 2 if problem.is_beam and has_constraint else problem.width
    return sweep


def _count_tiles(problem, kept, untouched):
    """Count the tiles outside the `untouched` sets: (must, may, undecided). kept: codes of jokers.
    must, may: number of tiles of each kind (0..51) that have to be, or can be, on the table after
    the play.
    undecided: (number, mask of colours, False) of each kept joker whose colour is open."""
    must = bytearray(problem.table_counts[:KINDS])
    may = bytearray(problem.rack_counts[:KINDS])
    kept = list(kept)
    for codes in untouched:
        for code in codes:
            if code < JOKER:
                must[code] -= 1
            else:
                kept.remove(code)
    undecided = []
    for code in kept:
        kinds = tiles.kinds_of(code)
        if len(kinds) > 1:
            undecided.append((tiles.number_of(code), tiles.mask_of(code), False))
        else:
            must[kinds[0]] += 1
    return must, may, undecided


def build_relaxed(problem: "Problem", reading: Reading, sweep: Sweep, order: int) -> Sweep:
    """Build the Sweep that makes the Bound of `sweep`: it has no constraints, all jokers are free.
    A desktop keeps it for later sweeps of `reading` in the same `order` of the numbers, 0 or 1."""
    is_kept = not (SMALL or problem.whole_rack)
    if is_kept and (reading, order) in problem.relaxed:
        return problem.relaxed[reading, order]
    from rules.solver import bound

    out = _sweep(problem, bytearray(sweep.must), bytearray(sweep.may), False)
    table_jokers = sweep.constrained_table_jokers
    out.free_jokers = sweep.free_jokers + table_jokers + sweep.constrained_rack_jokers
    out.jokers_to_lay = sweep.jokers_to_lay + table_jokers
    out.undecided = sweep.undecided
    out.undecided_differ = sweep.undecided_differ
    out.tile_values = sweep.tile_values
    _reverse(out)
    out.bound_made = bound.Bound(out)
    if is_kept:
        problem.relaxed[reading, order] = out
    return out


def reverse_numbers(sweep: Sweep) -> None:
    """Let `sweep` go from 13 down to 1 unless 13 and 12 allow more groups than 1 and 2. Fewer
    choices at the start make fewer states: a fifth fewer in real games without constraints."""
    must = sweep.must
    if _group_choices(must, 1) + _group_choices(must, 2) >= _group_choices(
        must, 13
    ) + _group_choices(must, 12):
        _reverse(sweep)


def _reverse(sweep):
    sweep.is_reversed = True
    for counts in (sweep.must, sweep.may):
        for first in range(0, KINDS, 13):
            counts[first : first + 13] = bytes(reversed(counts[first : first + 13]))
    sweep.undecided = [(14 - joker[0],) + joker[1:] for joker in sweep.undecided]
    sweep.tile_values = [0] + [sweep.tile_values[14 - number] for number in range(1, 14)]


def _group_choices(must, number):
    """Return the number of groups (0..2) that the colours of `must` with this number can make."""
    colours = 0
    for kind in range(number - 1, KINDS, 13):
        colours += must[kind] > 0
    return max(0, colours - 2)

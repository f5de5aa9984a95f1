"""Prepare a sweep: the ways to read the table's jokers, the tiles to lay, what bounds them."""

from rules.solver.problem import Reading
from rules.solver.sweep import Sweep
from rules.tilegame import melds, tiles
from rules.tilegame.tiles import JOKER, KINDS

if False:  # for type checkers
    from collections.abc import Sequence

    from rules.base import Slices
    from rules.solver.problem import Problem


def readings(problem: "Problem", before: list[bytes]) -> list[Reading]:
    """Return every way to keep or retrieve the jokers of table `before`; the first keeps all (T-7,
    T-8)."""
    if problem.free:
        return [Reading((), problem.on_table[JOKER], (), free=True)]
    jokers = melds.standing(before)
    bound = melds.bound(jokers, problem.parted)
    ways: list[tuple] = [((), ())]  # what each joker stood for, and the tile that pays or JOKER
    for _, _, code in jokers:
        ways = _kept_or_paid(ways, code, problem.own)
    out = []
    seen = []
    for stood, paid in ways:
        if bound:
            stood = melds.apart(stood[0], stood[1])
            if not stood:
                continue
        kept = tuple([stood[i] for i in range(len(stood)) if paid[i] == JOKER])
        paid = tuple([kind for kind in paid if kind != JOKER])
        mark = (sorted(kept), sorted(paid))
        if mark not in seen:
            seen.append(mark)
            out.append(Reading(kept, len(paid), paid, bound and not paid))
    return out


def _kept_or_paid(ways, code, own):
    """Return `ways` (see `readings`) with the joker `code` kept, or paid for with each tile that
    can pay."""
    out = [(stood + (code,), paid + (JOKER,)) for stood, paid in ways]
    for stood, paid in ways:
        for kind in melds.payers(code):
            if own[kind] > paid.count(kind):
                as_paid = tiles.joker_as(kind % 13 + 1, 1 << kind // 13)
                out.append((stood + (as_paid,), paid + (kind,)))
    return out


def sweep_for(
    problem: "Problem",
    reading: Reading,
    inside: bool = False,
    stay: "Sequence[bytes]" = (),
) -> "Slices[Sweep]":
    """Return the Sweep for a reading, without its constraints, in slices.

    inside: the opening is among its sets, and `opening_build` will constrain it
    stay: old sets left out of it, where they are
    """
    rules = problem.rules
    own = problem.own[JOKER]
    must, may, undecided = _counts(problem, reading, stay)
    # CR-11, RK-15, RG-9
    clause = not reading.free and reading.freed and rules["joker_reuse"] != "any"
    hand = not reading.free and not rules["joker_layoff"] and own  # RG-8
    owed = 0 if clause else reading.freed
    spare = owed if hand else own + owed
    yield None
    drop_hopeless(lacks(must, may, rules), may, own + reading.freed + len(undecided))
    yield None
    sweep = _sweep(problem, must, may, clause or hand)
    sweep.spare = spare
    sweep.owed = owed
    sweep.undecided = undecided
    if clause or hand:
        sweep.retrieved = reading.freed - owed
        sweep.own_jokers = own + owed - spare
        sweep.lay_rest = problem.whole_rack
    elif not inside:
        if problem.whole_rack:
            for kind in range(KINDS):  # which leaves fewer ways to look at
                sweep.sure += may[kind] * sweep.price[kind % 13 + 1]
                must[kind] += may[kind]
                may[kind] = 0
        turn(sweep)
    sweep.apart = reading.apart and len(undecided) > 1
    sweep.stay.extend(stay)
    return sweep


def rack_alone(problem: "Problem", watched: bool) -> Sweep:
    """Return the Sweep for sets from the rack alone. watched: a constraint counts their points, so
    jokers that may not count for an opening are to be followed by `jokers.SpecialSets`."""
    must = bytearray(KINDS)
    may = bytearray(problem.own[:KINDS])
    spare = problem.own[JOKER]
    drop_hopeless(lacks(must, may, problem.rules), may, spare)
    clause = watched and problem.rules["opening_joker"] == "none" and spare
    sweep = _sweep(problem, must, may, clause)
    sweep.spare = 0 if clause else spare
    sweep.own_jokers = spare - sweep.spare
    return sweep


def _sweep(problem, must, may, clause):
    """Return a Sweep for counts. clause: jokers are followed, which takes twice the time, so that a
    narrow search keeps half as many states."""
    sweep = Sweep(problem.rules, problem.aim, problem.budget, must, may)
    sweep.arrays = problem.arrays
    sweep.width = (problem.width + 1) // 2 if problem.narrow and clause else problem.width
    return sweep


def _counts(problem, reading, stay):
    """Return (counts of kinds that have to be laid, of those that can be, undecided jokers) of a
    reading, without the sets that stay."""
    must = bytearray(problem.on_table[:KINDS])
    may = bytearray(problem.own[:KINDS])
    kept = list(reading.kept)
    for codes in stay:
        for code in codes:
            if code < JOKER:
                must[code] -= 1
            else:
                kept.remove(code)
    for kind in reading.paid:
        must[kind] += 1
        may[kind] -= 1
    undecided = []
    for code in kept:
        kinds = tiles.kinds_of(code)
        if len(kinds) > 1:
            undecided.append((tiles.number_of(code), tiles.mask_of(code)))
        else:
            must[kinds[0]] += 1
    return must, may, undecided


def turn(sweep: Sweep) -> None:
    """Let a sweep go from 13 down to 1 if that end has no more groups to choose from: fewer choices
    at first make fewer states (a fifth fewer for positions of real games). The sweep may have no
    constraint: constraints count upwards."""
    must = sweep.must
    if _choices(must, 1) + _choices(must, 2) < _choices(must, 13) + _choices(must, 12):
        return
    sweep.turned = True
    for counts in (must, sweep.may):
        for first in range(0, KINDS, 13):
            counts[first : first + 13] = bytes(reversed(counts[first : first + 13]))
    sweep.undecided = [(14 - number, mask) for number, mask in sweep.undecided]
    sweep.price = [0] + [sweep.price[14 - number] for number in range(1, 14)]


def _choices(must, number):
    """Return how many groups the colours of a number that have to be laid allow, at most 2."""
    colours = 0
    for kind in range(number - 1, KINDS, 13):
        colours += must[kind] > 0
    return max(0, colours - 2)


# -- what no set can hold -------------------------------------------------------------------------


def lacks(must: bytearray, may: bytearray, rules: dict) -> bytearray:
    """Return for each kind that is there how many tiles the best set with it lacks; else 0."""
    there = bytearray(KINDS)
    for kind in range(KINDS):
        if must[kind] or may[kind]:
            there[kind] = 1
    line = bytearray(there)
    if rules["mixed_runs"]:
        for kind in range(KINDS):
            if there[kind]:
                for other in range(kind % 13, KINDS, 13):
                    line[other] = 1
    out = bytearray(KINDS)
    for number in range(13):
        group = 3
        if not rules["runs_only"]:
            group = 3 - there[number] - there[number + 13] - there[number + 26] - there[number + 39]
        if group > 0:
            for kind in range(number, KINDS, 13):
                if there[kind]:
                    out[kind] = group if rules["groups_only"] else _lacks_in_run(line, kind, group)
    return out


def _lacks_in_run(line, kind, least):
    """Return the fewest tiles of `line` that three numbers with `kind` lack, `least` at most."""
    number = kind % 13
    for first in range(kind - min(2, number), kind + 1 - max(0, number - 10)):
        lacking = 3 - line[first] - line[first + 1] - line[first + 2]
        if lacking < least:
            least = lacking
    return least


def drop_hopeless(lacking: bytearray, may: bytearray, jokers: int) -> None:
    """Take out of `may` what no set can hold, with `jokers` jokers to help."""
    for kind in range(KINDS):
        if lacking[kind] > jokers:
            may[kind] = 0

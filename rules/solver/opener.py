"""The question before the opening meld lies: what the rack alone opens with. Loaded only then."""

from rules.solver import opening, phases, prepare
from rules.solver.question import Question, Reading
from rules.solver.sweep import Sweep
from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER


def from_rack(question, before, build):
    """Find the best opening meld from the rack alone, the table untouched; a generator that yields
    None between slices.

    Sets the question's best, and opens: there is any, and without one there is none with the
    table's help either. build: that may be had.
    """
    yield None
    sweep = _sweep(question)
    yield None
    sweep.floor = 0 if build else question.floor
    yield from sweep.run()
    question.narrowed |= sweep.narrowed
    question.opens = sweep.value >= 0
    if sweep.value > question.floor:
        floor = sweep.value
        way = yield from phases.traced(sweep)
        sweep = None
        question.best = yield from phases.built(question, before, way, None)
        question.floor = floor


def can_open(question, laid):
    """A generator that yields None between slices and returns whether tiles `laid` alone can make
    an opening meld."""
    alone = Question(question.rules, bytearray(53), tiles.counts(laid), "tiles", 0)
    alone.aim = question.aim
    alone.budget = question.budget
    alone.room = question.room
    alone.width = question.width
    sweep = _sweep(alone)
    sweep.floor = 0
    yield from sweep.run()
    question.narrowed |= sweep.narrowed
    return sweep.value >= 0


def _sweep(question):
    """The Sweep of the rack alone for an opening meld."""
    rules = question.rules
    own = question.own
    must = bytearray(52)
    may = bytearray(own[:52])
    prepare.drop_hopeless(prepare.lacks(must, may, rules), may, own[JOKER])
    sweep = Sweep(rules, question.aim, question.budget, must, may, own[JOKER], 0, [])
    sweep.room = question.room
    sweep.width = question.width
    nothing = Reading((), 0, ())
    meld = opening.follower_for(question, sweep, nothing)
    if meld.watches and rules["opening_joker"] == "none" and own[JOKER]:
        from rules.solver import jokers

        sweep.spare = 0
        sweep.width = (question.width + 1) // 2
        sweep.follow(jokers.Special(question, sweep, nothing))
    sweep.follow(meld)
    return sweep

"""A person's copy of the table by steps: `played by: words_turn` (tests/cases.py)."""

from types import SimpleNamespace

import cases
from pocket.tilegame import sorting
from pocket.tilegame import turn as turns
from rules_help import rack as codes
from rules_help import table

from rules.tilegame import games, melds, referee, tiles

RK = games.rules_for("RK")
KINDS = {turns.NEW: "NEW", turns.ON: "ON", turns.SWAP: "SWAP", turns.SPLIT: "SPLIT"}


def make(sets, rack, opened=True, rules=RK):
    """Return a Turn: sets and rack as texts, `|` between sets."""
    game = SimpleNamespace(rules=rules, opened=[opened], seat=0, jokers_differ=False)
    game.table = melds.read_table(table(sets), rules)[0]
    return turns.Turn(game, codes(rack))


def legal(turn):
    """Return whether the referee takes the table as the turn would leave it."""
    before = turn.before, turn.start_rack
    return referee.judge(turn.rules, *before, turn.table(), turn.opened).legal


def words(turn):
    """Return the sets of a turn as texts."""
    return [" ".join(tiles.set_text(codes)) for codes in turn.sets]


def take(turn, text):
    """Take rack tiles."""
    for code in tiles.parse_set(text.split()):
        free = [i for i, own in enumerate(turn.rack) if own == code and not turn.rack_flags[i]]
        turn.pick_rack(free[0])


class Script(cases.Steps):
    """A Turn by the steps of a text: a position, then what is done with it, then checks."""

    def __init__(self):
        self.given = {"sets": "", "rack": "", "opened": True}
        self.game_id, self.options = "RK", {}
        self.made = None

    checks = {
        "laid": lambda turn: turn.laid,
        "taken": lambda turn: turn.picked,
        "wrong": lambda turn: turn.wrong(),
        "points": lambda turn: turn.points(turn.table()),
        "good": lambda turn: list(turn.good),  # each set: 1 if it is one
        "cells": lambda turn: list(turn.cells),
        "left": lambda turn: tiles.set_text(turn.rack),
        "legal": lambda turn: [] if legal(turn) else ["no"],
        # the places offered, in their order: `NEW 0`, `ON 1`, `SWAP 0`, `SPLIT 0` (the set)
        "targets": lambda turn: ", ".join(["%s %d" % (KINDS[t[0]], t[1]) for t in turn.targets()]),
        "offers": lambda turn: len(turn.targets()),
    }

    @property
    def game(self):
        """The Turn; its position is complete with the first step that asks for it."""
        if self.made is None:
            self.made = make(rules=games.rules_for(self.game_id, self.options), **self.given)
        return self.made

    # -- what it begins with

    def table(self, text):
        self.given["sets"] = text.replace("/", "|")

    def rack(self, text):
        self.given["rack"] = text

    def unopened(self):
        self.given["opened"] = False

    def of(self, game_id):
        self.game_id = game_id

    def option(self, text):
        """Choose a house option: `option opening_build`, `option opening_build=False`."""
        name, _, value = text.partition("=")
        self.options[name] = cases.value_of(value or "True")

    # -- what is done

    def take(self, text):
        take(self.game, text)

    def pick(self, text):
        """Take tiles of a set on the table by their places: `pick 0 3`, `pick 0 3 4`."""
        which, *places = map(int, text.split())
        for place in places:
            assert self.game.pick(which, place)

    def pick_tile(self, text):
        """Take a tile of a set by its text: `pick_tile 0 o5`."""
        which, tile = text.split()
        assert self.game.pick(int(which), tiles.set_text(self.game.sets[int(which)]).index(tile))

    def untouched(self, text):
        """Not be able to take a tile of the table."""
        which, place = map(int, text.split())
        assert not self.game.pick(which, place) and not self.game.pick_rest(which, place)

    def lay(self, way="0"):
        """Lay what is taken as a new set."""
        self.game.put((turns.NEW, 0, int(way)))

    def add(self, which):
        """Add what is taken to a set."""
        self.game.put((turns.ON, int(which), 0))

    def put(self, which="0"):
        """Put what is taken where it fits: the first place, or a later one; `put swap`: for the one
        joker that it may replace."""
        places = self.game.targets()
        if which == "swap":
            places, which = [place for place in places if place[0] == turns.SWAP], 0
            assert len(places) == 1
        self.game.put(places[int(which)])

    def back(self):
        """Put a taken tile back on the rack."""
        assert self.game.put_back()

    def no_back(self):
        """Not be able to put a taken tile back on the rack; leave it."""
        assert not self.game.put_back()
        self.game.unpick()

    def undo(self):
        assert self.game.undo()

    def drop(self):
        """Leave what is taken."""
        self.game.unpick()

    def sort(self):
        """Sort the rack by number."""
        self.game.arrange(sorting.sort_rack(self.game.rack, True))

    # -- what must be then

    def sets(self, text):
        """Have these sets on the table; `|` between ways of which one must be."""
        there = " / ".join(words(self.game))
        assert there in [one.strip() for one in text.split("|")], there

    def mends_first(self):
        """Offer a set that is none yet, then one that is."""
        assert [self.game.good[which] for _, which, _ in self.game.targets()] == [0, 1]

    def whole(self):
        """Have no tile lost or doubled."""
        turn = self.game
        here = tiles.table_counts([*turn.sets, turn.rack])
        assert here == tiles.table_counts([*turn.before, turn.start_rack])


def play(steps, tmp_path):
    """Play the steps of a case."""
    Script()(steps)

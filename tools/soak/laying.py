"""A table made set by set at the play screen: which tile is next, and the keys that lead to it."""

from collections.abc import Collection, Sequence
from typing import Any

from rules.tilegame import melds, tiles

_RACK, _TABLE, _PLACE = 0, 1, 2  # pocket.tilegame.personturn
_PICKED = 2  # pocket.tilegame.changes
_WAYS = 8  # to lay the same tiles, SELECT after SELECT


class Laying:
    """Who lays what a table lacks, with few keys. A class below it has go(button), which presses
    one until that is answered; turn, the Turn as it stands; cursor, (where, index, tile); and
    lost(sentence), the error to raise where a key does not do what it should.

    far: keys after which a way leads nowhere.
    """

    far = 400

    if False:  # for type checkers: what the class below has

        def __getattr__(self, name: str) -> Any: ...

    def reach(self, target: Sequence[bytes]) -> None:
        """Make the table `target`, set by set."""
        while True:
            goal, done = missing(self.turn, target)
            if goal is None:
                return
            for code in goal:
                place = self.place_of(code, done)
                if place is None:
                    raise self.lost("%s lies nowhere." % tiles.text(code))
                self.pick(*place)
            self.to_place()
            for _ in range(_WAYS):
                self.go("SELECT")
                if self.turn.sets and self.same(bytes(self.turn.sets[-1]), goal):
                    break
            else:
                raise self.lost("%s cannot be laid." % " ".join(tiles.set_text(goal)))

    same = staticmethod(melds.same_set)

    def place_of(self, code: int, done: Collection[int]) -> tuple | None:
        """Where to take such a tile from: see place_of below."""
        return place_of(self.turn, code, done)

    def pick(self, which: int | None, tile: int) -> None:
        """Take a tile of set `which`, None: of the rack."""
        if which is None:
            self.to_rack(tile)
        else:
            self.to_table(which, tile)
        self.go("A")

    def to_rack(self, place: int) -> None:
        """Move the cursor to a rack tile."""
        for _ in range(self.far):
            where, index, _tile = self.cursor
            if where == _RACK and index == place:
                return
            self.go("DOWN" if where else shorter_way(index, place, len(self.turn.rack)))
        raise self.lost("Rack tile %d is not reached." % place)

    def to_table(self, which: int, tile: int) -> None:
        """Move the cursor to a tile on the table."""
        way = None
        for _ in range(self.far):
            where, *there = self.cursor
            if where == _TABLE and there == [which, tile]:
                return
            if where == _TABLE and way is None:
                places = ring(self.turn)
                if tuple(there) not in places or (which, tile) not in places:
                    break
                here = places.index(tuple(there))
                way = shorter_way(here, places.index((which, tile)), len(places))
            self.go("UP" if where == _RACK else way or "RIGHT")
        raise self.lost("Tile %d of set %d is not reached." % (tile, which))

    def to_place(self) -> None:
        """Move the cursor to the place for a new set."""
        for _ in range(self.far):
            where = self.cursor[0]
            if where == _PLACE:
                return
            self.go("RIGHT" if where else "UP")
        raise self.lost("The place for a new set is not reached.")


def missing(turn: Any, target: Sequence[bytes]) -> tuple[bytes | None, list[int]]:
    """(the first set of `target` that a Turn's table lacks or None, which of its sets stay)."""
    todo = [bytes(codes) for codes in target]
    done = []
    for i, codes in enumerate(turn.sets):
        there = [goal for goal in todo if turn.good[i] and melds.same_set(bytes(codes), goal)]
        if there:
            todo.remove(there[0])
            done.append(i)
    return todo[0] if todo else None, done


def place_of(turn: Any, code: int, done: Collection[int]) -> tuple | None:
    """(set, tile) of a tile of this kind that is not taken: on the table outside sets `done`, the
    very code first, else on the rack (None, tile); None where there is none."""
    plain = tiles.plain(code)
    places = [
        (turn.sets[i][j] != code, i, j)
        for i in range(len(turn.sets))
        for j in range(len(turn.sets[i]))
        if i not in done
        and tiles.plain(turn.sets[i][j]) == plain
        and not turn.flags[i][j] & _PICKED
    ]
    if places:
        return min(places)[1:]
    for i in range(len(turn.rack)):
        if turn.rack[i] == plain and not turn.rack_flags[i]:
            return None, i
    return None


def ring(turn: Any) -> list[tuple]:
    """[(set, tile)] of a Turn's table in the order in which RIGHT goes over it, round and round."""
    spots = turn.spots
    order = sorted(
        (spots[3 * i], spots[3 * i + 1] + j, i, j)
        for i, codes in enumerate(turn.sets)
        for j in range(len(codes))
    )
    return [place[2:] for place in order]


def shorter_way(here: int, there: int, count: int) -> str:
    """RIGHT or LEFT: which goes from a place to another with fewer keys, of `count` in a ring."""
    forward = (there - here) % count
    return "RIGHT" if forward <= count - forward else "LEFT"

"""Ways to play a table set by set: move the cursor, pick tiles up, put them down.

Each takes the Screen that is on show and returns the one after its last key; Lost is raised where a
key does not do what it should.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from rules.tilegame import melds, tiles
from tools.person.screen import PICKED, PLACE, RACK, TABLE, Lost, Screen, Turn, Way, tap

_FAR = 400  # keys after which the cursor will not arrive any more
_WAYS = 8  # to read the same tiles as a set, one after the other at each SELECT


def turn_of(screen: Screen) -> Turn:
    """Return the turn on show. Raises Lost where there is none."""
    if screen.turn is None:
        raise Lost("No turn is on show.")
    return screen.turn


def press(screen: Screen, button: str) -> Way:
    """Press a button of a turn, and again if a tip took it."""
    while True:
        screen = yield tap(button)
        if not screen.tip:
            return screen
        screen = yield tap("A")


def arrange(
    screen: Screen, target: Sequence[bytes], same: Callable[[bytes, bytes], bool] = melds.same_set
) -> Way:
    """Yield the keys that move and play tiles until the table is `target`, a list of sets."""
    while True:
        goal, finished = missing(turn_of(screen), target)
        if goal is None:
            return screen
        for code in goal:
            place = place_of(turn_of(screen), code, finished)
            if place is None:
                raise Lost("There is no %s to pick up." % tiles.text(code))
            screen = yield from pick(screen, *place)
        screen = yield from to_place(screen)
        for _ in range(_WAYS):
            screen = yield from press(screen, "SELECT")
            sets = turn_of(screen).sets
            if sets and same(bytes(sets[-1]), goal):
                break
        else:
            raise Lost("%s cannot be played." % " ".join(tiles.set_text(goal)))


def pick(screen: Screen, which: int | None, tile: int) -> Way:
    """Pick up a tile of set `which`, or of the rack (None)."""
    if which is None:
        screen = yield from to_rack(screen, tile)
    else:
        screen = yield from to_table(screen, which, tile)
    return (yield from press(screen, "A"))


def to_rack(screen: Screen, place: int) -> Way:
    """Move the cursor to rack tile `place`."""
    for _ in range(_FAR):
        turn = turn_of(screen)
        if turn.where == RACK and turn.index == place:
            return screen
        button = "DOWN" if turn.where else shorter_way(turn.index, place, len(turn.rack))
        screen = yield from press(screen, button)
    raise Lost("Rack tile %d is out of reach." % place)


def to_table(screen: Screen, which: int, tile: int) -> Way:
    """Move the cursor to a tile of a set on the table."""
    way = ""
    for _ in range(_FAR):
        turn = turn_of(screen)
        here = turn.index, turn.tile
        if turn.where == TABLE and here == (which, tile):
            return screen
        if turn.where == TABLE and not way:
            places = ring(turn)
            if here not in places or (which, tile) not in places:
                break
            way = shorter_way(places.index(here), places.index((which, tile)), len(places))
        screen = yield from press(screen, "UP" if turn.where == RACK else way or "RIGHT")
    raise Lost("Tile %d of set %d is out of reach." % (tile, which))


def to_place(screen: Screen) -> Way:
    """Move the cursor to the place for a new set."""
    for _ in range(_FAR):
        where = turn_of(screen).where
        if where == PLACE:
            return screen
        screen = yield from press(screen, "RIGHT" if where else "UP")
    raise Lost("The place for a new set is out of reach.")


def missing(turn: Any, target: Sequence[bytes]) -> tuple[bytes | None, list[int]]:
    """Return (the first set of `target` that the turn's table lacks or None, indices of the sets
    that are in `target`)."""
    todo = [bytes(codes) for codes in target]
    done = []
    for i, codes in enumerate(turn.sets):
        there = [goal for goal in todo if turn.good[i] and melds.same_set(bytes(codes), goal)]
        if there:
            todo.remove(there[0])
            done.append(i)
    return todo[0] if todo else None, done


def place_of(turn: Any, code: int, done: Collection[int]) -> tuple | None:
    """Return (set, tile) of a tile of this kind that is not picked up: on the table outside the
    sets `done`, preferably this very code, else on the rack as (None, tile); None where there is
    none."""
    plain = tiles.plain(code)
    places = [
        (turn.sets[i][j] != code, i, j)
        for i in range(len(turn.sets))
        for j in range(len(turn.sets[i]))
        if i not in done and tiles.plain(turn.sets[i][j]) == plain and not turn.flags[i][j] & PICKED
    ]
    if places:
        return min(places)[1:]
    for i in range(len(turn.rack)):
        if turn.rack[i] == plain and not turn.rack_flags[i]:
            return None, i
    return None


def ring(turn: Any) -> list[tuple]:
    """Return [(set, tile)] of the table in the order in which RIGHT visits the tiles, round and
    round."""
    spots = turn.spots
    order = sorted(
        (spots[3 * i], spots[3 * i + 1] + j, i, j)
        for i, codes in enumerate(turn.sets)
        for j in range(len(codes))
    )
    return [place[2:] for place in order]


def shorter_way(here: int, there: int, count: int) -> str:
    """RIGHT or LEFT: which takes fewer keys from place to place in a ring of `count`."""
    forward = (there - here) % count
    return "RIGHT" if forward <= count - forward else "LEFT"

"""Ways to play a table set by set: move the cursor, pick tiles up, put them down.

Each takes the Screen on show and returns the one after its last key. Each raises Lost if a key does
not do what it should.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from rules.tilegame import melds, tiles
from tools.person.screen import PICKED, PLACE, RACK, TABLE, Lost, Screen, Turn, Way, tap

_FAR = 400  # maximum number of keys to move the cursor
_WAYS = 8  # maximum number of readings of the same tiles as a set; each SELECT shows the next


def turn_of(screen: Screen) -> Turn:
    """Return the turn on show. Raises Lost where there is none."""
    if screen.turn is None:
        raise Lost("No turn is on show.")
    return screen.turn


def press(screen: Screen, button: str) -> Way:
    """Press a button of a turn, and again if that only closed a tip."""
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
        goal, finished = next_set(turn_of(screen), target)
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
    direction = ""
    for _ in range(_FAR):
        turn = turn_of(screen)
        position = turn.index, turn.tile
        if turn.where == TABLE and position == (which, tile):
            return screen
        if turn.where == TABLE and not direction:
            ring = tiles_in_ring(turn)
            if position not in ring or (which, tile) not in ring:
                break
            direction = shorter_way(ring.index(position), ring.index((which, tile)), len(ring))
        screen = yield from press(screen, "UP" if turn.where == RACK else direction or "RIGHT")
    raise Lost("Tile %d of set %d is out of reach." % (tile, which))


def to_place(screen: Screen) -> Way:
    """Move the cursor to the place for a new set."""
    for _ in range(_FAR):
        where = turn_of(screen).where
        if where == PLACE:
            return screen
        screen = yield from press(screen, "RIGHT" if where else "UP")
    raise Lost("The place for a new set is out of reach.")


def next_set(turn: Any, target: Sequence[bytes]) -> tuple[bytes | None, list[int]]:
    """Return (the first set of `target` that the turn's table lacks or None, indices of the sets
    that are in `target`)."""
    missing = [bytes(codes) for codes in target]
    finished = []
    for i, codes in enumerate(turn.sets):
        matches = [goal for goal in missing if turn.good[i] and melds.same_set(bytes(codes), goal)]
        if matches:
            missing.remove(matches[0])
            finished.append(i)
    return missing[0] if missing else None, finished


def place_of(turn: Any, code: int, done: Collection[int]) -> tuple | None:
    """Return (set, tile) of a tile of this kind that is not picked up: on the table outside the
    sets `done`, preferably this very code, else on the rack as (None, tile); None where there is
    none."""
    kind = tiles.plain(code)
    places = [
        (turn.sets[i][j] != code, i, j)
        for i in range(len(turn.sets))
        for j in range(len(turn.sets[i]))
        if i not in done and tiles.plain(turn.sets[i][j]) == kind and not turn.flags[i][j] & PICKED
    ]
    if places:
        return min(places)[1:]
    for i in range(len(turn.rack)):
        if turn.rack[i] == kind and not turn.rack_flags[i]:
            return None, i
    return None


def tiles_in_ring(turn: Any) -> list[tuple]:
    """Return [(set, tile)] of the table in the order in which RIGHT visits the tiles."""
    spots = turn.spots
    order = sorted(
        (spots[3 * i], spots[3 * i + 1] + j, i, j)
        for i, codes in enumerate(turn.sets)
        for j in range(len(codes))
    )
    return [key[2:] for key in order]


def shorter_way(here: int, there: int, count: int) -> str:
    """Return RIGHT or LEFT, which takes fewer keys from one place to another in a ring of `count`
    places."""
    forward = (there - here) % count
    return "RIGHT" if forward <= count - forward else "LEFT"

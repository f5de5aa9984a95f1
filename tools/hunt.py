"""`bench --hunt`: climbs to positions and turns for which solver and referee need the most.

A climb begins with a random position and keeps every change that makes it dearer: a tile, a set, a
joker, an option, the goal. A solver's answer may take 10,000 states or 150 ms, a referee's 200 ms,
of the processor. The dearest positions are a stratum of tests/data: slow.jsonl.
"""

import copy
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator

from rules.base import RulesError
from rules.solver import search as solver
from rules.tilegame import games, melds, referee, tiles

STATES = 10000
MS = 150
REFEREE_MS = 200
_PATIENCE = 150  # changes in vain that end a climb
_COLOURS = "krbo"
_SWITCHES = (
    (),
    ("mixed_runs",),
    ("runs_only",),
    ("groups_only",),
    ("opening_build",),
    ("opening_several",),
    ("runs_only", "mixed_runs"),
    ("opening_build", "mixed_runs"),
    ("opening_build", "opening_several"),
)


def _pack(position):
    """Return how many of each tile neither table nor rack holds."""
    left = Counter({colour + str(n): 2 for colour in _COLOURS for n in range(1, 14)})
    left["*"] = 2
    left.subtract(word for row in [*position["table"], position["rack"]] for word in row)
    return left


def _new_set(rng, mixed):
    """Return the words of a random set."""
    if rng.random() < 0.45:
        number = rng.randint(1, 13)
        return [colour + str(number) for colour in rng.sample(_COLOURS, rng.choice((3, 3, 4)))]
    size = rng.choice((3, 3, 4, 4, 5, 6, 7))
    first = rng.randint(1, 14 - size)
    main = rng.choice(_COLOURS)
    return [
        (rng.choice(_COLOURS) if mixed and rng.random() < 0.5 else main) + str(first + i)
        for i in range(size)
    ]


def _with_joker(rng, position):
    """Put a joker in place of a tile of the table, and the tile on the rack, where it can pay."""
    rows = [row for row in position["table"] if "*" not in row]
    if rows:
        row = rng.choice(rows)
        place = rng.randrange(len(row))
        position["rack"].append(row[place])
        row[place] = "*"


def begin(rng: random.Random) -> dict:
    """Return a random position to climb from: a request of `solve`."""
    position: dict = {
        "game": rng.choice(games.ids()),
        "options": dict.fromkeys(rng.choice(_SWITCHES), True),
        "table": [],
        "rack": [],
        "opened": rng.random() < 0.7,
        "goal": rng.choice(("tiles", "points")),
        "free_jokers": rng.random() < 0.1,
    }
    for _ in range(rng.randint(4, 20)):
        row = _new_set(rng, "mixed_runs" in position["options"])
        if not Counter(row) - _pack(position):
            position["table"].append(row)
    for _ in range(2):
        _with_joker(rng, position)
    words = list(_pack(position).elements())
    position["rack"] += rng.sample(words, min(len(words), rng.choice((6, 12, 15, 25, 38))))
    return position


def changed(rng: random.Random, position: dict) -> dict:
    """Return a position that differs in one thing."""
    after = copy.deepcopy(position)
    table, rack = after["table"], after["rack"]
    free = list((+_pack(after)).elements())
    kind = rng.randrange(100)
    if kind < 30 and free:
        rack.append(rng.choice(free))
    elif kind < 45 and rack:
        rack.pop(rng.randrange(len(rack)))
    elif kind < 60 and free and rack:
        rack[rng.randrange(len(rack))] = rng.choice(free)
    elif kind < 70 and table:
        table.pop(rng.randrange(len(table)))
    elif kind < 85:
        table.append(_new_set(rng, "mixed_runs" in after["options"]))
    elif kind < 90:
        _with_joker(rng, after)
    elif kind < 95:
        after["options"] = dict.fromkeys(rng.choice(_SWITCHES), True)
        if rng.random() < 0.4:
            after["options"]["opening_points"] = rng.choice((5, 30, 50, 80))
    elif kind < 97:
        after["goal"] = "points" if after["goal"] == "tiles" else "tiles"
    elif kind < 99:
        after["game"] = rng.choice(games.ids())
    else:
        after["opened"] = not after["opened"]
    return after


def read(position: dict) -> tuple[dict, list[bytes], bytes]:
    """Return (rules, table, rack) of a position. Raises RulesError for one that cannot be."""
    rules = games.rules_for(position["game"], position["options"])
    table = [tiles.parse_set(words) for words in position["table"]]
    if min(_pack(position).values()) < 0 or not all(melds.readings(row, rules) for row in table):
        raise RulesError("There is no such table.")
    return rules, table, tiles.parse_set(position["rack"])


def solved(position: dict) -> tuple[float, str]:
    """Return (share of the limit that the solver's answer takes, in words). Raises RulesError."""
    rules, table, rack = read(position)
    asked = position["opened"], position["goal"], position["free_jokers"]
    begun = time.process_time()
    result = solver.run(rules, table, rack, *asked, tidy=0)
    ms = (time.process_time() - begun) * 1000
    position["most"] = [result.tiles, result.points]
    words = "%d states, %.0f ms" % (result.states, ms)
    if not result.proved:
        return 100.0, words + ", not proved"
    return max(result.states / STATES, ms / MS), words


def judged(position: dict) -> tuple[float, str]:
    """Return (share of the limit that the referee takes for a turn from a position to its best
    play, in words). Raises RulesError."""
    rules, table, rack = read(position)
    after = solver.run(rules, table, rack, position["opened"], tidy=0, limit=300, wide=8).table
    begun = time.process_time()
    referee.judge(rules, table, rack, after, position["opened"])
    ms = (time.process_time() - begun) * 1000
    return ms / REFEREE_MS, "%.0f ms for the referee" % ms


def climb(
    rng: random.Random, measure: Callable[[dict], tuple[float, str]], end: float
) -> tuple[float, str, dict]:
    """Climb until `end` (of time.monotonic) or until changes are in vain; return what the dearest
    position takes, in shares of the limit and in words, and the position."""
    best = (0.0, "", begin(rng))
    vain = 0
    while vain < _PATIENCE and time.monotonic() < end:
        position = best[2]
        for _ in range(rng.choice((1, 1, 2, 3))):
            position = changed(rng, position)
        vain += 1
        try:
            share, words = measure(position)
            if share > 1:  # the machine may have been busy
                share, words = min((share, words), measure(position))
        except RulesError:
            continue
        if share > best[0]:
            best = (share, words, position)
            vain = 0
    return best


def hunt(minutes: float, seed: int) -> Iterator[tuple[float, str]]:
    """Yield (share of the limit, a line of JSON) of the dearest position of each climb; the solver
    and the referee take turns."""
    rng = random.Random(seed)
    end = time.monotonic() + 60 * minutes
    turn = 0
    while time.monotonic() < end:
        share, words, position = climb(rng, judged if turn % 4 == 3 else solved, end)
        turn += 1
        yield share, json.dumps({**position, "took": words})

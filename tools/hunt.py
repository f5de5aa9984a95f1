"""`bench --hunt`: climb to positions for which the solver needs the most.

A climb begins with a random position and keeps every change that makes it dearer, until many
changes in a row have been in vain.
"""

import json
import random
import time
from collections import Counter
from collections.abc import Iterator

from rules.base import RulesError
from rules.solver import search
from rules.tilegame import games, tiles
from tools.requests.tiles import read_position
from tools.soak import judge, positions

_VAIN = 100  # changes in vain that end a climb


def begin(rng: random.Random) -> dict:
    """Return a random position as a request of `solve`."""
    game, rack = rng.choice(games.ids()), rng.choice((6, 12, 20, 30))
    drawn = positions.position(rng, game, rng.randint(4, 14), rack)
    return {
        "game": game,
        "options": drawn.options,
        "table": [judge.without_claims(row) for row in drawn.before],
        "rack": list(drawn.rack),
        "opened": drawn.opened,
        "goal": rng.choice(("tiles", "points")),
        "free_jokers": False,
    }


def mutate(rng: random.Random, position: dict) -> dict:
    """Return a position that differs by a tile of the rack, a set of the table, or the question."""
    table, rack = list(position["table"]), list(position["rack"])
    rules = judge.rules_of(position["game"], position["options"])
    left = Counter({tiles.text(code): 2 for code in range(52)}) + Counter("**")
    left -= Counter(word for row in [*table, rack] for word in row)
    kind = rng.choice(("add", "add", "drop", "replace", "set", "set", "no set", "goal", "opened"))
    if kind in ("drop", "replace") and rack:
        rack.pop(rng.randrange(len(rack)))
    if kind in ("add", "replace") and left:
        rack.append(rng.choice(sorted(left.elements())))
    elif kind == "set":
        value = rng.randint(1, 10)  # only four numbers, as a whole pack has very many sets
        some = Counter({word: 1 for word in left if word[1:] in map(str, range(value, value + 4))})
        table.append(rng.choice(judge.sets_from(rules, some + Counter("*")) or [[]]))
    elif kind == "no set" and table:
        table.pop(rng.randrange(len(table)))
    position = {**position, "table": [row for row in table if row], "rack": rack}
    if kind == "goal":
        position["goal"] = "points" if position["goal"] == "tiles" else "tiles"
    return {**position, "opened": position["opened"] != (kind == "opened")}


def measured(position: dict) -> dict:
    """Return what the solver takes for a position. Raises RulesError for one that cannot be."""
    rules, table, rack, opened, _ = read_position(position)
    begun = time.process_time()
    result = search.run(rules, table, rack, opened, position["goal"], position["free_jokers"])
    ms = (time.process_time() - begun) * 1000
    return {"states": result.states, "ms": round(ms, 1), "proved": result.proved}


def climb(rng: random.Random, end: float) -> dict:
    """Climb until `end` (of time.monotonic) or in vain; return the dearest position, with what the
    solver takes for it."""
    best = begin(rng)
    best |= measured(best)
    vain = 0
    while vain < _VAIN and time.monotonic() < end:
        after = best
        for _ in range(rng.choice((1, 1, 2, 3))):
            after = mutate(rng, after)
        vain += 1
        try:
            after |= measured(after)
        except RulesError:
            continue
        if after["states"] > best["states"]:
            best, vain = after, 0
    return best


def hunt(minutes: float, seed: int) -> Iterator[dict]:
    """Yield the dearest position of each climb."""
    rng, end = random.Random(seed), time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        yield climb(rng, end)


def main(minutes: float, seed: int) -> int:
    """Print the dearest position of each climb, a line of JSON. Returns the exit status: 1 when an
    answer was not proved."""
    climbs = []
    for position in hunt(minutes, seed):
        climbs.append(position)
        print(json.dumps(position), flush=True)
    most = max(climbs, key=lambda position: position["states"])
    said = len(climbs), most["states"], most["ms"]
    print("%d climbs; the dearest position takes %d states, %.0f ms of processor time" % said)
    return 0 if all(position["proved"] for position in climbs) else 1

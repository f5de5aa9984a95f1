"""`bench --hunt`: climb to positions for which the solver needs the most states.

A climb begins with a random position and keeps every change that increases the states, until many
changes in a row have failed.
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

_MAX_FAILURES = 100  # number of failed changes in a row that ends a climb


def random_position(rng: random.Random) -> dict:
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
    pool = Counter({tiles.text(code): 2 for code in range(52)}) + Counter("**")
    pool -= Counter(word for row in [*table, rack] for word in row)
    kind = rng.choice(("add", "add", "drop", "replace", "set", "set", "no set", "goal", "opened"))
    if kind in ("drop", "replace") and rack:
        rack.pop(rng.randrange(len(rack)))
    if kind in ("add", "replace") and pool:
        rack.append(rng.choice(sorted(pool.elements())))
    elif kind == "set":
        value = rng.randint(1, 10)  # only four numbers, as a whole pack has very many sets
        some = Counter({word: 1 for word in pool if word[1:] in map(str, range(value, value + 4))})
        table.append(rng.choice(judge.sets_from(rules, some + Counter("*")) or [[]]))
    elif kind == "no set" and table:
        table.pop(rng.randrange(len(table)))
    position = {**position, "table": [row for row in table if row], "rack": rack}
    if kind == "goal":
        position["goal"] = "points" if position["goal"] == "tiles" else "tiles"
    return {**position, "opened": position["opened"] != (kind == "opened")}


def measure(position: dict) -> dict:
    """Return the solver's figures for a position. Raises RulesError for an impossible one."""
    rules, table, rack, opened, _ = read_position(position)
    begun = time.process_time()
    result = search.run(rules, table, rack, opened, position["goal"], position["free_jokers"])
    ms = (time.process_time() - begun) * 1000
    return {"states": result.states, "ms": round(ms, 1), "proved": result.proved}


def climb(rng: random.Random, end: float) -> dict:
    """Climb until `end` (of time.monotonic) or _MAX_FAILURES; return the slowest position with its
    figures."""
    best = random_position(rng)
    best |= measure(best)
    failures = 0
    while failures < _MAX_FAILURES and time.monotonic() < end:
        changed = best
        for _ in range(rng.choice((1, 1, 2, 3))):
            changed = mutate(rng, changed)
        failures += 1
        try:
            changed |= measure(changed)
        except RulesError:
            continue
        if changed["states"] > best["states"]:
            best, failures = changed, 0
    return best


def hunt(minutes: float, seed: int) -> Iterator[dict]:
    """Yield the slowest position of each climb."""
    rng, end = random.Random(seed), time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        yield climb(rng, end)


def main(minutes: float, seed: int) -> int:
    """Print the slowest position of each climb, a line of JSON. Return the exit status: 1 if an
    answer was not proved."""
    climbs = []
    for position in hunt(minutes, seed):
        climbs.append(position)
        print(json.dumps(position), flush=True)
    slowest = max(climbs, key=lambda position: position["states"])
    figures = len(climbs), slowest["states"], slowest["ms"]
    print("%d climbs; the slowest position takes %d states, %.0f ms of processor time" % figures)
    return 0 if all(position["proved"] for position in climbs) else 1

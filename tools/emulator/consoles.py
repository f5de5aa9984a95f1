"""What the probe (probe.py) has told on a console, [(ms, line)], as plain values."""

from collections.abc import Iterable
from typing import Any

# bytes of the pieces that pocket.always.app holds while a screen is made: one of three, and another
PIECES = (8704, 6528, 4352, 2176)


def screens(console: list[tuple]) -> list[dict]:
    """[{ms, game, screen, phase, free, block}] in order; a person's turn is the screen "turn"."""
    rows, game = [], "-"
    for ms, line in console:
        words = line.split() or [""]
        if words[0] == "job" and words[1] == "begin":
            game = words[2]
        elif words[0] == "job" and words[1] == "position":
            game = words[2].strip("/")[:2]
        elif words[0] == "screen" and len(words) == 5:
            rows.append({"ms": ms, "game": game, "screen": words[1], "phase": words[2]})
            rows[-1].update(free=int(words[4]), block=None)
        elif words[0] == "person" and len(words) == 4:
            rows.append({"ms": ms, "game": words[1], "screen": "turn", "phase": "person"})
            rows[-1].update(free=int(words[3]), block=None)
        elif words[0] == "block" and rows:
            rows[-1]["block"] = int(words[1])
    return rows


def behind(collections: list[tuple], console: list[tuple], since: float = 0) -> dict | None:
    """What was free behind the heap's collections from `since` (ms) on, at the least: {"free":
    (bytes, ms, line told last), "piece": the same of the largest piece}; None without one."""
    # Pieces the probe tries for are no game's; where it tries for none no end of that is told.
    tries = [(begin, end) for begin, end in _tries(console) if end < float("inf")]
    read = [
        row
        for row in collections
        if row[0] >= since and not any(begin <= row[0] <= end for begin, end in tries)
    ]
    if not read:
        return None
    least = {}
    for name, column in (("free", 1), ("piece", 2)):
        row = min(read, key=lambda row: row[column])
        told = [line for ms, line in console if ms <= row[0] and line.strip()]
        least[name] = (row[column], round(row[0]), told[-1] if told else "")
    return least


def behind_text(least: dict | None) -> str:
    """The same, a line."""
    if not least:
        return "    no collection was seen"
    said = "    behind collections at least %d bytes free (%d ms, %s), a piece of %d (%d ms, %s)"
    return said % (*least["free"], *least["piece"])


def _tries(console):
    """[(begin, end)], ms, of what the probe does behind a screen's line until it tells a block."""
    tries, since = [], None
    for ms, line in console:
        if line.startswith(("screen ", "person ")):
            since = ms
        elif line.startswith("thinks "):
            since = None
        elif line.startswith("block ") and since is not None:
            tries.append((since, ms))
            since = None
    if since is not None:  # switched off meanwhile
        tries.append((since, float("inf")))
    return tries


def refused(console: list[tuple], failures: list) -> list:
    """The allocations given up, [ms, bytes], that the program itself could not do with: without
    those of the probe, which tries for the largest block behind a screen's line and then tells it,
    and without the pieces that the app asks for before it makes a screen, there or not."""
    tries = _tries(console)
    return [
        [ms, size]
        for ms, size in failures
        if size not in PIECES and not any(begin <= ms <= end for begin, end in tries)
    ]


def thoughts(console: list[tuple], failures: list) -> list[dict]:
    """[{game, seats, level, move, ms, rack, table, pool, low, slice, errors}] in order; errors:
    allocations given up meanwhile."""
    rows, began = [], None
    for ms, line in console:
        words = line.split()
        if words[:1] == ["thinks"]:
            began = ms
        elif words[:1] == ["thought"] and len(words) == 17 and began is not None:
            row = {"game": words[1], "seats": int(words[2]), "level": words[3], "move": words[4]}
            row.update({words[i]: int(words[i + 1]) for i in range(5, 17, 2)})
            row["errors"] = sum(1 for when, _size in failures if began <= when <= ms)
            rows.append(row)
            began = None
    return rows


def start(console: list[tuple]) -> dict[str, int]:
    """{"heap": bytes free when code.py began, "probe": what the game is given}."""
    figures = {}
    for _ms, line in console:
        words = line.split()
        if words[:2] in (["heap", "free"], ["probe", "free"]):
            figures[words[0]] = int(words[2])
    return figures


def start_text(figures: dict[str, int]) -> str:
    """What `start` found as one line."""
    return "free when code.py begins: %d bytes; the game is given %d" % (
        figures.get("heap", 0),
        figures.get("probe", 0),
    )


def share(times: Iterable, part: float) -> Any:
    """The time that `part` (0.9) of `times` do not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def by_player(rows: list[dict]) -> list[dict]:
    """What `thoughts` come to for each game, seats and level, in order of first sight: dicts by
    the headings of tables."""
    groups = {}
    for row in rows:
        groups.setdefault((row["game"], row["seats"], row["level"]), []).append(row)
    out = []
    for (game, seats, level), group in groups.items():
        times = [row["ms"] for row in group]
        told = {"game": game, "seats": seats, "level": level, "moves": len(group)}
        told["lowest"] = min(row["low"] for row in group)
        told["errors"] = sum(row["errors"] for row in group)
        told["plain"] = sum(1 for row in group if row["errors"])
        told.update({"mean ms": sum(times) // len(times), "p90": share(times, 0.9)})
        told.update(longest=max(times), slice=max(row["slice"] for row in group))
        out.append(told)
    return out

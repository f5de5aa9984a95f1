"""What a run has told, as plain values: the probe (probe.py) on the console, the chip besides."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from tools.emulator import paintings

# bytes of the pieces that pocket.always.app holds while a screen is made: one of three, and another
PIECES = (8704, 6528, 4352, 2176)
_COLLECTS = 40  # ms before a line of the probe in which it collects for the line's free bytes


class Told(NamedTuple):
    """console: [(ms, line)]. failures: allocations given up, [ms, bytes]. collections: what was
    free behind each, [(ms, bytes, bytes of the largest piece)]. painted: rectangles, see
    Handheld.painted. size: of the display."""

    console: list
    failures: list = []
    collections: list = []
    painted: list = []
    size: tuple[int, int] = (240, 240)

    def since(self, ms: float) -> "Told":
        """The part from `ms` on. Collections and paintings before it stay: lines refer to them."""
        return self._replace(
            console=[row for row in self.console if row[0] >= ms],
            failures=[row for row in self.failures if row[0] >= ms],
        )


def told(board: Any, painted: list | None = None) -> Told:
    """All that a Handheld has told. painted: of it, in place of what is new; failures are only
    those since the last call."""
    painted = board.painted() if painted is None else painted
    return Told(board.console, board.failures(), board.collections(), painted, board.size)


def screens(told: Told) -> list[dict]:
    """[{ms, game, screen, phase, free, piece}] in order; a person's turn is the screen "turn".
    free, piece: of the probe's own collection."""
    rows, game = [], "-"
    for ms, line in told.console:
        words = line.split() or [""]
        if words[0] == "job" and words[1] == "begin":
            game = words[2]
        elif words[0] == "job" and words[1] == "position":
            game = words[2].strip("/")[:2]
        elif words[0] == "screen" and len(words) == 5:
            rows.append({"ms": ms, "game": game, "screen": words[1], "phase": words[2]})
            rows[-1].update(free=int(words[4]), piece=_piece(told, ms))
        elif words[0] == "person" and len(words) == 4:
            rows.append({"ms": ms, "game": words[1], "screen": "turn", "phase": "person"})
            rows[-1].update(free=int(words[3]), piece=_piece(told, ms))
    return rows


def _piece(told, ms):
    """The largest piece behind the collection that the probe made for its line of `ms`, or None."""
    pieces = [row[2] for row in told.collections if ms - _COLLECTS <= row[0] <= ms]
    return pieces[-1] if pieces else None


def lowest(told: Told, since: float = 0, until: float = float("inf")) -> dict | None:
    """Where the least was free behind collections of that time, and where the largest piece was
    the smallest: {"free": row, "piece": row}, each (bytes free, bytes of the largest piece, ms,
    line told last); None without a collection."""
    read = [row for row in told.collections if since <= row[0] <= until]
    if not read:
        return None
    least = {}
    for name, column in (("free", 1), ("piece", 2)):
        ms, free, piece = min(read, key=lambda row: row[column])
        said = [line for when, line in told.console if when <= ms and line.strip()]
        least[name] = (free, piece, round(ms), said[-1] if said else "")
    return least


def lowest_text(least: dict | None) -> str:
    """The same, a line."""
    if not least:
        return "    no collection was seen"
    said = "%d bytes free, the largest piece %d (%d ms, %s)"
    return "    behind collections at least %s; smallest piece: %s" % (
        said % least["free"],
        said % least["piece"],
    )


def refused(failures: list) -> list:
    """Of the allocations given up, [ms, bytes], those that the program itself could not do with:
    without the pieces that the app asks for before it makes a screen, there or not."""
    return [[ms, size] for ms, size in failures if size not in PIECES]


def refused_text(rows: list) -> list[str]:
    """A line for each of them."""
    return ["    refused: %d bytes at %d ms" % (size, ms) for ms, size in rows]


def thoughts(told: Told) -> list[dict]:
    """[{game, seats, level, move, ms, work, rack, table, pool, low, piece, slice, errors}] of the
    computers' thoughts in order, see `searches`."""
    return [row for row in searches(told) if row["kind"] == "thought"]


def searches(told: Told) -> list[dict]:
    """[{kind, game, ms, work, low, piece, slice, errors, told_ms}] of all that was searched for, in
    order. kind: "thought", which has a thought's own fields, too, "hint" or "proved". ms: from the
    last painting before it to the end of the first one behind it, as a player sees it, or where no
    painting is known `work`: ms in the search itself. low, piece: at the least behind a
    collection, None without one. errors: allocations given up meanwhile. told_ms: when it was
    told."""
    rows, began = [], None
    gave_up = refused(told.failures)
    frames = paintings.frames_of(told.painted, told.size)
    for ms, line in told.console:
        words = line.split() or [""]
        if words[0] == "thinks":
            began = ms
        elif began is not None and (words[0] == "thought" and len(words) == 15):
            row = {"game": words[1], "seats": int(words[2]), "level": words[3], "move": words[4]}
            rows.append({**row, **_search(told, words[0], words[5:], began, ms, gave_up, frames)})
            began = None
        elif began is not None and words[0] in ("hint", "proved") and len(words) == 6:
            row = _search(told, words[0], words[2:], began, ms, gave_up, frames)
            rows.append({"game": words[1], **row})
            began = None
    return rows


def _search(told, kind, words, began, ms, gave_up, frames):
    """What searches of all kinds have, see `searches`. words: names and numbers in turn."""
    row = {name: int(value) for name, value in zip(words[::2], words[1::2])}
    row.update(kind=kind, work=row["ms"], told_ms=ms)
    seen = paintings.around(frames, began, ms)
    row["ms"] = row["work"] if seen is None else round(seen)
    least = lowest(told, began - _COLLECTS, ms)
    row["low"], row["piece"] = (least["free"][0], least["piece"][1]) if least else (None, None)
    row["errors"] = sum(1 for when, _size in gave_up if began <= when <= ms)
    return row


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


def code_ms(console: list[tuple]) -> float | None:
    """When code.py began: all before it is the firmware's time. None if it never did."""
    begun = [ms for ms, line in console if line.startswith("code.py output:")]
    return round(begun[0], 1) if begun else None


def share(times: Iterable, part: float) -> Any:
    """The time that `part` (0.9) of `times` do not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


def least(values: Iterable) -> Any:
    """The least of the values that are known, or None."""
    return min([value for value in values if value is not None], default=None)


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
        told["lowest"] = least(row["low"] for row in group)
        told["piece"] = least(row["piece"] for row in group)
        told["errors"] = sum(row["errors"] for row in group)
        told["plain"] = sum(1 for row in group if row["errors"])
        told.update({"mean ms": sum(times) // len(times), "p90": share(times, 0.9)})
        told.update(longest=max(times), slice=max(row["slice"] for row in group))
        out.append(told)
    return out

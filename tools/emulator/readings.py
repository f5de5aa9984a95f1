"""Read a run's log: screens, searches, times from key to picture, memory. Knows no chip."""

import bisect
from collections.abc import Iterable
from typing import Any, NamedTuple

from tools.emulator.session import RESERVES

_COLLECTS = 40  # ms before a line of the probe in which it collects for the line's free bytes
_GAP = 80  # ms without painting that end one painting
_FRAME_GAP = 12  # ms without painting that end one frame
_LARGE = 0.1  # of the display: less is a cursor, no new screen
_PAINTS = 1500  # ms from a key to its screen's line, and from there to the picture
_LONG = 590  # ms; pocket.app.input takes a longer press for another key


class Log(NamedTuple):
    """What a board recorded in a span of time; see Handheld. size: of the display."""

    console: list
    failures: list = []
    collections: list = []
    painted: list = []
    presses: list = []
    size: tuple[int, int] = (240, 240)


def log_of(board: Any, since: float = 0, until: float = float("inf")) -> Log:
    """What a Handheld recorded from `since` to before `until`."""
    log = Log(
        board.console,
        board.failures,
        board.collections(),
        board.painted,
        board.presses,
        size=board.size,
    )
    return between(log, since, until)


def between(log: Log, since: float, until: float) -> Log:
    """The part of a log from `since` to before `until`."""
    parts: Any = {
        name: [row for row in getattr(log, name) if since <= row[0] < until]
        for name in ("console", "failures", "collections", "painted", "presses")
    }
    return log._replace(**parts)


def screens(log: Log) -> list[dict]:
    """[{ms, game, screen, phase, free, piece}] in order; a person's turn is the screen "turn".
    free, piece: bytes after the probe's own collection."""
    rows, game = [], "-"
    for ms, line in log.console:
        words = line.split() or [""]
        if words[:2] in (["job", "begin"], ["job", "position"]):
            game = words[2].strip("/")[:2]
        if words[0] == "screen" and len(words) == 5:
            screen, phase = words[1].rpartition(".")[2], words[2]
        elif words[0] == "person" and len(words) == 4:
            game, screen, phase = words[1], "turn", "person"
        else:
            continue
        pieces = [row[2] for row in log.collections if ms - _COLLECTS <= row[0] <= ms]
        row = {"ms": round(ms, 1), "game": game, "screen": screen, "phase": phase}
        rows.append({**row, "free": int(words[-1]), "piece": pieces[-1] if pieces else None})
    return rows


def lowest(log: Log, since: float = 0, until: float = float("inf")) -> dict | None:
    """{"free": row, "piece": row}: the collection after which the fewest bytes were free, and the
    one with the smallest largest piece. row: (bytes free, bytes of the largest piece, ms, the
    console's last line). None without a collection."""
    collections = [row for row in log.collections if since <= row[0] <= until]
    if not collections:
        return None
    least = {}
    for name, column in (("free", 1), ("piece", 2)):
        ms, free, piece = min(collections, key=lambda row: row[column])
        printed = [line for when, line in log.console if when <= ms and line.strip()]
        least[name] = (free, piece, round(ms), printed[-1] if printed else "")
    return least


def refused(log: Log) -> list:
    """[[ms, bytes]] of the allocations given up, without those for the game's own reserves, which
    it asks for whether they fit or not."""
    return [[round(ms), size] for ms, size in log.failures if size not in RESERVES]


def searches(log: Log) -> list[dict]:
    """Return every search in order: [{kind, game, ms, work, low, piece, slice, errors, told_ms}].

    kind: a computer's "thought" (then also seats, level, move, rack, table, pool), "hint", or
    "proved" (whether a seat may pass). ms: from the last painting before the search to the end of
    the first one after it, a player's wait; `work` if no painting is known. work: ms in the
    search itself. low, piece: least free bytes and smallest largest piece after its collections.
    errors: allocations that failed meanwhile. told_ms: when it ended.
    """
    rows: list[dict] = []
    began: Any = None
    failures = refused(log)
    frames = _frames(log)
    for ms, line in log.console:
        words = line.split() or [""]
        if words[0] == "thinks":
            began = ms
            continue
        kind = words[0] if began is not None else ""
        row: dict[str, Any] = {"kind": kind, "told_ms": ms}
        if kind == "thought" and len(words) == 15:
            row.update(zip(("game", "seats", "level", "move"), words[1:5]))
        elif kind not in ("hint", "proved") or len(words) != 6:
            continue
        first = 5 if kind == "thought" else 2
        row["game"] = words[1]
        row.update(zip(words[first::2], map(int, words[first + 1 :: 2])))
        row["work"] = row["ms"]
        waited = _around(frames, began, ms)
        row["ms"] = row["work"] if waited is None else round(waited)
        least = lowest(log, began - _COLLECTS, ms)
        row["low"], row["piece"] = (least["free"][0], least["piece"][1]) if least else (None, None)
        row["errors"] = sum(began <= when <= ms for when, _size in failures)
        rows.append(row)
        began = None
    return rows


def coached(log: Log) -> dict[str, int]:
    """{turns, ms, unsure, more} of the last coach that ended, or {}."""
    words = [line.split() for _ms, line in log.console if line.startswith("coached ")]
    names = ["turns", *words[-1][2::2]] if words else []
    return dict(zip(names, map(int, words[-1][1::2]))) if words else {}


def start(log: Log) -> dict[str, int]:
    """{"heap": bytes free when code.py began, "probe": bytes left to the game}."""
    words = [line.split() for _ms, line in log.console if line.startswith(("heap f", "probe f"))]
    return {each[0]: int(each[2]) for each in words}


def code_ms(log: Log) -> float | None:
    """When code.py began: the time before it is the firmware's. None if it never did."""
    begun = [ms for ms, line in log.console if line.startswith("code.py output:")]
    return round(begun[0], 1) if begun else None


def share(values: Iterable, part: float) -> Any:
    """The value that `part` (0.9) of `values` do not exceed; 0 without values."""
    ordered = sorted(values) or [0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


# -- painting: rectangles [begin ms, end ms, left, top, right, bottom]


def clusters(areas: list, gap: float = _GAP) -> list[tuple]:
    """[(begin ms, end ms, pixels)] of areas that follow each other within `gap` ms."""
    paintings: list = []
    for begin, end, left, top, right, bottom in areas:
        pixels = (right - left + 1) * (bottom - top + 1)
        if paintings and begin - paintings[-1][1] <= gap:
            paintings[-1][1] = max(paintings[-1][1], end)
            paintings[-1][2] += pixels
        else:
            paintings.append([begin, end, pixels])
    return [tuple(painting) for painting in paintings]


def _seen(log):
    """The areas painted, without the clock's: seconds in the last fifth of the head line."""
    width, height = log.size
    return [area for area in log.painted if area[2] < width * 4 // 5 or area[5] >= height // 10]


def _frames(log):
    return clusters(_seen(log), _FRAME_GAP)


def _around(frames, began, ended):
    """ms from the end of the last frame before `began` to the end of the first frame that begins
    after `ended`, or None."""
    before = bisect.bisect_right([frame[1] for frame in frames], began) - 1
    after = bisect.bisect_left([frame[0] for frame in frames], ended)
    if before < 0 or after == len(frames):
        return None
    return frames[after][1] - frames[before][1]


def key_times(log: Log) -> list[tuple[str, float]]:
    """[(what the key did, ms to the last byte of its picture)] of each press that painted.

    "to SCREEN" where a screen followed: its picture ends with its last large painting. "in SCREEN"
    elsewhere: with the first painting.
    """
    areas, rows = _seen(log), []
    shown = [(ms, line.split()) for ms, line in log.console if line.startswith("screen ")]
    ends = [row[0] for row in log.presses[1:]] + [float("inf")]
    for (ms, _button, held), end in zip(log.presses, ends):
        new = [row for row in shown if ms <= row[0] < min(end, ms + held + _PAINTS)]
        old = [row for row in shown if row[0] < ms]
        if new:
            end = min([end, new[0][0] + _PAINTS, *(row[0] for row in new[1:])])
        screen = (new[0] if new else old[-1])[1][1].rpartition(".")[2] if new or old else "?"
        what = ("to " if new else "in ") + screen
        pressed = ms + (_LONG if held > _LONG else 0)
        first = bisect.bisect_left(areas, pressed, key=lambda area: area[0])
        last = bisect.bisect_left(areas, end, key=lambda area: area[0])
        paintings = clusters(areas[first:last])
        if new:
            large = _LARGE * log.size[0] * log.size[1]
            paintings = [painting for painting in paintings if painting[2] >= large][-1:]
        if paintings:
            rows.append((what, round(paintings[0][1] - pressed, 1)))
    return rows

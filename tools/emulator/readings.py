"""Read the log of a run: screens, searches, times from key to picture, memory; for any chip."""

import bisect
from collections.abc import Iterable
from typing import Any, NamedTuple

from tools.emulator.session import RESERVES

_COLLECT_MS = 40  # ms before a line of the probe in which it collects for the line's free bytes
_GAP_MS = 80  # ms without painting that end one painting
_FRAME_GAP_MS = 12  # ms without painting that end one frame
_LARGE_SHARE = 0.1  # share of the display: a smaller painting is a cursor, not a new screen
_PAINT_MS = 1500  # ms from a key to its screen's line, and from there to the picture
_RESTART_MS = 2000  # from a refused allocation until the game shows a screen again
_FAILED = "screen checks.failed "
_LONG_MS = 490  # ms; pocket.app.input takes a longer press for another key


class Log(NamedTuple):
    """The records of a board in a span of time; see Handheld and Panel. size: of the display."""

    console: list
    failures: list = []
    collections: list = []
    painted: list = []
    presses: list = []
    size: tuple[int, int] = (240, 240)


def log_of(board: Any, since: float = 0, until: float = float("inf")) -> Log:
    """Return what a Handheld recorded from `since` on, before `until`."""
    rows = board.console, board.failures, board.collections(), board.panel.painted, board.presses
    return between(Log(*rows, size=board.size), since, until)


def between(log: Log, since: float, until: float) -> Log:
    """Return the part of a log from `since` on, before `until`."""
    parts: Any = {
        name: [row for row in getattr(log, name) if since <= row[0] < until]
        for name in ("console", "failures", "collections", "painted", "presses")
    }
    return log._replace(**parts)


def screens(log: Log) -> list[dict]:
    """Return [{ms, game, screen, phase, free, piece}] in order; a person's turn is the screen
    "turn". free, piece: bytes after the probe's own collection."""
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
        pieces = [row[2] for row in log.collections if ms - _COLLECT_MS <= row[0] <= ms]
        row = {"ms": round(ms, 1), "game": game, "screen": screen, "phase": phase}
        rows.append({**row, "free": int(words[-1]), "piece": pieces[-1] if pieces else None})
    return rows


def lowest(log: Log, since: float = 0, until: float = float("inf")) -> dict | None:
    """Return {"free": row, "piece": row} for the collection that left the fewest bytes free and the
    one that left the smallest "largest piece", or None without a collection. row: (bytes free,
    bytes of the largest piece, ms, the console's last line)."""
    collections = [row for row in log.collections if since <= row[0] <= until]
    if not collections:
        return None
    lowest_rows = {}
    for name, column in (("free", 1), ("piece", 2)):
        ms, free, piece = min(collections, key=lambda row: row[column])
        printed = [line for when, line in log.console if when <= ms and line.strip()]
        lowest_rows[name] = (free, piece, round(ms), printed[-1] if printed else "")
    return lowest_rows


def refused(log: Log) -> list:
    """Return [[ms, bytes]] of the allocations that failed, except those of the game's reserves,
    which it tries whether they fit or not."""
    return [[round(ms), size] for ms, size in log.failures if size not in RESERVES]


def refusals(log: Log, refused_rows: list) -> list[dict]:
    """Return [{ms, bytes, restart_ms, wrong}] of the allocations that were refused on purpose.

    restart_ms: from there to the next screen if the VM restarts, else None. wrong: a sentence if a
    failure is shown, the restart takes longer than _RESTART_MS, or leads to no screen; else "".
    """
    rows = []
    ends = [ms for ms, _size in refused_rows[1:]] + [float("inf")]
    for (ms, size), end in zip(refused_rows, ends):
        lines = [(when, line) for when, line in log.console if ms <= when < end]
        first_ms: dict[str, float] = {}  # when a line with these first two words came first
        for when, line in lines:
            screen = line.startswith("screen ") and "code.py output:" in first_ms
            first_ms.setdefault("screen" if screen else " ".join(line.split()[:2]), when)
        wrong = ["A failure is shown: " + line for _ms, line in lines if line.startswith(_FAILED)]
        restart_ms = None
        if "screen" in first_ms:
            # No player waits for the probe.
            restart_ms = round(
                first_ms["screen"] - ms - (first_ms["probe free"] - first_ms["heap free"])
            )
            wrong += ["The restart takes too long."] * (restart_ms > _RESTART_MS)
        elif "code.py output:" in first_ms:
            wrong.append("Nothing follows the restart.")
        row = {"ms": round(ms, 1), "bytes": size, "restart_ms": restart_ms}
        rows.append({**row, "wrong": wrong[0] if wrong else ""})
    return rows


def searches(log: Log) -> list[dict]:
    """Return every search in order: [{kind, game, ms, work, low, piece, slice, errors, end_ms}].

    kind: a computer's "thought" (then also seats, level, move, rack, table, pool), "hint", or
    "proved" (whether a seat may pass). ms: the player's wait, from the last redraw before the
    search to the end of the first redraw after it, or `work` if one of them is unknown. work: ms in
    the search itself. low: the fewest free bytes after a collection. piece: the smallest size that
    the largest free block had then. errors: allocations that failed during the search. end_ms: when
    it ended.
    """
    rows: list[dict] = []
    start_ms: Any = None  # start of the search that is under way
    failures = refused(log)
    frames = clusters(_painted_areas(log), _FRAME_GAP_MS)
    for ms, line in log.console:
        words = line.split() or [""]
        if words[0] == "thinks":
            start_ms = ms
            continue
        kind = words[0] if start_ms is not None else ""
        row: dict[str, Any] = {"kind": kind, "end_ms": ms}
        if kind == "thought" and len(words) == 15:
            row.update(zip(("game", "seats", "level", "move"), words[1:5]))
        elif kind not in ("hint", "proved") or len(words) != 6:
            continue
        first_figure = 5 if kind == "thought" else 2  # from here on names and numbers alternate
        row["game"] = words[1]
        row.update(zip(words[first_figure::2], map(int, words[first_figure + 1 :: 2])))
        row["work"] = row["ms"]
        wait_ms = _wait_ms(frames, start_ms, ms)
        row["ms"] = row["work"] if wait_ms is None else round(wait_ms)
        lowest_rows = lowest(log, start_ms - _COLLECT_MS, ms)
        row["low"] = lowest_rows["free"][0] if lowest_rows else None
        row["piece"] = lowest_rows["piece"][1] if lowest_rows else None
        row["errors"] = sum(start_ms <= failed_ms <= ms for failed_ms, _size in failures)
        rows.append(row)
        start_ms = None
    return rows


def coached(log: Log) -> dict[str, int]:
    """Return {turns, ms, unsure, more} of the last coach that ended, or {}."""
    words = [line.split() for _ms, line in log.console if line.startswith("coached ")]
    names = ["turns", *words[-1][2::2]] if words else []
    return dict(zip(names, map(int, words[-1][1::2]))) if words else {}


def start(log: Log) -> dict[str, int]:
    """Return {"heap": bytes free when code.py began, "probe": bytes left to the game}."""
    words = [line.split() for _ms, line in log.console if line.startswith(("heap f", "probe f"))]
    return {each[0]: int(each[2]) for each in words}


def quantile(values: Iterable, part: float) -> Any:
    """Return the quantile of `values` at `part` (0.9: nine tenths do not exceed it); 0 for none."""
    ordered = sorted(values) or [0]
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))]


# -- painting: rectangles [begin ms, end ms, left, top, right, bottom]


def clusters(areas: list, gap: float = _GAP_MS) -> list[tuple]:
    """Return [(begin ms, end ms, pixels)] of areas that follow each other within `gap` ms."""
    paintings: list = []
    for begin, end, left, top, right, bottom in areas:
        pixels = (right - left + 1) * (bottom - top + 1)
        if paintings and begin - paintings[-1][1] <= gap:
            paintings[-1][1] = max(paintings[-1][1], end)
            paintings[-1][2] += pixels
        else:
            paintings.append([begin, end, pixels])
    return [tuple(painting) for painting in paintings]


def _painted_areas(log):
    """Return the painted areas, except the clock's in the last fifth of the head line."""
    width, height = log.size
    return [area for area in log.painted if area[2] < width * 4 // 5 or area[5] >= height // 10]


def _wait_ms(frames, start_ms, end_ms):
    """Return the ms from the end of the last frame before `start_ms` to the end of the first frame
    that begins after `end_ms`, or None if one of them is missing."""
    before = bisect.bisect_right([frame[1] for frame in frames], start_ms) - 1
    after = bisect.bisect_left([frame[0] for frame in frames], end_ms)
    if before < 0 or after == len(frames):
        return None
    return frames[after][1] - frames[before][1]


def key_times(log: Log) -> list[tuple[str, float]]:
    """Return [(effect of the key, ms to the last byte of its picture)] for each press that painted.

    "to SCREEN": a new screen followed, whose picture ends with its last large painting. "in
    SCREEN": the screen stayed, and the first painting counts.
    """
    areas, rows = _painted_areas(log), []
    shown = [(ms, line.split()) for ms, line in log.console if line.startswith("screen ")]
    ends = [row[0] for row in log.presses[1:]] + [float("inf")]
    for (ms, _button, held), end in zip(log.presses, ends):
        later = [row for row in shown if ms <= row[0] < min(end, ms + held + _PAINT_MS)]
        earlier = [row for row in shown if row[0] < ms]
        if later:
            end = min([end, later[0][0] + _PAINT_MS, *(row[0] for row in later[1:])])
        row = later[0] if later else earlier[-1] if earlier else (0, ["", "?"])
        effect = ("to " if later else "in ") + row[1][1].rpartition(".")[2]
        pressed = ms + (_LONG_MS if held > _LONG_MS else 0)
        first = bisect.bisect_left(areas, pressed, key=lambda area: area[0])
        last = bisect.bisect_left(areas, end, key=lambda area: area[0])
        paintings = clusters(areas[first:last])
        if later:
            large = _LARGE_SHARE * log.size[0] * log.size[1]
            paintings = [painting for painting in paintings if painting[2] >= large][-1:]
        if paintings:
            rows.append((effect, round(paintings[0][1] - pressed, 1)))
    return rows

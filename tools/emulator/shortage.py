"""`emulate --refuse`: allocations refused on purpose, and whether the game goes on.

The emulator refuses one allocation at a time (refuser.mjs), each at a place of its own, and the
next only after the game has gone on. A refusal is mended where the game does without, or where it
starts the VM anew and goes on at the same move within two seconds.
"""

import re
from collections.abc import Iterable
from typing import Any

from tools import columns
from tools.emulator import EmulatorError
from tools.emulator.consoles import Told

RESTART_MS = 2000  # from a refusal until the game shows a screen again
_RESTART = "code.py output:"
FAILED = ("screen alone.failed ", "screen failed ", "ran out of memory", "Something went wrong")
_GOES_ON = ("screen ", "person ", "thinks ", "thought ", "hint ", "proved ", "coached ", "@ ")


def every(text: str) -> int:
    """The N of --refuse each:N; 1 of "once". Raises EmulatorError."""
    match = re.fullmatch("each:([1-9][0-9]{0,4})", text, re.ASCII)
    if not match and text != "once":
        raise EmulatorError(
            "--refuse takes once (each place) or each:N (one place in N), such as each:10; '%s' "
            "is none." % text
        )
    return int(match[1]) if match else 1


def judged(told: Told, rows: list) -> list[dict]:
    """[{ms, bytes, place, screen, then, restart_ms, wrong}] of the refusals `rows`, as
    Handheld.refusals has them. then: what came of it. wrong: a sentence, or ""."""
    ends = [ms for ms, _size, _place in rows[1:]] + [float("inf")]
    out = []
    for (ms, size, place), end in zip(rows, ends):
        before = [line for when, line in told.console if when < ms]
        behind = [(when, line) for when, line in told.console if ms <= when < end]
        screens = [line.split()[1] for line in before if line.startswith("screen ")]
        row = {"ms": round(ms), "bytes": size, "place": "%08x" % place, "restart_ms": None}
        row["screen"] = screens[-1] if screens else ""
        row.update(_outcome(ms, behind))
        row["wrong"] = row["wrong"] or _lost(before, [line for _ms, line in behind])
        out.append(row)
    return out


def _outcome(ms, behind):
    """{then, restart_ms, wrong} of the console's lines behind a refusal of `ms`."""
    since, restarts, took = ms, False, None
    for when, line in behind:
        if any(text in line for text in FAILED):
            return {"then": "failed", "wrong": "A failure is shown: " + line}
        if line.startswith(_RESTART):
            if restarts:
                return {"then": "restarts", "wrong": "It restarts twice without going on."}
            restarts = True
        elif line.startswith("screen ") and restarts:
            restarts = False
            took = max(took or 0, round(when - since))
        elif line.startswith(_GOES_ON) and not restarts:
            since = when  # a restart behind it is another matter
    if restarts:
        return {"then": "restarts", "wrong": "Nothing comes behind the restart."}
    if took is not None:
        late = "It takes %d ms to restart." % took if took > RESTART_MS else ""
        return {"then": "restart", "restart_ms": took, "wrong": late}
    told = any("MemoryError" in line for _ms, line in behind)
    return {"then": "MemoryError told" if told else "goes on", "wrong": ""}


def _lost(before, behind):
    """A sentence where the running game is less far behind a refusal than before it, or ""."""
    old, new = _places(before)[-1:], _places(behind)[:1]
    if not old or not new or any(line.startswith("job begin") for line in behind):
        return ""
    (round_, moves, laid), (now, later, left) = old[0], new[0]
    restarted = any(line.startswith(_RESTART) for line in behind)
    if (now, later) < (round_, moves) and (now or later):
        return "The game went back from round %d, move %d to %d, %d." % (round_, moves, now, later)
    if restarted and (now, later) == (round_, moves) and left < laid:
        return "Of %d tiles laid in a turn %d are left." % (laid, left)
    return ""


def _places(lines: Iterable) -> list[tuple]:
    """(round, moves, tiles laid) of each such line of the probe."""
    told = [line.split() for line in lines if line.startswith("at ")]
    return [(int(words[1]), int(words[2]), int(words[3])) for words in told if len(words) == 4]


def wrong(rows: Iterable) -> list[dict]:
    """Those that are not mended."""
    return [row for row in rows if row["wrong"]]


def text(rows: list[dict]) -> str:
    """A table of what came of them, then what is wrong."""
    kinds: dict = {}
    for row in rows:
        kinds.setdefault((row["screen"], row["then"]), []).append(row)
    cells = []
    for (screen, then), group in sorted(kinds.items()):
        times = [row["restart_ms"] for row in group if row["restart_ms"] is not None]
        sizes = [row["bytes"] for row in group]
        cells.append((screen, then, len(group), min(sizes), max(sizes), max(times, default="-")))
    head = "refused in -16, then -18, times 6, least 7, most 7, ms 6"
    lines = columns.table(head, cells)
    bad = wrong(rows)
    lines.append("%d allocations refused, %d not mended" % (len(rows), len(bad)))
    for row in bad:
        lines.append("    %(ms)d ms, %(screen)s, %(bytes)d bytes, place %(place)s: %(wrong)s" % row)
    return "\n".join(lines)


def failed(report: Any) -> bool:
    """True where a report, or one of a list, has a refusal that was not mended."""
    reports = report if isinstance(report, list) else [report]
    return any(wrong(each.get("refusals") or ()) for each in reports)

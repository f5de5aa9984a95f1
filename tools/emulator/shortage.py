"""`emulate --refuse`: refuse allocations on purpose and judge whether the game goes on.

The emulator refuses one allocation at a time (refuser.py), each at another place, and the next only
after the game has gone on. The game recovers if it needs no such allocation, or if it restarts the
VM and goes on at the same move within two seconds.
"""

import re
from typing import Any

from tools import columns
from tools.emulator import EmulatorError
from tools.emulator.drive import FREE

RESTART_MS = 2000  # from a refusal until the game shows a screen again
_RESTART = "code.py output:"
_FAILED = ("screen checks.failed ", "screen failed ", "ran out of memory", "Something went wrong")
_PROGRESS = ("screen ", "person ", "thinks ", "thought ", "hint ", "proved ", "coached ", "@ ")


def parse_share(text: str) -> int:
    """Return the N of `--refuse each:N`, 1 for `--refuse once`. Raises EmulatorError."""
    match = re.fullmatch("each:([1-9][0-9]{0,4})", text, re.ASCII)
    if not match and text != "once":
        raise EmulatorError(
            "--refuse takes once (each place) or each:N (one place in N), such as each:10; '%s' "
            "is none." % text
        )
    return int(match[1]) if match else 1


def judge_refusals(console: list, refusals: list) -> list[dict]:
    """Return [{ms, bytes, place, screen, then, restart_ms, wrong}] for a Handheld's
    refusals. then: the outcome. wrong: a sentence, or "" if the game recovered."""
    ends = [ms for ms, _size, _place in refusals[1:]] + [float("inf")]
    out = []
    for (ms, size, place), end in zip(refusals, ends):
        before = [line for when, line in console if when < ms]
        after = [(when, line) for when, line in console if ms <= when < end]
        screens = [line.split()[1] for line in before if line.startswith("screen ")]
        row = {"ms": round(ms), "bytes": size, "place": "%08x" % place, "restart_ms": None}
        row["screen"] = screens[-1] if screens else ""
        row.update(_outcome(ms, after))
        row["wrong"] = row["wrong"] or _lost(before, [line for _ms, line in after])
        out.append(row)
    return out


def _outcome(ms, after):
    """Return {then, restart_ms, wrong} from the console's lines after a refusal at `ms`. A board
    without the probe does not take the time that this takes to load."""
    since_ms, restarts, restart_ms, probe_at = ms, False, None, ms
    for when, line in after:
        if any(text in line for text in _FAILED):
            return {"then": "failed", "wrong": "A failure is shown: " + line}
        if line.startswith(_RESTART):
            if restarts:
                return {"then": "restarts", "wrong": "It restarts twice without progress."}
            restarts = True
        elif line.startswith(FREE):
            probe_at = when
        elif line.startswith("probe free ") and restarts:
            since_ms += when - probe_at
        elif line.startswith("screen ") and restarts:
            restarts = False
            restart_ms = max(restart_ms or 0, round(when - since_ms))
        elif line.startswith(_PROGRESS) and not restarts:
            since_ms = when  # a later restart is measured from here
    if restarts:
        return {"then": "restarts", "wrong": "Nothing follows the restart."}
    if restart_ms is not None:
        wrong = "It takes %d ms to restart." % restart_ms if restart_ms > RESTART_MS else ""
        return {"then": "restart", "restart_ms": restart_ms, "wrong": wrong}
    has_failed = any("MemoryError" in line for _ms, line in after)
    return {"then": "MemoryError told" if has_failed else "goes on", "wrong": ""}


def _lost(before, after):
    """Return a sentence if the running game lost progress by a refusal, or ""."""
    places_before, places_after = _places(before)[-1:], _places(after)[:1]
    if not places_before or not places_after or any(line.startswith("job begin") for line in after):
        return ""
    (round_, moves, laid), (round_now, moves_now, laid_now) = places_before[0], places_after[0]
    restarted = any(line.startswith(_RESTART) for line in after)
    if (round_now, moves_now) < (round_, moves) and (round_now or moves_now):
        places = (round_, moves, round_now, moves_now)
        return "The game went back from round %d, move %d to %d, %d." % places
    if restarted and (round_now, moves_now) == (round_, moves) and laid_now < laid:
        return "Of %d tiles laid in a turn %d are left." % (laid, laid_now)
    return ""


def _places(lines):
    """Return (round, moves, tiles laid) of each such line of the probe."""
    rows = [line.split() for line in lines if line.startswith("at ")]
    return [tuple(map(int, words[1:])) for words in rows if len(words) == 4]


def any_failed(reports: Any) -> bool:
    """Return whether the game did not recover from a refusal in one of these reports."""
    return any(row["wrong"] for report in reports for row in report.get("refusals") or ())


def text(rows: list[dict]) -> str:
    """Return a table of the outcomes, then each refusal that the game did not recover from."""
    kinds: dict = {}
    for row in rows:
        kinds.setdefault((row["screen"], row["then"]), []).append(row)
    cells = []
    for kind, group in sorted(kinds.items()):
        times = [row["restart_ms"] for row in group if row["restart_ms"] is not None]
        sizes = [row["bytes"] for row in group]
        cells.append((*kind, len(group), min(sizes), max(sizes), max(times, default="-")))
    lines = columns.table("refused in -16, then -18, times 6, least 7, most 7, ms 6", cells)
    bad = [row for row in rows if row["wrong"]]
    lines.append("%d allocations refused, %d not mended" % (len(rows), len(bad)))
    for row in bad:
        lines.append("    %(ms)d ms, %(screen)s, %(bytes)d bytes, place %(place)s: %(wrong)s" % row)
    return "\n".join(lines)

"""`emulate`: run scripts on the firmware and report time, memory, flash and keys, for any chip."""

import json
import os
import random
import subprocess
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from tools.emulator import EmulatorError, readings, scripts, session, shortage
from tools.place import ROOT, write_file

_FILE, _PAGE = "docs/measured.json", "docs/MEASURED.md"


def runs(args: Namespace) -> list[tuple[str, Any]]:
    """Return [(script, its arguments)] of the runs that these options ask for."""
    planned: list[tuple[str, Any]] = []
    for name in args.measure or ():
        words = None
        if name == "ten":
            words = scripts.draw_ten_games(random.Random(args.seed))
        elif name == "screens":
            words = scripts.list_screen_jobs()[0]
        planned.append((name, words))
    specs = args.game or []
    planned += [("games", specs)] if args.session else [("games", [spec]) for spec in specs]
    return planned or [("start", None)]


def measure(args: Namespace, on_line: Callable | None = None) -> list[dict]:
    """Carry out each run and return its report. Raises EmulatorError."""
    if args.seed is None and args.measure:
        args.seed = int(commit().rstrip("+"), 16) % 1000000
    reports = []
    for name, words in runs(args):
        row, files = scripts.SCRIPTS[name], scripts.files_of(name, words)
        with session.set_up(args, row.constants, files, on_line) as board:
            run = scripts.Run(args, board, words)
            row.play(run)
            reports.append(report(name, run))
    return reports


def report(name: str, run: scripts.Run) -> dict[str, Any]:
    """Return the figures of a run as values for JSON."""
    args, board = run.args, run.board
    log = readings.log_of(board)
    erased: dict[str, int] = {}
    for _ms, kind, address, _size_or_data in board.changes:
        if kind == "erase":
            erased["0x%06x" % address] = erased.get("0x%06x" % address, 0) + 1
    figures = {
        "script": name,
        "board": board.model.board_id,
        "display": "%dx%d" % board.size,
        "seed": args.seed,
        "emulated_ms": round(board.ms, 1),
        "wall_s": round(board.wall(), 1),
        "code_ms": readings.code_ms(log),
        "start": readings.start(log),
        "screens": readings.screens(log),
        "lowest": readings.lowest(log),
        "refused": readings.refused(log),
        "refusals": shortage.judge_refusals(log.console, board.refusals) if args.refuse else None,
        "searches": readings.searches(log),
        "presses": len(board.presses),
        "keys": readings.key_times(log),
        "panel_bytes": board.panel.bytes,
        "panel_areas": len(board.panel.painted),
        "erases": sum(erased.values()),
        "erased_sectors": erased,
        "programs": sum(change[1] == "program" for change in board.changes),
        "steps": run.steps,
        "shots": run.shots,
        "errors": [line for _ms, line in log.console if "Error" in line or "Traceback" in line],
        "console": [[round(ms, 1), line] for ms, line in log.console],
    }
    return {**figures, **run.extra}


# -- text

_EXPLANATIONS = {  # what the numbers mean in each part of a row of docs/measured.json
    "keys": "times, median and longest ms from key to picture",
    "screens": "least free bytes, smallest largest piece",
    "thoughts": "",
    "coach": "",
}


def text(figures: dict) -> str:
    """Return a report in plain text: figures, steps in order of time, and errors."""
    seconds, wall = figures["emulated_ms"] / 1000, max(figures["wall_s"], 0.001)
    lines = [
        "",
        "%(board)s, display %(display)s, %(script)s: " % figures
        + "%.1f emulated s in %.1f s (%.2f times real time)" % (seconds, wall, seconds / wall),
        "%(presses)d presses; panel: %(panel_bytes)d bytes in %(panel_areas)d areas; flash: "
        "%(erases)d erases, %(programs)d programs" % figures,
    ]
    if "title_ms" in figures:
        template = "title complete after %(title_ms).0f ms, of which %(code_ms)s ms before code.py"
        lines.append(template % figures)
    if figures["start"]:
        template = "free when code.py begins: %(heap)d bytes; left to the game: %(probe)d"
        lines += [template % figures["start"], lowest_text(figures["lowest"])]
    lines += ["    refused: %d bytes at %d ms" % (size, ms) for ms, size in figures["refused"]]
    lines += ["shot: " + path for path in figures["shots"]]
    lines += ["%9.1f  %s" % tuple(step) for step in figures["steps"]]
    for game in figures.get("games", ()):
        template = "%(game)s: %(ended)s; bytes free in the first turn: %(first)s"
        lines += ["", template % game, lowest_text(game["lowest"])]
    row = row_of(figures)
    for name, explanation in _EXPLANATIONS.items():
        if row.get(name):
            lines += ["", "%s: %s" % (name, explanation) if explanation else name]
            lines += ["    %-26s %s" % (key, _numbers(row[name][key])) for key in row[name]]
    lines += figures["errors"]
    lines += [shortage.text(figures["refusals"])] if figures["refusals"] is not None else []
    return "\n".join(lines)


def _numbers(value):
    return " ".join("%9s" % each for each in (value if isinstance(value, list) else [value]))


def lowest_text(lowest: dict | None) -> str:
    """Return a line about the lowest free memory after collections; see readings.lowest."""
    if not lowest:
        return "    no collection was seen"
    template = "%d bytes free, the largest piece %d (%d ms, %s)"
    return "    after collections at least %s; smallest piece: %s" % (
        template % tuple(lowest["free"]),
        template % tuple(lowest["piece"]),
    )


def by_screen(rows: list[dict]) -> list[dict]:
    """Return the least free bytes and the smallest largest piece at each screen of each game."""
    groups: dict[tuple, list] = {}
    for row in rows:
        groups.setdefault((row["game"], row["screen"]), []).append(row)
    merged = []
    for (game, screen), group in groups.items():
        pieces = [row["piece"] for row in group if row["piece"] is not None]
        merged.append({"game": game, "screen": screen, "times": len(group)})
        merged[-1].update(free=min(row["free"] for row in group), piece=min(pieces, default=None))
    return merged


def spread(rows: list[tuple[str, float]]) -> dict[str, list]:
    """Return {what: [count, median, longest]} of (what, ms)."""
    groups: dict[str, list] = {}
    for name, ms in rows:
        groups.setdefault(name, []).append(ms)
    return {name: [len(ms), readings.quantile(ms, 0.5), max(ms)] for name, ms in groups.items()}


def thoughts(rows: list[dict]) -> dict[str, Any]:
    """Return {count, low, piece, plain, median, p90, longest, slice} of searches. plain: number
    that lacked memory."""
    times = [row["ms"] for row in rows]
    figures: dict[str, Any] = {"count": len(rows)}
    for name in ("low", "piece"):
        figures[name] = min([row[name] for row in rows if row[name] is not None], default=None)
    figures["plain"] = sum(bool(row["errors"]) for row in rows)
    figures.update(median=readings.quantile(times, 0.5), p90=readings.quantile(times, 0.9))
    return {**figures, "longest": max(times), "slice": max(row["slice"] for row in rows)}


# -- docs/measured.json and the page made from it


def commit() -> str:
    """Return the commit of this copy, with a + if files outside docs are changed. Raises
    EmulatorError."""
    outputs = [
        subprocess.run(["git", *words.split()], cwd=ROOT, capture_output=True, text=True)
        for words in ("rev-parse --short=8 HEAD", "status --porcelain -uno -- . :!docs")
    ]
    if outputs[0].returncode:
        raise EmulatorError("--measure draws its seed from the commit: give --seed here.")
    return outputs[0].stdout.strip() + "+" * bool(outputs[1].stdout.strip())


def row_of(figures: dict) -> dict[str, Any]:
    """Return a report's row in docs/measured.json."""
    row = {name: figures[name] for name in ("seed", "presses", "title_ms") if name in figures}
    row.update(free=figures["start"].get("heap"), keys=spread(figures["keys"]))
    row["seconds"] = round(figures["emulated_ms"] / 1000)
    row["lowest"], row["piece"] = _least(figures["lowest"])
    row["refused"] = [size for _ms, size in figures["refused"]]
    if figures["searches"]:
        row["thoughts"] = thoughts(figures["searches"])
    row["screens"] = {
        "%(game)s %(screen)s" % each: [each["free"], each["piece"]]
        for each in by_screen(figures["screens"])
    }
    games = figures.get("games", [])
    if games:
        row["games"] = [
            [each["ended"], _least(each["lowest"])[0], *each["first"]] for each in games
        ]
    if games and games[0].get("coach"):
        names = ("turns", "ms", "unsure", "more", "out_ms", "desktop")
        row["coach"] = {name: games[0]["coach"].get(name) for name in names}
        row["coach"]["lowest"] = _least(games[0]["coach"]["lowest"])[0]
    return row


def _least(lowest):
    """Return (bytes free, bytes of the smallest largest piece), each at the least."""
    return (lowest["free"][0], lowest["piece"][1]) if lowest else (None, None)


def save_figures(args: Namespace, reports: list[dict]) -> None:
    """Put the reports' rows into docs/measured.json and make docs/MEASURED.md from it."""
    path = os.path.join(ROOT, _FILE)
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)
    for figures in reports:
        board = "like %s" % args.like if args.like else figures["board"]
        board += " with %s bytes" % args.heap if args.heap else ""
        name = figures["script"]
        if name == "games":
            name = ", ".join(each["game"] for each in figures["games"])
        rows.setdefault(board, {})[name] = {**row_of(figures), "commit": commit()}
    write_file(path, figures_json(rows).encode())
    path = os.path.join(ROOT, _PAGE)
    with open(path, encoding="utf-8") as file:
        head = file.read().partition("\n## ")[0]
    write_file(path, figures_page(rows, head).encode())


def figures_json(rows: dict) -> str:
    """Return the text of docs/measured.json: a line for each board and script."""
    boards = []
    for board, saved in sorted(rows.items()):
        lines = ["%s: %s" % (json.dumps(name), json.dumps(saved[name])) for name in sorted(saved)]
        boards.append("%s: {\n%s\n}" % (json.dumps(board), ",\n".join(lines)))
    return "{\n%s\n}\n" % ",\n".join(boards)


def figures_page(rows: dict, head: str) -> str:
    """Return the text of docs/MEASURED.md: its head, then a table for each board."""
    lines = [head.rstrip()]
    for board, saved in sorted(rows.items()):
        lines += ["", "## " + board, "", _HEADS, "|---" * (_HEADS.count("|") - 1) + "|"]
        for script, row in sorted(saved.items()):
            slow = [times[2] for what, times in row["keys"].items() if " to " in what]
            waits = row.get("thoughts", {})
            cells = [script, row["commit"], row["seed"], row["presses"], row["seconds"]]
            cells += [row["lowest"], row["piece"], len(row["refused"]), row.get("title_ms", "")]
            cells += [max(slow, default=""), waits.get("p90", ""), waits.get("longest", "")]
            if "coach" in row:
                coach_text = "; coach: %(turns)s turns, %(ms)s ms, least free %(lowest)s"
                cells[0] += coach_text % row["coach"]
            texts = ["" if cell is None else str(cell) for cell in cells]
            lines.append("| " + " | ".join(texts) + " |")
    return "\n".join(lines) + "\n"


_HEADS = (
    "| script | commit | seed | presses | emulated s | least free | smallest largest piece "
    "| refused | power-on to title | slowest screen | thoughts: p90 | longest |"
)

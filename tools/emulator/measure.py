"""`emulate`: run scripts on the firmware and report time, memory, flash and keys, for any chip."""

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from tools import figures as kept_figures
from tools.emulator import readings, scripts, session

PATHS = ("code.py", "boot.py", "safemode.py", "lib", "rules", "assets")  # what runs on a board


def runs(args: Namespace) -> list[tuple[str, Any]]:
    """Return [(script, its arguments)] of the runs that these options ask for."""
    planned: list[tuple[str, Any]] = []
    for name in args.measure or ():
        planned.append((name, scripts.list_screen_jobs()[0] if name == "screens" else None))
    specs = args.game or []
    planned += [("games", specs)] if args.session else [("games", [spec]) for spec in specs]
    return planned or [("start", None)]


def measure(args: Namespace, on_line: Callable | None = None) -> list[dict]:
    """Carry out each run and return its report. Raises EmulatorError."""
    if args.seed is None and args.measure:
        args.seed = int(kept_figures.commit(PATHS).rstrip("+"), 16) % 1000000
    reports = []
    for name, words in runs(args):
        row, files = scripts.SCRIPTS[name], scripts.files_of(name, words)
        run = scripts.Run(args, session.set_up(args, row.constants, files, on_line), words)
        row.play(run)
        reports.append(report(name, run))
    return reports


def report(name: str, run: scripts.Run) -> dict[str, Any]:
    """Return the figures of a run as values for JSON."""
    args, board = run.args, run.board
    log = readings.log_of(board)
    figures = {
        "script": name,
        "board": board.model.board_id,
        "display": "%dx%d" % board.size,
        "seed": args.seed,
        "emulated_ms": round(board.ms, 1),
        "start": readings.start(log),
        "screens": readings.screens(log),
        "lowest": readings.lowest(log),
        "refused": readings.refused(log),
        "refusals": readings.refusals(log, board.refusals),
        "searches": readings.searches(log),
        "presses": len(board.presses),
        "keys": readings.key_times(log),
        "panel_bytes": board.panel.bytes,
        "erases": sum(change[1] == "erase" for change in board.changes),
        "programs": sum(change[1] == "program" for change in board.changes),
        "steps": run.steps,
        "shots": run.shots,
        "errors": [line for _ms, line in log.console if "Error" in line or "Traceback" in line],
        "console": [[round(ms, 1), line] for ms, line in log.console],
    }
    return {**figures, **run.extra}


# -- text


def text(figures: dict) -> str:
    """Return a report in plain text: its row of docs/measured.json, steps in order of time, and
    errors."""
    lines = [
        "",
        "%(board)s, display %(display)s, %(script)s: %(emulated_ms).0f emulated ms" % figures,
        "panel: %(panel_bytes)d bytes; flash: %(erases)d erases, %(programs)d programs" % figures,
    ]
    for name, (free, piece, ms, line) in (figures["lowest"] or {}).items():
        lines.append(
            "least %s: %d bytes free, the largest piece %d (%d ms, %s)"
            % (name, free, piece, ms, line)
        )
    lines += ["refused: %d bytes at %d ms" % (size, ms) for ms, size in figures["refused"]]
    lines += ["shot: " + path for path in figures["shots"]]
    lines += ["%9.1f  %s" % tuple(step) for step in figures["steps"]]
    for name, value in row_of(figures).items():
        if isinstance(value, dict):
            lines += ["", name, *["    %-26s %s" % item for item in value.items()]]
        elif value:
            lines.append("%s: %s" % (name, value))
    for row in figures["refusals"]:
        lines.append("%(ms)9.1f  refused: %(bytes)d bytes; %(restart_ms)s ms; %(wrong)s" % row)
    return "\n".join(lines + figures["errors"])


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
    """Keep the reports' rows for docs/MEASURED.md. Raises ToolError."""
    rows: dict[str, dict] = {}
    for figures in reports:
        board = "like %s" % args.like if args.like else figures["board"]
        board += " with %s bytes" % args.heap if args.heap else ""
        name = figures["script"]
        if name == "games":
            name = ", ".join(each["game"] for each in figures["games"])
        rows.setdefault(board, {})[name] = row_of(figures)
    kept_figures.keep("MEASURED", PATHS, rows, HEADS, cells)


def cells(script: str, row: dict) -> list:
    """Return the values of a script's row in docs/MEASURED.md."""
    slow = [times[2] for what, times in row["keys"].items() if what.startswith("to ")]
    waits = row.get("thoughts", {})
    if "coach" in row:
        coach_text = "; coach: %(turns)s turns, %(ms)s ms, least free %(lowest)s"
        script += coach_text % row["coach"]
    values = [script, row["seed"], row["presses"], row["seconds"], row["lowest"], row["piece"]]
    values += [len(row["refused"]), row.get("title_ms"), max(slow, default=None)]
    return [*values, waits.get("p90"), waits.get("longest")]


HEADS = (
    "| script | seed | presses | emulated s | least free | smallest largest piece | refused "
    "| power-on to title | slowest screen | thoughts: p90 | longest |"
)

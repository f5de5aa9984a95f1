"""`emulate`: run a real CircuitPython firmware with the current build on an emulated board."""

import json
from typing import Any

from tools.arguments import Parser, int_from
from tools.plain import plain

HELP = "the game under a real CircuitPython firmware, on an emulated board"
_EPILOG = (
    "Script: press A, hold A 800, wait 250, shot NAME, until TEXT, # comment; one per line. Every "
    "screen is a line on the console: `screen NAME`.\nMeasure: %s."
)
# name, metavar or None (a flag), more of add_argument, help
_OPTIONS: tuple[tuple, ...] = (
    ("firmware", "FILE.uf2", {"required": True}, "CircuitPython for the board"),
    ("board", "ID", {}, "its board (else the firmware tells)"),
    ("heap", "BYTES", {}, "leave that many bytes (147K: 147 * 1,024) free when code.py starts"),
    ("like", "ID", {}, "imitate a board by its display and the bytes it leaves: %(boards)s"),
    ("script", "FILE", {}, "button script to play (- for stdin)"),
    ("shots", "DIR", {"default": "shots"}, "where pictures are put (shots)"),
    ("seed", "N", {"type": int_from(0)}, "deal the game of this number"),
    ("measure", "NAME", {"action": "append"}, "see below; may be given several times"),
    ("game", '"%(example)s"', {"action": "append"}, "a whole game, then house options (jokers=1)"),
    ("session", None, {}, "every --game after one power-on, in this order"),
    (
        "coach",
        None,
        {},
        "after each --game its coach, once interrupted and once to its end, and this computer's "
        "figures for that round",
    ),
    ("keep", None, {}, "put the figures into docs/measured.json"),
    (
        "refuse",
        "N",
        {"type": int_from(1)},
        "refuse one allocation in N, drawn by --seed; the exit status is 1 if the game does not go "
        "on",
    ),
    (
        "cut",
        "N",
        {"type": int_from(1, 500)},
        "cut the power at every erase and program of N saved turns",
    ),
    ("json", None, {}, "one JSON object on the last line"),
)


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""
    from tools.emulator import cut, drive, measure, scripts

    keywords: dict[str, Any]
    rows = {name: row for name, row in scripts.SCRIPTS.items() if row.help}
    scripts_help = "; ".join("%s (%s)" % (name, row.help) for name, row in rows.items())
    parser = Parser("emulate", __doc__, epilog=_EPILOG % scripts_help)
    boards = "; ".join("%s %d" % (name, row.free) for name, row in drive.WIRING.items())
    values = {"boards": boards, "example": scripts.EXAMPLE}
    for name, metavar, extra, text in _OPTIONS:
        keywords = (
            {"metavar": metavar % values, **extra} if metavar else {"action": "store_true", **extra}
        )
        if name == "measure":
            keywords["choices"] = list(rows)
        parser.add_argument("--" + name, help=text.replace("%(boards)s", boards), **keywords)
    args = parser.parse_args(argv)
    report_progress = None if args.json else _print_line
    if args.cut is not None:
        report: Any = cut.measure(args, report_progress)
        print(json.dumps(report) if args.json else plain(cut.text(report)))
        return 1 if report["bad"] else 0
    reports = measure.measure(args, report_progress)
    if args.json:
        print(json.dumps(reports if args.game or len(reports) > 1 else reports[0]))
    else:
        print(plain("\n".join(map(measure.text, reports))))
    if args.keep:
        measure.save_figures(args, reports)
    return 1 if any(row["wrong"] for figures in reports for row in figures["refusals"]) else 0


def _print_line(ms, line):
    print("%9.1f  %s" % (ms, plain(line)), flush=True)

"""`emulate`: run a real CircuitPython firmware with the current build on an emulated board."""

import json
from typing import Any

from tools.arguments import Parser, whole
from tools.plain import plain

HELP = "the game under a real CircuitPython firmware, on an emulated board"
_EPILOG = (
    "Script: press A, hold A 800, wait 250, shot NAME, until TEXT, # comment; a line each. Every "
    "screen is a line on the console: `screen NAME`.\nMeasure: %s."
)
# name, metavar or None (a flag), more of add_argument, help
_OPTIONS: tuple[tuple, ...] = (
    ("firmware", "FILE.uf2", {}, "CircuitPython for the board"),
    ("board", "ID", {}, "its board (else the firmware tells)"),
    ("display", "WxH", {}, "a display of another size"),
    ("heap", "BYTES", {}, "leave that many bytes (147K: 147 * 1,024) free when code.py starts"),
    ("like", "ID", {}, "imitate a board by its display and the bytes it leaves: %(boards)s"),
    ("script", "FILE", {}, "button script to play (- for stdin)"),
    ("shots", "DIR", {"default": "shots"}, "where pictures are put (shots)"),
    ("drive", "DIR", {}, "this drive in place of a fresh build"),
    ("seed", "N", {"type": whole(0)}, "deal the game of this number"),
    ("bare", None, {}, "add no measuring code to the drive"),
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
    (
        "worst",
        "N",
        {"type": whole(1, 1000)},
        "of --tries games, the N heaviest turns for the solver, thought on the firmware; without "
        "--firmware they are listed",
    ),
    (
        "tries",
        "N",
        {"type": whole(1, 1000000), "default": 500},
        "with --worst: games played on this computer (500), from --seed on",
    ),
    ("jobs", "N", {"type": whole(1, 256), "default": 1}, "with --worst: processes (1)"),
    ("keep", None, {}, "put the figures into docs/measured.json"),
    (
        "refuse",
        "once|each:N",
        {},
        "refuse an allocation at each place, or at one place in N drawn by --seed; the exit status "
        "is 1 if the game does not go on",
    ),
    (
        "cut",
        "N",
        {"type": whole(1, 500)},
        "cut the power at every erase and program of N saved turns",
    ),
    (
        "boots",
        "N",
        {"type": whole(0), "default": 40},
        "with --cut: how many of the states are booted (40)",
    ),
    ("json", None, {}, "one JSON object on the last line"),
)


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""
    from tools.emulator import cut, drive, gamespec, measure, scripts, shortage

    given: dict[str, Any]
    rows = {name: row for name, row in scripts.SCRIPTS.items() if row.help}
    told = "; ".join("%s (%s)" % (name, row.help) for name, row in rows.items())
    parser = Parser("emulate", __doc__, epilog=_EPILOG % told)
    boards = "; ".join("%s %d" % (name, row.free) for name, row in drive.WIRING.items())
    words = {"boards": boards, "example": gamespec.EXAMPLE}
    for name, metavar, more, text in _OPTIONS:
        given = {"metavar": metavar % words, **more} if metavar else {"action": "store_true"}
        if name == "measure":
            given["choices"] = list(rows)
        parser.add_argument("--" + name, help=text.replace("%(boards)s", words["boards"]), **given)
    for name, row in rows.items():
        if row.short:
            given = {"action": "append_const", "dest": "measure", "const": name}
            parser.add_argument("--" + row.short, help="the same as --measure " + name, **given)
    args = parser.parse_args(argv)
    if not args.firmware and args.worst is None:
        parser.error("the following arguments are required: --firmware")
    tell = None if args.json else _line
    if args.cut is not None:
        report: Any = cut.measure(args, tell)
        print(json.dumps(report) if args.json else plain(cut.text(report)))
        return 1 if report["bad"] else 0
    reports = measure.measure(args, tell)
    if args.json:
        print(json.dumps(reports if args.game or len(reports) > 1 else reports[0]))
    else:
        print(plain("\n".join(map(measure.text, reports))))
    if args.keep:
        measure.keep(args, reports)
    return 1 if shortage.failed(reports) else 0


def _line(ms, line):
    print("%9.1f  %s" % (ms, plain(line)), flush=True)

"""`emulate`: run a real CircuitPython firmware with the current build on an emulated board."""

import json
from typing import Any

from tools.arguments import Parser, whole
from tools.plain import plain

HELP = "the game under a real CircuitPython firmware, on an emulated board"
_SCRIPT = (
    "Script: press A, hold A 800, wait 250, shot NAME, until TEXT, # comment; a line each. Every "
    "screen is a line on the console: `screen NAME`."
)


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""
    from tools.emulator import cut, measure, shortage

    parser = _parser()
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


def _parser():
    from tools.emulator import gamespec, memory, positions, scripts

    rows = {name: row for name, row in scripts.SCRIPTS.items() if name not in ("game", "think")}
    parser = Parser(
        "emulate",
        __doc__,
        epilog=_SCRIPT
        + "\nMeasure: %s." % "; ".join("%s (%s)" % (name, row.help) for name, row in rows.items()),
    )
    add = parser.add_argument
    add("--firmware", metavar="FILE.uf2", help="CircuitPython for the board")
    add("--board", metavar="ID", help="its board (else the firmware tells)")
    add("--display", metavar="WxH", help="a display of another size")
    add(
        "--heap",
        metavar="BYTES",
        help="leave that many bytes (147K: 147 * 1,024) free when code.py starts",
    )
    add(
        "--like",
        metavar="ID",
        help="imitate a board by its display and the bytes it leaves: " + memory.table(),
    )
    add("--script", metavar="FILE", help="button script to play (- for stdin)")
    add("--shots", metavar="DIR", default="shots", help="where pictures are put (shots)")
    add("--drive", metavar="DIR", help="this drive in place of a fresh build")
    add("--seed", metavar="N", type=whole(0), help="deal the game of this number")
    add("--bare", action="store_true", help="add no measuring code to the drive")
    add("--measure", metavar="NAME", action="append", choices=list(rows), help="see below")
    for name, word in (("hour", "hour"), ("times", "keys"), ("heap-table", "screens")):
        text = "the same as --measure " + word
        add("--" + name, action="append_const", dest="measure", const=word, help=text)
    add(
        "--game",
        metavar='"%s"' % gamespec.EXAMPLE,
        action="append",
        help="a whole game, then house options (jokers=1); may be given several times",
    )
    add("--sitting", action="store_true", help="every --game after one power-on, in this order")
    add(
        "--coach",
        action="store_true",
        help="after each --game its coach, once interrupted and once to its end, and this "
        "computer's figures for that round",
    )
    add(
        "--worst",
        metavar="N",
        type=whole(1, 1000),
        help="of --tries games, the N heaviest turns for the solver, thought on the firmware; "
        "without --firmware they are listed",
    )
    add(
        "--tries",
        metavar="N",
        type=whole(1, 1000000),
        default=positions.TRIES,
        help="with --worst: games played on this computer (%(default)s), from --seed on",
    )
    add("--jobs", metavar="N", type=whole(1, 256), default=1, help="with --worst: processes (1)")
    add("--keep", action="store_true", help="put the figures into docs/measured.json")
    add(
        "--refuse",
        metavar="once|each:N",
        help="refuse an allocation at each place, or at one place in N drawn by --seed; the exit "
        "status is 1 if the game does not go on",
    )
    add(
        "--cut",
        metavar="N",
        type=whole(1, 500),
        help="cut the power at every erase and program of N saved turns",
    )
    add(
        "--boots",
        metavar="N",
        type=whole(0),
        default=40,
        help="with --cut: how many of the states are booted (40)",
    )
    add("--json", action="store_true", help="one JSON object on the last line")
    return parser


def _line(ms, line):
    print("%9.1f  %s" % (ms, plain(line)), flush=True)

"""`emulate`: run a real CircuitPython firmware with the current build on an emulated board."""

import json
from typing import Any

from tools.arguments import Parser, int_from
from tools.plain import plain

HELP = "the game under a real CircuitPython firmware, on an emulated board"
_EPILOG = (
    "Script: press A, hold A 800, wait 250, shot NAME, until TEXT, # comment; one per line. Every "
    "screen is a line on the console: `screen NAME`.\nMeasure: %s.\nBytes that boards leave: %s."
)


def _parser():
    """Return the command's argument parser."""
    from tools.emulator import drive, scripts

    rows = {name: row.help for name, row in scripts.SCRIPTS.items() if row.help}
    boards = "; ".join("%s %d" % (name, row.free) for name, row in drive.WIRING.items())
    scripts_help = "; ".join("%s (%s)" % item for item in rows.items())
    parser = Parser("emulate", __doc__, epilog=_EPILOG % (scripts_help, boards))
    add = parser.add_argument
    add("--firmware", metavar="FILE.uf2", required=True, help="CircuitPython for the board")
    add("--board", metavar="ID", help="its board (else the firmware tells)")
    add("--heap", metavar="BYTES", help="leave that many bytes (147K: 147 * 1,024) to code.py")
    add("--like", metavar="ID", help="imitate a board by its display and the bytes it leaves")
    add("--script", metavar="FILE", help="button script to play (- for stdin)")
    add("--shots", metavar="DIR", default="shots", help="where pictures are put (shots)")
    add("--seed", metavar="N", type=int_from(0), help="deal the game of this number")
    add("--measure", action="append", choices=list(rows), help="see below; may be repeated")
    game_help = "a whole game, then house options (jokers=1); may be repeated"
    add("--game", metavar='"%s"' % scripts.EXAMPLE, action="append", help=game_help)
    add("--session", action="store_true", help="every --game after one power-on, in this order")
    coach_help = "after each --game its coach, interrupted once and then to its end; and this "
    add("--coach", action="store_true", help=coach_help + "computer's figures for that round")
    add("--keep", action="store_true", help="put the figures into docs/measured.json")
    refuse_help = "refuse one allocation in N, drawn by --seed; the exit status is 1 if the game "
    add("--refuse", metavar="N", type=int_from(1), help=refuse_help + "does not go on")
    cut_help = "cut the power at every erase and program of N saved turns"
    add("--cut", metavar="N", type=int_from(1, 500), help=cut_help)
    add("--json", action="store_true", help="one JSON object on the last line")
    return parser


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""
    from tools.emulator import cut, measure

    args = _parser().parse_args(argv)
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

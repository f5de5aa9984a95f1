"""`emulate`: a real CircuitPython firmware with the current build on an emulated RP2040 board."""

import json

from tools.arguments import Parser

HELP = "the game under a real CircuitPython firmware, on an emulated board"


def main(argv):
    """Run the command. Returns the exit status."""
    from tools.emulator import cut, heaptable, session, times, wholegames

    args = _parser(wholegames.EXAMPLE).parse_args(argv)
    tell = None if args.json else _line
    if args.heap_table:
        report, text = heaptable.measure(args, tell), heaptable.text
    elif args.times:
        report, text = times.measure(args, tell), times.text
    elif args.cut is not None:
        if not 1 <= args.cut <= 500:
            raise ValueError("--cut takes 1 to 500 turns.")
        report, text = cut.measure(args, tell), cut.text
    elif args.game:
        for spec in args.game:
            wholegames.parse(spec)
        report, text = [wholegames.play(args, spec, tell) for spec in args.game], wholegames.text
    else:
        report, text = session.play(args), session.text
    print(json.dumps(report) if args.json else text(report))
    return 0


def _parser(example):
    """The command's options. example: a whole game as --game takes it."""
    parser = Parser(
        "emulate",
        __doc__,
        epilog="Script: press A, hold A 800, wait 250, shot NAME, until TEXT, # comment; a line "
        "each. Every screen is told on the console as `screen NAME`.",
    )
    parser.add_argument(
        "--firmware", metavar="FILE.uf2", required=True, help="CircuitPython for the board"
    )
    parser.add_argument("--board", metavar="ID", default="pimoroni_picosystem")
    parser.add_argument("--display", metavar="WxH", help="a display of another size")
    parser.add_argument("--heap", metavar="KB", help="imitate a board with less memory")
    parser.add_argument("--script", metavar="FILE", help="button script to play (- for stdin)")
    parser.add_argument("--shots", metavar="DIR", default="shots", help="where shots go (shots)")
    parser.add_argument("--drive", metavar="DIR", help="this drive in place of a fresh build")
    parser.add_argument("--seed", metavar="N", type=int, help="deal the game of this number")
    parser.add_argument(
        "--bare",
        action="store_true",
        help="nothing added to the drive: no free heap, no `screen` lines",
    )
    parser.add_argument("--bootrom", metavar="FILE", help="the RP2040's boot ROM")
    parser.add_argument(
        "--heap-table",
        action="store_true",
        help="where the memory goes: screens, thinking players, modules, sheets",
    )
    parser.add_argument(
        "--times", action="store_true", help="from key to panel; how long each level thinks"
    )
    parser.add_argument(
        "--game",
        metavar='"%s"' % example,
        action="append",
        help="a whole game; may be given again",
    )
    parser.add_argument(
        "--cut",
        metavar="N",
        type=int,
        help="cut the power at every erase and program of N saved turns",
    )
    parser.add_argument(
        "--boots",
        metavar="N",
        type=int,
        default=40,
        help="with --cut: so many of the states are booted (40)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    return parser


def _line(ms, line):
    print("%9.1f  %s" % (ms, line), flush=True)

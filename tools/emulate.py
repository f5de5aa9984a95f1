"""`emulate`: a real CircuitPython firmware with the current build on an emulated RP2040 board."""

import json

from tools.arguments import Parser, whole

HELP = "the game under a real CircuitPython firmware, on an emulated board"


def main(argv):
    """Run the command. Returns the exit status."""
    from tools.emulator import cut, heaptable, hour, memory, session, times, wholegames, worst

    parser = _parser(wholegames.EXAMPLE, memory.table(), worst.TRIES)
    args = parser.parse_args(argv)
    if not args.firmware and args.worst is None:
        parser.error("the following arguments are required: --firmware")
    tell = None if args.json else _line
    if args.heap_table:
        report, text = heaptable.measure(args, tell), heaptable.text
    elif args.times:
        report, text = times.measure(args, tell), times.text
    elif args.cut is not None:
        report, text = cut.measure(args, tell), cut.text
    elif args.hour:
        report, text = hour.measure(args, tell), hour.text
    elif args.game:
        for spec in args.game:
            wholegames.parse(spec)
        text = wholegames.text
        if args.sitting:
            report = wholegames.sitting(args, args.game, tell)
        else:
            report = [wholegames.play(args, spec, tell) for spec in args.game]
    elif args.worst is not None:
        report, text = worst.measure(args, tell), worst.text
    else:
        report, text = session.play(args), session.text
    print(json.dumps(report) if args.json else text(report))
    return 0


def _parser(example, boards, tries):
    """The command's options. example: a whole game as --game takes it. boards: what --like
    knows. tries: how many games --worst looks at."""
    parser = Parser(
        "emulate",
        __doc__,
        epilog="Script: press A, hold A 800, wait 250, shot NAME, until TEXT, # comment; a line "
        "each. Every screen is told on the console as `screen NAME`.",
    )
    parser.add_argument("--firmware", metavar="FILE.uf2", help="CircuitPython for the board")
    parser.add_argument("--board", metavar="ID", help="its board (else the firmware tells)")
    parser.add_argument("--display", metavar="WxH", help="a display of another size")
    parser.add_argument(
        "--heap",
        metavar="BYTES",
        help="leave that many bytes (147K: 147 * 1,024) free when code.py starts",
    )
    parser.add_argument(
        "--like",
        metavar="ID",
        help="imitate a board by its display and the bytes it leaves: " + boards,
    )
    parser.add_argument("--script", metavar="FILE", help="button script to play (- for stdin)")
    parser.add_argument("--shots", metavar="DIR", default="shots", help="where shots go (shots)")
    parser.add_argument("--drive", metavar="DIR", help="this drive in place of a fresh build")
    parser.add_argument("--seed", metavar="N", type=whole(0), help="deal the game of this number")
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
        "--hour",
        action="store_true",
        help="a first hour from power-on by buttons alone: lesson, game, puzzle, three stations",
    )
    _games(parser, example, tries)
    parser.add_argument(
        "--cut",
        metavar="N",
        type=whole(1, 500),
        help="cut the power at every erase and program of N saved turns",
    )
    parser.add_argument(
        "--boots",
        metavar="N",
        type=whole(0),
        default=40,
        help="with --cut: how many of the states are booted (40)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object on the last line")
    return parser


def _games(parser, example, tries):
    """The options of whole games: see `_parser`."""
    parser.add_argument(
        "--game",
        metavar='"%s"' % example,
        action="append",
        help="a whole game, then house options (jokers=1); may be given several times",
    )
    parser.add_argument(
        "--sitting", action="store_true", help="every --game after one power-on, in this order"
    )
    parser.add_argument(
        "--coach",
        action="store_true",
        help="after each --game its coach, once broken off and once to its end, and what this "
        "computer says of that round",
    )
    parser.add_argument(
        "--worst",
        metavar="N",
        type=whole(1, 1000),
        help="of --tries games, the N turns that ask most of the solver, on the firmware; without "
        "--firmware they are listed",
    )
    parser.add_argument(
        "--tries",
        metavar="N",
        type=whole(1, 1000000),
        default=tries,
        help="with --worst: games played on this computer (%(default)s), from --seed on",
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=whole(1, 256),
        default=1,
        help="with --worst: how many at a time (%(default)s)",
    )


def _line(ms, line):
    print("%9.1f  %s" % (ms, line), flush=True)

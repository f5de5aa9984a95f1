"""`emulate`: a real CircuitPython firmware with the current build on an emulated RP2040 board."""

import json

from tools.arguments import Parser, whole
from tools.plain import plain

HELP = "the game under a real CircuitPython firmware, on an emulated board"


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""
    from tools.emulator import (
        cut,
        heaptable,
        hour,
        memory,
        session,
        shortage,
        times,
        wholegames,
        worst,
    )

    parser = _parser(wholegames.EXAMPLE, memory.table(), worst.TRIES)
    args = parser.parse_args(argv)
    if not args.firmware and args.worst is None:
        parser.error("the following arguments are required: --firmware")
    asked = (
        (args.heap_table, heaptable),
        (args.times, times),
        (args.cut is not None, cut),
        (args.hour, hour),
        (args.game, wholegames),
        (args.worst is not None, worst),
        (True, session),
    )
    run = next(module for wanted, module in asked if wanted)
    report = run.measure(args, None if args.json else _line)
    print(json.dumps(report) if args.json else plain(run.text(report)))
    return 1 if args.refuse and shortage.failed(report) else 0


def _parser(example, boards, tries):
    """The command's options. example: a whole game as --game takes it. boards: what --like
    knows. tries: how many games --worst looks at."""
    parser = Parser(
        "emulate",
        __doc__,
        epilog="Script: press A, hold A 800, wait 250, shot NAME, until TEXT, # comment; a line "
        "each. Every screen is told on the console as `screen NAME`.",
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
        help="imitate a board by its display and the bytes it leaves: " + boards,
    )
    add("--script", metavar="FILE", help="button script to play (- for stdin)")
    add("--shots", metavar="DIR", default="shots", help="where shots go (shots)")
    add("--drive", metavar="DIR", help="this drive in place of a fresh build")
    add("--seed", metavar="N", type=whole(0), help="deal the game of this number")
    add(
        "--bare",
        action="store_true",
        help="nothing added to the drive: no free heap, no `screen` lines",
    )
    add(
        "--heap-table",
        action="store_true",
        help="where the memory goes: screens, thinking players, modules, sheets",
    )
    add("--times", action="store_true", help="from key to panel; how long each level thinks")
    add(
        "--hour",
        action="store_true",
        help="a first hour from power-on by buttons alone: lesson, game, puzzle, three stations",
    )
    add(
        "--refuse",
        metavar="once|each:N",
        help="with --game, --hour, --script: refuse an allocation at each place, or at one place "
        "in N drawn by --seed, and say whether the game goes on; the exit status is 1 if not",
    )
    _games(add, example, tries)
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


def _games(add, example, tries):
    """The options of whole games: see `_parser`. add: its add_argument."""
    add(
        "--game",
        metavar='"%s"' % example,
        action="append",
        help="a whole game, then house options (jokers=1); may be given several times",
    )
    add("--sitting", action="store_true", help="every --game after one power-on, in this order")
    add(
        "--coach",
        action="store_true",
        help="after each --game its coach, once broken off and once to its end, and what this "
        "computer says of that round",
    )
    add(
        "--worst",
        metavar="N",
        type=whole(1, 1000),
        help="of --tries games, the N turns that ask most of the solver, on the firmware; without "
        "--firmware they are listed",
    )
    add(
        "--tries",
        metavar="N",
        type=whole(1, 1000000),
        default=tries,
        help="with --worst: games played on this computer (%(default)s), from --seed on",
    )
    add(
        "--jobs",
        metavar="N",
        type=whole(1, 256),
        default=1,
        help="with --worst: how many at a time (%(default)s)",
    )


def _line(ms, line):
    print("%9.1f  %s" % (ms, plain(line)), flush=True)

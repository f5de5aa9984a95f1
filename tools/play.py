"""`play`: the game in the desktop simulator, running the same code.py as the handheld.

With --headless a script presses the buttons. Its lines: `press A B` (UP, DOWN, LEFT, RIGHT, A, B,
START, SELECT; one or several), `hold A 800` and `wait 250` (milliseconds), `shot NAME` (a picture,
NAME.png), `# a comment`.
"""

import os
import sys

from tools.arguments import Parser, int_from

HELP = "the game on this computer: in a window, or in the terminal"


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""
    parser = Parser("play", __doc__)
    parser.add_argument("--board", default="pybadge", help="the handheld to simulate (pybadge)")
    parser.add_argument("--seed", type=int_from(0), help="deal the game of this number")
    parser.add_argument("--scale", type=int_from(1, 16), help="size of a pixel in window and shots")
    parser.add_argument("--headless", action="store_true", help="no screen, simulated time")
    parser.add_argument("--script", metavar="FILE", help="button script to play (- for stdin)")
    parser.add_argument("--shots", metavar="DIR", default="shots", help="where shots go (shots)")
    parser.add_argument("--terminal", action="store_true", help="use the terminal as the screen")
    parser.add_argument("--data", metavar="DIR", help="folder for saves (the user's data folder)")
    args = parser.parse_args(argv)
    from tools import sim
    from tools.sim import script

    sim.check_board(args.board)
    saves = args.data or (None if args.headless else sim.data_dir())
    for folder in (saves, args.headless and args.shots):
        if folder and os.path.exists(folder) and not os.path.isdir(folder):
            raise ValueError("%s is a file, not a folder." % folder)
    steps = None
    if args.script:
        steps = script.read(args.script)
    if args.headless:
        return _headless(sim, script, args, steps or [])
    if steps is not None:
        raise ValueError("--script needs --headless.")
    return _play(args, saves)


def _headless(sim, script, args, steps):
    """Play a script in simulated time. Its saves go to a folder of their own unless --data names
    one."""
    import tempfile

    with tempfile.TemporaryDirectory() as scratch:
        with sim.Sim(args.board, args.seed, args.data or scratch) as handheld:
            script.run(handheld, steps, args.shots, scale=args.scale or 1)
            if handheld.failure:
                handheld.raise_error()
    return 0


def _has_display():
    if os.environ.get("SSH_CONNECTION") and not os.environ.get("DISPLAY"):
        return False
    if sys.platform.startswith("linux") or "bsd" in sys.platform:
        return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    return True


def _play(args, saves):
    if not args.terminal and _has_display():
        from tools.sim import window

        return window.run(args.board, args.seed, saves, args.scale)
    if not sys.stdout.isatty() or not sys.stdin.isatty():
        raise RuntimeError("There is neither a display nor a terminal here; use --headless.")
    from tools.sim import terminal

    return terminal.run(args.board, args.seed, saves)

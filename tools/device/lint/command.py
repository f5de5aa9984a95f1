"""`lint`: everything that goes to a board must be Python that CircuitPython 9 and 10 run.

A real VM on the desktop proves what is there; only reading the source proves what must not be.
"""

import argparse
import sys

from tools.device import boards_desktop
from tools.device.lint import check_house, lint_tree, show
from tools.device.lint.source import device_files
from tools.place import DOOR

HELP = "check every module that goes to a board for what CircuitPython lacks"


def main(argv):
    """`python3 tools lint`: exit 0 when nothing was found, 1 otherwise."""
    parser = argparse.ArgumentParser(prog=DOOR + " lint", description=HELP)
    parser.add_argument(
        "--root", default=boards_desktop.ROOT, help="the tree to check (default: this project)"
    )
    options = parser.parse_args(argv)
    findings = lint_tree(options.root) + check_house(options.root)
    show(findings)
    count = len(device_files(options.root))
    if findings:
        print("%d findings in %d files." % (len(findings), count), file=sys.stderr)
        return 1
    print("%d files, nothing found." % count)
    return 0

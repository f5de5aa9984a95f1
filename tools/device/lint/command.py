"""`lint`: check that CircuitPython 9 and 10 can run everything that goes to a board.

Tests on a real VM show what works; only reading the sources shows what they must not contain.
"""

import sys

from tools.arguments import Parser
from tools.device import wordpack
from tools.device.lint import check_house, lint_tree, show
from tools.device.parsed import device_files
from tools.place import ROOT

HELP = "check every module that goes to a board for what CircuitPython lacks"


def main(argv: list[str]) -> int:
    """Run `python3 tools lint`; return 0 when nothing was found, else 1."""
    parser = Parser("lint", HELP)
    parser.add_argument("--language", metavar="CODE", help="show what a language lacks, too")
    options = parser.parse_args(argv)
    if options.language:
        lacks = wordpack.find_untranslated(ROOT, options.language)
        for name in lacks:
            print("%s lacks %s" % (options.language, name))
        print("%d texts and pages are in English." % len(lacks))
    findings = lint_tree(ROOT) + check_house(ROOT)
    show(findings)
    count = len(device_files(ROOT))
    if findings:
        print("Findings in %d files: %d." % (count, len(findings)), file=sys.stderr)
        return 1
    print("%d files, nothing found." % count)
    return 0

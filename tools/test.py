"""`test`: run every test; with --clauses, list the code that decides each clause and its tests."""

import importlib
import os
import sys

from tools.arguments import Parser
from tools.place import ROOT

HELP = "install what the tests need and run all of them"


def main(argv: list[str]) -> int:
    """Run the command: options other than --clauses go to pytest. Returns the exit status."""
    parser = Parser(
        "test", __doc__, epilog="Other options go to pytest: -k NAME, -x, tests/test_x.py ..."
    )
    parser.add_argument(
        "--clauses",
        nargs="*",
        metavar="CLAUSE",
        help="list every clause, or these, with the code that decides it and its tests",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="no screens, no VM, and of each campaign a few cases: half a minute on two cores",
    )
    args, rest = parser.parse_known_args(argv)
    if args.clauses is not None:
        sys.path.append(os.path.join(ROOT, "tests"))
        return importlib.import_module("clauses").show(args.clauses)
    return run(rest + ["--quick"] if args.quick else rest)


class _Count:
    """Keeps the outcomes that pytest has counted."""

    passed = failed = skipped = 0

    def pytest_terminal_summary(self, terminalreporter):
        """Note the counts; an error in a set-up, a clean-up or a file is a failure."""
        of = {kind: len(reports) for kind, reports in terminalreporter.stats.items()}
        self.passed, self.skipped = of.get("passed", 0), of.get("skipped", 0)
        self.failed = of.get("failed", 0) + of.get("error", 0)


def run(arguments: list[str]) -> int:
    """Run pytest on `arguments` (all tests when empty); the last line counts them."""
    import pytest

    os.chdir(ROOT)
    os.environ["PYTHONSAFEPATH"] = "1"  # the project's code.py must not hide the library's `code`
    # Each worker would compile all files again. Python's own are compiled, beside their sources.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.pop("PYTHONPYCACHEPREFIX", None)
    sys.dont_write_bytecode, sys.pycache_prefix = False, None
    count = _Count()
    options = ["-q", "-rs"]  # with the reasons of skipped tests
    if not any(word.startswith("-n") for word in arguments):
        # One worker more than cores, as tests of the page and the terminal mostly wait. --quick has
        # no such tests, and is faster by a fifth if a file's tests stay in one worker.
        quick = "--quick" in arguments
        workers = (os.cpu_count() or 1) + (not quick)
        options += ["-n", str(workers), "--dist", "loadfile" if quick else "worksteal"]
    status = pytest.main(options + arguments, plugins=[count])
    if not count.passed and not count.failed:
        count.failed = 1  # to run no test is a failure
    print(
        "%d passed, %d failed" % (count.passed, count.failed)
        + (", %d skipped" % count.skipped if count.skipped else "")
    )
    return 1 if count.failed or status else 0

"""`test`: runs every test; with --clauses lists which test names which clause of the rules."""

import argparse
import ast
import os
import re

from tools.place import DOOR, ROOT

HELP = "installs what the tests need and runs all of them"


def main(argv):
    """Run the command: options other than --clauses go to pytest. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog=DOOR + " test",
        description=__doc__,
        epilog="Other options go to pytest: -k NAME, -x, tests/test_x.py ...",
    )
    parser.add_argument(
        "--clauses",
        action="store_true",
        help="list every clause of the rules with the tests that name it",
    )
    args, rest = parser.parse_known_args(argv)
    return clauses() if args.clauses else run(rest)


class _Count:
    """Counts outcomes, with and without parallel workers."""

    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def pytest_runtest_logreport(self, report):
        """One report of a test's set-up, call or clean-up."""
        if report.failed:
            self.failed += 1
        elif report.skipped:
            self.skipped += 1
        elif report.when == "call":
            self.passed += 1

    def pytest_collectreport(self, report):
        """A file that cannot be read as tests counts as a failure."""
        if report.failed:
            self.failed += 1


def run(rest):
    """Run pytest on `rest` (all tests when empty); the last line counts them."""
    import pytest

    os.chdir(ROOT)
    os.environ["PYTHONSAFEPATH"] = "1"  # the project's code.py must not hide the library's `code`
    count = _Count()
    options = ["-q", "-rs"]  # what is skipped says why
    if not any(word.startswith("-n") for word in rest):
        options += ["-n", "auto", "--dist", "worksteal"]
    status = pytest.main(options + rest, plugins=[count])
    if not count.passed and not count.failed:
        count.failed = 1  # no test at all is no success
    print(
        "%d passed, %d failed" % (count.passed, count.failed)
        + (", %d skipped" % count.skipped if count.skipped else "")
    )
    return 1 if count.failed or status else 0


def clause_ids():
    """The clause ids of the rules, in order, as tests/clauses.txt lists them."""
    with open(os.path.join(ROOT, "tests", "clauses.txt"), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def test_names():
    """Every test function in tests/, as "file::name"."""
    names = []
    folder = os.path.join(ROOT, "tests")
    for file in sorted(os.listdir(folder)):
        if file.startswith("test_") and file.endswith(".py"):
            with open(os.path.join(folder, file), encoding="utf-8") as source:
                tree = ast.parse(source.read())
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    names.append("%s::%s" % (file, node.name))
    return names


def tests_of(clause, names):
    """The tests whose name holds the clause: RK-15 is `rk_15`, not `rk_1`."""
    pattern = re.compile(r"_%s(?![0-9a-z])" % clause.lower().replace("-", "_"))
    return [name for name in names if pattern.search(name.split("::")[1])]


def clauses():
    """Print each clause with its tests; 1 when a clause has none."""
    names = test_names()
    bare = []
    ids = clause_ids()
    for clause in ids:
        found = tests_of(clause, names)
        print("%-6s %s" % (clause, ", ".join(found) or "NO TEST"))
        if not found:
            bare.append(clause)
    print("%d clauses, %d with tests" % (len(ids), len(ids) - len(bare)))
    return 1 if bare else 0

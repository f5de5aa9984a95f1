"""Where each clause of the rules is decided and proven: read from the sources themselves.

The code that decides a clause names its id in a comment or in the docstring of the function or
class; data that sets a value for it does so in a comment. Where the solver, the players or the
screens have to know a clause as well, since asking the referee would take a handheld too long or
too much memory, they name it too: they follow, and a test of theirs holds them to it. Where a part
of a clause is ruled elsewhere than in the function that decides it, [ruling ER-9] stands there. A
test of a clause has it in its name (`test_rk_15_...`), in its docstring, or in its sentence, where
it is a scene. docs/RULES.md says what the clauses are. Those who judge on their own, to check us,
name what they judge by (JUDGING), and a ruling of the help begins with its clause. Nothing else is
kept by hand.
"""

import ast
import functools
import io
import os
import re
import sys
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules import catalogue
from tools.device.parsed import device_files
from tools.place import ROOT

RULES = os.path.join(ROOT, "docs", "RULES.md")
_DATA = ("rules/tilegame/games.py", "rules/tilegame/options.py", "rules/eight/games.py")
DECIDED, SET, NAMED, FOLLOWS = "decided", "set", "named", "also follows"  # what a place does
RULES_IN, JUDGES, SAYS = "rules in it", "judges too", "says it"
_ORDER = (DECIDED, SET, NAMED, RULES_IN, FOLLOWS, JUDGES, SAYS)
# Who judges on its own, to check us.
JUDGING = ("tools/soak/judge.py",)
HELP = "assets/help/en"  # whose lines are those of the other languages
# Where code follows clauses that are decided elsewhere: files of tests that may hold it to them.
TESTS_OF_FOLLOWERS = {
    "rules/solver/": ("solver_",),
    "rules/tilegame/players/": ("players_",),
    "rules/eight/players": ("eight_players",),
    "lib/pocket/": ("play_", "screens_", "eight_screen"),
}
_OF_TEXTS = "screens_help"  # what the help says holds nothing
_IN_NAME = re.compile(
    r"_(t|%s)_([0-9]+)(?![0-9a-z])" % "|".join(name.lower() for name in catalogue.ORDER)
)
_ID = re.compile(r"\b(T|%s)-([0-9]+)(?: to (?:\1-)?([0-9]+))?" % "|".join(catalogue.ORDER))


def clause_ids() -> list[str]:
    """Return the ids of all clauses, in the order of docs/RULES.md."""
    with open(RULES, encoding="utf-8") as file:
        return re.findall(r"(?m)^- \*\*([A-Z]+-[0-9]+)\*\*", file.read())


def named(text: str) -> list[str]:
    """Return the clause ids that a text names: "RK-16 to RK-18" names three."""
    ids: list[str] = []
    for letters, first, last in _ID.findall(text):
        ids += ["%s-%d" % (letters, n) for n in range(int(first), int(last or first) + 1)]
    return ids


@functools.cache
def in_name(test: str) -> set[str]:
    """Return the clause ids that the name of a test holds."""
    return {"%s-%s" % (letters.upper(), number) for letters, number in _IN_NAME.findall(test)}


def mentions(path: str, text: str, with_docstring: bool = False) -> list[tuple[str, int, str]]:
    """Return [(clause id, line, function or "")] of the comments, docstrings and strings of a
    source.

    with_docstring: the module's own too, which says what the module is about, not what decides.
    """
    if not _ID.search(text):
        return []
    tree = ast.parse(text, path)
    spans = _spans(tree)
    docstring = (
        tree.body[0].value
        if not with_docstring and tree.body and isinstance(tree.body[0], ast.Expr)
        else None
    )
    mentioned: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node is not docstring:
            for number, words in enumerate(node.value.split("\n"), node.lineno):
                line = min(number, node.end_lineno or number)  # "\n" may be an escape
                mentioned += [(clause, line) for clause in named(words)]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            mentioned += [(clause, token.start[0]) for clause in named(token.string)]
    out = []
    for clause, line in sorted(set(mentioned), key=lambda item: (item[1], item[0])):
        out.append((clause, line, _enclosing_name(spans, line)))
    return out


def _spans(node: ast.AST, prefix: str = "") -> list[tuple[int, int, str]]:
    """Return (first line, last line, dotted name) of functions and classes, outer ones first."""
    out = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            out.append((child.lineno, child.end_lineno or child.lineno, prefix + child.name))
            out += _spans(child, prefix + child.name + ".")
    return out


def _enclosing_name(spans: Sequence[tuple[int, int, str]], line: int) -> str:
    """Return the name of the function or class that a line lies in, "" outside of all."""
    return next((name for first, last, name in reversed(spans) if first <= line <= last), "")


class Place(NamedTuple):
    """Where a clause is named: what that place does about it, and "file:line function"."""

    does: str
    where: str


@functools.cache
def find_places(root: str = ROOT) -> dict[str, list[Place]]:
    """Return the places that name each clause, those that decide it first."""
    out: dict[str, list[Place]] = {}
    for path in device_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for clause, place in _named_in(path, file.read()):
                known = out.setdefault(clause, [])
                if place not in known:
                    known.append(place)
    for clause, place in _other_places(root):
        out.setdefault(clause, []).append(place)
    for known in out.values():
        known.sort(key=lambda place: _ORDER.index(place.does))
    return out


def _other_places(root: str) -> Iterator[tuple[str, Place]]:
    """Yield each clause that a judge names, or a ruling of the help begins with, with its place."""
    for path in JUDGING:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for clause, line, inside in mentions(path, file.read()):
                yield clause, Place(JUDGES, ("%s:%d %s" % (path, line, inside)).strip())
    for name in sorted(os.listdir(os.path.join(root, HELP))):
        with open(os.path.join(root, HELP, name), encoding="utf-8") as file:
            for number, said in enumerate(file, 1):
                if said[:1] == "*":
                    yield said[1:].split()[0], Place(SAYS, "%s/%s:%d" % (HELP, name, number))


def _named_in(path: str, text: str) -> Iterator[tuple[str, Place]]:
    """Yield each clause that one source names, with its place."""
    follows = any(path.startswith(room) for room in TESTS_OF_FOLLOWERS)
    lines = text.split("\n")
    for clause, line, inside in mentions(path, text, follows):
        does = DECIDED
        if follows:
            does = FOLLOWS
        elif "[ruling %s]" % clause in lines[line - 1]:
            does = RULES_IN
        elif path in _DATA:
            does = SET
        elif '"%s"' % clause in lines[line - 1]:
            does = NAMED  # a refusal's
        where = ("%s:%d %s" % (path, line, inside)).strip()
        yield clause, Place(does, where)


def tests_of_place(clause: str, where: str) -> list[str]:
    """Return the tests that check a clause in a place that follows it: those of its folder that
    have the clause in their name or docstring."""
    files = next(files for room, files in TESTS_OF_FOLLOWERS.items() if where.startswith(room))
    rooms = {name: re.sub("^(test_|scenes/)", "", name) for name in _tests()}
    return [
        name
        for name, about in _tests().items()
        if rooms[name].startswith(files)
        and not rooms[name].startswith(_OF_TEXTS)
        and clause in about
    ]


def untested_places(places: Mapping[str, list[Place]]) -> list[str]:
    """Return "clause place" for each place that follows a clause and has no test of that clause."""
    return [
        "%s %s" % (clause, place.where)
        for clause, found_here in places.items()
        for place in found_here
        if place.does == FOLLOWS and not tests_of_place(clause, place.where)
    ]


def deciding_functions(places: Mapping[str, list[Place]], clause: str) -> list[str]:
    """Return the functions that decide a clause or, if there are none, the data that sets it."""
    for does in (DECIDED, SET, NAMED):
        found_there = [place.where for place in places.get(clause, ()) if place.does == does]
        if found_there:
            return sorted({re.sub(":[0-9]+", "", place) for place in found_there})
    return []


@functools.cache
def _tests() -> dict[str, set[str]]:
    """Return {every test in tests/, as "file::name": the clauses in its name and docstring, or in
    the sentence of a scene}."""
    tests: dict[str, set[str]] = {}
    folder = os.path.join(ROOT, "tests")
    for file in sorted(os.listdir(folder)):
        if file.startswith("test_") and file.endswith(".py"):
            with open(os.path.join(folder, file), encoding="utf-8") as source:
                tree = ast.parse(source.read())
            statements = list(tree.body)
            for node in statements:
                if isinstance(node, ast.If):
                    statements += node.body
                elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    about = in_name(node.name).union(named(ast.get_docstring(node) or ""))
                    tests["%s::%s" % (file, node.name)] = about
    heading = ""
    for file in sorted(os.listdir(os.path.join(folder, "scenes"))):
        with open(os.path.join(folder, "scenes", file), encoding="utf-8") as scenes:
            for test, sentence in re.findall(r"(?m)^(test_\w+)$|^([^\s#].*?):", scenes.read()):
                heading = test or heading
                case = "scenes/%s::%s[%s]" % (file, heading, sentence)
                if sentence and heading:
                    tests[case] = in_name(heading).union(named(sentence))
    return tests


def tests_of(clause: str) -> list[str]:
    """Return the tests that name the clause (RK-15 is `rk_15`, not `rk_1`) in their name or
    sentence."""
    known = {name: in_name(name).union(named(name.partition("[")[2])) for name in _tests()}
    return [name for name in known if clause in known[name]]


def without_code_or_test(
    ids: Sequence[str], places: Mapping[str, list[Place]]
) -> tuple[list[str], list[str]]:
    """Return (clauses that no code decides, clauses that no test names)."""
    return (
        [clause for clause in ids if not deciding_functions(places, clause)],
        [clause for clause in ids if not tests_of(clause)],
    )


def _print_place(clause: str, place: Place, after: Place | None) -> None:
    """Print a place and, behind the last of several with the same tests, these tests."""
    print("    %-12s %s" % (place.does, place.where))
    if place.does == FOLLOWS:
        held = tests_of_place(clause, place.where)
        if not after or after.does != FOLLOWS or tests_of_place(clause, after.where) != held:
            for test in held or ["NO TEST"]:
                print("    %-12s held by %s" % ("", test))


def show(only: Sequence[str] = ()) -> int:
    """Print each clause, or those in `only`, with its code, the tests of that code, the rulings
    that state it and its own tests. Return 1 if a clause lacks code or a test, else 0."""
    ids = clause_ids()
    unknown = [clause for clause in only if clause not in ids]
    if unknown:
        print("There is no clause %s in docs/RULES.md." % ", ".join(unknown), file=sys.stderr)
        return 1
    ids = [clause for clause in ids if not only or clause in only]
    places = find_places()
    for clause in ids:
        print(clause)
        found_here = places.get(clause, [])
        for place, next_place in zip(found_here, [*found_here[1:], None], strict=False):
            _print_place(clause, place, next_place)
        if not deciding_functions(places, clause):
            print("    NO CODE")
        for test in tests_of(clause) or ["NO TEST"]:
            print("    %-12s %s" % ("proven", test))
    without_code, without_test = without_code_or_test(ids, places)
    untested = untested_places({clause: places.get(clause, []) for clause in ids})
    if not only:
        print(
            "%d clauses, %d decided in the code, %d with tests"
            % (len(ids), len(ids) - len(without_code), len(ids) - len(without_test))
        )
    gaps = ("No code", without_code), ("No test", without_test), ("Not held", untested)
    for heading, names in gaps:
        if names:
            print("%s: %s" % (heading, ", ".join(names)))
    return 1 if without_code or without_test or untested else 0

"""Find where each clause of docs/RULES.md is decided and tested, by reading the sources.

The code that decides a clause names its id in a comment or in the docstring of the function or
class; data that sets a value for it does so in a comment. Solver, players and screens also name
clauses that they follow, where asking the referee would take a handheld too much time or memory;
each needs a test of its own. [ruling ER-9] marks code that rules a part of a clause outside of the
function that decides it. A test names its clause in its name (`test_rk_15_...`), in its docstring
or, in a scene, in its sentence. The files in JUDGING, which check us independently, name the
clauses that they apply, and a ruling of the help begins with its clause. There is no other list.
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
from tools.device.parsed import device_files, find
from tools.place import ROOT

RULES = os.path.join(ROOT, "docs", "RULES.md")
_DATA = re.compile(r"rules/\w+/(games|options)\.py")
DECIDED, SET, NAMED, FOLLOWS = "decided", "set", "named", "also follows"  # roles of places
RULES_IN, JUDGES, SAYS = "rules in it", "judges too", "says it"
_ORDER = (DECIDED, SET, NAMED, RULES_IN, FOLLOWS, JUDGES, SAYS)
# Files that judge plays independently, to check us.
JUDGING = ("tools/soak/judge.py",)
HELP = "assets/help/en"  # other languages have the same lines
# {beginning of paths of code that follows clauses: beginnings of files of tests that check it}
TESTS_OF_FOLLOWERS = {
    "rules/solver/": ("solver_",),
    "rules/tilegame/players/": ("players_",),
    "rules/eight/players": ("eight_players",),
    "lib/pocket/": ("play_", "screens_", "eight_screen"),
}
_OF_TEXTS = "screens_help"  # tests of the help's texts check no code
_IN_NAME = re.compile(
    r"_(t|%s)_([0-9]+)(?![0-9a-z])" % "|".join(name.lower() for name in catalogue.ORDER)
)
_ID = re.compile(r"\b(T|%s)-([0-9]+)(?: to (?:\1-)?([0-9]+))?" % "|".join(catalogue.ORDER))


def clause_ids() -> list[str]:
    """Return the ids of all clauses, in the order of docs/RULES.md."""
    with open(RULES, encoding="utf-8") as file:
        return re.findall(r"(?m)^- \*\*([A-Z]+-[0-9]+)\*\*", file.read())


def in_text(text: str) -> list[str]:
    """Return the clause ids in a text; "RK-16 to RK-18" contains three."""
    ids: list[str] = []
    for letters, first, last in _ID.findall(text):
        ids += ["%s-%d" % (letters, n) for n in range(int(first), int(last or first) + 1)]
    return ids


def in_test_name(test: str) -> set[str]:
    """Return the clause ids in the name of a test."""
    return {"%s-%s" % (letters.upper(), number) for letters, number in _IN_NAME.findall(test)}


def mentions(path: str, text: str, with_docstring: bool = False) -> list[tuple[str, int, str]]:
    """Return [(clause id, line, function or "")] of a source's comments, docstrings and strings.

    with_docstring: include the module's docstring, which describes but does not decide.
    """
    if not _ID.search(text):
        return []
    tree = ast.parse(text, path)
    spans = _definitions(tree)
    docstring = (
        tree.body[0].value
        if not with_docstring and tree.body and isinstance(tree.body[0], ast.Expr)
        else None
    )
    mentioned: list[tuple[str, int]] = []
    for node in find(tree, ast.Constant):
        if isinstance(node.value, str) and node is not docstring:
            for number, line_text in enumerate(node.value.split("\n"), node.lineno):
                line = min(number, node.end_lineno or number)  # "\n" may be an escape
                mentioned += [(clause, line) for clause in in_text(line_text)]
    if any(_ID.search(line.partition("#")[2]) for line in text.split("\n")):
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                mentioned += [(clause, token.start[0]) for clause in in_text(token.string)]
    result = []
    for clause, line in sorted(set(mentioned), key=lambda item: (item[1], item[0])):
        result.append((clause, line, _enclosing_name(spans, line)))
    return result


def _definitions(node: ast.AST, prefix: str = "") -> list[tuple[int, int, str]]:
    """Return (first line, last line, dotted name) of functions and classes, outer ones first."""
    out = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            out.append((child.lineno, child.end_lineno or child.lineno, prefix + child.name))
            out += _definitions(child, prefix + child.name + ".")
    return out


def _enclosing_name(spans: Sequence[tuple[int, int, str]], line: int) -> str:
    """Return the name of the innermost function or class around a line, or ""."""
    return next((name for first, last, name in reversed(spans) if first <= line <= last), "")


class Place(NamedTuple):
    """A place that names a clause. role: e.g. DECIDED. where: "file:line function"."""

    role: str
    where: str


@functools.cache
def find_places(root: str = ROOT) -> dict[str, list[Place]]:
    """Return {clause: places that name it}, the deciding ones first."""
    by_clause: dict[str, list[Place]] = {}
    for path in device_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for clause, place in _places_in(path, file.read()):
                places = by_clause.setdefault(clause, [])
                if place not in places:
                    places.append(place)
    for clause, place in _other_places(root):
        by_clause.setdefault(clause, []).append(place)
    for places in by_clause.values():
        places.sort(key=lambda place: _ORDER.index(place.role))
    return by_clause


def _other_places(root: str) -> Iterator[tuple[str, Place]]:
    """Yield (clause, place) for the files in JUDGING and for the rulings of the help."""
    for path in JUDGING:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for clause, line, inside in mentions(path, file.read()):
                yield clause, Place(JUDGES, ("%s:%d %s" % (path, line, inside)).strip())
    for name in sorted(os.listdir(os.path.join(root, HELP))):
        with open(os.path.join(root, HELP, name), encoding="utf-8") as file:
            for number, text in enumerate(file, 1):
                if text[:1] == "*":
                    yield text[1:].split()[0], Place(SAYS, "%s/%s:%d" % (HELP, name, number))


def _places_in(path: str, text: str) -> Iterator[tuple[str, Place]]:
    """Yield (clause, place) for each clause that a source names."""
    follows = any(path.startswith(room) for room in TESTS_OF_FOLLOWERS)
    lines = text.split("\n")
    for clause, line, inside in mentions(path, text, follows):
        role = DECIDED
        if follows:
            role = FOLLOWS
        elif "[ruling %s]" % clause in lines[line - 1]:
            role = RULES_IN
        elif _DATA.fullmatch(path):
            role = SET
        elif '"%s"' % clause in lines[line - 1]:
            role = NAMED  # by a refusal
        where = ("%s:%d %s" % (path, line, inside)).strip()
        yield clause, Place(role, where)


def tests_of_place(clause: str, where: str) -> list[str]:
    """Return the tests of a clause that may check the place `where`, which follows it: see
    TESTS_OF_FOLLOWERS."""
    files = next(files for room, files in TESTS_OF_FOLLOWERS.items() if where.startswith(room))
    named = [name for name, clauses in _tests().items() if clause in clauses]
    short_names = {name: re.sub("^(test_|scenes/)", "", name) for name in named}
    return [
        name
        for name, short in short_names.items()
        if short.startswith(files) and not short.startswith(_OF_TEXTS)
    ]


def untested_places(places: Mapping[str, list[Place]]) -> list[str]:
    """Return "clause place" for each place that follows a clause and has no test of that clause."""
    return [
        "%s %s" % (clause, place.where)
        for clause, its_places in places.items()
        for place in its_places
        if place.role == FOLLOWS and not tests_of_place(clause, place.where)
    ]


def deciding_functions(places: Mapping[str, list[Place]], clause: str) -> list[str]:
    """Return the functions that decide a clause or, if there are none, the data that sets it."""
    for role in (DECIDED, SET, NAMED):
        found = [place.where for place in places.get(clause, ()) if place.role == role]
        if found:
            return sorted({re.sub(":[0-9]+", "", place) for place in found})
    return []


@functools.cache
def _tests() -> dict[str, set[str]]:
    """Return {test in tests/, as "file::name": the clauses in its name and docstring, or in the
    sentence of a scene}, without files that name no clause."""
    tests: dict[str, set[str]] = {}
    folder = os.path.join(ROOT, "tests")
    for file in sorted(os.listdir(folder)):
        if file.startswith("test_") and file.endswith(".py"):
            with open(os.path.join(folder, file), encoding="utf-8") as source:
                text = source.read()
            if not _ID.search(text) and not _IN_NAME.search(text):
                continue
            statements = list(ast.parse(text).body)
            for node in statements:
                if isinstance(node, ast.If):
                    statements += node.body
                elif isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    clauses = in_test_name(node.name).union(in_text(ast.get_docstring(node) or ""))
                    tests["%s::%s" % (file, node.name)] = clauses
    heading = ""
    for file in sorted(os.listdir(os.path.join(folder, "scenes"))):
        with open(os.path.join(folder, "scenes", file), encoding="utf-8") as scenes:
            for test, sentence in re.findall(r"(?m)^(test_\w+)$|^([^\s#].*?):", scenes.read()):
                heading = test or heading
                case = "scenes/%s::%s[%s]" % (file, heading, sentence)
                if sentence and heading:
                    tests[case] = in_test_name(heading).union(in_text(sentence))
    return tests


def tests_of(clause: str) -> list[str]:
    """Return the tests that name the clause (RK-15 is `rk_15`, not `rk_1`) in their name or
    sentence."""
    return [name for name in _tests() if clause in _named_by(name)]


@functools.cache
def _named_by(test: str) -> set[str]:
    return in_test_name(test).union(in_text(test.partition("[")[2]))


def without_code_or_test(
    ids: Sequence[str], places: Mapping[str, list[Place]]
) -> tuple[list[str], list[str]]:
    """Return (clauses that no code decides, clauses that no test names)."""
    return (
        [clause for clause in ids if not deciding_functions(places, clause)],
        [clause for clause in ids if not tests_of(clause)],
    )


def _print_place(clause: str, place: Place, next_place: Place | None) -> None:
    """Print a place, and its tests unless `next_place` has the same."""
    print("    %-12s %s" % (place.role, place.where))
    if place.role == FOLLOWS:
        tests = tests_of_place(clause, place.where)
        if (
            not next_place
            or next_place.role != FOLLOWS
            or tests_of_place(clause, next_place.where) != tests
        ):
            for test in tests or ["NO TEST"]:
                print("    %-12s held by %s" % ("", test))


def show(only: Sequence[str] = ()) -> int:
    """Print each clause, or those in `only`, with its code, the tests of that code, the rulings
    that state it and its own tests. Return 1 if one is unknown or lacks any of these, else 0."""
    ids = clause_ids()
    unknown = [clause for clause in only if clause not in ids]
    if unknown:
        print("There is no clause %s in docs/RULES.md." % ", ".join(unknown), file=sys.stderr)
        return 1
    ids = [clause for clause in ids if not only or clause in only]
    places = find_places()
    for clause in ids:
        print(clause)
        its_places = places.get(clause, [])
        for place, next_place in zip(its_places, [*its_places[1:], None], strict=False):
            _print_place(clause, place, next_place)
        if not deciding_functions(places, clause):
            print("    NO CODE")
        for test in tests_of(clause) or ["NO TEST"]:
            print("    %-12s %s" % ("tested by", test))
    without_code, without_test = without_code_or_test(ids, places)
    untested = untested_places({clause: places.get(clause, []) for clause in ids})
    if not only:
        print(
            "%d clauses, %d implemented, %d with tests"
            % (len(ids), len(ids) - len(without_code), len(ids) - len(without_test))
        )
    gaps = ("No code", without_code), ("No test", without_test), ("Untested code", untested)
    for heading, names in gaps:
        if names:
            print("%s: %s" % (heading, ", ".join(names)))
    return 1 if without_code or without_test or untested else 0

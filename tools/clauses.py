"""Where each clause of the rules is decided and proven: read from the sources themselves.

The code that decides a clause names its id in a comment or in the docstring of the function or
class; data that sets a value for it does so in a comment. Where the solver, the players or the
screens have to know a clause as well, since asking the referee would take a handheld too long or
too much memory, they name it too: they follow, and a test holds them to the referee (HOLDING). The
test that proves a clause has it in its name (`test_rk_15_...`). docs/RULES.md says what the clauses
are. Those who judge on their own, to check us, name what they judge by (JUDGING), and a ruling of
the help begins with its clause. Nothing else is kept by hand.
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
JUDGES, SAYS = "judges too", "says it"
ASKS = "asks it"  # ... where it calls the function that decides
# Who judges on its own, to check us.
JUDGING = ("tools/soak/judge.py", "tests/slow_search.py")
HELP = "assets/help/en"  # whose lines are those of the other languages
# Where code follows clauses that are decided elsewhere, and the tests that hold it to them.
HOLDING = {
    "rules/solver/": (
        "test_solver_slow.py::test_opened",
        "test_solver_slow.py::test_not_opened",
        "test_two_jokers.py::test_t_7_the_solver_agrees_with_the_slow_search",
    ),
    "rules/tilegame/players/": ("test_players_games.py::test_games_with_every_invariant",),
    "rules/eight/players": (
        "test_players_games.py::test_games_of_8_round_rummy_with_every_invariant",
    ),
    "lib/pocket/": ("test_play_turn.py::test_the_best_plays_of_random_positions_can_be_made",),
}
_ID = re.compile(r"\b(T|%s)-([0-9]+)(?: to (?:\1-)?([0-9]+))?" % "|".join(catalogue.ORDER))


def clause_ids() -> list[str]:
    """The ids of all clauses, in the order of docs/RULES.md."""
    with open(RULES, encoding="utf-8") as file:
        return re.findall(r"(?m)^- \*\*([A-Z]+-[0-9]+)\*\*", file.read())


def named(text: str) -> list[str]:
    """The clause ids that a text names: "RK-16 to RK-18" names three."""
    ids: list[str] = []
    for letters, first, last in _ID.findall(text):
        ids += ["%s-%d" % (letters, n) for n in range(int(first), int(last or first) + 1)]
    return ids


def mentions(path: str, text: str, whole: bool = False) -> list[tuple[str, int, str]]:
    """[(clause id, line, function or "")] of one source: its comments, docstrings and strings.

    A module's own docstring does not count, unless `whole`: it says what the module is about, not
    who decides.
    """
    if not _ID.search(text):
        return []
    tree = ast.parse(text, path)
    spans = _spans(tree)
    about = (
        tree.body[0].value
        if not whole and tree.body and isinstance(tree.body[0], ast.Expr)
        else None
    )
    mentioned: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node is not about:
            mentioned += [(clause, node.lineno) for clause in named(node.value)]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            mentioned += [(clause, token.start[0]) for clause in named(token.string)]
    out = []
    for clause, line in sorted(set(mentioned), key=lambda item: (item[1], item[0])):
        out.append((clause, line, _innermost(spans, line)))
    return out


def _spans(node: ast.AST, prefix: str = "") -> list[tuple[int, int, str]]:
    """(first line, last line, dotted name) of functions and classes, outer ones first."""
    out = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            out.append((child.lineno, child.end_lineno or child.lineno, prefix + child.name))
            out += _spans(child, prefix + child.name + ".")
    return out


def _innermost(spans: Sequence[tuple[int, int, str]], line: int) -> str:
    """The name of the function or class that a line lies in, "" outside of all."""
    return next((name for first, last, name in reversed(spans) if first <= line <= last), "")


class Place(NamedTuple):
    """Where a clause is named: what that place does about it, and "file:line function"."""

    does: str
    where: str
    tests: Sequence[str] = ()  # that hold it, where it follows


@functools.cache
def places(root: str = ROOT) -> dict[str, list[Place]]:
    """The places that name each clause, those that decide it first."""
    out: dict[str, list[Place]] = {}
    for path in device_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for clause, place in _named_in(path, file.read()):
                known = out.setdefault(clause, [])
                if place not in known:
                    known.append(place)
    for clause, place in _apart(root):
        out.setdefault(clause, []).append(place)
    for known in out.values():
        known.sort(key=lambda place: (DECIDED, SET, NAMED, FOLLOWS, JUDGES, SAYS).index(place.does))
    return out


def _apart(root: str) -> Iterator[tuple[str, Place]]:
    """Each clause that a judge names, or a ruling of the help begins with, with its place."""
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
    """Each clause that one source names, with its place."""
    holding = [tests for room, tests in HOLDING.items() if path.startswith(room)]
    lines = text.split("\n")
    for clause, line, inside in mentions(path, text, bool(holding)):
        does = DECIDED
        if holding:
            does = FOLLOWS
        elif path in _DATA:
            does = SET
        elif '"%s"' % clause in lines[line - 1]:
            does = NAMED  # a refusal's
        where = ("%s:%d %s" % (path, line, inside)).strip()
        yield clause, Place(does, where, holding[0] if holding else ())


@functools.cache
def asking() -> dict[str, list[str]]:
    """{function of a module, as "file function": where the device's code calls it or hands it on,
    each as "file:line function"}. Methods are not among them."""
    asked: dict[str, list[str]] = {}
    for path in device_files(ROOT):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            tree = ast.parse(file.read(), path)
        spans = _spans(tree)
        own = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        known = {name: "%s %s" % (path, name) for name in own}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                home = node.module.replace(".", "/")
                for alias in node.names:
                    name = alias.asname or alias.name
                    known[name] = "%s.py %s" % (home, alias.name)
                    known[name + "."] = "%s/%s.py " % (home, alias.name)
        for node in ast.walk(tree):
            if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(
                node.ctx, ast.Load
            ):
                continue
            target = None
            if isinstance(node, ast.Name):
                target = known.get(node.id)
            elif isinstance(node.value, ast.Name):
                module = known.get(node.value.id + ".")
                target = module and module + node.attr
            if target:
                caller = "%s:%d %s" % (path, node.lineno, _innermost(spans, node.lineno))
                asked.setdefault(target, []).append(caller.strip())
    return asked


def deciding(where: Mapping[str, list[Place]], clause: str) -> list[str]:
    """The functions that decide a clause, or where none does the data that sets it."""
    for does in (DECIDED, SET, NAMED):
        found_there = [place.where for place in where.get(clause, ()) if place.does == does]
        if found_there:
            return sorted({re.sub(":[0-9]+", "", place) for place in found_there})
    return []


def test_names() -> list[str]:
    """Every test function in tests/, as "file::name"."""
    names = []
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
                    names.append("%s::%s" % (file, node.name))
    return names


def tests_of(clause: str, names: Sequence[str]) -> list[str]:
    """The tests whose name holds the clause: RK-15 is `rk_15`, not `rk_1`."""
    pattern = re.compile(r"_%s(?![0-9a-z])" % clause.lower().replace("-", "_"))
    return [name for name in names if pattern.search(name.split("::")[1])]


def bare(
    ids: Sequence[str], where: Mapping[str, list[Place]], names: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The clauses that no code decides, and those that no test names."""
    return (
        [clause for clause in ids if not deciding(where, clause)],
        [clause for clause in ids if not tests_of(clause, names)],
    )


def show(only: Sequence[str] = ()) -> int:
    """Print each clause, or those of `only`, with the code that decides it, who asks that, what
    follows it with the tests that hold that, who judges it too, the rulings that say it, and its
    own tests; 1 when one lacks code or a test."""
    ids = clause_ids()
    unknown = [clause for clause in only if clause not in ids]
    if unknown:
        print("There is no clause %s in docs/RULES.md." % ", ".join(unknown), file=sys.stderr)
        return 1
    ids = [clause for clause in ids if not only or clause in only]
    where, names, asked = places(), test_names(), asking()
    for clause in ids:
        print(clause)
        for place in where.get(clause, []):
            print("    %-12s %s" % (place.does, place.where))
            if place.does == DECIDED:
                for caller in sorted(asked.get(re.sub(":[0-9]+", "", place.where), ())):
                    print("    %-12s %s" % ("", ASKS + " " + caller))
            for test in place.tests:
                print("    %-12s %s" % ("", "held by " + test))
        if not deciding(where, clause):
            print("    NO CODE")
        for test in tests_of(clause, names) or ["NO TEST"]:
            print("    %-12s %s" % ("proven", test))
    without_code, without_test = bare(ids, where, names)
    if not only:
        print(
            "%d clauses, %d decided in the code, %d with tests"
            % (len(ids), len(ids) - len(without_code), len(ids) - len(without_test))
        )
    return 1 if without_code or without_test else 0

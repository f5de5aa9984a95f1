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
from tools.device.parsed import brought, device_files, module_name
from tools.place import ROOT

RULES = os.path.join(ROOT, "docs", "RULES.md")
_DATA = ("rules/tilegame/games.py", "rules/tilegame/options.py", "rules/eight/games.py")
DECIDED, SET, NAMED, FOLLOWS = "decided", "set", "named", "also follows"  # what a place does
RULES_IN, JUDGES, SAYS = "rules in it", "judges too", "says it"
_ORDER = (DECIDED, SET, NAMED, RULES_IN, FOLLOWS, JUDGES, SAYS)
ASKS, READS = "asks it", "reads it"  # ... where it calls what decides, reads the field that is set
# Who judges on its own, to check us.
JUDGING = ("tools/soak/judge.py",)
HELP = "assets/help/en"  # whose lines are those of the other languages
# Where code follows clauses that are decided elsewhere: files of tests that may hold it to them.
HOLDING = {
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


def mentions(path: str, text: str, whole: bool = False) -> list[tuple[str, int, str]]:
    """Return [(clause id, line, function or "")] of one source: its comments, docstrings and
    strings.

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
            for number, words in enumerate(node.value.split("\n"), node.lineno):
                line = min(number, node.end_lineno or number)  # of a text in lines
                mentioned += [(clause, line) for clause in named(words)]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            mentioned += [(clause, token.start[0]) for clause in named(token.string)]
    out = []
    for clause, line in sorted(set(mentioned), key=lambda item: (item[1], item[0])):
        out.append((clause, line, _innermost(spans, line)))
    return out


def _spans(node: ast.AST, prefix: str = "") -> list[tuple[int, int, str]]:
    """Return (first line, last line, dotted name) of functions and classes, outer ones first."""
    out = []
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            out.append((child.lineno, child.end_lineno or child.lineno, prefix + child.name))
            out += _spans(child, prefix + child.name + ".")
    return out


def _innermost(spans: Sequence[tuple[int, int, str]], line: int) -> str:
    """Return the name of the function or class that a line lies in, "" outside of all."""
    return next((name for first, last, name in reversed(spans) if first <= line <= last), "")


class Place(NamedTuple):
    """Where a clause is named: what that place does about it, and "file:line function"."""

    does: str
    where: str


@functools.cache
def places(root: str = ROOT) -> dict[str, list[Place]]:
    """Return the places that name each clause, those that decide it first."""
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
        known.sort(key=lambda place: _ORDER.index(place.does))
    return out


def _apart(root: str) -> Iterator[tuple[str, Place]]:
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
    follows = any(path.startswith(room) for room in HOLDING)
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


def holding(clause: str, where: str) -> list[str]:
    """Return the tests that hold a place to a clause that it follows: of its room, with the clause
    in their name or docstring."""
    files = next(files for room, files in HOLDING.items() if where.startswith(room))
    rooms = {name: re.sub("^(test_|scenes/)", "", name) for name in _tests()}
    return [
        name
        for name, about in _tests().items()
        if rooms[name].startswith(files)
        and not rooms[name].startswith(_OF_TEXTS)
        and clause in about
    ]


def unheld(where: Mapping[str, list[Place]]) -> list[str]:
    """Return the places that follow a clause and that no test holds to it, each with the clause."""
    return [
        "%s %s" % (clause, place.where)
        for clause, known in where.items()
        for place in known
        if place.does == FOLLOWS and not holding(clause, place.where)
    ]


@functools.cache
def reading() -> dict[str, list[str]]:
    """Return {field of a game's rules: where the device's code reads it, each as "file:line
    function"}."""
    read: dict[str, list[str]] = {}
    for path, tree in _trees().items():
        spans = _spans(tree)
        for node in ast.walk(tree) if path not in _DATA else ():
            field: ast.expr | None = None
            if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
                field = node.slice
            elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "get":
                field = next(iter(node.args), None)
            if isinstance(field, ast.Constant) and isinstance(field.value, str):
                where = "%s:%d %s" % (path, field.lineno, _innermost(spans, field.lineno))
                read.setdefault(field.value, []).append(where.strip())
    return read


@functools.cache
def _trees() -> dict[str, ast.Module]:
    """Return the device's sources, parsed, by path."""
    trees = {}
    for path in device_files(ROOT):
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            trees[path] = ast.parse(file.read(), path)
    return trees


@functools.cache
def asking() -> dict[str, list[str]]:
    """Return {function, as "file function": where the device's code calls it or hands it on, each
    as "file:line function"}. A method of `self` is that of the class. Any other, and where there is
    none a function that is handed on as a field, goes by its name if no other file has a function
    of that name."""
    asked: dict[str, list[str]] = {}
    homes: dict[str, set[str]] = {}
    paths = {module_name(path): path for path in _trees()}
    for path, tree in _trees().items():
        for _first, _last, name in _spans(tree):
            homes.setdefault(name.rpartition(".")[2], set()).add("%s %s" % (path, name))
    for path, tree in _trees().items():
        spans = _spans(tree)
        own = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
        known = {name: "%s %s" % (path, name) for name in own}
        for node in ast.walk(tree):
            for name, module, thing in brought(node, paths):
                known[name if thing else name + "."] = "%s %s" % (paths.get(module), thing or "")
        for node in ast.walk(tree):
            if not isinstance(node, (ast.Name, ast.Attribute)) or not isinstance(
                node.ctx, ast.Load
            ):
                continue
            targets: set[str | None] = set()
            if isinstance(node, ast.Name):
                targets = {known.get(node.id)}
            elif isinstance(node.value, ast.Name) and node.value.id + "." in known:
                targets = {known[node.value.id + "."] + node.attr}
            else:
                named_so = homes.get(node.attr, set())
                of_self = _of_self(node, path, spans)
                if of_self in named_so:
                    targets = {of_self}
                elif len({home.split()[0] for home in named_so}) == 1:
                    targets = {home for home in named_so if "." in home.split()[1]} or {*named_so}
            for target in targets - {None}:
                caller = "%s:%d %s" % (path, node.lineno, _innermost(spans, node.lineno))
                asked.setdefault(str(target), []).append(caller.strip())
    return asked


def _of_self(node: ast.Attribute, path: str, spans: Sequence[tuple[int, int, str]]) -> str | None:
    """Return the method of the same class that `self.name` may be, as "file Class.name"."""
    if not isinstance(node.value, ast.Name) or node.value.id != "self":
        return None
    return "%s %s.%s" % (path, _innermost(spans, node.lineno).partition(".")[0], node.attr)


def deciding(where: Mapping[str, list[Place]], clause: str) -> list[str]:
    """Return the functions that decide a clause, or where none does the data that sets it."""
    for does in (DECIDED, SET, NAMED):
        found_there = [place.where for place in where.get(clause, ()) if place.does == does]
        if found_there:
            return sorted({re.sub(":[0-9]+", "", place) for place in found_there})
    return []


@functools.cache
def decided() -> dict[str, list[str]]:
    """Return {function, as "file function": the clauses that it decides}."""
    clauses: dict[str, list[str]] = {}
    for clause in clause_ids():
        for function in deciding(places(), clause):
            clauses.setdefault(function, []).append(clause)
    return clauses


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
    """Return the tests whose name holds the clause (RK-15 is `rk_15`, not `rk_1`), or whose
    sentence."""
    known = {name: in_name(name).union(named(name.partition("[")[2])) for name in _tests()}
    return [name for name in known if clause in known[name]]


def bare(ids: Sequence[str], where: Mapping[str, list[Place]]) -> tuple[list[str], list[str]]:
    """Return the clauses that no code decides, and those that no test names."""
    return (
        [clause for clause in ids if not deciding(where, clause)],
        [clause for clause in ids if not tests_of(clause)],
    )


def _show_place(clause: str, place: Place, after: Place | None) -> None:
    """Print a place and who asks or reads what it does; behind the last place of a room, the tests
    that hold them."""
    print("    %-12s %s" % (place.does, place.where))
    more: list[str] = []
    if place.does in (DECIDED, RULES_IN):
        decider = re.sub(":[0-9]+", "", place.where)
        others = [other for other in decided().get(decider, ()) if other != clause]
        if others:
            more = ["decides also " + ", ".join(others)]
        for caller in sorted(asking().get(decider, ())):
            more.append(ASKS + " " + caller)
            passes_on = re.sub(":[0-9]+", "", caller)
            if passes_on.split()[0] == decider.split()[0]:  # one of the same file, for others
                name = passes_on.split()[-1]
                more += [
                    "%s through %s %s" % (ASKS, name, further)
                    for further in sorted(asking().get(passes_on, ()))
                ]
    elif place.does == SET:
        path, number = place.where.split()[0].split(":")
        with open(os.path.join(ROOT, path), encoding="utf-8") as file:
            field = re.search(r'"(\w+)"', file.readlines()[int(number) - 1])
        readers = reading().get(field[1], ()) if field else ()
        more = ["%s %s" % (READS, reader) for reader in sorted(readers)]
    elif place.does == FOLLOWS:
        held = holding(clause, place.where)
        if not after or after.does != FOLLOWS or holding(clause, after.where) != held:
            more = ["held by " + test for test in held or ["NO TEST"]]
    for said in more:
        print("    %-12s %s" % ("", said))


def show(only: Sequence[str] = ()) -> int:
    """Print each clause, or those of `only`, with the code that decides it, what else that decides,
    who asks it or reads what is set for it, what follows it with the tests that hold that, who
    judges it too, the rulings that say it, and its own tests; 1 when one lacks code or a test."""
    ids = clause_ids()
    unknown = [clause for clause in only if clause not in ids]
    if unknown:
        print("There is no clause %s in docs/RULES.md." % ", ".join(unknown), file=sys.stderr)
        return 1
    ids = [clause for clause in ids if not only or clause in only]
    where = places()
    for clause in ids:
        print(clause)
        known = where.get(clause, [])
        for place, after in zip(known, [*known[1:], None], strict=False):
            _show_place(clause, place, after)
        if not deciding(where, clause):
            print("    NO CODE")
        for test in tests_of(clause) or ["NO TEST"]:
            print("    %-12s %s" % ("proven", test))
    without_code, without_test = bare(ids, where)
    loose = unheld({clause: where.get(clause, []) for clause in ids})
    if not only:
        print(
            "%d clauses, %d decided in the code, %d with tests"
            % (len(ids), len(ids) - len(without_code), len(ids) - len(without_test))
        )
    for lack, which in ("No code", without_code), ("No test", without_test), ("Not held", loose):
        if which:
            print("%s: %s" % (lack, ", ".join(which)))
    return 1 if without_code or without_test or loose else 0

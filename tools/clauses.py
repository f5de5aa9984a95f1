"""Where each clause of the rules is decided and proven: read from the sources themselves.

The code that decides a clause names its id: in a comment, in the docstring of the function or
class, or in its data. The test that proves it has it in its name (`test_rk_15_...`). docs/RULES.md
says what the clauses are. Nothing else is kept by hand.
"""

import ast
import io
import os
import re
import tokenize
from collections.abc import Mapping, Sequence

from rules import catalogue
from tools.place import ROOT

RULES = os.path.join(ROOT, "docs", "RULES.md")
# Computer players and the solver choose among plays that others judge; lessons and pictures tell.
_ROOMS = ("rules", os.path.join("lib", "pocket"))
_ASKS = ("rules/solver/", "rules/tilegame/players/", "rules/eight/players")
_ID = re.compile(r"\b(T|%s)-([0-9]+)(?: to (?:\1-)?([0-9]+))?" % "|".join(catalogue.ORDER))


def clause_ids(path: str = RULES) -> list[str]:
    """The ids of all clauses, in the order of docs/RULES.md."""
    with open(path, encoding="utf-8") as file:
        return re.findall(r"(?m)^- \*\*([A-Z]+-[0-9]+)\*\*", file.read())


def named(text: str) -> list[str]:
    """The clause ids that a text names: "RK-16 to RK-18" names three."""
    ids: list[str] = []
    for letters, first, last in _ID.findall(text):
        ids += ["%s-%d" % (letters, n) for n in range(int(first), int(last or first) + 1)]
    return ids


def mentions(path: str, text: str) -> list[tuple[str, int, str]]:
    """[(clause id, line, function or "")] of one source: its comments, docstrings and strings.

    A module's own docstring does not count: it says what the module is about, not who decides.
    """
    if not _ID.search(text):
        return []
    tree = ast.parse(text, path)
    spans: list[
        tuple[int, int, str]
    ] = []  # (first line, last line, dotted name) of functions and classes, outer ones first
    _spans(tree, "", spans)
    about = tree.body[0].value if tree.body and isinstance(tree.body[0], ast.Expr) else None
    mentioned: list[tuple[str, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node is not about:
            mentioned += [(clause, node.lineno) for clause in named(node.value)]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            mentioned += [(clause, token.start[0]) for clause in named(token.string)]
    out = []
    for clause, line in sorted(set(mentioned), key=lambda item: (item[1], item[0])):
        inside = [name for first, last, name in spans if first <= line <= last]
        out.append((clause, line, inside[-1] if inside else ""))
    return out


def _spans(node: ast.AST, prefix: str, out: list[tuple[int, int, str]]) -> None:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            out.append((child.lineno, child.end_lineno or child.lineno, prefix + child.name))
            _spans(child, prefix + child.name + ".", out)


def places(root: str = ROOT) -> dict[str, list[str]]:
    """{clause id: ["file:line function", ...]} of the code that decides it, rules/ first."""
    out: dict[str, list[str]] = {}
    for room in _ROOMS:
        for folder, folders, files in os.walk(os.path.join(root, room)):
            folders.sort()
            for name in sorted(files):
                path = os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
                if not name.endswith(".py") or path.startswith(_ASKS):
                    continue
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    for clause, line, inside in mentions(path, file.read()):
                        out.setdefault(clause, []).append(
                            ("%s:%d %s" % (path, line, inside)).strip()
                        )
    return out


def test_names(root: str = ROOT) -> list[str]:
    """Every test function in tests/, as "file::name"."""
    names = []
    folder = os.path.join(root, "tests")
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
    ids: Sequence[str], where: Mapping[str, list[str]], names: Sequence[str]
) -> tuple[list[str], list[str]]:
    """The clauses that no code names, and those that no test names."""
    return (
        [clause for clause in ids if not where.get(clause)],
        [clause for clause in ids if not tests_of(clause, names)],
    )


def show() -> int:
    """Print each clause with the code that decides it and its tests; 1 when one lacks either."""
    ids, where, names = clause_ids(), places(), test_names()
    for clause in ids:
        print(clause)
        for place in where.get(clause, ["NO CODE"]):
            print("    " + place)
        for test in tests_of(clause, names) or ["NO TEST"]:
            print("    " + test)
    without_code, without_test = bare(ids, where, names)
    print(
        "%d clauses, %d decided in the code, %d with tests"
        % (len(ids), len(ids) - len(without_code), len(ids) - len(without_test))
    )
    return 1 if without_code or without_test else 0

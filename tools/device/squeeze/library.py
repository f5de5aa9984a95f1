"""Remove what no board runs: most of the libraries that come along, and sentences of the rules that
only a desktop shows.

Names that both a library and the program use are kept, so a library put on the drive as it is
published fits too.
"""

import ast
from collections.abc import Iterable

from tools.device.parsed import untyped
from tools.device.squeeze import syntax


def plain(tree: ast.Module) -> None:
    """Take out of a library's tree what a board never runs: annotations, what they were imported
    for, methods that only say they are missing, what its errors say, its own name and version."""
    for node in syntax.walk(untyped(tree)):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [item for item in body if not _idle(item)] or [ast.Pass()]
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            node.exc.args = [arg for arg in node.exc.args if not _is_text(arg)]
    syntax.changed(tree)


def drop_desktop_sentences(tree: ast.Module) -> None:
    """Empty each RulesError whose only argument is English: players read numbered texts instead."""
    for node in syntax.of(tree, ast.Call):
        if getattr(node.func, "id", "") == "RulesError" and len(node.args) == 1:
            said = node.args[0]
            if isinstance(said, ast.BinOp) and isinstance(said.op, ast.Mod):
                said = said.left
            if _is_text(said):
                node.args = [ast.Constant("")]
    syntax.changed(tree)


def _idle(item):
    """Return True for a statement of a library that no board needs."""
    if isinstance(item, ast.Try):
        names = [node.module for node in item.body if isinstance(node, ast.ImportFrom)]
        return "typing" in names and len(names) == len(item.body)
    if isinstance(item, ast.Assign):
        return getattr(item.targets[0], "id", "") in ("__version__", "__repo__")
    if isinstance(item, ast.FunctionDef):
        said = item.body[-1]
        return (
            isinstance(said, ast.Raise)
            and len(item.body) <= 2
            and isinstance(said.exc, ast.Call)
            and getattr(said.exc.func, "id", "") == "NotImplementedError"
        )
    return False


def _is_text(node):
    """Return True for a text that is put together of nothing else."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def shared(tree: ast.Module) -> set[str]:
    """Return the names by which a library and a program reach each other: what its modules and
    classes hold, and attributes."""
    names = syntax.attributes(tree)
    for node in [tree, *syntax.of(tree, ast.ClassDef)]:
        for item in node.body:
            names |= syntax.targets(item) | {getattr(item, "name", "")}
    return names


def written_anew(trees: Iterable[ast.Module]) -> dict[str, set[str]]:
    """Return {name of a base class: the methods that classes derived from it have of their own}."""
    anew = {}
    for tree in trees:
        for node in syntax.walk(tree):
            if isinstance(node, ast.ClassDef):
                own = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
                for base in node.bases:
                    anew.setdefault(getattr(base, "attr", getattr(base, "id", "")), []).append(own)
    return {name: set.intersection(*methods) for name, methods in anew.items()}


def leave_out(tree: ast.Module, written_anew: dict[str, set[str]]) -> None:
    """Leave out of a library's classes the methods that we have written anew: of a class we derive
    ours from there are no instances."""
    for node in syntax.walk(tree):
        if isinstance(node, ast.ClassDef):
            gone = {name for name in written_anew.get(node.name, ()) if not name.startswith("__")}
            node.body = [
                item
                for item in node.body
                if not (isinstance(item, ast.FunctionDef) and item.name in gone)
            ]
    syntax.changed(tree)

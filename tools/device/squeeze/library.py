"""Remove what no board runs: most of the libraries on the drive, and English sentences of the rules
that only a desktop shows.

Names that a library and the program share stay, so that the published library works as well.
"""

import ast
from collections.abc import Iterable

from tools.device.parsed import changed, find, nodes, untyped
from tools.device.squeeze.syntax import assigned_names, attributes


def simplify(tree: ast.Module, overridden: dict[str, set[str]]) -> None:
    """Remove from a library's tree what a board never runs: annotations and their imports, methods
    that only raise NotImplementedError, texts of errors, its own name and version, and methods that
    our classes override (a class from which ours derive has no instances itself)."""
    for node in nodes(untyped(tree)):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            dropped = overridden.get(node.name, set()) if isinstance(node, ast.ClassDef) else set()
            needed = [item for item in body if not _is_unneeded(item)]
            node.body = [item for item in needed if _method_name(item) not in dropped] or [
                ast.Pass()
            ]
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            node.exc.args = [arg for arg in node.exc.args if not _is_text(arg)]
    changed(tree)


def drop_english_errors(tree: ast.Module) -> None:
    """Empty each RulesError whose only argument is English: players read numbered texts instead."""
    for node in find(tree, ast.Call):
        if getattr(node.func, "id", "") == "RulesError" and len(node.args) == 1:
            text = node.args[0]
            if isinstance(text, ast.BinOp) and isinstance(text.op, ast.Mod):
                text = text.left
            if _is_text(text):
                node.args = [ast.Constant("")]
    changed(tree)


def _is_unneeded(item):
    """Return True for a statement of a library that no board needs."""
    if isinstance(item, ast.Try):
        names = [node.module for node in item.body if isinstance(node, ast.ImportFrom)]
        return "typing" in names and len(names) == len(item.body)
    if isinstance(item, ast.Assign):
        return getattr(item.targets[0], "id", "") in ("__version__", "__repo__")
    last = item.body[-1] if isinstance(item, ast.FunctionDef) and len(item.body) <= 2 else None
    raised = last.exc if isinstance(last, ast.Raise) else None
    return getattr(getattr(raised, "func", None), "id", "") == "NotImplementedError"


def _method_name(item):
    """Return the name of a function, None for another statement and for __init__ and its like."""
    name = item.name if isinstance(item, ast.FunctionDef) else "__"
    return None if name.startswith("__") else name


def _is_text(node):
    """Return True for a literal text."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def shared_names(tree: ast.Module) -> set[str]:
    """Return the names that a library and a program share: those of its module and classes, and
    attributes."""
    names = attributes(tree)
    for node in [tree, *find(tree, ast.ClassDef)]:
        for item in node.body:
            names |= assigned_names(item) | {getattr(item, "name", "")}
    return names


def overridden(trees: Iterable[ast.Module]) -> dict[str, set[str]]:
    """Return {name of a base class: methods that every class derived from it overrides}."""
    methods: dict[str, set[str]] = {}
    for tree in trees:
        for node in find(tree, ast.ClassDef):
            own = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
            for base in node.bases:
                name = getattr(base, "attr", getattr(base, "id", ""))
                methods[name] = methods.get(name, own) & own
    return methods

"""Where in the sources the code on a board comes from: the map of names that a build writes.

A board's traceback names files and functions as the build left them: joined, renamed, without
lines. `mark` notes on each function where it was read; `origins` reads that from what became of
them.
"""

import ast
import os
from typing import Any

from tools.device.parsed import Trees, children, nodes

_DEFINED = (ast.FunctionDef, ast.ClassDef)


def mark(path: str, tree: Any) -> None:
    """Note on every function and class of a source where it stands: (path, line, full name)."""

    def walk(node, around):
        for child in children(node):
            if isinstance(child, _DEFINED):
                name = around + child.name
                child.origin = path, child.lineno, name
                walk(child, name + ".")
            else:
                walk(child, around)

    tree.origin = path, 1, "<module>"
    walk(tree, "")


def said(path: str) -> str:
    """Return what a traceback calls the file at a drive path of a source."""
    return os.path.basename(path)[:-3]


def origins(trees: Trees, names: dict[str, dict[str, str]]) -> dict[str, dict]:
    """Return the map of a finished program: {"functions": {file: {name on the board: [[path, line,
    full name]]}}, "words": {file: {name on the board: [names in the source]}}}.

    trees: {drive path: ast.Module} that `mark` has marked before any change. names: {drive path:
    {old name: new name}}.
    """
    functions, words = {}, {}
    for path, tree in trees.items():
        in_file = functions.setdefault(said(path), {})
        for node in nodes(tree):
            origin = getattr(node, "origin", None)
            if origin and not isinstance(node, ast.ClassDef):
                name = getattr(node, "name", "<module>")
                in_file.setdefault(name, []).append(list(origin))
        for places in in_file.values():
            places.sort()
        words_in_file = words.setdefault(said(path), {})
        for old, new in sorted(names.get(path, {}).items()):
            words_in_file.setdefault(new, []).append(old)
    return {"functions": functions, "words": words}

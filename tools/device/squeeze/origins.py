"""The map from names on a board back to the sources, which a build writes for `trace`.

A board's traceback names files and functions as the build left them: joined, renamed, without
lines. `mark` attaches its origin to each function before any change; `origins` collects these from
the finished trees.
"""

import ast
import os
from typing import Any

from tools.device.parsed import Trees, children, nodes

_DEFINED = (ast.FunctionDef, ast.ClassDef)


def mark(path: str, tree: Any) -> None:
    """Attach (path, line, full name) to every function and class of a source."""

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


def file_name(path: str) -> str:
    """Return the name that a traceback gives to the file at a drive path."""
    return os.path.basename(path)[:-3]


def origins(trees: Trees, names: dict[str, dict[str, str]]) -> dict[str, dict]:
    """Return the map of a finished program: {"functions": {file: {name on the board: [[path, line,
    full name]]}}, "words": {file: {name on the board: [names in the source]}}}.

    trees: {drive path: ast.Module} that `mark` has marked before any change. names: {drive path:
    {old name: new name}}.
    """
    functions, words = {}, {}
    for path, tree in trees.items():
        in_file = functions.setdefault(file_name(path), {})
        for node in nodes(tree):
            origin = getattr(node, "origin", None)
            if origin and not isinstance(node, ast.ClassDef):
                name = getattr(node, "name", "<module>")
                in_file.setdefault(name, []).append(list(origin))
        for places in in_file.values():
            places.sort()
        words_in_file = words.setdefault(file_name(path), {})
        for old, new in sorted(names.get(path, {}).items()):
            words_in_file.setdefault(new, []).append(old)
    return {"functions": functions, "words": words}

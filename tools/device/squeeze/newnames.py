"""Replace the identifiers of a tree by their new names (naming)."""

import ast

from tools.device.parsed import children, find, nodes
from tools.device.squeeze.syntax import FUNCTIONS

_OF_FUNCTIONS = (ast.Name, ast.arg, ast.ExceptHandler)


def rename(tree: ast.Module, names: dict[str, str], attributes: set[str]) -> None:
    """Replace the identifiers in `names`; those in `attributes` only behind a dot, or as a
    method's name."""
    others = {old: new for old, new in names.items() if old not in attributes}
    members = {item for node in find(tree, ast.ClassDef) for item in node.body}
    for node in nodes(tree):
        table = names if isinstance(node, ast.Attribute) or node in members else others
        for field in ("id", "attr", "name", "arg", "asname"):
            old = getattr(node, field, None)
            if old in table:
                setattr(node, field, table[old])
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [others.get(name, name) for name in node.names]


def rename_parameters(tree: ast.Module, new_names: list[str], kept: set[str]) -> None:
    """Rename parameters to names of `new_names`, function by function; nested functions get
    others."""

    def rename_below(node, taken):
        if isinstance(node, FUNCTIONS):
            body = node.body if isinstance(node.body, list) else [node.body]
            inside = [inner for item in body for inner in nodes(item)]
            fixed = kept | {"self"}
            for inner in inside:
                if isinstance(inner, ast.ImportFrom):
                    fixed = fixed | {alias.asname or alias.name for alias in inner.names}
            arguments = node.args.args + node.args.kwonlyargs
            old = [arg.arg for arg in arguments if arg.arg not in fixed]
            names = dict(zip(old, [name for name in new_names if name not in taken]))
            for inner in arguments + inside:
                for field in ("id", "arg", "name"):
                    word = getattr(inner, field, None)
                    if word in names and isinstance(inner, _OF_FUNCTIONS):
                        setattr(inner, field, names[word])
                if isinstance(inner, ast.Nonlocal):
                    inner.names = [names.get(name, name) for name in inner.names]
            taken = taken | set(names.values())
        for child in children(node):
            rename_below(child, taken)

    rename_below(tree, frozenset())

"""What nothing on the device names, left out."""

import ast
from collections.abc import Iterable

from tools.device.squeeze import syntax


def prune(
    trees: syntax.Trees, exposed: list[ast.Module], modules: dict[str, str], kept: set[str]
) -> None:
    """Leave out functions, methods and imports that nothing names.

    trees: {path: ast.Module}, changed in place. exposed: trees that stay as they are. modules:
    {module name: path}. kept: names that stay.
    """
    asked = set().union(*[syntax.mentioned(tree) for tree in exposed])
    named = {path: syntax.mentioned(tree) for path, tree in trees.items()}
    changed = set(trees)
    while changed:
        everywhere = kept | asked | set().union(*named.values())
        stored = set().union(*[syntax.stored(tree) for tree in trees.values()])
        brought = _brought(trees, modules)
        changed = set()
        for path, tree in trees.items():
            if _prune_defs(tree, everywhere, stored) + _prune_imports(
                tree, brought.get(path, set())
            ):
                changed.add(path)
                named[path] = syntax.mentioned(tree)


def drop_modules(
    trees: syntax.Trees,
    exposed: list[ast.Module],
    modules: dict[str, str],
    droppable: Iterable[str],
) -> None:
    """Leave out the modules of libraries, and those of constants, that nothing imports any
    more."""
    asked = set().union(*map(syntax.imported, [*trees.values(), *exposed]))
    for name in set(droppable) - asked:
        if not any(word.startswith(name + ".") for word in asked):
            del trees[modules.pop(name)]


def _brought(trees, modules):
    """Return {path: names that other modules import out of that one}, its own or of yet others."""
    brought = {}
    for tree in trees.values():
        for node in syntax.of(tree, ast.ImportFrom):
            if node.module in modules:
                names = brought.setdefault(modules[node.module], set())
                names.update(alias.name for alias in node.names)
    return brought


def _prune_defs(tree, named, stored):
    dropped = 0
    for node in [tree, *syntax.of(tree, ast.ClassDef)]:
        for item in list(node.body):
            if not isinstance(item, (ast.FunctionDef, ast.ClassDef)) or item.name.startswith("__"):
                continue
            if item.name not in (stored if _is_setter(item) else named):
                node.body.remove(item)
                dropped += 1
        if not node.body:
            node.body.append(ast.Pass())
            dropped += 1
    if dropped:
        syntax.changed(tree)
    return dropped


def _is_setter(function):
    return any(
        isinstance(mark, ast.Attribute) and mark.attr == "setter"
        for mark in function.decorator_list
    )


def _prune_imports(tree, brought):
    names = {node.id for node in syntax.of(tree, ast.Name)} | brought
    dropped = 0
    for node in syntax.walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list) or isinstance(node, ast.Try):
            continue  # an import in `try` asks what the board has
        for item in list(body):
            if isinstance(item, (ast.Import, ast.ImportFrom)):
                left = [
                    alias
                    for alias in item.names
                    if (alias.asname or alias.name.split(".")[0]) in names
                ]
                dropped += len(item.names) - len(left)
                item.names = left
                if not left:
                    body.remove(item)
        if not body and not isinstance(node, ast.Module):
            body.append(ast.Pass())
    if dropped:
        syntax.changed(tree)
    return dropped

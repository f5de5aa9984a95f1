"""Remove definitions, imports and modules that nothing on the device names."""

import ast
from collections.abc import Iterable

from tools.device.parsed import Trees, changed, find, nodes
from tools.device.squeeze.syntax import imported_modules, mentioned_names, stored_attributes


def prune(trees: Trees, exposed: list[ast.Module], modules: dict[str, str], kept: set[str]) -> None:
    """Remove functions, methods and imports that nothing names.

    trees: {path: ast.Module}, changed in place. exposed: trees that stay as they are. modules:
    {module name: path}. kept: names that stay.
    """
    pruned = True
    while pruned:
        everywhere = kept.union(*map(mentioned_names, [*exposed, *trees.values()]))
        set_anywhere = set().union(*map(stored_attributes, trees.values()))
        others = {}  # {module: names that others import from it}
        for tree in trees.values():
            for node in find(tree, ast.ImportFrom):
                names = others.setdefault(modules.get(node.module), set())
                names.update(alias.name for alias in node.names)
        pruned = False
        for path, tree in trees.items():
            dropped = _prune_definitions(tree, everywhere, set_anywhere)
            if dropped + _prune_imports(tree, others.get(path, set())):
                changed(tree)
                pruned = True


def drop_modules(
    trees: Trees, exposed: list[ast.Module], modules: dict[str, str], droppable: Iterable[str]
) -> None:
    """Remove those of the modules `droppable` that nothing imports any more."""
    imported = set().union(*map(imported_modules, [*trees.values(), *exposed]))
    for name in set(droppable) - imported:
        if not any(word.startswith(name + ".") for word in imported):
            del trees[modules.pop(name)]


def _prune_definitions(tree, mentioned, stored):
    """Remove functions and classes whose names are not in `mentioned`, setters of attributes that
    are not in `stored`; return the number of changes."""
    dropped = 0
    for node in [tree, *find(tree, ast.ClassDef)]:
        for item in list(node.body):
            if not isinstance(item, (ast.FunctionDef, ast.ClassDef)) or item.name.startswith("__"):
                continue
            decorators = [getattr(decorator, "attr", "") for decorator in item.decorator_list]
            if item.name not in (stored if "setter" in decorators else mentioned):
                node.body.remove(item)
                dropped += 1
        if not node.body:
            node.body.append(ast.Pass())
            dropped += 1
    return dropped


def _prune_imports(tree, imported_elsewhere):
    """Remove imports of names that the file does not use and that other files do not import from
    it; return how many."""
    names = {node.id for node in find(tree, ast.Name)} | imported_elsewhere
    dropped = 0
    for node in nodes(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list) or isinstance(node, ast.Try):
            continue  # an import in `try` tests whether the board has a module
        for item in list(body):
            if isinstance(item, (ast.Import, ast.ImportFrom)):
                bound = [
                    (alias.asname or alias.name.split(".")[0]) in names for alias in item.names
                ]
                dropped += bound.count(False)
                item.names = [alias for alias, used in zip(item.names, bound) if used]
                if not item.names:
                    body.remove(item)
        if not body and not isinstance(node, ast.Module):
            body.append(ast.Pass())
    return dropped

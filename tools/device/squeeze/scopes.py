"""What the names of a module are: which scope binds them, which are the firmware's."""

import ast
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from tools.device.squeeze import syntax

_SCOPES = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.ListComp, ast.SetComp, ast.GeneratorExp)
_SCOPES += (ast.DictComp,)
_BINDING = {ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.ExceptHandler}
_BINDING |= {ast.Global, ast.Nonlocal}


def own_nodes(node: Any) -> Iterator[Any]:
    """All nodes of a scope that belong to it and to no scope inside."""
    queue = syntax.children(node)
    while queue:
        item = queue.pop()
        yield item
        kind = type(item)
        if not syntax.BELOW[kind]:
            continue
        if kind not in _SCOPES:
            queue += syntax.children(item)
        elif isinstance(item, (ast.FunctionDef, ast.Lambda)):
            queue += item.args.defaults
            queue += getattr(item, "decorator_list", [])
        elif isinstance(item, ast.ClassDef):
            queue += item.bases


def bound_by(scope: Any, own: Iterable | None = None) -> set[str]:
    """Names that a scope binds itself. own: its `own_nodes`, where they are known."""
    names = set()
    outer = set()
    if isinstance(scope, (ast.FunctionDef, ast.Lambda)):
        arguments = scope.args
        every = arguments.posonlyargs + arguments.args + arguments.kwonlyargs
        every += [arg for arg in (arguments.vararg, arguments.kwarg) if arg]
        names |= {arg.arg for arg in every}
    for node in own or own_nodes(scope):
        kind = type(node)
        if kind is ast.Name:
            if type(node.ctx) is not ast.Load:
                names.add(node.id)
        elif kind not in _BINDING:
            pass
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            outer |= set(node.names)
    return names - outer


@syntax.kept
def bound_inside(tree: ast.Module) -> set[str]:
    """Names that some scope inside a module binds."""
    return set().union(*map(bound_by, syntax.of(tree, *_SCOPES)))


@syntax.kept
def names_used(tree: ast.Module) -> set[str]:
    """Every name a module reads, binds or takes, the firmware's included."""
    names = {node.id for node in syntax.of(tree, ast.Name)}
    return names | bound_by(tree) | bound_inside(tree)


@syntax.kept
def free(tree: ast.Module) -> set[str]:
    """Names that a module reads and binds nowhere: the firmware's."""
    names = set()

    def walk(node, bound):
        for child in syntax.children(node):
            if type(child) in _SCOPES:
                inner = bound_by(child)
                walk(child, bound | inner)
            else:
                if type(child) is ast.Name and child.id not in bound:
                    names.add(child.id)
                walk(child, bound)

    walk(tree, bound_by(tree))
    return names


def tops(tree: ast.Module, members: Collection[str]) -> dict[str, str]:
    """{name: what it stands for} of a module's own names, imports of `members` left out."""
    tops, members_own = {}, set()
    for node in own_nodes(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            module = getattr(node, "module", None)
            for alias in node.names:
                name = alias.asname or alias.name
                full = "%s.%s" % (module, alias.name) if module else alias.name
                if full in members or module in members:
                    members_own.add(name)
                else:
                    tops[name] = "import " + full
    for name in bound_by(tree) - members_own - set(tops):
        tops[name] = "%d %s" % (id(tree), name)
    for node in syntax.of(tree, ast.Global):
        for name in node.names:
            tops.setdefault(name, "%d %s" % (id(tree), name))
    return tops

"""Queries for the names in a syntax tree."""

import ast
from typing import Any

from tools.device.parsed import children, find, nodes, remembered

FUNCTIONS = (ast.FunctionDef, ast.Lambda)
# {kind of node: the field with its identifier}
_WORD = {ast.Name: "id", ast.Attribute: "attr", ast.arg: "arg", ast.keyword: "arg"}
_WORD.update({ast.FunctionDef: "name", ast.ClassDef: "name", ast.ExceptHandler: "name"})
_BY_NAME = ("getattr", "hasattr", "setattr", "delattr")


@remembered
def imported_modules(tree: ast.Module) -> set[str]:
    """Return the modules that a tree imports; for `from a import b` both a and a.b."""
    modules = {alias.name for node in find(tree, ast.Import) for alias in node.names}
    for node in find(tree, ast.ImportFrom):
        if node.module and not node.level:
            modules.add(node.module)
            modules.update("%s.%s" % (node.module, alias.name) for alias in node.names)
    return modules


def words_of(node: Any) -> tuple[str, ...]:
    """Return the identifiers one node holds."""
    if type(node) is ast.alias:
        return tuple(node.name.split(".")) + ((node.asname,) if node.asname else ())
    if type(node) in (ast.Global, ast.Nonlocal):
        return tuple(node.names)
    word = getattr(node, _WORD.get(type(node), ""), None)
    return (word,) if word else ()


def identifiers(tree: ast.Module) -> set[str]:
    """Return every identifier of a tree, and its strings that could be one."""
    return strings(tree).union(*map(words_of, nodes(tree)))


def strings(tree: ast.AST) -> set[str]:
    """Return the strings that could be identifiers."""
    values = {node.value for node in find(tree, ast.Constant)}
    return {value for value in values if isinstance(value, str) and value.isidentifier()}


def attributes(tree: ast.AST) -> set[str]:
    """Return the names behind a dot."""
    return {node.attr for node in find(tree, ast.Attribute)}


def stored_attributes(tree: ast.AST) -> set[str]:
    """Return the attributes that something stores to or deletes."""
    return {node.attr for node in find(tree, ast.Attribute) if not isinstance(node.ctx, ast.Load)}


def keywords(tree: ast.AST) -> set[str | None]:
    """Return the names of keyword arguments in calls, None for `**`."""
    return {node.arg for node in find(tree, ast.keyword)}


def parameters(tree: ast.Module) -> set[str]:
    """Return the names of all parameters."""
    return {node.arg for node in find(tree, ast.arg)}


def strings_by_name(tree: ast.Module) -> set[str]:
    """Return names passed as strings to getattr and similar functions."""
    calls = [node for node in find(tree, ast.Call) if getattr(node.func, "id", "") in _BY_NAME]
    names = [node.args[1] for node in calls if len(node.args) > 1]
    return {str(node.value) for node in names if isinstance(node, ast.Constant)}


def mentioned_names(tree: ast.Module) -> set[str]:
    """Return the names that a tree reads, calls, imports or looks up, without its definitions."""
    words = strings_by_name(tree) | attributes(tree) | {node.id for node in find(tree, ast.Name)}
    return words.union(*[node.name.split(".") for node in find(tree, ast.alias)])


def assigned_names(item: ast.AST) -> set[str]:
    """Return the names that a statement assigns to."""
    given = getattr(item, "targets", []) if isinstance(item, ast.Assign) else []
    given = [item.target] if isinstance(item, (ast.AugAssign, ast.For)) else given
    return {node.id for target in given for node in find(target, ast.Name)}


def defined_names(tree: ast.Module) -> set[str]:
    """Return the identifiers that a tree defines: functions, classes, globals, attributes."""
    words = {node.attr for node in find(tree, ast.Attribute) if isinstance(node.ctx, ast.Store)}
    words.update(node.name for node in find(tree, ast.FunctionDef, ast.ClassDef))
    words.update(name for node in find(tree, ast.Global) for name in node.names)
    for node in find(tree, ast.ClassDef):
        words = words.union(*map(assigned_names, node.body))
    queue: list[ast.AST] = [*tree.body]  # what runs in the module's own scope
    for item in queue:
        words |= assigned_names(item)
        if not isinstance(item, (ast.FunctionDef, ast.ClassDef)):
            below = children(item)
            queue += [node for node in below if isinstance(node, (ast.stmt, ast.ExceptHandler))]
    return words

"""Identifiers of a tree by their new names (naming)."""

import ast

from tools.device.squeeze import syntax
from tools.device.squeeze.syntax import FUNCTIONS


def rename(tree: ast.Module, names: dict[str, str], attributes: set[str]) -> None:
    """Give what `names` has its new name; `attributes` only where they are attributes."""
    others = {old: new for old, new in names.items() if old not in attributes}
    for node in syntax.walk(tree):
        if isinstance(node, ast.Name):
            node.id = others.get(node.id, node.id)
        elif isinstance(node, ast.Attribute):
            node.attr = names.get(node.attr, node.attr)
        elif isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and item.name in attributes:
                    item.name = "." + names[item.name]  # the dot: it has its new name
            node.name = others.get(node.name, node.name)
        elif isinstance(node, ast.FunctionDef):
            if node.name.startswith("."):
                node.name = node.name[1:]
            else:
                node.name = others.get(node.name, node.name)
        elif isinstance(node, (ast.arg, ast.keyword)) and node.arg:
            node.arg = others.get(node.arg, node.arg)
        elif isinstance(node, ast.alias):
            node.name = others.get(node.name, node.name)
            node.asname = others.get(node.asname, node.asname) if node.asname else None
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [others.get(name, name) for name in node.names]
        elif isinstance(node, ast.ExceptHandler) and node.name:
            node.name = others.get(node.name, node.name)


def rename_parameters(tree: ast.Module, fresh: list[str], kept: set[str]) -> None:
    """Give parameters names out of `fresh`, function by function; nested ones take others."""

    def walk(node, taken):
        if isinstance(node, FUNCTIONS):
            left = [name for name in fresh if name not in taken]
            names = {}
            body = node.body if isinstance(node.body, list) else [node.body]
            inside = [inner for item in body for inner in syntax.walk(item)]
            bound = {
                alias.asname or alias.name
                for inner in inside
                if isinstance(inner, ast.ImportFrom)
                for alias in inner.names
            }
            arguments = node.args.args + node.args.kwonlyargs
            for arg in arguments:
                if arg.arg not in kept and arg.arg != "self" and arg.arg not in bound and left:
                    names[arg.arg] = left.pop(0)
            for arg in arguments:
                arg.arg = names.get(arg.arg, arg.arg)
            for inner in inside:
                if isinstance(inner, ast.Name):
                    inner.id = names.get(inner.id, inner.id)
                elif isinstance(inner, ast.arg):
                    inner.arg = names.get(inner.arg, inner.arg)
                elif isinstance(inner, ast.ExceptHandler) and inner.name:
                    inner.name = names.get(inner.name, inner.name)
                elif isinstance(inner, ast.Nonlocal):
                    inner.names = [names.get(name, name) for name in inner.names]
            taken = taken | set(names.values())
        for child in syntax.children(node):
            walk(child, taken)

    walk(tree, frozenset())

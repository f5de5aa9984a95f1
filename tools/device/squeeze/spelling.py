"""What identifiers a tree makes its file spell."""

import ast
import keyword

from tools.device.squeeze import syntax
from tools.device.squeeze.syntax import FUNCTIONS


def spelt(tree: ast.Module) -> dict[str, int]:
    """Return {identifier that a tree's file spells: how often it names it}."""
    local = set()
    for node in syntax.of(tree, *FUNCTIONS):
        local |= _locals(node)
    for node in syntax.of(tree, ast.comprehension):
        local |= {part.id for part in syntax.of(node.target, ast.Name)}
    uses = {}
    for node in syntax.of(tree, *_SPELLING):
        word, times = _spelt(node, local)
        if word and word.isidentifier() and not keyword.iskeyword(word):
            uses[word] = uses.get(word, 0) + times
    return uses


_SPELLING = (ast.Attribute, ast.Name, ast.FunctionDef, ast.ClassDef, ast.arg, ast.keyword)
_SPELLING += (ast.alias, ast.Constant)


def _spelt(node, local):
    """Return (the name that a node makes its file spell, or None; how often). local: names of
    functions' own."""
    if isinstance(node, ast.Attribute):
        return node.attr, 1
    if isinstance(node, ast.Name):
        return (None if node.id in local else node.id), 1
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name, 2
    if isinstance(node, (ast.arg, ast.keyword)):
        return node.arg, 1
    if isinstance(node, ast.alias):
        return node.name, 1
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 11:
        return node.value, 1
    return None, 0


def _locals(function):
    """Return what a function takes and sets: it has no name in the .mpy where it is read."""
    names = {arg.arg for arg in function.args.args + function.args.kwonlyargs}
    outer = set()
    for node in syntax.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ExceptHandler):
            names.add(node.name)
        elif isinstance(node, ast.Global):
            outer |= set(node.names)
    return names - outer

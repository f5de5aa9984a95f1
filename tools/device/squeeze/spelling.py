"""Count the identifiers that the .mpy of a tree must spell."""

import ast
import collections
import functools
import keyword

from tools.device import device_modules
from tools.device.parsed import find, nodes
from tools.device.squeeze.syntax import FUNCTIONS

# {kind of node with a name: how often it spells it}
_TIMES = {ast.Attribute: 1, ast.Name: 1, ast.FunctionDef: 2, ast.ClassDef: 2, ast.arg: 1}
_TIMES.update({ast.keyword: 1, ast.alias: 1, ast.Constant: 1})


def count_spelled(tree: ast.Module) -> collections.Counter[str]:
    """Return how often the .mpy of a tree spells each identifier."""
    targets = [node.target for node in find(tree, ast.comprehension)]
    local = {part.id for target in targets for part in find(target, ast.Name)}
    local = local.union(*map(_locals, find(tree, *FUNCTIONS)))
    uses: collections.Counter[str] = collections.Counter()
    for kind, times in _TIMES.items():
        for node in find(tree, kind):
            word = _word(node)
            if word and word.isidentifier() and not keyword.iskeyword(word):
                if kind is not ast.Name or word not in local:
                    uses[word] += times
    return uses


@functools.cache
def cost(word: str) -> int:
    """Return the bytes of a name in an .mpy: one or two for its number (names before "bytearray"
    have numbers below 64), else a length, its letters and a zero."""
    if word in device_modules.NUMBERED_NAMES:
        return 1 if word < "bytearray" else 2
    return len(word) + 2


def _word(node):
    """Return the identifier that a node spells, or None."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) and len(node.value) < 11 else None
    fields = ("attr", "id", "name", "arg")
    return next((getattr(node, field) for field in fields if hasattr(node, field)), None)


def _locals(function):
    """Return the names of a function's parameters and variables: an .mpy spells them only where
    they are parameters."""
    names = {arg.arg for arg in function.args.args + function.args.kwonlyargs}
    outer = set()
    for node in nodes(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ExceptHandler):
            names.add(node.name)
        elif isinstance(node, ast.Global):
            outer |= set(node.names)
    return names - outer

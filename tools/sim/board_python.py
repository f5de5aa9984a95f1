"""Make the device's modules fail where desktop Python does more than a board's.

CircuitPython raises NotImplementedError for `number in bytearray` or `in array` (py/objarray.c), so
that code which works in the simulator would fail on a board.
"""

import array
import ast
import builtins
from types import CodeType
from typing import Any

_ARRAYS = bytearray, array.array


class _Array:
    """A bytearray or an array, to be searched as on a board."""

    def __init__(self, content: Any) -> None:
        self._content = content

    def __contains__(self, item: object) -> bool:
        if isinstance(item, int):
            name = type(self._content).__name__
            raise NotImplementedError("a board finds no number in a %s" % name)
        return item in self._content


def _as_on_a_board(container: Any) -> Any:
    return _Array(container) if type(container) in _ARRAYS else container


# What the compiled modules use.
_BUILTINS = {"_board_arrays": _ARRAYS, "_as_on_a_board": _as_on_a_board}


def _searched(container: ast.expr) -> ast.expr:
    """Return an expression for `container`, right of an `in`, that fails where a board does."""
    load = ast.Load()
    call = ast.Call(ast.Name("_as_on_a_board", load), [container], keywords=[])
    if not isinstance(container, ast.Name):
        return call
    # Without a call for what is no array: modules of the device search some sets very often.
    kind = ast.Attribute(container, "__class__", load)
    is_array = ast.Compare(kind, [ast.In()], [ast.Name("_board_arrays", load)])
    return ast.IfExp(is_array, call, container)


def compiled(source: bytes, path: str) -> CodeType:
    """Compile a module of the device so that it fails where it would fail on a board."""
    builtins.__dict__.update(_BUILTINS)
    tree = ast.parse(source, path)
    for node in list(ast.walk(tree)):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], (ast.In, ast.NotIn)):
            container = node.comparators[0]
            if len(node.ops) == 1 and not isinstance(container, (ast.Tuple, ast.Constant)):
                node.comparators[0] = ast.copy_location(_searched(container), container)
    code: CodeType = compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)
    return code

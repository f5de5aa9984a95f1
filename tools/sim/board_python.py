"""Make the device's modules fail where desktop Python does more than a board's.

CircuitPython raises NotImplementedError for `number in bytearray` or `in array` (py/objarray.c), so
that code which works in the simulator would fail on a board.
"""

import array
import ast
import builtins
from types import CodeType
from typing import Any

_NAME = "_board_contains"


def _contains(item: Any, container: Any) -> bool:
    """Return `item in container`. Raises NotImplementedError where a board does."""
    if type(container) in (bytearray, array.array) and isinstance(item, int):
        raise NotImplementedError("a board finds no number in a %s" % type(container).__name__)
    return item in container


class _Refuser(ast.NodeTransformer):
    def visit_Compare(self, node: ast.Compare) -> Any:
        self.generic_visit(node)
        if len(node.ops) != 1 or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            return node
        if isinstance(node.comparators[0], (ast.Tuple, ast.Constant)):
            return node
        call: ast.expr = ast.Call(
            ast.Name(_NAME, ast.Load()), [node.left, node.comparators[0]], keywords=[]
        )
        if isinstance(node.ops[0], ast.NotIn):
            call = ast.UnaryOp(ast.Not(), call)
        return ast.copy_location(call, node)


def compiled(source: bytes, path: str) -> CodeType:
    """Compile a module of the device so that it fails where it would fail on a board."""
    setattr(builtins, _NAME, _contains)
    tree = ast.fix_missing_locations(_Refuser().visit(ast.parse(source, path)))
    code: CodeType = compile(tree, path, "exec", dont_inherit=True)
    return code

"""A parsed source file, as the rules of the lint see it, and their findings."""

import ast
import functools
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tools.device.parsed import children, find, nodes, tree_of

Finding = namedtuple("Finding", "path line rule text")

Trees = Mapping[str, ast.Module]  # parsed files by path
# A rule yields (node with a line number, name of the rule, message).
Messages = Iterator[tuple[Any, str, str]]


class Source:
    """One parsed source file. Raises SyntaxError.

    path: decides what it may import. in_rules: whether it lies in rules/. The properties are
    computed when a rule first asks for them.
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.tree = tree_of(text)
        self.in_rules = path.startswith("rules/")

    @functools.cached_property
    def definitions(self) -> set[str]:
        """Return the names of its functions and classes."""
        return {node.name for node in find(self.tree, ast.FunctionDef, ast.ClassDef)}

    @functools.cached_property
    def modules(self) -> dict[str, str]:
        """Return {local name: module} of its import statements."""
        return {
            (alias.asname or alias.name).split(".")[0]: alias.name
            for node in find(self.tree, ast.Import)
            for alias in node.names
        }

    @functools.cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in nodes(self.tree) for child in children(node)}

    @functools.cached_property
    def _bytearrays(self) -> set[tuple[ast.AST, str]]:
        """Return {(function or whole tree, text of the target that it assigns a bytearray to)}."""
        assigned = set()
        for node in find(self.tree, ast.Assign):
            call = isinstance(node.value, ast.Call)
            if call and getattr(node.value.func, "id", "") == "bytearray":
                for target in node.targets:
                    is_attribute = isinstance(target, ast.Attribute)  # all methods share it
                    scopes = [outer for outer in self.around(node) if _is_scope(outer)]
                    assigned.add((scopes[-1 if is_attribute else 0], ast.unparse(target)))
        return assigned

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes around `node`, the innermost first."""
        while node in self._parents:
            node = self._parents[node]
            yield node

    def branches(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes around `node` that have it in their `body`, the innermost first."""
        for outer in self.around(node):
            if node in getattr(outer, "body", ()):
                yield outer
            node = outer

    def is_bytearray(self, node: ast.AST) -> bool:
        """Return True for a name that its function, or the file, assigns a bytearray to."""
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return False
        text = ast.unparse(node)
        return any((outer, text) in self._bytearrays for outer in self.around(node))


def _is_scope(node: ast.AST) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.Module))


Rule = Callable[[Source, Any], Messages]

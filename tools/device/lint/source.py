"""What the lint reads: one file, parsed, and what it finds in it."""

import ast
import functools
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tools.device.parsed import children, find, nodes, tree_of

Finding = namedtuple("Finding", "path line rule text")

Trees = Mapping[str, ast.Module]  # parsed files by path
# what a rule yields: a node that has a line, the name of the rule, the message
Said = Iterator[tuple[Any, str, str]]


class Source:
    """One parsed source file; SyntaxError when it is none.

    path: decides what it may import. in_rules: it is one of rules/. The names in it are looked up
    when a rule first asks.
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.tree = tree_of(text)
        self.in_rules = path.startswith("rules/")

    @functools.cached_property
    def own(self) -> set[str]:
        """Return names of its functions and classes."""
        return {node.name for node in find(self.tree, ast.FunctionDef, ast.ClassDef)}

    @functools.cached_property
    def modules(self) -> dict[str, str]:
        """Local name -> module it was imported as."""
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
        """Return (function, or the file's tree, what is given a bytearray in it)."""
        given = set()
        for node in find(self.tree, ast.Assign):
            call = isinstance(node.value, ast.Call)
            if call and getattr(node.value.func, "id", "") == "bytearray":
                for target in node.targets:
                    own = isinstance(target, ast.Attribute)  # all methods share it
                    scopes = [outer for outer in self.around(node) if _is_scope(outer)]
                    given.add((scopes[-1 if own else 0], ast.unparse(target)))
        return given

    def around(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes that `node` lies in, the innermost first."""
        while node in self._parents:
            node = self._parents[node]
            yield node

    def branches(self, node: ast.AST) -> Iterator[ast.AST]:
        """The nodes around `node` in whose `body` it lies, the innermost first."""
        for outer in self.around(node):
            if node in getattr(outer, "body", ()):
                yield outer
            node = outer

    def is_bytearray(self, node: ast.AST) -> bool:
        """Return True for what the function around it, or the file, gives a bytearray."""
        if not isinstance(node, (ast.Name, ast.Attribute)):
            return False
        text = ast.unparse(node)
        return any((outer, text) in self._bytearrays for outer in self.around(node))


def _is_scope(node: ast.AST) -> bool:
    return isinstance(node, (ast.FunctionDef, ast.Module))


Rule = Callable[[Source, Any], Said]

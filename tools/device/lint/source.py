"""What the lint reads: one file, parsed, and what it finds in it."""

import ast
import functools
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any

from tools.device.parsed import children, nodes, tree_of

Finding = namedtuple("Finding", "path line rule text")

Trees = Mapping[str, ast.Module]  # parsed files by path
# what a rule yields: a node that has a line, the name of the rule, the message
Said = Iterator[tuple[Any, str, str]]


def is_function(node: ast.AST) -> bool:
    """Return True for a node that has local names of its own."""
    return isinstance(node, ast.FunctionDef)


class Source:
    """One parsed source file; SyntaxError when it is none.

    path: decides what it may import. in_rules: it is one of rules/. What its names are is looked up
    when a rule first asks.
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.tree = tree_of(text)
        self.in_rules = path.startswith("rules/")

    @functools.cached_property
    def own(self) -> set[str]:
        """Return names of its functions and classes."""
        return {
            node.name
            for node in nodes(self.tree)
            if isinstance(node, (ast.FunctionDef, ast.ClassDef))
        }

    @functools.cached_property
    def modules(self) -> dict[str, str]:
        """Local name -> module it was imported as."""
        return {
            (alias.asname or alias.name).split(".")[0]: alias.name
            for node in nodes(self.tree)
            if isinstance(node, ast.Import)
            for alias in node.names
        }

    @functools.cached_property
    def _given(self) -> list[tuple[ast.AST, ast.expr, str]]:
        """Return (function, target, what is called to make it or "") of all assignments."""
        given = []
        for node in nodes(self.tree):
            if isinstance(node, ast.Assign):
                maker = ""
                if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
                    maker = node.value.func.id
                scope = next(filter(is_function, self.around(node)), self.tree)
                given += [(scope, target, maker) for target in node.targets]
        return given

    @functools.cached_property
    def _names_given(self) -> dict[str, list[tuple[tuple[int, int], ast.AST, str]]]:
        """Return {name: [(place, function, what is called to make it or "")]}, in the order of
        places."""
        names: dict[str, list[tuple[tuple[int, int], ast.AST, str]]] = {}
        for scope, target, maker in self._given:
            if isinstance(target, ast.Name):
                place = target.lineno, target.col_offset
                names.setdefault(target.id, []).append((place, scope, maker))
        for given in names.values():
            given.sort(key=itemgetter(0))
        return names

    @functools.cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return {child: node for node in nodes(self.tree) for child in children(node)}

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
        """Return True for a name, or a field of self, that holds a bytearray where `node`
        stands."""
        if own_field(node):
            return any(
                maker == "bytearray" and own_field(target) == own_field(node)
                for _scope, target, maker in self._given
            )
        if not isinstance(node, ast.Name):
            return False
        here = node.lineno, node.col_offset
        last = {}  # what the name was given last, by function
        for place, scope, maker in self._names_given.get(node.id, ()):
            if place <= here:
                last[scope] = maker == "bytearray"
        return any(last.values()) and any(last.get(scope) for scope in self.around(node))


def own_field(node: ast.AST) -> str:
    """Return X of self.X; "" for anything else."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.value.id == "self" else ""
    return ""


Rule = Callable[[Source, Any], Said]

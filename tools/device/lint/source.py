"""What the lint reads: which files, one of them parsed, and what it finds in it."""

import ast
import os
from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tools.device.parsed import children, nodes, tree_of

Finding = namedtuple("Finding", "path line rule text")

Trees = Mapping[str, ast.Module]  # parsed files by path
# what a rule yields: a node that has a line, the name of the rule, what is said
Said = Iterator[tuple[Any, str, str]]

ROOMS = ("rules", os.path.join("lib", "pocket"))
TOPS = ("code.py", "boot.py")


def device_files(root: str) -> list[str]:
    """The paths, relative to `root`, of every source file that goes to a board, sorted."""
    paths = [name for name in TOPS if os.path.isfile(os.path.join(root, name))]
    for room in ROOMS:
        paths += _below(root, room)
    return [path.replace(os.sep, "/") for path in paths]


def python_files(root: str) -> list[str]:
    """The paths, relative to `root`, of all sources of the device and of tools/, sorted."""
    return sorted(device_files(root) + [p.replace(os.sep, "/") for p in _below(root, "tools")])


def _below(root: str, room: str) -> Iterator[str]:
    for folder, subfolders, files in os.walk(os.path.join(root, room)):
        subfolders[:] = sorted(name for name in subfolders if name != "__pycache__")
        for name in sorted(files):
            if name.endswith(".py"):
                yield os.path.relpath(os.path.join(folder, name), root)


def module_name(path: str) -> str:
    """The name that a source file is imported by."""
    name = path[:-3].replace("/", ".")
    if name.startswith("lib."):
        name = name[4:]
    return name[:-9] if name.endswith(".__init__") else name


def is_function(node: ast.AST) -> bool:
    """True for a node that has local names of its own."""
    return isinstance(node, ast.FunctionDef)


class Source:
    """One parsed source file; SyntaxError when it is none.

    path: decides what it may import. in_rules: it is one of rules/. own: names of its functions and
    classes. modules: local name -> module it was imported as. consts: {X: line} of X = const(...).
    """

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.tree = tree_of(text)
        self.in_rules = path.startswith("rules/")
        self.own: set[str] = set()
        self.modules: dict[str, str] = {}
        self.consts: dict[str, int] = {}
        self._parents: dict[ast.AST, ast.AST] = {}
        self._given: list[
            tuple[ast.AST, str, tuple[int, int], bool]
        ] = []  # function, name, place, a bytearray?
        self._fields: set[str] = set()  # X where self.X = bytearray(...)
        for node in nodes(self.tree):
            for child in children(node):
                self._parents[child] = node
        for node in nodes(self.tree):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.own.add(node.name)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    self.modules[(alias.asname or alias.name).split(".")[0]] = alias.name
            elif isinstance(node, ast.Assign):
                self._assigned(node)

    def _assigned(self, node: ast.Assign) -> None:
        maker = ""
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name):
            maker = node.value.func.id
        scope = next(filter(is_function, self.around(node)), self.tree)
        for target in node.targets:
            if isinstance(target, ast.Name):
                place = node.lineno, node.col_offset
                self._given.append((scope, target.id, place, maker == "bytearray"))
                if maker == "const" and scope is self.tree:
                    self.consts.setdefault(target.id, node.lineno)
            elif maker == "bytearray" and own_field(target):
                self._fields.add(own_field(target))

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
        """True for a name, or a field of self, that holds a bytearray where `node` stands."""
        if own_field(node):
            return own_field(node) in self._fields
        if not isinstance(node, ast.Name):
            return False
        last = {}  # what the name was given last, by function
        for scope, name, place, made in sorted(self._given, key=lambda given: given[2]):
            if name == node.id and place <= (node.lineno, node.col_offset):
                last[scope] = made
        return any(last.get(scope) for scope in self.around(node))


def own_field(node: ast.AST) -> str:
    """X of self.X; "" for anything else."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.value.id == "self" else ""
    return ""


Rule = Callable[[Source, Any], Said]

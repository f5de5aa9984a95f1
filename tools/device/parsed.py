"""The sources: which there are, what they are imported as, and each parsed once for everyone who
only reads it: the lint looks at each a dozen times."""

import ast
import functools
import os
from collections.abc import Container, Iterator
from typing import Any

ROOMS = ("rules", os.path.join("lib", "pocket"))
TOPS = ("code.py", "boot.py")


def device_files(root: str) -> list[str]:
    """Return the paths, relative to `root`, of every source file that goes to a board, sorted."""
    paths = [name for name in TOPS if os.path.isfile(os.path.join(root, name))]
    for room in ROOMS:
        paths += _below(root, room)
    return [path.replace(os.sep, "/") for path in paths]


def python_files(root: str) -> list[str]:
    """Return the paths, relative to `root`, of all sources of the device and of tools/, sorted."""
    return sorted(device_files(root) + [p.replace(os.sep, "/") for p in _below(root, "tools")])


def _below(root: str, room: str) -> Iterator[str]:
    for folder, subfolders, files in os.walk(os.path.join(root, room)):
        subfolders[:] = sorted(name for name in subfolders if name != "__pycache__")
        for name in sorted(files):
            if name.endswith(".py") and not name.startswith("."):  # a Mac leaves ._x.py
                yield os.path.relpath(os.path.join(folder, name), root)


def module_name(path: str) -> str:
    """Return the name that a source file is imported by."""
    name = path[:-3].replace("/", ".")
    if name.startswith("lib."):
        name = name[4:]
    return name[:-9] if name.endswith(".__init__") else name


def brought(node: ast.AST, modules: Container[str]) -> list[tuple[str, str, str | None]]:
    """Return [(local name, module, the name in it, None for the module itself)] that an import
    brings.

    modules: those that there are: whether `from a import b` means a.b or a thing in a.
    """
    if isinstance(node, ast.Import):
        return [(alias.asname or alias.name, alias.name, None) for alias in node.names]
    rows: list[tuple[str, str, str | None]] = []
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            full, name = "%s.%s" % (node.module, alias.name), alias.asname or alias.name
            there = full in modules
            rows.append((name, full, None) if there else (name, str(node.module), alias.name))
    return rows


def constant(text: str, name: str) -> Any:
    """Return what a source gives to `name` at its top, a literal. Raises KeyError."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return ast.literal_eval(node.value)
    raise KeyError(name)


@functools.lru_cache(512)
def tree_of(text: str) -> ast.Module:
    """Return the tree of a source without what is for type checkers; SyntaxError when it is
    none."""
    return untyped(ast.parse(text))


def untyped(tree: ast.Module) -> ast.Module:
    """Return a tree without what is for type checkers alone, taken out of it in place."""
    for node in walked(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        for field in ("body", "orelse"):
            rows = getattr(node, field, None)
            if type(rows) is list and not _fields(node):
                setattr(node, field, [_untold(item) for item in rows if not _says_type(item)])
    tree.body = [item for item in tree.body if not _never(item)]
    return tree


def _fields(node: ast.AST) -> bool:
    """Return True for a class whose types are what it is made of."""
    bases = node.bases if isinstance(node, ast.ClassDef) else []
    return "NamedTuple" in [getattr(base, "id", "") for base in bases]


def _says_type(item: ast.stmt) -> bool:
    """Return True for a statement that does nothing else."""
    return isinstance(item, ast.AnnAssign) and item.value is None


def _untold(item: ast.stmt) -> ast.stmt:
    """Return a statement without the type that it says of a name."""
    if isinstance(item, ast.AnnAssign) and item.value:
        return ast.copy_location(ast.Assign([item.target], item.value), item)
    return item


def _never(item: ast.stmt) -> bool:
    """Return True for `if False:`, which the compiler leaves out."""
    return isinstance(item, ast.If) and isinstance(item.test, ast.Constant) and not item.test.value


@functools.lru_cache(512)
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree that no caller changes."""
    return tuple(walked(tree))


@functools.lru_cache(512)
def import_statements(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return the imports among them."""
    return tuple(node for node in nodes(tree) if isinstance(node, (ast.Import, ast.ImportFrom)))


# Below these fields lies no node, or one that says nothing: Load, Store, operators.
_PLAIN = {"ctx", "id", "attr", "arg", "name", "module", "level", "asname", "kind", "type_comment"}
_PLAIN |= {"simple", "is_async", "conversion", "rest", "kwd_attrs", "str", "op", "ops"}
BELOW = {  # {kind of node: its other fields}
    kind: tuple(field for field in kind._fields if field not in _PLAIN)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
for kind in (ast.Constant, ast.Global, ast.Nonlocal, ast.MatchSingleton, ast.TypeIgnore):
    BELOW[kind] = ()


def children(node: ast.AST) -> list[ast.AST]:
    """Return the nodes right below one, as ast.iter_child_nodes has them, in half the time: without
    contexts and operators."""
    below: list[ast.AST] = []
    for field in BELOW[type(node)]:
        value = getattr(node, field, None)
        if type(value) is list:
            below += filter(None, value)  # a dict's ** has no key
        elif value:
            below.append(value)
    return below


def walked(tree: ast.AST) -> list[ast.AST]:
    """As ast.walk, in half the time: without contexts and operators."""
    every = [tree]
    for node in every:
        if BELOW[type(node)]:
            every += children(node)
    return every

"""The sources: which there are, what they are imported as, and their syntax trees."""

import ast
import collections
import functools
import glob
import os
from collections.abc import Callable, Container
from typing import Any, TypeVar

ROOMS = ("rules", "lib/pocket")
TOPS = ("code.py", "boot.py", "safemode.py")

Answer = TypeVar("Answer")
Trees = dict[str, ast.Module]  # by paths, or by names of modules


def device_files(root: str) -> list[str]:
    """Return the paths, relative to `root`, of every source file that goes to a board, sorted."""
    paths = [name for name in TOPS if os.path.isfile(os.path.join(root, name))]
    return paths + [path for room in ROOMS for path in _below(root, room)]


def python_files(root: str) -> list[str]:
    """Return the paths, relative to `root`, of all sources of the device and of tools/, sorted."""
    return sorted([*device_files(root), *_below(root, "tools")])


def _below(root: str, room: str) -> list[str]:
    paths = glob.glob(room + "/**/*.py", root_dir=root, recursive=True)
    return sorted(path.replace(os.sep, "/") for path in paths)


def module_name(path: str) -> str:
    """Return the name that a source file is imported by."""
    return path.removesuffix(".py").removesuffix("/__init__").removeprefix("lib/").replace("/", ".")


def imports_in(node: ast.AST, modules: Container[str]) -> list[tuple[str, str, str | None]]:
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


@functools.lru_cache(512)
def tree_of(text: str) -> ast.Module:
    """Return the tree of a source without what is for type checkers, for callers that only read it.
    Raises SyntaxError."""
    return untyped(ast.parse(text))


def untyped(tree: ast.Module) -> ast.Module:
    """Remove what is for type checkers alone from a tree, in place, and return it."""
    for node in nodes(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        for field in ("body", "orelse"):
            rows = getattr(node, field, None)
            if type(rows) is list:
                setattr(node, field, [part for item in rows for part in _untyped(item)])
    changed(tree)
    return tree


def _untyped(item: ast.stmt) -> list[ast.stmt]:
    """Return a statement without its types; none where it says a type, or is `if False:`."""
    if isinstance(item, ast.AnnAssign):
        made = item.value and ast.copy_location(ast.Assign([item.target], item.value), item)
        return [made] if made else []
    never = isinstance(item, ast.If) and isinstance(item.test, ast.Constant) and not item.test.value
    return [] if never else [item]


# -- the nodes of a tree

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


def children(node: ast.AST) -> list[Any]:
    """Return the nodes right below one, without contexts and operators; twice as fast as
    ast.iter_child_nodes."""
    below: list[ast.AST] = []
    for field in BELOW[type(node)]:
        value = getattr(node, field, None)
        if type(value) is list:
            below += filter(None, value)  # a dict's ** has no key
        elif value:
            below.append(value)
    return below


def remembered(tell: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """Make tell(tree) keep its answer for a module until `changed` is called: much is asked three
    dozen times."""

    @functools.wraps(tell)
    def remembered(tree: Any) -> Any:
        if type(tree) is not ast.Module:
            return tell(tree)
        known = vars(tree).setdefault("known", {})
        if tell not in known:
            known[tell] = tell(tree)
        return known[tell]

    return remembered


def changed(tree: Any) -> None:
    """Forget what is kept of a module whose nodes have changed."""
    tree.known = {}


@remembered
def nodes(tree: Any) -> list[Any]:
    """Return a node and all below it, as ast.walk does."""
    every = [tree]
    for node in every:
        if BELOW[type(node)]:
            every += children(node)
    return every


@remembered
def _kinds(tree: Any) -> dict[type, list[Any]]:
    kinds = collections.defaultdict(list)
    for node in nodes(tree):
        kinds[type(node)].append(node)
    return kinds


def find(tree: ast.AST, *kinds: type) -> list[Any]:
    """Return all nodes of a tree that are of one of the kinds, those of each in the order of
    `nodes`."""
    known = _kinds(tree)
    return [node for kind in kinds for node in known.get(kind, ())]


def replace(tree: ast.AST, kinds: tuple[type, ...], instead: Callable[[Any], Any]) -> None:
    """Put instead(node) in place of each node of these kinds, the innermost first."""
    for node in reversed(nodes(tree)):
        for field in BELOW[type(node)]:
            value = getattr(node, field, None)
            if type(value) is list:
                value[:] = [instead(item) if type(item) in kinds else item for item in value]
            elif type(value) in kinds:
                setattr(node, field, instead(value))
    changed(tree)

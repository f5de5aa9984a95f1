"""The project's sources: their paths, module names and syntax trees."""

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
    """Return the module name of a source file."""
    return path.removesuffix(".py").removesuffix("/__init__").removeprefix("lib/").replace("/", ".")


def imports_in(node: ast.AST, modules: Container[str]) -> list[tuple[str, str, str | None]]:
    """Return [(local name, module, name in it or None for the module itself)] of an import.

    modules: all modules, to tell whether `from a import b` imports a.b or a member of a.
    """
    if isinstance(node, ast.Import):
        return [(alias.asname or alias.name, alias.name, None) for alias in node.names]
    rows: list[tuple[str, str, str | None]] = []
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            full, name = "%s.%s" % (node.module, alias.name), alias.asname or alias.name
            is_module = full in modules
            rows.append((name, full, None) if is_module else (name, str(node.module), alias.name))
    return rows


@functools.lru_cache(512)
def tree_of(text: str) -> ast.Module:
    """Return the tree of a source without its type annotations; it is shared, so do not change it.
    Raises SyntaxError."""
    return untyped(ast.parse(text))


def untyped(tree: ast.Module) -> ast.Module:
    """Remove type annotations and `if False:` from a tree, in place, and return it."""
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
    """Return the statements that replace one: without its annotation, none for `if False:`."""
    if isinstance(item, ast.AnnAssign):
        made = item.value and ast.copy_location(ast.Assign([item.target], item.value), item)
        return [made] if made else []
    never = isinstance(item, ast.If) and isinstance(item.test, ast.Constant) and not item.test.value
    return [] if never else [item]


# -- the nodes of a tree

# Fields without nodes, or with nodes that no caller needs: Load, Store, operators.
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
    """Return the direct children of a node, without contexts and operators. This is twice as fast
    as ast.iter_child_nodes."""
    below: list[ast.AST] = []
    for field in BELOW[type(node)]:
        value = getattr(node, field, None)
        if type(value) is list:
            below += filter(None, value)  # a dict's ** has no key
        elif value:
            below.append(value)
    return below


def remembered(query: Callable[[Any], Answer]) -> Callable[[Any], Answer]:
    """Cache the results of query(tree) for modules until `changed` is called: some queries are
    repeated three dozen times."""

    @functools.wraps(query)
    def cached(tree: Any) -> Any:
        if type(tree) is not ast.Module:
            return query(tree)
        results = vars(tree).setdefault("results", {})
        if query not in results:
            results[query] = query(tree)
        return results[query]

    return cached


def changed(tree: Any) -> None:
    """Discard the cached results for a module whose nodes have changed."""
    tree.results = {}


@remembered
def nodes(tree: Any) -> list[Any]:
    """Return a node and all nodes below it, in the order of ast.walk."""
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
    """Return all nodes of a tree of the types `kinds`, type by type, each in the order of
    `nodes`."""
    known = _kinds(tree)
    return [node for kind in kinds for node in known.get(kind, ())]


def replace(tree: ast.AST, kinds: tuple[type, ...], instead: Callable[[Any], Any]) -> None:
    """Replace each node of these types by instead(node), the innermost first."""
    for node in reversed(nodes(tree)):
        for field in BELOW[type(node)]:
            value = getattr(node, field, None)
            if type(value) is list:
                value[:] = [instead(item) if type(item) in kinds else item for item in value]
            elif type(value) in kinds:
                setattr(node, field, instead(value))
    changed(tree)

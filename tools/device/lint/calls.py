"""Find recursion: a board's stack is 2 KB, so no function may call itself, even indirectly."""

import ast
import graphlib
from collections.abc import Container, Iterable, Iterator, Mapping

from tools.device.lint.source import Finding, Trees
from tools.device.parsed import find, imports_in, module_name, nodes


def check_recursion(trees: Trees) -> list[Finding]:
    """Return findings for every cycle of calls among the functions and methods of the device code.

    trees: path -> parsed tree. The Python stack of a board is 2048 bytes: searches are iterative.
    """
    functions: dict[str, tuple[str, int]] = {}
    calls: dict[str, set[str]] = {}
    index = {module_name(path): path for path in trees}
    for path, tree in trees.items():
        _collect(path, tree, index, functions, calls)
    findings = []
    for cycle in circles({k: calls[k] & set(functions) for k in functions}):
        first = min(cycle)
        names = " -> ".join(name.partition(":")[2] for name in reversed(cycle))
        findings.append(Finding(*functions[first], "recursion", "calls itself: " + names))
    return findings


def imported_names(tree: ast.AST, index: Container[str]) -> dict[str, str]:
    """Return {local name: the "module", or "module:function", that it is imported as}. index:
    modules."""
    return {
        name: "%s:%s" % (module, thing) if thing else module
        for node in find(tree, ast.Import, ast.ImportFrom)
        for name, module, thing in imports_in(node, index)
    }


def _collect(
    path: str,
    tree: ast.Module,
    index: Mapping[str, str],
    functions: dict[str, tuple[str, int]],
    calls: dict[str, set[str]],
) -> None:
    """Add the functions that `path` defines to `functions`, {name: (path, line)}, and the functions
    that each of them calls to `calls`."""
    module = module_name(path)
    names = imported_names(tree, index)

    def collect_from(body: Iterable[ast.stmt], prefix: str, owner: str) -> None:
        """Collect from statements. prefix: the dotted names of the enclosing functions and classes,
        with a trailing dot; owner: its part up to the innermost class, or ""."""
        for node in body:
            if isinstance(node, ast.ClassDef):
                collect_from(node.body, prefix + node.name + ".", prefix + node.name + ".")
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                key = module + ":" + prefix + node.name
                functions[key] = (path, node.lineno)
                calls[key] = called = set()
                for inner in nodes(node):
                    if isinstance(inner, ast.Call):
                        called |= _targets(inner.func, module, names, owner, prefix, node.name)
                collect_from(node.body, prefix + node.name + ".", owner)
            elif isinstance(node, (ast.If, ast.Try, ast.For, ast.While, ast.With)):
                nested = [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt)]
                collect_from(nested, prefix, owner)

    collect_from(tree.body, "", "")


def _targets(
    func: ast.expr, module: str, names: Mapping[str, str], owner: str, prefix: str, current: str
) -> set[str]:
    """Return the "module:function" names that a call of `func` may refer to. names: as from
    `imported_names`. owner, prefix: see `_collect`. current: the function with the call."""
    if isinstance(func, ast.Name):
        known = names.get(func.id, "")
        candidates = {
            module + ":" + func.id,
            module + ":" + prefix + current + "." + func.id,
            module + ":" + prefix + func.id if not owner else module + ":" + func.id,
        }
        return candidates | ({known} if ":" in known else set())
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
        if func.value.id == "self" and owner:
            return {module + ":" + owner + func.attr}
        known = names.get(func.value.id, "")
        if known and ":" not in known:
            return {known + ":" + func.attr}
    return set()


def circles(graph: dict[str, set[str]]) -> Iterator[list[str]]:
    """Yield each cycle of `graph` {name: names} as a list that ends with its first name, and remove
    one of its edges from `graph`, so that the next is found."""
    while True:
        try:
            graphlib.TopologicalSorter(graph).prepare()
            return
        except graphlib.CycleError as error:
            circle = error.args[1]
        graph[circle[1]].discard(circle[0])
        yield circle

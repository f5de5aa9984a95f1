"""What a syntax tree names, as the other modules of this folder ask it."""

import ast
import collections
import functools
from collections.abc import Callable
from typing import Any, TypeVar

from tools.device import parsed
from tools.device.parsed import BELOW, children

Told = TypeVar("Told")
Trees = dict[str, ast.Module]  # by paths, or by names of modules

FUNCTIONS = (ast.FunctionDef, ast.Lambda)
# {kind of node: the field with its identifier}
_WORD = {ast.Name: "id", ast.Attribute: "attr", ast.arg: "arg", ast.keyword: "arg"}
_WORD.update({ast.FunctionDef: "name", ast.ClassDef: "name", ast.ExceptHandler: "name"})
_BY_NAME = ("getattr", "hasattr", "setattr", "delattr")


def kept(tell: Callable[[Any], Told]) -> Callable[[Any], Told]:
    """tell(tree), kept of a module until it has `changed`: much is asked three dozen times."""

    @functools.wraps(tell)
    def remembered(tree):
        if type(tree) is not ast.Module:
            return tell(tree)
        known = vars(tree).setdefault("known", {})
        if tell not in known:
            known[tell] = tell(tree)
        return known[tell]

    return remembered


def changed(tree: Any) -> None:
    """Call it for a module whose nodes have changed."""
    tree.known = {}


walk: Callable[[Any], list[Any]] = kept(parsed.walked)


@kept
def _kinds(tree):
    kinds = collections.defaultdict(list)
    for node in walk(tree):
        kinds[type(node)].append(node)
    return kinds


def of(tree: ast.AST, *kinds: type) -> list[Any]:
    """Return all nodes of a tree that are of one of the kinds, those of each in the order of
    `walk`."""
    known = _kinds(tree)
    return [node for kind in kinds for node in known.get(kind, ())]


def replace(tree: ast.AST, kinds: tuple[type, ...], said: Callable[[Any], Any]) -> None:
    """Put said(node) in place of each node of these kinds, once all in it is known."""
    for node in reversed(walk(tree)):
        for field in BELOW[type(node)]:
            value = getattr(node, field, None)
            if type(value) is list:
                value[:] = [said(item) if type(item) in kinds else item for item in value]
            elif type(value) in kinds:
                setattr(node, field, said(value))
    changed(tree)


@kept
def imported(tree: ast.Module) -> set[str]:
    """Return the modules that a tree imports; of `from a import b` a and a.b, whichever of them is
    one."""
    asked = {alias.name for node in of(tree, ast.Import) for alias in node.names}
    for node in of(tree, ast.ImportFrom):
        if node.module and not node.level:
            asked.add(node.module)
            asked.update("%s.%s" % (node.module, alias.name) for alias in node.names)
    return asked


def words_of(node: Any) -> tuple[str, ...]:
    """Return the identifiers one node holds."""
    if type(node) is ast.alias:
        return tuple(node.name.split(".")) + ((node.asname,) if node.asname else ())
    if type(node) in (ast.Global, ast.Nonlocal):
        return tuple(node.names)
    word = getattr(node, _WORD.get(type(node), ""), None)
    return (word,) if word else ()


def identifiers(tree: ast.Module) -> set[str]:
    """Return every word of a tree; its strings that are words may be looked up by name."""
    words = strings(tree)
    for node in walk(tree):
        words.update(words_of(node))
    return words


def strings(tree: ast.AST) -> set[str]:
    values = [node.value for node in of(tree, ast.Constant)]
    return {value for value in values if isinstance(value, str) and value.isidentifier()}


def attributes(tree: ast.AST) -> set[str]:
    """Return the names that stand behind a dot."""
    return {node.attr for node in of(tree, ast.Attribute)}


def keywords(tree: ast.AST) -> set[str | None]:
    """Return the names of arguments in calls, None where a call passes on a dict of them."""
    return {node.arg for node in of(tree, ast.keyword)}


def stored(tree: ast.AST) -> set[str]:
    """Attributes that something stores to."""
    return {node.attr for node in of(tree, ast.Attribute) if not isinstance(node.ctx, ast.Load)}


def strings_by_name(tree: ast.Module) -> set[str]:
    """Return names that stand as strings in calls of getattr and its like."""
    words: set[Any] = set()
    for node in of(tree, ast.Call):
        if (
            isinstance(node.func, ast.Name)
            and node.func.id in _BY_NAME
            and len(node.args) > 1
            and isinstance(node.args[1], ast.Constant)
        ):
            words.add(node.args[1].value)
    return words


def mentioned(tree: ast.Module) -> set[str]:
    """Return names that are read, called, imported or looked up; a definition does not count."""
    words = strings_by_name(tree)
    words.update(node.id for node in of(tree, ast.Name))
    words.update(node.attr for node in of(tree, ast.Attribute))
    for node in of(tree, ast.alias):
        words.update(node.name.split("."))
    return words


def defined(tree: ast.Module) -> set[str]:
    """Return identifiers the program itself makes: functions, classes, globals, attributes."""
    words = set()
    for node in of(tree, ast.FunctionDef, ast.ClassDef):
        words.add(node.name)
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                words |= targets(item)
    for node in of(tree, ast.Attribute):
        if isinstance(node.ctx, ast.Store):
            words.add(node.attr)
    for node in of(tree, ast.Global):
        words.update(node.names)
    for item in _module_statements(tree):
        words |= targets(item)
    return words


def _module_statements(tree):
    """Statements that run in the module's own scope, those within if, try and for too."""
    queue = list(tree.body)
    while queue:
        item = queue.pop()
        yield item
        if not isinstance(item, (ast.FunctionDef, ast.ClassDef)):
            queue += [
                node for node in children(item) if isinstance(node, (ast.stmt, ast.ExceptHandler))
            ]


def targets(item: ast.AST) -> set[str]:
    words = set()
    targets = []
    if isinstance(item, ast.Assign):
        targets = item.targets
    elif isinstance(item, (ast.AugAssign, ast.For)):
        targets = [item.target]
    for target in targets:
        words.update(node.id for node in of(target, ast.Name))
    return words


def parameters(tree: ast.Module) -> set[str]:
    return {node.arg for node in of(tree, ast.arg)}

"""Rules against what CircuitPython lacks: syntax that mpy-cross accepts all the same, modules,
built-ins, methods and keywords; and against looking up our own attributes by name.

A rule is a function of (Source, node) that yields (node, rule, message); RULES lists the kinds of
node that it looks at.
"""

import ast
from typing import Any

from tools.device import boards_desktop, device_modules
from tools.device.lint.source import Messages, Rule, Source

# Files that load modules by name, from a table or from strings that house.check_plan checks.
LOADING = ("rules/catalogue.py", "rules/solver/__init__.py")
# Objects of getattr: boards differ in their attributes, packages in what is loaded of them.
_NOT_OURS = ("board", "microcontroller", "package", "os", "gc")


# -- syntax

BIG = 1 << 30
_ASYNC = ("async", "async compiles to another bytecode there")
# {kind of node that is always refused: (rule, message)}
_REFUSED = {
    "JoinedStr": ("f-string", "an f-string: much of it is not there, and % is smaller"),
    "AsyncFunctionDef": _ASYNC,
    "Await": _ASYNC,
}


def refused(source: Source, node: Any) -> Messages:
    yield (node,) + _REFUSED[type(node).__name__]


def slice_step(source: Source, node: Any) -> Messages:
    if node.step is not None:
        yield node, "slice-step", "a slice with a step"


def numbers(source: Source, node: Any) -> Messages:
    if isinstance(node.value, complex):
        yield node, "syntax", "a complex number"
    elif source.in_rules and isinstance(node.value, int) and abs(node.value) >= BIG:
        yield node, "big-int", "%d does not fit into 30 bits" % node.value


# -- imports


def imported(source: Source, node: Any) -> Messages:
    for alias in node.names:
        yield from _missing_module(source, node, alias.name)


def imported_from(source: Source, node: Any) -> Messages:
    if node.level:
        yield node, "import", "relative import; write the full name"
        return
    yield from _missing_module(source, node, node.module)
    for alias in node.names:
        yield from _missing_member(node, node.module, alias.name)


def _missing_member(node: ast.AST, module: str, name: str) -> Messages:
    """Yield a finding if CircuitPython's `module` lacks `name`."""
    members = device_modules.HOLDS.get(module)
    if members is not None and name not in members:
        yield node, "name", "%s.%s is not there" % (module, name)


def _missing_module(source: Source, node: ast.AST, name: str) -> Messages:
    top = name.split(".")[0]
    if top == "rules" or (top == "pocket" and not source.in_rules):
        return
    if source.in_rules:
        if top not in ("array", "gc", "micropython"):
            yield node, "import", "rules/ may import only rules/ (and gc, array), not " + name
        return
    if top.startswith("adafruit_") and top not in device_modules.EVERYWHERE:
        return  # the build adds it to the drive
    boards = [b for b in boards_desktop.BOARDS if top in device_modules.modules_of(b)]
    if not boards:
        yield node, "import", "no board has a module called " + name
        return
    boards_without = [board for board in boards_desktop.FIRST_CLASS if board not in boards]
    if boards_without and not _is_guarded(source, node):
        yield (
            node,
            "import",
            "%s is missing on %s: import it inside try/except ImportError"
            % (name, ", ".join(boards_without)),
        )


def _is_guarded(source: Source, node: ast.AST) -> bool:
    """Return True for a node within a `try` that handles ImportError."""
    for outer in source.branches(node):
        if isinstance(outer, ast.Try):
            for handler in outer.handlers:
                names = ast.walk(handler.type) if handler.type else [ast.Name("Exception")]
                if {"ImportError", "Exception"} & {getattr(name, "id", "") for name in names}:
                    return True
    return False


# -- built-ins, methods, keywords


def built_in(source: Source, node: Any) -> Messages:
    missing = node.id in device_modules.NO_BUILTINS and node.id not in source.definitions
    if missing and isinstance(node.ctx, ast.Load):
        yield node, "name", "the built-in %s is not there" % node.id


def attribute(source: Source, node: Any) -> Messages:
    owner = node.value.id if isinstance(node.value, ast.Name) else ""
    if owner in source.modules:
        yield from _missing_member(node, source.modules[owner], node.attr)
        return
    if node.attr in device_modules.NO_METHODS and owner in ("str", "bytes", "int"):
        yield node, "method", "the method %s is not there" % node.attr
    if node.attr not in device_modules.BYTEARRAY and source.is_bytearray(node.value):
        yield node, "method", "bytearray.%s is not there" % node.attr


def method_call(source: Source, node: Any) -> Messages:
    name = getattr(node.func, "attr", "")
    if (
        name in device_modules.NO_METHODS
        and name not in source.definitions
        and not (node.args and name not in device_modules.WITH_ARGUMENTS)
    ):
        yield node, "method", "the method %s is not there" % name


def call(source: Source, node: Any) -> Messages:
    name = getattr(node.func, "id", "")
    for keyword in node.keywords:
        if (
            keyword.arg in device_modules.NO_KEYWORDS.get(name, ())
            and name not in source.definitions
        ):
            yield node, "keyword", "%s(%s=...)" % (name, keyword.arg)
    if name in ("exec", "eval", "compile"):
        yield node, "name", "%s: a board compiles nothing while playing" % name
    if name in ("getattr", "hasattr") and not _asks_board(node):
        yield node, "getattr", "%s on what is our own: declare the attribute" % name
    if name == "__import__" and source.in_rules and source.path not in LOADING:
        yield node, "import", "__import__ hides what rules/ imports"


def _asks_board(node: ast.Call) -> bool:
    """Return True for a getattr on an object whose attributes differ from board to board."""
    target = node.args[0] if node.args else None
    if isinstance(target, ast.Attribute):
        target = target.value
    return isinstance(target, ast.Name) and target.id in _NOT_OURS


def bytearray_del(source: Source, node: Any) -> Messages:
    for target in node.targets:
        if isinstance(target, ast.Subscript) and source.is_bytearray(target.value):
            yield node, "method", "del on a part of a bytearray is not there"


def bytearray_times(source: Source, node: Any) -> Messages:
    for part in (node.left, node.right) if isinstance(node.op, ast.Mult) else ():
        made = isinstance(part, ast.Call) and getattr(part.func, "id", "") == "bytearray"
        if made or source.is_bytearray(part):
            yield node, "method", "MicroPython, on the page, multiplies no bytearray: bytes can be"


def bytearray_in(source: Source, node: Any) -> Messages:
    for i, op in enumerate(node.ops):
        left = ([node.left] + node.comparators)[i]
        text = isinstance(left, ast.Constant) and isinstance(left.value, bytes)
        if isinstance(op, (ast.In, ast.NotIn)) and source.is_bytearray(node.comparators[i]):
            if not text:
                yield node, "method", "`in` finds no number in a bytearray: x.find(bytes((n,)))"


RULES: tuple[tuple[str, Rule], ...] = (
    ("Slice", slice_step),
    ("Constant", numbers),
    *((kind, refused) for kind in _REFUSED),
    ("Import", imported),
    ("ImportFrom", imported_from),
    ("Name", built_in),
    ("Attribute", attribute),
    ("Call", method_call),
    ("Call", call),
    ("Delete", bytearray_del),
    ("BinOp", bytearray_times),
    ("Compare", bytearray_in),
)

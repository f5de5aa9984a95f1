"""Syntax that CircuitPython lacks, or compiles to what it cannot load.

A rule is a function of (Source, node) that yields (node, rule, what is said); RULES says which
kinds of node it looks at.
"""

import ast
from typing import Any

from tools.device.lint.source import Rule, Said, Source

BIG = 1 << 30
_NATIVE = ("native", "viper", "asm_thumb", "asm_xtensa", "asm_rv32")
_ASYNC = ("async", "async compiles to another bytecode there")
# kinds of node that are refused whatever is in them
_REFUSED = {
    "JoinedStr": ("f-string", "an f-string: much of it is not there, and % is smaller"),
    "AsyncFor": _ASYNC,
    "AsyncWith": _ASYNC,
    "AsyncFunctionDef": _ASYNC,
    "Await": _ASYNC,
    "Match": ("match", "match"),
    "TryStar": ("syntax", "except* is not there"),
    "TypeAlias": ("syntax", "a type statement"),
}


def refused(source: Source, node: Any) -> Said:
    yield (node,) + _REFUSED[type(node).__name__]


def operator(source: Source, node: Any) -> Said:
    if isinstance(node.op, ast.MatMult):
        yield node, "syntax", "the operator @"


def slice_step(source: Source, node: Any) -> Said:
    if node.step is not None:
        yield node, "slice-step", "a slice with a step"


def stars(source: Source, node: Any) -> Said:
    if isinstance(getattr(node, "ctx", None), ast.Store):
        return
    for item in node.elts:
        if isinstance(item, ast.Starred):
            yield node, "star", "[*x] in a display; write list(x) + ..."


def dict_stars(source: Source, node: Any) -> Said:
    if None in node.keys:
        yield node, "star", "{**x} in a display; use update()"


def async_comprehension(source: Source, node: Any) -> Said:
    if node.is_async:
        yield (node.target,) + _ASYNC


def signature(source: Source, node: Any) -> Said:
    if node.args.posonlyargs:
        yield node, "posonly", "a / in the parameters"
    for decorator in node.decorator_list:
        name = getattr(decorator, "attr", getattr(decorator, "id", ""))
        if name in _NATIVE:
            yield decorator, "native", "@%s: native code is refused" % name


def type_parameters(source: Source, node: Any) -> Said:
    if getattr(node, "type_params", None):
        yield node, "syntax", "type parameters"


def class_keywords(source: Source, node: Any) -> Said:
    if node.keywords:
        yield node, "syntax", "class keywords (metaclass=...)"


def numbers(source: Source, node: Any) -> Said:
    if isinstance(node.value, complex):
        yield node, "syntax", "a complex number"
    elif source.in_rules and isinstance(node.value, int) and abs(node.value) >= BIG:
        yield node, "big-int", "%d does not fit into 30 bits" % node.value


RULES: tuple[tuple[str, Rule], ...] = tuple((kind, refused) for kind in _REFUSED) + (
    ("BinOp", operator),
    ("AugAssign", operator),
    ("Slice", slice_step),
    ("List", stars),
    ("Tuple", stars),
    ("Set", stars),
    ("Dict", dict_stars),
    ("comprehension", async_comprehension),
    ("FunctionDef", signature),
    ("FunctionDef", type_parameters),
    ("ClassDef", type_parameters),
    ("ClassDef", class_keywords),
    ("Constant", numbers),
)

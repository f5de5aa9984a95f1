"""Syntax that CircuitPython lacks though mpy-cross takes it.

A rule is a function of (Source, node) that yields (node, rule, message); RULES says which
kinds of node it looks at.
"""

import ast
from typing import Any

from tools.device.lint.source import Rule, Said, Source

BIG = 1 << 30
_ASYNC = ("async", "async compiles to another bytecode there")
# kinds of node that are refused whatever is in them
_REFUSED = {
    "JoinedStr": ("f-string", "an f-string: much of it is not there, and % is smaller"),
    "AsyncFunctionDef": _ASYNC,
    "Await": _ASYNC,
}


def refused(source: Source, node: Any) -> Said:
    yield (node,) + _REFUSED[type(node).__name__]


def operator(source: Source, node: Any) -> Said:
    if isinstance(node.op, ast.MatMult):
        yield node, "syntax", "the operator @"


def slice_step(source: Source, node: Any) -> Said:
    if node.step is not None:
        yield node, "slice-step", "a slice with a step"


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
    ("ClassDef", class_keywords),
    ("Constant", numbers),
)

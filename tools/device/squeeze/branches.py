"""What no board needs: branches under a condition that is constant, and sentences for a desktop.

A small build sets the features it leaves out to False (rules/features.py). What stands under such
a flag is removed before anybody asks what the program imports or names.
"""

import ast
from collections.abc import Container
from typing import Any

from tools.device.squeeze.syntax import BELOW

_ROWS = ("body", "orelse", "finalbody")  # where statements stand
FLAGS = "rules/features.py"


def flags(text: str) -> dict[str, bool]:
    """{name: bool} of what a source sets, the text of rules/features.py."""
    rows: list[Any] = [item for item in ast.parse(text).body if isinstance(item, ast.Assign)]
    return {row.targets[0].id: row.value.value for row in rows}


def with_flags(text: str, without: Container[str]) -> str:
    """The source of rules/features.py, made anew from its text, where the flags `without` are
    False."""
    rows = [(name, value and name not in without) for name, value in flags(text).items()]
    return "".join("%s = %s\n" % row for row in rows)


def live(tree: Any, known: dict[str, bool]) -> Any:
    """Leave out of a tree, in place, what never runs; known: {flag: bool}. Returns it."""
    for field in BELOW[type(tree)]:  # all that is within first
        value = getattr(tree, field, None)
        if type(value) is list:
            # what has nothing below is what it is
            value = [live(item, known) if item and BELOW[type(item)] else item for item in value]
            if field in _ROWS:
                value = _straight(value, field == "body")
            setattr(tree, field, value)
        elif value and BELOW[type(value)]:
            setattr(tree, field, live(value, known))
    return _said(tree, known)


def _said(node, flags):
    """What stands for an expression, once all in it is known. flags: {flag: bool}."""
    if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") == "features":
        return ast.Constant(flags[node.attr]) if node.attr in flags else node
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        known = _known(node.operand)
        return node if known is None else ast.Constant(not known)
    if isinstance(node, ast.IfExp) and _known(node.test) is not None:
        return node.body if _known(node.test) else node.orelse
    if isinstance(node, ast.BoolOp):
        return _short(node)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        if isinstance(node.left, ast.Tuple) and isinstance(node.right, ast.Tuple):
            return ast.Tuple(node.left.elts + node.right.elts, ast.Load())
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RulesError":
        if [_sentence(value) for value in node.args] == [True]:
            return ast.Call(node.func, [ast.Constant("")], [])
    return node


def _sentence(node):
    """True for English that the rules say to a desktop; a reason for players is a number."""
    node = node.left if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) else node
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _known(node):
    """What a condition comes to, a bool; None: that is not known."""
    return bool(node.value) if isinstance(node, ast.Constant) else None


def _short(node):
    """`and` or `or` without the values that decide nothing, and without those after the last one
    asked."""
    ends = isinstance(node.op, ast.Or)
    left = []
    for value in node.values:
        known = _known(value)
        if known is None or known == ends or value is node.values[-1]:
            left.append(value)
        if known == ends:
            break
    node.values = left
    return node if len(node.values) > 1 else node.values[0]


def _straight(rows, needed):
    """Statements with the branches taken in place of `if`, up to the first that leaves."""
    out = []
    for row in rows:
        known = _known(row.test) if isinstance(row, ast.If) else None
        taken = [row] if known is None else row.body if known else row.orelse
        out += [item for item in taken if known is None or not isinstance(item, ast.Pass)]
        if out and isinstance(out[-1], (ast.Return, ast.Raise, ast.Continue, ast.Break)):
            break
    return out if out or not (rows and needed) else [ast.Pass()]

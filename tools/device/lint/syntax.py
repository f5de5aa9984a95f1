"""Syntax that CircuitPython lacks, or compiles to what it cannot load.

A rule is a function of (Source, node) that yields (node, rule, what is said); RULES says which
kinds of node it looks at.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from typing import Any

from tools.device.lint.source import Finding, Rule, Said, Source
from tools.device.parsed import nodes

BIG = 1 << 30
_NATIVE = ("native", "viper", "asm_thumb", "asm_xtensa", "asm_rv32")
_ASYNC = ("async", "async compiles to another bytecode there")
# kinds of node that are refused whatever is in them
_REFUSED = {
    "AsyncFor": _ASYNC,
    "AsyncWith": _ASYNC,
    "AsyncFunctionDef": _ASYNC,
    "Await": _ASYNC,
    "Match": ("match", "match"),
    "MatMult": ("syntax", "the operator @"),
    "TryStar": ("syntax", "except* is not there"),
    "TypeAlias": ("syntax", "a type statement"),
}


def refused(source: Source, node: Any) -> Said:
    if isinstance(node, ast.MatMult):
        node = next(source.around(node))  # an operator has no line
    yield (node,) + _REFUSED["MatMult" if isinstance(node, ast.BinOp) else type(node).__name__]


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


def f_string(source: Source, node: Any) -> Said:
    written = ast.get_source_segment(source.text, node) or ""
    bare = written.replace("{{", "").replace("}}", "")
    if re.search(r"\{[^{}:]*[^=!<>{}:]=\s*(![rsa]\s*)?(:[^{}]*)?\}", bare):
        yield node, "f-string", "f-string with ="
    for part in node.values:
        if isinstance(part, ast.FormattedValue) and part.conversion == ord("a"):
            yield node, "f-string", "f-string with !a"


RULES: tuple[tuple[str, Rule], ...] = tuple((kind, refused) for kind in _REFUSED) + (
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
    ("JoinedStr", f_string),
)


# -- f-strings that only their tokens show: rf"", and neighbours that hold braces ------------------


def f_string_tokens(source: Source) -> list[Finding]:
    """Findings about raw f-strings, and f-strings beside a plain string with braces."""
    findings: list[Finding] = []
    if not any(isinstance(node, ast.JoinedStr) for node in nodes(source.tree)):
        return findings

    def report(row: int, text: str) -> None:
        findings.append(Finding(source.path, row, "f-string", text))

    prefixes: list[str] = []  # of the strings side by side so far
    braces = False  # in one of them
    for row, prefix, text in _strings(source.text):
        if prefix is None:
            if braces and len(prefixes) > 1 and "f" in "".join(prefixes):
                report(row, "an f-string beside a plain string with braces")
            prefixes, braces = [], False
            continue
        prefixes.append(prefix)
        if "f" in prefix:
            if "r" in prefix:
                report(row, "a raw f-string")
        elif "{" in text or "}" in text:
            braces = True
    return findings


def _strings(text: str) -> Iterator[tuple[int, str | None, str]]:
    """(line, prefix, text) of every string in order; the prefix is None for what comes between."""
    begins = getattr(tokenize, "FSTRING_START", -1)
    ends = getattr(tokenize, "FSTRING_END", -1)
    inside = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == ends:
            inside -= 1
        elif token.type == begins or token.type == tokenize.STRING and not inside:
            prefix = re.split("['\"]", token.string)[0].lower()
            yield token.start[0], prefix, token.string
            inside += token.type == begins
        elif not inside and token.type not in (tokenize.NL, tokenize.COMMENT):
            yield token.start[0], None, ""

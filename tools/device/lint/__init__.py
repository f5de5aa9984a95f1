"""The lint: reads all sources and says what is refused, and where.

source    one file, parsed                              language  what CircuitPython lacks
calls     no function calls itself                      house     doors, circles, memory, names
command   `python3 tools lint`
"""

import ast
import os
import sys
from collections.abc import Iterable
from typing import TextIO

from tools.device import kept, wordlint
from tools.device.lint import calls, house, language
from tools.device.lint.source import Finding, Rule, Source
from tools.device.parsed import device_files, nodes, python_files, tree_of
from tools.place import ROOT

_RULES: dict[str, list[Rule]] = {}  # by the kind of node that they look at
for kind, rule in language.RULES:
    _RULES.setdefault(kind, []).append(rule)


def lint_tree(root: str) -> list[Finding]:
    """Return findings over all device files below `root`, recursion across files included."""
    texts: dict[str, str] = {}
    for path in device_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as stream:
            texts[path] = stream.read()
    words = kept.digest(root, "assets/words/*.toml", "assets/help/**/*.txt")
    measures = kept.digest(ROOT, "assets/*.bmp", "tools/art/*.py", "lib/pocket/**/*.py")
    return kept.once(("lint", texts, words, measures), lambda: _findings(root, texts))


def _findings(root: str, texts: dict[str, str]) -> list[Finding]:
    findings: list[Finding] = []
    trees: dict[str, ast.Module] = {}
    for path in texts:
        here, tree = check_source(path, texts[path])
        findings += here
        if tree is not None:
            trees[path] = tree
    findings += calls.check_recursion(trees)
    findings += [
        Finding(path, line, "words", said) for path, line, said in wordlint.faults(root, texts)
    ]
    return sorted(findings)


def check_source(path: str, text: str) -> tuple[list[Finding], ast.Module | None]:
    """Return (findings, parsed tree or None) of one device file; `path` decides what it may
    import."""
    try:
        source = Source(path, text)
    except SyntaxError as error:
        said = "is not valid Python: " + error.msg
        return [Finding(path, error.lineno or 1, "syntax", said)], None
    findings = [
        Finding(path, place.lineno, name, said)
        for node in nodes(source.tree)
        for rule in _RULES.get(type(node).__name__, ())
        for place, name, said in rule(source, node)
    ]
    return findings, source.tree


def check_house(root: str) -> list[Finding]:
    """Return findings about the whole tree below `root`: games named outside their door, imports in
    a circle, what the plan of memory says wrong, names that say
    nothing, comments that are no plain English."""
    from rules import catalogue

    trees, texts = {}, {}
    for path in python_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as stream:
            texts[path] = stream.read()
        trees[path] = tree_of(texts[path])
    findings = house.check_ids(trees, catalogue.ORDER) + house.check_circles(trees)
    findings += house.check_plan(trees, root)
    findings += house.check_dialect(texts, trees)
    return sorted(findings + house.check_names(trees))


def show(findings: Iterable[Finding], stream: TextIO | None = None) -> None:
    """Print findings, one line each, to `stream` (standard error by default)."""
    for item in findings:
        print("%s:%d: [%s] %s" % item, file=stream or sys.stderr)

"""The lint: reads all sources and says what is refused, and where.

source    one file, parsed                                 syntax    what CircuitPython lacks
names     modules, built-ins, methods it does not have     calls     no function calls itself
house     one door to the games, no circle of imports      mentions  what comments name is there
command   `python3 tools lint`
"""

import ast
import os
import sys
from collections.abc import Iterable
from typing import TextIO

from tools.device import kept, wordlint
from tools.device.lint import calls, house, mentions, names, syntax
from tools.device.lint.source import Finding, Rule, Source
from tools.device.parsed import device_files, nodes, python_files, tree_of
from tools.place import ROOT


def _by_kind(rules: Iterable[tuple[str, Rule]]) -> dict[str, list[Rule]]:
    """Return the rules that look at each kind of node."""
    looks: dict[str, list[Rule]] = {}
    for kind, rule in rules:
        looks.setdefault(kind, []).append(rule)
    return looks


_RULES = _by_kind(syntax.RULES + names.RULES)


def lint_tree(root: str) -> list[Finding]:
    """Return findings over all device files below `root`, recursion across files included."""
    texts: dict[str, str] = {}
    for path in device_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as stream:
            texts[path] = stream.read()
    words = kept.digest(root, "assets/words/*.toml", "assets/help/**/*.txt")
    measures = kept.digest(ROOT, "assets/*.bmp", "tools/art/*.*", "lib/pocket/**/*.py")
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
    a circle, screens that are not there, what the plan of memory says wrong, attributes that others
    set, names that say nothing, comments that name what is gone."""
    from rules import catalogue

    trees, texts = {}, {}
    for path in python_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as stream:
            texts[path] = stream.read()
        trees[path] = tree_of(texts[path])
    findings = house.check_ids(trees, catalogue.ORDER) + house.check_circles(trees)
    findings += house.check_screens(trees) + house.check_plan(trees, root)
    findings += house.check_stores(trees)
    spoken = {path: texts[path] for path in device_files(root)}
    findings += mentions.check_mentions(spoken, trees, root)
    findings += mentions.check_dialect(texts, trees)
    return sorted(findings + house.check_names(trees))


def show(findings: Iterable[Finding], stream: TextIO | None = None) -> None:
    """Print findings, one line each, to `stream` (standard error by default)."""
    for item in findings:
        print("%s:%d: [%s] %s" % item, file=stream or sys.stderr)

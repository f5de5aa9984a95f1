"""The lint: read all sources and report what is refused, and where.

source    one file, parsed                              language  what CircuitPython lacks
calls     no function calls itself                      house     doors, circles, memory, names
command   `python3 tools lint`
"""

import ast
import sys
from collections.abc import Iterable
from typing import TextIO

from tools.device import gather, kept, wordlint
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
        texts[path] = gather.read(root, path)
    words = kept.digest(root, "assets/words/*.toml", "assets/help/**/*.txt")
    measures = kept.digest(ROOT, "assets/*.bmp", "tools/art/*.py", "lib/pocket/**/*.py")
    return kept.once(("lint", texts, words, measures), lambda: _findings(root, texts))


def _findings(root: str, texts: dict[str, str]) -> list[Finding]:
    findings: list[Finding] = []
    trees: dict[str, ast.Module] = {}
    for path in texts:
        source_findings, tree = check_source(path, texts[path])
        findings += source_findings
        if tree is not None:
            trees[path] = tree
    findings += calls.check_recursion(trees)
    findings += [
        Finding(path, line, "words", message)
        for path, line, message in wordlint.find_faults(root, texts)
    ]
    return sorted(findings)


def check_source(path: str, text: str) -> tuple[list[Finding], ast.Module | None]:
    """Return (findings, parsed tree or None) of one device file; `path` decides what it may
    import."""
    try:
        source = Source(path, text)
    except SyntaxError as error:
        message = "is not valid Python: " + error.msg
        return [Finding(path, error.lineno or 1, "syntax", message)], None
    findings = [
        Finding(path, place.lineno, name, message)
        for node in nodes(source.tree)
        for rule in _RULES.get(type(node).__name__, ())
        for place, name, message in rule(source, node)
    ]
    return findings, source.tree


def check_house(root: str) -> list[Finding]:
    """Return findings about the tree below `root` as a whole: ids of games outside the catalogue,
    circular imports, errors in the memory plan, empty names, comments in the dialect."""
    from rules import catalogue

    trees, texts = {}, {}
    for path in python_files(root):
        texts[path] = gather.read(root, path)
        trees[path] = tree_of(texts[path])
    findings = house.check_ids(trees, catalogue.ORDER) + house.check_circles(trees)
    findings += house.check_plan(trees, root)
    findings += house.check_dialect(texts)
    return sorted(findings + house.check_names(trees))


def show(findings: Iterable[Finding], stream: TextIO | None = None) -> None:
    """Print findings, one line each, to `stream` (standard error by default)."""
    for item in findings:
        print("%s:%d: [%s] %s" % item, file=stream or sys.stderr)

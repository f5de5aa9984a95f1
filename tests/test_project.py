"""The project as a house: one look for all code."""

import ast
import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


@pytest.mark.parametrize("words", [["check"], ["format", "--check"]], ids=["faults", "look"])
def test_ruff_finds_nothing(words):
    done = subprocess.run(
        [sys.executable, "-P", "-m", "ruff", *words, "--no-cache", "."],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_finds_nothing(tmp_path):
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mypy", "--cache-dir", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def deepest(node, level=0):
    """How many ifs, loops and the like lie within one another below `node`."""
    most = level
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.FunctionDef, ast.ClassDef)):
            continue
        inside = isinstance(child, (ast.If, ast.For, ast.While, ast.With, ast.Try))
        if isinstance(node, ast.If) and node.orelse == [child]:
            inside = False  # elif
        most = max(most, deepest(child, level + inside))
    return most


def test_no_function_of_the_tools_is_longer_than_60_lines_or_deeper_than_five_levels():
    bad = []
    for folder, _folders, files in os.walk(os.path.join(ROOT, "tools")):
        for name in files:
            if not name.endswith(".py"):
                continue
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                tree = ast.parse(file.read())
            for node in ast.walk(tree):
                if isinstance(node, ast.FunctionDef):
                    lines = node.end_lineno - node.lineno + 1
                    if lines > 60 or deepest(node) > 5:
                        bad.append("%s %s: %d lines" % (name, node.name, lines))
    assert bad == []

"""The project as a house: one look for all code."""

import ast
import os
import subprocess
import sys

import pytest

from tools.device.lint import house

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


@pytest.mark.long
def test_mypy_finds_nothing(tmp_path):
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mypy", "--cache-dir", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_no_function_of_the_tests_is_larger_than_one_of_the_code_may_be():
    trees = {}
    for name in sorted(os.listdir(os.path.join(ROOT, "tests"))):
        if name.endswith(".py"):
            with open(os.path.join(ROOT, "tests", name), encoding="utf-8") as file:
                trees["tests/" + name] = ast.parse(file.read())
    assert house.check_size(trees) == []

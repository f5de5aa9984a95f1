"""The project as a house: one look for all code."""

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


@pytest.mark.long
def test_mypy_finds_nothing():
    done = subprocess.run(
        [sys.executable, "-P", "-m", "mypy", "--cache-dir", os.path.join(".venv", "mypy")],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr

"""Types: what other rooms call says them, and a board gets none."""

import ast
import os
import subprocess
import tomllib

import pytest
from vm_help import CROSS, ROOT

from tools.device.parsed import device_files, python_files, tree_of

with open(os.path.join(ROOT, "pyproject.toml"), "rb") as _file:
    _ROOMS = tuple(tomllib.load(_file)["tool"]["mypy"]["files"])
DOORS = [path for path in python_files(ROOT) if path.startswith(_ROOMS)]
ON_BOARDS = [path for path in device_files(ROOT) if path in DOORS]


def source(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def untyped(tree):
    """Yield the public functions and methods of a module or class that lack an annotation. The
    `app` of a Screen needs none: its base class declares that."""
    known = ("self", "cls") + ("app",) * (getattr(tree, "name", "") == "Screen")
    for node in tree.body:
        name = getattr(node, "name", "_")
        if isinstance(node, ast.ClassDef) and not name.startswith("_"):
            yield from untyped(node)
        elif isinstance(node, ast.FunctionDef) and (name == "__init__" or name[0] != "_"):
            of = node.args
            given = [*of.posonlyargs, *of.args, *of.kwonlyargs, of.vararg, of.kwarg]
            says = [arg.annotation for arg in given if arg and arg.arg not in known]
            if node.returns is None or None in says:
                yield name


@pytest.mark.long
def test_what_others_call_says_its_types():
    lacking = {path: list(untyped(ast.parse(source(path)))) for path in DOORS}
    assert {path: names for path, names in lacking.items() if names} == {}


def test_an_untyped_function_is_seen():
    typed = "def g(a: int, *, b: int) -> int: pass\ndef _h(a): pass\n"
    lacking = "def f(a, b: int) -> int: pass\nclass C:\n  def __init__(self, a: int): pass\n"
    more = "  def m(self, *a) -> int: pass\n  def n(self) -> int: pass\nclass _D:\n  def o(self): 0"
    assert list(untyped(ast.parse(typed + lacking + more))) == ["f", "__init__", "m"]


def test_only_a_screen_may_leave_its_app_untyped():
    of = "class %s:\n  def __init__(self, app, line) -> None: pass\n"
    assert list(untyped(ast.parse(of % "Screen"))) == ["__init__"]
    assert not list(untyped(ast.parse(of.replace(", line", "") % "Screen")))
    assert list(untyped(ast.parse(of.replace(", line", "") % "Panel"))) == ["__init__"]


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("path", ON_BOARDS[::20])
def test_a_board_gets_the_same_bytes_without_them(path, tmp_path):
    """mpy-cross leaves annotations out, and what is imported for them under `if False`."""
    typed = ast.parse(source(path))
    made = []
    for tree in (typed, tree_of(source(path))):
        (tmp_path / "x.py").write_text(ast.unparse(tree))
        # -O3: no line numbers, which differ where lines do
        words = [CROSS, "-O3", "-s", "x.py", "-o", tmp_path / "x.mpy"]
        subprocess.run([*words, tmp_path / "x.py"], check=True)
        made.append((tmp_path / "x.mpy").read_bytes())
    assert made[0] == made[1]

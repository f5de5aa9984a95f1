"""Types in rules/: what others call says them, and a board gets none of them."""

import ast
import os
import subprocess
import tomllib

import pytest
from vm_help import CROSS, ROOT

from tools.device.parsed import tree_of

with open(os.path.join(ROOT, "pyproject.toml"), "rb") as _file:
    DOORS = [
        path for path in tomllib.load(_file)["tool"]["mypy"]["files"] if path.startswith("rules/")
    ]


def source(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def untyped(tree):
    """The public functions and methods of a module that do not say all their types."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            given = [arg.annotation for arg in node.args.args if arg.arg != "self"]
            if node.returns is None or None in given:
                yield node.name


@pytest.mark.parametrize("path", DOORS)
def test_what_others_call_says_its_types(path):
    assert list(untyped(ast.parse(source(path)))) == []


def test_an_untyped_function_is_seen():
    assert list(untyped(ast.parse("def f(a, b: int) -> int: pass\ndef _g(a): pass"))) == ["f"]


@pytest.mark.long(keep=3)
@pytest.mark.parametrize("path", DOORS)
def test_a_board_gets_the_same_bytes_without_them(path, tmp_path):
    """mpy-cross leaves annotations out, and what is imported for them under `if False`."""
    typed = ast.parse(source(path))
    made = []
    for tree in (typed, bare(tree_of(source(path)))):
        (tmp_path / "x.py").write_text(ast.unparse(tree))
        # -O3: no line numbers, which differ where lines do
        words = [CROSS, "-O3", "-s", "x.py", "-o", tmp_path / "x.mpy"]
        subprocess.run([*words, tmp_path / "x.py"], check=True)
        made.append((tmp_path / "x.mpy").read_bytes())
    assert made[0] == made[1]


class _Bare(ast.NodeTransformer):
    def visit_AnnAssign(self, node):
        return ast.Assign([node.target], node.value, lineno=node.lineno)


def bare(tree):
    """A tree without the annotations of its variables."""
    return _Bare().visit(ast.parse(ast.unparse(tree)))

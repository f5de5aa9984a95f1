"""What the firmware names: what must keep its name, and the names that cost nothing."""

import ast
import builtins
import functools
import importlib.metadata
import io
import keyword
import os
import re
import string
import types
from collections.abc import Iterable

from tools.device import boards_desktop, device_modules
from tools.device.parsed import nodes
from tools.device.squeeze import syntax

# Methods of what native modules give, and names of parameters.
_ASKED = "key reverse end sep file default strict encoding send throw close readinto readline read "
_ASKED += "write seek tell flush const mem_free mem_alloc"
_KINDS = (str, bytes, bytearray, list, dict, set, tuple, int, float, BaseException, OSError)
_KINDS += (memoryview, type(iter([])), types.GeneratorType, io.TextIOWrapper)
# Attributes that instances of a subclass of Exception have from the start.
EXCEPTION = {"args", "errno", "strerror", "value", "filename", "code", "name"}


def known(tops: Iterable[str]) -> set[str]:
    """Return what must keep its name since the VM, a native module or a library knows it."""
    words = set(dir(builtins)) | set(_ASKED.split()) | EXCEPTION
    for kind in _KINDS:
        words |= set(dir(kind))
    for top in tops:
        words |= set(device_modules.HOLDS.get(top, ()))
        if os.path.isdir(os.path.join(_stub_folder(), top + "-stubs")):
            words |= stub_names(top)
    return words


@functools.cache
def stub_names(module: str) -> set[str]:
    """Return names of functions, classes, attributes and parameters in a module's stub files."""
    folder = os.path.join(_stub_folder(), module + "-stubs")
    words = set()
    for where, _, files in os.walk(folder):
        for file in files:
            if not file.endswith(".pyi"):
                continue
            with open(os.path.join(where, file), encoding="utf-8") as stream:
                text = re.sub(r"(def \w+)\[\w+\]", r"\1", stream.read())
            tree = ast.parse(text)
            for node in nodes(tree):
                if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.arg)):
                    words.update(syntax.words_of(node))
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    words.add(node.target.id)
                elif isinstance(node, ast.Assign):
                    words |= syntax.targets(node)
    return words


def _stub_folder():
    return str(importlib.metadata.distribution("circuitpython-stubs").locate_file(""))


def words() -> tuple[str, ...]:
    """Return names that the firmware of every first-class board holds: those that take least of a
    file first, then letters, which any text makes the VM keep, short ones, and last those that
    RP2040 boards hold beside."""
    common = set.intersection(
        *[set(device_modules.modules_of(board)) for board in boards_desktop.FIRST_CLASS]
    )
    words = set(device_modules.CORE_NAMES)
    for module in sorted(common):
        if os.path.isdir(os.path.join(_stub_folder(), module + "-stubs")):
            words |= stub_names(module)
    words -= device_modules.STUB_NAMES | device_modules.NUMBERED
    numbered = sorted(device_modules.NUMBERED - device_modules.MEANT)
    return (
        numbered
        + list(string.ascii_letters)
        + _usable(words)
        + _usable(device_modules.RP2_NAMES - words)
    )


def _usable(words):
    """Return those of the words that a program may give a meaning of its own, the shortest
    first."""
    taken = EXCEPTION | set(dir(builtins)) | {"const"}  # mpy-cross takes const(x) for its own
    return sorted(
        (
            word
            for word in words - taken
            if not word.startswith("_") and not keyword.iskeyword(word) and len(word) > 1
        ),
        key=lambda word: (len(word), word),
    )

"""Names in the firmware: those that our code must keep, and those that it can use for free."""

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

# Methods of objects that native modules return, and names of parameters.
_KNOWN_NAMES = """key reverse end sep file default strict encoding send throw close readinto
readline read write seek tell flush const mem_free mem_alloc"""
_KNOWN_TYPES = (str, bytes, bytearray, list, dict, set, tuple, int, float, BaseException, OSError)
_KNOWN_TYPES += (memoryview, type(iter([])), types.GeneratorType, io.TextIOWrapper)
# Attributes that instances of a subclass of Exception have from the start.
EXCEPTION = {"args", "errno", "strerror", "value", "filename", "code", "name"}


def fixed_names(tops: Iterable[str]) -> set[str]:
    """Return names to keep, as the VM, a native module of `tops` or a library knows them."""
    names = set(dir(builtins)) | set(_KNOWN_NAMES.split()) | EXCEPTION
    for kind in _KNOWN_TYPES:
        names |= set(dir(kind))
    for top in tops:
        names |= set(device_modules.HOLDS.get(top, ()))
        if os.path.isdir(os.path.join(_stub_folder(), top + "-stubs")):
            names |= stub_names(top)
    return names


@functools.cache
def stub_names(module: str) -> set[str]:
    """Return names of functions, classes, attributes and parameters in a module's stub files."""
    folder = os.path.join(_stub_folder(), module + "-stubs")
    names = set()
    for where, _, files in os.walk(folder):
        for file in files:
            if not file.endswith(".pyi"):
                continue
            with open(os.path.join(where, file), encoding="utf-8") as stream:
                text = re.sub(r"(def \w+)\[\w+\]", r"\1", stream.read())
            tree = ast.parse(text)
            for node in nodes(tree):
                if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.arg)):
                    names.update(syntax.words_of(node))
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    names.add(node.target.id)
                elif isinstance(node, ast.Assign):
                    names |= syntax.assigned_names(node)
    return names


def _stub_folder():
    return str(importlib.metadata.distribution("circuitpython-stubs").locate_file(""))


def free_names() -> tuple[str, ...]:
    """Return the names in the firmware of every first-class board: numbered ones first, which take
    the fewest bytes, then letters, which the VM keeps anyway, then short names, and last those that
    only RP2040 boards have."""
    common = set.intersection(
        *[set(device_modules.modules_of(board)) for board in boards_desktop.FIRST_CLASS]
    )
    names = set(device_modules.CORE_NAMES)
    for module in sorted(common):
        if os.path.isdir(os.path.join(_stub_folder(), module + "-stubs")):
            names |= stub_names(module)
    names -= device_modules.STUB_NAMES | device_modules.NUMBERED_NAMES | device_modules.RP2_NAMES
    numbered = sorted(device_modules.NUMBERED_NAMES - device_modules.MEANT)
    return (
        numbered + list(string.ascii_letters) + _usable(names) + _usable(device_modules.RP2_NAMES)
    )


def _usable(names):
    """Return those of `names` that a program may define itself, the shortest first."""
    taken = EXCEPTION | set(dir(builtins)) | {"const"}  # mpy-cross takes const(x) for its own
    return sorted(
        (
            name
            for name in names - taken
            if not name.startswith("_") and not keyword.iskeyword(name) and len(name) > 1
        ),
        key=lambda name: (len(name), name),
    )

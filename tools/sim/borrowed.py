"""Host globals that the simulator patches while it runs and restores afterwards."""

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping, MutableMapping
from types import ModuleType
from typing import Any


class Borrowed(contextlib.ExitStack):
    """Changes to modules, attributes, settings, the path; `close` undoes them, the last first."""

    def attribute(self, owner: object, name: str, value: object) -> None:
        """Give `owner` another attribute."""
        self.callback(setattr, owner, name, getattr(owner, name))
        setattr(owner, name, value)

    def modules(self, modules: Mapping[str, ModuleType]) -> None:
        """Let `import` find these: a dict of name to module."""
        for name, module in modules.items():
            self._entry(sys.modules, name, module)

    def without(self, names: Iterable[str]) -> None:
        """Let `import` fail for these modules."""
        for name in names:
            self._entry(sys.modules, name, None)
            sys.modules[name] = None  # type: ignore[assignment]  # import refuses such a name

    def setting(self, name: str, value: object) -> None:
        """Set a variable of the environment, as a string; None takes it out."""
        self._entry(os.environ, name, None if value is None else str(value))

    def _entry(self, table: MutableMapping[str, Any], name: str, value: object) -> None:
        self.callback(_put, table, name, table.get(name))
        _put(table, name, value)

    def path(self, *folders: str) -> None:
        """Let `import` look into these folders, too, after all others."""
        self.callback(sys.path.__setitem__, slice(None), list(sys.path))
        sys.path += [folder for folder in folders if folder not in sys.path]

    def finder(self, finder: Any) -> None:
        """Let `import` ask this one first."""
        sys.meta_path.insert(0, finder)
        self.callback(sys.meta_path.remove, finder)

    def device(self) -> None:
        """Set the loaded modules of the device aside: the handheld loads its own."""
        self.callback(sys.modules.update, {name: sys.modules[name] for name in _device()})
        self.callback(purge)
        purge()

    def rules(self) -> None:
        """Remember the loaded modules of the rules: the device drops some to save memory, others
        here use them."""
        self.callback(_put_rules, _rules())


def purge() -> None:
    """Drop the modules of the device."""
    for name in _device():
        del sys.modules[name]


def _device() -> list[str]:
    """Return the names of the loaded modules of the device."""
    return [name for name in sys.modules if name == "pocket" or name.startswith("pocket.")]


def _put(table: MutableMapping[str, Any], name: str, value: object) -> None:
    if value is None:
        table.pop(name, None)
    else:
        table[name] = value


def _rules() -> dict[str, ModuleType]:
    """Return the modules of the rules that are loaded: a dict of name to module."""
    return {name: module for name, module in sys.modules.items() if name.startswith("rules.")}


def _put_rules(before: Mapping[str, ModuleType]) -> None:
    """Make `before` the loaded modules of the rules again, and no others."""
    for name in _rules():
        if name not in before:
            package, _, last = name.rpartition(".")
            del sys.modules[name]
            if hasattr(sys.modules.get(package), last):
                delattr(sys.modules[package], last)
    for name, module in sorted(before.items()):
        package, _, last = name.rpartition(".")
        sys.modules[name] = module
        setattr(sys.modules[package], last, module)

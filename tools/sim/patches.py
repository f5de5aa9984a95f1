"""Host globals that the simulator patches while it runs and restores afterwards."""

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping, MutableMapping
from types import ModuleType
from typing import Any


class Patches(contextlib.ExitStack):
    """Replace modules, attributes, settings and paths; `close` undoes that in reverse order."""

    def set_attribute(self, owner: object, name: str, value: object) -> None:
        """Set an attribute of `owner`."""
        self.callback(setattr, owner, name, getattr(owner, name))
        setattr(owner, name, value)

    def add_modules(self, modules: Mapping[str, ModuleType]) -> None:
        """Let `import` find these modules, {name: module}."""
        for name, module in modules.items():
            self._set_entry(sys.modules, name, module)

    def hide_modules(self, names: Iterable[str]) -> None:
        """Let `import` fail for these modules."""
        for name in names:
            self._set_entry(sys.modules, name, None)
            sys.modules[name] = None  # type: ignore[assignment]  # import refuses such a name

    def set_env(self, name: str, value: object) -> None:
        """Set an environment variable to str(value), or remove it for None."""
        self._set_entry(os.environ, name, None if value is None else str(value))

    def _set_entry(self, table: MutableMapping[str, Any], name: str, value: object) -> None:
        self.callback(_set_or_drop, table, name, table.get(name))
        _set_or_drop(table, name, value)

    def add_path(self, *folders: str) -> None:
        """Let `import` search these folders too, after all others."""
        self.callback(sys.path.__setitem__, slice(None), list(sys.path))
        sys.path += [folder for folder in folders if folder not in sys.path]

    def add_finder(self, finder: Any) -> None:
        """Let `import` ask `finder` first."""
        sys.meta_path.insert(0, finder)
        self.callback(sys.meta_path.remove, finder)

    def unload_device(self) -> None:
        """Unload the device's modules until `close`, as the handheld loads its own."""
        self.callback(sys.modules.update, {name: sys.modules[name] for name in _device_modules()})
        self.callback(drop_device_modules)
        drop_device_modules()

    def restore_rules_on_close(self) -> None:
        """Load today's modules of the rules again on `close`: the device drops some of them to
        save memory, and other code on the desktop uses them."""
        self.callback(_restore_rules, _rules_modules())


def drop_device_modules() -> None:
    """Drop the modules of the device."""
    for name in _device_modules():
        del sys.modules[name]


def _device_modules() -> list[str]:
    """Return the names of the loaded modules of the device."""
    return [name for name in sys.modules if name[:7] in ("pocket", "pocket.")]


def _set_or_drop(table: MutableMapping[str, Any], name: str, value: object) -> None:
    if value is None:
        table.pop(name, None)
    else:
        table[name] = value


def _rules_modules() -> dict[str, ModuleType]:
    """Return the loaded modules of the rules, {name: module}."""
    return {name: module for name, module in sys.modules.items() if name.startswith("rules.")}


def _restore_rules(before: Mapping[str, ModuleType]) -> None:
    """Make `before` the loaded modules of the rules again, and no others."""
    for name in _rules_modules():
        if name not in before:
            package, _, last = name.rpartition(".")
            del sys.modules[name]
            if hasattr(sys.modules.get(package), last):
                delattr(sys.modules[package], last)
    for name, module in sorted(before.items()):
        package, _, last = name.rpartition(".")
        sys.modules[name] = module
        setattr(sys.modules[package], last, module)

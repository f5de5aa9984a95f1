"""The one place that takes a module out of memory, or the code of an object whose module goes."""

import sys

if False:  # for type checkers
    from typing import TypeVar

    T = TypeVar("T")


def forget(name: str) -> None:
    """Drop a module; it is imported again when it is needed."""
    if sys.modules.pop(name, None) is not None:
        package, _, last = name.rpartition(".")
        package = sys.modules.get(package)
        if package is not None and hasattr(package, last):
            delattr(package, last)  # or the next "from package import last" finds it


def missing() -> bool:
    """Drop the names of modules that memory ran out for; True if there were any.

    The firmware keeps such a name without a module (CircuitPython: mp_obj_new_module): the next
    import of it finds nothing, and whatever uses that fails.
    """
    dropped = False
    for name in list(sys.modules):
        if sys.modules.get(name) is None:
            sys.modules.pop(name, None)
            dropped = True
    return dropped


class Detached:
    """An object's attributes without its class: a person's turn between two screens
    (tilegame/personturn.py), the running game while somebody thinks (tilegame/detached.py)."""

    def __init__(self, held: object) -> None:
        take_attributes(self, held)


def take_attributes(made: "T", held: object) -> "T":
    """Give an object all attributes of another; returns it."""
    fields = held.__dict__
    for name in fields:
        setattr(made, name, fields[name])
    return made

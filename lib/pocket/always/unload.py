"""Taking a module out of memory: the one place that does."""

import sys


def forget(name):
    """Drop a module; it is imported again when it is needed."""
    if sys.modules.pop(name, None) is not None:
        package, _, last = name.rpartition(".")
        package = sys.modules.get(package)
        if package is not None and hasattr(package, last):
            delattr(package, last)  # or the next "from package import last" finds it

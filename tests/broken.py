"""A function of the handheld's program that fails."""

import importlib.machinery
import sys


class Broken:
    """A function that raises wherever its module is loaded, for a device drops modules and loads
    them again. Use as a context manager, or call close().

    module: its name. path: the function in it, "Screen.key". error: what it raises. times: the
    first calls that fail, None: all. calls: how many have failed.
    """

    def __init__(self, module, path, error, times=None):
        self.module = module
        self.path = path.split(".")
        self.error = error
        self.times = times
        self.calls = 0
        self._whole = []  # (owner, function) of each that was replaced
        self._load = importlib.machinery.SourceFileLoader.exec_module
        importlib.machinery.SourceFileLoader.exec_module = lambda own, made: self._loaded(own, made)
        if module in sys.modules:
            self._replace(sys.modules[module])

    def _loaded(self, loader, made):
        self._load(loader, made)
        if made.__name__ == self.module:
            self._replace(made)

    def _replace(self, owner):
        for name in self.path[:-1]:
            owner = getattr(owner, name)
        whole = getattr(owner, self.path[-1])

        def broken(*args, **more):
            if self.times is not None and self.calls >= self.times:
                return whole(*args, **more)
            self.calls += 1
            raise self.error

        self._whole.append((owner, whole))
        setattr(owner, self.path[-1], broken)

    def close(self):
        """Mend the function."""
        importlib.machinery.SourceFileLoader.exec_module = self._load
        while self._whole:
            owner, whole = self._whole.pop()
            setattr(owner, self.path[-1], whole)

    def __enter__(self):
        return self

    def __exit__(self, *problem):
        self.close()

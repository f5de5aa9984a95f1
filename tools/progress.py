"""The one progress bar of all commands: tqdm on a terminal, nothing elsewhere."""

import sys
from typing import Any, TextIO


class _None:
    """Stands for a bar where tqdm is not installed: commands that need nothing but Python."""

    disable = True

    def update(self, more: int = 1) -> None:
        """Do nothing."""

    set_postfix_str = close = __exit__ = lambda self, *words: None

    def write(self, text: str) -> None:
        """Print a line of text."""
        print(text, flush=True)

    def __enter__(self) -> "_None":
        return self


def bar(
    total: int | None = None, unit: str = "", stream: TextIO | None = None, leave: bool = False
) -> Any:
    """Return a bar for `total` steps (None: not known), each called `unit`; a context manager.

    It has update(more), set_postfix_str(text), write(line) and close(); `disable` is true without
    a terminal. stream: where to show it, standard error by default. leave: keep it once done.
    """
    try:
        from tqdm import tqdm
    except ImportError:
        return _None()
    return tqdm(
        total=total,
        unit=unit and " " + unit,
        file=stream or sys.stderr,
        disable=None,  # where the stream is no terminal
        leave=leave,
        smoothing=0.05,
    )

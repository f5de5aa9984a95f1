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
    """Return a progress bar, a context manager with update(more), set_postfix_str(text),
    write(line), close(), and `disable`, which is true without a terminal.

    total: steps, or None if unknown. unit: what a step is called. stream: standard error by
    default. leave: keep the finished bar on show.
    """
    try:
        from tqdm import tqdm
    except ImportError:
        return _None()
    return tqdm(
        total=total,
        unit=unit and " " + unit,
        file=stream or sys.stderr,
        disable=None,  # if the stream is no terminal
        leave=leave,
        smoothing=0.05,
    )

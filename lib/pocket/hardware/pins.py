"""Pins by the names a board or settings.toml gives them."""

if False:  # for type checkers
    from typing import Any


class BoardError(ValueError):
    """One clear sentence about a board or its settings."""


def pin(name: str) -> "Any":
    """Return the pin called `name` in `board` or in microcontroller.pin. Raises BoardError."""
    import board

    known = getattr(board, name, None)
    if known is None:
        import microcontroller

        known = getattr(microcontroller.pin, name, None)  # type: ignore[attr-defined]
    if known is None:
        raise BoardError("This board has no pin called %s." % name)
    return known

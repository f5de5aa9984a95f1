"""Find pins by the names that a board or settings.toml uses."""

if False:  # for type checkers
    from typing import Any


class BoardError(ValueError):
    """A fault of a board or of its settings; str() is one sentence."""


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

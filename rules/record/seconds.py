"""How long a turn took, behind its move in a round's record (docs/RECORDS.md)."""

_DRAW = 127  # "d " packed


def write(moves: bytearray | None, seconds: int) -> None:
    """Write the seconds of the move made last into a game's `moves` (a bytearray, or None)."""
    if not moves or moves[-1:] == b".":  # none is kept, or no more
        return
    if moves[-1] == _DRAW:
        moves[-1:] = b"d"
    elif moves[-1:] == b" ":
        moves[-1:] = b""
    moves += b"@%d " % min(seconds, 9999)

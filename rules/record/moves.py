"""Writes moves for a record (docs/RECORDS.md): a play as its changes to the table's sets, and how
long a turn took."""

from rules.tilegame.tiles import JOKER, LETTERS, STANDING, mask_of, number_of

TILE = 128  # a tile or card of code c is the one byte TILE + c where a record is kept packed
DRAW = 127  # "d ", packed


def play(before: list[bytes], after: list[bytes]) -> bytes:
    """Return the token of a play, packed. before, after: the tables.

    Sets are numbered from 1 in the order of their codes. "4+r6": set 4 gets a tile, "4-r6": it
    gives one, "4x": it is gone, "r3r4r5": a new set.
    """
    old = sorted(before)
    new = sorted(after)
    gone = []
    for i in range(len(old)):
        if old[i] in new:
            new.remove(old[i])
        else:
            gone.append(i)
    items = []
    for codes in new:
        best = -1
        shortest = b""
        for i in gone:
            change = difference(old[i], codes)
            if change and (best < 0 or len(change) < len(shortest)):
                best = i
                shortest = change
        if best < 0:
            items.append(packed(codes))
        else:
            gone.remove(best)
            sign = "+" if len(codes) > len(old[best]) else "-"
            items.append(("%d%s" % (best + 1, sign)).encode() + packed(shortest))
    for i in gone:
        items.append(("%dx" % (i + 1)).encode())
    return b",".join(items)


def difference(old: bytes, new: bytes) -> bytes:
    """Return the tiles by which one of two sets is longer, if it holds all of the other; b"" where
    naming the new set is as short or one has a joker."""
    if max(old) >= JOKER or max(new) >= JOKER or len(old) == len(new):
        return b""
    big, small = (new, old) if len(new) > len(old) else (old, new)
    rest = bytearray()
    for code in big:
        if bytes((code,)) not in small:
            rest.append(code)
    if len(rest) != len(big) - len(small) or len(rest) >= len(new):
        return b""
    return bytes(rest)


def packed(codes: bytes) -> bytes:
    """Pack a set's tiles: a joker as the tile it stands for, "[r6]", or "[rb6]" while undecided."""
    out = bytearray()
    for code in codes:
        if code < STANDING:
            out.append(TILE + code)
        else:
            colours = [LETTERS[c] for c in range(4) if mask_of(code) >> c & 1]
            out += ("[%s%d]" % ("".join(colours), number_of(code))).encode()
    return bytes(out)


def add_seconds(moves: bytearray | None, seconds: int) -> None:
    """Write the seconds of the last move into a game's `moves` (None: the game keeps none)."""
    if not moves or moves[-1:] == b".":  # nothing is recorded, or no more
        return
    if moves[-1] == DRAW:
        moves[-1:] = b"d"
    elif moves[-1:] == b" ":
        moves[-1:] = b""
    moves += b"@%d " % min(seconds, 9999)

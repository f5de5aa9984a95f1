"""Write the moves of a record (docs/RECORDS.md), and the seconds that a turn took."""

from rules.tilegame.tiles import JOKER, LETTERS, STANDING, mask_of, number_of

TILE = 128  # in a packed record the byte TILE + c is the tile or card with code c
DRAW = 127  # in a packed record this byte is "d "


def play_token(before: list[bytes], after: list[bytes]) -> bytes:
    """Return the packed token of the play that changes table `before` into `after`. The sets of
    `before` are numbered from 1 in sorted order. "4+r6" adds a tile to set 4, "4-r6" takes one from
    it, "4x" removes it, and "r3r4r5" is a new set. Each set of `after` is written as a change to
    the set of `before` that makes the text shortest, or in full if no set changes into it."""
    old_sets = sorted(before)
    new_sets = sorted(after)
    unmatched = []  # indices of the sets of `old_sets` that are not in `new_sets`
    for i in range(len(old_sets)):
        if old_sets[i] in new_sets:
            new_sets.remove(old_sets[i])
        else:
            unmatched.append(i)
    parts = []
    for codes in new_sets:
        best = -1
        shortest = b""
        for i in unmatched:
            change = difference(old_sets[i], codes)
            if change and (best < 0 or len(change) < len(shortest)):
                best = i
                shortest = change
        if best < 0:
            parts.append(packed(codes))
        else:
            unmatched.remove(best)
            sign = "+" if len(codes) > len(old_sets[best]) else "-"
            parts.append(("%d%s" % (best + 1, sign)).encode() + packed(shortest))
    for i in unmatched:
        parts.append(("%dx" % (i + 1)).encode())
    return b",".join(parts)


def difference(old: bytes, new: bytes) -> bytes:
    """Return the tiles that one of two sets has beyond the other, if it holds all of the other;
    b"" if not, if one has a joker, or if writing the new set in full is as short."""
    if max(old) >= JOKER or max(new) >= JOKER or len(old) == len(new):
        return b""
    larger, smaller = (new, old) if len(new) > len(old) else (old, new)
    extra = bytearray()
    for code in larger:
        if bytes((code,)) not in smaller:
            extra.append(code)
    if len(extra) != len(larger) - len(smaller) or len(extra) >= len(new):
        return b""
    return bytes(extra)


def packed(codes: bytes) -> bytes:
    """Pack the tiles of a set, a joker as the tile it stands for, "[r6]", or "[rb6]"."""
    out = bytearray()
    for code in codes:
        if code < STANDING:
            out.append(TILE + code)
        else:
            colours = [LETTERS[c] for c in range(4) if mask_of(code) >> c & 1]
            out += ("[%s%d]" % ("".join(colours), number_of(code))).encode()
    return bytes(out)


def add_seconds(moves: bytearray, seconds: int) -> None:
    """Add the seconds of the last move to a game's packed `moves`."""
    if not moves or moves[-1:] == b".":  # no move yet, or the record was cut
        return
    if moves[-1] == DRAW:
        moves[-1:] = b"d"
    elif moves[-1:] == b" ":
        moves[-1:] = b""
    moves += b"@%d " % min(seconds, 9999)

"""Where the sets of a table lie on the screen.

Sets lie in rows of cells, one empty cell between sets.

A set keeps its place from turn to turn, so that a person finds it again: one that grows pushes its
neighbours along the row; only where the row is full does it move to another, nearest to where it
lay.
Spots are one bytearray, three bytes per set: row, column, the length the set had there (255 as row:
nowhere yet).
"""

if False:  # for type checkers
    from collections.abc import Sequence

NOWHERE = b"\xff\xff\x00"  # the spot of a set that has not been placed yet


def carried(spots: bytes | bytearray, came: "Sequence[int]") -> bytearray:
    """The spots of a table that goes on from one with `spots`: those of the sets that its own come
    from (tileturn.changes.origins)."""
    out = bytearray()
    for i in came:
        out += spots[3 * i : 3 * i + 3] if i >= 0 else NOWHERE
    return out


def _mask(size):
    return (1 << size + 1) - 1  # its cells and the gap after it


def _highest(bits):
    return len(bin(bits)) - 3


def _first(rows, size, cols, near=0, beside=0):
    """The free stretch nearest to row `near`, and there to column `beside`: (row, col). rows: bits
    taken."""
    every = (1 << cols + 1) - 1  # the cells of a row and the gap after it
    order = range(len(rows) + 1)
    if near:
        order = sorted(order, key=lambda row: abs(row - near))
    for row in order:
        free = every & ~rows[row] if row < len(rows) else every
        for _ in range(size):  # where it and the cells behind are free, as many as there are
            free &= free >> 1
        if free:
            right = free >> beside
            left = free ^ right << beside
            col = _highest(right & -right) + beside if right else cols + beside
            if left and beside - _highest(left) <= col - beside:
                col = _highest(left)
            return row, col


def _take(rows, row, col, size):
    while len(rows) <= row:
        rows.append(0)
    rows[row] |= _mask(size) << col


def _settle(here, sizes, spots, cols):
    """Move the sets `here` (of one row, from left to right) just so far that none overlap."""
    end = 0
    for i in here:
        if spots[3 * i + 1] < end:
            spots[3 * i + 1] = end
        end = spots[3 * i + 1] + sizes[i] + 1
    end = cols
    for k in range(len(here) - 1, -1, -1):
        i = here[k]
        if spots[3 * i + 1] + sizes[i] > end:
            spots[3 * i + 1] = end - sizes[i]
        end = spots[3 * i + 1] - 1


def place(sizes: "Sequence[int]", spots: bytearray, cols: int) -> int:
    """Give every set a spot, changing `spots` in place; returns how many rows that takes.

    sizes: length of each set, none above `cols`. Sets stay in their row while it has room for
    them; of a row that is too full the sets that grew leave, the last first. New sets fill gaps.
    """
    later = []
    lines: list = []
    for i in range(len(sizes)):
        row = spots[3 * i]
        if row == 255:
            later.append((1, 0, i, 0))
            continue
        while len(lines) <= row:
            lines.append([])
        lines[row].append((spots[3 * i + 1], i))
    rows = []
    for row in range(len(lines)):
        line = lines[row]
        line.sort()
        while line:
            need = len(line) - 1
            out = -1
            for k in range(len(line)):
                i = line[k][1]
                need += sizes[i]
                if sizes[i] > spots[3 * i + 2] or out < 0:
                    out = k
            if need <= cols:
                break
            i = line[out][1]
            later.append((0, row, i, spots[3 * i + 1]))
            del line[out]
        here = [item[1] for item in line]
        _settle(here, sizes, spots, cols)
        rows.append(0)
        for i in here:
            _take(rows, row, spots[3 * i + 1], sizes[i])
    later.sort()
    for _, near, i, beside in later:
        spots[3 * i], spots[3 * i + 1] = _first(rows, sizes[i], cols, near, beside)
        _take(rows, spots[3 * i], spots[3 * i + 1], sizes[i])
    for i in range(len(sizes)):
        spots[3 * i + 2] = sizes[i]
    while rows and not rows[-1]:
        rows.pop()
    return len(rows)


def repack(sizes: "Sequence[int]", spots: bytearray, cols: int, most: int) -> int:
    """Close the gaps, in reading order; longest first if that needs more than `most` rows.
    Returns how many rows it takes."""
    for by_size in (False, True):
        keys = []
        for i in range(len(sizes)):
            key = 99 - sizes[i] if by_size else spots[3 * i] << 8 | spots[3 * i + 1]
            keys.append((key, i))
        keys.sort()
        places = []
        rows: list = []
        for _, i in keys:
            row, col = _first(rows, sizes[i], cols)
            _take(rows, row, col, sizes[i])
            places.append((i, row, col))
        if len(rows) <= most:
            break
    for i, row, col in places:
        spots[3 * i] = row
        spots[3 * i + 1] = col
        spots[3 * i + 2] = sizes[i]
    return len(rows)


def gap(sizes: "Sequence[int]", spots: bytes | bytearray, cols: int, size: int) -> tuple[int, int]:
    """Where a new set of `size` tiles would go: (row, col)."""
    rows: list = []
    for i in range(len(sizes)):
        _take(rows, spots[3 * i], spots[3 * i + 1], sizes[i])
    return _first(rows, size, cols)

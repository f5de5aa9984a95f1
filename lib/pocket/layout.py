"""Where the sets of a table lie on the screen: rows of cells, one empty cell between sets.

A set keeps its place from turn to turn as long as it fits there, so that a person finds it again.
A spot is three bytes: row, column, the length the set had there (255 as row: nowhere yet).
"""


def _free(rows, row, col, mask):
    return row >= len(rows) or not rows[row] & (mask << col)


def _take(rows, row, col, mask):
    while len(rows) <= row:
        rows.append(0)
    rows[row] |= mask << col


def _first(rows, size, cols, near):
    """The nearest free stretch to row `near`, else the first: (row, col)."""
    mask = (1 << size + 1) - 1  # its cells and the gap after it
    best = None
    for row in range(len(rows) + 1):
        far = abs(row - near) if near != 255 else row
        if best is not None and far >= best[0]:
            continue
        for col in range(cols - size + 1):
            if _free(rows, row, col, mask):
                best = (far, row, col)
                break
    return best[1], best[2]


def place(sizes, spots, cols):
    """Give every set a spot, changing `spots` in place; returns how many rows that takes.

    sizes: length of each set, none above `cols`. Sets that did not grow keep their spot; one that
    grew stays, or moves left, or goes to the nearest free stretch; new ones fill the first gap.
    """
    rows = []
    later = []
    for i in range(len(sizes)):
        spot = spots[i]
        mask = (1 << sizes[i] + 1) - 1
        if (spot[0] != 255 and sizes[i] <= spot[2] and spot[1] + sizes[i] <= cols
                and _free(rows, spot[0], spot[1], mask)):
            _take(rows, spot[0], spot[1], mask)
        else:
            later.append(i)
    for fresh in (False, True):
        for i in later:
            spot = spots[i]
            if (spot[0] == 255) != fresh:
                continue
            size = sizes[i]
            mask = (1 << size + 1) - 1
            row, col = spot[0], spot[1]
            if not fresh:
                col = min(col, cols - size)
                while col > 0 and not _free(rows, row, col, mask):
                    col -= 1
            if fresh or not _free(rows, row, col, mask):
                row, col = _first(rows, size, cols, row)
            _take(rows, row, col, mask)
            spot[0] = row
            spot[1] = col
    for i in range(len(sizes)):
        spots[i][2] = sizes[i]
    while rows and not rows[-1]:
        rows.pop()
    return len(rows)


def repack(sizes, spots, cols, most):
    """Close the gaps, in reading order; longest first if that needs more than `most` rows.
    Returns how many rows it takes."""
    order = list(range(len(sizes)))
    for by_size in (False, True):
        keys = []
        for i in order:
            if by_size:
                keys.append((99 - sizes[i], i))
            else:
                keys.append((spots[i][0] << 8 | spots[i][1], i))
        keys.sort()
        found = []
        rows = []
        for _, i in keys:
            row, col = _first(rows, sizes[i], cols, 255)
            _take(rows, row, col, (1 << sizes[i] + 1) - 1)
            found.append((i, row, col))
        if len(rows) <= most or by_size:
            break
    for i, row, col in found:
        spots[i][0] = row
        spots[i][1] = col
        spots[i][2] = sizes[i]
    return len(rows)


def rows_for(sizes, cols):
    """How many rows a table takes when packed tightly."""
    spots = [bytearray((255, 255, 0)) for _ in sizes]
    return place(sizes, spots, cols)


def gap(sizes, spots, cols, size):
    """Where a new set of `size` tiles would go: (row, col)."""
    rows = []
    for i in range(len(sizes)):
        _take(rows, spots[i][0], spots[i][1], (1 << sizes[i] + 1) - 1)
    return _first(rows, size, cols, 255)

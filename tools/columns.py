"""The tables that commands print."""

from collections.abc import Iterable


def table(heads: str, rows: Iterable) -> list[str]:
    """Return the lines of a table. heads: "game -4, free 9", headings with the columns' widths;
    below 0: aligned left. rows: the cells of each, or a dict of them by heading. Cells that are too
    wide are not cut."""
    names, sizes = zip(*[head.rsplit(" ", 1) for head in heads.split(", ")])
    sizes = [int(size) for size in sizes]
    cells = [[row[name] for name in names] if isinstance(row, dict) else row for row in rows]
    return [
        " ".join("%*s" % pair for pair in zip(sizes, line, strict=True)) for line in [names, *cells]
    ]

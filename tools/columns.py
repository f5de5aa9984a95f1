"""The tables that commands print."""

from collections.abc import Iterable


def table(heads: str, rows: Iterable) -> list[str]:
    """Return the lines of a table. heads: "game -4, free 9", headings and the columns' widths;
    below 0: the cells stand on the left. rows: the cells of each, or a dict of them by heading; a
    cell that is wider stands whole."""
    names, wides = zip(*[head.rsplit(" ", 1) for head in heads.split(", ")])
    wides = [int(wide) for wide in wides]
    cells = [[row[name] for name in names] if isinstance(row, dict) else row for row in rows]
    return [
        " ".join("%*s" % pair for pair in zip(wides, line, strict=True)) for line in [names, *cells]
    ]

"""The tables that commands print."""


def table(heads, rows):
    """The lines of a table. heads: "game -4, free 9", headings and the columns' widths; below 0:
    the cells stand on the left. rows: the cells of each; one that is wider stands whole."""
    names, wides = zip(*[head.rsplit(" ", 1) for head in heads.split(", ")])
    wides = [int(wide) for wide in wides]
    return [
        " ".join("%*s" % pair for pair in zip(wides, cells, strict=True))
        for cells in [names, *rows]
    ]

"""Cloth for tiles on a panel's paper, and bars. Loaded where a panel shows them."""

from pocket.app import draw
from pocket.ui.panel import PAPER

if False:  # for type checkers
    from collections.abc import Sequence

    from pocket.ui.panel import Panel


def mat(panel: "Panel", row: int, rows: int, edge: bool = True) -> tuple[int, int]:
    """Lay cloth over `rows` rows from `row` on; edge: False covers the paper's edge, too. Returns
    (upper pixel, height) for tiles."""
    y, height = _cloth(panel, row, rows)
    right = panel.app.w // panel.unit - edge
    panel.cover(edge * panel.unit, y, right * panel.unit, y + height)
    return y, height


def rows_for(panel: "Panel", height: int, row: int | None = None) -> int:
    """Return the rows of cloth for tiles `height` pixels high, from `row` or from any row on."""
    rows = (height + 2 * (panel.unit - 1) + panel.pitch - 1) // panel.pitch
    while row is not None and _cloth(panel, row, rows - 1)[1] >= height:
        rows -= 1
    return rows


def _cloth(panel, row, rows):
    """Return (upper pixel, height) of cloth over `rows` rows from `row` on, without its rim."""
    rim = panel.unit // 4
    end = panel.row_y(row) + rows * panel.pitch - rim
    y = max(panel.row_y(row) + rim, panel.top + panel.unit)
    return y, min(end, panel.foot - panel.unit) - y


def lay_tiles(panel: "Panel", codes: "Sequence[int]", x: int, y: int, big: bool) -> None:
    """Show a row of tiles at a pixel, on cloth that `mat` has laid."""
    shown = draw.Tiles(panel.app, 1, len(codes), x, y, big)
    for i in range(len(codes)):
        shown.set(0, i, codes[i])
    panel.show(shown.group)


def bar(panel: "Panel", row: int, left: int, width: int, done: int, goal: int) -> None:
    """Show a bar of `width` pixels in a row, dark as far as `done` of `goal`, else paper."""
    y = panel.row_y(row) + panel.pitch // 4
    height = panel.pitch // 2
    panel.cover(left, y, left + width, y + height)
    full = (width - 2) * done // goal
    if full < width - 2:
        panel.cover(left + 1 + full, y + 1, left + width - 1, y + height - 1, PAPER)

"""Paint on a panel: cloth, a game's pieces on it, tiles or cards, by their text; bars."""

from pocket.app import draw
from pocket.ui.panel import MAT, PAPER

from rules.tilegame import tiles

if False:  # for type checkers
    from collections.abc import Sequence

    from pocket.ui.panel import Panel

BETWEEN = 6  # pixels between two rows of tiles


def height(panel: "Panel", pieces: str) -> int:
    """Return the height in pixels of a picture of a game's pieces (catalogue.pieces)."""
    art = panel.app.art
    return 2 * art.card[1] if pieces == "cards" else art.large[1]


def read(panel: "Panel", pieces: str) -> None:
    """Read the sheet of a game's pieces while memory is in one piece."""
    try:
        panel.app.read_sheet(draw.CARDS if pieces == "cards" else draw.BIG)
    except MemoryError:  # the words are shown without pictures
        pass


def show(panel: "Panel", row: int, high: int, text: str, pieces: str) -> None:
    """Show pieces in the middle of `high` rows of cloth, rows of tiles with " / " between them;
    pieces of an unknown kind are left out."""
    try:
        if pieces == "cards":
            cards(panel, row, high, text)
        elif pieces == "tiles":
            y, room = mat(panel, row, high)
            rows = text.split(" / ")
            each = panel.app.art.large[1] + BETWEEN
            y += (room + BETWEEN - len(rows) * each) // 2
            for line in rows:
                sets(panel, y, line)
                y += each
    except MemoryError:  # memory is fragmented: the words beside the picture say the same
        pass


def sets(panel: "Panel", y: int, text: str) -> None:
    """Show sets ("r4 r5 * | k9 r9 b9*") from pixel y down on a mat (mat): "b9*" is a
    joker that stands for b9, "+" a letter between tiles."""
    art = panel.app.art
    parts = text.split(" ")
    width, height = art.large
    x = (art.w - len(parts) * width) // 2
    codes = []
    for word in parts + ["|"]:
        if word not in ("|", "+"):
            code = tiles.parse(word.rstrip("*") or word)
            if code < tiles.JOKER and word[-1] == "*":
                code = tiles.joker_as(tiles.number_of(code), tiles.mask_of(code))
            codes.append(code)
            continue
        if codes:
            lay_tiles(panel, codes, x, y, True)
            x += len(codes) * width
            codes = []
        if word == "+":
            middle = x + (width - panel.font.measure("+")) // 2
            panel.put(1, middle, y + (height - panel.pitch) // 2, "+", panel.cloth_ink(), None, MAT)
        x += width


def cards(panel: "Panel", row: int, high: int, text: str) -> None:
    """Show cards of 8 Round Rummy ("r^1 b#2 *") in the middle of `high` rows of cloth."""
    from pocket.eight.cards import Cards

    from rules.eight import cards as eight_cards

    art = panel.app.art
    codes = eight_cards.parse_hand(text.split(" "))
    width = len(codes) * art.card[0]
    x = (art.w - width) // 2
    y, room = mat(panel, row, high, width <= art.w - 2 * panel.unit)
    shown = Cards(panel.app, len(codes), x, y + (room - 2 * art.card[1]) // 2)
    for i in range(len(codes)):
        shown.set(i, codes[i])
    panel.show(shown.group)


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

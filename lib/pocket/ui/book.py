"""Help texts read page by page from the drive: no page but the one shown is ever in memory.

A text file holds lines: "# title" begins a page, "*RK-5 words" is a ruling made in this project,
"= r4 r5 r6 | k9 r9 b9" a picture of sets (a lone word such as "+" stands between tiles), anything
else a paragraph. {name} is replaced by the rule in force,
{A} by the button's sign.
"""

from pocket import words
from pocket.ui import draw, letters

TEXT = 0
RULING = 1
PICTURE = 2
BLANK = 3
_SIGNS = {
    "A": draw.KEY_A,
    "B": draw.KEY_B,
    "START": draw.KEY_START,
    "SELECT": draw.KEY_SELECT,
    "UP": draw.UP,
    "DOWN": draw.DOWN,
    "LEFT": draw.LEFT,
    "RIGHT": draw.RIGHT,
}


class Book:
    """The parts of one game's help, in order.

    parts: file paths, or bytes for a part made on the spot. rules: dict for {name}. panel: where
    its pages are shown. cards: its pictures are cards, not sets.
    """

    def __init__(self, parts, rules, panel, cards):
        self.parts = parts
        self.rules = rules
        self.panel = panel
        self.cards = cards
        self.rows = panel.lines - 2
        art = panel.app.art
        self.picture = panel.rows_for(2 * art.card[1] if cards else art.large[1])

    def _open(self, part):
        if isinstance(part, bytes):
            import io

            return io.BytesIO(part)
        return open(part, "rb")

    def start(self):
        """The place of the first page: (part, offset, lines to skip, title)."""
        return 0, 0, 0, ""

    def page(self, place):
        """(title, items, next place or None). items: (kind, text) in order, each one row but a
        PICTURE, which takes `picture` rows. Raises OSError when a part is missing."""
        title, items, after = self._page(place)
        if items and items[-1][0] == BLANK:
            items.pop()
        return title, items, after

    def show(self, items):
        """Draw a page's items below the panel's title, a label for all lines of a paragraph."""
        panel = self.panel
        row = 1
        run, last = [], BLANK
        for kind, text in items + [(BLANK, "")]:
            if run and kind != last:
                ink = draw.HEAD if last == RULING else draw.NORMAL
                panel.lay(row - len(run), run, ink)
                run = []
            if kind == PICTURE:
                (panel.hand if self.cards else panel.picture)(row, self.picture, text)
                row += self.picture
                continue
            if kind != BLANK:
                run.append(text)
            last = kind
            row += 1

    def _page(self, place):
        part, offset, skip, title = place
        file = self._open(self.parts[part])
        try:
            file.seek(offset)
            items = []
            used = 0
            listed = False
            while True:
                raw = file.readline()
                if not raw:
                    if part + 1 == len(self.parts):
                        return title, items, None
                    return title, items, (part + 1, 0, 0, "")
                line = raw.decode().strip()
                if line[:2] == "# ":
                    if items:
                        return title, items, (part, offset, 0, "")
                    title = line[2:]
                elif line[:2] == "= ":
                    if used + self.picture > self.rows:
                        return title, items, (part, offset, 0, title)
                    items.append((PICTURE, line[2:]))
                    used += self.picture
                elif line and line[:1] != "@":  # "@" lines are a lesson's own
                    kind = TEXT
                    if line[:1] == "*":
                        kind = RULING
                        line = "Ruling " + line[1:]
                    # A blank row between paragraphs, none between the items of a list.
                    if (
                        items
                        and items[-1][0] != PICTURE
                        and used < self.rows
                        and not skip
                        and not (line[:1] == "-" and listed)
                    ):
                        items.append((BLANK, ""))
                        used += 1
                    rows = letters.wrap(self.fill(line), self.panel.w, self.panel.font)
                    if items and not skip:
                        # A short paragraph stays whole, and with the picture it speaks of; of a
                        # long one three rows at least stand on a page.
                        need = len(rows) if len(rows) <= 6 else 3
                        if need <= 4:
                            after = file.readline()
                            file.seek(offset + len(raw))
                            if after[:2] == b"= ":
                                need += self.picture
                        if self.rows - used < need:
                            return title, items, (part, offset, 0, title)
                    while skip < len(rows):
                        # never one or two lines alone on the next page
                        if used == self.rows or (
                            used + 3 > self.rows and 3 >= len(rows) - skip > self.rows - used > 0
                        ):
                            return title, items, (part, offset, skip, title)
                        items.append((kind, rows[skip]))
                        skip += 1
                        used += 1
                    skip = 0
                    listed = line[:1] == "-"
                offset += len(raw)
        finally:
            file.close()

    def fill(self, line):
        """`line` with each {name} replaced by the rule in force."""
        while True:
            left = line.find("{")
            right = line.find("}", left)
            if left < 0 or right < 0:
                return line
            name = line[left + 1 : right]
            if name in _SIGNS:
                text = _SIGNS[name]
            elif name == "clock_text":
                text = words.clock(self.rules["clock"])
            elif name == "length_text":
                text = words.ending(self.rules)
            else:
                text = str(self.rules.get(name, "?"))
            line = line[:left] + text + line[right + 1 :]

    def titles(self):
        """(title, place) of every part's pages, read once for the list of contents."""
        out = []
        for part in range(len(self.parts)):
            try:
                file = self._open(self.parts[part])
            except OSError:  # its own page says so
                continue
            offset = 0
            while True:
                line = file.readline()
                if not line:
                    break
                if line[:2] == b"# ":
                    out.append((line[2:].decode().strip(), (part, offset, 0, "")))
                offset += len(line)
            file.close()
        return out

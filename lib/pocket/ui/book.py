"""Show help texts page by page from the drive: only the page on show is in memory.

A text file (assets/help/<language>) holds lines: "# title" begins a page, "*<clause> words" is a
ruling made in this project, "= r4 r5 r6 | k9 r9 b9" a picture of sets (a lone word such as "+"
stands between tiles), "@word ..." an order of a lesson, anything else a paragraph; "-" begins an
item of a list. {name} is replaced by the rule in force, {A} by the sign of the button. A paragraph
or a picture that begins with "{?name} " is shown only while that rule is on, with "{?name=value} "
only while it has that value. Pages reads the lines as the build packs them
(tools/device/wordpack.py).
"""

from pocket.app import draw
from pocket.made import texts
from pocket.ui import pictures, words

if False:  # for type checkers
    from pocket.ui.panel import Panel


TEXT, RULING, PICTURE, BLANK, TITLE, ORDER = 0, 1, 2, 3, 4, 5  # kinds of lines
FIRST = (0, 0, 0, "")  # the place of the first page


class Pages:
    """A help text of the language that is set: one line after the other, none kept.

    place: where the next line begins. kind, text: the line read last. Others set place.
    Raises AssetError where it is missing or damaged.
    """

    def __init__(self, name: str) -> None:
        self.file, self.begin, self.end = words.book(name)
        self.place = 0

    def next(self, wanted: int | None = None) -> bool:
        """Read a line; the text only of the kind that is wanted. False at the end."""
        if self.begin + self.place >= self.end:
            return False
        self.file.seek(self.begin + self.place)
        head = self.file.read(2)
        self.kind = head[0] >> 5
        size = (head[0] & 31) << 8 | head[1]
        self.text = ""
        if wanted is None or wanted == self.kind:
            self.text = words.decoded(self.file.read(size), 0, size)
        self.place += 2 + size
        return True


class Book:
    """The parts of one game's help, in order.

    parts: names of help texts. rules: dict for {name}. panel: where its pages are shown. pieces: of
    the game (catalogue.pieces).
    """

    def __init__(self, parts: list[str], rules: dict, panel: "Panel", pieces: str) -> None:
        self.parts = parts
        self.rules = rules
        self.panel = panel
        self.pieces = pieces
        self.rows = panel.lines - 2
        self.picture_rows = pictures.height(panel, pieces)
        pictures.read(panel, pieces)

    def page(self, place: tuple) -> tuple[str, list, tuple | None]:
        """Lay out a page: (title, items, next place or None). place: (part, offset, lines to skip,
        title), or FIRST. items: (kind, text) in order, each one row but a PICTURE, which takes
        `_rows_of_picture` rows. Raises AssetError when a part is missing."""
        title, items, after = self._compose_page(place)
        if after and after[3]:
            again = self._compose_page(place, False)  # without blank rows all of it may stand here
            if not again[2] or not again[2][3]:
                title, items, after = again
        if items and items[-1][0] == BLANK:
            items.pop()
        return title, items, after

    def show(self, items: list) -> None:
        """Draw a page's items below the panel's title, a label for all lines of a paragraph."""
        panel = self.panel
        row = 1
        run: list[str]
        run, last = [], BLANK
        for kind, text in items + [(BLANK, "")]:
            if run and kind != last:
                ink = draw.HEAD if last == RULING else draw.NORMAL
                panel.lay(row - len(run), run, ink)
                run = []
            if kind == PICTURE:
                height = self._rows_of_picture(row)
                pictures.show(panel, row, height, text, self.pieces)
                row += height
                continue
            if kind != BLANK:
                run.append(text)
            last = kind
            row += 1

    def _compose_page(self, place, blanks=True):
        """Lay out a page as `page` returns it. blanks: put blank rows between paragraphs."""
        part, start, skip, title = place
        lines = Pages(self.parts[part])
        lines.place = start
        items: list[tuple] = []
        used = 0
        follows_item = False
        next_place = None
        while next_place is None:
            start = lines.place
            if not lines.next():
                part += 1
                if part == len(self.parts):
                    break
                next_place = (part, 0, 0, "")
                if not items:  # all text under the last title is left out
                    lines = Pages(self.parts[part])
                    next_place = None
                continue
            kind, text = lines.kind, self._applicable_text(lines.text)
            if text is None or kind == ORDER:
                continue
            if kind == TITLE:
                next_place = (part, start, 0, "") if items else None
                title = title if items else text
            elif kind == PICTURE:
                used += self._rows_of_picture(1 + used)
                if used > self.rows:
                    next_place = (part, start, 0, title)
                else:
                    items.append((PICTURE, text))
            else:
                rows = self._rows(kind, text)
                is_item = text[:1] == "-"
                # Put a blank row between paragraphs, but none between the items of a list.
                if items and items[-1][0] != PICTURE and used < self.rows and not skip:
                    if blanks and not (is_item and follows_item):
                        items.append((BLANK, ""))
                        used += 1
                follows_item = is_item
                if items and not skip and self.rows - used < self._rows_needed(used, rows, lines):
                    next_place = (part, start, 0, title)
                    continue
                fitting = rows[skip : skip + self.rows - used]
                items += [(kind, row) for row in fitting]
                used += len(fitting)
                skip += len(fitting)
                next_place = (part, start, skip, title) if skip < len(rows) else None
                skip = 0
        return title, items, next_place

    def _rows(self, kind, text):
        """Return the rows of a paragraph, of an item of a list or of a ruling."""
        if kind == RULING:
            text = words.say(texts.RULES_RULING, text)
        elif text[:1] == "-":
            text = "- " + text[1:]
        return draw.wrap(self.fill(text), self.panel.w, self.panel.font)

    def _applicable_text(self, text):
        """Return a line without its "{?name} "; None while that rule is off."""
        if text[:2] != "{?":
            return text
        rule, _, text = text[2:].partition("} ")
        name, _, value = rule.partition("=")
        rule_value = self.rules.get(name)
        return text if (str(rule_value) == value if value else rule_value) else None

    def _rows_of_picture(self, row):
        """Return the rows that a picture takes from `row` on."""
        return pictures.rows_for(self.panel, self.picture_rows, row)

    def _rows_needed(self, used, rows, lines):
        """Return the rows of a paragraph and of the pictures below it, where a page holds both:
        only a paragraph longer than a page is cut."""
        need = len(rows)
        start = lines.place
        while lines.next(TITLE) and lines.kind == PICTURE:
            need += self._rows_of_picture(1 + used + need)
        lines.place = start
        return need if need <= self.rows else len(rows)

    def fill(self, line: str) -> str:
        """Replace each {name} of a line by the rule in force, or by the key of that name."""
        while True:
            left = line.find("{")
            right = line.find("}", left)
            if left < 0 or right < 0:
                return line
            name = line[left + 1 : right]
            keys = self.panel.app.keys
            named = {"menu_key": keys.menu_key, "hint_key": keys.hint_key}
            if name == "clock_text":
                minutes = self.rules["clock"]
                text = words.say(texts.VALUES_CLOCK_NONE)
                if minutes:
                    text = words.count(texts.VALUES_CLOCK, minutes)
            elif name == "length_text":
                length = self.rules["length"]
                text = words.say(texts.VALUES_ENDS_ROUNDS, words.value("length", length))
                if self.rules["length_kind"] == "points":
                    text = words.say(texts.VALUES_ENDS_POINTS, length)
            else:
                text = named.get(name) or str(self.rules.get(name, "?"))
            line = line[:left] + text + line[right + 1 :]

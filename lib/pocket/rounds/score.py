"""The score sheet after a round, and the end of the game (T-14, RK-19, KR-12, ER-10, ER-11).

Keeps: MEMORY PAPER pocket.ui.panel adafruit_display_text adafruit_displayio_layout adafruit_ticks
"""

import gc

import displayio
from adafruit_display_text import bitmap_label
from pocket.app import device, draw, flow
from pocket.made import texts
from pocket.ui import sheets, words
from pocket.ui.panel import Panel, PanelScreen

_PIXEL = "\x1f"  # the letters' blank of one pixel (tools/art/letters.py)


class Text(bitmap_label.Label):
    """A column of the sheet: the library's label with its two loops over letters replaced by those
    of `Letters`, which take a quarter of the time, and with a palette of two colours, so that a
    pixel takes one bit instead of two."""

    _palette: displayio.Palette

    def update(self, force: bool = False) -> None:
        whole = self._palette
        if len(whole) > 2:
            self._palette = sheets.palette((whole[0], whole[1]))
        self._set_text(self._full_text, self.scale)

    def _text_bounding_box(self, text, font):
        lines = text.split("\n")
        width = 1 + max([font.measure(line) for line in lines])  # a last letter may hang over
        height = (len(lines) - 1) * self._pitch(font) + font.height
        return width, height, 0, font.ascent, height, font.ascent

    def _place_text(self, bitmap, text, font, xposition, yposition, skip_index=0):
        pitch = self._pitch(font)
        for line in text.split("\n"):
            font.write(bitmap, xposition, yposition - font.ascent, line)
            yposition += pitch

    def _pitch(self, font):
        """Return the pixels from line to line."""
        return int(self._line_spacing * font.height + 0.5)


class Screen(PanelScreen):
    """SELECT shows details; UP and DOWN scroll the rounds.

    back: the screen to return to when the sheet is only looked at, in the middle of a round.
    """

    bands: tuple  # behind the names and behind the sums

    def __init__(self, app, back: tuple = ()) -> None:
        self.app = app
        self.back = back
        game = app.session.game
        self.over = game.phase == "over" and not back
        self.page = 0  # index of the page: the sheet, the details, the racks
        from pocket.rounds import scorewords

        parts = scorewords.sheet_words(app, self.over, back)
        self.head, self.below, self.ink, self.details, self.keys = parts
        self.pages = [0] + [1] * bool(self.details) + [2] * bool(game.racks and not back)
        self.sum_label = words.say(texts.SCORE_SUM)
        del scorewords
        device.forget("pocket.rounds.scorewords")
        words.forget()
        gc.collect()
        # Large letters if all rounds fit without scrolling.
        is_large = len(app.session.people) < 5 and len(game.sheet()) < (5 if self.over else 7)
        if self.over and app.h <= 128:
            is_large = False
        panel = self.panel = Panel(app, table=not is_large)
        rows = 3 + len(game.sheet()) + panel.rows_of(self.details)
        if game.racks and not self.below and rows < panel.lines - 1:  # all the text fits
            self.below, self.ink = self.details, draw.NORMAL
            self.pages = [0] + self.pages[2:]
        self.first = self.max_first = -1  # the first round on show, and the last that may be first
        self._sheet()
        app.ignore_keys_until_shown()  # a mashed A would leave the sheet unread

    # -- the sheet

    def _sheet(self):
        """Show a column for each seat: its name, its points by round, their sum."""
        session = self.app.session
        panel = self.panel
        panel.clear()
        rounds = session.game.sheet()
        sums = len(rounds) != 1  # there are some to add up
        foot = panel.rows_of(self.below) if self.below else 0
        end = panel.lines - 1 - min(foot, max(2, panel.lines - 4 - len(rounds) - sums))
        room = end - 2 - sums  # between who plays and the sums
        self.max_first = max(0, len(rounds) - room)
        self.first = self.max_first if self.first < 0 else min(self.first, self.max_first)
        hidden = draw.UP if self.first else ""  # signs of the rounds hidden above and below
        hidden += draw.DOWN if self.first < self.max_first else ""
        panel.title(self.head, hidden)  # before other text takes the memory of its letters
        panel.say(end, panel.lines - 1 - end, self.below, self.ink)
        shown = rounds[self.first :][:room]
        columns = [[""] + [str(label) for label, _ in shown] + [self.sum_label] * sums]
        for seat in range(len(session.people)):
            column = [session.people[seat][1]] + [self._points(values[seat]) for _, values in shown]
            columns.append(column + [self._points(session.game.totals[seat], True)] * sums)
        self.table = columns
        self._show_table(end)
        panel.keys(self.keys)

    def _points(self, value, is_sum=False):
        """Return points as the table shows them: signed where the racks count."""
        if self.app.session.game.racks:
            return words.signed(value)
        return str(value) if value or is_sum else "-"

    def _show_table(self, end):
        """Show `table` from row 1 to `end - 1`, as a GridLayout with a label for each column. Bands
        lie behind the names and behind the sums."""
        from adafruit_displayio_layout.layouts.grid_layout import GridLayout

        panel = self.panel
        columns = self.table
        rows = len(columns[0])
        pitch = min(panel.pitch_for(rows, end - 1 - rows), panel.pitch + panel.unit // 4)
        seats = len(columns) - 1
        half = panel.w // (2 * seats + 1)  # half the width of a seat's column
        measure = panel.font.measure
        if measure(columns[0][-1]) + measure(columns[1][-1]) > 3 * half - 10:
            columns[0][-1] = ""  # four seats do not fit on 128 pixels: only the band marks the row
        grid = GridLayout(
            x=panel.x,
            y=0,
            width=half * (2 * seats + 1),
            height=pitch * rows,
            grid_size=(2 * seats + 1, 1),
            cell_padding=1,
        )
        for i in range(len(columns)):
            lines = [self._align_right(text, 2 * half - 6 if i else 0) for text in columns[i]]
            label = Text(
                panel.font,
                text="\n".join(lines),
                color=panel.inks[0],
                line_spacing=pitch / panel.pitch,
            )
            grid.add_content(label, ((2 * i - 1) if i else 0, 0), (2 if i else 1, 1))
        band_width = panel.w + panel.unit  # the bands reach past the values
        self.bands = (panel.band(band_width), panel.band(band_width))
        top = (end - 1) * panel.pitch - rows * pitch
        top = panel.row_y(1) + max(0, min(panel.unit // 2 - panel.band_offset, top))
        grid.y = top - 1
        for band, line in zip(self.bands, (0, rows - 1)):
            band.x = (self.app.w - band_width // panel.unit * panel.unit) // 2
            band.y = top + line * pitch + panel.band_offset
        band.hidden = rows == 2  # one round needs no total
        panel.pictures += self.bands  # `clear` removes the bands and the grid
        panel.show(grid)

    def _align_right(self, text, width):
        """Return a text with blanks before it, so that it ends at pixel `width` of its column; if
        it is too wide, cut, with a dot behind it. width: 0 leaves it as it is."""
        font = self.panel.font
        if width and font.measure(text) > width + 4:
            while font.measure(text + ".") > width + 6:
                text = text[:-1]
            text += "."
        before = max(0, width - font.measure(text))
        blank = font.measure(" ")
        return " " * (before // blank) + _PIXEL * (before % blank) + text

    # -- keys

    def choose(self) -> None:
        """Go on: to the next round, or out of the game."""
        app = self.app
        if self.back:
            self.leave()
        elif self.over:
            journey = app.session.station is not None
            flow.forget(app)
            app.go("learn.journey" if journey else "menus.title")
        else:
            flow.apply_move(app, ("go",))
            flow.advance(app)

    def start(self) -> None:
        """Open the menu, or let the same people play the same game once more."""
        app = self.app
        session = app.session
        game = session.game
        if self.back:
            self.leave()
        elif not self.over:
            app.go("menus.pause")
        elif game.next_game:
            session.code = ""  # the code was of another deal
            flow.apply_move(app, game.next_game)
            flow.advance(app)
        else:
            from pocket.games import newgame

            options = dict(game.options)
            people = newgame.unpack_people(session.packed_people, game.seats)[0]
            new = (game.rules["game"], people, options, newgame.seed(app), session.save_name)
            app.go("games.makegame", "menus.title", "start", *new)

    def leave(self) -> None:
        """Go back: to the sheet, or to the screen that showed it."""
        if self.page:
            self.page = 0
            self._sheet()
        else:
            PanelScreen.leave(self)

    def select(self) -> None:
        """Turn the page: what happened, the racks, the sheet again."""
        if len(self.pages) == 1:
            return
        self.page = self.pages[(self.pages.index(self.page) + 1) % len(self.pages)]
        if not self.page:
            self._sheet()
            return
        panel = self.panel
        panel.clear()
        if self.page == 1:
            panel.title(self.head)
            panel.say(1, panel.lines - 2, self.details)
        else:
            from pocket.rounds import scoreracks

            scoreracks.show(self.app, panel)
            del scoreracks
            device.forget("pocket.rounds.scoreracks")
        back = words.say(texts.SCORE_KEYS_BACK)
        panel.keys(back + " " + self.keys[self.keys.index(draw.KEY_SELECT) :])

    def change(self, step: int) -> None:
        """LEFT leads to the coach."""
        game = self.app.session.game
        if step < 0 and not self.back and game.moves is not None and game.coach:
            self.app.go(game.coach, 0, 0, ("rounds.score",))

    def scroll(self, step: int) -> None:
        """Show a round further down, or up."""
        if not self.page and 0 <= self.first + step <= self.max_first:
            self.first += step
            self._sheet()

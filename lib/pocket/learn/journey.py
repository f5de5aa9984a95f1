"""The journey: thirty stations, each with three stars.

Keeps as journey: PAPER pocket.learn.goals pocket.ui.panel rules.catalogue rules.*.games
"""

import binascii
import gc

import bitmaptools
import displayio
from pocket.app import device, draw
from pocket.learn import goals
from pocket.made import texts
from pocket.ui import sheets, words
from pocket.ui.panel import Panel, PanelScreen

from rules import catalogue

ACROSS = 6
_LESSONS = ("MV", "SP", "JO")  # that are no game's, in the order of learn.lesson
# Colours of the path: ink, tiles and the path, stars; 0 lets the cloth be seen. With four colours a
# row takes a kilobyte.
_COLOURS = (0x000000, 0x2A2018, 0xFBF1D6, 0xFFD86B)
_INK, _TILE, _STAR = 1, 2, 3
# A star's rectangles, from the middle and the lower edge of its cell.
_LARGE = ((0, -5, 1, -1), (-2, -4, 3, -3), (-1, -3, 2, -2), (-2, -2, 0, -1), (1, -2, 3, -1))
_SMALL = ((-1, -2, 2, -1), (0, -3, 1, 0))


def spot(number: int) -> tuple[int, int]:
    """Return (row, column) of a station: the path turns round at the end of each row."""
    row, place = divmod(number, ACROSS)
    return row, ACROSS - 1 - place if row % 2 else place


class Screen(PanelScreen):
    """Show the stations as a path over the cloth. The cursor begins on the one played last, else on
    the one under way or the first without a star, beside the head of the opponent there.
    open_count: the number of open stations. under_way: the one whose game is saved."""

    back = ("menus.title", texts.TITLE_JOURNEY)

    def __init__(self, app) -> None:
        self.app = app
        self.stars = self._count_stars()
        self.under_way = goals.under_way(app)
        app.keep_only("journey")  # free the modules that counted the stars, and the last screen
        gc.collect()
        panel = self.panel = Panel(app, "", "", False)
        self.open_count = min(goals.STATIONS, 3 + len([count for count in self.stars if count]))
        panel.title(words.say(texts.TITLE_JOURNEY), "%d/%d" % (sum(self.stars), 90))
        unit = panel.unit
        large = unit > 4
        self.cell_width = panel.w // ACROSS
        self.cell_height = 20 if large else 12
        self.tile = (27, 15) if large else (13, 9)
        self.x = (app.w - ACROSS * self.cell_width) // 2
        rows = goals.STATIONS // ACROSS
        self.y = 3 * unit + (-1 if large else 1)
        top = (self.y + rows * self.cell_height + unit // 2) // unit  # top of the paper, in cells
        panel.draw_paper(top, panel.foot // unit, 0, app.w // unit)
        panel.y = top * unit + unit // 2
        settings = app.settings
        new_stars = sum(self.stars) - settings.stars_shown if settings.stars_shown >= 0 else 0
        settings.stars_shown = sum(self.stars)
        if app.last_station is None:
            app.last_station = self.under_way
        self.chosen = app.last_station
        if self.chosen is None:
            self.chosen = self.stars.index(0) if 0 in self.stars else goals.STATIONS - 1
        self.colours = sheets.palette(_COLOURS)
        for row in range(rows):
            self._draw_row(row)
        self._show_opponent()
        self.cursor = draw.Cursor(self.tile[0], self.tile[1], 2 if large else 1)
        self.group.append(self.cursor.grid)
        self._explain(app.take_notice(), max(0, new_stars))
        if new_stars > 0:
            app.sound.play("win")

    def _count_stars(self):
        """Count the stars of each station."""
        app = self.app
        kept = app.settings.stars
        progress = None
        stars = []
        for number in range(goals.STATIONS):
            station = goals.station(number)
            count = int(kept[number : number + 1] or "0")
            if station[0] == "lesson":
                count = 3 if app.settings.learned(station[3]) else 0
            elif station[0] == "puzzles":
                from rules import puzzles

                if progress is None:
                    with open(device.asset("puzzles.bin"), "rb") as file:
                        pack = puzzles.Pack(file, binascii.crc32)
                    progress = puzzles.Progress(pack, app.store.load("puzz"))
                grade = int(station[1])
                done = progress.count_solved(pack.number(grade, 0), pack.counts[grade - 1])
                count = min(3, done // goals.SOLVE)
            stars.append(count)
        return stars

    def _draw_row(self, row):
        """Draw a row of stations, and the path between them, into a bitmap on the cloth."""
        width, height = self.cell_width, self.cell_height
        across, tall = self.tile
        bitmap = displayio.Bitmap(ACROSS * width, height, 4)
        fill = bitmaptools.fill_region
        middle = tall // 2
        thick = 2 if height > 12 else 1
        first = width // 2
        last = ACROSS * width - first
        fill(bitmap, first, middle, last, middle + thick, _TILE)
        if row + 1 < goals.STATIONS // ACROSS:
            x = first if row % 2 else last
            fill(bitmap, x - thick, middle, x, height, _TILE)
        for number in range(row * ACROSS, row * ACROSS + ACROSS):
            self._station(bitmap, number, spot(number)[1] * width + (width - across) // 2)
        y = self.y + row * height
        self.group.append(displayio.TileGrid(bitmap, pixel_shader=self.colours, x=self.x, y=y))

    def _station(self, bitmap, number, left):
        """Draw a station from column `left` on: a tile with its number and stars, or the frame of a
        tile while it is closed."""
        fill = bitmaptools.fill_region
        across, tall = self.tile
        fill(bitmap, left - 1, 0, left + across + 1, tall + 1, 0)
        fill(bitmap, left, 0, left + across, tall, _TILE)
        fill(bitmap, left + 1, tall - 1, left + across, tall, _INK)
        if number >= self.open_count:
            fill(bitmap, left + 2, 2, left + across - 2, tall - 2, 0)
            return
        font = self.panel.small
        text = str(number + 1)
        x = left + (across - font.measure(text) + 1) // 2
        font.write(bitmap, x, (tall - font.height) // 2, text)
        edge = 2 if tall > 9 else 1
        for star in range(self.stars[number]):
            middle = left + across // 2 + (star - 1) * 4 * edge
            for side, top, right, low in _LARGE if edge > 1 else _SMALL:
                y = self.cell_height
                fill(bitmap, middle + side, y + top, middle + right, y + low, _STAR)

    def _show_opponent(self):
        """Show the head of the chosen station's opponent between that station and the one to its
        right, in the last column to its left."""
        names = goals.characters(goals.station(self.chosen))
        if names:
            from pocket.ui import face

            x, y = self._corner(self.chosen)
            head = face.head(self.app, names[0], 0, x, y)
            if not head:
                return
            x += (self.tile[0] + self.cell_width - head.bitmap.width) // 2
            head.x = x - self.cell_width if spot(self.chosen)[1] == ACROSS - 1 else x
            self.group.append(head)

    def _corner(self, number):
        """Return the upper left pixel of a station's tile."""
        row, column = spot(number)
        x = self.x + column * self.cell_width + (self.cell_width - self.tile[0]) // 2
        return x, self.y + row * self.cell_height

    def _explain(self, why="", new_stars=0):
        """Explain the chosen station's goal, or say why it cannot be played. new_stars: how many
        were won since the journey was last shown."""
        panel = self.panel
        number = self.chosen
        self.cursor.move_to(*self._corner(number))
        panel.clear()
        panel.keys(draw.LEFT + draw.RIGHT + words.say(texts.TITLE_KEYS_BACK))
        station = goals.station(number)
        subject = station[3]  # a game's id, or that of a lesson
        if subject in catalogue.ORDER:
            title = catalogue.title(subject)
        else:
            title = words.say(texts.LESSON_MORE1 + _LESSONS.index(subject))
        panel.say(1, 1, "%d  %s" % (number + 1, title), draw.HEAD)
        goal, stars = (why, "") if why else goals.describe(station)
        if new_stars:
            stars = words.count(texts.JOURNEY_NEW_STARS, new_stars)
        width = panel.w
        opponents = () if why else goals.characters(station)
        if opponents and panel.unit > 4:
            from pocket.ui import face

            x = panel.x + width - 50
            shown = face.picture(self.app, opponents[0], x, panel.foot - 54)
            if shown:
                panel.show(shown)
                width -= 52
        small = panel.small
        star_lines = draw.wrap(stars, width, small) if stars else []
        for font in (panel.font, small):  # the small font if the text does not fit
            goal_lines = draw.wrap(goal, width, font)
            top = panel.row_y(2) + font.height - panel.font.height
            y = top + len(goal_lines) * font.height  # top of the text about stars
            if y + len(star_lines) * small.height < panel.foot:
                break
        ink = panel.inks[draw.BAD if why else draw.NORMAL]
        panel.put(2, panel.x, top, "\n".join(goal_lines), ink, font)
        star_lines = star_lines[: (panel.foot - 1 - y) // small.height]
        ink = panel.inks[draw.GOOD if new_stars else draw.DIM]
        panel.put(2, panel.x, y, "\n".join(star_lines), ink, small)

    answered_no = _explain

    def tell(self, text: str, ink: int = draw.BAD) -> None:
        """Show a question in place of the station's goal."""
        self._explain(text)

    def change(self, step: int) -> None:
        """Choose the next station to the right, or to the left; at the end of a row the path leads
        on to the next one."""
        self.choose_station(self.chosen + (-step if spot(self.chosen)[0] % 2 else step))

    def scroll(self, step: int) -> None:
        """Choose the station below, or above."""
        row, column = spot(self.chosen)
        row = (row + step) % (goals.STATIONS // ACROSS)
        self.choose_station(row * ACROSS + (ACROSS - 1 - column if row % 2 else column))

    def choose_station(self, number: int) -> None:
        """Move the cursor to a station, counted round the path, and explain it."""
        self.chosen = number % goals.STATIONS
        self.app.sound.play("move")
        self._explain()

    def choose(self) -> None:
        """Go to the station if it is open; first ask if its game replaces another station's."""
        app = self.app
        if self.chosen >= self.open_count:
            app.sound.play("bad")
            first = [str(i + 1) for i in range(self.open_count) if not self.stars[i]]
            lacking = self.chosen + 1 - self.open_count
            self._explain(words.count(texts.JOURNEY_SHUT, lacking, ", ".join(first)))
            return
        app.sound.play("pick")
        app.last_station = self.chosen
        goal = goals.station(self.chosen)
        if goal[0] == "lesson":
            app.go("learn.lesson", goal[3], 0, True)
        elif goal[0] == "puzzles":
            app.go("learn.puzzles", int(goal[1]), None, True)
        else:
            replaces = self.under_way not in (None, self.chosen)
            self.begin(replaces, "learn.journey", "station", self.chosen, self.under_way)

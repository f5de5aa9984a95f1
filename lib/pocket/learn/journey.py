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
# Colours of a cell: ink and edge of an open station, ground of one with stars, a star. With four
# colours a row takes a kilobyte.
_COLOURS = (0x000000, 0x2A2018, 0xB4EC98, 0xD86000)
_INK, _DONE, _STAR = 1, 2, 3
# A star's rectangles, from the middle and the lower edge of its cell.
_LARGE = ((0, -8, 1, -3), (-2, -7, 3, -5), (-1, -5, 2, -4), (-2, -4, 0, -3), (1, -4, 3, -3))
_SMALL = ((-1, -4, 2, -2),)


class Screen(PanelScreen):
    """The cursor is on the first station that has no star."""

    back = ("menus.title", texts.TITLE_JOURNEY)

    def __init__(self, app) -> None:
        self.app = app
        self.stars = self._stars()
        app.keep_only("journey")  # free what they were counted with, and the screen before
        gc.collect()
        keys = draw.LEFT + draw.RIGHT + words.say(texts.TITLE_KEYS_BACK)
        panel = self.panel = Panel(app, "", keys, table=app.w < 240)
        self.most = min(goals.STATIONS, 3 + len([many for many in self.stars if many]))
        panel.title(words.say(texts.TITLE_JOURNEY), "%d/%d" % (sum(self.stars), 90))
        large = panel.unit > 4
        self.wide = panel.w // ACROSS
        self.high = 22 if large else 13
        self.x = panel.x + (panel.w - ACROSS * self.wide) // 2
        rows = goals.STATIONS // ACROSS
        # row of the text below: three rows on large displays if memory has their letters
        self.row = 1 + (rows * self.high + panel.pitch - 1) // panel.pitch
        self.y = panel.row_y(1) + (2 if large else 0)
        if large and panel.font is not panel.small:
            self.row -= 1
            self.y -= 6
        self.colours = sheets.palette(_COLOURS)
        for row in range(rows):
            self._row(row)
        self.cursor = draw.Cursor(self.wide, self.high, 2 if large else 1)
        self.group.append(self.cursor.grid)
        self.chosen = self.stars.index(0) if 0 in self.stars else goals.STATIONS - 1
        self._explain(words.told(app.take_notice()))

    def _stars(self):
        """Count the stars of each station."""
        app = self.app
        kept = app.settings.stars
        progress = None
        stars = []
        for number in range(goals.STATIONS):
            said = goals.station(number)
            many = int(kept[number : number + 1] or "0")
            if said[0] == "lesson":
                many = 3 if app.settings.learned(said[3]) else 0
            elif said[0] == "puzzles":
                from rules import puzzles

                if progress is None:
                    with open(device.asset("puzzles.bin"), "rb") as file:
                        pack = puzzles.Pack(file, binascii.crc32)
                    progress = puzzles.Progress(pack, app.store.load("puzz")[0])
                grade = int(said[1])
                done = progress.many(pack.number(grade, 0), pack.counts[grade - 1])
                many = min(3, done // goals.SOLVE)
            stars.append(many)
        return stars

    def _row(self, row):
        """Lay a row of stations on the paper."""
        wide, high = self.wide, self.high
        font = self.panel.small
        bitmap = displayio.Bitmap(ACROSS * wide, high, 4)
        fill = bitmaptools.fill_region
        edge = 2 if high > 13 else 1
        for place in range(ACROSS):
            number = row * ACROSS + place
            many = self.stars[number]
            x = place * wide
            if number < self.most:
                fill(bitmap, x + 1, 1, x + wide - 1, high - 1, _INK)
                fill(bitmap, x + 2, 2, x + wide - 2, high - 2, _DONE if many else 0)
            text = str(number + 1)
            top = edge - 1 if many else (high - font.high) // 2
            font.write(bitmap, x + (wide - font.measure(text)) // 2, top, text)
            for star in range(many):
                middle = x + wide // 2 + (star - 1) * 4 * edge
                for left, top, right, low in _LARGE if edge > 1 else _SMALL:
                    fill(bitmap, middle + left, high + top, middle + right, high + low, _STAR)
        y = self.y + row * high
        self.group.append(displayio.TileGrid(bitmap, pixel_shader=self.colours, x=self.x, y=y))

    def _explain(self, why=""):
        """Say what the chosen station asks for, or `why` it is closed."""
        panel = self.panel
        number = self.chosen
        self.cursor.to(
            self.x + number % ACROSS * self.wide,
            self.y + number // ACROSS * self.high,
        )
        panel.clear(self.row)
        said = goals.station(number)
        name = said[3]
        if name in catalogue.ORDER:
            title = catalogue.title(name)
        else:
            title = words.say(texts.LESSON_MORE1 + _LESSONS.index(name))
        row = self.row
        panel.say(row, 1, "%d  %s" % (number + 1, title), draw.HEAD)
        row += 1
        goal, more = goals.asked(said)
        goal = why or goal
        names = goals.characters(said)
        if why or not names:
            panel.say(row, panel.lines - 1 - row, goal, draw.BAD if why else draw.NORMAL)
            return
        wide = panel.w
        small = panel.small
        room = panel.foot - panel.row_y(row) - 2  # for both, beside as many faces as leave it
        faces = len(names) if panel.unit > 4 else 0
        font = panel.font
        while True:
            asked = draw.wrap(goal, wide - 52 * faces, font)
            lines = draw.wrap(more, wide - 52 * faces, small)
            tall = len(asked) * font.high
            if not faces or tall + len(lines) * small.high <= room:
                break
            if font is small:  # try with one face less
                faces -= 1
            font = panel.font if font is small else small
        y = panel.row_y(row)
        panel.put(row, panel.x, y, "\n".join(asked), panel.inks[draw.NORMAL], font)
        lines = "\n".join(lines[: (room - tall) // small.high])
        panel.put(row, panel.x, y + tall, lines, panel.inks[draw.DIM], small)
        for i in range(faces):
            from pocket.ui import face

            x = panel.x + wide - 50 * (faces - i)
            try:
                panel.show(face.picture(self.app, names[i], x, panel.foot - 54))
            except MemoryError:  # the words are enough
                break

    def change(self, step: int) -> None:
        """Choose the next station, or the one before."""
        self.chosen = (self.chosen + step) % goals.STATIONS
        self.app.sound.play("move")
        self._explain()

    def scroll(self, step: int) -> None:
        """Choose the station below, or above."""
        self.change(step * ACROSS)

    def choose(self) -> None:
        """Go to the station if it is open."""
        app = self.app
        if self.chosen >= self.most:
            app.sound.play("bad")
            first = [str(i + 1) for i in range(self.most) if not self.stars[i]]
            self._explain(words.say(texts.JOURNEY_SHUT, ", ".join(first)))
            return
        app.sound.play("pick")
        goal = goals.station(self.chosen)
        if goal[0] == "lesson":
            app.go("learn.lesson", goal[3], 0, True)
        elif goal[0] == "puzzles":
            app.go("learn.puzzles", int(goal[1]), None, True)
        else:
            app.go("games.makegame", "learn.journey", "station", self.chosen)

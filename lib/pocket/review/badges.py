"""The badges: a picture each, how it is earned, and the progress."""

import displayio
from pocket.app import draw
from pocket.made import texts
from pocket.saves import statisticsfile
from pocket.ui import mats, sheets, words
from pocket.ui.panel import BAND, Panel, PanelScreen

from rules import stats

_ACROSS = 6
_SIZE = 16  # pixels of a picture, before it is scaled
_COUNT = 12  # pictures on the sheet; one without any follows
_INKS = (0xB4A078, 0x087028)  # missing, earned


class Screen(PanelScreen):
    """The arrows choose a badge. first: there are no numbers yet, and B leads back to the menu."""

    def __init__(self, app, first: bool = False) -> None:
        self.app = app
        self.back = ("menus.title", texts.TITLE_STATS) if first else ("review.statistics",)
        statistics = statisticsfile.statistics(app)
        self.numbers = statistics.progress(statisticsfile.puzzles(app)[0])
        self.earned = [statistics.badges >> i & 1 for i in range(_COUNT)]
        self.chosen = 0
        panel = Panel(app, words.say(texts.STATS_BADGES, sum(self.earned), _COUNT))
        self.panel = panel
        panel.keys(words.say(texts.STATS_KEYS_BADGES))
        scale = min(3, (app.w - 2 * panel.unit) // (_ACROSS * _SIZE))
        self.size = size = _SIZE * scale
        self.x, self.y = (app.w - _ACROSS * size) // 2, panel.row_y(1) + 1
        self.row = 1 + (_COUNT // _ACROSS * size + panel.pitch) // panel.pitch
        sheet = sheets.load("badges.bmp")
        self.pictures = displayio.Group(x=self.x, y=self.y)
        if scale == 2:
            self.pictures.scale = 2
        elif scale == 3:
            self.pictures.scale = 3
        for earned in (0, 1):
            ink = sheets.palette((0, _INKS[earned]))
            rows = _COUNT // _ACROSS
            grid = draw.cells(sheet, ink, _ACROSS, rows, (_SIZE, _SIZE), _COUNT)
            for i in range(_COUNT):
                if self.earned[i] == earned:
                    grid[i] = i
            self.pictures.append(grid)
        self.group.append(self.pictures)
        self._explain()

    def _explain(self):
        """Describe the chosen badge and its progress."""
        panel = self.panel
        chosen = self.chosen
        panel.clear(self.row)
        self.group.remove(self.pictures)  # above what shows the chosen one
        x = self.x + chosen % _ACROSS * self.size
        y = self.y + chosen // _ACROSS * self.size
        panel.block(x, y, x + self.size, y + self.size, BAND)
        self.group.append(self.pictures)
        name = stats.BADGES[chosen]
        text = words.named(texts.BADGES, name)
        if self.earned[chosen]:
            text += " " + draw.RIGHT_SIGN
        panel.say(self.row, 1, text, draw.HEAD)
        row = self.row + 1
        row += panel.say(row, 3, words.named(texts.BADGE_HELP, name))
        goal = stats.NEEDED[chosen]
        if goal > 1:
            done = self.numbers[chosen]
            text = words.say(texts.STATS_FAR, done, goal)
            panel.say(row, 1, text, draw.DIM)
            left = panel.x + panel.font.measure(text) + 2 * panel.unit
            mats.bar(panel, row, left, panel.x + panel.w - left, done, goal)

    def change(self, step: int) -> None:
        """Choose the next badge, or the one before."""
        self.chosen = (self.chosen + step) % _COUNT
        self.app.sound.play("move")
        self._explain()

    def scroll(self, step: int) -> None:
        """Choose the badge below, or above."""
        self.change(step * _ACROSS)

    def select(self) -> None:
        """Go to the numbers."""
        self.app.go("review.statistics")

"""Show the player's statistics: each game by level, with a bar chart of the wins."""

from pocket.app import draw
from pocket.made import texts
from pocket.saves import roundsfile
from pocket.ui import pictures
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import named, say

from rules import catalogue, stats


class Screen(PanelScreen):
    """LEFT and RIGHT go from game to game."""

    back = ("menus.title", texts.TITLE_STATS)

    def __init__(self, app) -> None:
        self.app = app
        self.stats = roundsfile.statistics(app)
        self.scope = 0  # 0: all games; else 1 and the index of one in catalogue.ORDER
        self.panel = Panel(app, say(texts.TITLE_STATS))
        self._show_numbers()

    def _show_numbers(self):
        panel = self.panel
        panel.clear()
        if not self.stats.rows:
            self.fail(self.app.take_notice() or say(texts.STATS_NONE), draw.DIM)
            return
        panel.keys(say(texts.STATS_KEYS))
        game_id = None
        name = say(texts.STATS_ALL)
        if self.scope:
            game_id = catalogue.ORDER[self.scope - 1]
            name = catalogue.title(game_id)
        panel.say(1, 1, "%s %s %s" % (draw.LEFT, name, draw.RIGHT), draw.HEAD, True)
        panel.say(2, 1, say(texts.STATS_HEAD), draw.DIM)
        row = 3
        played = [self.stats.sum(stats.PLAYED, game_id, level) for level in catalogue.LEVELS]
        width = panel.w // 3
        left = panel.x + panel.w - width
        for i in range(len(played)):
            level = catalogue.LEVELS[i]
            won = self.stats.sum(stats.WON, game_id, level)
            name = named(texts.CHOICES, level)
            panel.say(row, 1, say(texts.STATS_ROW, name, won, played[i]))
            if played[i]:  # the bar's length: rounds played, its filled part: rounds won
                length = max(3, played[i] * width // max(played))
                pictures.bar(panel, row, left, length, won, played[i])
            row += 1
        totals = (
            (texts.STATS_POINTS, stats.POINTS),
            (texts.STATS_BEST, stats.BEST),
            (texts.STATS_LONGEST, stats.LONGEST),
            (texts.STATS_HINTS, stats.HINTS),
        )
        for text_id, field in totals:
            number = self.stats.sum(field, game_id)  # hide BEST until there is a best play
            if row < panel.lines - 1 and (number or field != stats.BEST):
                panel.say(row, 1, say(text_id, number), draw.DIM)
                row += 1

    def change(self, step: int) -> None:
        if self.stats.rows:
            self.scope = (self.scope + step) % (1 + len(catalogue.ORDER))
            self.app.sound.play("move")
            self._show_numbers()

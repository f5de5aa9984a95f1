"""What the player has done: each game by level with a chart of the wins, and the badges."""

import displayio
from pocket.always import draw, flow, input
from pocket.always.screen import Screen as Base
from pocket.jobs import statisticsfile
from pocket.made import texts
from pocket.text.listing import Listing
from pocket.text.panel import Panel
from pocket.ui import words

from rules import catalogue, stats

_BARS = (0xD8C89C, 0x087028, 0x7C6848)  # ground, wins, rest


class Screen(Base):
    """LEFT and RIGHT go from game to game, SELECT shows the badges, START begins anew."""

    def __init__(self, app):
        self.app = app
        self.stats = statisticsfile.statistics(app)
        self.scope = 0  # 0: all games, else the place in catalogue.ORDER and 1
        self.list = None
        self.sure = False
        self.chart = None
        self.panel = Panel(app, words.say(texts.TITLE_STATS))
        self.group = self.panel.group
        self._numbers()

    # -- the numbers

    def _numbers(self):
        panel = self.panel
        panel.clear(1)
        self._drop_chart()
        keys = words.say(texts.STATS_KEYS)
        panel.keys(keys if self.stats.rows else keys[keys.find(draw.KEY_SELECT) :])
        if not self.stats.rows:
            panel.say(2, 4, flow.notice(self.app) or words.say(texts.STATS_NONE), draw.DIM)
            return
        game_id = catalogue.ORDER[self.scope - 1] if self.scope else None
        name = catalogue.title(game_id) if game_id else words.say(texts.STATS_ALL)
        panel.set(1, "%s %s %s" % (draw.LEFT, name, draw.RIGHT), draw.HEAD, True)
        panel.set(2, words.say(texts.STATS_HEAD), draw.DIM)
        row = 3
        counts = []
        for level in catalogue.LEVELS:
            played, won = self._sum(game_id, level)
            counts.append((played, won))
            text = words.named(texts.CHOICES, level)
            panel.set(row, words.say(texts.STATS_ROW, text, won, played))
            row += 1
        self._draw_chart(counts)
        below = (
            (texts.STATS_POINTS, stats.POINTS),
            (texts.STATS_BEST, stats.BEST),
            (texts.STATS_LONGEST, stats.LONGEST),
            (texts.STATS_HINTS, stats.HINTS),
        )
        for text, field in below:
            if row < panel.lines - 2:
                panel.set(row, words.say(text, self.stats.sum(field, game_id)), draw.DIM)
                row += 1
        panel.set(panel.lines - 2, words.say(texts.STATS_RESET), draw.DIM)

    def _sum(self, game_id, level):
        """(played, won) of a level, in one game or all."""
        played = won = 0
        for row in self.stats.rows:
            if row[1] == level and game_id in (None, row[0]):
                played += row[2 + stats.PLAYED]
                won += row[2 + stats.WON]
        return played, won

    # -- the chart

    def _draw_chart(self, counts):
        """A bar for each level at the right: as long as the rounds played, the wins green. counts:
        (played, won) of each."""
        app = self.app
        most = max([played for played, _ in counts])
        wide = app.w // 3
        pitch = self.panel.pitch
        high = max(3, pitch // 2)
        bitmap = displayio.Bitmap(wide, pitch * len(counts), len(_BARS))
        for level in range(len(counts)):
            played, won = counts[level]
            end = played * wide // most if most else 0
            part = won * wide // most if most else 0
            for y in range(level * pitch + 1, level * pitch + 1 + high):
                for x in range(end):
                    bitmap[x, y] = 1 if x < part else 2
        palette = displayio.Palette(len(_BARS))
        for i in range(len(_BARS)):
            palette[i] = _BARS[i]
        palette.make_transparent(0)
        y = self.panel.row_y(3) + (pitch - high) // 2
        self.chart = displayio.TileGrid(bitmap, pixel_shader=palette, x=app.w - wide - 6, y=y)
        self.group.append(self.chart)

    def _drop_chart(self):
        if self.chart is not None:
            self.group.remove(self.chart)
            self.chart = None

    # -- the badges

    def _badges(self):
        panel = self.panel
        panel.clear(1)
        self._drop_chart()
        have = len([i for i in range(len(stats.BADGES)) if self.stats.badges >> i & 1])
        panel.set(1, words.say(texts.STATS_BADGES, have, len(stats.BADGES)), draw.HEAD, True)
        height = min(len(stats.BADGES), panel.lines - 5)
        self.list = Listing(panel, 2, height, len(stats.BADGES), self._badge, told=self._tell)
        self.list.draw()
        panel.keys(words.say(texts.STATS_KEYS_BADGES))

    def _badge(self, i):
        earned = " " + draw.RIGHT_SIGN if self.stats.badges >> i & 1 else ""
        return words.named(texts.BADGES, stats.BADGES[i]) + earned

    def _tell(self):
        panel = self.panel
        text = words.named(texts.BADGE_HELP, stats.BADGES[self.list.chosen])
        panel.say(panel.lines - 3, 2, text, draw.DIM)

    # -- keys

    def key(self, button, kind):
        """See Screen."""
        app = self.app
        if self.sure:
            self.sure = False
            if button == input.A:
                self.stats = stats.Stats()
                app.notice = app.store.save("stat", self.stats.dump()) or ""
                app.sound.play("draw")
            self._numbers()
        elif button == input.SELECT:
            app.sound.play("move")
            if self.list:
                self.list.close()
                self.list = None
                self._numbers()
            else:
                self._badges()
        elif button == input.B:
            app.go("menus.title", "", "", texts.TITLE_STATS)
        elif self.list:
            if self.list.key(button):
                app.sound.play("move")
        elif button in (input.LEFT, input.RIGHT) and self.stats.rows:
            step = 1 if button == input.RIGHT else -1
            self.scope = (self.scope + step) % (1 + len(catalogue.ORDER))
            app.sound.play("move")
            self._numbers()
        elif button == input.START and (self.stats.rows or self.stats.badges):
            self.sure = True
            panel = self.panel
            panel.set(panel.lines - 2, words.say(texts.STATS_SURE), draw.BAD)
            panel.keys(words.say(texts.CARDS_KEYS_SURE))

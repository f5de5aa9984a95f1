"""Show the first screen: the name of the game in tiles, and a menu."""

import displayio
from pocket.app import device, draw
from pocket.games import newgame
from pocket.made import texts
from pocket.ui import battery, ground, sheets
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import languages, notice_text, say

from rules import catalogue

_MAIN = 0
# Menus by the text that leads to them; texts.TITLE_CONTINUE lists the games under way. A line: its
# text, the help shown for it or 0, and the screen that it leads to, with its arguments.
_MENUS: dict = {
    _MAIN: (
        (texts.TITLE_CONTINUE, 0),
        (texts.TITLE_PLAY, texts.TITLE_PLAY_HELP, "menus.gamecards"),
        (texts.PUZZLES_DAY, texts.TITLE_DAY_HELP, "learn.puzzles"),
        (texts.TITLE_JOURNEY, texts.TITLE_JOURNEY_HELP, "learn.journey"),
        (texts.TITLE_MORE, texts.TITLE_MORE_HELP),
    ),
    texts.TITLE_MORE: (
        (texts.TITLE_LESSON, 0, "learn.lesson"),
        (texts.TITLE_BUTTONS, 0, "menus.buttons"),
        (texts.TITLE_RULES, 0, "menus.rulespages"),
        (texts.TITLE_STATS, 0, "review.statistics"),
        (texts.TITLE_ROUNDS, 0, "review.lastrounds"),
        (texts.TITLE_SETTINGS, 0, "menus.settingsmenu"),
    ),
}
_REST_MS = 500  # without a key, after which a game's modules and pictures are loaded


class Screen(PanelScreen):
    """selected: the text of the line to begin with, whose menu is shown. damaged: the record of a
    save that cannot be resumed: it is not offered again. greet: this is the first screen after
    power-on."""

    def __init__(self, app, selected: int = 0, damaged: str = "", greet: bool = False) -> None:
        self.app = app
        self.panel = Panel(app, "", "", False)
        self.kept, self.note, order = newgame.kept_games(app)
        if greet:
            app.settings.sorting, app.settings.by_shape = order
        self.kept = [save for save in self.kept if save[0] != damaged]
        self.name_groups: list[displayio.Group] = []  # of the name, one for each word
        self.shown_at = app.now()
        self.is_prepared = False  # what a game needs first has been loaded
        self.name_bottom = app.make_in_reserve(self._draw_name)
        # beside the first word or, on a narrow display, beside the second, shorter one
        battery.show(app, self.group, 4 if app.w > 128 else self.name_bottom // 2 + 2)
        self.menu = _MAIN
        in_more = selected in [line[0] for line in _MENUS[texts.TITLE_MORE]]
        self._show_menu(texts.TITLE_MORE if in_more else _MAIN, selected)
        if greet:
            app.sound.play("win")

    def again(self) -> tuple:
        return (self.lines[min(self.list.chosen, len(self.lines) - 1)][0],)

    # -- the name

    def _draw_name(self):
        """Show the two words of the name. Return the pixel below them."""
        art = self.app.art
        width, height = art.large
        sheet, _ = sheets.load("title%dx%d.bmp" % art.large)
        y = self.panel.unit // 2 if art.h > 128 else 0
        for letters, first in ((6, 0), (5, 6)):  # POCKET RUMMY
            size = width, sheet.height // 2
            word = displayio.Group(scale=2, x=art.w // 2 - letters * width, y=y)
            grid = draw.cells(sheet, art.cloth, letters, 1, size)
            for i in range(letters):
                grid[i] = first + i
            word.append(grid)
            self.name_groups.append(word)
            self.group.append(word)
            y += height * 2 - (0 if art.h > 128 else 2)
        return y if art.h > 128 else y + 6

    def tick(self, now: int) -> bool:
        """Load at rest what a game needs first: without, its first tile comes after 2 s."""
        app = self.app
        if not self.is_prepared and now - max(self.shown_at, app.last_press_at) > _REST_MS:
            self.is_prepared = True
            app.load("pocket.app.memory pocket.games.makegame ")
            has_cards = len(self.kept) == 1 and catalogue.pieces(self.kept[0][1]) == "cards"
            try:
                app.art.sheet(draw.CARDS if has_cards else draw.BIG)
            except MemoryError:  # the game's first screen then loads it
                pass
        return PanelScreen.tick(self, now)

    # -- the menu

    def _show_menu(self, name, selected=0):
        """Show a menu of _MENUS, with the cursor on the line whose text is `selected`. Of the
        numbers, foot, width, left, top and height count cells of the ground."""
        panel = self.panel
        unit = panel.unit
        foot = panel.foot // unit
        width = panel.app.w // unit
        if self.list:
            self.list.close()
            for y in range(3, foot):
                for x in range(width):
                    panel.ground[x, y] = ground.CLOTH
        is_submenu = name != _MAIN  # a submenu hides the game's name
        for group in self.name_groups:
            group.hidden = is_submenu
        if is_submenu or self.menu != _MAIN:
            panel.title(say(name) if is_submenu else "")
        self.menu = name
        if name == texts.TITLE_CONTINUE:
            resume = ("games.makegame", "menus.title", "resume")
            self.lines = [(0, 0) + resume + (save[0],) for save in self.kept]
        else:  # without Continue if there is nothing to continue
            self.lines = _MENUS[name][name == _MAIN and not self.kept :]
        count = len(self.lines)
        names = [line[0] for line in self.lines]
        chosen = names.index(selected) if selected in names else 0
        panel.has_wide_band = is_submenu and unit > 4
        pitch = panel.pitch + unit // 8
        left = 0
        if is_submenu:
            top = 3
            height = foot - top
            pitch += unit if unit > 4 else 2
        else:
            help_height = panel.small.height + 6 if panel.app.h > 128 else 0
            edge = unit if unit > 4 else 0
            pitch = min(pitch, (panel.foot - help_height - self.name_bottom - edge) // count)
            height = (count * pitch + unit // 2 + 1) // unit + 1
            free = panel.foot - help_height - self.name_bottom - count * pitch
            top = (self.name_bottom + free // 2) // unit - 1
            top = min(max(top, (self.name_bottom + unit - 1) // unit), foot - height)
        panel.y = top * unit + (height * unit - count * pitch) // 2
        self.hint = say(texts.TITLE_KEYS_BACK if is_submenu else texts.TITLE_KEYS)
        codes = []
        if not (is_submenu or self.kept) and panel.app.settings.new:  # the very first start
            codes = languages()[1:]
        if codes:
            self.hint = draw.KEY_SELECT + "  " + "  ".join(codes).upper()
        Listing(panel, count, self._text, explain=self._explain, pitch=pitch, chosen=chosen)
        if not is_submenu:
            left = (width - self.list.width // unit - 8) // 2
            width = self.list.width // unit + 8
        panel.draw_paper(top, top + height, left, left + width)
        if panel.app.h > 128 or codes:
            panel.keys(self.hint)

    def _text(self, i):
        text = self.lines[i][0]
        if text == texts.TITLE_CONTINUE and len(self.kept) > 1:
            return say(text) + " (%d)" % len(self.kept)
        return say(text) if text else newgame.called(self.kept[i], self.app.h > 128)

    def _explain(self):
        """Describe the chosen line; before that show the notices, one a key."""
        note = self.app.take_notice()
        if not note:
            note, device.trouble = device.trouble, ""
        if not note:
            note, self.note = self.note, None
        settings = self.app.settings
        if settings.unread and not note:
            note = say(texts.SETTINGS_UNREAD)
            settings.unread = False
        chosen = self.list.chosen
        text, about_id = self.lines[chosen][:2]
        about = say(about_id) if about_id else ""
        if text == texts.TITLE_CONTINUE or not text and self.app.h <= 128:
            about = newgame.called(self.kept[chosen])
        elif text == texts.PUZZLES_DAY:
            from pocket.saves import roundsfile

            days = roundsfile.days_in_a_row(self.app)
            if days > 1:
                about = say(texts.PUZZLES_ROW, days)
        if self.app.h <= 128:  # there is room only in the line of keys
            self.panel.keys(draw.KEY_A + " " + about if about else self.hint)
            about = ""
        if note:
            self.tell(notice_text(note), draw.BAD)
        else:
            self.tell(about)

    def tell(self, text: str, ink: int = draw.DIM) -> None:
        """Show a line of text above the line of keys, in small letters if others are too wide. In
        BAD ink there may be two lines, which cover the end of the list."""
        panel = self.panel
        bad = ink == draw.BAD
        panel.take_away(-1, -1)
        panel.drop_tiles()
        width = panel.w if bad else panel.app.w - 1
        font = self.list.font if self.list.font.measure(text) <= width else panel.small
        lines = draw.wrap(text, width, font)[: 2 if bad else 1] if text else []
        if bad:  # cover lines of the list as a whole
            top = panel.foot - 4 - len(lines) * font.height
            cut = (top - panel.y) % self.list.pitch
            if cut < self.list.pitch - 3:
                top -= cut
            panel.cover(0, top, panel.app.w, panel.foot)
        y = panel.foot - 2 * bad - len(lines) * font.height
        for line in lines:
            x = max(0, (panel.app.w - font.measure(line)) // 2)
            panel.put(-1, x, y, line, 0xFFB0A0 if bad else panel.cloth_ink(), font)
            y += font.height

    # -- keys

    def select(self) -> None:
        """Go to the settings, whose first line is the language."""
        self.app.go("menus.settingsmenu", 0, ("menus.title", self.lines[self.list.chosen][0]))

    def leave(self) -> None:
        if self.menu != _MAIN:
            self._show_menu(_MAIN, self.menu)

    def start(self) -> None:
        """Begin the game played last as it was set up last, from the line that leads to the games;
        elsewhere do as A does."""
        if self.lines[self.list.chosen][0] == texts.TITLE_PLAY:
            self.app.go("menus.gamecards", None, True)
        else:
            self.choose()

    def choose(self) -> None:
        """Open a menu, or go to the line's screen or game."""
        app = self.app
        app.sound.play("pick")
        text, _, *screen = self.lines[self.list.chosen]
        if screen:
            app.go(*screen)
        elif text in _MENUS or len(self.kept) > 1:
            self._show_menu(text)
        else:
            app.go("games.makegame", "menus.title", "resume", self.kept[0][0])

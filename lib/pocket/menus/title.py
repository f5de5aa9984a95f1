"""The first screen: the name in tiles that drop in, and the ways from here."""

import bitmaptools
import displayio
from pocket.app import device, draw, input
from pocket.app.version import VERSION
from pocket.games import newgame
from pocket.made import texts
from pocket.ui import ground, listing, sheets, words
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules import catalogue

if False:  # for type checkers
    from pocket.app.flow import Session

# of each line: its text, the help shown for it
_MAIN = (
    (texts.TITLE_CONTINUE, None),
    (texts.TITLE_QUICK, None),
    (texts.TITLE_GAMES, texts.TITLE_GAMES_HELP),
    (texts.TITLE_LEARN, texts.TITLE_LEARN_HELP),
    (texts.TITLE_MORE, texts.TITLE_MORE_HELP),
)
# a text and the screen it leads to, with that screen's arguments; or False, in a build without it
_LEARNING = (
    (texts.TITLE_LESSON, "learn.lesson"),
    (
        texts.TITLE_HINTS,
        "menus.rulespages",
        None,
        ("menus.title", texts.TITLE_HINTS),
        "hints",
    ),
    (texts.TITLE_BUTTONS, "menus.buttons"),
    (texts.TITLE_RULES, "menus.rulespages"),
    (texts.TITLE_PUZZLES, "learn.puzzles"),
    (texts.TITLE_JOURNEY, "learn.journey"),
)
_MORE = (
    (texts.TITLE_ROUNDS, "review.lastrounds"),
    (texts.TITLE_STATS, "review.statistics", True),
    (texts.CODES_TITLE, "menus.typecode"),
    (texts.TITLE_SETTINGS, "menus.settingsmenu"),
)
_DROP = 8  # ms from letters to letters
_AT_ONCE = 2  # of each word
_REST = 500  # ms without a key after which the tiles are read that games begin with


class Screen(PanelScreen):
    """way: the line that was gone from, by its text; its menu is on show, the cursor there. bad:
    the record of a save that cannot be taken up: it is not offered again. greets: the name comes
    tile by tile, as it does when the power comes."""

    def __init__(self, app, way: str = "", bad: str = "", greets: bool = False) -> None:
        self.app = app
        panel = self.panel = Panel(app, "", "", False)
        self.kept, self.note, order = newgame.kept_games(app)
        if greets:
            app.settings.sorting, app.settings.by_shape = order
        self.kept = [save for save in self.kept if save[0] != bad]
        self.letters: list[tuple] = []  # of each: the row it lies in, its tile
        self.first = 0  # letters of the first word
        self.dropping: int | None = None  # the letter that is laid next
        self.next = 0
        self.came = app.now()  # until all is read that a game's first screen would wait for
        self.ready: Session | None = None  # the Session of the game that goes on, made at rest
        self.laden = 0  # 1: there is more in memory than other lines leave room for; 2: it is to go
        try:
            self.row = self._name()
        except MemoryError:  # free, but in small pieces
            self.letters = []
            panel.title(say(texts.TITLE_POCKET) + " " + say(texts.TITLE_RUMMY))
            self.row = panel.top
        # beside the first word, or where the display is narrow beside the second, shorter one
        listing.show_battery(app, self.group, 4 if app.w > 128 else self.row // 2 + 2)
        self.list: Listing | None = None
        self.alone = False  # its menu has the display to itself
        self.sure = False  # it is being asked whether a quick game that is under way may go
        menu = _MAIN
        for lines in (_LEARNING, _MORE):
            if way in [line[0] for line in lines]:
                menu = lines
        self.news = greets
        self._menu(menu, way)
        if greets:
            app.sound.play("win")
            if self.letters:
                self._lift()

    def again(self) -> tuple:
        """The menu that is on show, the cursor where it is."""
        return (self.lines[min(self.list.chosen, len(self.lines) - 1)][0],)

    # -- the name

    def _name(self):
        """Lay the two words in tiles; returns the pixel below them."""
        art = self.app.art
        size = art.large
        bodies = _large_bodies(art)
        glyphs = ground.heading_letters(art.head)
        wide, high = size
        y = self.panel.unit // 2 if art.h > 128 else 1
        for text in (texts.TITLE_POCKET, texts.TITLE_RUMMY):
            word = say(text)
            tiles = displayio.Bitmap(len(word) * wide, bodies.height, 16)
            row = displayio.Group(scale=2, x=art.w // 2 - tiles.width, y=y)
            for place in range(len(word)):
                left = place * wide
                body = draw.PLAIN * wide
                bitmaptools.blit(
                    tiles, bodies, left, 0, x1=body, y1=0, x2=body + wide, y2=bodies.height
                )
                letter = ground.heading_bitmap(art.head, word[place], glyphs)
                _write(tiles, letter, left, size, 1 + len(self.letters) % 4)
                tile = displayio.TileGrid(
                    tiles,
                    pixel_shader=art.cloth,
                    tile_width=wide,
                    tile_height=bodies.height,
                    default_tile=place,
                    x=left,
                )
                row.append(tile)
                self.letters.append((row, tile))
            self.first = self.first or len(word)
            self.group.append(row)
            y += high * 2 - (0 if art.h > 128 else 1)
        return y if art.h > 128 else y + 3

    def _lift(self):
        """Take all letters away but the first, below which no cloth is painted then: the others are
        laid from the left, in both words at once."""
        self.dropping = _AT_ONCE
        for number in range(len(self.letters)):
            if number % self.first >= _AT_ONCE:
                row, tile = self.letters[number]
                row.remove(tile)  # what is only hidden is painted once more when it comes

    def tick(self, now: int) -> bool:
        """The letters are laid; then, at rest, what came since last time is told, and the game that
        goes on is made, as far as there is memory."""
        if self.dropping is None or now < self.next:
            if self.came and now - max(self.came, self.app.pressed) > _REST:
                if self.news:
                    return self._tell_news()
                self.came = 0
                self._prepare()
            elif self.laden > 1 and now - self.app.pressed > _REST:
                self.laden = 0
                self.app.room("menus.title")
            return PanelScreen.tick(self, now)
        self.next = now + _DROP
        self._drop()
        return True

    def _prepare(self):
        """Make the game that goes on, and read the tiles it, or a new one, is likely to begin
        with."""
        app = self.app
        self.laden = 1
        app.load("pocket.app.memory ")
        kind = draw.BIG
        chosen = self.lines[self.list.chosen][0]
        if chosen == texts.TITLE_CONTINUE and len(self.kept) < 2:
            self.ready = newgame.newest_session(app, self.kept[0][0])
        if self.ready:
            game = self.ready.game
            app.load("pocket.ui.strip ")
            if game.pieces == "cards":
                kind = draw.CARDS
            elif game.pieces == "tiles":
                app.load("pocket.tilegame.sorting ")
                wide, high = app.art.large
                cells = sum([len(codes) + 1 for codes in game.table])
                kind = draw.BIG if 2 * cells * wide * high < app.w * app.h else draw.SMALL
        else:
            app.load("pocket.games.makegame ")
        try:
            app.art.sheet(kind)
        except MemoryError:  # then the game's first screen does
            pass

    def _tell_news(self):
        """What has come since last time, once: True where there is something."""
        from pocket.saves import statisticsfile

        self.news = False
        panel = self.panel
        text = statisticsfile.news(self.app, lambda text: panel.small.measure(text) < panel.app.w)
        if self.app.h > 128:
            panel.footnote(text)
        elif text:
            panel.keys(text)
        return text != ""

    def _drop(self):
        end = min(self.dropping + _AT_ONCE, self.first)
        for number in range(len(self.letters)):
            if self.dropping <= number % self.first < end:
                row, tile = self.letters[number]
                row.append(tile)
        self.dropping = end if end < self.first else None

    def _land(self):
        """All letters lie: a key hurries them."""
        while self.dropping is not None:
            self._drop()

    # -- the menu

    def _menu(self, lines, way=""):
        """Show a menu: `lines` of (text, ...), the cursor on that of text `way`."""
        panel = self.panel
        ground = panel.ground
        unit = panel.unit
        if self.list:
            self.list.close()
            for y in range(3, panel.foot // unit):
                for x in range(panel.app.w // unit):
                    ground[x, y] = 0
        large = unit > 4 or panel.font is not panel.small
        alone = large and lines is not _MAIN  # the name makes room
        for row, _ in self.letters:
            row.hidden = alone
        if alone or self.alone:
            name = texts.TITLE_LEARN if lines is _LEARNING else texts.TITLE_MORE
            panel.title(say(name) if alone else "")
        self.alone = alone
        self.lines = list(lines)
        if lines is _MAIN and not self.kept:
            self.lines.pop(0)
        count = len(self.lines)
        panel.full = alone and unit > 4
        pitch = panel.pitch + unit // 8
        wide = panel.app.w // unit
        left = 0
        if alone:
            top = 3
            high = panel.foot // unit - top
            pitch += unit if unit > 4 else 2
        else:
            told = pitch + 6 if panel.app.h > 128 else 0
            edge = unit if unit > 4 else 0
            pitch = min(pitch, (panel.foot - told - self.row - edge) // count)
            high = (count * pitch + unit // 2 + 1) // unit + 1  # in cells
            top = (self.row + (panel.foot - told - self.row - count * pitch) // 2) // unit - 1
            top = min(max(top, (self.row + unit - 1) // unit), panel.foot // unit - high)
        panel.y = top * unit + (high * unit - count * pitch) // 2
        self.list = Listing(panel, 1, count, count, self._text, explain=self._tell, pitch=pitch)
        if not alone:
            left = (wide - self.list.wide // unit - 8) // 2
            wide = self.list.wide // unit + 8
        panel.lay_paper(top, top + high, left, left + wide)
        keys = say(texts.TITLE_KEYS if lines is _MAIN else texts.TITLE_KEYS_BACK)
        self.hint = lines is _MAIN and self._languages() or keys
        self.list.start_at([line[0] for line in self.lines], way)
        if panel.app.h > 128 or self.hint != keys:
            panel.keys(self.hint)

    def _languages(self):
        """At the very first start: the key that leads to the languages, and what they are."""
        if self.kept or not self.app.settings.new:
            return ""
        codes = words.languages()[1:]
        return draw.KEY_SELECT + "  " + "  ".join(codes).upper() if codes else ""

    def _text(self, i):
        return say(self.lines[i][0])

    def _tell(self):
        """A line below the menu about what is chosen; before that what matters and was not told
        yet, one sentence a key."""
        note = self.app.take_notice() or device.language_failure()
        if not note:
            note, self.note = self.note, None
        lost = not note and self.app.settings.lost()
        if lost:
            from pocket.saves import settingsfile

            note = settingsfile.fell_back(lost)
        about = self._about()
        if self.app.h <= 128:  # no room but in the line of keys
            self.panel.keys(draw.KEY_A + " " + about if about else self.hint)
            about = ""
        if note:
            self.news = False
            about = words.told(note)
        self.panel.footnote(about, bool(note))

    def _about(self):
        line = self.lines[self.list.chosen]
        if line[0] == texts.TITLE_CONTINUE:
            return newgame.called(self.kept[0])
        if line[0] == texts.TITLE_QUICK:
            name = catalogue.title(newgame.quick_game(self.app))
            return name + ", " + words.count(texts.VALUES_ROUNDS, 1)
        if line in _MAIN:
            return say(line[1], VERSION)
        return ""

    def key(self, button: int, kind: int) -> None:
        """UP and DOWN choose, A goes, B leads back to the first menu, SELECT to the languages."""
        self._land()
        if self.laden and button not in (input.A, input.START):
            self.laden = 2
            self.ready = None
        if self.sure:
            self.sure = False
            if button == input.A:
                self.app.go("games.makegame", "menus.title", "quick")
            else:
                self.panel.keys(self.hint)
                self._tell()
        elif self.list.key(button):
            return
        elif button in (input.A, input.START):
            self.app.sound.play("pick")
            self._go(self.lines[self.list.chosen])
        elif button == input.SELECT:
            self.app.go("menus.language", ("menus.title", self.lines[self.list.chosen][0]))
        elif button == input.B and self.lines[0] not in _MAIN:
            self._menu(_MAIN, texts.TITLE_MORE if self.lines[-1] in _MORE else texts.TITLE_LEARN)

    def _go(self, line):
        app = self.app
        text = line[0]
        if text == texts.TITLE_CONTINUE:
            if len(self.kept) > 1:
                app.go("menus.keptgames")
            elif self.ready:
                newgame.make_running(app, self.ready)
                app.enter(True)
            else:
                app.go("games.makegame", "menus.title", "resume", self.kept[0][0])
        elif text == texts.TITLE_QUICK:
            if device.QUICK in [save[0] for save in self.kept]:
                self.sure = True
                self.panel.footnote(say(texts.TITLE_UNDER_WAY), True)
                self.panel.keys(say(texts.CARDS_KEYS_SURE))
            else:
                app.go("games.makegame", "menus.title", "quick")
        elif text == texts.TITLE_GAMES:
            app.go("menus.gamecards")
        elif text == texts.TITLE_LEARN:
            self._menu(_LEARNING)
        elif text == texts.TITLE_MORE:
            self._menu(_MORE)
        else:
            app.go(*line[1:])


def _write(tiles, letter, left, size, ink):
    """Write a letter, a Bitmap, into the middle of the tile at pixel `left` of a row of them."""
    wide, high = size
    inked = displayio.Bitmap(letter.width, letter.height, 16)
    inked.fill(ink)
    bitmaptools.blit(inked, letter, 0, 0, skip_source_index=1)
    x = left + (wide - letter.width + 1) // 2
    y = (high - letter.height + 4) // 2 - (1 if high < 20 else 0)
    bitmaptools.blit(tiles, inked, x, y, skip_source_index=0)


def _large_bodies(art):
    """The bodies of large tiles: those that are in memory, or read alone."""
    if art.shown == draw.BIG:
        return art.bodies
    art.sheet(None)  # room for them
    return sheets.load("tiles%dx%d.bmp" % art.large)

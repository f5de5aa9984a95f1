"""The head line of the play screen: who holds how many tiles, who plays, the pool, the clock."""

import bitmaptools
import displayio
from pocket.always import draw
from pocket.ui import strip

if False:  # for type checkers
    from pocket.tilegame.app import App

_MOST = 7  # letters of a name
_HURRY = 15  # the clock is red for so many seconds, every other one
_TICKS = 5  # and ticks in its last ones
_PILL, _ON_PILL = 2, 3  # colours of the line, beside those of an ink
_GOLD, _DARK = 0xFFD86B, 0x2A2018


def _minutes(seconds):
    """Seconds as a clock shows them: "1:05"."""
    return "%d:%02d" % (seconds // 60, seconds % 60)


class Headline:
    """`.group`. said: what the line shows: (text, x, lit) of every seat and of the pool. clock: a
    Strip; None where the game has none."""

    tiles: displayio.TileGrid | None

    def __init__(self, app: "App") -> None:
        self.app = app
        art = app.art
        self.font = art.letters
        self.pad = pad = 2 if art.line < 16 else 4
        self.bitmap = displayio.Bitmap(app.w, art.line, 4)
        plain = strip.ink(art, strip.BAR)
        palette = displayio.Palette(4)
        for i in range(2):
            palette[i] = plain[i]
        palette[_PILL] = _GOLD
        palette[_ON_PILL] = _DARK
        self.group = displayio.Group()
        self.group.append(displayio.TileGrid(self.bitmap, pixel_shader=palette))
        self.said: list | None = None
        self.cut: tuple | None = None  # (people, what `_names` gives for them)
        self.tiles = None  # the line of a lesson in which tiles are drawn
        self.second = -1  # as the clock shows it
        self.clock = None
        self.right = app.w - pad
        if app.sitting.game.rules["clock"] and not app.sitting.lesson:
            wide = self.font.measure("8:88") + pad
            self.right -= wide
            self.clock = strip.Strip(app, app.w - wide, 0, wide, strip.BAR, strip.CENTRE, art.line)
            self.group.append(self.clock.grid)

    def hint(self, text: str) -> None:
        """What is to be done in a lesson or puzzle; tiles are drawn, where there is room."""
        app = self.app
        wide = self.font.wide(text) - 1
        if self.font.measure(text) <= wide <= app.w:
            said = [(text, (app.w - wide) // 2, False)]
            if self.said != said:
                self._show([])
                self.said = said
                self._draw_tiles(text, said[0][1], wide)
            return
        text = self.font.cut(text, app.w - 2 * self.pad)
        self._show([(text, (app.w - self.font.measure(text)) // 2, False)])

    def _draw_tiles(self, text, left, wide):
        """A line with tiles in it, over the head line."""
        from pocket.ui import chips

        app = self.app
        high = self.bitmap.height
        line = strip.Strip(app, left, 0, wide, strip.BAR, strip.LEFT, high)
        try:
            self.tiles = chips.line(app, line, text, strip.BAR)
        except MemoryError:  # the signs say it, too
            self.tiles = line.grid
            line.say(text)
        self.group.append(self.tiles)

    def draw(self, actor: int, clock: int) -> None:
        """actor: the seat that plays. clock: the seconds it has left; -1 where no clock runs."""
        app = self.app
        sitting = app.sitting
        game = sitting.game
        measure = self.font.measure
        left = len(game.pool)
        text = draw.POOL + str(left)
        nobody = sitting.viewer is None  # the clock runs for one who looks on
        end = app.w - self.pad if nobody else self.right
        right = end - measure(draw.POOL + "88")
        names, pad, wide = self._names()
        piles = measure("|||||||| ")
        if game.rules["piles"] and wide + piles <= right:
            # KR-3: of seven, one of eight
            text = "|" * ((left + 5) // 7 if left > 1 else left) + " " + text
        if app.mishaps.unsaved:
            text = draw.WRONG_SIGN + text
        said = [(text, end - measure(text), False)]
        x = self.pad
        for seat in range(game.seats):
            if seat != sitting.viewer:
                said.append(("%s %d" % (names[seat], len(game.racks[seat])), x, seat == actor))
                x += measure(names[seat] + " 88") + 2 * pad
        if not nobody:
            name = names[sitting.viewer]
            playing = sitting.viewer == actor
            if playing or len(name) > 2 or name == sitting.people[sitting.viewer][1]:
                said.append((name, x, playing))  # a letter or two tell nothing
        self._show(said)
        self.second = -1
        if self.clock is not None:
            self.clock.say(_minutes(clock) if clock >= 0 else "", strip.BAR)
            self.clock.grid.hidden = nobody

    def _names(self):
        """(the names as they are shown, pixels beside each, how wide all are): the widest is cut
        until all fit, whoever plays and looks on, so that a name is the same in every turn."""
        sitting = self.app.sitting
        people = sitting.people
        if self.cut is not None and self.cut[0] is people:
            return self.cut[1:]
        measure = self.font.measure
        pool = measure(draw.POOL + "88")
        count = measure(" 88")
        letters = bytearray([min(_MOST, len(name)) for _, name in people])
        while True:
            names: list[str] = []
            for seat in range(len(people)):
                names.append(self._apart(people[seat][1][: letters[seat]], seat, names))
            widths = [measure(name) for name in names]
            for pad in (self.pad, self.pad // 2):
                wide = 2 * self.pad + sum(widths) + (2 * pad + count) * (len(widths) - 1)
                fits = wide <= self.right - pool
                if sitting.persons > 1:  # also while no rack is on show, and no clock
                    fits = fits and wide + count <= self.app.w - self.pad - pool
                if fits or max(letters) < 2:
                    self.cut = people, names, pad, wide
                    return self.cut[1:]
            widest = -1
            for seat in range(len(widths)):
                if letters[seat] > 1 and (widest < 0 or widths[seat] >= widths[widest]):
                    widest = seat
            letters[widest] -= 1

    def _apart(self, cut, seat, said):
        """A name that was cut, with the letter that tells it from another that is cut alike; the
        seat's number where `said`, the names before it, has that already."""
        people = self.app.sitting.people
        name = people[seat][1]
        for _, other in people:
            if cut != name != other and other.startswith(cut):
                i = 0
                while name[i : i + 1] == other[i : i + 1]:
                    i += 1
                cut = cut[: len(cut) - 1] + name[i : i + 1]
                break
        return str(seat + 1) if not cut or cut in said else cut

    def _show(self, said):
        """Paint the line anew where it differs."""
        if said == self.said:
            return
        self.said = said
        if self.tiles is not None:
            self.group.remove(self.tiles)
            self.tiles = None
        self.bitmap.fill(0)
        for text, x, lit in said:
            if lit:
                self._pill(text, x)
            else:
                self.font.write(self.bitmap, x, self._top(), text)

    def _top(self):
        return (self.bitmap.height - self.font.high + 1) // 2

    def _pill(self, text, x):
        """A name on a pill."""
        bitmap = self.bitmap
        font = self.font
        inset = 1 if bitmap.height > 12 else 0
        high = bitmap.height - 2 * inset
        wide = font.measure(text)
        left, right = x - self.pad + 1, x + wide + self.pad - 1
        for cut in (0, 1, 2):  # rows of its ends, round
            by = 2 - cut
            bitmaptools.fill_region(
                bitmap, left + by, inset + cut, right - by, inset + high - cut, _PILL
            )
        letters = displayio.Bitmap(wide, font.high, 4)
        font.write(letters, 0, 0, text)
        dark = displayio.Bitmap(wide, font.high, 4)
        dark.fill(_ON_PILL)
        bitmaptools.blit(letters, dark, 0, 0, skip_dest_index=0)
        bitmaptools.blit(bitmap, letters, x, self._top(), skip_source_index=0)

    def run_clock(self, second: int) -> bool:
        """Show how many seconds are left. True when that paints."""
        if second == self.second or self.clock is None:
            return False
        self.second = second
        hurry = second <= _HURRY and second % 2
        self.clock.say(_minutes(second), strip.LOW if hurry else strip.BAR)
        if second <= _TICKS:
            self.app.sound.play("tick")
        return True

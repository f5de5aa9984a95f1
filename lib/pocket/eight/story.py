"""What happened at the table of 8 Round Rummy, line by line, and the page that says so."""

import bitmaptools
import displayio
from pocket.always.letters import wrap
from pocket.made import texts
from pocket.ui import strip
from pocket.ui.words import say

from rules.eight import game as eight
from rules.eight.cards import NONE

if False:  # for type checkers
    from typing import Any

    from pocket.eight.app import App
    from pocket.eight.cards import Minis

    from rules.eight.game import EightGame

_MARK = "\x1c"  # where a card stands in a line; no text of ours holds it

# What a turn was, by whether the card drawn was seen and whether the discard is known yet.
_TURNS = (
    (texts.EIGHT_DREW, texts.EIGHT_DREW_DROPPED),
    (texts.EIGHT_TOOK, texts.EIGHT_TOOK_DROPPED),
)


def lines(
    game: "EightGame", viewer: int | None, short: bool = False, you: int | None = None
) -> list[tuple]:
    """[(number of the text, seat or -1, cards in it, value)] of the game's log, oldest first.

    The turns of `viewer` (a seat or None) are left out: they are known. short: a turn that is over
    is two lines. you: the seat that is called You, or None.
    """
    log = game.log
    out: list[tuple] = []
    start = 0
    while start < len(log):
        kind, seat, detail = log[start], log[start + 1], log[start + 2]
        start += 3
        if kind in (eight.DREW, eight.PICKED):
            while start < len(log) and log[start] == eight.SHUFFLED:
                start += 3
            dropped = start < len(log) and log[start] == eight.DISCARDED
            if seat != viewer:
                _turn(out, kind, seat, detail, log[start + 2] if dropped else None, short)
            if dropped:
                start += 3
        elif kind == eight.WON:
            out.append(
                (texts.EIGHT_YOU_WON if seat == you else texts.EIGHT_WINS, seat, b"", detail)
            )
        elif kind == eight.NOBODY:
            out.append((texts.EIGHT_NOBODY, -1, b"", detail))
        elif kind == eight.REVERSED:
            out.append((texts.EIGHT_NEW_HAND, detail, b"", 0))
        elif kind == eight.SHUFFLED:
            out.append((texts.EIGHT_SHUFFLED, -1, b"", 0))
    return out


def _turn(out, kind, seat, card, dropped, short):
    """Add a turn's line, or its two."""
    took = b"" if kind == eight.DREW else bytes((card,))
    said = _TURNS[kind == eight.PICKED]
    if dropped is None:
        out.append((said[0], seat, took, 0))
    elif short:
        out.append((said[0], seat, took, 0))
        out.append((texts.EIGHT_DROPPED, seat, bytes((dropped,)), 0))
    else:
        out.append((said[1], seat, took + bytes((dropped,)), 0))


class Page:
    """Lines of text with small cards in them, on paper that lies there; `.group`.

    minis: cards.Minis. x, y: the first line's place. w: a line's pixels. many: how many lines, each
    `step` pixels high. message: what is told there in place of the story, or "".
    """

    def __init__(
        self, app: "App", minis: "Minis", x: int, y: int, w: int, many: int, step: int
    ) -> None:
        self.app = app
        self.font = app.art.letters
        self.minis = minis
        self.x = x
        self.w = w
        self.many = many
        self.step = step
        self.message = ""
        self.group = displayio.Group()
        self.bitmap = displayio.Bitmap(w, many * step, 2)
        self.grid = displayio.TileGrid(
            self.bitmap, pixel_shader=strip.ink(app.art, strip.PAPER), x=x, y=y
        )
        self.group.append(self.grid)
        self.texts = [""] * many  # as they are on show
        self.pairs: list[Any] = []  # of each line: the two cards that may stand in it
        for i in range(many):
            for _ in range(2):
                mini = minis.row(1, 0, y + i * step + (step - minis.h) // 2)
                mini.hidden = True
                self.pairs.append(mini)
                self.group.append(mini)
        self.blank = " "
        while self.font.measure(self.blank) < minis.w:
            self.blank += " "
        self.blank_wide = self.font.measure(self.blank)

    def show(self, short: bool = False, back: int = 0) -> int:
        """Show what happened last; back: so many lines before that; short: a turn is two lines.
        Returns how many there are before these."""
        sitting = self.app.sitting
        told = lines(sitting.game, sitting.viewer, short, sitting.you)
        end = max(min(self.many, len(told)), len(told) - back)
        first = max(0, end - self.many)
        self._ink(strip.PAPER)
        for i in range(self.many):
            if first + i < end:
                entry = told[first + i]
                if not i and entry[0] == texts.EIGHT_DROPPED:  # the line with the name is above
                    entry = (texts.EIGHT_DROPS,) + entry[1:]
                self._told(i, entry)
            else:
                self._line(i, "", b"")
        if not told:
            taken = sitting.game.taken != NONE
            self.tell(say(texts.EIGHT_MUST_DROP if taken else texts.EIGHT_FIRST))
        elif short and not told[end - 1][2]:
            self._alone(told[end - 1])
        self.message = ""
        return first

    def _alone(self, entry):
        """Show a line of the story without cards on the whole of a narrow page, if it needs it."""
        number, seat, _codes, value = entry
        name = self.app.sitting.people[seat][1] if seat >= 0 else ""
        text = say(number, name, value)
        if self.font.measure(text) > self.w:
            self.tell(say(number, self.font.cut(name, self.w // 2), value))

    def _told(self, i, entry):
        """Show a line of the story; its name is cut where the line is too short."""
        number, seat, codes, value = entry
        values = [_MARK] * len(codes) if codes else [value]
        bare = say(number, "", *values).split(_MARK)
        room = self.w - self.font.measure(self.blank.join(bare))
        name = self.font.cut(self.app.sitting.people[seat][1], room) if seat >= 0 else ""
        self._line(i, say(number, name, *values), codes)

    def tell(self, text: str, bad: bool = False, stays: bool = False) -> bool:
        """Show sentences until the story is shown again; stays: they are the story. Returns False,
        and shows nothing, when there is too little room for them."""
        said = wrap(text, self.w, self.font)
        if len(said) > self.many:
            return False
        self._ink(strip.BAD if bad else strip.PAPER)
        above = (self.many - len(said)) // 2
        for i in range(self.many):
            line = said[i - above] if above <= i < above + len(said) else ""
            self._line(i, line, b"", (self.w - self.font.measure(line)) // 2)
        self.message = "" if stays else text
        return True

    def _ink(self, which):
        ink = strip.ink(self.app.art, which)
        if self.grid.pixel_shader is not ink:
            self.grid.pixel_shader = ink

    def _line(self, i, text, codes, left=0):
        """Show a line `left` pixels further to the right, its cards in the places marked."""
        parts = text.split(_MARK)
        text = self.blank.join(parts)
        if self.texts[i] != text:
            self.texts[i] = text
            top = i * self.step
            bitmaptools.fill_region(self.bitmap, 0, top, self.w, top + self.step, 0)
            top += (self.step - self.font.high + 1) // 2
            self.font.write(self.bitmap, left, top, text)
        x = self.x
        for k in range(2):
            mini = self.pairs[2 * i + k]
            if k < len(codes):
                x += self.font.measure(parts[k])
                if mini.x != x:
                    mini.x = x
                self.minis.put(mini, 0, codes[k])
                x += self.blank_wide
            if mini.hidden != (k >= len(codes)):
                mini.hidden = k >= len(codes)

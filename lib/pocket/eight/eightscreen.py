"""The play screen of 8 Round Rummy: goal, points, both piles, a page of news, the hand of seven.

It runs one part at a time: a person's turn (eightturn), a computer's turn (eightwatch), or news
that wait for a key (eightnews). A part has `key`, `tick` and `close` like a screen, and `worked`
where it gives the screen work.

Keeps: CARDS
"""

import bitmaptools
import displayio
from pocket.app import draw, flow, input, memory
from pocket.eight import cards
from pocket.games import seatcounts
from pocket.made import texts
from pocket.ui import strip
from pocket.ui.tablescreen import TableScreen
from pocket.ui.words import say

from rules.eight import cards as eight_cards
from rules.eight import game as eight
from rules.eight.cards import HAND, NONE
from rules.eight.outlook import Outlook

if False:  # for type checkers
    from typing import Any

    from pocket.eight.app import App
    from pocket.eight.cards import Minis
    from pocket.ui.ground import Ground

    from rules.eight.game import EightGame

    Codes = bytes | bytearray


# -- what happened ---------------------------------------------------------------------------------

_MARK = "\x1c"  # stands for a card in a line; no text contains it

# The text of a turn, by [the card drawn was seen][the discard is known].
_TURNS = (
    (texts.EIGHT_DREW, texts.EIGHT_DREW_DROPPED),
    (texts.EIGHT_TOOK, texts.EIGHT_TOOK_DROPPED),
)


def lines(
    game: "EightGame", viewer: int | None, short: bool = False, you: int | None = None
) -> list[tuple]:
    """Return the game's log as a list of (number of the text, seat or -1, cards, value), in order.

    viewer: the seat whose turns are left out, or None. short: put a complete turn on two lines.
    you: the seat that is called You, or None.
    """
    log = game.log
    out: list[tuple] = []
    place = 0
    while place < len(log):
        kind, seat, detail = log[place], log[place + 1], log[place + 2]
        place += 3
        if kind in (eight.DREW, eight.PICKED):
            while place < len(log) and log[place] == eight.SHUFFLED:
                place += 3
            discards = place < len(log) and log[place] == eight.DISCARDED
            if seat != viewer:
                _turn(out, kind, seat, detail, log[place + 2] if discards else None, short)
            if discards:
                place += 3
        elif kind == eight.WON:
            out.append(
                (texts.EIGHT_YOU_WON if seat == you else texts.EIGHT_WINS, seat, b"", detail)
            )
        elif kind == eight.NO_WINNER:
            out.append((texts.EIGHT_NOBODY, -1, b"", detail))
        elif kind == eight.REVERSED:
            out.append((texts.EIGHT_NEW_HAND, detail, b"", 0))
        elif kind == eight.SHUFFLED:
            out.append((texts.EIGHT_SHUFFLED, -1, b"", 0))
    return out


def _turn(out, kind, seat, card, dropped, short):
    """Add a turn's line, or its two."""
    took = b"" if kind == eight.DREW else bytes((card,))
    numbers = _TURNS[kind == eight.PICKED]
    if dropped is None:
        out.append((numbers[0], seat, took, 0))
    elif short:
        out.append((numbers[0], seat, took, 0))
        out.append((texts.EIGHT_DROPPED, seat, bytes((dropped,)), 0))
    else:
        out.append((numbers[1], seat, took + bytes((dropped,)), 0))


class Page:
    """Show lines of text with small cards in them, in `group`.

    x, y: the pixel where the first line begins. w: pixels of a line. rows: the number of lines,
    each `step` pixels high. message: the text shown instead of the story, or "".
    """

    def __init__(
        self, app: "App", minis: "Minis", x: int, y: int, w: int, rows: int, step: int
    ) -> None:
        self.app = app
        self.font = app.art.letters
        self.minis = minis
        self.x = x
        self.w = w
        self.rows = rows
        self.step = step
        self.message = ""
        self.group = displayio.Group()
        self.bitmap = displayio.Bitmap(w, rows * step, 2)
        self.grid = displayio.TileGrid(
            self.bitmap, pixel_shader=strip.ink(app.art, strip.PAPER), x=x, y=y
        )
        self.group.append(self.grid)
        self.texts = [""] * rows  # the lines on show
        self.pairs: list[Any] = []  # two cards for each line
        for i in range(rows):
            for _ in range(2):
                mini = minis.row(1, 0, y + i * step + (step - minis.h) // 2)
                mini.hidden = True
                self.pairs.append(mini)
                self.group.append(mini)
        self.blank = " "
        while self.font.measure(self.blank) < minis.w:
            self.blank += " "
        self.blank_wide = self.font.measure(self.blank)

    def show(self, short: bool = False) -> None:
        """Show the end of the story. short: a turn is two lines."""
        session = self.app.session
        entries = lines(session.game, session.viewer, short, session.you)
        shown = entries[-self.rows :]
        self._ink(strip.PAPER)
        for i in range(self.rows):
            if i < len(shown):
                entry = shown[i]
                if not i and entry[0] == texts.EIGHT_DROPPED:  # the line with the name is above
                    entry = (texts.EIGHT_DROPS,) + entry[1:]
                self._entry(i, entry)
            else:
                self._line(i, "", b"")
        self.is_empty = not shown
        if self.is_empty:
            taken = session.game.taken != NONE
            self.tell(say(texts.EIGHT_MUST_DROP if taken else texts.EIGHT_FIRST))
        elif short and not shown[-1][2]:
            self._alone(shown[-1])
        self.message = ""

    def _alone(self, entry):
        """Show a line of the story without cards on the whole of a narrow page, if it needs it."""
        number, seat, _codes, value = entry
        name = self.app.session.people[seat][1] if seat >= 0 else ""
        if self.font.measure(say(number, name, value)) > self.w:
            self.tell(say(number, self.font.cut(name, self.w // 2), value))

    def _entry(self, i, entry):
        """Show a line of the story; its name is cut where the line is too short."""
        number, seat, codes, value = entry
        values = [_MARK] * len(codes) if codes else [value]
        bare = say(number, "", *values).split(_MARK)
        room = self.w - self.font.measure(self.blank.join(bare))
        name = self.font.cut(self.app.session.people[seat][1], room) if seat >= 0 else ""
        self._line(i, say(number, name, *values), codes)

    def tell(self, text: str, bad: bool = False, stays: bool = False) -> bool:
        """Show sentences until the story is shown again; stays: they replace the story. Returns
        False, and shows nothing, when they need more lines than there are."""
        wrapped = draw.wrap(text, self.w, self.font)
        if len(wrapped) > self.rows:
            return False
        self._ink(strip.BAD if bad else strip.PAPER)
        above = (self.rows - len(wrapped)) // 2
        for i in range(self.rows):
            line = wrapped[i - above] if above <= i < above + len(wrapped) else ""
            self._line(i, line, b"", (self.w - self.font.measure(line)) // 2)
        self.message = "" if stays else text
        return True

    def _ink(self, which):
        ink = strip.ink(self.app.art, which)
        if self.grid.pixel_shader is not ink:
            self.grid.pixel_shader = ink

    def _line(self, i, text, codes, left=0):
        """Show line i, indented by `left` pixels, with its cards at the marks."""
        parts = text.split(_MARK)
        text = self.blank.join(parts)
        if self.texts[i] != text:
            self.texts[i] = text
            top = i * self.step
            bitmaptools.fill_region(self.bitmap, 0, top, self.w, top + self.step, 0)
            top += (self.step - self.font.height + 1) // 2
            self.font.write(self.bitmap, left, top, text)
        x = self.x
        for k in range(2):
            mini = self.pairs[2 * i + k]
            if k < len(codes):
                x += self.font.measure(parts[k])
                mini.x = x
                self.minis.put(mini, 0, codes[k])
                x += self.blank_wide
            if mini.hidden != (k >= len(codes)):
                mini.hidden = k >= len(codes)


# -- the table -------------------------------------------------------------------------------------


class CardTable:
    """Show the card table, in `group`. Raises AssetError. Others set all of it (cardlayout)."""

    arrow: "displayio.TileGrid | None"
    captions: "strip.Strip | None"
    count: strip.Strip
    frame: draw.Cursor
    goal: displayio.TileGrid
    ground: "Ground"
    group: displayio.Group
    hand: cards.Cards
    keys_line: strip.Strip
    low: int  # rows of pixels between which a panel may lie: from `top` on
    middle: displayio.Group
    minis: cards.Minis
    page: "Page"
    paper: list[int]
    piles: cards.Cards
    seats: list[strip.Strip]
    top: int
    under: cards.Cards
    w: int  # of its text, which begins at `x`
    words: strip.Strip
    x: int

    def __init__(self, app: "App") -> None:
        from pocket.eight import cardlayout

        self.app = app
        self.font = app.art.letters
        self.round = 0  # the round of the goal on show
        self.captioned = -1  # the place of the caption on show
        self.title: displayio.TileGrid = None
        # a flag for each card of the hand and for the one just taken: the round needs it
        self.serves: Codes = bytes(HAND + 1)
        self.helps = False  # the top discard may be taken now and is worth it
        cardlayout.make(self)

    def add_page(self, *place: int) -> None:
        """Make the page; place: as Page takes it."""
        self.page = Page(self.app, self.minis, *place)

    def lay_page(self) -> None:
        """Draw the page's paper on the ground."""
        left, first, last = self.paper
        self.ground.cloth(self.top // self.ground.unit, first)
        self.ground.cloth(first, last)
        self.ground.paper(first, last, left)

    # -- showing; only what differs is painted

    def show_goal(self) -> None:
        """Show the number of the round and its goal."""
        game = self.app.session.game
        if self.round == game.round:
            return
        self.round = game.round
        if self.title is not None:
            self.group.remove(self.title)
        from pocket.ui import ground

        art = self.app.art
        bitmap = ground.heading_bitmap(art.head, say(texts.VALUES_ROUND, game.round))
        self.title = displayio.TileGrid(
            bitmap,
            pixel_shader=strip.ink(art, strip.HEAD),
            x=self.x,
            y=max(0, (3 * self.x - bitmap.height) // 2),
        )
        self.group.append(self.title)
        self.minis.goal(self.goal, game.round)
        self.words.say(say(texts.EIGHT_GOAL1 - 1 + game.round))

    def show_seats(self, actor: int) -> None:
        """Show every player's points, the seat that plays and the direction of play."""
        app = self.app
        game = app.session.game
        for seat in range(game.seats):
            name = app.session.people[seat][1]
            ink = strip.QUESTION_INK if seat == actor else strip.CLOTH
            self.seats[seat].say(name, ink, str(game.totals[seat]))
        if self.arrow is not None:
            self.arrow.flip_y = game.direction < 0

    def show_piles(self) -> None:
        """Show both piles, and the card just taken if the viewer may see it."""
        session = self.app.session
        game = session.game
        count = len(game.pile)
        self.under.set(0, cards.BACK if count > 1 else NONE)
        self.piles.set(cards.PILE, cards.BACK if count else NONE)
        self.count.say(str(count))
        top = game.discards[-1] if game.discards else NONE
        self.piles.set(cards.TOP, top, cards.GOOD if self.helps else cards.PLAIN)
        new = game.taken if game.seat == session.viewer else NONE
        serves = new != NONE and self.serves[HAND]
        self.piles.set(cards.NEW, new, cards.GOOD if serves else cards.PLAIN)

    def show_discarded(self, place: int, code: int) -> None:
        """Show the card at a place of the hand (HAND: the one just taken) on the discard pile."""
        if place == HAND:
            self.piles.set(cards.NEW, NONE)
        else:
            self.hand.set(place, NONE)
        self.piles.set(cards.TOP, code)
        if self.page.is_empty:
            self.page.tell("")  # nothing is left to discard

    def caption(self, place: int) -> None:
        """Write the caption of a place below the piles; -1: none."""
        if self.captions is None or place == self.captioned:
            return
        self.captioned = place
        bitmap = self.captions.bitmap
        bitmaptools.fill_region(bitmap, 0, 0, bitmap.width, bitmap.height, 0)
        if place >= 0:
            step = self.piles.step
            text = self.font.cut(say(cards.CAPTIONS[place]), bitmap.width)
            width = self.font.measure(text)
            x = place * step + (step - width) // 2
            self.font.write(bitmap, max(0, min(x, bitmap.width - width)), 0, text)

    def show_hand(self, codes: "Codes", serves: "Codes", asked: int = -1) -> None:
        """Show seven cards, or backs for b"". serves: a flag for each card. asked: the index of
        the card that a question is about."""
        self.serves = serves
        for i in range(HAND):
            body = cards.GOOD if serves[i] else cards.PLAIN
            if i == asked:
                body = cards.PICKED
            self.hand.set(i, codes[i] if codes else cards.BACK, body if codes else cards.PLAIN)

    def own_hand(self, asked: int = -1) -> None:
        """Show the viewer's hand, the cards to keep in green; without a viewer show backs. Sets
        `helps`, too."""
        app = self.app
        session = app.session
        codes = b"" if session.viewer is None else bytes(session.game.hands[session.viewer])
        serves: Codes = bytes(HAND + 1)
        self.helps = False
        if codes:
            outlook = Outlook(session.game.view(session.viewer))
            serves = outlook.keep_flags(codes)
            self.helps = session.game.seat == session.viewer and outlook.top_discard_helps()
        self.show_hand(codes, serves, asked)

    def keys(self, text: str, done: bool = False) -> None:
        """Write what the keys do into the line of keys; done: it names what a key has done."""
        self.keys_line.say(text, strip.MESSAGE_INK if done else strip.WOOD)

    def show_story(self) -> None:
        """Show the end of the story, in a lesson its task."""
        session = self.app.session
        if session.lesson:
            self.page.tell(session.game.hint, False, True)
        else:
            self.page.show(self.paper[0] > 0)


# -- the screen ------------------------------------------------------------------------------------


class Screen(TableScreen):
    """The play screen of 8 Round Rummy. table: the CardTable."""

    app: "App"
    name = "eight.eightscreen"
    long_keys = (input.START, input.SELECT)
    slice_ms = 20

    def __init__(self, app: "App") -> None:
        self.app = app
        self.table = CardTable(app)
        self.group = self.table.group
        self.turn()

    # -- the parts

    def turn(self) -> None:
        """Begin or resume the turn of the game's seat (flow calls it)."""
        app = self.app
        session = app.session
        game = session.game
        self.close()
        self.actor = game.seat
        self.arrange()
        if session.people[game.seat][0]:
            memory.keep_only(app, "eight.eightwatch")
            from pocket.eight.eightwatch import Watch as Part
        else:
            memory.keep_only(app, "eight.eightturn")
            from pocket.eight.eightturn import Turn as Part  # type: ignore[assignment]
        self.show()
        self.part = Part(self)
        if app.notice:
            self.tell(flow.notice(app))

    def close(self) -> None:
        """End the running part and its work."""
        TableScreen.close(self)
        self.part = None
        self.work(None)

    def discard(self, code: int) -> tuple | None:
        """Discard for the seat whose turn it is, person or computer. Returns None, or why not:
        (clause, why)."""
        app = self.app
        game = app.session.game
        seat = game.seat
        rest = bytearray(game.hands[seat])
        place = rest.find(bytes((code,)))
        rest[place : place + 1] = b""
        round_ = game.round
        refusal = flow.apply_move(app, ("discard", code))
        if refusal is None:
            seatcounts.played(app.session, seat)
            if game.round != round_ or game.phase == eight.OVER:
                seatcounts.next_goal(app.session)
            # all of a winning hand serves, and no other is shown
            self.news = (game.events, round_, eight_cards.arrange(round_, rest, b"\1" * HAND))
        return refusal

    def onward(self) -> None:
        """Go on after a turn was shown: to news that the player must see, or to the next turn."""
        app = self.app
        for word, seat, detail in self.news[0]:
            concerned = app.session.viewer is not None and app.session.viewer in (seat, detail)
            if word in ("win", "nobody") or word == "reverse" and concerned:
                flow.save(app)
                self.close()
                memory.keep_only(app, "eight.eightnews")
                from pocket.eight.eightnews import News

                self.part = News(self, *self.news)
                return
        flow.next(app)

    def key(self, button: int, kind: int) -> None:
        strip.clear_box(self)
        TableScreen.key(self, button, kind)

    # -- the table

    def show(self) -> None:
        """Show the whole table; only what differs is painted."""
        table = self.table
        table.own_hand()
        table.show_goal()
        table.show_seats(self.actor)
        table.show_piles()
        table.show_story()

    def arrange(self) -> None:
        """Sort the viewer's seven cards; a card just taken stays apart."""
        app = self.app
        session = app.session
        if session.viewer is None:
            return
        hand = session.game.hands[session.viewer]
        if app.settings.by_shape:
            codes = sorted(hand[:HAND], key=eight_cards.by_shape)
            hand[:HAND] = bytearray(codes)
        else:
            game = session.game
            kept = Outlook(game.view(session.viewer)).keep_flags(hand)
            hand[:HAND] = eight_cards.arrange(game.round, hand[:HAND], kept)

    def sort(self) -> None:
        """Sort the hand the other way."""
        app = self.app
        app.settings.by_shape = not app.settings.by_shape
        self.arrange()
        self.table.own_hand()
        app.sound.play("move")
        way = texts.EIGHT_BY_SHAPE if app.settings.by_shape else texts.EIGHT_BY_GOAL
        self.table.keys(say(way), True)

    def tell(self, text: str, bad: bool = False) -> None:
        """Show sentences until the next key: on the page, or in a box where that is too small."""
        app = self.app
        if self.table.page.tell(text, bad):
            if bad:
                app.sound.play("bad")
            return
        lines = draw.wrap(text, app.w - 24, app.art.letters)
        strip.show_box(self, lines, self.table.low, strip.BAD if bad else strip.PAPER)

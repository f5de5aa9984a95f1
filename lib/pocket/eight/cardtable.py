"""The table of 8 Round Rummy on show: the round's goal, who has how many points, both piles, a page
that says what happened, the hand of seven.
"""

import bitmaptools
import displayio
from pocket.eight import cards
from pocket.made import texts
from pocket.ui import strip
from pocket.ui.words import say

from rules.eight.cards import HAND, NONE
from rules.eight.outlook import Outlook

if False:  # for type checkers
    from pocket.eight.app import App
    from pocket.eight.story import Page
    from pocket.ui.ground import Ground

    Codes = bytes | bytearray

CAPTIONS = (texts.EIGHT_PILE, texts.EIGHT_OPEN, texts.EIGHT_NEW)


class CardTable:
    """`.group` goes into the screen's group. hand, piles: cards.Cards. page: story.Page. frame: the
    cursor. serves: which cards of the hand on show, and the one just taken, to keep (rules.eight.
    outlook). helps: the top discard, which may be taken now, is worth it. top, low: the pixels
    between which a panel may lie. x, w: a text's place there. All of it is made by
    pocket.eight.cardlayout. Raises AssetError. Others set all of it (cardlayout).
    """

    arrow: "displayio.TileGrid | None"
    captions: "strip.Strip | None"
    count: strip.Strip
    frame: cards.Frame
    goal: displayio.TileGrid
    ground: "Ground"
    group: displayio.Group
    hand: cards.Cards
    keys_line: strip.Strip
    low: int
    middle: displayio.Group
    minis: cards.Minis
    page: "Page"
    paper: list[int]
    piles: cards.Cards
    seats: list[strip.Strip]
    top: int
    under: cards.Cards
    w: int
    words: strip.Strip
    x: int

    def __init__(self, app: "App") -> None:
        from pocket.eight import cardlayout

        self.app = app
        self.font = app.art.letters
        self.round = 0  # whose goal is on show
        self.captioned = -1  # the place whose caption is on show
        self.title: displayio.TileGrid = None
        self.serves: Codes = bytes(HAND + 1)
        self.helps = False
        cardlayout.make(self)

    def lay_page(self) -> None:
        """Lay the page's paper, on which the lines lie, and nothing else."""
        left, first, last = self.paper
        self.ground.cloth(self.top // self.ground.unit, first)
        self.ground.cloth(first, last)
        self.ground.paper(first, last, left)

    # -- showing; only what differs is painted

    def show_goal(self) -> None:
        """The round that is played, and its goal."""
        game = self.app.sitting.game
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
        """Everybody's points, who plays, and where play goes on."""
        app = self.app
        game = app.sitting.game
        for seat in range(game.seats):
            name = app.sitting.people[seat][1]
            ink = strip.ASKED if seat == actor else strip.CLOTH
            self.seats[seat].say(name, ink, str(game.totals[seat]))
        if self.arrow is not None and self.arrow.flip_y != (game.direction < 0):
            self.arrow.flip_y = game.direction < 0

    def show_piles(self) -> None:
        """Both piles, and the card just taken if it may be seen."""
        sitting = self.app.sitting
        game = sitting.game
        many = len(game.pile)
        if many > 1:
            self.under.set(0, cards.BACK)
        else:
            self.under.blank(0)
        if many:
            self.piles.set(cards.PILE, cards.BACK)
        else:
            self.piles.blank(cards.PILE)
        self.count.say(str(many))
        if game.discards:
            self.piles.set(cards.TOP, game.discards[-1], cards.GOOD if self.helps else cards.PLAIN)
        else:
            self.piles.blank(cards.TOP)
        seen = game.taken != NONE and game.seat == sitting.viewer
        if seen:
            self.piles.set(cards.NEW, game.taken, cards.GOOD if self.serves[HAND] else cards.PLAIN)
        else:
            self.piles.blank(cards.NEW)

    def show_discarded(self, place: int, code: int) -> None:
        """Show the card at a place of the hand (HAND: the one just taken) on the discard pile."""
        if place == HAND:
            self.piles.blank(cards.NEW)
        else:
            self.hand.blank(place)
        self.piles.set(cards.TOP, code)

    def caption(self, place: int) -> None:
        """Write below the piles what lies at a place; -1: nothing."""
        if self.captions is None or place == self.captioned:
            return
        self.captioned = place
        bitmap = self.captions.bitmap
        bitmaptools.fill_region(bitmap, 0, 0, bitmap.width, bitmap.height, 0)
        if place >= 0:
            step = self.piles.step
            text = self.font.cut(say(CAPTIONS[place]), bitmap.width)
            wide = self.font.measure(text)
            x = place * step + (step - wide) // 2
            self.font.write(bitmap, max(0, min(x, bitmap.width - wide)), 0, text)

    def show_hand(self, codes: "Codes", serves: "Codes", asked: int = -1) -> None:
        """Seven cards, or backs for b"". serves: a flag a card. asked: the one a question is
        about."""
        self.serves = serves
        for i in range(HAND):
            if not codes:
                self.hand.set(i, cards.BACK)
            else:
                body = cards.GOOD if serves[i] else cards.PLAIN
                self.hand.set(i, codes[i], cards.PICKED if i == asked else body)

    def own_hand(self, asked: int = -1) -> None:
        """The hand of the seat that looks on, its cards to keep in green; backs if there is none.
        Finds out whether the top discard helps, too: for `show_piles`."""
        app = self.app
        sitting = app.sitting
        codes = b"" if sitting.viewer is None else bytes(sitting.game.hands[sitting.viewer])
        serves: Codes = bytes(HAND + 1)
        self.helps = False
        if codes:
            outlook = Outlook(sitting.game.view(sitting.viewer))
            serves = outlook.kept(codes)
            self.helps = sitting.game.seat == sitting.viewer and outlook.helps()
        self.show_hand(codes, serves, asked)

    def keys(self, text: str, told: bool = False) -> None:
        """The line that says what the keys do, or, told, what a key has done."""
        self.keys_line.say(text, strip.TOLD if told else strip.WOOD)

    def show_story(self, back: int = 0) -> int:
        """What happened last, in a lesson what is to be done; back: so many lines before that.
        Returns how many there are before these."""
        sitting = self.app.sitting
        if sitting.lesson:
            self.page.tell(sitting.game.hint, False, True)
            return 0
        return self.page.show(self.paper[0] > 0, back)

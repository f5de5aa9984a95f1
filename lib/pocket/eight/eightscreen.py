"""The play screen of 8 Round Rummy: goal, points, both piles, a page of news, the hand of seven.

It runs one part at a time: a person's turn (eightturn), a computer's turn (eightwatch), or news
that wait for a key (eightnews). A part has `key`, `tick` and `close` like a screen, and `worked`
where it gives the screen work.

Keeps: CARDS
"""

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
    from pocket.eight.app import App

    from rules.eight.game import EightGame

    Codes = bytes | bytearray


# The text of a turn whose card is discarded, by that of the turn before.
_DISCARDED = {
    texts.EIGHT_DREW: texts.EIGHT_DREW_DROPPED,
    texts.EIGHT_TOOK: texts.EIGHT_TOOK_DROPPED,
}


def story(
    game: "EightGame", viewer: int | None = None, you: int | None = None
) -> list[tuple[int, int, tuple]]:
    """Return (text id, seat or -1, values) for each turn and event of the game's log.

    viewer: the seat whose turns are left out. you: the seat that is called You.
    """
    log = game.log
    entries: list[tuple[int, int, tuple]] = []
    turn = -1  # the index of the entry whose discard is still to come
    for place in range(0, len(log), 3):
        kind, seat, detail = log[place : place + 3]
        if kind in (eight.DREW, eight.PICKED, eight.DISCARDED) and seat == viewer:
            continue
        if kind == eight.DREW:
            turn = len(entries)
            entries.append((texts.EIGHT_DREW, seat, ()))
        elif kind == eight.PICKED:
            turn = len(entries)
            entries.append((texts.EIGHT_TOOK, seat, (cards.card_text(detail),)))
        elif kind == eight.DISCARDED and turn >= 0:  # the log may have lost the entry before
            text_id, _, values = entries[turn]
            values += (cards.card_text(detail),)
            entries[turn] = (_DISCARDED[text_id], seat, values)
            turn = -1
        elif kind == eight.WON:
            text_id = texts.EIGHT_YOU_WON if seat == you else texts.EIGHT_WINS
            entries.append((text_id, seat, (detail,)))
        elif kind == eight.NO_WINNER:
            entries.append((texts.EIGHT_NOBODY, -1, (detail,)))
        elif kind == eight.REVERSED:
            entries.append((texts.EIGHT_NEW_HAND, detail, ()))
        elif kind == eight.SHUFFLED:
            entries.append((texts.EIGHT_SHUFFLED, -1, ()))
    return entries


# -- the table -------------------------------------------------------------------------------------


class CardTable:
    """Show the card table, in `group`. Raises AssetError. Others set all of it (cardlayout).

    page: the lines on its paper, which show the end of the story, or `message`, sentences in place
    of that.
    """

    count: strip.Strip
    foot: int  # the upper pixel of the wood
    frame: draw.Cursor
    goal: cards.Goal
    ground: displayio.TileGrid
    group: displayio.Group
    hand: cards.Cards
    keys_line: strip.Strip
    low: int  # the lower edge of a box, in pixels
    page: list[strip.Strip]
    paper: list[int]
    piles: cards.Cards
    seats: list[strip.Strip]
    top: int
    under: cards.Cards
    w: int  # width of its text, which begins at `x`
    words: strip.Strip
    x: int

    def __init__(self, app: "App") -> None:
        from pocket.eight import cardlayout

        self.app = app
        self.font = app.art.letters
        self.round = 0  # the round of the goal on show
        self.title: displayio.TileGrid = None
        # A flag for each card of the hand and for the one just taken: the round needs it.
        self.serves: Codes = bytes(HAND + 1)
        self.helps = False  # the top discard may be taken now and helps
        self.message = ""
        self.has_story = False  # the story has begun
        cardlayout.make(self)

    # -- showing; only what differs is painted

    def show_goal(self) -> None:
        """Show the number of the round and its goal."""
        game = self.app.session.game
        if self.round == game.round:
            return
        self.round = game.round
        self.show_title(say(texts.VALUES_ROUND, game.round))
        self.goal.show(game.round)
        self.goal.grid.hidden = False

    def show_title(self, text: str) -> bool:
        """Show a heading at the top. Returns False, and keeps the last one, where it is too
        wide."""
        from pocket.ui import ground

        art = self.app.art
        bitmap = ground.heading_bitmap(art, text)
        if bitmap.width > self.w:
            return False
        if self.title is not None:
            self.group.remove(self.title)
        self.title = displayio.TileGrid(
            bitmap,
            pixel_shader=strip.ink(art, strip.HEAD),
            x=self.x,
            y=max(0, (3 * self.x - bitmap.height) // 2),
        )
        self.group.append(self.title)
        return True

    def show_seats(self, actor: int) -> None:
        """Show every player's points, the seat that plays and, there, the direction of play."""
        app = self.app
        game = app.session.game
        for seat in range(game.seats):
            name = app.session.people[seat][1]
            points = str(game.totals[seat])
            ink = strip.CLOTH
            if seat == actor:
                ink = strip.QUESTION_INK
                if game.seats > 2:
                    points = (draw.DOWN if game.direction > 0 else draw.UP) + " " + points
            self.seats[seat].say(name, ink, points)

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
        self.show_taken(game.taken if game.seat == session.viewer else NONE)

    def show_taken(self, code: int) -> None:
        """Show the card just taken, or none, and over it, beside the goal in words, whose it is."""
        serves = code != NONE and self.serves[HAND]
        self.piles.set(cards.NEW, code, cards.GOOD if serves else cards.PLAIN)
        goal = say(texts.EIGHT_GOAL1 - 1 + self.round)
        tail = say(texts.EIGHT_YOURS) if code != NONE else ""
        fits = self.font.measure(goal + "  " + tail) <= self.w
        self.words.say(goal, None, tail if fits else "")

    def show_discarded(self, place: int, code: int) -> None:
        """Show the card at a place of the hand (HAND: the one just taken) on the discard pile."""
        if place == HAND:
            self.show_taken(NONE)
        else:
            self.hand.set(place, NONE)
        self.piles.set(cards.TOP, code)
        if not self.has_story:
            self.tell("")  # nothing is left to discard

    def show_hand(self, codes: "Codes", serves: "Codes") -> None:
        """Show seven cards, or backs for b"". serves: a flag for each card."""
        self.serves = serves
        for i in range(HAND):
            body = cards.GOOD if serves[i] else cards.PLAIN
            self.hand.set(i, codes[i] if codes else cards.BACK, body)

    def own_hand(self) -> None:
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
        self.show_hand(codes, serves)

    def keys(self, text: str, done: bool = False) -> None:
        """Write what the keys do into the line of keys; done: it names what a key has done."""
        self.keys_line.say(text, strip.MESSAGE_INK if done else strip.WOOD)

    def show_story(self) -> None:
        """Show the end of the story; before it begins, what to do; in a lesson its task."""
        session = self.app.session
        rows = len(self.page)
        shown: list[str] = []
        for text_id, seat, values in reversed(story(session.game, session.viewer, session.you)):
            name = session.people[seat][1] if seat >= 0 else ""
            wrapped = self._wrap(say(text_id, name, *values))
            while len(wrapped) > rows and len(name) > 1:  # cut the name until they fit the page
                name = name[:-1]
                wrapped = self._wrap(say(text_id, name, *values))
            wrapped = wrapped[-rows:]
            if len(shown) + len(wrapped) > rows:
                break
            shown = wrapped + shown
        self.has_story = bool(shown)
        if session.lesson:
            self.tell(session.game.hint)
        elif shown:
            self.tell("\n".join(shown))
        else:
            taken = session.game.taken != NONE
            self.tell(say(texts.EIGHT_MUST_DROP if taken else texts.EIGHT_FIRST))
        self.message = ""  # nothing here that a key must remove

    def _wrap(self, text):
        return draw.wrap(text, self.page[0].w, self.font)

    def tell(self, text: str, bad: bool = False) -> bool:
        """Show sentences on the page until the story is shown again. Returns False, and shows
        nothing, when they need more lines than there are."""
        wrapped = self._wrap(text)
        above = (len(self.page) - len(wrapped)) // 2
        if above < 0:
            return False
        for i in range(len(self.page)):
            text_here = wrapped[i - above] if above <= i < above + len(wrapped) else ""
            self.page[i].say(text_here, strip.BAD if bad else strip.PAPER)
        self.message = text
        return True


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
            self.tell(app.take_notice())

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

    def continue_game(self) -> None:
        """Go on from a finished turn: to news that a player must see, or to the next turn."""
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
        flow.advance(app)

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
        """Show sentences until the next key: on the page, or in a box if the page is too small."""
        app = self.app
        if self.table.tell(text, bad):
            if bad:
                app.sound.play("bad")
            return
        lines = draw.wrap(text, app.w - 24, app.art.letters)
        strip.show_box(self, lines, self.table.low, strip.BAD if bad else strip.PAPER)

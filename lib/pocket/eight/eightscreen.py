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

    Codes = bytes | bytearray


# The text of an entry of the game's log; of a turn, before its card is discarded and after.
_TOLD = {
    eight.DREW: texts.EIGHT_DREW,
    eight.PICKED: texts.EIGHT_TOOK,
    eight.WON: texts.EIGHT_WINS,
    eight.NO_WINNER: texts.EIGHT_NOBODY,
    eight.REVERSED: texts.EIGHT_NEW_HAND,
    eight.SHUFFLED: texts.EIGHT_SHUFFLED,
}
_DISCARDED = {
    texts.EIGHT_DREW: texts.EIGHT_DREW_DROPPED,
    texts.EIGHT_TOOK: texts.EIGHT_TOOK_DROPPED,
}


class Screen(TableScreen):
    """Show the card table and run what goes on there.

    page: the lines on its paper, which show the end of the story, or `message`, sentences in place
    of that. x, w: left edge and width of the text, in pixels. low: the lower edge of a box. serves:
    a flag for each card of the hand and for the one just taken: the round needs it. helps: the top
    discard may be taken now and helps. round: that of the goal on show.
    """

    app: "App"
    name = "eight.eightscreen"
    long_keys = (input.START, input.SELECT)
    slice_ms = 20
    title: displayio.TileGrid | None = None
    serves: "Codes" = bytes(HAND + 1)
    helps = has_story = False  # whether the story has begun
    message = ""
    round = 0

    def __init__(self, app: "App") -> None:
        self.app = app
        self.font = app.art.letters
        self._lay_out()  # no frame may hold the layout any longer
        self.turn()

    def _lay_out(self):
        from pocket.eight import cardlayout

        layout = cardlayout.Layout(self.app)
        self.group = layout.group
        self.x, self.w, self.low = layout.x, layout.w, layout.low
        self.goal, self.words, self.keys_line = layout.head()
        self.seats = layout.seats()
        self.under, self.piles, self.count = layout.piles()
        self.page = layout.page()
        self.hand, self.frame = layout.hand(self.piles)

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

    # -- the table; only what differs is painted

    def show(self) -> None:
        """Show the whole table, at its head the number of the round and its goal."""
        number = self.app.session.game.round
        self.own_hand()
        if self.round != number:
            self.round = number
            self.show_title(say(texts.VALUES_ROUND, number))
            self.goal.show(number)
            self.words.say(say(texts.EIGHT_GOAL1 - 1 + number))
            self.goal.grid.hidden = False
        self.show_seats()
        self.show_piles()
        self.show_story()

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
        self.own_hand()
        app.sound.play("move")
        way = texts.EIGHT_BY_SHAPE if app.settings.by_shape else texts.EIGHT_BY_GOAL
        self.keys(say(way), True)

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

    def show_seats(self) -> None:
        """Show every player's points, the seat that plays and, there, the direction of play."""
        app = self.app
        game = app.session.game
        for seat in range(game.seats):
            name = app.session.people[seat][1]
            points = str(game.totals[seat])
            ink = strip.CLOTH
            if seat == self.actor:
                ink = strip.QUESTION_INK
                if game.seats > 2:
                    points = (draw.UP, draw.DOWN)[game.direction > 0] + " " + points
            self.seats[seat].say(name, ink, points)

    def show_piles(self) -> None:
        """Show both piles and, in the hand, the card just taken if the viewer may see it."""
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
        """Show the card just taken at the end of the hand, or none."""
        serves = code != NONE and self.serves[HAND]
        self.hand.set(HAND, code, cards.GOOD if serves else cards.PLAIN)
        self.hand.spread(HAND + (code != NONE), self.app.w)

    def show_discarded(self, place: int, code: int) -> None:
        """Show the card at a place of the hand (HAND: the one just taken) on the discard pile."""
        self.hand.set(place, NONE)
        self.piles.set(cards.TOP, code)
        if not self.has_story:
            self._write("")  # nothing is left to discard

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

    def _story(self):
        """Return [text id, seat, values] for each turn and event of the game's log, but for the
        viewer's own turns."""
        session = self.app.session
        log = session.game.log
        entries: list[list] = []
        turn: list = []  # the entry whose discard is still to come
        for place in range(0, len(log), 3):
            kind, seat, detail = log[place : place + 3]
            is_turn = kind in (eight.DREW, eight.PICKED, eight.DISCARDED)
            if is_turn and seat == session.viewer:
                continue
            if kind == eight.DISCARDED:
                if turn:  # else the log has lost it
                    turn[0] = _DISCARDED[turn[0]]
                    turn[2] += (cards.card_text(detail),)
                turn = []
            elif kind in _TOLD:
                value = cards.card_text(detail) if is_turn else detail
                entry = [_TOLD[kind], seat, () if kind == eight.DREW else (value,)]
                if kind == eight.WON and seat == session.you:
                    entry[0] = texts.EIGHT_YOU_WON
                elif kind == eight.REVERSED:
                    entry[1] = detail
                entries.append(entry)
                turn = entry if is_turn else turn
        return entries

    def show_story(self) -> None:
        """Show the end of the story; before it begins, what to do; in a lesson its task."""
        session = self.app.session
        rows = len(self.page)
        shown: list[str] = []
        for text_id, seat, values in reversed(self._story()):
            name = session.people[seat][1]
            wrapped = self._wrap(say(text_id, name, *values))
            while len(wrapped) > rows and len(name) > 1:  # cut the name until they fit the page
                name = name[:-1]
                wrapped = self._wrap(say(text_id, name, *values))
            wrapped = wrapped[-rows:]
            if len(shown) + len(wrapped) > rows:
                break
            shown = wrapped + shown
        self.has_story = bool(shown)
        text = "\n".join(shown)
        if session.lesson:
            text = session.game.hint
        elif not shown:
            taken = session.game.taken != NONE
            text = say(texts.EIGHT_MUST_DROP if taken else texts.EIGHT_FIRST)
            if not taken and session.game.seats > 2 and session.game.direction > 0:
                more = text + " " + say(texts.EIGHT_NEXT, draw.DOWN)
                text = more if len(self._wrap(more)) <= rows else text
        self._write(text)
        self.message = ""  # nothing here that a key must remove

    def _wrap(self, text):
        return draw.wrap(text, self.page[0].w, self.font)

    def _write(self, text, bad=False):
        """Write sentences on the page until the story is shown again. Returns False, and writes
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

    def tell(self, text: str, bad: bool = False) -> None:
        """Show sentences until the next key: on the page, or in a box if the page is too small."""
        if not self._write(text, bad):
            lines = draw.wrap(text, self.app.w - 24, self.font)
            strip.show_box(self, lines, self.low, strip.BAD if bad else strip.PAPER)
        elif bad:
            self.app.sound.play("bad")

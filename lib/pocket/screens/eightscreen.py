"""8 Round Rummy: the round's goal, who holds which round cards, both piles, the hand of seven.

A takes from the pile under the cursor, then discards the card under it; SELECT sorts the hand by
what the round asks, or by suit. Cards that serve the round are green. What the others do is told
line by line, a round that is won in a box with the winning hand on show.
"""

import displayio
from pocket import flow, tally
from pocket.hardware import input
from pocket.screen import Screen as Base
from pocket.ui import cards, draw

from rules.eight import cards as eight_cards
from rules.eight import game as eight
from rules.eight.cards import HAND, NONE

_TAKE, _DROP, _THINK, _SHOW, _TOLD = 0, 1, 2, 3, 4
_SLICE_MS = 20
_SHOW_MS = (0, 2000, 1000, 300)  # of each step of a computer, by the setting "speed"
_PILE, _TOP, _NEW = 0, 1, 2  # places of the upper cards
_SEATS = 6

# filled shapes are red, open ones blue
_RED = draw.MARKS[1] + draw.MARKS[0] + draw.POINT
_BLUE = draw.TRIANGLE + draw.SQUARE + draw.CIRCLE
_COLOUR = _RED
_SHAPE = draw.MARKS[1] + draw.TRIANGLE
_BOTH = draw.MARKS[1] + draw.MARKS[1]
_GOALS = (
    ("", ""),
    ("one colour", _COLOUR),
    ("one shape", _SHAPE),
    ("one colour and shape", _BOTH),
    ("straight 1 to 7", "1-7"),
    ("straight, one colour", "1-7 " + _COLOUR),
    ("straight, one shape", "1-7 " + _SHAPE),
    ("straight colour+shape", "1-7 " + _BOTH),
    ("all one number", "5555555"),
)

_KEYS_TAKE = draw.LEFT + draw.RIGHT + "pile " + draw.KEY_A + "take " + draw.KEY_SELECT + "sort"
_KEYS_DROP = draw.LEFT + draw.RIGHT + "card " + draw.KEY_A + "drop " + draw.KEY_SELECT + "sort"
_KEYS_SURE = "Drop it? " + draw.KEY_A + "yes " + draw.KEY_B + "keep"
_KEYS_THINK = draw.KEY_B + "menu"
_SHINE_MS = 110
_SHINE_STEPS = 4 * HAND
_KEYS_SHOW = draw.KEY_A + "go on"


def card_text(code):
    """A card in a line of text: its shape, filled where it is red, and its number."""
    if code == eight_cards.JOKER:
        return draw.JOKER
    if code == eight_cards.REVERSE:
        return draw.LEFT + draw.RIGHT
    return (_BLUE if code // 21 else _RED)[code // 7 % 3] + str(code % 7 + 1)


class Screen(Base):
    """The play screen of 8 Round Rummy; it goes on from turn to turn (`turn`)."""

    name = "eightscreen"
    long_keys = (input.START,)

    def __init__(self, app):
        self.app = app
        art = app.art
        self.group = displayio.Group()
        self.group.append(draw.ground(app, art.cloth))
        width = art.card[0]
        gap = max(4, width // 5)
        right = app.w - 3 * width - 2 * gap - 2
        self.head = draw.Rows(app, 2, art.bar, ink=draw.HEAD)
        self.seats = draw.Rows(app, _SEATS, (right - 2) // art.cw, y=2 * art.ch, ink=draw.ON_CLOTH)
        self.piles = cards.Cards(app, 3, right, 2 * art.ch + 2, gap)
        self.under = draw.Rows(
            app,
            1,
            (app.w - right) // art.cw,
            right,
            self.piles.y + self.piles.h + 2,
            draw.DIM_ON_CLOTH,
        )
        gap = min(5, (app.w - HAND * width) // 8)
        left = (app.w - HAND * width - (HAND - 1) * gap) // 2
        self.hand = cards.Cards(app, HAND, left, app.h - art.ch - self.piles.h - 4, gap)
        line = 2 + max(app.game.seats, (self.piles.h + 2 * art.ch + 5) // art.ch)
        for i in range(line - 2, _SEATS):
            self.seats.grids[i].hidden = True
        self.story = draw.Rows(
            app, (self.hand.y - line * art.ch) // art.ch, art.bar, 0, line * art.ch, draw.ON_CLOTH
        )
        self.low = (line + len(self.story.grids)) * art.ch  # where boxes end
        self.foot = draw.Rows(app, 1, art.bar, y=app.h - art.ch, ink=draw.KEYS)
        self.cursor = draw.Cursor(self.hand.w, self.hand.h, 1 if app.w < 200 else 2)
        for one in (
            self.head,
            self.seats,
            self.piles,
            self.under,
            self.hand,
            self.story,
            self.foot,
        ):
            self.group.append(one.group)
        self.group.append(self.cursor.grid)
        self.box = None
        self.mode = _THINK
        self.at = 0
        self.sure = False
        self.actor = app.game.seat
        self.shown = None  # a winning hand on show
        self.serves = b""
        self.worker = None
        self.busy = False
        self.until = 0
        self.shine = -1  # the next card of a winning hand that shines
        self.began = 0  # a person's turn
        self.turn()

    # -- drawing

    def _draw(self):
        """Show the game as it stands; only cells that differ are touched."""
        app = self.app
        game = app.game
        words, icon = _GOALS[game.round]
        text = "Round %d" % game.round
        cols = app.art.cols
        self.head.set(0, text + " " * (cols - len(text) - len(icon)) + icon)
        self.head.set(1, words, centre=True)
        self._draw_seats()
        piles = self.piles
        if game.pile:
            piles.set(_PILE, 0, cards.BACK)
        else:
            piles.blank(_PILE)
        if game.discards:
            piles.set(_TOP, game.discards[-1])
        else:
            piles.blank(_TOP)
        label = "%2d" % len(game.pile)
        self._serving()
        if game.taken == NONE:
            piles.blank(_NEW)
        else:
            if self._seen(game.seat):
                piles.set(_NEW, game.taken, cards.GOOD if self.serves[HAND] else cards.PLAIN)
            elif game.from_pile:
                piles.set(_NEW, 0, cards.BACK)
            else:
                piles.set(_NEW, game.taken)
            place = (2 * piles.step + app.art.cw // 2) // app.art.cw
            label += " " * (place - 2) + "new"
        self.under.set(0, label)
        self._draw_hand()
        self._draw_cursor()

    def _draw_seats(self):
        """Who plays, who is next in the direction of play, the round cards each holds."""
        app = self.app
        game = app.game
        rows = self.seats
        after = (self.actor + game.direction) % game.seats
        for seat in range(game.seats):
            sign = " "
            if seat == self.actor:
                sign = draw.RIGHT
            elif seat == after:
                sign = draw.DOWN if game.direction == 1 else draw.UP
            won = " ".join([str(one) for one in game.cards_of(seat)])
            if len(won) + 5 > rows.cols:
                won = won.replace(" ", "")
            room = max(2, rows.cols - 2 - len(won))
            text = sign + app.people[seat][1][:room]
            text += " " * (rows.cols - len(text) - len(won)) + won
            rows.set(seat, text, draw.HEAD_ON_CLOTH if seat == self.actor else draw.ON_CLOTH)

    def _seen(self, seat):
        """True when the hand of `seat` may be on show."""
        return self.app.viewer == seat

    def _hand(self):
        """The cards on show in the hand's row: bytes, or b"" for backs."""
        if self.shown is not None:
            return self.shown
        viewer = self.app.viewer
        return b"" if viewer is None else bytes(self.app.game.hands[viewer])

    def _serving(self):
        """Which cards of the hand on show serve the round."""
        codes = self._hand()
        if self.shown is not None:
            self.serves = bytes([1] * HAND)
        elif codes:
            self.serves = eight_cards.nearest(self.app.game.round, codes)[1]

    def _draw_hand(self):
        codes = self._hand()
        for i in range(HAND):
            if not codes:
                self.hand.set(i, 0, cards.BACK)
            else:
                body = cards.GOOD if self.serves[i] else cards.PLAIN
                if self.sure and i == self.at:
                    body = cards.PICKED
                self.hand.set(i, codes[i], body)

    def _draw_cursor(self):
        keys = _KEYS_THINK
        if self.mode == _TAKE:
            self._cursor(self.piles, self.at)
            keys = _KEYS_TAKE
        elif self.mode == _DROP:
            if self.at == HAND:
                self._cursor(self.piles, _NEW)
            else:
                self._cursor(self.hand, self.at)
            keys = _KEYS_SURE if self.sure else _KEYS_DROP
        else:
            self.cursor.hide()
            if self.mode != _THINK:
                keys = _KEYS_SHOW
        self.foot.set(0, keys, centre=True)

    def _cursor(self, row, i):
        self.cursor.to(row.x + i * row.step, row.y)

    def _tell_story(self):
        """The last moves, a line each, the newest below; in a lesson what is to be done."""
        if self.app.lesson:
            self.story.set(0, self.app.game.hint, draw.HEAD_ON_CLOTH)
            return
        lines = stories(self.app.game, self.app.people, self.app.art.cols, len(self.story.grids))
        many = len(self.story.grids)
        for i in range(many):
            at = i - many + len(lines)
            self.story.set(
                i,
                lines[at] if at >= 0 else "",
                draw.ON_CLOTH if i == many - 1 else draw.DIM_ON_CLOTH,
            )

    def _tell(self, text, ink):
        """Sentences in a box above the hand until the next key."""
        from pocket import sentences

        art = self.app.art
        lines = draw.wrap(sentences.told(text), art.cols)[: self.low // art.ch - 2]
        draw.show_box(self, lines, self.low, ink, True)

    # -- turns

    def turn(self):
        """Begin, or take up, the turn of the game's seat (called by flow)."""
        app = self.app
        game = app.game
        self.shown = None
        self.sure = False
        self.worker = None
        self.busy = False
        if game.phase != eight.TURN:
            flow.next(app)
            return
        level = app.people[game.seat][0]
        if not level and app.persons > 1 and app.viewer != game.seat:
            app.go("handover")
            return
        self.actor = game.seat
        if level:
            self._think()
        else:
            self.mode = _TAKE if game.taken == NONE else _DROP
            self.at = _PILE if game.taken == NONE else HAND
            self.began = app.now()
        self._arrange()
        self._draw()
        self._tell_story()
        if app.notice:
            self._tell(app.notice, draw.HEAD)
            app.notice = ""

    def _arrange(self):
        """Sort the seven cards on show; the card just taken stays apart."""
        app = self.app
        if app.viewer is None:
            return
        hand = app.game.hands[app.viewer]
        if app.by_suit:
            hand[:HAND] = bytearray(sorted(hand[:HAND]))
        else:
            hand[:HAND] = eight_cards.arrange(app.game.round, hand[:HAND])

    def _think(self):
        from rules.eight import players as eight_players

        app = self.app
        game = app.game
        self.mode = _THINK
        # a seed of what is public: the same game goes the same way again
        seed = len(game.pile) << 12 | game.turns << 1 | (game.taken != NONE)
        self.worker = eight_players.choose(app.people[game.seat][0], game.view(game.seat), seed)
        self.busy = True

    # -- keys

    def key(self, button, kind):
        """One button."""
        app = self.app
        told = self.box is not None
        draw.clear_box(self)
        if kind == input.LONG:
            app.go("pause")
        elif self.mode == _TOLD:
            if kind == input.PRESS:
                flow.next(app)
            else:  # a key still held must not hide what is told
                self._announce()
        elif self.mode in (_THINK, _SHOW):
            if button == input.B:
                if kind == input.PRESS:
                    app.go("pause")
            elif self.mode == _SHOW and kind == input.PRESS:
                self._go_on()
        elif button == input.START:  # draws, or ends the turn
            if self.mode == _TAKE:
                self.at = _PILE
            self._choose()
        elif button == input.SELECT:
            self._sort()
        elif button == input.B:
            if self.sure:
                self.sure = False
                self._draw()
            elif self.mode == _TAKE:
                app.go("pause")
            elif not told:
                self._tell("A card is taken: discard one.", draw.BAD)
        elif button == input.A:
            if kind == input.PRESS:
                self._choose()
        else:
            self._move(button)

    def _move(self, button):
        """LEFT and RIGHT go along the cards; UP to the card just taken, DOWN to the hand."""
        many = 2 if self.mode == _TAKE else HAND + 1
        if button == input.LEFT:
            self.at = (self.at - 1) % many
        elif button == input.RIGHT:
            self.at = (self.at + 1) % many
        elif self.mode == _DROP:
            self.at = HAND if button == input.UP else HAND - 1 if self.at == HAND else self.at
        else:
            return
        self.app.sound.play("move")
        if self.sure:
            self.sure = False
            self._draw_hand()
        self._draw_cursor()

    def _sort(self):
        app = self.app
        app.by_suit = not app.by_suit
        self.sure = False
        self._arrange()
        self._draw()
        app.sound.play("move")
        self._tell("Sorted by suit." if app.by_suit else "Sorted by the round's goal.", draw.HEAD)

    def _choose(self):
        """A: take from the pile under the cursor, or discard the card under it."""
        app = self.app
        game = app.game
        if self.mode == _TAKE:
            refusal = game.apply(("take", "discard" if self.at == _TOP else "pile"))
            if refusal is not None:
                self._tell(
                    "It cannot be picked up: take from the draw pile."
                    if refusal[0] == "ER-9"
                    else refusal[1],
                    draw.BAD,
                )
                return
            app.sound.play("draw")
            flow.save(app)
            self.mode = _DROP
            self.at = HAND
            self._draw()
            self._tell_story()
            return
        code = game.hands[game.seat][self.at]
        if self.serves[self.at] and not self.sure and sum(self.serves) < len(self.serves):
            self.sure = True  # a card the round needs is not discarded by one press
            self._draw()
            return
        self._discard(code)

    def _discard(self, code):
        """Discard for the running seat, person or computer, and tell what came of it."""
        app = self.app
        game = app.game
        seat = game.seat
        rest = bytearray(game.hands[seat])
        at = rest.find(bytes((code,)))
        rest[at : at + 1] = b""
        round_ = game.round
        refusal = game.apply(("discard", code))
        if refusal is not None:
            self.sure = False
            self._draw()
            self._tell(refusal[1], draw.BAD)
            return
        app.sound.play("place")
        tally.played(app, seat)
        if not app.people[seat][0]:
            tally.spent(app, seat, app.now() - self.began)
        self.sure = False
        self.news = self._news(round_)
        for word, _, _ in game.events:
            if word == "win":
                self.shown = bytes(eight_cards.arrange(round_, rest))
                self.shine = 0
                app.sound.play("win")
        if self.news:
            self.mode = _TOLD
            flow.save(app)
            self._draw()
            self._tell_story()
            self._announce()
        elif app.people[seat][0]:
            self._show()
        else:
            flow.next(app)

    def _news(self, round_):
        """What deserves a box: a round that ended, a hand turned in. Text, or ""."""
        app = self.app
        game = app.game
        out = []
        for word, seat, detail in game.events:
            name = app.people[seat][1]
            if word == "win":
                out.append("%s wins round %d!" % (name, detail))
                if game.auto is not None:
                    out.append("Without a joker: that wins the game!")
            elif word == "nobody":
                out.append("Nobody wins round %d." % detail)
            elif word == "reverse":
                out.append("Play turns round.")
                out.append("%s: new hand, no turn." % app.people[detail][1])
        if game.round != round_:
            out.append("Round %d: %s." % (game.round, _GOALS[game.round][0]))
        return "\n".join(out)

    def _announce(self):
        self._tell(self.news, draw.GOOD)

    # -- the computer's turn

    def _show(self):
        """Leave what the computer did on show for a while."""
        app = self.app
        self.mode = _SHOW
        self.busy = False
        self.worker = None
        self.until = app.now() + _SHOW_MS[app.settings.get("speed")]
        self._draw()
        self._tell_story()

    def _go_on(self):
        """After a step on show: the computer's discard, or the next turn."""
        game = self.app.game
        if game.taken != NONE:
            self._think()
            self._draw_cursor()
        else:
            flow.next(self.app)

    def _made(self, move):
        """The computer has chosen."""
        app = self.app
        self.worker = None
        self.busy = False
        if move[0] == "discard":
            self._discard(move[1])
            return
        if app.game.apply(move) is not None:
            app.game.apply(("take", "pile"))
        app.sound.play("draw")
        self._show()

    def tick(self, now):
        """A slice of the computer's thought, or the end of what is shown for a while."""
        if self.worker is not None:
            end = now + _SLICE_MS
            while True:
                move = next(self.worker)
                if move is not None:
                    self._made(move)
                    return True
                if self.app.now() >= end:
                    return False
        if self.mode == _SHOW and now >= self.until:
            self._go_on()
            return True
        if self.mode == _TOLD and self.shown and self.shine >= 0 and now >= self.until:
            return self._glitter(now)
        return False

    def _glitter(self, now):
        """The cards of the goal shine one after the other."""
        last = (self.shine - 1) % HAND
        self.hand.set(last, self.shown[last], cards.GOOD)
        if self.shine >= _SHINE_STEPS:
            self.shine = -1
        else:
            at = self.shine % HAND
            self.hand.set(at, self.shown[at], cards.PICKED)
            self.shine += 1
            self.until = now + _SHINE_MS
        return True


def stories(game, people, cols, most):
    """The game's last moves as lines of text, oldest first, at most `most`."""
    log = game.log
    out = []
    at = 0
    while at < len(log):
        kind, seat, detail = log[at], log[at + 1], log[at + 2]
        at += 3
        name = people[seat][1]
        text = ""
        if kind in (eight.DREW, eight.PICKED):
            text = " drew" if kind == eight.DREW else " took " + card_text(detail)
            while at < len(log) and log[at] == eight.SHUFFLED:
                at += 3
            if at < len(log) and log[at] == eight.DISCARDED:
                text += ", dropped " + card_text(log[at + 2])
                at += 3
            text = name[: max(2, cols - len(text))] + text
            if len(text) > cols:
                text = text.replace(", dropped ", ", left ")
        elif kind == eight.WON:
            text = "%s wins round %d" % (name[: cols - 13], detail)
        elif kind == eight.NOBODY:
            text = "Nobody wins round %d" % detail
        elif kind == eight.NEW_HAND and log[at - 6] == eight.REVERSED:
            text = "%s: new hand" % name[: cols - 10]
        elif kind == eight.SHUFFLED:
            text = "Discards shuffled"
        if text:
            out.append(text)
    return out[-most:]

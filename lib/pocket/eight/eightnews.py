"""Show news of 8 Round Rummy until a key: a round is over, or a hand was turned in.

A sheet of paper hides piles and names; below it the cards of a won round shine.

Keeps: CARDS
"""

import displayio
from pocket.app import flow, input
from pocket.app.draw import wrap
from pocket.eight import cards
from pocket.made import texts
from pocket.ui import ground, strip
from pocket.ui.words import count, say

from rules.eight import game as eight
from rules.eight.cards import HAND

if False:  # for type checkers
    from collections.abc import Sequence

    from pocket.eight.eightscreen import Screen

_SHINE_MS = 110
_SHINES = 4 * HAND  # cards that shine, one after the other


class News:
    """Show the news of a move.

    events: EightGame.events of the move. number: the round it was made in. hand: the cards of its
    seat after it; for a won round the winning hand.
    """

    def __init__(
        self, screen: "Screen", events: "Sequence[tuple]", number: int, hand: bytearray
    ) -> None:
        self.screen = screen
        self.app = screen.app
        self.table = screen.table
        self.number = number
        self.hand = hand
        self.shine = -1  # the next card that shines
        self.until = 0
        heading, lines = self._describe(events)
        self._lay_out(heading, lines)
        session = self.app.session
        scores = session.game.phase == eight.OVER and not session.lesson
        self.table.keys(say(texts.EIGHT_KEYS_SCORE if scores else texts.EIGHT_KEYS_ON))
        if self.shine >= 0:
            self.table.show_hand(hand, b"\1" * HAND)
        else:
            self.table.own_hand()

    # -- the words

    def _describe(self, events):
        """Return (heading, sentences) for the events of a round's end."""
        session = self.app.session
        single_player = session.humans == 1
        lines = []
        heading = ""
        for word, seat, detail in events:
            if word == "win":
                self.shine = 0
                self.winner = seat
                viewer_won = seat == session.viewer and single_player
                self.app.sound.play("win" if viewer_won or not single_player else "turn")
                lines.append(count(texts.EIGHT_POINTS, self.number))
                if session.game.instant_winner is not None:
                    lines.append(say(texts.EIGHT_AUTO))
                heading = say(texts.EIGHT_WINS_ROUND, session.people[seat][1], self.number)
                if viewer_won:
                    heading = say(texts.EIGHT_YOU_WIN, self.number)
            elif word == "nobody":
                heading = say(texts.EIGHT_NOBODY_WINS)
            elif word == "reverse":
                heading = heading or say(texts.EIGHT_TURNED)
                if detail == session.viewer and single_player:
                    lines.append(say(texts.EIGHT_YOUR_NEW_HAND))
                else:
                    lines.append(say(texts.EIGHT_THEIR_NEW_HAND, session.people[detail][1]))
        game = session.game
        if game.round != self.number:
            goal = say(texts.EIGHT_GOAL1 - 1 + game.round)
            lines.append(say(texts.EIGHT_NEXT, game.round, goal))
        if not self.shine and single_player:
            from pocket.tilegame import speech

            spoken = speech.line_at_end(self.app, [self.winner])[1]
            if spoken:  # goes last on a small display, which may leave it out
                lines.insert(len(lines) - (self.app.h > 128 and game.round != self.number), spoken)
        return heading, lines

    # -- the sheet of paper

    def _lay_out(self, heading, lines):
        """Draw a sheet of paper over names and piles, with the heading and the sentences in its
        middle and the next goal below them."""
        table = self.table
        app = self.app
        unit = table.ground.unit
        first_row = -(-table.top // unit)
        table.middle.hidden = True
        table.ground.paper(first_row, table.paper[2])
        self.group = displayio.Group()
        table.group.append(self.group)
        pitch = table.font.height
        width = table.w - 8
        self.lines = []
        bitmap = ground.heading_bitmap(app.art.head, heading)
        top = first_row * unit  # the paper's top
        margin = unit if unit > 4 else 3
        space = table.low - top - 2 * margin
        paragraphs = [wrap(line, width, table.font) for line in lines]
        text_height = table.low - top - bitmap.height - 2
        if bitmap.width > width or sum([len(part) for part in paragraphs]) * pitch > text_height:
            bitmap = None  # no room for the large heading
            paragraphs.insert(0, wrap(heading, width, table.font))
            text_height = table.low - top
        for part in paragraphs:  # if one does not fit, it is the goal, which the table shows
            if (len(self.lines) + len(part)) * pitch <= text_height:
                self.lines += part
        goal_height = table.minis.h + 3 if app.session.game.round != self.number else 0
        height = len(self.lines) * pitch + goal_height + (bitmap.height if bitmap else 0)
        if height > space:  # a small display shows the goal in words only
            height -= goal_height
            goal_height = 0
        gap = max(0, min(pitch // 2, (space - height) // 2))
        y = top + margin + (space - height - gap) // 2
        if bitmap:
            shader = strip.ink(app.art, strip.PAPER)
            x = (app.w - bitmap.width) // 2
            self.group.append(displayio.TileGrid(bitmap, pixel_shader=shader, x=x, y=y))
            y += bitmap.height + gap
        for text in self.lines:
            line = strip.Strip(app, table.x + 4, y, width, strip.PAPER, strip.CENTRE)
            line.say(text)
            self.group.append(line.grid)
            y += pitch
        if goal_height:
            row = table.minis.row(HAND, (app.w - HAND * table.minis.w + 1) // 2, y + 3)
            table.minis.goal(row, app.session.game.round)
            self.group.append(row)
        self.head = heading

    def close(self) -> None:
        table = self.table
        for i in range(HAND):
            table.hand.lift(i, 0)
        table.group.remove(self.group)
        table.lay_page()
        table.middle.hidden = False

    # -- keys and time

    def key(self, button: int, kind: int) -> None:
        if kind == input.PRESS and button != input.SELECT:
            flow.next(self.app)

    def tick(self, now: int) -> bool:
        """Let the cards of a won round shine one after the other."""
        if self.shine < 0 or now < self.until:
            return False
        row = self.table.hand
        last = (self.shine - 1) % HAND
        row.set(last, self.hand[last], cards.GOOD)
        row.lift(last, 0)
        if self.shine >= _SHINES:
            self.shine = -1
        else:
            place = self.shine % HAND
            row.set(place, self.hand[place], cards.PICKED)
            row.lift(place, 2 if self.app.w < 200 else 4)
            self.shine += 1
            self.until = now + _SHINE_MS
        return True

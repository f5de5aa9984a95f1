"""Show news of 8 Round Rummy until a key: a round is over, or a hand was turned in.

The heading takes the place of the goal, and the cards of a won round light up one by one.

Keeps: CARDS
"""

from pocket.app import flow, input
from pocket.eight import cards
from pocket.made import texts
from pocket.ui.words import count, say

from rules.eight import game as eight
from rules.eight.cards import HAND, NONE

if False:  # for type checkers
    from pocket.eight.eightscreen import Screen

_LIT_MS = 110  # each card
_TIMES_LIT = 3  # the whole hand


class News:
    """Show the news of a move, its EightGame.events. round_number: the round it was made in. hand:
    the cards of its seat after it, of a won round the winning ones. heading: what they mean."""

    def __init__(
        self, screen: "Screen", events: list[tuple], round_number: int, hand: bytearray
    ) -> None:
        self.screen = screen
        self.app = screen.app
        self.round_number = round_number
        self.hand = hand
        self.winner: int | None = None  # the seat that has won the round
        self.steps = 0  # steps of the lights
        self.due = 0
        self.heading, lines = self._describe(events)
        screen.show_seats()  # with the points just won
        screen.show_taken(NONE)  # it is in the hand
        screen.goal.grid.hidden = True
        if not screen.show_title(self.heading):
            lines.insert(0, self.heading)
        screen.tell("\n".join(lines))
        session = self.app.session
        scores = session.game.phase == eight.OVER and not session.lesson
        screen.keys(say(texts.EIGHT_KEYS_SCORE if scores else texts.EIGHT_KEYS_ON))
        if self.winner is not None:
            screen.show_hand(hand, b"\1" * HAND)
        else:
            screen.own_hand()

    def _describe(self, events):
        """Return (heading, sentences) about events; set `winner` and play its sound."""
        session = self.app.session
        single_player = session.humans == 1
        lines = []
        heading = turned = ""
        for kind, seat, detail in events:
            if kind == "win":
                self.winner = seat
                viewer_won = seat == session.viewer and single_player
                self.app.sound.play("win" if viewer_won or not single_player else "turn")
                lines.append(count(texts.EIGHT_POINTS, self.round_number))
                if session.game.instant_winner is not None:
                    lines.append(say(texts.EIGHT_AUTO))
                heading = say(texts.EIGHT_WINS_ROUND, session.people[seat][1], self.round_number)
                if viewer_won:
                    heading = say(texts.EIGHT_YOU_WIN, self.round_number)
            elif kind == "nobody":
                heading = say(texts.EIGHT_NOBODY_WINS)
            elif kind == "reverse":
                turned = say(texts.EIGHT_TURNED, session.people[seat][1])
                concerned = detail == session.viewer and single_player
                text_id = texts.EIGHT_YOUR_NEW_HAND if concerned else texts.EIGHT_THEIR_NEW_HAND
                new_hand = say(text_id, session.people[detail][1])
                if heading:  # all of it on the page; the seats show the points
                    new_hand = turned + " " + new_hand.replace("\n", " ")
                lines = [new_hand]
                heading = heading or turned
        if self.winner is not None and single_player and not turned:
            from pocket.tilegame import speech

            spoken = speech.line_at_end(self.app, [self.winner])[1]
            if spoken:
                lines.append(spoken)
        return heading, lines

    def close(self) -> None:
        self.screen.round = 0  # the title is this part's

    def key(self, button: int, kind: int) -> None:
        if kind == input.PRESS and button != input.SELECT:
            flow.advance(self.app)

    def tick(self, now: int) -> bool:
        """Light the cards of a won round one after the other."""
        if self.winner is None or self.steps > _TIMES_LIT * HAND or now < self.due:
            return False
        for step, body in ((self.steps - 1, cards.GOOD), (self.steps, cards.PICKED)):
            if 0 <= step < _TIMES_LIT * HAND:
                self.screen.hand.set(step % HAND, self.hand[step % HAND], body)
        self.steps += 1
        self.due = now + _LIT_MS
        return True

"""Show a person's turns of 8 Round Rummy one by one, with the choice of a strong player."""

from pocket.app import draw
from pocket.made import texts
from pocket.ui import pictures
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import say

from rules.eight import cards


class Screen(PanelScreen):
    """LEFT and RIGHT go from turn to turn, A to the next one that could have been better, SELECT to
    the next person, B goes back.

    review: turns, names, person, record and back of the cardcoach.Screen. unread: the record is
    missing or damaged.
    """

    def __init__(self, app, review: tuple, unread: bool = False) -> None:
        self.app = app
        self.turns, self.names, self.person, self.record, self.back = review
        self.next_person = (self.person + 1) % max(1, len(self.names))
        self.index = 0
        self.panel = Panel(app, table=True)
        if self.turns:
            self._show()
        else:
            self.fail(say(texts.COACH_UNREAD if unread else texts.COACH_NONE))

    def _show(self):
        from pocket.eight.cards import card_text

        panel = self.panel
        round_, top, better_top, hand, drawn, card, better = self.turns[self.index]
        panel.clear()
        panel.title(say(texts.VALUES_ROUND, round_))
        height = pictures.rows_for(panel, 2 * self.app.art.card[1])
        pictures.cards(panel, 1, height, " ".join([cards.text(code) for code in hand]))
        row = 1 + height
        row += panel.say(row, 1, say(texts.EIGHT_GOAL1 - 1 + round_), draw.DIM)
        text = say(texts.COACH_TOOK_TOP if top else texts.COACH_TOOK_PILE, card_text(drawn))
        row += panel.say(row, 1, text)
        row += panel.say(row, 1, say(texts.COACH_DROPPED, card_text(card)))
        if not self._is_improvable():
            panel.say(row, 2, say(texts.COACH_SAME), draw.GOOD)
        if top != better_top:
            text = say(texts.COACH_BETTER_TOP if better_top else texts.COACH_BETTER_PILE)
            row += panel.say(row, 1, text, draw.BAD)
        if card != better:
            panel.say(row, 1, say(texts.COACH_BETTER_DROP, card_text(better)), draw.BAD)
        panel.keys(self._keys())

    def _keys(self):
        """Return the line of keys; where room is short, without the person's name or A's key, but
        always with B's."""
        several = len(self.names) > 1
        other = "  " + say(texts.COACH_OTHER, self.names[self.next_person]) if several else ""
        better = "  " + say(texts.COACH_BETTER)
        back = "  " + say(texts.SCORE_KEYS_BACK)
        for turn in (texts.COACH_TURN_OF, texts.COACH_TURN)[not several :]:
            turn = say(turn, self.index + 1, len(self.turns), self.names[self.person])
            for tail in (better + back, back, "  " + draw.KEY_B):
                keys = turn + other + tail
                if self.panel.small.measure(keys) < self.app.w - 1:
                    return keys
        return keys

    def _is_improvable(self):
        turn = self.turns[self.index]
        return turn[1] != turn[2] or turn[5] != turn[6]

    def choose(self) -> None:
        self._step(1, True)

    start = PanelScreen.leave

    def select(self) -> None:
        if len(self.names) > 1:
            self.app.go("review.cardcoach", self.record, self.next_person, self.back)

    def change(self, step: int) -> None:
        self._step(step, False)

    def _step(self, step, only_improvable):
        for _ in self.turns:
            self.index = (self.index + step) % len(self.turns)
            if not only_improvable or self._is_improvable():
                break
        if self.turns:
            self.app.sound.play("move")
            self._show()

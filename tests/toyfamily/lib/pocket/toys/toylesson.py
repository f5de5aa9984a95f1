"""Heap for one turn of a lesson: two coins are left to go."""

from pocket.made import texts
from toyfamily import game


class LessonGame(game.Game):
    leads = "learn.lesson"
    ends = texts.PAUSE_END

    def __init__(self, game_id, told):
        game.Game.__init__(self, game_id, 2, 0)
        self.phase, self.seat = "turn", 0
        self.heap = int(told["heap"])
        self.hint = told["hint"]

    @property
    def done(self):
        return self.phase == "over"

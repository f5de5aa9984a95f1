"""Play one turn of 8 Round Rummy from a prepared hand, in which a lesson asks for certain cards."""

from pocket.made import texts

from rules.eight import cards as eight_cards
from rules.eight import game as eight


class LessonGame(eight.EightGame):
    """task: what a turn says (lesson.py): hand, upper, next, stage, from, away; hint."""

    leads = "learn.lesson"
    ends = texts.PAUSE_END

    def __init__(self, game_id: str, task: dict[str, str]) -> None:
        eight.EightGame.__init__(self, 2, 1, None, 1)
        self.done = False  # the turn has been made as asked
        self.task = task
        self.hint = task["hint"]
        self.phase = eight.TURN
        self.round = int(task["stage"])
        for number in range(1, self.round):
            self.won[number - 1] = number % 2
        hand = bytearray(eight_cards.parse_hand(task["hand"].split()))
        top = bytearray(eight_cards.parse_hand([task["upper"]]))
        drawn = bytearray(eight_cards.parse_hand(task["next"].split()))
        pack = eight_cards.full_pack()
        self.rng.shuffle(pack)
        for code in hand + top + drawn:
            place = pack.find(bytes((code,)))
            pack[place : place + 1] = b""
        self.hands = [hand, pack[-7:]]
        self.discards = top
        self.pile = pack[:-7] + drawn

    def apply(self, move: tuple) -> tuple | None:
        """Apply a move as the game does, but only what the lesson asks for."""
        wanted = self.task["from"]
        if move[0] == "discard" and self.taken != eight.NONE:
            wanted = eight_cards.parse(self.task["away"])
        if self.taken == eight.NONE and move[0] != "take" or move[1] != wanted:
            return "Lesson", self.hint
        problem = eight.EightGame.apply(self, move)
        if problem is None and move[0] == "discard":
            self.done = True
        return problem

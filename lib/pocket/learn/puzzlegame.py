"""A puzzle as a game of one turn: every tile of the rack has to be laid."""

from pocket.learn.lessongame import LessonGame
from pocket.made import texts

from rules.tilegame import tiles


class PuzzleGame(LessonGame):
    """table: sets of codes, jokers plain; rack: codes (rules.puzzles)."""

    leads = "learn.puzzles"
    said = (texts.VALUES_IN_PUZZLE, texts.VALUES_PUZZLE, texts.PAUSE_END_PUZZLE)

    def __init__(self, table, rack):
        from pocket.ui import words

        from rules import catalogue

        own = " ".join(tiles.set_text(rack))
        sets = " | ".join([" ".join(tiles.set_text(codes)) for codes in table])
        hint = words.say(texts.PUZZLES_HINT)
        self.least = len(rack)
        LessonGame.__init__(self, catalogue.ORDER[0], own, sets, True, own, hint)

"""A puzzle as a game of one turn: every tile of the rack has to be laid."""

from pocket.learn.lessongame import LessonGame
from pocket.made import texts

from rules.tilegame import tiles

if False:  # for type checkers
    from collections.abc import Sequence


class PuzzleGame(LessonGame):
    """table: sets of codes, jokers plain; rack: codes (rules.puzzles). which: its grade, and which
    of that grade it is."""

    leads = "learn.puzzles"
    ends = texts.PAUSE_END_PUZZLE

    def __init__(self, table: "Sequence[bytes]", rack: bytes, which: tuple) -> None:
        from rules import catalogue

        own = " ".join(tiles.set_text(rack))
        sets = " | ".join([" ".join(tiles.set_text(codes)) for codes in table])
        self.least = len(rack)
        self.which = which
        told: dict = {"rack": own, "table": sets, "opened": "", "lay": own, "which": which}
        LessonGame.__init__(self, catalogue.ORDER[0], told)

    @property
    def hint(self) -> str:  # type: ignore[override]
        """As in a lesson, in the language of now: the menu leads to the settings."""
        from pocket.ui import words

        return words.say(texts.PUZZLES_HINT, *self.which)

    heading = hint

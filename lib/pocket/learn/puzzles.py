"""Puzzles: play the whole rack in one turn. Five grades, and a puzzle of the day.

Keeps: PAPER BEFORE MEMORY pocket.learn.puzzles rules.puzzles pocket.ui.panel pocket.ui.listing
"""

import binascii

from pocket.app import device, draw
from pocket.made import texts
from pocket.ui.listing import Listing
from pocket.ui.panel import Panel, PanelScreen
from pocket.ui.words import notice_text, refusal_text, say

from rules import puzzles
from rules.base import RulesError


class Screen(PanelScreen):
    """List the grades; LEFT and RIGHT choose a puzzle of a grade, A plays it.

    grade: of the puzzle played last; 0: the day's. number: that puzzle's number in the pack if it
    was solved, minus that number minus 1 if its solution was shown. from_journey: (True,) if the
    journey led here. chosen: by grade, the puzzle that A would play.
    """

    progress: puzzles.Progress
    tell_rows = 3

    def __init__(self, app, grade: int = 0, number: int | None = None, *from_journey: bool) -> None:
        self.app = app
        self.from_journey = from_journey
        self.back = ("learn.journey",) if from_journey else ("menus.title", texts.PUZZLES_DAY)
        self.pack: puzzles.Pack | None = None
        keys = draw.LEFT + draw.RIGHT + say(texts.TITLE_KEYS_BACK)
        panel = self.panel = Panel(app, say(texts.TITLE_PUZZLES), keys)
        why = self._read()
        if self.pack is None:
            self.fail(why)
            return
        self.progress = puzzles.Progress(self.pack, app.store.load("puzz"))
        self.chosen: dict[int, int] = {}
        if number is not None and number < 0:
            left = self.pack.grade(-1 - number)[0]
            self.chosen[left] = self._next(left, -1 - number)
            why = say(texts.PUZZLES_SHOWN)
        elif number is not None:
            why = self._solved(grade, number)
        Listing(panel, 6, self._text, None, self._explain, below=4, chosen=grade)
        if why:
            self.tell(why, draw.GOOD)

    def _read(self, number=None):
        """Read the head of the pack, or a puzzle of it. Returns what is wrong, a sentence or ""."""
        try:
            with open(device.asset("puzzles.bin"), "rb") as file:
                if number is None:
                    self.pack = puzzles.Pack(file, binascii.crc32)
                else:
                    self.pack.file = file
                    self.puzzle = self.pack.puzzle(number)
        except OSError:
            return say(texts.PUZZLES_MISSING)
        except RulesError as problem:
            return refusal_text(problem.args)
        return ""

    def _explain(self):
        """Explain the task and name the puzzle."""
        number = self._chosen(self.list.chosen)
        which = say(texts.PUZZLES_WHICH, *self._which(number))
        if self.progress.is_solved(number):
            which += " " + draw.RIGHT_SIGN
        if self.list.chosen:  # no line of the list: these keys choose another
            which = draw.LEFT + " " + which + " " + draw.RIGHT
        self.panel.say(self.panel.lines - 5, 1, which, draw.DIM, True)
        self.tell(say(texts.PUZZLES_ABOUT))

    def _text(self, i):
        if not i:
            progress = self.progress
            since = progress.days_since(self._day())
            text = say(texts.PUZZLES_DAY)
            if since < 2 and progress.streak > 1:
                text += ": %d" % progress.streak
            return text + " " + draw.RIGHT_SIGN if progress.streak and not since else text
        count = self.pack.counts[i - 1]
        done = self.progress.count_solved(self.pack.number(i, 0), count)
        return say(texts.PUZZLES_GRADE, i, done, count)

    def _solved(self, grade, number):
        """Save that a puzzle was solved. Returns a text about it."""
        app = self.app
        app.sound.play("win")
        self.progress.mark_solved(number)
        text = say(texts.PUZZLES_SOLVED)
        if not grade:
            self.progress.mark_day_solved(self._day())
            if number == self._chosen(0):  # there is no other puzzle today
                text = say(texts.PLAY_SOLVED)
            if self.progress.streak > 1:
                text += "\n" + say(texts.PUZZLES_ROW, self.progress.streak)
        why = app.store.save("puzz", self.progress.dump())
        return notice_text(why) if why and why != app.failures.unsaved else text

    def change(self, step: int) -> None:
        """Choose the next puzzle of the grade, or the one before."""
        grade = self.list.chosen if self.list else 0
        if grade:
            self.app.sound.play("move")
            first = self.pack.number(grade, 0)
            place = (self._chosen(grade) - first + step) % self.pack.counts[grade - 1]
            self.chosen[grade] = first + place
            self._explain()

    def choose(self) -> None:
        """Play the chosen puzzle."""
        if not self.list:
            return
        app = self.app
        grade = self.list.chosen
        number = self._chosen(grade)
        why = self._read(number)
        if why:
            self.tell(why, draw.BAD)
            return
        app.sound.play("pick")
        from pocket.learn import lessongame

        from rules import catalogue

        task = lessongame.puzzle_task(*self.puzzle, self._which(number))
        turn = catalogue.ORDER[0], task, (grade, number) + self.from_journey
        app.go("games.makegame", "learn.puzzles", "lesson", *turn)

    def _chosen(self, grade):
        """Return the puzzle of a grade that A would play; of grade 0 the day's."""
        if not grade:
            return self.progress.number_of_day(self._day())
        if grade not in self.chosen:
            self.chosen[grade] = self._next(grade)
        return self.chosen[grade]

    def _next(self, grade, last=-1):
        """Return the next unsolved puzzle of a grade, after puzzle `last`; a solved one when all
        are."""
        first = self.pack.number(grade, 0)
        count = self.pack.counts[grade - 1]
        start = last + 1 - first if last >= first else 0
        for i in range(count):
            number = first + (start + i) % count
            if not self.progress.is_solved(number):
                return number
        return first + (start or self.progress.days_solved) % count

    def _which(self, number):
        """Return (a puzzle's grade, its number in that grade)."""
        grade, place = self.pack.grade(number)
        return grade, place + 1

    def _day(self):
        """Return today's number: by the clock if it is set, else one more than that of the last
        day solved."""
        from pocket.saves import roundsfile

        day = roundsfile.today()
        return self.progress.days_solved if day is None else day

"""A person at a board's own firmware, emulated: ten games in one session, which must not age.

POCKET_FIRMWARE names the firmware files, as it does for the tests; a session runs on one of them.
Its last game is the first once more, of the same deal.
"""

import os
import random
import sys

from tools.device.made import importable
from tools.emulator import EmulatorError, gamespec, readings, scripts, session
from tools.emulator.handheld import Handheld
from tools.emulator.person import Keys
from tools.person.choosing import Person
from tools.person.screen import Key, Screen
from tools.soak.running import Failure, tally

_AGED = 1024  # bytes of memory that the last game may have less than the first
_GAME_MS = 120000  # of a game, before its person leaves
_BETWEEN_MS = 12000  # between two games
_MOODS = (("mash", "look", "play"), (1, 4, 15))
_PLACES = ("puzzles", "lesson", "lastrounds", "statistics", "rulespages", "gamecards")
_TAKING = ("language", "large")  # settings that take memory: every game must have the same
_LAST_KEYS = 16  # that a failure names


def taking() -> set[int]:
    """The lines of the settings that the person leaves as they are."""
    importable()
    from pocket.saves import settingsfields

    lines = ["language"] + [field[0] for field in settingsfields.FIELDS]
    return {lines.index(name) for name in _TAKING}


def ten_games(seed: int) -> None:
    """Play one session. Raises Failure."""
    files = os.environ["POCKET_FIRMWARE"].split(os.pathsep)
    rng = random.Random(seed)
    specs = scripts.ten_games(rng)
    jobs = [gamespec.job(specs[0])]
    for spec in specs[1:]:
        jobs += ["go %s\n" % rng.choice(_PLACES), gamespec.job(spec)]
    options = session.options(firmware=files[seed % len(files)])
    constants = {"JOBS": True, "KEYS": True, "SEES": True}
    more_files = {"jobs.txt": "over\n".join(jobs).encode()}
    with session.set_up(options, True, constants, more_files) as handheld:
        board = Board(handheld)
        person = Person(rng)
        try:
            for number, job in enumerate(jobs):
                board.await_job(number + 1)
                told = (seed, number + 1, len(jobs), job.strip(), board.presses)
                sys.stderr.write("session %d: %d of %d, %s; %d presses so far\n" % told)
                end = handheld.ms + (_BETWEEN_MS if number % 2 else _GAME_MS)
                while board.look().name != "title" and handheld.ms < end:
                    board.perform(person.act(board.look(), *rng.choices(*_MOODS)))
                board.perform(person.home(board.look()))
        except EmulatorError as problem:
            raise Failure(str(problem)) from problem
        wrong = judged(readings.log_of(handheld))
    tally["presses"] += board.presses
    tally["games"] += len(specs)
    if wrong:
        raise Failure(" ".join(wrong))


def judged(log: readings.Log) -> list[str]:
    """What is wrong with a session: sentences."""
    wrong = []
    first: list[dict] = []  # {screen: free bytes} at the first screens of each game
    begun = [ms for ms, line in log.console if line.startswith("job begin ")]
    for since, until in zip(begun, begun[1:] + [float("inf")]):
        part = readings.between(log, since, until)
        if any(row["errors"] for row in readings.searches(part)):
            # a screen may do without the memory it was refused, a search may not
            wrong.append("Game %d was played plainly for want of memory." % (len(first) + 1))
        free: dict = {}
        for _ms, line in part.console:
            words = line.split()
            if words[:1] == ["screen"] and words[1] in ("startdraw", "eightscreen"):
                free.setdefault(words[1], int(words[-1]))
            elif words[:1] == ["person"]:
                free.setdefault("person", int(words[3]))
        first.append(free)
    aged = [first[0][name] - first[-1][name] for name in first[0] if name in first[-1]]
    if max(aged, default=0) > _AGED:
        wrong.append("The last game has less than the first had: %s, %s." % (first[-1], first[0]))
    return wrong


class Board(Keys):
    """An emulated handheld whose probe does one job after the other."""

    def __init__(self, handheld: Handheld) -> None:
        super().__init__(handheld)
        self.log: list[str] = []
        self.jobs = self._number = 0
        self._taking = taking()

    def await_job(self, number: int) -> None:
        """Wait until this job begins. Raises lost()."""
        self._number = number
        end = self.handheld.ms + 60000
        while self.jobs < number:
            if self.handheld.ms > end:
                raise self.lost("Nothing follows the first screen")
            self.rest()

    def heard(self, line: str, words: list[str]) -> None:
        """Read a line of the console, and count jobs."""
        super().heard(line, words)
        if line.startswith(("job begin ", "job go ")):
            self.jobs += 1
            self.seen = Screen()  # the job's screen is being made

    def look(self) -> Screen:
        """The screen on show: the first one once the next job has begun, which it does there."""
        return Screen("title") if self.jobs > self._number else self.seen

    def press(self, key: Key) -> None:
        """Press a key, but leave the settings that take memory as they are."""
        buttons = key.buttons
        if buttons and self.seen.name == "settingsmenu":
            # a second button may act on a line that the first one leads to
            buttons = ("DOWN",) if self.seen.chosen in self._taking else buttons[:1]
        elif buttons and self.seen.name == "language":  # the first screen leads there, too
            buttons = ("B",)
        self.log.append("+".join(buttons) or "wait %d" % key.ms)
        super().press(Key(buttons, key.ms))

    def lost(self, sentence: str) -> Exception:
        """The error to raise where the game fails: with the last keys."""
        said = sentence, self.handheld.desk.board_id, self.seen.name
        return EmulatorError(
            "%s (%s, %s; the last keys: %s)" % (*said, " ".join(self.log[-_LAST_KEYS:]))
        )


PROPERTIES = {"firmware": (ten_games, None)}

"""Device: sittings of ten games on a board's own firmware, emulated, a person at the keys.

POCKET_FIRMWARE names the firmware files, as it does for the tests; a case is a sitting on one of
them. The last game is the first once more, of the same deal: a sitting does not age.
"""

import os
import random
import sys
from types import SimpleNamespace
from typing import Any

from tools.device.made import importable
from tools.emulator import EmulatorError, gamespec, measure, readings, scripts, session
from tools.emulator.handheld import PRESS, Handheld
from tools.emulator.person import Keys
from tools.person.screen import LONG, Screen
from tools.sim.machine import opposite
from tools.soak.outcome import Outcome
from tools.soak.person import ARROWS, KEYS, Person
from tools.soak.sitting import AtHand, Fault

UNIT = "presses"
GOAL = 10000
SECONDS = 14400
_GAMES = 10
_AGED = 1024  # bytes that the last game may lack of what the first had
_GAME_MS = 120000  # of a game: then its person goes
_BETWEEN_MS = 12000  # between two games
_PLACES = ("puzzles", "lesson", "lastrounds", "statistics", "rulespages", "gamecards")
_TAKING = ("language", "large")  # settings that take memory of their own: one for all games
_MENUS = {7: 5, 4: 3}  # of the menu in a game, in a lesson: its lines, the one that leads out


def taking() -> set[int]:
    """The lines of the settings that are left as they are."""
    importable()
    from pocket.jobs import settingsfields

    lines = ["language"] + [field[0] for field in settingsfields.FIELDS]
    return {lines.index(name) for name in _TAKING}


def firmwares() -> list[str]:
    """The files that POCKET_FIRMWARE names."""
    return [path for path in os.environ.get("POCKET_FIRMWARE", "").split(os.pathsep) if path]


def why_not() -> str:
    """A sentence where no firmware is named."""
    return (
        "" if firmwares() else "POCKET_FIRMWARE names no firmware (FILE.uf2, several as in PATH)."
    )


def run_case(seed: int) -> Outcome:
    """One sitting."""
    files = firmwares()
    rng = random.Random(seed)
    specs = scripts.ten_games(rng)
    jobs = [gamespec.job(specs[0])]
    for spec in specs[1:]:
        jobs += ["go %s\n" % rng.choice(_PLACES), gamespec.job(spec)]
    options = session.options(firmware=files[seed % len(files)])
    constants = {"JOBS": True, "LAYS": True, "KEYS": True}
    files_more = {"jobs.txt": "over\n".join(jobs).encode()}
    failures = []
    with session.set_up(options, True, constants, files_more) as chip:
        sitting = Board(rng, chip)
        person = Player(sitting, rng, (1, 4, 15))
        try:
            for number in range(len(jobs)):
                sitting.job(number + 1)
                _progress(seed, number, len(jobs), jobs[number], sitting.presses)
                end = chip.ms + (_BETWEEN_MS if number % 2 else _GAME_MS)
                while sitting.name != "title" and chip.ms < end:
                    person.act()
                sitting.home()
        except (Fault, EmulatorError) as fault:
            failures.append(str(fault))
        reports = reports_of(readings.log_of(chip))
    _tell_refused(seed, reports)
    failures += judged(reports)
    return Outcome(sitting.presses, failures, _figures(reports))


def _progress(seed, number, many, job, presses):
    """Tell on standard error how far a sitting is: it takes an hour."""
    said = "sitting %d: %d of %d, %s; %d presses so far\n"
    sys.stderr.write(said % (seed, number + 1, many, job.strip(), presses))
    sys.stderr.flush()


def _tell_refused(seed, reports):
    """Tell on standard error which allocations were refused in which game."""
    for number, report in enumerate(reports):
        for line in measure.refused_text(report["refused"]):
            sys.stderr.write("sitting %d, game %d:%s\n" % (seed, number + 1, line))


def reports_of(log: readings.Log) -> list[dict]:
    """What is told of each game, to the beginning of the next."""
    begun = [row for row in log.console if row[1].startswith("job begin ")]
    reports = []
    for (since, line), until in zip(begun, [ms for ms, _line in begun[1:]] + [float("inf")]):
        part = readings.between(log, since, until)
        thoughts = readings.searches(part)
        report = {"game": line, "first": {}, "lowest": readings.lowest(part)}
        report["refused"] = readings.refused(part)
        report["moves"] = sum(row["kind"] == "thought" for row in thoughts)
        report["plain"] = sum(bool(row["errors"]) for row in thoughts)
        report["longest_ms"] = max([row["ms"] for row in thoughts], default=0)
        for _ms, line in part.console:
            words = line.split()
            if words[:1] == ["screen"] and words[1] in ("startdraw", "eightscreen"):
                report["first"].setdefault(words[1], int(words[-1]))
            elif words[:1] == ["person"]:
                report["first"].setdefault("person", int(words[3]))
        reports.append(report)
    return reports


def judged(reports: list[dict]) -> list[str]:
    """What is wrong with a sitting: sentences."""
    wrong = []
    for number, report in enumerate(reports):
        if report["plain"]:  # what screens are refused they do without: a figure
            wrong.append("Game %d was played plainly for want of memory." % (number + 1))
    if len(reports) == _GAMES and _aged(reports) > _AGED:
        first, last = reports[0]["first"], reports[-1]["first"]
        wrong.append("The last game has less than the first had: %s, %s." % (last, first))
    return wrong


def _aged(reports):
    """The bytes that the last game lacks of what the first had, at its first screens."""
    first, last = reports[0]["first"], reports[-1]["first"]
    return max([first[name] - last[name] for name in first if name in last], default=0)


def _figures(reports):
    figures = {"games": len(reports), "moves": sum(report["moves"] for report in reports)}
    refused = [size for report in reports for _ms, size in report["refused"]]
    figures["refused"] = len(refused)
    figures["max_refused_bytes"] = max(refused, default=0)
    figures["max_thought_ms"] = max([report["longest_ms"] for report in reports], default=0)
    for number, report in enumerate(reports):
        if report["lowest"]:
            figures["min_free_%02d" % (number + 1)] = report["lowest"]["free"][0]
            figures["min_piece_%02d" % (number + 1)] = report["lowest"]["piece"][1]
    if len(reports) == _GAMES:
        figures["max_aged"] = _aged(reports)
    return figures


class Board(Keys, AtHand):
    """A handheld that is emulated, as a Person knows one: what is on show is what it tells."""

    def __init__(self, rng: random.Random, chip: Handheld) -> None:
        super().__init__(chip)
        self.rng = rng
        self.board = chip.desk.board_id
        self.log: list[str] = []
        self.jobs = self._number = 0
        self.shown, self.person = "", False
        self.state = SimpleNamespace(list=None, sure=False, busy=False, pad=None)
        self._taking = taking()

    def job(self, number: int) -> None:
        """Wait until that one begins. Raises Fault."""
        self._number = number
        end = self.handheld.ms + 60000
        while self.jobs < number:
            if self.handheld.ms > end:
                raise self.lost("Nothing goes on behind the first screen")
            self.rest()

    # -- keys

    def press(self, button: str, ms: int = PRESS) -> None:  # type: ignore[override]
        """See Sitting."""
        if button == "MENU":
            button, ms = "START", LONG
        self.both(button, "", ms)

    def long(self, button: str) -> None:
        """See Sitting."""
        self.press(button, LONG)

    def both(self, first: str, second: str, ms: int) -> None:
        """See Sitting."""
        shown = self.state.list
        if self.shown == "settingsmenu":
            second = ""  # the first may lead to a line that is left as it is
            if shown and shown.chosen in self._taking:
                first = "DOWN"
        elif self.shown == "language":  # the first screen leads there, too
            first, second = "B", ""
        buttons = [button for button in (first, second) if button]
        self.log += buttons
        seen = [opposite(button) if self.turned else button for button in buttons]
        self.keys(seen, max(ms, PRESS))

    def heard(self, line: str, words: list[str]) -> None:
        """See Keys."""
        super().heard(line, words)
        seen, shown = self.seen, self.state.list
        self.shown, self.person, self.state.busy = seen.name, seen.doing == "turn", seen.busy
        if words[0] == "@":
            self.person = words[4] == "1"
        if not seen.lines:
            self.state.list = None
        elif shown is None:
            self.state.list = SimpleNamespace(count=seen.lines, chosen=seen.chosen)
        else:
            shown.count, shown.chosen = seen.lines, seen.chosen
        if line.startswith(("job begin ", "job go ")):
            self.jobs += 1
            self.seen, self.shown = Screen(), ""  # it is being made

    def wait(self, ms: int) -> None:
        """See Sitting."""
        self.log.append("wait %d" % ms)
        self.rest(ms)

    # -- what is on show

    @property
    def screen(self) -> Any:
        """What it tells of the screen on show."""
        return self.state

    @property
    def name(self) -> str:
        """The screen's; "title" once the next job has begun, which it does there."""
        return "title" if self.jobs > self._number else self.shown

    def of_screen(self, name: str) -> Any:
        """See Sitting."""
        return vars(self.state).get(name)

    def lost(self, sentence: str) -> Fault:
        """What is raised where something fails."""
        return Fault(sentence + self.where())

    def where(self) -> str:
        """See Sitting."""
        keys = " ".join(self.log[-16:])
        return " (%s, %s; the last keys: %s)" % (self.board, self.shown, keys)

    def _leave(self) -> bool:
        shown = self.state.list
        if shown is None:
            return False
        for _ in range(shown.count):
            if self.name != "pause" or shown.chosen == _MENUS.get(shown.count):
                break
            self.press("DOWN")
        self.press("A")
        return True


class Player(Person):
    """A Person who knows the tiles by what is on show alone: hints, or any keys."""

    def _table(self):
        if self.sitting.person:
            self._hand()
        else:
            self._hurry()

    def _cards(self):
        if self.sitting.person:
            self._key(*self.rng.choices(("LEFT", "RIGHT", "A", "DOWN", "UP", "B"), k=6), "A")
        else:
            self._hurry()

    def _hurry(self):
        """Somebody else is at it."""
        if self._chance(0.9):
            self.sitting.wait(600)
        else:
            self._key(self.rng.choice(("A", "A", *KEYS)))

    def _hand(self):
        """A turn of one's own: a hint is played, nothing is, or tiles go anywhere."""
        what = self.rng.random()
        if what < 0.35:
            self.sitting.long("SELECT")
            for _ in range(40):
                if not self.sitting.screen.busy:
                    break
                self.sitting.wait(300)
            self._key("START")
        elif what < 0.65:
            self.sitting.long("B")
            self._key("START", "A")
        elif what < 0.95:
            keys = (*ARROWS, *ARROWS, "A", "A", "A", "SELECT", "B", "START")
            self._key(*self.rng.choices(keys, k=self.rng.randint(3, 14)))
        else:
            self.sitting.long("START")

    def _pause(self):
        """The menu of a game: on, or a line that does not end it."""
        shown = self.sitting.screen.list
        if self._chance(0.5) or shown is None:
            self._key("B")
        else:
            self._to(self.rng.randrange(_MENUS.get(shown.count, 1)))
            self._key("A")

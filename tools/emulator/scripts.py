"""Scripts that measure a board: functions that press keys as a person would, for any chip.

A script takes a Run. SCRIPTS is the table of all scripts.
"""

import functools
import os
import re
from argparse import Namespace
from collections.abc import Callable
from typing import Any, NamedTuple

from rules import catalogue
from rules.base import RulesError, finish
from rules.record import reader
from rules.solver import search
from tools import jsonl, refusals, replay
from tools.device.made import importable
from tools.emulator import EmulatorError, drive, fatcheck, readings
from tools.emulator.handheld import Handheld
from tools.emulator.person import MAX_MOVES, Person
from tools.sim import script

_JOB_MS = 120000  # emulated; no job takes longer
_COACH_MS = 900000
_INTERRUPT_MS = 2500  # time that the coach works before B
_MAX_LESSON_PRESSES = 400
EXAMPLE = catalogue.ORDER[0] + " hard,person 7"  # a game as --game takes it


class Run:
    """One run of a script.

    args: the command's options. board: the Handheld. words: arguments of the script, such as a
    game. steps: [(ms, name)] reached. shots: paths of pictures.
    extra: further figures for the report.
    """

    def __init__(self, args: Namespace, board: Handheld, words: Any = None) -> None:
        self.args, self.board, self.words = args, board, words
        self.steps: list[tuple[float, str]] = []
        self.shots: list[str] = []
        self.extra: dict[str, Any] = {}

    def person(self, rules: dict | None = None) -> Person:
        """Return a Person at the keys. rules: of the game."""
        person = Person(self.board, rules)
        person.may_fail = bool(self.args.refuse)
        return person

    def step(self, name: str) -> None:
        """Record that a step is reached, with its time and picture."""
        os.makedirs(self.args.shots, exist_ok=True)
        self.board.settle(300)
        path = os.path.join(self.args.shots, "hour_%02d_%s.png" % (len(self.steps), name))
        self.board.shot(path)
        self.shots.append(path)
        self.steps.append((round(self.board.ms, 1), name))


def buttons(run: Run) -> None:
    """Play a button script, or only start the game."""
    steps = script.read(run.args.script, until=True) if run.args.script else []
    run.board.boot("screen title")
    run.extra["title_ms"] = round(run.board.panel.last, 1)
    run.shots += script.run(run.board, steps, run.args.shots)


def play_first_hour(run: Run) -> None:
    """Play a first hour: a lesson (it is the journey's station 1), a quick game, a puzzle, then
    stations 2 and 3."""
    run.board.boot("screen title")
    person = run.person()
    person.wait_for("title")
    run.step("title")
    person.choose("More", "Lessons")
    person.wait_for("lesson")
    person.tap("A")
    while person.screen.name != "lesson" or not person.screen.lines:
        if person.is_ready():
            person.play_turn()
        elif person.presses > _MAX_LESSON_PRESSES:
            raise EmulatorError("The lesson took more than %d key presses." % _MAX_LESSON_PRESSES)
        else:
            person.tap("A")
            person.rest(700)
    run.step("lesson")
    person.go_home()
    person.choose("Play")
    person.tap("A")
    _play_game(run, person, "quick")
    person.go_home()
    person.choose("Puzzle of the day")
    person.wait_for("puzzles")
    person.tap("DOWN", "A")
    person.wait_for("play")
    while not person.is_ready():
        person.rest(300)
    run.step("puzzle_begun")
    person.play_turn()
    person.wait_for("puzzles")
    run.step("puzzle")
    person.go_home()
    person.choose("Journey")
    person.wait_for("journey")
    run.step("journey1")
    for number in (2, 3):
        person.tap("A")
        _play_game(run, person, "station%d" % number)
        person.wait_for("journey")
        run.step("journey%d" % number)
    run.extra["turns"] = person.turns


def _play_game(run, person, name):
    """Play a game and leave its score sheet."""
    while not person.is_ready():
        if person.screen.name in ("startdraw", "handover"):
            person.tap("A")
        person.rest(600)
    run.step(name)
    person.play_game(lays=True, any_score=True)
    run.step(name + "_end")
    person.tap("A")


def games(run: Run) -> None:
    """Play games after one power-on; the person draws, and plays only if a pass is refused."""
    run.extra["games"] = []
    for number, spec in enumerate(run.words):
        run.board.expect("job begin", 60000, "The game did not start")
        since = run.board.ms
        game_id, _players, _seed, options = parse(spec)
        person = run.person(catalogue.rules_for(game_id, options))
        person.moves = 0
        ended = person.play_game(False, MAX_MOVES)
        log = readings.log_of(run.board, since)
        turns = [row["free"] for row in readings.screens(log) if row["screen"] == "turn"]
        figures = {"game": spec, "ended": ended, "lowest": readings.lowest(log), "first": turns[:1]}
        run.extra["games"].append(figures)
        if run.args.coach and ended == "over":
            figures["coach"] = _measure_coach(run)
        if number + 1 < len(run.words):
            run.board.press("A")


def parse(text: str) -> tuple[str, list[str], int, dict]:
    """Return (game id, players, seed, options) of "RK hard,person 7 jokers=1". Raises
    EmulatorError."""
    words = text.split()
    players = words[1].split(",") if len(words) > 1 else []
    try:
        options = dict(jsonl.option_of(word) for word in words[3:])
        is_game = bool(words) and words[0] in catalogue.ORDER
        catalogue.rules_for(words[0], options) if is_game else None
    except RulesError as problem:
        raise EmulatorError("--game %s: %s" % (text, refusals.sentence(problem)))
    if not (
        is_game
        and len(words) > 2
        and re.fullmatch("[0-9]{1,9}", words[2])
        and 2 <= len(players) <= 4
        and all(player in catalogue.LEVELS + ("person",) for player in players)
    ):
        raise EmulatorError(
            '--game takes a game, who plays and a seed, such as "%s"; '
            "'%s' is none." % (EXAMPLE, text)
        )
    return words[0], players, int(words[2]), options


def begin_job(spec: str) -> str:
    """Return the probe's job that begins this game. Raises EmulatorError."""
    game_id, players, seed, options = parse(spec)
    words = ["%s=%s" % (name, str(options[name]).lower()) for name in options]
    return " ".join(["begin", game_id, ",".join(players), str(seed)] + words) + "\n"


def _measure_coach(run):
    """Start the coach from the score sheet, leave it with B, start it again until it ends. Return
    its figures and the desktop's for the same round, or None if the round has no coach."""
    board = run.board
    board.press("LEFT")
    if not board.until("screen coach", 20000):
        return None
    board.wait(_INTERRUPT_MS)
    pressed = board.ms
    board.press("B")
    has_left = board.until("screen score", 20000)
    board.settle()
    figures: dict[str, Any] = {"out_ms": round(board.panel.last - pressed) if has_left else None}
    board.wait(900)
    began = board.ms
    board.press("LEFT")
    board.until("coached ", _COACH_MS)
    board.wait(900)
    log = readings.log_of(board, began)
    figures.update(readings.coached(log), refused=readings.refused(log))
    figures["lowest"] = readings.lowest(log)
    firmware = drive.read_firmware(run.args.firmware, board.model)
    flash = memoryview(board.flash())[drive.drive_offset(firmware, board.model) :]
    figures["desktop"] = desktop_coach(bytes(fatcheck.Drive(flash).files["rummy.sav"]))
    board.press("B")
    board.until("screen score", 20000)
    board.wait(900)
    return figures


def desktop_coach(save: bytes) -> dict[str, int]:
    """Return {turns, unsure, more} of the desktop's coach for the newest round in a file of saves:
    for its first person or, if there is none, its first seat."""
    record = reader.Record(replay.records_in(save)[0])
    seats = [seat for seat, person in enumerate(record.people) if not person[0]] or [0]
    counts = {"turns": 0, "unsure": 0, "more": 0}
    round_ = reader.Replay(record)
    while not round_.done():
        step = round_.step()
        if step.seat != seats[0] or step.kind == "redeal":
            continue
        position = round_.game.rules, step.table, step.rack, step.opened
        best = finish(search.solve(*position, jokers_differ=step.jokers_differ))
        counts["turns"] += 1
        counts["unsure"] += not best.proved
        counts["more"] += max(0, best.tiles - len(step.laid))
    return counts


def run_jobs(run: Run) -> None:
    """Let the probe do its jobs, which show screens."""
    board = run.board
    board.expect("screen title", 60000, "The game did not start")
    end = board.ms + len(run.words) * _JOB_MS
    while not board.until("jobs done", 5000) and board.ms < end:
        if any("Traceback" in line for _ms, line in board.console[-40:]):
            break


def list_screen_jobs() -> tuple[list[str], dict[str, bytes]]:
    """Return (jobs, files) that show every screen, those of a game with a person to move."""
    names = "gamecards settingsmenu rulespages lesson buttons puzzles statistics lastrounds"
    lines = ["go gamesetup " + catalogue.ORDER[0]] + ["go " + name for name in names.split()]
    files = {}
    for game_id in catalogue.ORDER:
        name = "%s.bin" % game_id
        files[name] = save_at_turn(game_id, 2, 45)
        # In play the menus lie between two games.
        lines += [
            "go title",
            "begin %s hard,person 1" % game_id,
            "go handover",
            "position /" + name,
        ]
        lines += ["go pause", "go rulespages %s pause" % game_id, "go score pause"]
        lines += ["go settingsmenu", "go pause", "resume"]
    return lines, files


@functools.cache
def save_at_turn(game_id: str, seats: int, tiles: int) -> bytes:
    """Return a save of a game between computers at the first turn with `tiles` on the table (of a
    card game: at the seventh turn). The seat to move becomes a person's."""
    for seed in range(1, 200):
        game: Any = catalogue.new(game_id, seats, seed, {})
        turns = 0
        while game.phase != "over":
            if game.phase != "turn":
                game.apply(("redeal", False) if game.phase == "redeal" else ("go",))
                continue
            turns += 1
            table = game.table if game.pieces == "tiles" else None
            if turns > 6 if table is None else sum(map(len, table)) >= tiles:
                levels = ["hard"] * seats
                levels[game.seat] = "person"
                return save_of(game, levels)
            level, view = "easy" if table is None else "normal", game.view(game.seat)
            game.apply(finish(catalogue.players(game_id).choose(level, view, turns)))
    raise ValueError("No game of %s has %d tiles on the table." % (game_id, tiles))


def save_of(game: Any, levels: list[str]) -> bytes:
    """Return the saved record of a running game between these players, levels or "person"."""
    importable()
    from pocket.games import newgame

    people = ["" if level == "person" else level for level in levels]
    game.note = newgame.pack_people(list(zip(people, "ABCD")))
    return game.rules["game"].encode() + bytes((game.round,)) + game.pack()


def files_of(name: str, words: Any) -> dict[str, bytes]:
    """Return {path: bytes} that a script needs on the drive. words: see Run."""
    if name == "games":
        return {"jobs.txt": "await_title\n".join(map(begin_job, words)).encode()}
    if name != "screens":
        return {}
    lines, files = list_screen_jobs()
    return {**files, "jobs.txt": "".join(line + "\n" for line in lines).encode()}


class Script(NamedTuple):
    """A row of the table of scripts: its function, constants of the probe, and text for the help
    ("" if a separate option runs it)."""

    play: Callable[[Run], None]
    constants: dict[str, Any]
    help: str = ""


_SEEN = {"KEYS": True, "SEES": True}
SCRIPTS = {
    "start": Script(buttons, {}, "power-on to the first screen, then the button script"),
    "hour": Script(play_first_hour, _SEEN, "a first hour: lesson, quick game, puzzle, journey"),
    "screens": Script(run_jobs, {"JOBS": True}, "memory at every screen of every game"),
    "games": Script(games, {"JOBS": True, **_SEEN}),
}

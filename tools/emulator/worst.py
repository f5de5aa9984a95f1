"""`emulate --worst`: the games that ask most of a small board, looked for on the desktop.

A game is a line as --game takes it, made from its number: game, seats, who plays, house options.
It is played as a handheld plays it, and weighed by its heaviest turn: the solver's own count of
states times the tiles on the rack and the table. Twice: by what computers think, and by what is
asked about a person's turns, as a hint or the coach does, without a limit; that person draws each
turn. The positions of those that weigh most go to the firmware, a few behind each power-on:
thoughts are thought there, hints looked for.
"""

import concurrent.futures
import random
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from rules import catalogue
from rules.errors import RulesError
from rules.slices import finish
from rules.solver import search
from rules.tilegame import players
from tools.emulator import EmulatorError, consoles, heaptable, positions, session, wholegames

TRIES = 500
_MOVES = 400
_FEW, _MOST = 12, 30  # tiles on a person's rack that are worth a question
_COMPUTERS = ("master", "master", "hard", "hard", "normal", "easy")
# options that change what the solver has to do, by their names in the catalogue
_OPTIONS = ("jokers", "opening_points", "joker_reuse", "opening_build")
_ONE_IN = 3  # so many games have an option of these


def line(number: int) -> str:
    """The game of that number, as --game takes it: the same for the same number, always."""
    chance = random.Random("worst %d" % number)
    game_id = chance.choice([name for name in catalogue.ORDER if catalogue.record(name).SOLVED])
    seats = chance.choice((2, 3, 4, 4))
    people = [chance.choice(_COMPUTERS) for _seat in range(seats)]
    if chance.random() < 0.6:
        people[chance.randrange(seats)] = "person"
    said = "%s %s %d" % (game_id, ",".join(people), chance.randrange(1, 100000))
    offered = catalogue.rules_of(game_id).offered(game_id)
    choices = [field for field in offered if field[0] in _OPTIONS]
    if choices and not chance.randrange(_ONE_IN):
        name, values, _clause = chance.choice(choices)
        if isinstance(values, list):
            values = [values[0], values[-2]]  # the ends of a range
        said += " %s=%s" % (name, wholegames.option_text(chance.choice(values)))
    return said


def weigh(spec: str) -> list[dict]:
    """[{game, seat, asked, weight, states, table, rack, move, save}] of a game's heaviest thought
    and question, as far as it has them; it is played to its end. Raises RulesError."""
    game_id, levels, seed, options = wholegames.parse(spec)
    game: Any = catalogue.new(game_id, len(levels), seed, options)
    heaviest = {}
    moves = 0
    while game.phase != "over" and moves < _MOVES:
        if game.phase == "turn":
            moves += 1
            move, states = _moved(game, levels[game.seat])
            row = {"game": spec, "seat": game.seat, "states": states}
            row["asked"] = levels[game.seat] == "person"
            row.update(table=sum(map(len, game.table)), rack=len(game.racks[game.seat]), move=moves)
            row["weight"] = states * (row["table"] + row["rack"])
            if row["weight"] > heaviest.get(row["asked"], {"weight": 0})["weight"]:
                row["save"] = positions.save_of(game, levels)
                heaviest[row["asked"]] = row
        elif game.phase == "redeal":
            move = ("redeal", False)
        else:
            move = ("go",)
        if game.apply(move) is not None:  # a person who may not pass
            game.apply(("play", _best(game).table))
    return list(heaviest.values())


def _moved(game, level):
    """(a seat's move, the solver's states for it) as a handheld finds it."""
    if level == "person":
        asked = _FEW <= len(game.racks[game.seat]) <= _MOST
        return ("draw" if game.pool else "pass",), _best(game).states if asked else 0
    view = game.view(game.seat)
    # the seed of pocket.tilethink.think
    seed = len(game.pool) << 8 | len(game.history) << 3 | game.seat
    move = finish(players.choose(level, view, seed))
    return move, players.states(view.rack) - (view.work or 0)


def _best(game):
    """The solver's Result for the seat whose turn it is."""
    opened = bool(game.opened[game.seat])
    rack = game.racks[game.seat]
    return search.run(game.rules, game.table, rack, opened, parted=game.parted)


def _weighed(number):
    try:
        return weigh(line(number))
    except (RulesError, EmulatorError):  # options that do not go together
        return []


def heaviest(
    first: int, tries: int, jobs: int, many: int, tell: Callable | None = None
) -> list[dict]:
    """The rows of `weigh` of the `many` heaviest of `tries` games from number `first` on: of
    thoughts and questions in turn, the heaviest first, no game twice."""
    weighed = [[], []]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        numbers = range(first, first + tries)
        for done, rows in enumerate(pool.map(_weighed, numbers, chunksize=4), 1):
            for row in rows:
                weighed[row["asked"]].append(row)
            if tell and not done % 50:
                tell(done)
    for rows in weighed:
        rows.sort(key=lambda row: (row["weight"], row["game"]))
    chosen, games = [], set()
    while len(chosen) < many and (weighed[0] or weighed[1]):
        rows = weighed[len(chosen) % 2] or weighed[0] or weighed[1]
        row = rows.pop()
        if row["game"] not in games:
            chosen.append(row)
            games.add(row["game"])
    return chosen


def jobs_of(rows: list[dict]) -> tuple[list[str], dict[str, bytes]]:
    """(lines, files): the probe's jobs for these rows, each a position."""
    lines, files = [], {}
    for row in rows:
        name = "jobs/w%d.bin" % len(files)
        files[name] = row["save"]
        lines += ["position /" + name, "hint"] if row["asked"] else ["think /" + name]
    return lines, files


def measure(args: Namespace, tell: Callable | None = None) -> list[dict]:
    """[{...}]: what `heaviest` found; where there is a firmware, each with what `take_in` sets."""

    def progress(done):
        tell(0, "%d of %d games weighed" % (done, args.tries))

    rows = heaviest(args.seed or 1, args.tries, args.jobs, args.worst, tell and progress)
    if args.firmware:
        args = session.options(**{**vars(args), "seed": None})  # there the first game's number
        for first in range(0, len(rows), heaptable.AT_ONCE):
            there = rows[first : first + heaptable.AT_ONCE]
            take_in(there, heaptable.run_jobs(args, *jobs_of(there), tell=tell))
    for row in rows:
        del row["save"]
    return rows


def take_in(rows: list[dict], told: consoles.Told) -> None:
    """Set low, piece, ms, slice and refused (bytes of each allocation) of each row as the board
    tells them, in this order."""
    since = 0.0
    refused = consoles.refused(told.failures)
    answers = [answer for answer in consoles.searches(told) if answer["kind"] != "proved"]
    for row, answer in zip(rows, answers):
        row.update({name: answer[name] for name in ("low", "piece", "ms", "slice")})
        row["refused"] = [size for ms, size in refused if since <= ms <= answer["told_ms"]]
        since = answer["told_ms"]


def text(rows: list[dict]) -> str:
    """A table of what was found, and of what the firmware made of it."""
    names = ("states", "table", "rack", "move", "low", "piece", "ms", "slice")
    lines = ["%-50s" % "game" + "".join("%8s" % name for name in names)]
    for row in rows:
        values = "".join("%8s" % row.get(name, "-") for name in names)
        more = "  asked" if row["asked"] else ""
        for size in row.get("refused", ()):
            more += "  refused %d" % size
        lines.append("%-50s%s%s" % (row["game"], values, more))
    return "\n".join(lines)

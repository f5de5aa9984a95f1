"""Heavy positions for a small board, found by playing games on this computer.

A game is a line as --game takes it, made from its number: game, seats, players, house options. Its
weight is that of its heaviest turn: the solver's count of states times the tiles on rack and table.
Computers' thoughts and questions for a person (as a hint or the coach asks, without a limit of
states) are weighed apart; that person draws each turn.
"""

import concurrent.futures
import os
import random
import tempfile
from collections.abc import Callable
from typing import Any

from rules import catalogue
from rules.base import RulesError, finish
from rules.solver import search
from rules.tilegame import players
from tools.device.made import importable
from tools.emulator import EmulatorError
from tools.emulator.gamespec import option_text, parse

TRIES = 500
_MOVES = 400
_FEW, _MOST = 12, 30  # tiles on a person's rack that are worth a question
_COMPUTERS = ("master", "master", "hard", "hard", "normal", "easy")
# House options that change the solver's work, and how seldom a game has one.
_OPTIONS = ("jokers", "opening_points", "joker_reuse", "opening_build")
_ONE_IN = 3


def line(number: int) -> str:
    """The game of that number as --game takes it; always the same."""
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
        said += " %s=%s" % (name, option_text(chance.choice(values)))
    return said


def weigh(spec: str) -> list[dict]:
    """Play a game to its end; returns its heaviest thought and question, as far as it has them:
    [{game, seat, asked, weight, states, table, rack, move, save}]. Raises RulesError."""
    game_id, levels, seed, options = parse(spec)
    game: Any = catalogue.new(game_id, len(levels), seed, options)
    heaviest: dict[bool, dict] = {}
    moves = 0
    while game.phase != "over" and moves < _MOVES:
        if game.phase == "turn":
            moves += 1
            move, states = _move(game, levels[game.seat])
            asked = levels[game.seat] == "person"
            row = {"game": spec, "seat": game.seat, "asked": asked, "states": states, "move": moves}
            row.update(table=sum(map(len, game.table)), rack=len(game.racks[game.seat]))
            row["weight"] = states * (row["table"] + row["rack"])
            if row["weight"] > heaviest.get(asked, {"weight": 0})["weight"]:
                heaviest[asked] = {**row, "save": save_of(game, levels)}
        else:
            move = ("redeal", False) if game.phase == "redeal" else ("go",)
        if game.apply(move) is not None:  # the person may not pass
            game.apply(("play", _best(game).table))
    return list(heaviest.values())


def _move(game, level):
    """(the seat's move, the solver's states for it), as a handheld finds it."""
    if level == "person":
        asked = _FEW <= len(game.racks[game.seat]) <= _MOST
        return ("draw" if game.pool else "pass",), _best(game).states if asked else 0
    view = game.view(game.seat)
    # the seed of pocket.tilegame.think
    seed = len(game.pool) << 8 | len(game.history) << 3 | game.seat
    move = finish(players.choose(level, view, seed))
    return move, players.states(view.rack) - (view.work or 0)


def _best(game):
    """The solver's Result for the seat to move."""
    opened = bool(game.opened[game.seat])
    rack = game.racks[game.seat]
    return search.run(game.rules, game.table, rack, opened, parted=game.parted)


def _weighed(number):
    try:
        return weigh(line(number))
    except (RulesError, EmulatorError):  # house options that exclude each other
        return []


def heaviest(
    first: int, tries: int, jobs: int, count: int, tell: Callable | None = None
) -> list[dict]:
    """The `count` heaviest rows of `weigh` in `tries` games from number `first` on: thoughts and
    questions in turn, the heaviest first, no game twice. jobs: processes."""
    weighed: list[list[dict]] = [[], []]
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        numbers = range(first, first + tries)
        for done, rows in enumerate(pool.map(_weighed, numbers, chunksize=4), 1):
            for row in rows:
                weighed[row["asked"]].append(row)
            if tell and not done % 50:
                tell(0, "%d of %d games weighed" % (done, tries))
    for rows in weighed:
        rows.sort(key=lambda row: (row["weight"], row["game"]))
    chosen: list[dict] = []
    while len(chosen) < count and (weighed[0] or weighed[1]):
        row = (weighed[len(chosen) % 2] or weighed[0] or weighed[1]).pop()
        if row["game"] not in [other["game"] for other in chosen]:
            chosen.append(row)
    return chosen


def jobs_of(rows: list[dict]) -> tuple[list[str], dict[str, bytes]]:
    """(the probe's jobs, files) for these rows of `weigh`."""
    lines: list[str] = []
    files = {"jobs/w%d.bin" % number: row["save"] for number, row in enumerate(rows)}
    for name, row in zip(files, rows):
        lines += ["position /" + name, "hint"] if row["asked"] else ["think /" + name]
    return lines, files


def reached(game_id: str, seats: int, tiles: int) -> bytes:
    """A save of the first turn with `tiles` on the table (a card game: the seventh turn), in a game
    of computers; the seat to move is now a person's."""
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
    """The saved record of a running game between these players, levels or "person"."""
    importable()
    from pocket.games import newgame

    people = ["" if level == "person" else level for level in levels]
    game.note = newgame.pack_people(list(zip(people, "ABCD")))
    return game.rules["game"].encode() + bytes((game.round,)) + game.pack()


def kept(payload: bytes) -> dict[str, bytes]:
    """{path: bytes} of a file of saves with this record, as short as a full drive has it."""
    importable()
    from pocket.saves import slots, storage

    with tempfile.TemporaryDirectory() as folder:
        store = storage.Store({"folder": folder, "nvm": None})
        store.save("game." + payload[:2].decode(), payload)
        with open(os.path.join(folder, "rummy.sav"), "rb") as file:
            return {"rummy.sav": file.read((slots.LEAST + 2) * slots.STRIDE)}

"""Fill a handheld's drive with random settings, games, records and statistics."""

import os
import random
import zlib
from collections.abc import Collection, Sequence

from rules import catalogue, choices, stats
from rules.base import RulesError, finish
from rules.record import notation
from tools.device import made, wordpack
from tools.place import ROOT
from tools.sim.patches import Patches

_NAMES = ("ANN", "BOB", "P1", "CYD.D-2", "WWWWWWW", "I")
_COMPUTER_NAMES = ("ADA", "BO", "CY", "DEE", "EVE", "FLO")
_COMPUTERS = (*catalogue.LEVELS, *catalogue.LEVELS[:2], catalogue.LEVELS[0])
_LANGUAGES = ("en", "en", "de", "es", "fr", "nl", "pt", "tr")
_MAX_MOVES = 900  # moves of a game


def importable() -> None:
    """Let `import pocket` find the handheld's modules."""
    made.importable()
    wordpack.install(ROOT)


def options(
    rng: random.Random, game_id: str, share: float = 0.2, names: Collection[str] = ()
) -> dict:
    """Return random house options that can be combined. share: probability of each option. names:
    the options to choose from, or () for all."""
    chosen: dict = {}
    for name, allowed, *_ in catalogue.rules_of(game_id).offered(game_id):
        if rng.random() < share and (not names or name in names):
            values = [allowed] if isinstance(allowed, list) else allowed
            value = rng.choice(list(values))
            if isinstance(value, list):  # one or more triples of (from, to, step)
                part = rng.randrange(0, len(value), 3)
                low, high, step = value[part : part + 3]
                value = rng.randrange(low, high + 1, step)
            try:
                if choices.fits(value, allowed):
                    catalogue.rules_for(game_id, {**chosen, name: value})
                    chosen[name] = value
            except RulesError:
                pass
    return chosen


def people(rng: random.Random, seats: int) -> list[tuple[str, str]]:
    """Return (level, name) of each seat: level "" for persons, of whom most games have one."""
    persons = min(seats, rng.choice((1, 1, 1, 1, 2, 2, 3, 6)))
    levels = [""] * persons + [rng.choice(_COMPUTERS) for _ in range(seats - persons)]
    rng.shuffle(levels)
    return [
        (level, _COMPUTER_NAMES[i] if level else rng.choice(_NAMES))
        for i, level in enumerate(levels)
    ]


def fill(folder: str, seed: int, games: Sequence[str]) -> None:
    """Write a drive with settings and one saved game for each id ("quick": the quick game), stopped
    anywhere between its first turn and its end; record and count their finished rounds."""
    importable()
    from pocket.saves import storage

    state: dict = {"path": folder + "/rummy.sav", "nvm": None}
    with Patches() as patches:
        if hasattr(os, "sync"):  # it waits for every disk of the computer
            patches.set_attribute(os, "sync", lambda: None)
        patches.callback(lambda: state["file"].close() if "file" in state else None)
        rng, store, counted = random.Random(seed), storage.Store(state), stats.Stats()
        _save_settings(rng, store)
        for game_id in games:
            _save_game(rng, store, counted, game_id)
        if counted.rows:
            store.save("stat", counted.dump())


def _save_settings(rng, store):
    """Save random settings; in most of them computers play quickly."""
    from pocket.saves import settingsfields, settingsfile

    chosen = settingsfile.read(b"game=" + rng.choice(catalogue.ORDER).encode())
    for name, default, allowed, *_ in settingsfields.FIELDS:
        is_random = rng.random() < (0.1 if name == "turned" else 0.5)
        chosen.set(name, rng.choice(allowed) if is_random else default)
    chosen.set("speed", rng.choice((3, 3, 3, 2, 1)))
    chosen.language = rng.choice(_LANGUAGES)
    chosen.names[:] = [rng.choice(_NAMES) if rng.random() < 0.2 else old for old in chosen.names]
    for game_id in catalogue.ORDER:
        if rng.random() < 0.4:
            levels = [level for level, _ in people(rng, _seats(rng, game_id))]
            chosen.set_up(game_id, levels, options(rng, game_id))
    store.save("set", settingsfile.dump(chosen))


def _seats(rng, game_id):
    rules = catalogue.rules_for(game_id)
    return rng.randint(rules["players_min"], rules["players_max"])


def _save_game(rng, store, counted, game_id):
    """Play a game up to a random turn or nearly to the end of a round, and save it."""
    from pocket.app import device
    from pocket.games import newgame

    name, chosen = "game." + game_id, options(rng, game_id) if game_id != "quick" else {"length": 1}
    seats = 2
    if game_id == "quick":
        name, game_id = device.QUICK, catalogue.ORDER[0]
    else:
        seats = _seats(rng, game_id)
    table = people(rng, seats)
    game = catalogue.new(game_id, seats, rng.getrandbits(30), chosen)
    turns, until_end = rng.choice((0, 3, 12, 30, 60, 120, 250)), rng.random() < 0.3
    choose = catalogue.players(game_id).choose
    for number in range(_MAX_MOVES):
        may_end = _nearly_over(game) if until_end and game.phase == "turn" else number >= turns
        if game.phase == "over" or may_end and (game.phase == "turn" or rng.random() < 0.3):
            break
        move: tuple = ("redeal", rng.random() < 0.5) if game.phase == "redeal" else ("go",)
        if game.phase == "turn":
            level = table[game.seat][0] or "easy"
            move = finish(choose(level, game.view(game.seat), number))
        if game.apply(move) is not None:
            raise RulesError("A computer player's move is refused.")
        if move[0] not in ("redeal", "go") and game.phase in ("round", "over"):
            _note_round(store, counted, game, table)
    game.note = newgame.pack_people(table)
    store.save(name, game_id.encode() + bytes((min(game.round, 255),)) + game.pack())


def _note_round(store, counted, game, table):
    """Save the record of a finished round, and count it if just one person has played."""
    from pocket.saves import roundsfile

    roundsfile.save(store, notation.packed(game, table))
    persons = [i for i, (level, _) in enumerate(table) if not level]
    levels = [catalogue.LEVELS.index(level) for level, _ in table if level]
    if len(persons) == 1 and levels:
        (seat,) = persons
        mark = zlib.crc32(bytes(game.moves), zlib.crc32(bytes(game.origin))).to_bytes(4, "little")
        level, won = catalogue.LEVELS[max(levels)], seat in game.winners
        counted.count(mark, game.rules["game"], level, won, game.result()[seat], 3, 0)


def _nearly_over(game):
    """Return whether a round of tiles is nearly over, or the last two rounds of cards are on."""
    if not game.racks:
        return game.round > 6
    return min(len(rack) for rack in game.racks) < 3 or len(game.pool) < 2

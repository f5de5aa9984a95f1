"""Fill a handheld's drive before it is switched on: settings, games, records, statistics."""

import os
import random
import zlib
from collections.abc import Collection, Sequence

from rules import catalogue, choices, stats
from rules.base import RulesError, finish
from rules.record import notation
from tools.device import made, wordpack
from tools.place import ROOT
from tools.sim.borrowed import Borrowed

_NAMES = ("ANN", "BOB", "P1", "CYD.D-2", "WWWWWWW", "I")
_COMPUTER_NAMES = ("ADA", "BO", "CY", "DEE", "EVE", "FLO")
_COMPUTERS = ("easy", "easy", "easy", "normal", "normal", "hard", "master")
_LANGUAGES = ("en", "en", "de", "es", "fr", "nl", "pt", "tr")
_MOST = 900  # moves of a game before it is left


def importable() -> None:
    """Let `import pocket` find the handheld's modules."""
    made.importable()
    wordpack.install(ROOT)


def options(
    rng: random.Random, game_id: str, share: float = 0.2, names: Collection[str] = ()
) -> dict:
    """Return house options that can go together, each in `share` of games, of `names` alone."""
    chosen: dict = {}
    for name, allowed, *_ in catalogue.rules_of(game_id).offered(game_id):
        if rng.random() < share and (not names or name in names):
            values = [allowed] if isinstance(allowed, list) else allowed
            value = rng.choice(list(values))
            if isinstance(value, list):  # from, to, in steps, and perhaps once more
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
    """Return (level, name) of each seat, level "" for a person: one in most games."""
    persons = min(seats, rng.choice((1, 1, 1, 1, 2, 2, 3, 6)))
    levels = [""] * persons + [rng.choice(_COMPUTERS) for _ in range(seats - persons)]
    rng.shuffle(levels)
    return [
        (level, _COMPUTER_NAMES[i] if level else rng.choice(_NAMES))
        for i, level in enumerate(levels)
    ]


def fill(folder: str, seed: int, games: Sequence[str]) -> None:
    """Write a drive: settings and one saved game for each id ("quick": the quick game), each left
    anywhere between its first turn and its end, their rounds among records and statistics."""
    importable()
    from pocket.saves import storage

    kept: dict = {"folder": folder, "nvm": None}
    with Borrowed() as borrowed:
        if hasattr(os, "sync"):  # it would wait for every disk of this machine
            borrowed.attribute(os, "sync", lambda: None)
        borrowed.callback(lambda: kept["file"].close() if "file" in kept else None)
        _Drive(random.Random(seed), storage.Store(kept)).fill(games)


class _Drive:
    def __init__(self, rng, store):
        self.rng = rng
        self.store = store
        self.stats = stats.Stats()

    def fill(self, games):
        """Write it all; see the function `fill`."""
        self._settings()
        for game_id in games:
            self._game(game_id)
        if self.stats.rows:
            self.store.save("stat", self.stats.dump())

    def _settings(self):
        """Choose settings; computers play quickly in most cases."""
        from pocket.saves import settingsfields, settingsfile

        rng = self.rng
        chosen = settingsfields.fresh(rng.choice(catalogue.ORDER))
        for name, default, allowed, *_ in settingsfields.FIELDS:
            odd = rng.random() < (0.1 if name == "turned" else 0.5)
            settingsfields.put(chosen, name, rng.choice(allowed) if odd else default)
        settingsfields.put(chosen, "speed", rng.choice((3, 3, 3, 2, 1)))
        chosen.language = rng.choice(_LANGUAGES)
        for i in range(len(chosen.names)):
            if rng.random() < 0.2:
                chosen.names[i] = rng.choice(_NAMES)
        for game_id in catalogue.ORDER:
            if rng.random() < 0.4:
                rules = catalogue.rules_for(game_id)
                seats = rng.randint(rules["players_min"], rules["players_max"])
                levels = [level for level, _ in people(rng, seats)]
                chosen.set_up(game_id, levels, options(rng, game_id))
        self.store.save("set", settingsfile.dump(chosen))

    def _game(self, game_id):
        """Play a game up to a random turn and save it."""
        from pocket.app import device
        from pocket.games import newgame

        rng = self.rng
        quick = game_id == "quick"
        if quick:
            game_id = catalogue.ORDER[0]
        rules = catalogue.rules_for(game_id)
        seats = 2 if quick else rng.randint(rules["players_min"], rules["players_max"])
        table = people(rng, seats)
        chosen = {"length": 1} if quick else options(rng, game_id)
        game = catalogue.new(game_id, seats, rng.getrandbits(30), chosen)
        self._play(game, table, rng.choice((0, 3, 12, 30, 60, 120, 250)))
        game.note = newgame.pack_people(table)
        head = game_id.encode() + bytes((min(game.round, 255),))
        self.store.save(device.QUICK if quick else "game." + game_id, head + game.pack())

    def _play(self, game, table, turns):
        """Play `turns` turns; sometimes on to the round's end, or until a rack is nearly empty."""
        rng = self.rng
        to_end = rng.random() < 0.25
        lazy = rng.random() < 0.3  # persons only draw: racks grow
        nearly = not to_end and rng.random() < 0.4
        made = 0
        while made < _MOST and game.phase != "over":
            if game.phase == "turn":
                if _nearly_over(game) if nearly else made >= turns and not to_end:
                    break
                self._turn(game, table[game.seat][0], lazy, made)
                made += 1
                if game.phase in ("round", "over"):
                    self._ended(game, table)
                    if made >= turns:
                        break
            elif game.phase == "redeal":
                if rng.random() < 0.3:
                    break
                game.apply(("redeal", rng.random() < 0.5))
            else:
                if game.phase == "start" and made >= turns and rng.random() < 0.5:
                    break
                game.apply(("go",))

    def _turn(self, game, level, lazy, made):
        if lazy and not level and game.pieces == "tiles" and game.pool:
            game.apply(("draw",))
            return
        seat = game.seat
        players = catalogue.players(game.rules["game"])
        while game.seat == seat and game.phase == "turn":
            move = finish(players.choose(level or "easy", game.view(seat), made))
            if game.apply(move) is not None:
                raise RulesError("A computer player's move is refused.")

    def _ended(self, game, table):
        """Keep the record of a round that is over, and count it if one person has played."""
        from pocket.saves import roundsfile

        roundsfile.save(self.store, notation.packed(game, table))
        persons = [i for i, (level, _) in enumerate(table) if not level]
        levels = [catalogue.LEVELS.index(level) for level, _ in table if level]
        if len(persons) == 1 and levels:
            seat = persons[0]
            mark = zlib.crc32(bytes(game.moves), zlib.crc32(bytes(game.origin)))
            level, won = catalogue.LEVELS[max(levels)], seat in game.winners
            points = game.result()[seat]
            game_id = game.rules["game"]
            self.stats.count(mark.to_bytes(4, "little"), game_id, level, won, points, 3, 0)


def _nearly_over(game):
    """Return whether a round of tiles is nearly over, or the last two rounds of cards are on."""
    if game.pieces == "cards":
        return game.round > 6
    return min(len(rack) for rack in game.racks) < 3 or len(game.pool) < 2

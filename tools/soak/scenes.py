"""What lies on the drive when a person takes the handheld up: games in the middle and at their end,
settings, records, statistics."""

import os
import random
import zlib
from collections.abc import Collection

from rules import catalogue, choices, stats
from rules.errors import RulesError
from rules.record import notation
from rules.slices import finish
from tools.device import wordpack
from tools.device.made import importable
from tools.place import ROOT
from tools.sim.borrowed import Borrowed

# Those whose keys are others; a stick; a keyboard.
OTHERS = ("deshipu_ugame_s3", "pygamer", "lilygo_tdeck", "hack_club_sprig")
_NAMES = ("ANN", "BOB", "P1", "CYD.D-2", "WWWWWWW", "I")
_COMPUTERS = ("easy", "easy", "easy", "normal", "normal", "hard", "master")
_MOST = 900  # moves of a game that is prepared; one that is longer is taken up there


def device() -> None:
    """Let `import pocket` find the handheld's own modules."""
    importable()
    wordpack.install(ROOT)


def options(
    rng: random.Random, game_id: str, share: float = 0.2, names: Collection[str] = ()
) -> dict:
    """House options that can go together, each in such a share of games. names: of these alone."""
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
    """Who sits at a table: one person in most games, several in some; "" is a person's level."""
    persons = min(seats, rng.choice((1, 1, 1, 1, 2, 2, 3, 6)))
    levels = [""] * persons + [rng.choice(_COMPUTERS) for _ in range(seats - persons)]
    rng.shuffle(levels)
    return [
        (level, ("ADA", "BO", "CY", "DEE", "EVE", "FLO")[i] if level else rng.choice(_NAMES))
        for i, level in enumerate(levels)
    ]


class Drive:
    """The drive of a handheld before it is switched on. folder: where it lies."""

    def __init__(self, rng: random.Random, folder: str) -> None:
        device()
        from pocket.games import storage

        self._borrowed = Borrowed()
        if hasattr(os, "sync"):  # this machine's would wait for every disk it has
            self._borrowed.attribute(os, "sync", lambda: None)
        self.rng = rng
        self.kept: dict = {"folder": folder, "nvm": None}
        self.store = storage.Store(self.kept)
        self.stats = stats.Stats()

    def close(self) -> None:
        """It belongs to the handheld now."""
        if self.stats.rows:
            self.store.save("stat", self.stats.dump())
        if "file" in self.kept:
            self.kept["file"].close()
        self._borrowed.give_back()

    def settings(self, language: str) -> None:
        """What a player has chosen, by chance; quick computers in most cases."""
        from pocket.always import settings
        from pocket.jobs import settingsfields, settingsfile

        rng = self.rng
        made = settings.Settings(rng.choice(catalogue.ORDER))
        for name, plain, allowed, *_ in settingsfields.FIELDS:
            odd = rng.random() < (0.1 if name == "turned" else 0.5)
            settingsfields.put(made, name, rng.choice(allowed) if odd else plain)
        settingsfields.put(made, "speed", rng.choice((3, 3, 3, 2, 1)))
        made.language = language
        for i in range(len(made.names)):
            if rng.random() < 0.2:
                made.names[i] = rng.choice(_NAMES)
        for game_id in catalogue.ORDER:
            if rng.random() < 0.4:
                rules = catalogue.rules_for(game_id)
                seats = rng.randint(rules["players_min"], rules["players_max"])
                levels = [level for level, _ in people(rng, seats)]
                made.set_up(game_id, levels, options(rng, game_id))
        self.store.save("set", settingsfile.dump(made))

    def game(self, game_id: str, quick: bool = False) -> str:
        """A game that was left anywhere between its first turn and its end; its rounds are in the
        records and the statistics. Returns what it is, in words."""
        from pocket.always import settings
        from pocket.games import newgame

        rng = self.rng
        rules = catalogue.rules_for(game_id)
        seats = 2 if quick else rng.randint(rules["players_min"], rules["players_max"])
        table = people(rng, seats)
        chosen = {"length": 1} if quick else options(rng, game_id)
        game = catalogue.new(game_id, seats, rng.getrandbits(30), chosen)
        game.note = newgame.pack_people(table)
        turns = self._play(game, table, rng.choice((0, 3, 12, 30, 60, 120, 250)))
        game.note = newgame.pack_people(table)
        head = game_id.encode() + bytes((min(game.round, 255),))
        self.store.save(settings.QUICK if quick else "game." + game_id, head + game.pack())
        who = ",".join(level or "person" for level, _ in table)
        return "%s %s, %d turns in, %s" % (game_id, who, turns, chosen or "no options")

    def _play(self, game, table, turns):
        """Play so many turns, and those of computers that follow; at times on to the round's end.
        Returns how many were made."""
        rng = self.rng
        to_end = rng.random() < 0.25
        lazy = rng.random() < 0.3  # the persons only draw: racks grow
        late = not to_end and rng.random() < 0.4  # somebody has a tile or two left
        made = 0
        while made < _MOST:
            if game.phase == "turn":
                if _late(game) if late else made >= turns and not to_end:
                    break
                self._turn(game, table[game.seat][0], lazy, made)
                made += 1
                if game.phase in ("round", "over"):
                    self._ended(game, table)
                    if made >= turns:
                        break
            elif game.phase == "over":
                break
            elif game.phase == "redeal":
                if rng.random() < 0.3:
                    break
                game.apply(("redeal", rng.random() < 0.5))
            else:
                if game.phase == "start" and made >= turns and rng.random() < 0.5:
                    break
                game.apply(("go",))
        return made

    def _turn(self, game, level, lazy, made):
        """A turn of a seat."""
        if lazy and not level and game.pieces == "tiles" and game.pool:
            game.apply(("draw",))
            return
        seat, phase = game.seat, game.phase
        while game.seat == seat and game.phase == phase == "turn":
            move = None
            players = catalogue.players(game.rules["game"])
            move = finish(players.choose(level or "easy", game.view(seat), made))
            if game.apply(move) is not None:
                raise RulesError("A computer player's move is refused.")

    def _ended(self, game, table):
        """A round is over: its record, and what it counts."""
        from pocket.jobs import roundsfile

        roundsfile.save(self.store, notation.packed(game, table))
        persons = [i for i, (level, _) in enumerate(table) if not level]
        levels = [catalogue.LEVELS.index(level) for level, _ in table if level]
        if len(persons) != 1 or not levels:
            return
        seat = persons[0]
        mark = zlib.crc32(bytes(game.moves), zlib.crc32(bytes(game.origin))).to_bytes(4, "little")
        level, won = catalogue.LEVELS[max(levels)], seat in game.winners
        self.stats.count(mark, game.rules["game"], level, won, game.result()[seat], 3, 0)


def _late(game):
    """A round of tiles is nearly over, one of the last two of cards is played."""
    if game.pieces == "cards":
        return game.round > 6
    return min(len(rack) for rack in game.racks) < 3 or len(game.pool) < 2

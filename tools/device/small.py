"""What a small build leaves away, for small drives: data, and what the program is told of it.

Each part names screens, whose lines in menus go with them (lib/pocket/parts.py), other modules that
nothing else needs, families of games, help texts, sections of texts, files of assets. Modules of
rules/ that only these asked for stay away by themselves. Some modules have a shorter one in their
place (tools/device/little/), and more modules share a file: a cluster's unused end, a quarter of a
kilobyte a file, weighs more there than what is loaded a little early.
"""

import ast
import fnmatch
import os
import re
from typing import NamedTuple

from rules import catalogue
from tools.device import fatimage, join

WANTED = 220  # KB of all files and folders but the saves, clusters counted
DRIVE = 256 * 1024  # bytes of the drive that it is for
_LARGER = 1024 * 1024  # a drive with clusters of the same size, for what does not fit


class Part(NamedTuple):
    """Names with a blank between them; help and assets may hold stars."""

    title: str
    screens: str
    modules: str = ""  # beside the screens, of lib/pocket
    family: str = ""  # of games, as rules/catalogue.py has it
    help: str = ""
    sections: str = ""
    assets: str = ""


PARTS = (
    Part(
        "the coach and the last rounds",
        "coach cardcoach cardturns lastrounds",
        "table.shown",
        sections="coach rounds",
    ),
    Part("puzzles", "puzzles puzzlegame", sections="puzzles", assets="assets/puzzles.bin"),
    Part("your games and badges", "statistics", "counted", sections="stats badges badge_help"),
    Part("the self-test", "selftest selfwork selfreport", sections="selftest"),
    Part("learning of buttons", "learnbuttons", "hardware.watch", sections="learnbuttons keys"),
    Part(
        "lessons beyond the first",
        "",
        help="lesson_MV lesson_SP lesson_JO lesson_OP lesson_HB lesson_EN lesson_GO",
    ),
    Part("the choice of languages", "language", sections="language"),
    Part("the picture of the buttons", "buttons", "ui.pad", sections="buttons"),
    Part(
        "8 Round Rummy",
        "eightscreen eightturn eightwatch eightnews lessoneight",
        "table.cardtable table.cardlayout table.story ui.cards",
        "rules.eight",
        "",
        "eight",
        "assets/cards* assets/minis* assets/bodies*",
    ),
    Part("the picture for a launcher", "", assets="icon.bmp metadata.json"),
)
HELP = "for small drives: without " + ", ".join(part.title for part in PARTS)
TOLD = "lib/pocket/parts.py"
CATALOGUE = "rules/catalogue.py"
ROOMS = "lib/pocket/rooms.py"
TURNS = "assets/turns.txt"
FOREIGN = "assets/*latin*"  # letters that English alone does not need

# Sources that a shorter one stands for: the tables of text rooms without GridLayout, and no records
# of rounds, which nobody could look at.
LITTLE = {
    "lib/pocket/ui/grid.py": "grid",
    "lib/pocket/rounds.py": "rounds",
    "rules/record/moves.py": "moves",
    "rules/record/seconds.py": "seconds",
}
# What is said otherwise: {path: ((said, instead), ...)}.
EDITS = {
    "rules/tilegame/game.py": (("self.moves = bytearray()", "self.moves = None"),),
    # what is in a file of others does not go alone
    "lib/pocket/app.py": (('drop.forget("pocket.hardware.doze")', "pass"),),
    "lib/pocket/screens/score.py": (
        ('drop.forget("pocket.screens.scorewords")', ""),
        ('drop.forget("pocket.screens.scoreracks")', ""),
    ),
}

# Files beside those of join.TOGETHER: some of these modules could wait, or leave sooner.
TOGETHER = {
    "rules.tilegame.tiles": "rules.record.moves rules.record.seconds",
    "rules.tilegame.games": "rules.tilegame.options",
    "rules.tilegame.melds": "rules.tilegame.racksets",
    "rules.tilegame.referee": "rules.tilegame.opening",
    "rules.tilegame.restore": "rules.tilegame.deal rules.tilegame.scoring",
    "rules.tilegame.players": "rules.tilegame.view rules.tilegame.players.hard"
    " rules.tilegame.players.aside rules.tilegame.players.ladder rules.tilegame.players.master"
    " rules.tilegame.players.plain rules.tilegame.players.reason",
    "rules.solver.question": "rules.solver.colour",
    "rules.solver.search": "rules.solver.whole",
    "rules.solver.prepare": "rules.solver.jokers",
    "rules.solver.sweep": "rules.solver.flat rules.solver.trim",
    "rules.solver.tidy": "rules.solver.keep",
    "rules.solver.opener": "rules.solver.opening rules.solver.inside rules.solver.fallback",
    "pocket.newgame": "rules.catalogue rules.choices",
    "pocket.settingsfile": "pocket.fields pocket.ui.namepad",
    "pocket.app": "pocket.rounds pocket.hardware.doze pocket.hardware.keyboard"
    " pocket.hardware.stick",
    "pocket.start": "pocket.ui.sizes",
    "pocket.hardware.boards": "pocket.hardware.wiring",
    "pocket.hardware.storage": "pocket.hardware.savefile",
    "pocket.screens.hands": "pocket.screens.turnend",
    "pocket.screens.lesson": "pocket.screens.lessongame",
    "pocket.screens.score": "pocket.screens.scorewords pocket.screens.scoreracks pocket.ui.grid",
    "pocket.screens.think": "pocket.screens.ask",
    "pocket.screens.watch": "pocket.screens.ending",
    "pocket.table.follow": "pocket.table.sorting pocket.table.hint",
    "pocket.table.moves": "pocket.tally",
    "pocket.ui.listing": "pocket.ui.book",
    "pocket.ui.panel": "pocket.ui.ground",
    "pocket.ui.strip": "pocket.ui.chips pocket.ui.note",
}


def away(field):
    """All names of a field of the parts, help texts of games that are left away too: a set."""
    names = {name for part in PARTS for name in getattr(part, field).split()}
    if field == "help":
        for family, pieces in catalogue.FAMILIES:
            if family in away("family"):
                games = [game for game in catalogue.ORDER if catalogue.pieces(game) == pieces]
                names.update(*[(game, "lesson_" + game) for game in games])
    return names


def stays(path):
    """False for a source, by its drive path, that is left away."""
    gone = {"screens." + name for name in away("screens")} | away("modules")
    names = {"lib/pocket/%s.py" % name.replace(".", "/") for name in gone}
    return path not in names and not path.startswith(
        tuple(family.replace(".", "/") + "/" for family in away("family"))
    )


def asset_stays(path, english=True):
    """False for a file of assets, by its drive path, that is left away. english: there is no other
    language."""
    if english and fnmatch.fnmatch(path, FOREIGN):
        return False
    return not any(fnmatch.fnmatch(path, pattern) for pattern in away("assets"))


def taken(files):
    """Bytes that `files` {path: bytes} take on the drive they are for, clusters and folders
    counted, beside what CircuitPython puts there itself."""
    return len(fatimage.make(_LARGER, files)) - len(fatimage.make(_LARGER, {}))


def turns(data):
    """The turns of the lessons that are there, of the file TURNS."""
    blocks = data.decode().split("# ")
    kept = [block for block in blocks if "lesson_" + block.partition(".")[0] not in away("help")]
    return "# ".join(kept).encode()


def together():
    """The files of several modules: {the first: the others, a blank between them}, see join.py."""
    files = {first: others.split() for first, others in join.TOGETHER.items()}
    for first, others in TOGETHER.items():
        home = join.HOME.get(first, first)
        files.setdefault(home, [])
        for name in others.split():
            files[home] += [name] + files.pop(name, [])
    return {first: " ".join(others) for first, others in files.items()}


def told(path, text):
    """Source `text` as a small build has it: what is away stands in parts.py, the catalogue names
    only the families that are there, some are shorter. Raises OSError."""
    if path in LITTLE:
        here = os.path.join(os.path.dirname(__file__), "little", LITTLE[path] + ".py")
        with open(here, encoding="utf-8") as stream:
            return stream.read()
    for said, instead in EDITS.get(path, ()):
        text = text.replace(said, instead)
    gone = away("screens") | away("help")
    text = re.sub(r'parts\.there\("(\w+)"\)', lambda asked: str(asked[1] not in gone), text)
    if path == TOLD:
        return text.replace('AWAY = ""', 'AWAY = " %s "' % " ".join(sorted(gone)))
    if path == CATALOGUE:
        tree = ast.parse(text)
        families = _assigned(tree, "FAMILIES")
        families.elts = [row for row in families.elts if row.elts[0].value not in away("family")]
        return ast.unparse(tree)
    if path == ROOMS:
        tree = ast.parse(text)
        rooms = _assigned(tree, "ROOMS")
        rows = [row for row in zip(rooms.keys, rooms.values) if row[0].value not in away("screens")]
        rooms.keys, rooms.values = (list(column) for column in zip(*rows))
        return ast.unparse(tree)
    return text


def _assigned(tree, name):
    """What a module's `name` is first set to: an ast node."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return node.value
    raise KeyError(name)

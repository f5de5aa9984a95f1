"""What a small build leaves away, for small drives: data, and what the program is told of it.

Each part names screens, whose lines in menus go with them (lib/pocket/parts.py), other modules that
nothing else needs, families of games, help texts, sections of texts, files of assets. Modules of
rules/ that only these asked for stay away by themselves.
"""

import ast
import fnmatch
from typing import NamedTuple

from rules import catalogue

WANTED = 220  # KB of all files and folders but the saves, clusters counted: not reached yet
CLUSTER = 512


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
    Part(
        "8 Round Rummy",
        "eightscreen eightturn eightwatch eightnews lessoneight",
        "table.cardtable table.cardlayout table.story ui.cards",
        "rules.eight",
        "",
        "eight",
        "assets/cards* assets/minis*",
    ),
    Part("the picture for a launcher", "", assets="icon.bmp metadata.json"),
)
HELP = "for small drives: without " + ", ".join(part.title for part in PARTS)
TOLD = "lib/pocket/parts.py"
CATALOGUE = "rules/catalogue.py"


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


def asset_stays(path):
    """False for a file of assets, by its drive path, that is left away."""
    return not any(fnmatch.fnmatch(path, pattern) for pattern in away("assets"))


def told(path, text):
    """Source `text` as a small build has it: what is away stands in parts.py, and the catalogue
    names only the families that are there."""
    if path == TOLD:
        names = sorted(away("screens") | away("help"))
        return text.replace('AWAY = ""', 'AWAY = " %s "' % " ".join(names))
    if path == CATALOGUE:
        tree = ast.parse(text)
        for node in tree.body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "FAMILIES":
                rows = node.value.elts
                node.value.elts = [row for row in rows if row.elts[0].value not in away("family")]
        return ast.unparse(tree)
    return text

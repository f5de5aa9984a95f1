"""What a small build leaves away, for small drives.

Each part names its flag in rules/parts.py, which is False there, screens and other modules that
nothing else needs, families of games, help texts, sections of texts, files of assets. Modules of
rules/ that only these asked for stay away by themselves. More modules share a file: a cluster's
unused end, a quarter of a kilobyte a file, weighs more there than what is loaded a little early.
"""

import fnmatch
from typing import NamedTuple

from rules import catalogue
from tools.device import fatimage, join

WANTED = 220  # KB of all files and folders but the saves, clusters counted
DRIVE = 256 * 1024  # bytes of the drive that it is for
_LARGER = 1024 * 1024  # a drive with clusters of the same size, for what does not fit

FACES = "assets/lou* assets/rosa* assets/max* assets/cleo* assets/otto* assets/vera*"


class Part(NamedTuple):
    """Names with a blank between them; help and assets may hold stars."""

    title: str
    flag: str
    screens: str
    modules: str = ""  # beside the screens, of lib/pocket
    family: str = ""  # of games, as rules/catalogue.py has it
    help: str = ""
    sections: str = ""
    assets: str = ""


PARTS = (
    Part(
        "the coach and the last rounds",
        "RECORDS",
        "alone.coach alone.cardcoach review.cardturns review.lastrounds",
        "review.shown jobs.roundsfile",
        sections="coach rounds",
    ),
    Part(
        "puzzles",
        "PUZZLES",
        "learn.puzzles learn.puzzlegame",
        sections="puzzles",
        assets="assets/puzzles.bin",
    ),
    Part(
        "your games and badges",
        "STATISTICS",
        "review.statistics",
        "jobs.statisticsfile",
        sections="stats badges badge_help",
    ),
    Part(
        "the self-test",
        "SELFTEST",
        "handheld.selftest alone.selfwork handheld.selfreport",
        sections="selftest",
    ),
    Part(
        "learning of buttons",
        "LEARNED",
        "handheld.learnbuttons",
        "handheld.buttonsearch",
        sections="learnbuttons keys",
    ),
    Part(
        "lessons beyond the first",
        "LESSONS",
        "",
        help="lesson_MV lesson_SP lesson_JO lesson_OP lesson_HB lesson_EN lesson_GO",
    ),
    Part("the tips of the first games", "TIPS", "", "tileturn.tips", sections="tips"),
    Part(
        "the characters",
        "CHARACTERS",
        "",
        "text.face tilewatch.speech",
        sections="persons lines",
        assets=FACES,
    ),
    Part("the choice of languages", "LANGUAGES", "handheld.language", sections="language"),
    Part(
        "the picture of the buttons",
        "BUTTONS",
        "handheld.buttons",
        "handheld.pad",
        sections="buttons",
    ),
    Part(
        "8 Round Rummy",
        "CARDS",
        "eight.eightscreen eight.eightturn eight.eightwatch eight.eightnews eight.lessoneight",
        "eight.cardtable eight.cardlayout eight.story eight.cards",
        "rules.eight",
        "",
        "eight",
        "assets/cards* assets/minis* assets/bodies*",
    ),
    Part("the codes of games", "CODES", "menus.typecode", sections="codes"),
    Part("the picture for a launcher", "", "", assets="icon.bmp metadata.json"),
)
FLAGS = {part.flag for part in PARTS if part.flag} | {"LAYOUT"}  # tables are our own there
HELP = "for small drives: without " + ", ".join(part.title for part in PARTS)
TURNS = "assets/turns.txt"
FOREIGN = "assets/*latin*"  # letters that English alone does not need

# Files beside those of join.TOGETHER: some of these modules could wait, or leave sooner.
TOGETHER = {
    "rules.tilegame.games": "rules.tilegame.options",
    "rules.tilegame.melds": "rules.tilegame.racksets",
    "rules.tilegame.referee": "rules.tilegame.opening",
    "rules.tilegame.restore": "rules.tilegame.deal rules.tilegame.scoring",
    "rules.tilegame.players": "rules.tilegame.view rules.tilegame.players.hard"
    " rules.tilegame.players.joker_pairs rules.tilegame.players.ladder"
    " rules.tilegame.players.master rules.tilegame.players.plain rules.tilegame.players.reason",
    "rules.solver.problem": "rules.solver.runs",
    "rules.solver.search": "rules.solver.whole_rack",
    "rules.solver.prepare": "rules.solver.jokers",
    "rules.solver.sweep": "rules.solver.layers_small rules.solver.prune",
    "rules.solver.tidy": "rules.solver.untouched",
    "rules.solver.rack_opening": "rules.solver.opening_meld rules.solver.opening_build"
    " rules.solver.fallback",
    "pocket.games.newgame": "rules.catalogue rules.choices",
    "pocket.jobs.settingsfile": "pocket.jobs.settingsfields pocket.text.namepad",
    "pocket.always.app": "pocket.hardware.lightsleep pocket.always.keyboard pocket.always.stick",
    "pocket.always.start": "pocket.hardware.sizes",
    "pocket.hardware.boards": "pocket.hardware.wiring",
    "pocket.games.storage": "pocket.games.savefile",
    "pocket.tileturn.personturn": "pocket.tileturn.turnend",
    "pocket.learn.lesson": "pocket.learn.lessongame",
    "pocket.between.score": "pocket.between.scorewords pocket.between.scoreracks pocket.text.grid",
    "pocket.tilethink.think": "pocket.tilethink.asksolver",
    "pocket.tilewatch.watch": "pocket.tilewatch.ending",
    "pocket.tileturn.changes": "pocket.tileturn.sorting pocket.tileturn.hint",
    "pocket.tilewatch.moves": "pocket.games.seatcounts",
    "pocket.text.listing": "pocket.text.book",
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
    gone = away("screens") | away("modules")
    names = {"lib/pocket/%s.py" % name.replace(".", "/") for name in gone}
    if path.startswith("rules/") and path.endswith("/record.py"):
        return False  # records are kept nowhere
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

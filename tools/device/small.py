"""What a small build leaves out, for small drives: the features of plan.toml.

More modules share a file there: a cluster's unused end, a quarter of a kilobyte a file, weighs more
than what is loaded a little early.
"""

import fnmatch

from rules import catalogue
from tools.device import fatimage, plan

WANTED = 220  # KB of all files and folders but the saves, clusters counted
DRIVE = 256 * 1024  # bytes of the drive that it is for
_LARGER = 1024 * 1024  # a drive with clusters of the same size, for what does not fit


LEFT_AWAY = plan.plan()["features"]
FLAGS = {part["flag"] for part in LEFT_AWAY if "flag" in part}
HELP = "for small drives: without " + ", ".join(part["title"] for part in LEFT_AWAY)
TURNS = "assets/turns.txt"
FOREIGN = "assets/*latin*"  # letters that English alone does not need


def away(field: str) -> set[str]:
    """All names of a field of the features, help texts of games that are left out too: a set."""
    names = {name for part in LEFT_AWAY for name in part.get(field, "").split()}
    if field == "help":
        for family, pieces in catalogue.FAMILIES:
            if family in away("family"):
                games = [game for game in catalogue.ORDER if catalogue.pieces(game) == pieces]
                names.update(*[(game, "lesson_" + game) for game in games])
    return names


def stays(module: str) -> bool:
    """False for the name of a module that is left out."""
    if module.startswith("rules.") and module.endswith(".record"):
        return False  # records are kept nowhere
    return not plan.keeps(away("modules") | away("family"), module)


def asset_stays(path: str, english: bool = True) -> bool:
    """False for a file of assets, by its drive path, that is left out. english: there is no other
    language."""
    if english and fnmatch.fnmatch(path, FOREIGN):
        return False
    return not any(fnmatch.fnmatch(path, pattern) for pattern in away("assets"))


def taken(files: dict[str, bytes]) -> int:
    """Bytes that `files` {path: bytes} take on the drive they are for, clusters and folders
    counted, beside what CircuitPython puts there itself."""
    return len(fatimage.make(_LARGER, files)) - len(fatimage.make(_LARGER, {}))


def turns(data: bytes) -> bytes:
    """The turns of the lessons that are there, of the file TURNS."""
    blocks = data.decode().split("# ")
    kept = [block for block in blocks if "lesson_" + block.partition(".")[0] not in away("help")]
    return "# ".join(kept).encode()

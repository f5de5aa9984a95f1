"""The plan of memory: plan.toml, and what modules say that they keep. Read here and nowhere else.

A name in it is a module's, a folder's of lib/pocket or a package's of rules/, or that of a group.
A paragraph "Keeps: NAMES" in a module's docstring is what its room keeps besides the module itself;
"Keeps as ROOM: NAMES" is of another room. The names are those of plan.toml; "-" is none.
"""

import fnmatch
import functools
import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from tools.device.parsed import TOPS, device_files, module_name
from tools.place import ROOT

_HERE = os.path.dirname(os.path.abspath(__file__))
# Constants alone: no drive has it, and it does not matter whether it is in memory.
CONSTANTS = ("pocket.made.texts", "rules.errors")
OTHERS = ("adafruit_", "__main__")  # modules that are no part of the tree
_KEEPS = re.compile(r"^Keeps(?: as (\w+))?: (.+?)(?=\n\n|\n?\"\"\")", re.M | re.S)


@functools.cache
def _text() -> str:
    with open(os.path.join(_HERE, "plan.toml"), encoding="utf-8") as stream:
        return stream.read()


@functools.cache
def plan() -> dict[str, Any]:
    """Return all of plan.toml."""
    return tomllib.loads(_text())


def line(*words: str) -> int:
    """Return the line of plan.toml where the last of these words stands, each looked for from where
    the one before stands."""
    place = 0
    for word in words:
        there = re.compile(r"(?<![\w.])%s(?![\w.])" % re.escape(word)).search(_text(), place)
        place = there.start() if there else place
    return _text().count("\n", 0, place) + 1


def modules(root: str) -> list[str]:
    """Return the names of the device's modules in the tree at `root`, those that are made among
    them."""
    names = {"pocket.made." + name for name in ("boards", "texts", "rooms")}
    return sorted(names | {module_name(path) for path in device_files(root) if path not in TOPS})


def spread(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return names as memory knows them: no groups, the modules in place of folders, each once.
    known: modules that there are; others are left out, but libraries."""
    groups, out = plan()["groups"], []
    for name in names:
        inner = groups[name].split() if name in groups else [name]
        for word in inner:
            below = [module for module in known if module.startswith(word + ".")]
            if "*" in word:
                out += fnmatch.filter(known, word)
            elif word.startswith("pocket.") and below:
                out += below
            elif word[0] == "-" and word[1:] in out:
                out.remove(word[1:])
            elif word in known or below or word.startswith(OTHERS):
                out.append(word)
    return list(dict.fromkeys(out))


@functools.cache
def rooms(root: str = ROOT) -> dict[str, list[str]]:
    """Return {room: [the module that declares it, names of what else it keeps]} of the tree at
    `root`."""
    kept = {}
    for path in device_files(root):
        if path.startswith("lib/pocket/"):
            with open(os.path.join(root, path), encoding="utf-8") as stream:
                docstring = stream.read().partition('"""\n\n')[0] + '"""'
            module = module_name(path)
            for name, words in _KEEPS.findall(docstring):
                kept[name or module[len("pocket.") :]] = [module, *words.replace("-", "").split()]
    return kept


def room(name: str, known: Iterable[str]) -> list[str]:
    """Return what a room keeps beside ALWAYS and what the running game is made of."""
    return spread(rooms()[name], known)


def keeps(kept: Iterable[str], module: str) -> bool:
    """Return True when a module is kept where these are: by its name, or with its package."""
    return any(module == name or module.startswith(name + ".") for name in kept)


def rooms_text(known: list[str], root: str = ROOT) -> str:
    """Return the source of pocket.made.rooms: groups that several rooms or pocket.app.memory keep,
    and ROOMS. known: the modules that there are; a module that is not there has no room."""
    present = {name: words for name, words in rooms(root).items() if words[0] in known}
    used = [word for words in present.values() for word in words]
    shared = [name for name in plan()["groups"] if used.count(name) > 1]
    shared += [
        name for name in ("ALWAYS", "GAMES", "BEFORE", "MEMORY", "OUTSIDE") if name not in shared
    ]
    lines = ["%s = %r" % (name, " ".join(spread([name], known))) for name in shared]
    lines.append("ROOMS = {")
    for name, words in present.items():
        groups = [word for word in words if word in shared]
        given = set(spread(groups, known))
        rest = [word for word in spread(words, known) if word not in given]
        row = [*groups, repr(" ".join(rest))] if rest else groups
        lines.append("    %r: (%s)," % (name, "".join(part + ", " for part in row)))
    return "\n".join([*lines, "}", ""])


def faults(
    known: list[str],
    imports: Iterable[tuple[str, str]],
    games: Iterable[str],
    phases: Iterable[str] = (),
) -> list[tuple[str, int, str]]:
    """Return the contradictions of the plan: (module that declares the room, "" for plan.toml;
    line; sentence).

    known: the names of all modules. imports: (module, another that it imports at its top). games:
    for each family the modules of its running game, with blanks between. phases: modules that a
    phase of a computer's thought drops.
    """
    out: list[tuple[str, int, str]] = []
    held = plan()["held"]
    named = [row for part in ("groups", "held", "thought") for row in plan()[part].values()]
    named += [" ".join(words) for words in rooms().values()]
    named += held
    for word in sorted({word for row in named for word in row.split()}):
        if word not in plan()["groups"] and not spread([word.lstrip("-")], known):
            out.append(("", line(word), "the plan names %s: there is no such module" % word))
    for name, kept in _rooms(known, games):
        stay = {module for module in known if keeps(kept, module)}
        gone = set(known) - stay - set(CONSTANTS)
        for module, other in imports:
            if module in stay and other in gone and other not in held.get(module, ""):
                fault = "%s keeps %s, which holds %s: name both or none"
                out.append((rooms()[name][0], 1, fault % (name, module, other)))
    for module, other in imports:
        near = other.rpartition(".")[0] in (module, module.rpartition(".")[0])
        if near and other in phases and other not in stays() and module not in phases:
            fault = "%s stays, and holds %s, which leaves with its phase" % (module, other)
            out.append(("", line("[thought]"), fault))
    return sorted(set(out))


def stays() -> set[str]:
    """Return the modules of the solver that no phase drops."""
    return set(plan()["thought"]["stays"].split())


def _rooms(known: list[str], games: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Each room with all that it keeps, beside each family's game that may run there."""
    own = {game: game.split(".")[1] for game in games}
    for name in rooms():
        kept = room(name, known)
        for game in games:
            others = tuple("pocket.%s." % other for other in {*own.values()} - {own[game]})
            if not any(word.startswith(others) for word in kept):
                memory = ("MEMORY",) if name == "text" else ()
                yield name, spread(["ALWAYS", *memory, *game.split()], known) + kept
    before = spread(["ALWAYS", "MEMORY", "GAMES", "BEFORE"], known)  # no game runs
    yield "text", before + room("text", known)

"""The plan of memory, read from plan.toml and from the "Keeps" paragraphs of modules.

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
    """Return the line of plan.toml with the last of these words, each searched from the one
    before."""
    position = 0
    for word in words:
        match = re.compile(r"(?<![\w.])%s(?![\w.])" % re.escape(word)).search(_text(), position)
        position = match.start() if match else position
    return _text().count("\n", 0, position) + 1


def modules(root: str) -> list[str]:
    """Return the names of the device's modules in the tree at `root`, generated ones too."""
    names = {"pocket.made." + name for name in ("boards", "texts", "rooms")}
    return sorted(names | {module_name(path) for path in device_files(root) if path not in TOPS})


def expand(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """Return module names, with groups and folders replaced by their modules, each name once.
    known: all modules of the tree; other names are dropped, except those of libraries."""
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
    """Return the modules that a room keeps besides ALWAYS and those of the running game."""
    return expand(rooms()[name], known)


def keeps(kept: Iterable[str], module: str) -> bool:
    """Return True if `kept` has a module by its name or by that of a package around it."""
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
    lines = ["%s = %r" % (name, " ".join(expand([name], known))) for name in shared]
    lines.append("ROOMS = {")
    for name, words in present.items():
        groups = [word for word in words if word in shared]
        in_groups = set(expand(groups, known))
        rest = [word for word in expand(words, known) if word not in in_groups]
        row = [*groups, repr(" ".join(rest))] if rest else groups
        lines.append("    %r: (%s)," % (name, "".join(part + ", " for part in row)))
    return "\n".join([*lines, "}", ""])


def faults(
    known: list[str],
    imports: Iterable[tuple[str, str]],
    games: Iterable[str],
    phases: Iterable[str] = (),
) -> list[tuple[str, int, str]]:
    """Return the contradictions of the plan as (module that declares the room, or "" for plan.toml;
    line; sentence).

    known: the names of all modules. imports: pairs of a module and one that it imports at its top.
    games: for each family the modules of its running game, separated by spaces. phases: modules
    that are dropped after a phase of a computer's search.
    """
    findings: list[tuple[str, int, str]] = []
    allowed_imports = plan()["held"]  # {module: modules that it may keep in memory}
    named = [row for part in ("groups", "held", "thought") for row in plan()[part].values()]
    named += [" ".join(words) for words in rooms().values()]
    named += allowed_imports
    for word in sorted({word for row in named for word in row.split()}):
        if word not in plan()["groups"] and not expand([word.lstrip("-")], known):
            findings.append(("", line(word), "the plan names %s: there is no such module" % word))
    for name, kept_names in _rooms(known, games):
        kept_modules = {module for module in known if keeps(kept_names, module)}
        dropped = set(known) - kept_modules - set(CONSTANTS)
        for module, imported in imports:
            if (
                module in kept_modules
                and imported in dropped
                and imported not in allowed_imports.get(module, "")
            ):
                fault = "%s keeps %s, which holds %s: name both or none"
                findings.append((rooms()[name][0], 1, fault % (name, module, imported)))
    for module, imported in imports:
        is_near = imported.rpartition(".")[0] in (module, module.rpartition(".")[0])
        if is_near and imported in phases and imported not in undropped() and module not in phases:
            fault = "%s stays, and holds %s, which leaves with its phase" % (module, imported)
            findings.append(("", line("[thought]"), fault))
    return sorted(set(findings))


def undropped() -> set[str]:
    """Return the modules of the solver that no phase drops."""
    return set(plan()["thought"]["stays"].split())


def _rooms(known: list[str], games: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield (room, all that it keeps), once for each family's game that may run in it."""
    families = {game: game.split(".")[1] for game in games}
    for name in rooms():
        kept = room(name, known)
        for game in games:
            others = tuple(
                "pocket.%s." % other for other in {*families.values()} - {families[game]}
            )
            if not any(word.startswith(others) for word in kept):
                memory = ("MEMORY",) if name == "text" else ()
                yield name, expand(["ALWAYS", *memory, *game.split()], known) + kept
    without_game = expand(["ALWAYS", "MEMORY", "GAMES", "BEFORE"], known)
    yield "text", without_game + room("text", known)

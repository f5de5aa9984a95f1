"""The memory plan: plan.toml, and the "Keeps" paragraphs of modules.

A room is what a screen, or a part of one, keeps in memory. The paragraph "Keeps: NAMES" in a
module's docstring lists the room of that module, "Keeps as ROOM: NAMES" another room. A name is a
module, a folder of lib/pocket, a package of rules/ or a group of plan.toml; "-" is none.
"""

import fnmatch
import functools
import os
import re
from collections.abc import Iterable, Iterator
from typing import Any

from tools.device.parsed import TOPS, device_files, module_name
from tools.place import ROOT, read_tables

# Modules of constants alone, which a build inlines: no drive has them.
CONSTANTS = ("pocket.made.texts", "pocket.saves.slots", "rules.errors")
OTHERS = ("adafruit_", "__main__")  # beginnings of modules from outside the tree
_KEEPS = re.compile(r"^Keeps(?: as (\w+))?: (.+?)(?=\n\n|\n?\"\"\")", re.M | re.S)


@functools.cache
def plan() -> dict[str, Any]:
    """Return all of plan.toml."""
    return read_tables("tools/device/plan.toml")


def modules(root: str) -> list[str]:
    """Return the names of the device's modules in the tree at `root`, generated ones too."""
    names = {"pocket.made." + name for name in ("boards", "texts", "rooms")}
    return sorted(names | {module_name(path) for path in device_files(root) if path not in TOPS})


def expand(names: Iterable[str], all_modules: Iterable[str]) -> list[str]:
    """Return the modules in `names`, with groups and folders replaced by their modules. Names that
    are not among `all_modules` of the tree are dropped unless they begin like one of OTHERS."""
    groups, expanded = plan()["groups"], []
    for name in names:
        inner = groups[name].split() if name in groups else [name]
        for word in inner:
            below = [module for module in all_modules if module.startswith(word + ".")]
            if "*" in word:
                expanded += fnmatch.filter(all_modules, word)
            elif word.startswith("pocket.") and below:
                expanded += below
            elif word[0] == "-" and word[1:] in expanded:
                expanded.remove(word[1:])
            elif word in all_modules or below or word.startswith(OTHERS):
                expanded.append(word)
    return list(dict.fromkeys(expanded))


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


def room_modules(name: str, all_modules: Iterable[str]) -> list[str]:
    """Return the modules of a room besides ALWAYS and those of the running game."""
    return expand(rooms()[name], all_modules)


def is_kept(names: Iterable[str], module: str) -> bool:
    """Return True if `names` contains a module or a package around it."""
    return (module + ".").startswith(tuple([kept + "." for kept in names]))


def rooms_text(all_modules: list[str], root: str = ROOT) -> str:
    """Return the source of pocket.made.rooms: groups that several rooms or pocket.app.memory use,
    and KEPT_BY_SCREEN. all_modules: those of the tree; only they have rooms."""
    present = {name: words for name, words in rooms(root).items() if words[0] in all_modules}
    used = [word for words in present.values() for word in words]
    shared = [name for name in plan()["groups"] if used.count(name) > 1]
    shared += [
        name for name in ("ALWAYS", "GAMES", "BEFORE", "MEMORY", "OUTSIDE") if name not in shared
    ]
    lines = ["%s = %r" % (name, " ".join(expand([name], all_modules))) for name in shared]
    lines.append("KEPT_BY_SCREEN = {")
    for name, words in present.items():
        groups = [word for word in words if word in shared]
        in_groups = set(expand(groups, all_modules))
        others = [word for word in expand(words, all_modules) if word not in in_groups]
        row = [*groups, repr(" ".join(others))] if others else groups
        lines.append("    %r: (%s)," % (name, "".join(part + ", " for part in row)))
    return "\n".join([*lines, "}", ""])


def contradictions(
    all_modules: list[str],
    imports: Iterable[tuple[str, str]],
    games: Iterable[str],
    phase_modules: Iterable[str] = (),
) -> list[tuple[str, int, str]]:
    """Return [(module whose docstring has the fault, or "" for plan.toml; line; message)] for
    names that match no module, and for modules kept in memory that import one that is dropped.

    all_modules: those of the tree. imports: pairs of a module and one that it imports at module
    level. games: for each family the modules of its running game, separated by spaces.
    phase_modules: modules that are dropped after a phase of a computer player's search.
    """
    findings: list[tuple[str, int, str]] = []
    allowed_imports = plan()["allowed_imports"]  # {module: names of imports, separated by spaces}
    parts = ("groups", "allowed_imports", "search")
    lists = [names for part in parts for names in plan()[part].values()]
    lists += [" ".join(words) for words in rooms().values()]
    lists += allowed_imports
    for word in sorted({word for names in lists for word in names.split()}):
        name = word.lstrip("-")  # "-NAME" leaves a module out of a group
        if word not in plan()["groups"] and not expand([name], all_modules):
            fault = "the plan names %s: there is no such module" % word
            findings.append(("", 1, fault))
    for name, kept_names in _rooms_by_game(all_modules, games):
        kept_modules = {module for module in all_modules if is_kept(kept_names, module)}
        dropped = set(all_modules) - kept_modules - set(CONSTANTS)
        for module, imported in imports:
            if (
                module in kept_modules
                and imported in dropped
                and imported not in allowed_imports.get(module, "").split()
            ):
                fault = "%s keeps %s, which imports %s: name both or neither"
                findings.append((rooms()[name][0], 1, fault % (name, module, imported)))
    dropped_early = set(phase_modules) - kept_while_searching()
    for module, imported in imports:
        package = imported.rpartition(".")[0]
        if package in (module, module.rpartition(".")[0]) and imported in dropped_early:
            if module not in phase_modules:
                fault = "%s stays, but imports %s, which is dropped after its phase"
                findings.append(("", 1, fault % (module, imported)))
    return sorted(set(findings))


def kept_while_searching() -> set[str]:
    """Return the modules of the solver that stay in memory until the search ends."""
    return set(plan()["search"]["stays"].split())


def _rooms_by_game(all_modules: list[str], games: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Yield (room, its modules and a running game's) for each family that may run in the room."""
    families = {game: game.split(".")[1] for game in games}
    for name in rooms():
        kept = room_modules(name, all_modules)
        for game in games:
            others = tuple(
                "pocket.%s." % other for other in {*families.values()} - {families[game]}
            )
            if not any(word.startswith(others) for word in kept):
                memory = ("MEMORY",) if name == "text" else ()
                yield name, expand(["ALWAYS", *memory, *game.split()], all_modules) + kept
    without_game = expand(["ALWAYS", "MEMORY", "GAMES", "BEFORE"], all_modules)
    yield "text", without_game + room_modules("text", all_modules)

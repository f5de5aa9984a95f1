"""Short names for the program's modules, which lie in one folder (flatten)."""

import ast
import importlib.metadata
import os
import re
import sys
from collections.abc import Collection, Sequence
from typing import Any

from tools.device import boards_desktop, device_modules
from tools.device.squeeze import spelling, syntax

FAMILY = ("games", "game", "players", "record")  # the modules the catalogue loads of each
_LONGEST = 6  # letters of a new name: a file's stays on the heap
# What a drive's root, a computer's file system or a VM has under such a name.
_TAKEN = """aux con nul prn assets boot code framebuf lib machine main network pocket probe
probe_modules rules saves sd socket vfs websocket""".split()


def choose(
    names: dict[str, str],
    screens: Collection[str],
    tree_of: syntax.Trees,
    trees: list[ast.Module],
    words: Sequence[str],
) -> dict[str, str]:
    """{dotted name: short name} of all modules, which `trees` call them by from now on: the
    cheapest for those that most files name.

    names: {dotted name: what trees call it}. screens: names that stay. tree_of: {dotted name: its
    tree}. words: names to take, those to be preferred first.
    """
    files = {name: [tree_of[name]] for name in names}
    old = {new: name for name, new in names.items()}
    bound, spelt, said = {}, {}, set()
    for tree in trees:
        bound[tree], asked, strings = words_of(tree)
        spelt[tree] = spelling.spelt(tree)
        said |= strings
        for new in asked & set(old):
            files[old[new]].append(tree)
    taken = _not_to_be_named() | {word.lower() for word in said}
    chosen = {last: last for last in screens}
    taken |= set(chosen)
    for package, new in _families(names).items():
        for last in FAMILY:
            name = "%s.%s" % (package, last)
            if name in names:
                chosen[names[name]] = new + last
                taken.add(new + last)
    every = sorted(set().union(*spelt.values()) - set(words))
    free = [word for word in list(words) + every if word.isidentifier()]
    free = [word for word in free if word[0] != "_" and len(word) <= _LONGEST]
    for name in sorted(names, key=lambda name: (-len(files[name]), name)):
        if names[name] in chosen:
            continue
        askers = files[name][1:]
        fit = [
            word
            for word in free
            if word.lower() not in taken and not any(word in bound[tree] for tree in askers)
        ]
        theirs = [spelt[tree] for tree in files[name]]
        word = min(fit, key=lambda word: _cost(word, theirs))
        chosen[names[name]] = word
        taken.add(word.lower())
        for tree in askers:
            bound[tree].add(word)
    for tree in trees:
        _rename(tree, chosen)
    return {name: chosen[new] for name, new in names.items()}


def _families(names):
    """{package: what begins the names of its modules that the catalogue puts together}."""
    packages = {name.rpartition(".")[0] for name in names if name.endswith(".games")}
    first = {package: package.partition(".")[2][:1] for package in packages}
    return {package: new for package, new in first.items() if new}


BINDING = (ast.Import, ast.ImportFrom, ast.Name, ast.FunctionDef, ast.ClassDef, ast.arg)
BINDING += (ast.ExceptHandler,)


def binds(node: Any) -> list[tuple]:
    """(name, what it stands for: a module, (module, name) or None) of all that a node binds."""
    if isinstance(node, ast.Import):
        return [(alias.asname or alias.name, alias.name) for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [(alias.asname or alias.name, (node.module, alias.name)) for alias in node.names]
    if isinstance(node, ast.Name):
        return [(node.id, None)] if isinstance(node.ctx, ast.Store) else []
    return [(node.arg if isinstance(node, ast.arg) else node.name, None)]


def words_of(tree: ast.Module) -> tuple[set[str], set[str], set[str]]:
    """(names that are something in a tree, modules it imports, words of its strings)."""
    bound = {name for node in syntax.of(tree, *BINDING) for name, _module in binds(node)}
    bound.update(node.id for node in syntax.of(tree, ast.Name))
    strings = set()
    for node in syntax.of(tree, ast.Constant):
        if isinstance(node.value, str):
            strings.update(re.findall(r"\w+", node.value))
    return bound, syntax.imported(tree), strings


def _cost(word, spelt):
    """The bytes that a name takes: in files, none where it is spelt anyway, and on the heap, as a
    file's name. spelt: what each file spells."""
    each = 2 if word in device_modules.NUMBERED else len(word) + 2
    return each * sum(word not in words for words in spelt) + len(word)


def _not_to_be_named():
    """What no module may be called: names by which a firmware, or Python, imports something."""
    stubs = str(importlib.metadata.distribution("circuitpython-stubs").locate_file(""))
    taken = {name[:-6] for name in os.listdir(stubs) if name.endswith("-stubs")}
    taken |= set(_TAKEN) | set(sys.stdlib_module_names) | device_modules.EVERYWHERE
    taken = taken.union(*map(device_modules.modules_of, boards_desktop.DESK))
    return taken | {"u" + name for name in taken}


def _rename(tree, names):
    """Give modules, and what is called as they are, other names."""
    for node in syntax.of(tree, ast.Name):
        node.id = names.get(node.id, node.id)
    for node in syntax.of(tree, ast.ImportFrom):
        node.module = names.get(node.module, node.module)
    for node in syntax.of(tree, ast.Import):
        for alias in node.names:
            alias.name = names.get(alias.name, alias.name)

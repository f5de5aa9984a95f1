"""Put all modules into one folder, under short names.

On a board each package is a dict on the heap, each file repeats the names of the packages that it
imports from, and the VM keeps the path of every module: 12 KB in all. So
`from pocket.menus import title` becomes `import title`, and `app.go("menus.title")` becomes
`app.go("title")`. Screens keep the last part of their names, because strings name them; other
modules get short names that are in the firmware anyway.

Strings with dotted names change too; a package's name becomes the names of all its modules.
"pocket." and "rules.", which the program joins with other parts, become "". rules/catalogue.py
joins a package and one of ROLES: these names begin with the package's first letter.
"""

import ast
import importlib.metadata
import os
import re
import sys
from collections.abc import Iterable, Sequence

from tools.device import boards_desktop, device_modules
from tools.device.parsed import changed, find, nodes
from tools.device.squeeze import spelling, syntax
from tools.device.squeeze.constants import LONGEST

FOLDER = "lib/pocket"
ROLES = ("games", "game", "players", "record")  # modules that the catalogue loads of each family
_OURS = ("pocket", "rules")
_NAMED = re.compile(r"\b(?:pocket|rules)(?:\.\w+)+")
_LONGEST_NAME = 6  # letters: a file's name stays on the heap
# Names that a drive's root, a computer's file system or a VM already uses.
_TAKEN = """aux con nul prn assets boot code framebuf lib machine main network pocket probe
probe_modules rules saves sd socket vfs websocket""".split()
# How code.py and boot.py find the folder: {path: (text in the source, text on a drive)}. code.py
# changes to the folder, so that a module's path is just the name of its file.
_PATHS = {
    "code.py": (
        """    for folder in (here + "/lib", here):
        if folder not in sys.path:
            sys.path.insert(0, folder)
""",
        '    os.chdir(here + "/%s")\n    sys.path[:0] = ["", here + "/lib"]\n' % FOLDER,
    ),
    "boot.py": (
        "    from pocket.hardware",
        '    import sys\n    sys.path.insert(0, "/%s")\n    from pocket.hardware' % FOLDER,
    ),
}


def with_new_path(path: str, text: str) -> str:
    """Return the text of code.py or boot.py with the path of the folder; other texts unchanged."""
    return text.replace(*_PATHS[path], 1) if path in _PATHS else text


class ModuleFolder:
    """The names of a program's modules in their folder.

    names: {dotted name: name in the folder}. screens: {argument of App.go: name in the folder}.
    """

    def __init__(self, modules: Iterable[str], trees: list[ast.Module]) -> None:
        """Choose long names and change all imports to them. trees: the whole program."""
        ours = [name for name in modules if name.split(".")[0] in _OURS]
        texts = {node.value for tree in trees for node in find(tree, ast.Constant)}
        short = {name.partition(".")[2]: name for name in ours if name.count(".") == 2}
        self.screens = {name: name.split(".")[1] for name in sorted(texts & set(short))}
        self.names = {name: name.replace(".", "_") + "_" * ("." not in name) for name in ours}
        self.names.update({short[name]: last for name, last in self.screens.items()})
        for tree in trees:
            self.move_imports(tree)

    def shorten(self, trees: list[ast.Module], words: Sequence[str]) -> None:
        """Replace the long names by short ones. words: names in the firmware."""
        new_names = {name: name for name in self.screens.values()}
        for name, long in self.names.items():
            package, _, role = name.rpartition(".")
            if role in ROLES and package + ".games" in self.names:
                new_names[long] = package.split(".")[1][:1] + role
        importers = {name: [] for name in self.names.values()}
        for tree in trees:
            for name in syntax.imported_modules(tree) & set(importers):
                importers[name].append(tree)
        bound = {tree: {name for name, _ in bindings(tree)} | _names_in(tree) for tree in trees}
        spelled = {tree: spelling.count_spelled(tree) for tree in trees}
        taken = _module_names() | set(new_names.values())
        usable = [word for word in words if word[0] != "_" and len(word) <= _LONGEST_NAME]
        for name in sorted(
            importers.keys() - set(new_names), key=lambda n: (-len(importers[n]), n)
        ):
            importing = importers[name]
            used = taken.union(*[bound[tree] for tree in importing])
            free = [word for word in usable if word.lower() not in taken and word not in used]
            new = min(free, key=lambda word: _cost(word, [spelled[tree] for tree in importing]))
            new_names[name] = new
            taken.add(new.lower())
            for tree in importing:
                bound[tree].add(new)
        for tree in trees:
            _rename(tree, new_names)
        self.names = {name: new_names[long] for name, long in self.names.items()}

    def path_of(self, name: str) -> str:
        """Return the drive path of the source of the module `name`, a dotted name."""
        return "%s/%s.py" % (FOLDER, self.names[name])

    def move_imports(self, tree: ast.Module) -> None:
        """Change a tree's imports to the names in the folder."""
        for node in nodes(tree):
            for field in ("body", "orelse", "finalbody"):
                items = getattr(node, field, None)
                if isinstance(items, list):
                    items[:] = [part for item in items for part in self._imports(item)]
        changed(tree)
        self._call_by_name(tree)

    def move_texts(self, tree: ast.Module) -> None:
        """Change the names of modules in a tree's strings to those in the folder."""
        for node in find(tree, ast.Call):
            if getattr(node.func, "id", "") == "__import__":
                for part in nodes(node.args[0]):
                    if isinstance(part, ast.Constant) and part.value == ".":
                        part.value = ""
        for node in find(tree, ast.Constant):
            if isinstance(node.value, str):
                node.value = self._text(node.value)

    def _imports(self, node):
        """Return the statements that replace `from package or module import ...`, or [node]."""
        if not isinstance(node, ast.ImportFrom) or (node.module or "").split(".")[0] not in _OURS:
            return [node]
        modules, members = [], []
        for alias in node.names:
            full = "%s.%s" % (node.module, alias.name)
            if full not in self.names and node.module in self.names:
                members.append(alias)
            else:  # a module, though it may not exist
                new = self.names.get(full, alias.name)
                modules.append(ast.alias(new, alias.asname or alias.name))
        out = [ast.Import(modules)] if modules else []
        if members:
            out.append(ast.ImportFrom(self.names[node.module], members, 0))
        return [ast.copy_location(item, node) for item in out]

    def _call_by_name(self, tree):
        """Use a module's own name instead of an alias, unless the file uses that name otherwise."""
        meanings = {}
        for name, module in bindings(tree):
            meanings.setdefault(name, set()).add(module)
        known = set(self.names.values())
        words = set(meanings) | _names_in(tree)
        alone = {name: min(own) for name, own in meanings.items() if len(own) == 1 and own <= known}
        new = {name: own for name, own in alone.items() if own == name or own not in words}
        for node in find(tree, ast.Name):
            node.id = new.get(node.id, node.id)
        for alias in find(tree, ast.alias):
            if alias.asname in new or alias.asname == alias.name:
                alias.asname = None
        changed(tree)

    def _text(self, text):
        if text in ("pocket.", "rules."):
            return ""
        if text in self.screens:
            return self.screens[text]
        if text + ".games" in self.names:
            return self.names[text + ".games"][: -len("games")]
        new = _NAMED.sub(lambda named: self._named(named[0]), text)
        # A text as short as a name would stay in memory for good.
        return new.ljust(LONGEST + 1) if new != text and " " in text else new

    def _named(self, name):
        """Return the new name of a module, those of a package's modules, or `name` unchanged."""
        below = [other for other in sorted(self.names) if (other + ".").startswith(name + ".")]
        return " ".join([self.names[other] for other in below]) or name


_BINDING = (ast.Import, ast.ImportFrom, ast.Name, ast.FunctionDef, ast.ClassDef, ast.arg)
_BINDING += (ast.ExceptHandler,)


def bindings(tree: ast.Module) -> list[tuple]:
    """Return [(name, module that it refers to, or None)] for each binding of a name in a tree."""
    out = []
    for node in find(tree, *_BINDING):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            plain = isinstance(node, ast.Import)
            out += [(a.asname or a.name, a.name if plain else None) for a in node.names]
        elif not isinstance(node, ast.Name):
            out.append((node.arg if isinstance(node, ast.arg) else node.name, None))
        elif isinstance(node.ctx, ast.Store):
            out.append((node.id, None))
    return out


def _rename(tree, names):
    """Replace names of modules in imports, and everything bound to these names."""
    for node in find(tree, ast.Name):
        node.id = names.get(node.id, node.id)
    for node in find(tree, ast.ImportFrom):
        node.module = names.get(node.module, node.module)
    for node in find(tree, ast.Import):
        for alias in node.names:
            alias.name = names.get(alias.name, alias.name)
    changed(tree)


def _cost(word, spelt):
    """Return the bytes that a module's name adds to files that do not spell it yet, and on the
    heap. spelt: the names that each file spells."""
    return spelling.cost(word) * sum(word not in words for words in spelt) + len(word)


def _names_in(tree):
    return {node.id for node in find(tree, ast.Name)}


def _module_names():
    """Return the names of all modules of a firmware or of Python itself."""
    stubs = str(importlib.metadata.distribution("circuitpython-stubs").locate_file(""))
    taken = {name[:-6] for name in os.listdir(stubs) if name.endswith("-stubs")}
    taken |= {*_TAKEN, *sys.stdlib_module_names, *device_modules.EVERYWHERE}
    taken = taken.union(*map(device_modules.modules_of, boards_desktop.BOARDS))
    return taken | {"u" + name for name in taken}

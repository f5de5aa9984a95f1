"""Modules without their packages, by short names: as they lie on a drive and as memory knows them.

A package says where a module belongs and when it is loaded; on a drive it would take a cluster, on
the heap a dict that stays, and every import would name it. So all our files lie in one folder on
the search path: `from pocket.menus import title` is `import ab` there, and `app.go("menus.title")`
is `app.go("title")`. Screens, which are asked for by strings, keep the last part of their names;
other modules get names that the firmware holds, if possible those that a file spells anyway. Where
names cost nothing (frozen.py) they are the old ones, an underscore for each dot.

In strings, modules and packages are known by their dotted names; a package stands for all that is
in it. A list of them ends in blanks: a string as short as a name would stay in memory for good.
"pocket." and "rules.", which begin names put together at run time, become nothing. What
rules/catalogue.py puts together, a package and one of FAMILY, begins with a new name of the
package.
"""

import ast
import re
from collections.abc import Sequence

from tools.device.squeeze import filenames, syntax
from tools.device.squeeze.constants import LONGEST
from tools.device.squeeze.filenames import BINDING, binds, words_of

FOLDER = "lib/pocket"  # where all lie
_OURS = ("pocket", "rules")
_NAMED = re.compile(r"\b(?:pocket|rules)(?:\.\w+)+")
# How the files that stay as they are find that folder: {path: (said, instead)}.
_PATHS = {
    # The path by which a module was found stays on the heap for good: in the folder that is worked
    # in, the file's name alone.
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


def searched(path: str, text: str) -> str:
    """The text of code.py or boot.py as it finds our modules in their folder."""
    return text.replace(*_PATHS.get(path, ("", "")), 1) if path in _PATHS else text


class Flat:
    """The modules of a program under their new names. trees: {drive path: ast.Module}; exposed:
    trees that import some of them; modules: {dotted name: drive path}. All are changed in place.

    names: {dotted name: new name}; screens: {what `App.go` calls one: new name}.
    """

    def __init__(
        self, trees: syntax.Trees, exposed: list[ast.Module], modules: dict[str, str]
    ) -> None:
        ours = {name: path for name, path in modules.items() if name.split(".")[0] in _OURS}
        # with an underscore in any case: a name that no file has for anything else
        self.names = {name: name.replace(".", "_") for name in ours}
        self.names.update((name, name + "_") for name in ours if "." not in name)
        self.tree_of = {name: trees[path] for name, path in ours.items()}
        self.trees = list(trees.values()) + exposed
        self.screens = self._screens()
        self.names.update({"pocket." + name: last for name, last in self.screens.items()})
        for tree in self.trees:
            self.rewrite(tree)

    def finish(self, words: Sequence[str]) -> None:
        """Put the new names into strings, too. words: names to take, those to be preferred first;
        none: the old ones, an underscore for each dot."""
        if words:
            last = self.screens.values()
            self.names = filenames.choose(self.names, last, self.tree_of, self.trees, words)
        for tree in self.trees:
            self.retell(tree)
        del self.trees, self.tree_of

    def place(self, name: str) -> str:
        """Where the source of a module of that dotted name goes."""
        return "%s/%s.py" % (FOLDER, self.names[name])

    # -- imports

    def rewrite(self, tree: ast.Module) -> None:
        """Import modules by their new names, in place."""
        for node in syntax.walk(tree):
            for field in ("body", "orelse", "finalbody"):
                items = getattr(node, field, None)
                if isinstance(items, list):
                    fresh = []
                    for item in items:
                        ours = isinstance(item, ast.ImportFrom) and self._ours(item.module)
                        fresh += self._imports(item) if ours else [item]
                    items[:] = fresh
        syntax.changed(tree)
        self._bind_alike(tree)

    def _ours(self, module):
        return module and module.split(".")[0] in _OURS

    def _imports(self, node):
        """The statements in place of `from package or module import ...`."""
        modules, members = [], []
        for alias in node.names:
            full = "%s.%s" % (node.module, alias.name)
            if full not in self.names and node.module in self.names:
                members.append(alias)
            else:  # a module, though perhaps none that is there
                modules.append(
                    ast.alias(self.names.get(full, alias.name), alias.asname or alias.name)
                )
        out = [ast.Import(modules)] if modules else []
        if members:
            out.append(ast.ImportFrom(self.names[node.module], members, 0))
        return [ast.copy_location(item, node) for item in out]

    def _bind_alike(self, tree):
        """Where a name in a file means only one module, give it that module's name."""
        bound = {}
        for node in syntax.of(tree, *BINDING):
            for name, module in binds(node):
                bound.setdefault(name, set()).add(module)
        words = words_of(tree)[0]
        alike = {}
        for node in syntax.of(tree, ast.ImportFrom):
            if node.module in self.names.values():
                for alias in node.names:
                    alone = len(bound[alias.asname or alias.name]) == 1
                    if alias.asname and alone and alias.name not in words:
                        alike[alias.asname] = alias.name
        alike |= {
            name: min(modules)
            for name, modules in bound.items()
            if len(modules) == 1
            and modules <= set(self.names.values())
            and (modules == {name} or words.isdisjoint(modules))
        }
        for node in syntax.of(tree, ast.Name):
            node.id = alike.get(node.id, node.id)
        for node in syntax.of(tree, ast.Global):
            node.names = [alike.get(name, name) for name in node.names]
        for alias in syntax.of(tree, ast.alias):
            if alias.asname in alike or alias.asname == alias.name:
                alias.asname = None
        _import_once(tree)

    # -- new names

    def _screens(self):
        """{what `App.go` calls a screen: the last part of its name}."""
        known = {name[7:] for name in self.names if name.count(".") == 2 and name[:7] == "pocket."}
        said = set()
        for tree in self.trees:
            said.update(
                node.value for node in syntax.of(tree, ast.Constant) if isinstance(node.value, str)
            )
        return {name: name.partition(".")[2] for name in sorted(known & said)}

    # -- strings

    def retell(self, tree: ast.Module) -> None:
        """Put new names into the strings of a tree, in place."""
        for node in syntax.of(tree, ast.Call):
            if getattr(node.func, "id", "") == "__import__":
                for part in syntax.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and part.value == ".":
                        part.value = ""
        for node in syntax.of(tree, ast.Constant):
            if isinstance(node.value, str):
                node.value = self._retold(node.value)

    def _retold(self, text):
        if text in ("pocket.", "rules."):
            return ""
        if text in self.screens:
            return self.screens[text]
        games = self.names.get(text + ".games")
        if games:
            return games[: -len("games")]
        new = _NAMED.sub(lambda named: self._named(named[0]), text)
        return new.ljust(LONGEST + 1) if new != text and " " in text else new

    def _named(self, name):
        """The new name of a module, those of what is in a package, or what is neither."""
        if name.endswith(".__init__"):  # of a package that one file alone
            return self.names.get(name[:-9], name)
        if name in self.names and not any(other.startswith(name + ".") for other in self.names):
            return self.names[name]
        inside = [
            self.names[other]
            for other in sorted(self.names)
            if (other + ".").startswith(name + ".")
        ]
        return " ".join(inside) or name


def _import_once(tree):
    """Take imports out of functions if the module has imported the same file at its top: inside the
    function the name would be known only from its import on, though it may ask another module of
    that file before. Their `del`s go too."""
    known = {
        alias.name
        for item in tree.body
        if isinstance(item, ast.Import)
        for alias in item.names
        if not alias.asname
    }
    for function in syntax.of(tree, ast.FunctionDef) if known else ():
        gone = set()
        for node in syntax.of(function, ast.Import):
            again = [a for a in node.names if not a.asname and a.name in known]
            gone.update(alias.name for alias in again)
        if gone:
            _OutOf(gone).visit(function)
    syntax.changed(tree)


class _OutOf(ast.NodeTransformer):
    """Takes imports and `del`s of these names out of a function."""

    def __init__(self, gone):
        self.gone = gone

    def visit_Import(self, node):
        node.names = [a for a in node.names if a.asname or a.name not in self.gone]
        return node if node.names else ast.Pass()

    def visit_Delete(self, node):
        node.targets = [
            target
            for target in node.targets
            if not (isinstance(target, ast.Name) and target.id in self.gone)
        ]
        return node if node.targets else ast.Pass()

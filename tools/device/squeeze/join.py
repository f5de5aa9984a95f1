"""Modules that are always in memory together, made one file each.

Every .mpy names each identifier that it uses, every import looks for a file, opens it, interns its
names and makes a dict; and every call across modules looks up two names instead of one. The sources
stay apart, one idea per file; on the drive those of a row of [files] in plan.toml are one. Each
room must keep or drop all modules of a file together: the lint checks it.
"""

import ast
import graphlib

from tools.device.squeeze import scopes, syntax
from tools.device.squeeze.rewriter import JoinError, Rewriter


def join(trees: syntax.Trees, together: dict[str, str]) -> None:
    """Make one tree of each group of modules, in place; other modules ask the new one.

    trees: {module name: ast.Module}; modules of `together` ({first: "others"}) that are
    not there are left out. Raises JoinError where a name could come to mean something else.
    """
    for first, others in together.items():
        members = [name for name in [first] + others.split() if name in trees]
        if first in members and len(members) > 1:
            _Group(trees, members).join()


class _Group:
    """One file to be. trees: all modules; members: those of the file, the first gives its name.

    names: {member: {its name of a thing: the name in the file}}.
    """

    def __init__(self, trees, members):
        self.trees = trees
        self.modules = set(trees)
        self.members = members
        self.first = members[0]
        self.names = {}
        self.imports = {
            name: [item for item in trees[name].body if isinstance(item, ast.ImportFrom)]
            for name in members
        }

    def join(self):
        self._choose_names()
        outside = [name for name in self.trees if name not in self.members]
        for name in self.members:
            Rewriter(self, name).rewrite()
        body = []
        for name in self._order():
            body += self.trees[name].body
        for name in self.members[1:]:
            del self.trees[name]
        self.trees[self.first].body = _imports_once(body)
        syntax.changed(self.trees[self.first])
        for name in outside:
            if self._concerns(self.trees[name]):
                Rewriter(self, name).rewrite()

    def _concerns(self, tree):
        """True when a module outside imports a member, or may name, in a string, one that goes."""
        gone = self.members[1:]
        return not syntax.imported(tree).isdisjoint(self.members) or any(
            member in text for text in _dotted(tree) for member in gone
        )

    def _choose_names(self):
        """A name stays what it is where nothing else in the file has it."""
        every = {name: scopes.names_used(self.trees[name]) for name in self.members}
        outer = {name: scopes.free(self.trees[name]) for name in self.members}
        taken = {}  # name in the file: what it stands for
        for name in self.members:
            chosen = self.names[name] = {}
            words = outer if name == self.first else every
            fellows = set().union(*[words[other] for other in self.members if other != name])
            for word, meaning in scopes.tops(self.trees[name], self.members).items():
                new = word
                if taken.get(word, meaning) != meaning or (
                    word in fellows and not self._imported_alike(name, word, meaning)
                ):
                    if name == self.first:
                        raise JoinError(
                            "%s.%s: another module of its file has that name." % (name, word)
                        )
                    new = "%s_%s" % (name.rsplit(".", 1)[-1], word)
                if taken.get(new, meaning) != meaning:
                    raise JoinError("%s.%s: no name is left for it." % (name, word))
                taken[new] = meaning
                chosen[word] = new

    def thing(self, member, word):
        """The name in the file of what `member` calls `word`, its own or another member's."""
        if word not in self.names[member]:
            for item in self.imports[member]:
                for alias in item.names:
                    if (alias.asname or alias.name) == word and item.module in self.members:
                        return self.thing(item.module, alias.name)
            raise JoinError("%s has no %s." % (member, word))
        return self.names[member][word]

    def _imported_alike(self, name, word, meaning):
        """True for an import that all others that use the word do too, at their top."""
        if not meaning.startswith("import "):
            return False
        for other in self.members:
            if other != name and word in scopes.names_used(self.trees[other]):
                if scopes.tops(self.trees[other], self.members).get(word) != meaning:
                    return False
                if word in scopes.bound_inside(self.trees[other]):
                    return False
        return True

    def _order(self):
        """The members, each after those it needs while it is loaded."""
        needs = {}
        for name in self.members:
            needs[name] = [
                module
                for item in self.trees[name].body
                for module in getattr(item, "joined", ())
                if module != name
            ]
        try:
            order = list(graphlib.TopologicalSorter(needs).static_order())
        except graphlib.CycleError as error:
            raise JoinError("%s: they import each other." % " ".join(error.args[1]))
        return order


@syntax.kept
def _dotted(tree):
    """The texts of a module that have a dot."""
    values = [node.value for node in syntax.of(tree, ast.Constant)]
    return {value for value in values if isinstance(value, str) and "." in value}


def _imports_once(body):
    """Statements without an import that stands before, and without marks of joined ones."""
    seen = set()
    out = []
    for item in body:
        if getattr(item, "joined", None):
            continue
        if isinstance(item, (ast.Import, ast.ImportFrom)):
            text = ast.dump(item)
            if text in seen:
                continue
            seen.add(text)
        out.append(item)
    return out or [ast.Pass()]

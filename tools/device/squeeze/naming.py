"""New names for the program's identifiers: what squeeze does last.

An .mpy spells every identifier it uses, except those that the format has a number for, and one that
the firmware does not hold stays on the heap for ever. So ours get names that the firmware holds,
the cheapest for those that most files use.

Different things may share a new name if nothing can confuse them: attributes of objects that are
never of one class, functions of different files, an attribute and a name without a dot, unless that
is read in the body of a class, as the default of a method is. So a new
name is, if possible, one that the files spell anyway. An attribute set in objects of whatever class
has a name to itself among attributes, and so has one guarded by `except AttributeError`. Functions
of one file keep different names, for tracebacks. Parameters that no call gives by name get new
names function by function.
"""

import ast
import collections
import functools
import heapq
import keyword
from collections.abc import Sequence

from tools.device import device_modules
from tools.device.squeeze import newnames, syntax
from tools.device.squeeze.spelling import spelt
from tools.device.squeeze.uses import Uses, alike, copying_of

_PARAMETERS = 16


def rename(
    trees: syntax.Trees,
    exposed: list[ast.Module],
    modules: dict[str, str],
    own: set[str],
    kept: set[str],
    words: set[str],
    fresh: Sequence[str],
    banned: set[str],
) -> dict[str, dict[str, str]]:
    """Rename identifiers of `trees`, {path: ast.Module}, in place; {path: {old: new}}.

    exposed: trees that stay as they are. modules: {module name: path}. own: the identifiers that
    may change. kept: parameters that may not. words: all identifiers there are anywhere. fresh:
    names that the firmware holds, those to be preferred first. banned: what no attribute may be
    called.
    """
    free = [name for name in fresh if name not in words]
    parameters, free = free[:_PARAMETERS], free[_PARAMETERS:]
    for tree in trees.values():
        newnames.rename_parameters(tree, parameters, kept)
    uses = {path: Uses(tree) for path, tree in trees.items()}
    known = _Known(trees, uses, modules, own)
    in_firmware = set(fresh) | device_modules.NUMBERED
    chosen = _Choice(known, trees, exposed, free, in_firmware, banned).choose()
    names = {path: {} for path in trees}
    for old, word in chosen.items():
        for path in known.places[old] | known.bare.get(old, set()):
            names[path][old] = word
    for path, tree in trees.items():
        newnames.rename(tree, names[path], known.attributes)
    return names


# -- what may share a name -------------------------------------------------------------------------


class _Known:
    """Which names of ours are where, and which must not be called the same.

    own: the names. attributes: those that are nothing else. places: {name: files that spell it}.
    bare: {name: files where it stands without a dot}. classes: {name: (path, class) that have it as
    an attribute}; kin: {(path, class): classes that an object may be of that is of this one}.
    anywhere: attributes that are set, or looked for, in objects of whatever class. defined: {name:
    files with a function of that name}.
    """

    def __init__(self, trees, uses, modules, own):
        self.uses = uses
        self.modules = modules
        others, given = set(), set()
        for use in uses.values():
            others |= use.spelt | use.body | use.keywords
            given |= use.keywords
        self.attributes = own - others
        self.places, self.bare, self.classes, self.defined = {}, {}, {}, {}
        for path, use in uses.items():
            for name in own & (use.attributes | use.spelt | use.body | use.keywords):
                self.places.setdefault(name, set()).add(path)
            for name in own & use.arguments & given:
                self.places.setdefault(name, set()).add(path)
            for name in (own - self.attributes) & use.names:
                self.bare.setdefault(name, set()).add(path)
            for home, (_, kept) in use.classes.items():
                for name in kept:
                    self.classes.setdefault(name, set()).add((path, home))
            for node in syntax.of(trees[path], ast.FunctionDef):
                self.defined.setdefault(node.name, set()).add(path)
        self.own = own & set(self.places)
        self.anywhere = set().union(*[use.foreign | use.tried for use in uses.values()])
        copying = set().union(*map(copying_of, trees.values()))
        self.kin = self._kin([names for tree in trees.values() for names in alike(tree, copying)])

    def _kin(self, alike):
        """alike: [names that stand where an object takes over what another holds]."""
        kin = {}
        for path, use in self.uses.items():
            for home in use.classes:
                line = self._line(path, home)
                for each in line:
                    kin.setdefault(each, set()).update(line)
        by_name = {}
        for path, home in kin:
            by_name.setdefault(home, set()).add((path, home))
        for names in alike:
            these = set().union(*[by_name.get(name, ()) for name in names])
            every = set().union(*[kin[each] for each in these])
            for each in these | every:
                kin[each] = kin[each] | every
        return kin

    def _line(self, path, home):
        """Return a class and all it is derived from, as {(path, class)}."""
        line = {(path, home)}
        for base in self.uses[path].classes[home][0]:
            above = self._class(path, base)
            if above and above not in line:
                line |= self._line(*above)
        return line

    def _class(self, path, base):
        """Return the (path, class) that a base stands for, or None for one of the firmware's."""
        if isinstance(base, ast.Attribute):
            module, name = self.uses[path].imports.get(base.value.id, (None, base.value.id))
            return self._of("%s.%s" % (module, name) if module else name, base.attr)
        if base.id in self.uses[path].classes:
            return path, base.id
        module, name = self.uses[path].imports.get(base.id, (None, None))
        return self._of(module, name) if module else None

    def _of(self, module, name):
        if module not in self.modules:
            return None
        path = self.modules[module]
        return self._class(path, ast.Name(name))

    def is_attribute(self, name):
        """Return True for a name that some object may have."""
        return name in self.classes or name in self.anywhere


# -- the new names ---------------------------------------------------------------------------------


class _Choice:
    """Gives new names, the cheapest for what most files spell.

    free: names that the firmware has, those that take least of a file first. in_firmware: all that
    it has. banned: what no attribute may be called, since a class of the firmware has it or a
    string names it.
    """

    def __init__(self, known, trees, exposed, free, in_firmware, banned):
        self.known = known
        self.free = sorted((_cost(word), word) for word in free)
        self.in_firmware = in_firmware
        self.banned = banned
        self.chosen = {}
        leaving = known.own | {part for name in known.modules for part in name.split(".")}
        self.spelt = {path: set(spelt(tree)) - leaving for path, tree in trees.items()}
        self.words = {path: set(use.names) for path, use in known.uses.items()}  # none of a file's
        self.bodies = {path: set(use.body) for path, use in known.uses.items()}
        self.had = {}  # {word: classes that have an attribute of that name}
        self.anywhere = set()  # words of attributes of whatever class
        self.defined = {}  # {word: files with a function of that name}
        for name, classes in known.classes.items():
            if name not in known.own:
                self.had[name] = set(classes)
        for use in known.uses.values():
            self.banned = self.banned | (use.foreign | use.tried) - known.own
        for use in map(Uses, exposed):
            self.banned = self.banned | use.attributes

    def choose(self):
        """Return {old name: new name}."""
        known = self.known
        for name in sorted(known.own, key=lambda name: (-len(known.places[name]), name)):
            word = next(word for word in self._candidates(name) if self._fits(name, word))
            self._take(name, word)
        return self.chosen

    def _candidates(self, name):
        """Words by what they would take in the files that spell a name."""
        paths = self.known.places[name]
        there = collections.Counter(word for path in paths for word in self.spelt[path])
        costs = {
            word: _cost(word) * (len(paths) - times)
            for word, times in there.items()
            if word in self.in_firmware or times == len(paths)  # else one more on the heap
        }
        spelt = sorted((cost, word) for word, cost in costs.items())
        free = ((cost * len(paths), word) for cost, word in self.free if word not in costs)
        for _, word in heapq.merge(spelt, free):  # one of the first fits, nearly always
            yield word

    def _fits(self, name, word):
        known = self.known
        if word[0] == "_" or word in _NEVER or not word.isidentifier() or keyword.iskeyword(word):
            return False
        if not self.defined.get(word, set()).isdisjoint(known.defined.get(name, ())):
            return False  # a traceback is to tell them apart
        for path in known.bare.get(name, ()):
            if word in self.words[path]:
                return False
            if name in known.uses[path].read and path in {
                home for home, _ in self.had.get(word, ())
            }:
                return False  # in the body of a class its methods come first
        if not known.is_attribute(name):
            return True
        if word in self.banned or word in self.anywhere:
            return False
        if name in known.anywhere:
            return word not in self.had
        classes = known.classes[name]
        if any(word in self.bodies[path] for path, _ in classes):
            return False
        if word not in self.had:
            return True
        needs = set().union(*[known.kin[each] for each in classes])
        return self.had[word].isdisjoint(needs)

    def _take(self, name, word):
        known = self.known
        self.chosen[name] = word
        for path in known.places[name]:
            self.spelt[path].add(word)
        for path in known.bare.get(name, ()):
            self.words[path].add(word)
            if name in known.uses[path].read:
                self.bodies[path].add(word)
        for path in known.defined.get(name, ()):
            self.defined.setdefault(word, set()).add(path)
        if name in known.anywhere:
            self.anywhere.add(word)
        if known.is_attribute(name):
            self.had.setdefault(word, set()).update(known.classes.get(name, ()))


_NEVER = device_modules.MEANT | {"main"}


@functools.cache
def _cost(word):
    """Return the bytes that a name takes in a file: one or two for its number (those before
    "bytearray" are below 64), else its letters between a length and a zero."""
    if word in device_modules.NUMBERED:
        return 1 if word < "bytearray" else 2
    return len(word) + 2

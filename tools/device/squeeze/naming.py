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
import heapq
import keyword
from collections.abc import Sequence

from tools.device import device_modules
from tools.device.parsed import Trees, find
from tools.device.squeeze import newnames
from tools.device.squeeze.spelling import cost, spelt
from tools.device.squeeze.uses import Uses, alike

_PARAMETERS = 16
_NEVER = device_modules.MEANT | {"main"}


def rename(
    trees: Trees,
    exposed: list[ast.Module],
    modules: dict[str, str],
    renameable: set[str],
    fixed_parameters: set[str],
    words: set[str],
    firmware_words: Sequence[str],
    banned: set[str],
) -> dict[str, dict[str, str]]:
    """Rename identifiers of `trees`, {path: ast.Module}, in place; return {path: {old: new}}.

    exposed: trees that are not changed. modules: {module name: path}. renameable: identifiers that
    may change. fixed_parameters: parameters that may not. words: every identifier in use.
    firmware_words: names that the firmware holds, preferred ones first. banned: names that no
    attribute may get.
    """
    free = [name for name in firmware_words if name not in words]
    parameters, free = free[:_PARAMETERS], free[_PARAMETERS:]
    for tree in trees.values():
        newnames.rename_parameters(tree, parameters, fixed_parameters)
    uses = {path: Uses(tree) for path, tree in trees.items()}
    our_names = _Names(trees, uses, modules, renameable)
    in_firmware = set(firmware_words) | device_modules.NUMBERED
    new_names = _Chooser(our_names, trees, exposed, free, in_firmware, banned).choose()
    names: dict[str, dict[str, str]] = {path: {} for path in trees}
    for old, new in new_names.items():
        for path in our_names.places[old] | our_names.bare.get(old, set()):
            names[path][old] = new
    for path, tree in trees.items():
        newnames.rename(tree, names[path], our_names.attributes)
    return names


class _Names:
    """Our names: in which files and classes each one is, and which must stay different.

    own: the names. attributes: those that are nothing else. places: {name: files that spell it}.
    bare: {name: files where it stands without a dot}. classes: {name: (path, class) that have it as
    an attribute}. related: {(path, class): all classes of which its objects may be}.
    anywhere: attributes that are set, or looked for, in objects of any class. defined: {name: files
    with a function of that name}.
    """

    def __init__(self, trees, uses, modules, own):
        self.uses = uses
        self.modules = modules
        spelt = {path: use.spelled | use.class_names | use.keywords for path, use in uses.items()}
        keywords = set().union(*[use.keywords for use in uses.values()])
        self.attributes = own.difference(*spelt.values())
        self.places, self.bare, self.classes, self.defined = {}, {}, {}, {}
        for path, use in uses.items():
            for name in own & (use.attributes | spelt[path] | use.arguments & keywords):
                self.places.setdefault(name, set()).add(path)
            for name in (own - self.attributes) & use.names:
                self.bare.setdefault(name, set()).add(path)
            for home, (_, held) in use.classes.items():
                for name in held:
                    self.classes.setdefault(name, set()).add((path, home))
            for node in find(trees[path], ast.FunctionDef):
                self.defined.setdefault(node.name, set()).add(path)
        self.own = own & set(self.places)
        self.anywhere = set().union(
            *[use.set_elsewhere | use.may_be_missing for use in uses.values()]
        )
        self.related = self._find_related(alike(trees.values()))

    def _find_related(self, alike):
        """Return `related`. alike: sets of class names whose objects may copy attributes."""
        related, by_name = {}, {}
        for path, use in self.uses.items():
            for home in use.classes:
                line = self._base_classes(path, home)
                for each in line:
                    related.setdefault(each, set()).update(line)
                    by_name.setdefault(each[1], set()).add(each)
        for names in alike:
            these = set().union(*[by_name.get(name, ()) for name in names])
            every = these.union(*[related[each] for each in these])
            for each in every:
                related[each] = related[each] | every
        return related

    def _base_classes(self, path, home):
        """Return a class and all it is derived from, as {(path, class)}."""
        line = {(path, home)}
        for base in self.uses[path].classes[home][0]:
            above = self._class(path, base)
            if above and above not in line:
                line |= self._base_classes(*above)
        return line

    def _class(self, path, base):
        """Return the (path, class) that a base stands for, or None for one of the firmware's."""
        use = self.uses[path]
        if isinstance(base, ast.Attribute):
            module, name = use.imports.get(base.value.id, (None, base.value.id))
            module, name = "%s.%s" % (module, name) if module else name, base.attr
        elif base.id in use.classes:
            return path, base.id
        else:
            module, name = use.imports.get(base.id, (None, None))
        return self._class(self.modules[module], ast.Name(name)) if module in self.modules else None

    def is_attribute(self, name):
        """Return True for a name that some object may have."""
        return name in self.classes or name in self.anywhere


class _Chooser:
    """Chooses new names, the cheapest ones for names in most files.

    free: names that the firmware has, those that take least of a file first. in_firmware: all that
    it has. banned: what no attribute may be called, since a class of the firmware has it or a
    string names it.
    """

    def __init__(self, known, trees, exposed, free, in_firmware, banned):
        self.known = known
        self.free = sorted((cost(word), word) for word in free)
        self.in_firmware = in_firmware
        self.chosen = {}
        leaving = known.own | {part for name in known.modules for part in name.split(".")}
        self.spelt = {path: set(spelt(tree)) - leaving for path, tree in trees.items()}
        self.words = {path: set(use.names) for path, use in known.uses.items()}  # none of a file's
        self.bodies = {path: set(use.class_names) for path, use in known.uses.items()}
        # {word: classes that have an attribute of that name}
        self.holders = {
            name: set(classes) for name, classes in known.classes.items() if name not in known.own
        }
        self.anywhere = set()  # words of attributes of any class
        self.defined = {}  # {word: files with a function of that name}
        self.banned = banned | known.anywhere - known.own
        self.banned = self.banned.union(*[Uses(tree).attributes for tree in exposed])

    def choose(self):
        """Return {old name: new name}."""
        places = self.known.places
        for name in sorted(self.known.own, key=lambda name: (-len(places[name]), name)):
            word = next(word for word in self._candidates(name) if self._fits(name, word))
            self._take(name, word)
        return self.chosen

    def _candidates(self, name):
        """Words by what they would take in the files that spell a name."""
        paths = self.known.places[name]
        there = collections.Counter(word for path in paths for word in self.spelt[path])
        costs = {
            word: cost(word) * (len(paths) - times)
            for word, times in there.items()
            if word in self.in_firmware or times == len(paths)  # else one more on the heap
        }
        spelt = sorted((price, word) for word, price in costs.items())
        free = ((price * len(paths), word) for price, word in self.free if word not in costs)
        for _, word in heapq.merge(spelt, free):  # one of the first fits, nearly always
            yield word

    def _fits(self, name, word):
        known = self.known
        if word[0] == "_" or word in _NEVER or not word.isidentifier() or keyword.iskeyword(word):
            return False
        if not self.defined.get(word, set()).isdisjoint(known.defined.get(name, ())):
            return False  # tracebacks must distinguish the two functions
        holders = self.holders.get(word, set())
        for path in known.bare.get(name, ()):
            if word in self.words[path]:
                return False
            if name in known.uses[path].read_in_classes and any(
                home == path for home, _ in holders
            ):
                return False  # in the body of a class its methods come first
        if not known.is_attribute(name):
            return True
        if word in self.banned or word in self.anywhere:
            return False
        if name in known.anywhere:
            return word not in self.holders
        classes = known.classes[name]
        if any(word in self.bodies[path] for path, _ in classes):
            return False
        return not holders or holders.isdisjoint(
            set().union(*[known.related[each] for each in classes])
        )

    def _take(self, name, word):
        known = self.known
        self.chosen[name] = word
        for path in known.places[name]:
            self.spelt[path].add(word)
        for path in known.bare.get(name, ()):
            self.words[path].add(word)
            if name in known.uses[path].read_in_classes:
                self.bodies[path].add(word)
        self.defined.setdefault(word, set()).update(known.defined.get(name, ()))
        if name in known.anywhere:
            self.anywhere.add(word)
        if known.is_attribute(name):
            self.holders.setdefault(word, set()).update(known.classes.get(name, ()))

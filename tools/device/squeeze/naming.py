"""Choose new names for the program's identifiers, the last step of squeezing.

An .mpy spells every identifier it uses, except those that the format numbers, and the VM keeps an
identifier that is not in the firmware on the heap for ever. So our identifiers get names that are
in the firmware: identifiers that occur in most files get the cheapest.

Two identifiers may share a new name if nothing can confuse them: attributes of unrelated classes,
functions of different files, an attribute and a name without a dot (unless the body of a class
reads that name, as the default of a method). So if possible a new name is one that the files spell
anyway. An attribute that is set on objects of any class, or guarded by `except AttributeError`,
shares its name with no other attribute. Functions of one file get different names, so that
tracebacks stay clear. Parameters that no call passes by keyword are renamed function by function.
"""

import ast
import collections
import heapq
import keyword
from collections.abc import Sequence

from tools.device import device_modules
from tools.device.parsed import Trees, find
from tools.device.squeeze import newnames
from tools.device.squeeze.spelling import cost, count_spelled
from tools.device.squeeze.uses import Uses, copying_classes

_PARAMETER_NAME_COUNT = 16
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

    exposed: trees that stay unchanged. modules: {module name: path}. renameable: identifiers that
    may change. fixed_parameters: parameters that may not. words: every identifier in use.
    firmware_words: names in the firmware, preferred ones first. banned: names that no attribute
    may be given.
    """
    free = [name for name in firmware_words if name not in words]
    parameter_names, free = free[:_PARAMETER_NAME_COUNT], free[_PARAMETER_NAME_COUNT:]
    for tree in trees.values():
        newnames.rename_parameters(tree, parameter_names, fixed_parameters)
    uses = {path: Uses(tree) for path, tree in trees.items()}
    our_names = _Names(trees, uses, modules, renameable)
    firmware_names = set(firmware_words) | device_modules.NUMBERED_NAMES
    new_names = _Chooser(our_names, trees, exposed, free, firmware_names, banned).choose()
    names: dict[str, dict[str, str]] = {path: {} for path in trees}
    for old, new in new_names.items():
        for path in our_names.files[old] | our_names.undotted.get(old, set()):
            names[path][old] = new
    for path, tree in trees.items():
        newnames.rename(tree, names[path], our_names.attributes)
    return names


class _Names:
    """The identifiers to rename, and where each occurs.

    renameable: all of them. attributes: those that only follow a dot. files: {name: paths of files
    that spell it}. undotted: {name: paths of files that use it without a dot}. owners: {name:
    {(path, class)} with that attribute}. related: {(path, class): classes that its objects may also
    have}. of_any_class: attributes set or tested on objects of any class. functions: {name: paths
    of files with a function of that name}.
    """

    def __init__(self, trees, uses, modules, renameable):
        self.uses = uses
        self.modules = modules
        spelled = {
            path: use.spelled_in_mpy | use.class_names | use.keywords for path, use in uses.items()
        }
        keywords = set().union(*[use.keywords for use in uses.values()])
        self.attributes = renameable.difference(*spelled.values())
        self.files, self.undotted, self.owners, self.functions = {}, {}, {}, {}
        for path, use in uses.items():
            for name in renameable & (use.attributes | spelled[path] | use.arguments & keywords):
                self.files.setdefault(name, set()).add(path)
            for name in (renameable - self.attributes) & use.names:
                self.undotted.setdefault(name, set()).add(path)
            for class_name, (_, attributes) in use.classes.items():
                for name in attributes:
                    self.owners.setdefault(name, set()).add((path, class_name))
            for node in find(trees[path], ast.FunctionDef):
                self.functions.setdefault(node.name, set()).add(path)
        self.renameable = renameable & set(self.files)
        self.of_any_class = set().union(
            *[use.set_elsewhere | use.may_be_missing for use in uses.values()]
        )
        self.related = self._find_related(copying_classes(trees.values()))

    def _find_related(self, copying):
        """Return `related`. copying: sets of class names whose objects may copy attributes."""
        related, by_name = {}, {}
        for path, use in self.uses.items():
            for class_name in use.classes:
                ancestry = self._base_classes(path, class_name)
                for class_ in ancestry:
                    related.setdefault(class_, set()).update(ancestry)
                    by_name.setdefault(class_[1], set()).add(class_)
        for names in copying:
            copied = set().union(*[by_name.get(name, ()) for name in names])
            reachable = copied.union(*[related[class_] for class_ in copied])
            for class_ in reachable:
                related[class_] = related[class_] | reachable
        return related

    def _base_classes(self, path, class_name):
        """Return {(path, class)} of a class and all its base classes."""
        ancestry = {(path, class_name)}
        for base in self.uses[path].classes[class_name][0]:
            base_class = self._find(path, base)
            if base_class and base_class not in ancestry:
                ancestry |= self._base_classes(*base_class)
        return ancestry

    def _find(self, path, base):
        """Return the (path, class) that a base refers to, or None for a class of the firmware."""
        use = self.uses[path]
        if isinstance(base, ast.Attribute):
            module, name = use.imports.get(base.value.id, (None, base.value.id))
            module, name = "%s.%s" % (module, name) if module else name, base.attr
        elif base.id in use.classes:
            return path, base.id
        else:
            module, name = use.imports.get(base.id, (None, None))
        return self._find(self.modules[module], ast.Name(name)) if module in self.modules else None

    def is_attribute(self, name):
        """Return True for a name that occurs as an attribute."""
        return name in self.owners or name in self.of_any_class


class _Chooser:
    """Chooses new names: names that occur in most files get the cheapest.

    free: unused names in the firmware, those that take the fewest bytes of a file first.
    firmware_names: all names in it. banned: names that no attribute may get, because a class of the
    firmware has such an attribute or a string looks it up.
    """

    def __init__(self, names, trees, exposed, free, firmware_names, banned):
        self.names = names
        self.free = sorted((cost(word), word) for word in free)
        self.firmware_names = firmware_names
        self.chosen = {}
        leaving = names.renameable | {part for name in names.modules for part in name.split(".")}
        self.spelled = {path: set(count_spelled(tree)) - leaving for path, tree in trees.items()}
        # New names must differ from a file's undotted names, and from those in class bodies:
        self.undotted_words = {path: set(use.names) for path, use in names.uses.items()}
        self.class_words = {path: set(use.class_names) for path, use in names.uses.items()}
        # Of words, as in `names`; classes whose attributes keep their names count from the start.
        self.owners = {
            name: set(classes)
            for name, classes in names.owners.items()
            if name not in names.renameable
        }
        self.of_any_class = set()
        self.functions = {}
        self.banned = banned | names.of_any_class - names.renameable
        self.banned = self.banned.union(*[Uses(tree).attributes for tree in exposed])

    def choose(self):
        """Return {old name: new name}."""
        places = self.names.files
        for name in sorted(self.names.renameable, key=lambda name: (-len(places[name]), name)):
            word = next(word for word in self._candidates(name) if self._fits(name, word))
            self._record(name, word)
        return self.chosen

    def _candidates(self, name):
        """Yield words for a name, those first that add the fewest bytes to the files with it."""
        paths = self.names.files[name]
        times_spelled = collections.Counter(word for path in paths for word in self.spelled[path])
        costs = {
            word: cost(word) * (len(paths) - times)
            for word, times in times_spelled.items()
            if word in self.firmware_names or times == len(paths)  # else one more on the heap
        }
        spelled = sorted((size, word) for word, size in costs.items())
        free = ((size * len(paths), word) for size, word in self.free if word not in costs)
        for _, word in heapq.merge(spelled, free):  # one of the first fits, nearly always
            yield word

    def _fits(self, name, word):
        """Return True if `word` can replace `name` everywhere without a clash."""
        names = self.names
        if word[0] == "_" or word in _NEVER or not word.isidentifier() or keyword.iskeyword(word):
            return False
        if not self.functions.get(word, set()).isdisjoint(names.functions.get(name, ())):
            return False  # tracebacks must distinguish the two functions
        holders = self.owners.get(word, set())
        for path in names.undotted.get(name, ()):
            if word in self.undotted_words[path]:
                return False
            if name in names.uses[path].read_in_classes and any(
                home == path for home, _ in holders
            ):
                return False  # in the body of a class its methods come first
        if not names.is_attribute(name):
            return True
        if word in self.banned or word in self.of_any_class:
            return False
        if name in names.of_any_class:
            return word not in self.owners
        classes = names.owners[name]
        if any(word in self.class_words[path] for path, _ in classes):
            return False
        return not holders or holders.isdisjoint(
            set().union(*[names.related[class_] for class_ in classes])
        )

    def _record(self, name, word):
        """Note that `word` replaces `name`."""
        names = self.names
        self.chosen[name] = word
        for path in names.files[name]:
            self.spelled[path].add(word)
        for path in names.undotted.get(name, ()):
            self.undotted_words[path].add(word)
            if name in names.uses[path].read_in_classes:
                self.class_words[path].add(word)
        self.functions.setdefault(word, set()).update(names.functions.get(name, ()))
        if name in names.of_any_class:
            self.of_any_class.add(word)
        if names.is_attribute(name):
            self.owners.setdefault(word, set()).update(names.owners.get(name, ()))

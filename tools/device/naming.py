"""New names for the program's identifiers: what squeeze does last.

An .mpy spells every identifier it uses but those that the format has a number for, and one that the
firmware does not hold stays on the heap for good. So ours get names that the firmware holds, the
cheapest for what most files name.

A name that several files use means the same in all of them and has a new name of its own. What
only one file names (its own functions, what its classes keep for themselves) shares new names with
that of other files: they never meet, but where a class is derived from another, and there they stay
apart. So does what modules alone are asked for by its own name: it takes none of the names of a
file that asks, but where that imports it by its name. What is only ever an attribute may be called
as something is that is none (`len`, a parameter): a name that the file has anyway costs nothing.
Parameters that no call gives by name get theirs function by function.
"""

import ast
import builtins
import keyword

from tools.device import device_modules

_PARAMETERS = 16
_FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def rename(trees, exposed, modules, own, kept, words, fresh):
    """Rename identifiers of `trees`, {path: ast.Module}, in place; {path: {old: new}}.

    exposed: trees that stay as they are. modules: {module name: path}. own: the identifiers that
    may change. kept: parameters that may not. words: all identifiers there are anywhere. fresh:
    names that the firmware holds, those to be preferred first.
    """
    free = [name for name in fresh if name not in words]
    parameters, free = free[:_PARAMETERS], free[_PARAMETERS:]
    for tree in trees.values():
        _rename_parameters(tree, parameters, kept)
    uses = {path: Uses(tree) for path, tree in trees.items()}
    known = _Known(uses, modules, own)
    units = known.shared() + known.confined()
    common = _common(list(uses.values()) + [Uses(tree) for tree in exposed], parameters, set(free))
    chosen = _words(units, uses, free, common, _short_names(words | set(fresh)))
    names = {path: {} for path in trees}
    for unit, word in zip(units, chosen):
        for path, old in unit.names:
            names[path][old] = word
    for path, tree in trees.items():
        _rename(tree, names[path], known.attributes)
    return names


# -- what a file does with identifiers -------------------------------------------------------------


class Uses:
    """What a tree does with identifiers.

    attributes: behind a dot, or a method's name. names: everything else that is bound or read, in
    functions too. spelt: of those what the file must spell: the module's own, functions, classes,
    what is imported. body: names in bodies of classes. keywords: given by name in a call.
    arguments: names of parameters. foreign: attributes that are set of something that is not
    `self`. classes: {name: ([base], attributes it has or sets)}. imports: {bound name: (module,
    name in it)}; sources: {bound name: all that it is imported as in some function}. bound: names
    that something else binds. asked: {(name before the dot or "", attribute)}.
    """

    def __init__(self, tree):
        self.attributes, self.names, self.spelt, self.body = set(), set(), set(), set()
        self.keywords, self.arguments, self.foreign = set(), set(), set()
        self.classes, self.imports = {}, {}
        self.sources, self.bound, self.asked = {}, set(), set()
        self._inside(tree, None, tree)

    def _inside(self, node, home, scope):
        """home: the class whose code this is, or None. scope: the module, class or function."""
        for child in ast.iter_child_nodes(node):
            self._note(child, home, scope)
            if isinstance(child, ast.ClassDef):
                for part in child.bases + child.decorator_list:
                    self._note(part, home, scope)
                    self._inside(part, home, scope)
                for part in child.body:
                    self._note(part, child.name, child)
                    self._below(part, child.name, child)
            else:
                self._below(child, home, scope)

    def _below(self, node, home, scope):
        if isinstance(node, _FUNCTIONS):
            outer = node.args.defaults + node.args.kw_defaults
            outer += getattr(node, "decorator_list", [])
            for part in outer:  # worked out where the function stands
                if part is not None:
                    self._note(part, home, scope)
                    self._inside(part, home, scope)
            self._inside(node, home, node)
        elif not isinstance(node, ast.ClassDef):
            self._inside(node, home, scope)

    def _note(self, node, home, scope):
        in_class = isinstance(scope, ast.ClassDef)
        if isinstance(node, ast.Attribute):
            self.attributes.add(node.attr)
            self.asked.add((getattr(node.value, "id", ""), node.attr))
            if not isinstance(node.ctx, ast.Load):
                if home and getattr(node.value, "id", "") == "self":
                    self.classes[home][1].add(node.attr)
                else:
                    self.foreign.add(node.attr)
        elif isinstance(node, ast.FunctionDef) and in_class:
            self.attributes.add(node.name)
            self.classes[home][1].add(node.name)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self.names.add(node.name)
            self.spelt.add(node.name)
            self.bound.add(node.name)
            if isinstance(node, ast.ClassDef):
                self.classes.setdefault(node.name, ([], set()))[0].extend(node.bases)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self._import(node)
        elif isinstance(node, ast.Name):
            self.names.add(node.id)
            if not isinstance(node.ctx, ast.Load):
                self.bound.add(node.id)
            if in_class:
                self.body.add(node.id)
                if not isinstance(node.ctx, ast.Load):
                    self.classes[home][1].add(node.id)
                    self.attributes.add(node.id)
            elif isinstance(scope, ast.Module):
                self.spelt.add(node.id)
        elif isinstance(node, ast.Global):
            self.spelt.update(node.names)
        elif isinstance(node, ast.keyword) and node.arg:
            self.keywords.add(node.arg)
        elif isinstance(node, ast.arg):
            self.names.add(node.arg)
            self.arguments.add(node.arg)
            self.bound.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            self.bound.add(node.name)

    def _import(self, node):
        for alias in node.names:
            bound = alias.asname or alias.name
            self.imports[bound] = getattr(node, "module", None), alias.name
            self.sources.setdefault(bound, set()).add(self.imports[bound])
            self.names.add(bound)
            self.spelt.update(alias.name.split("."))
            self.spelt.add(bound)


# -- what may share a name -------------------------------------------------------------------------


class _Unit:
    """What gets one new name. names: [(path, old name)]; attribute: never anything else."""

    def __init__(self, names, attribute):
        self.names = names
        self.attribute = attribute


class _Known:
    """Which names are used where. attributes: those of `own` that are nothing else."""

    def __init__(self, uses, modules, own):
        self.uses = uses
        self.modules = modules
        others = set()
        for use in uses.values():
            others |= use.spelt | use.body | use.keywords
        self.attributes = own - others
        self.keywords = set().union(*[use.keywords for use in uses.values()])
        self.places = {}  # name: the files that spell it
        for path, use in uses.items():
            given = use.keywords | use.arguments & self.keywords
            for name in own & (use.attributes | use.spelt | use.body | given):
                self.places.setdefault(name, []).append(path)
        self.alone = {
            name for name, paths in self.places.items() if self._is_alone(name, uses[paths[0]])
        }
        self.asked_for = set(self.places) - self.alone - self._of_objects()

    def _is_alone(self, name, use):
        """True for a name of one file that no other can meet: what is an attribute is one of a
        class of that file."""
        if len(self.places[name]) > 1 or name in self.keywords or name in use.foreign:
            return False
        return name not in use.attributes or any(name in kept for _, kept in use.classes.values())

    def _of_objects(self):
        """Names that may be those of something in an object, not of things in modules alone."""
        names = set(self.keywords)
        for use in self.uses.values():
            names |= use.foreign | use.body
            names.update(*[kept for _, kept in use.classes.values()])
            for home, name in use.asked:
                sources = use.sources.get(home, ()) if home not in use.bound else ()
                paths = [self.modules.get("%s.%s" % source) for source in sources]
                if not paths or not all(path and name in self.uses[path].spelt for path in paths):
                    names.add(name)
        return names

    def shared(self):
        """A unit for each name that is neither alone nor one that modules are asked for."""
        return [
            _Unit([(path, name) for path in paths], name in self.attributes)
            for name, paths in sorted(self.places.items())
            if name not in self.alone and name not in self.asked_for
        ]

    def confined(self):
        """Units of names that modules are asked for, and of names of one file each: one of each
        file, and one as name, one as attribute."""
        kin = self._kin()
        units = []
        taken = []  # of each unit: what is not free any more
        for name in sorted(self.asked_for, key=lambda name: (-len(self.places[name]), name)):
            files = {path for path, use in self.uses.items() if name in use.names}
            names = [(path, name) for path in self.places[name]]
            self._put(units, taken, names, files, files)
        for path, use in sorted(self.uses.items()):
            mine = [name for name in self.alone if self.places[name] == [path]]
            for name in sorted(mine, key=lambda name: (name in self.attributes, name)):
                self._put(units, taken, [(path, name)], *self._asks(path, use, name, kin))
        return units

    def _put(self, units, taken, names, takes, needs):
        """Put names into the first unit that has free what they need, or into a new one."""
        number = 0
        while number < len(units) and taken[number] & needs:
            number += 1
        if number == len(units):
            units.append(_Unit([], False))
            taken.append(set())
        units[number].names += names
        taken[number] |= takes

    def _asks(self, path, use, name, kin):
        """(what a name takes, what must be free for it): a file's names; classes of attributes."""
        takes, needs = set(), set()
        if name not in self.attributes:
            takes.add(path)
            needs.add(path)
        if name in use.attributes or name in use.body:
            takes.add((path, ""))  # any attribute of the file
            needs.add((path, ""))
        if name in use.attributes:
            for home, (_, kept) in use.classes.items():
                if name in kept:
                    takes.add((path, home))
                    needs |= kin[path, home]
        return takes, needs

    def _kin(self):
        """{(path, class): classes that an object may be of that is of this one}."""
        kin = {}
        for path, use in self.uses.items():
            for home in use.classes:
                line = self._line(path, home)
                for each in line:
                    kin.setdefault(each, set()).update(line)
        return kin

    def _line(self, path, home):
        """A class and all it is derived from, as {(path, class)}."""
        line = {(path, home)}
        for base in self.uses[path].classes[home][0]:
            above = self._class(path, base)
            if above and above not in line:
                line |= self._line(*above)
        return line

    def _class(self, path, base):
        """The (path, class) that a base stands for, or None for one of the firmware's."""
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


# -- the new names ---------------------------------------------------------------------------------


def _common(uses, parameters, free):
    """Names that attributes may have though they mean something else: what every file has, where
    nothing has it as an attribute and no class's body names it."""
    names = set().union(*[use.names for use in uses])
    taken = set().union(*[use.attributes | use.keywords | use.body for use in uses])
    built_in = {word for word in dir(builtins) if not word.startswith("_")}
    common = built_in & (names | device_modules.NUMBERED) | set(parameters)
    common -= taken | free | device_modules.MEANT
    return sorted(word for word in common if not keyword.iskeyword(word))


def _words(units, uses, free, common, short):
    """A new name for each unit, the cheapest for what most files spell. free: names for whatever;
    common: for attributes alone. short: what follows where these run out."""
    free, common = list(free), list(common)
    chosen = [""] * len(units)
    for number in sorted(range(len(units)), key=lambda number: -len(_paths(units[number]))):
        paths = _paths(units[number])
        known = min(common, key=lambda word: _cost(word, paths, uses)) if common else None
        if units[number].attribute and known and free:
            if _cost(known, paths, uses) > _cost(free[0], paths, {}):
                known = None
        if units[number].attribute and known:
            chosen[number] = known
            common.remove(known)
        else:
            chosen[number] = free.pop(0) if free else next(short)
    return chosen


def _paths(unit):
    return {path for path, _name in unit.names}


def _cost(word, paths, uses):
    """The bytes that a name takes in the files: none where it stands for something else, too."""
    each = 2 if word in device_modules.NUMBERED else len(word) + 2
    return each * sum(not (path in uses and word in uses[path].names) for path in paths)


def _short_names(taken):
    """Names of two letters that are free."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    for first in letters + letters.upper():
        for second in letters + "0123456789":
            name = first + second
            if name not in taken and not keyword.iskeyword(name):
                yield name


_SHORT = 128  # names of a file that an instruction names in one byte: those that come first
_OTHERS = 14  # of them that are no identifiers, or that come first whatever is done


def first_named(tree):
    """Lines to begin a file with that names many identifiers: they come to nothing when they are
    compiled, but the names that the file uses most get the short numbers."""
    uses = spelt(tree)
    if len(uses) < _SHORT:
        return ""
    most = sorted(uses, key=lambda word: (-uses[word], word))[: _SHORT - _OTHERS]
    return "while 1:\n    break\n    0 .%s\n" % ".".join(most)


def spelt(tree):
    """{identifier that a tree's file spells: how often it names it}."""
    local = set()
    for node in ast.walk(tree):
        if isinstance(node, _FUNCTIONS):
            local |= _locals(node)
        elif isinstance(node, ast.comprehension):
            local |= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
    uses = {}
    for node in ast.walk(tree):
        word, times = _spelt(node, local)
        if word and word.isidentifier() and not keyword.iskeyword(word):
            uses[word] = uses.get(word, 0) + times
    return uses


def _spelt(node, local):
    """(the name that a node makes its file spell, or None; how often). local: names of functions'
    own."""
    if isinstance(node, ast.Attribute):
        return node.attr, 1
    if isinstance(node, ast.Name):
        return (None if node.id in local else node.id), 1
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return node.name, 2
    if isinstance(node, (ast.arg, ast.keyword)):
        return node.arg, 1
    if isinstance(node, ast.alias):
        return node.name, 1
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) < 11:
        return node.value, 1
    return None, 0


def _locals(function):
    """What a function takes and sets: it has no name in the .mpy where it is read."""
    names = {arg.arg for arg in function.args.args + function.args.kwonlyargs}
    outer = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.ExceptHandler):
            names.add(node.name)
        elif isinstance(node, ast.Global):
            outer |= set(node.names)
    return names - outer


# -- in the tree -----------------------------------------------------------------------------------


def _rename(tree, names, attributes):
    """Give what `names` has its new name; `attributes` only where they are attributes."""
    others = {old: new for old, new in names.items() if old not in attributes}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            node.id = others.get(node.id, node.id)
        elif isinstance(node, ast.Attribute):
            node.attr = names.get(node.attr, node.attr)
        elif isinstance(node, ast.ClassDef):
            for item in node.body:
                if isinstance(item, ast.FunctionDef) and item.name in attributes:
                    item.name = "." + names[item.name]  # the dot: it has its new name
            node.name = others.get(node.name, node.name)
        elif isinstance(node, ast.FunctionDef):
            if node.name.startswith("."):
                node.name = node.name[1:]
            else:
                node.name = others.get(node.name, node.name)
        elif isinstance(node, (ast.arg, ast.keyword)) and node.arg:
            node.arg = others.get(node.arg, node.arg)
        elif isinstance(node, ast.alias):
            node.name = others.get(node.name, node.name)
            node.asname = others.get(node.asname, node.asname) if node.asname else None
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [others.get(name, name) for name in node.names]
        elif isinstance(node, ast.ExceptHandler) and node.name:
            node.name = others.get(node.name, node.name)


def _rename_parameters(tree, fresh, kept):
    """Give parameters names out of `fresh`, function by function; nested ones take others."""

    def walk(node, taken):
        if isinstance(node, _FUNCTIONS):
            left = [name for name in fresh if name not in taken]
            names = {}
            body = node.body if isinstance(node.body, list) else [node.body]
            inside = [inner for item in body for inner in ast.walk(item)]
            bound = {
                alias.asname or alias.name
                for inner in inside
                if isinstance(inner, ast.ImportFrom)
                for alias in inner.names
            }
            arguments = node.args.args + node.args.kwonlyargs
            for arg in arguments:
                if arg.arg not in kept and arg.arg != "self" and arg.arg not in bound and left:
                    names[arg.arg] = left.pop(0)
            for arg in arguments:
                arg.arg = names.get(arg.arg, arg.arg)
            for inner in inside:
                if isinstance(inner, ast.Name):
                    inner.id = names.get(inner.id, inner.id)
                elif isinstance(inner, ast.arg):
                    inner.arg = names.get(inner.arg, inner.arg)
                elif isinstance(inner, ast.ExceptHandler) and inner.name:
                    inner.name = names.get(inner.name, inner.name)
                elif isinstance(inner, ast.Nonlocal):
                    inner.names = [names.get(name, name) for name in inner.names]
            taken = taken | set(names.values())
        for child in ast.iter_child_nodes(node):
            walk(child, taken)

    walk(tree, frozenset())

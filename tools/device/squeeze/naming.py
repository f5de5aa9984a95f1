"""New names for the program's identifiers: what squeeze does last.

An .mpy spells every identifier it uses but those that the format has a number for, and one that the
firmware does not hold stays on the heap for good. So ours get names that the firmware holds, the
cheapest for what most files name.

What means different things may have one new name, where nothing can take one for the other:
attributes of objects that are never of one class, a function of one file and a function of another,
an attribute and what stands without a dot. So a new name is, if possible, one that the files spell
anyway. What is set in objects of whatever class has a name of its own among attributes; so has what
is set aside by `except AttributeError`. Functions of one file keep different names: a traceback
tells them. Parameters that no call gives by name get theirs function by function.
"""

import ast
import keyword

from tools.device import device_modules

_PARAMETERS = 16
_FUNCTIONS = (ast.FunctionDef, ast.Lambda)


def rename(trees, exposed, modules, own, kept, words, fresh, banned):
    """Rename identifiers of `trees`, {path: ast.Module}, in place; {path: {old: new}}.

    exposed: trees that stay as they are. modules: {module name: path}. own: the identifiers that
    may change. kept: parameters that may not. words: all identifiers there are anywhere. fresh:
    names that the firmware holds, those to be preferred first. banned: what no attribute may be
    called.
    """
    free = [name for name in fresh if name not in words]
    parameters, free = free[:_PARAMETERS], free[_PARAMETERS:]
    for tree in trees.values():
        _rename_parameters(tree, parameters, kept)
    uses = {path: Uses(tree) for path, tree in trees.items()}
    known = _Known(trees, uses, modules, own)
    held = set(fresh) | device_modules.NUMBERED
    chosen = _Choice(known, trees, exposed, free, held, banned).choose()
    names = {path: {} for path in trees}
    for old, word in chosen.items():
        for path in known.places[old] | known.bare.get(old, set()):
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
    that something else binds. asked: {(name before the dot or "", attribute)}. tried: attributes
    that there may not be.
    """

    def __init__(self, tree):
        self.attributes, self.names, self.spelt, self.body = set(), set(), set(), set()
        self.keywords, self.arguments, self.foreign = set(), set(), set()
        self.classes, self.imports = {}, {}
        self.sources, self.bound, self.asked = {}, set(), set()
        self.tried = {
            part.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Try) and "AttributeError" in _caught(node)
            for item in node.body
            for part in ast.walk(item)
            if isinstance(part, ast.Attribute)
        }
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


def _caught(node):
    """The names of what a `try` catches; of a bare `except` all that it might."""
    names = set()
    for handler in node.handlers:
        if handler.type is None:
            names.add("AttributeError")
        else:
            names |= {part.id for part in ast.walk(handler.type) if isinstance(part, ast.Name)}
    return names


def _copying(tree):
    """Names of functions that copy what an object holds, whole, and of classes made in that way."""
    names = set()
    for item in tree.body:
        made = [
            node for node in getattr(item, "body", ()) if getattr(node, "name", "") == "__init__"
        ]
        if isinstance(item, ast.FunctionDef) and _copies(item, ()):
            names.add(item.name)
        elif isinstance(item, ast.ClassDef) and any(_copies(node, ()) for node in made):
            names.add(item.name)
    return names


def _alike(tree, copying):
    """[names that stand where that is done, or asked for by one of the names `copying`]."""
    out = []
    for item in tree.body:
        for node in [item] + list(getattr(item, "body", ())):
            if isinstance(node, ast.FunctionDef) and _copies(node, copying):
                names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
                names |= {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
                out.append(names | {getattr(item, "name", "")})
    return out


def _copies(node, copying):
    """True for code that sets attributes by names it works out, or asks for one of `copying`."""
    for part in ast.walk(node):
        if isinstance(part, ast.Attribute) and part.attr == "__dict__":
            return True
        if isinstance(part, ast.Call):
            name = getattr(part.func, "id", getattr(part.func, "attr", ""))
            if name == "setattr" or name in copying:
                return True
    return False


# -- what may share a name -------------------------------------------------------------------------


class _Known:
    """Which names of ours are where, and what must not be called alike.

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
            for node in ast.walk(trees[path]):
                if isinstance(node, ast.FunctionDef):
                    self.defined.setdefault(node.name, set()).add(path)
        self.own = own & set(self.places)
        self.anywhere = set().union(*[use.foreign | use.tried for use in uses.values()])
        copying = set().union(*map(_copying, trees.values()))
        self.kin = self._kin([names for tree in trees.values() for names in _alike(tree, copying)])

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

    def is_attribute(self, name):
        """True for a name that some object may have."""
        return name in self.classes or name in self.anywhere


# -- the new names ---------------------------------------------------------------------------------


class _Choice:
    """Gives new names, the cheapest for what most files spell.

    free: names that the firmware holds, those that take least of a file first. held: all that it
    holds. banned: what no attribute may be called, since a class of the firmware has it or a string
    names it.
    """

    def __init__(self, known, trees, exposed, free, held, banned):
        self.known = known
        self.free = free
        self.held = held
        self.banned = banned
        self.chosen = {}
        leaving = known.own | {part for name in known.modules for part in name.split(".")}
        self.spelt = {path: set(spelt(tree)) - leaving for path, tree in trees.items()}
        self.words = {path: set(use.names) for path, use in known.uses.items()}  # none of a file's
        self.bodies = {path: use.body for path, use in known.uses.items()}
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
        """{old name: new name}."""
        known = self.known
        for name in sorted(known.own, key=lambda name: (-len(known.places[name]), name)):
            word = next(word for word in self._candidates(name) if self._fits(name, word))
            self._take(name, word)
        return self.chosen

    def _candidates(self, name):
        """Words by what they would take in the files that spell a name."""
        paths = sorted(self.known.places[name])
        there = {}
        for path in paths:
            for word in self.spelt[path]:
                there[word] = there.get(word, 0) + 1
        words = [
            word for word in there if word in self.held or there[word] == len(paths)
        ]  # another would be one more on the heap
        costs = {word: _cost(word) * (len(paths) - there[word]) for word in words}
        for word in self.free:
            costs.setdefault(word, _cost(word) * len(paths))
        return sorted(costs, key=lambda word: (costs[word], word))

    def _fits(self, name, word):
        known = self.known
        if word[0] == "_" or word in _NEVER or not word.isidentifier() or keyword.iskeyword(word):
            return False
        if not self.defined.get(word, set()).isdisjoint(known.defined.get(name, ())):
            return False  # a traceback is to tell them apart
        if any(word in self.words[path] for path in known.bare.get(name, ())):
            return False
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
        for path in known.defined.get(name, ()):
            self.defined.setdefault(word, set()).add(path)
        if name in known.anywhere:
            self.anywhere.add(word)
        if known.is_attribute(name):
            self.had.setdefault(word, set()).update(known.classes.get(name, ()))


_NEVER = device_modules.MEANT | {"main"}


def _cost(word):
    """The bytes that a name takes in a file."""
    return 2 if word in device_modules.NUMBERED else len(word) + 2


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

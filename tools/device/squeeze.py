"""Smaller sources for the device: what a build compiles in place of the readable ones.

On a board every identifier that the firmware does not know is kept on the heap for good, some 14
bytes each, and every module constant is an entry in a dict. So the whole program is rewritten
before it is compiled, without a change to what it does:

- module constants (numbers, short strings) stand where they are used, across modules too, and
  what stands under a flag that is False is left out (branches.py);
- functions and methods that nothing on the device names are left out, and so are unused imports;
- identifiers of ours get names that the firmware holds anyway (naming.py).

One identifier has one new name in the whole program, whatever it names there; parameters that no
call gives by name get theirs function by function. What the firmware may look at by name
(attributes of its objects, keyword arguments, names in strings given to getattr) is kept.

Python libraries that come along are made smaller, too, their annotations and unused setters left
out; but names that both they and the program use are kept: whoever puts a library there as it is
published finds that it fits.
"""

import ast
import builtins
import importlib.metadata
import keyword
import os
import re

from tools.device import (
    boards_desktop,
    branches,
    device_modules,
    flatten,
    join,
    naming,
    origins,
    plan,
)
from tools.device.parsed import untyped

# mpy-cross interns strings up to ten characters; longer ones would be repeated where they stand.
_LONGEST = 10
_BY_NAME = ("getattr", "hasattr", "setattr", "delattr")
_KEYWORDS = "key reverse end sep file default strict encoding".split()
# Attributes that instances of a subclass of Exception have from the start.
_EXCEPTION = {"args", "errno", "strerror", "value", "filename", "code", "name"}


class Program:
    """The device's modules as syntax trees, rewritten step by step.

    sources: {drive path of the .py: text}. exposed: {path: text} of files that go to the drive as
    they are; whatever they name is kept. libraries: as sources, of what others wrote.
    """

    def __init__(self, sources, exposed, libraries=None):
        known = branches.flags(sources.get(branches.FLAGS, ""))
        self.trees = {
            path: branches.live(untyped(ast.parse(text, path)), known)
            for path, text in sorted(sources.items())
        }
        self.renamed = {}
        self.flat = None
        ours = set().union(*[_identifiers(tree) for tree in self.trees.values()])
        theirs = {path: ast.parse(text, path) for path, text in sorted((libraries or {}).items())}
        self.theirs = set().union(*[_identifiers(tree) for tree in theirs.values()])
        written_anew = _written_anew(self.trees.values())
        for tree in theirs.values():
            _plain(tree)
            _leave_out(tree, written_anew)
        self.trees.update(theirs)
        for path, tree in self.trees.items():
            origins.mark(path, tree)
        self.modules = {module_name(path): path for path in self.trees}
        made = [path for path in sources if path.startswith("lib/pocket/made/")]
        self.droppable = [module_name(path) for path in [*theirs, *made]]
        self.kept = set()
        self.exposed = [ast.parse(text, path) for path, text in sorted(exposed.items())]
        for tree in self.exposed:
            self.kept |= _identifiers(tree)
        for tree in self.trees.values():
            self.kept |= _strings_by_name(tree)  # whichever module defines them
        for tree in theirs.values():
            self.kept |= _strings(tree) | _identifiers(tree) & ours
        tops = self._imports()
        # A name that is imported or else set to None is the firmware's all the same.
        self.kept |= tops | _firmware_names(tops)
        self.folders = _module_words(self.modules) - self.kept  # what modules alone are called
        self.kept |= self.folders

    def sources(self):
        """{path: text} of the rewritten program."""
        out = {}
        for path, tree in self.trees.items():
            ast.fix_missing_locations(tree)
            out[path] = naming.first_named(tree) + ast.unparse(tree) + "\n"
        return out

    def _imports(self):
        """Top names of all modules the program imports that are not its own."""
        own = {name.split(".")[0] for name in self.modules}
        tops = set()
        for tree in list(self.trees.values()) + self.exposed:
            for node in _walk(tree):
                if isinstance(node, ast.Import):
                    tops |= {alias.name.split(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module:
                    tops.add(node.module.split(".")[0])
        return tops - own

    # -- constants

    def inline(self):
        """Put module constants where they are used and drop their definitions."""
        for tree in self.trees.values():
            _number(tree)
        tables = {name: {} for name in self.modules}
        facts = {
            name: _ModuleFacts(self.trees[path], self.modules)
            for name, path in self.modules.items()
        }
        written = set().union(*[_stored(tree) for tree in self.trees.values()])  # no constants
        growing = True
        while growing:  # a constant may be made of another module's
            growing = False
            for name, path in self.modules.items():
                for target, value in facts[name].assigned(self.trees[path]):
                    if target in tables[name] or target in written or target in self.kept:
                        continue
                    known = _evaluate(value, facts[name], tables, name)
                    if _fits(known):
                        tables[name][target] = known
                        growing = True
        for name, path in self.modules.items():
            _Inliner(name, facts[name], tables).visit(self.trees[path])
            _fold(self.trees[path])
        asked = {}  # attributes that are still asked for, of a module or (None) of whatever
        for name, path in self.modules.items():
            for node in _walk(self.trees[path]):
                if isinstance(node, ast.Attribute):
                    of = facts[name].imported.get(getattr(node.value, "id", ""))
                    asked.setdefault(of, set()).add(node.attr)
        for name, path in self.modules.items():
            tree = self.trees[path]
            left = asked.get(name, set()) | asked.get(None, set())
            left |= {
                node.id
                for node in _walk(tree)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
            }
            _drop_definitions(tree, set(tables[name]) - left)

    # -- what nothing names

    def prune(self):
        """Leave out functions, methods and imports that nothing names."""
        exposed = set().union(*[_mentioned(tree) for tree in self.exposed])
        named = {path: _mentioned(tree) for path, tree in self.trees.items()}
        changed = set(self.trees)
        while changed:
            everywhere = self.kept | exposed | set().union(*named.values())
            stored = set().union(*[_stored(tree) for tree in self.trees.values()])
            brought = self._brought()
            changed = set()
            for path, tree in self.trees.items():
                if _prune_defs(tree, everywhere, stored) + _prune_imports(
                    tree, brought.get(path, set())
                ):
                    changed.add(path)
                    named[path] = _mentioned(tree)

        self._drop_unasked()

    def _drop_unasked(self):
        """Leave out the modules of libraries, and those of constants, that nothing imports any
        more."""
        asked = set()
        for tree in list(self.trees.values()) + self.exposed:
            for node in _walk(tree):
                if isinstance(node, ast.Import):
                    asked.update(alias.name for alias in node.names)
                elif isinstance(node, ast.ImportFrom) and node.module:
                    asked.add(node.module)
                    asked.update("%s.%s" % (node.module, alias.name) for alias in node.names)
        for name in set(self.droppable) - asked:
            if not any(word.startswith(name + ".") for word in asked):
                del self.trees[self.modules.pop(name)]

    def _brought(self):
        """{path: names that other modules import out of that one}, its own or of yet others."""
        brought = {}
        for tree in self.trees.values():
            for node in _walk(tree):
                if isinstance(node, ast.ImportFrom) and node.module in self.modules:
                    names = brought.setdefault(self.modules[node.module], set())
                    names.update(alias.name for alias in node.names)
        return brought

    # -- files

    def join(self, together=None):
        """Make modules that are always in memory together one file each; see join.py."""
        trees = {name: self.trees[path] for name, path in self.modules.items()}
        join.join(trees, plan.files() if together is None else together)
        self.modules = {name: path for name, path in self.modules.items() if name in trees}
        self.trees = {path: trees[name] for name, path in self.modules.items()}

    # -- names

    def flatten(self):
        """Take modules out of their packages, see there."""
        self.flat = flatten.Flat(self.trees, self.exposed, self.modules)
        self.modules = {
            self.flat.names.get(name, name): self.modules[name] for name in self.modules
        }
        self.kept -= self.folders
        self.kept |= _module_words(self.modules)

    def lie_flat(self, renamed):
        """Give modules their new names, short ones if `renamed`."""
        places = {name: self.modules[old] for name, old in self.flat.names.items()}
        self.flat.finish(firmware_words() if renamed else ())
        places = {path: self.flat.place(name) for name, path in places.items()}
        self.trees = {places.get(path, path): tree for path, tree in self.trees.items()}
        self.renamed = {places.get(path, path): new for path, new in self.renamed.items()}

    def rename(self):
        """Give identifiers of ours names that the firmware holds; `renamed` tells which."""
        own = set()
        called = set()  # what calls give by name, and what may be looked up in what they gave
        words = set(self.theirs)
        for tree in list(self.trees.values()) + self.exposed:
            words |= _identifiers(tree)
        for tree in list(self.trees.values()) + self.exposed:
            given = {node.arg for node in _walk(tree) if isinstance(node, ast.keyword)}
            called |= given | (_strings(tree) if None in given else set())
        parameters = set()
        for tree in self.trees.values():
            own |= _defined(tree) | self._brought_as(tree)
            parameters |= _parameters(tree)
        own |= called & parameters
        own = {word for word in own - self.kept if not word.startswith("__")}
        banned = _stub_names("displayio") | self.theirs | _EXCEPTION | set(dir(Exception))
        for tree in self.trees.values():
            banned |= _strings_by_name(tree)
        self.renamed = naming.rename(
            self.trees, self.exposed, self.modules, own, called, words, firmware_words(), banned
        )

    def _brought_as(self, tree):
        """What a tree calls other modules' things where that is a name of its own."""
        return {
            alias.asname
            for node in _walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module in self.modules
            for alias in node.names
            if alias.asname
        }

    def origins(self):
        """The map of names, as it is now: see origins.origins."""
        return origins.origins(self.trees, self.renamed)


def squeezed(sources, exposed, libraries=None, together=None, renamed=True, flat=True):
    """The finished Program of the device's sources.

    together: which modules share a file, see join. renamed: False where names take no memory. flat:
    False leaves modules in their packages. Raises SyntaxError for a source that is none.
    """
    program = Program(sources, exposed, libraries)
    program.inline()
    program.prune()
    program.join(together)
    if flat:
        program.flatten()
    if renamed:
        program.rename()
    if flat:
        program.lie_flat(renamed)
    return program


def bare(path, text, flat):
    """Source `text` without comments and docstrings, a blank for each level: no text in it may go
    over several lines. flat: a flatten.Flat. Raises SyntaxError for what is none."""
    tree = ast.parse(flatten.searched(path, text), path)
    _fold(tree)
    flat.rewrite(tree)
    flat.retell(tree)
    text = ast.unparse(tree)
    return re.sub("^(    )+", lambda blanks: " " * (len(blanks[0]) // 4), text, flags=re.M) + "\n"


def module_name(path):
    """ "lib/pocket/always/app.py" -> "pocket.always.app", "rules/__init__.py" -> "rules"."""
    path = path[4:] if path.startswith("lib/") else path
    name = path[:-3].replace("/", ".")
    return name[:-9] if name.endswith(".__init__") else name


def _module_words(modules):
    words = set()
    for name in modules:
        words |= set(name.split("."))
    return words


def _walk(tree):
    """All nodes of a tree that carry something, in no particular order: ast.walk without contexts
    (Load, Store), which are every third node, and in a third of the time."""
    stack = [tree]
    while stack:
        node = stack.pop()
        for field in node._fields:
            if field == "ctx":
                continue
            value = getattr(node, field, None)
            if isinstance(value, list):
                stack += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST):
                stack.append(value)
        yield node


# -- what a tree names -----------------------------------------------------------------------------


def _words_of(node):
    """The identifiers one node holds."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        return (node.attr,)
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return (node.name,)
    if isinstance(node, ast.arg):
        return (node.arg,)
    if isinstance(node, ast.keyword) and node.arg:
        return (node.arg,)
    if isinstance(node, ast.alias):
        return tuple(node.name.split(".")) + ((node.asname,) if node.asname else ())
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        return tuple(node.names)
    if isinstance(node, ast.ExceptHandler) and node.name:
        return (node.name,)
    return ()


def _identifiers(tree):
    """Every word of a tree; its strings that are words may be looked up by name."""
    words = _strings(tree)
    for node in _walk(tree):
        words.update(_words_of(node))
    return words


def _strings(tree):
    return {
        node.value
        for node in _walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.isidentifier()
    }


def _stored(tree):
    """Attributes that something stores to."""
    return {
        node.attr
        for node in _walk(tree)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
    }


def _strings_by_name(tree):
    """Names that stand as strings in calls of getattr and its like."""
    words = set()
    for node in _walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in _BY_NAME
            and len(node.args) > 1
            and isinstance(node.args[1], ast.Constant)
        ):
            words.add(node.args[1].value)
    return words


def _mentioned(tree):
    """Names that are read, called, imported or looked up; a definition does not count."""
    words = _strings_by_name(tree)
    for node in _walk(tree):
        if isinstance(node, ast.Name):
            words.add(node.id)
        elif isinstance(node, ast.Attribute):
            words.add(node.attr)
        elif isinstance(node, ast.alias):
            words.update(node.name.split("."))
    return words


def _defined(tree):
    """Identifiers the program itself makes: functions, classes, globals, attributes."""
    words = set()
    for node in _walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            words.add(node.name)
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                words |= _targets(item)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            words.add(node.attr)
        elif isinstance(node, ast.Global):
            words.update(node.names)
    for item in _module_statements(tree):
        words |= _targets(item)
    return words


def _module_statements(tree):
    """Statements that run in the module's own scope, those within if, try and for too."""
    queue = list(tree.body)
    while queue:
        item = queue.pop()
        yield item
        if not isinstance(item, (ast.FunctionDef, ast.ClassDef)):
            queue += [
                node
                for node in ast.iter_child_nodes(item)
                if isinstance(node, (ast.stmt, ast.ExceptHandler))
            ]


def _targets(item):
    words = set()
    targets = []
    if isinstance(item, ast.Assign):
        targets = item.targets
    elif isinstance(item, (ast.AugAssign, ast.For)):
        targets = [item.target]
    for target in targets:
        for node in _walk(target):
            if isinstance(node, ast.Name):
                words.add(node.id)
    return words


def _parameters(tree):
    return {node.arg for node in _walk(tree) if isinstance(node, ast.arg)}


# -- libraries -------------------------------------------------------------------------------------


def _plain(tree):
    """Take out of a library's tree what a board never runs: annotations, what they were imported
    for, methods that only say they are missing, what its errors say, its own name and version."""
    for node in _walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.arg):
            node.annotation = None
        body = getattr(node, "body", None)
        if isinstance(body, list):
            node.body = [_bare(item) for item in body if not _idle(item)] or [ast.Pass()]
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            node.exc.args = [arg for arg in node.exc.args if not _is_text(arg)]


def _is_text(node):
    """True for a text that is put together of nothing else."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _written_anew(trees):
    """{name of a base class: the methods that classes derived from it have of their own}."""
    anew = {}
    for tree in trees:
        for node in _walk(tree):
            if isinstance(node, ast.ClassDef):
                own = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
                for base in node.bases:
                    anew.setdefault(getattr(base, "attr", getattr(base, "id", "")), []).append(own)
    return {name: set.intersection(*methods) for name, methods in anew.items()}


def _leave_out(tree, written_anew):
    """Leave out of a library's classes the methods that we have written anew: of a class we derive
    ours from there are no instances."""
    for node in _walk(tree):
        if isinstance(node, ast.ClassDef):
            gone = {name for name in written_anew.get(node.name, ()) if not name.startswith("__")}
            node.body = [
                item
                for item in node.body
                if not (isinstance(item, ast.FunctionDef) and item.name in gone)
            ]


def _bare(item):
    if isinstance(item, ast.AnnAssign) and item.value:
        return ast.Assign([item.target], item.value, lineno=item.lineno)
    return item


def _idle(item):
    """True for a statement of a library that no board needs."""
    if isinstance(item, ast.Try):
        names = [node.module for node in item.body if isinstance(node, ast.ImportFrom)]
        return "typing" in names and len(names) == len(item.body)
    if isinstance(item, ast.Assign):
        return getattr(item.targets[0], "id", "") in ("__version__", "__repo__")
    if isinstance(item, ast.FunctionDef):
        said = item.body[-1]
        return (
            isinstance(said, ast.Raise)
            and len(item.body) <= 2
            and isinstance(said.exc, ast.Call)
            and getattr(said.exc.func, "id", "") == "NotImplementedError"
        )
    return False


# -- constants -------------------------------------------------------------------------------------


class _ModuleFacts:
    """What names stand for in one module: `imported`: {alias: module}, `brought`: {alias: (module,
    name)}, `once`: module-level names that are assigned once and nowhere else."""

    def __init__(self, tree, modules):
        self.imported = {}
        self.brought = {}
        bound = {}
        methods = {
            item for node in _walk(tree) if isinstance(node, ast.ClassDef) for item in node.body
        }
        for node in _walk(tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    name = alias.asname or alias.name
                    full = "%s.%s" % (node.module, alias.name)
                    if full in modules:
                        self.imported[name] = full
                    elif node.module in modules:
                        self.brought[name] = (node.module, alias.name)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                bound[node.id] = bound.get(node.id, 0) + 1
            elif isinstance(node, ast.arg):
                bound[node.arg] = bound.get(node.arg, 0) + 2
            elif isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node not in methods:
                bound[node.name] = bound.get(node.name, 0) + 2
        for name in bound:  # something else has this name somewhere: leave it alone
            self.imported.pop(name, None)
            self.brought.pop(name, None)
        self.once = {name for name, count in bound.items() if count == 1}

    def assigned(self, tree):
        """(name, value node) of the module's own assignments of names in `once`."""
        for item in tree.body:
            if not isinstance(item, ast.Assign) or len(item.targets) != 1:
                continue
            target = item.targets[0]
            if isinstance(target, ast.Name):
                pairs = [(target, item.value)]
            elif (
                isinstance(target, ast.Tuple)
                and isinstance(item.value, ast.Tuple)
                and len(target.elts) == len(item.value.elts)
            ):
                pairs = list(zip(target.elts, item.value.elts))
            else:
                continue
            for name, value in pairs:
                if isinstance(name, ast.Name) and name.id in self.once:
                    yield name.id, value


def _number(tree):
    """Make numbers of what a module counts: A, B = range(2) becomes A, B = 0, 1."""
    for item in tree.body:
        if (
            isinstance(item, ast.Assign)
            and isinstance(item.targets[0], ast.Tuple)
            and ast.unparse(item.value).startswith("range(")
        ):
            numbers = range(*[ast.literal_eval(number) for number in item.value.args])
            item.value = ast.Tuple([ast.Constant(number) for number in numbers], ast.Load())


def _fits(value):
    """True for what may stand in many places: a small number or a short string."""
    if isinstance(value, str):
        return len(value) <= _LONGEST
    return isinstance(value, int) and abs(value) < 1 << 30


def _lookup(node, facts, tables, module):
    """The constant a Name or an Attribute stands for, or None."""
    if isinstance(node, ast.Name):
        if node.id in tables[module] and node.id in facts.once:
            return tables[module][node.id]
        if node.id in facts.brought:
            home, name = facts.brought[node.id]
            return tables[home].get(name)
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        home = facts.imported.get(node.value.id)
        if home:
            return tables[home].get(node.attr)
    return None


def _evaluate(node, facts, tables, module):
    """The number or string an expression of constants comes to, or None."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, (int, str)) else None
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "const":
        return _evaluate(node.args[0], facts, tables, module)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _evaluate(node.operand, facts, tables, module)
        return -value if isinstance(value, int) else None
    if isinstance(node, ast.BinOp):
        left = _evaluate(node.left, facts, tables, module)
        right = _evaluate(node.right, facts, tables, module)
        return _combine(node.op, left, right)
    return _lookup(node, facts, tables, module)


def _combine(op, left, right):
    if isinstance(left, str) and isinstance(right, str) and isinstance(op, ast.Add):
        return left + right
    if type(left) is not int or type(right) is not int:
        return None
    for kind, work in (
        (ast.Add, int.__add__),
        (ast.Sub, int.__sub__),
        (ast.Mult, int.__mul__),
        (ast.LShift, int.__lshift__),
        (ast.BitOr, int.__or__),
    ):
        if isinstance(op, kind):
            return work(left, right)
    return None


class _Inliner(ast.NodeTransformer):
    def __init__(self, module, facts, tables):
        self.module = module
        self.facts = facts
        self.tables = tables

    def _replace(self, node):
        if isinstance(node.ctx, ast.Load):
            value = _lookup(node, self.facts, self.tables, self.module)
            if value is not None:
                return ast.Constant(value)
        return self.generic_visit(node)

    visit_Name = _replace
    visit_Attribute = _replace

    def visit_ImportFrom(self, node):
        """Constants are no longer brought over."""
        node.names = [
            alias
            for alias in node.names
            if not (
                (alias.asname or alias.name) in self.facts.brought
                and alias.name in self.tables.get(node.module, ())
            )
        ]
        return node if node.names else ast.Pass()


def _drop_definitions(tree, unused):
    for item in list(tree.body):
        if not isinstance(item, ast.Assign) or len(item.targets) != 1:
            continue
        target = item.targets[0]
        if isinstance(target, ast.Name) and target.id in unused:
            tree.body.remove(item)
        elif isinstance(target, ast.Tuple) and isinstance(item.value, ast.Tuple):
            left = [
                (name, value)
                for name, value in zip(target.elts, item.value.elts)
                if not (isinstance(name, ast.Name) and name.id in unused)
            ]
            if not left:
                tree.body.remove(item)
            else:
                target.elts = [name for name, _ in left]
                item.value.elts = [value for _, value in left]


class _Folder(ast.NodeTransformer):
    def visit_BinOp(self, node):
        """Strings of constants are joined; mpy-cross does so for numbers alone."""
        self.generic_visit(node)
        if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
            value = _combine(node.op, node.left.value, node.right.value)
            if value is not None:
                return ast.Constant(value)
        return node


def _fold(tree):
    _Folder().visit(tree)
    for node in _walk(tree):  # docstrings
        body = getattr(node, "body", None)
        if (
            isinstance(body, list)
            and len(body) > 1
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
        ):
            del body[0]


# -- pruning ---------------------------------------------------------------------------------------


def _prune_defs(tree, named, stored):
    dropped = 0
    for node in _walk(tree):
        if not isinstance(node, (ast.Module, ast.ClassDef)):
            continue
        for item in list(node.body):
            if not isinstance(item, (ast.FunctionDef, ast.ClassDef)) or item.name.startswith("__"):
                continue
            if item.name not in (stored if _is_setter(item) else named):
                node.body.remove(item)
                dropped += 1
        if not node.body:
            node.body.append(ast.Pass())
    return dropped


def _is_setter(function):
    return any(
        isinstance(mark, ast.Attribute) and mark.attr == "setter"
        for mark in function.decorator_list
    )


def _prune_imports(tree, brought):
    names = {node.id for node in _walk(tree) if isinstance(node, ast.Name)} | brought
    dropped = 0
    for node in _walk(tree):
        body = getattr(node, "body", None)
        if not isinstance(body, list) or isinstance(node, ast.Try):
            continue  # an import in `try` asks what the board has
        for item in list(body):
            if isinstance(item, (ast.Import, ast.ImportFrom)):
                left = [
                    alias
                    for alias in item.names
                    if (alias.asname or alias.name.split(".")[0]) in names
                ]
                dropped += len(item.names) - len(left)
                item.names = left
                if not left:
                    body.remove(item)
        if not body and not isinstance(node, ast.Module):
            body.append(ast.Pass())
    return dropped


# -- what the firmware names -----------------------------------------------------------------------


def _stub_folder():
    return str(importlib.metadata.distribution("circuitpython-stubs").locate_file(""))


def _stub_names(module):
    """Names of functions, classes, attributes and parameters in a module's stub files."""
    folder = os.path.join(_stub_folder(), module + "-stubs")
    words = set()
    for where, _, files in os.walk(folder):
        for file in files:
            if not file.endswith(".pyi"):
                continue
            with open(os.path.join(where, file), encoding="utf-8") as stream:
                text = re.sub(r"(def \w+)\[\w+\]", r"\1", stream.read())
            tree = ast.parse(text)
            for node in _walk(tree):
                if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.arg)):
                    words.update(_words_of(node))
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    words.add(node.target.id)
                elif isinstance(node, ast.Assign):
                    words |= _targets(node)
    return words


def _firmware_names(tops):
    """What must keep its name since the VM, a native module or a library knows it."""
    words = set(dir(builtins)) | set(_KEYWORDS) | _EXCEPTION
    for kind in (
        str,
        bytes,
        bytearray,
        list,
        dict,
        set,
        tuple,
        int,
        float,
        BaseException,
        OSError,
        memoryview,
        type(iter([])),
        type(i for i in ()),
        open(os.devnull).__class__,
    ):
        words |= {name for name in dir(kind)}
    words |= {
        "send",
        "throw",
        "close",
        "readinto",
        "readline",
        "read",
        "write",
        "seek",
        "tell",
        "flush",
        "const",
        "mem_free",
        "mem_alloc",
    }
    for top in tops:
        words |= set(device_modules.HOLDS.get(top, ()))
        if os.path.isdir(os.path.join(_stub_folder(), top + "-stubs")):
            words |= _stub_names(top)
    return words


def firmware_words():
    """Names that the firmware of every first-class board holds: those that take least of a file
    first, then short ones, last those that RP2040 boards hold beside."""
    common = set.intersection(
        *[set(device_modules.modules_of(board)) for board in boards_desktop.FIRST_CLASS]
    )
    words = set(device_modules.CORE_NAMES)
    for module in sorted(common):
        if os.path.isdir(os.path.join(_stub_folder(), module + "-stubs")):
            words |= _stub_names(module)
    words -= device_modules.STUB_NAMES | device_modules.NUMBERED
    numbered = sorted(device_modules.NUMBERED - device_modules.MEANT)
    return numbered + _usable(words) + _usable(device_modules.RP2_NAMES - words)


def _usable(words):
    """Those of the words that a program may give a meaning of its own, the shortest first."""
    taken = _EXCEPTION | set(dir(builtins)) | {"const"}  # mpy-cross takes const(x) for its own
    return sorted(
        (
            word
            for word in words - taken
            if not word.startswith("_") and not keyword.iskeyword(word) and len(word) > 1
        ),
        key=lambda word: (len(word), word),
    )

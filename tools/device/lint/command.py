"""Device lint: everything that goes to a board must be Python that CircuitPython 9 and 10 run.

A real VM on the desktop proves what is there; only reading the source proves what must not be.
"""

import argparse
import ast
import graphlib
import io
import os
import re
import sys
import tokenize
from collections import namedtuple

from tools.device import boards_desktop, device_modules, wordtable
from tools.place import DOOR

HELP = "check every module that goes to a board for what CircuitPython lacks"

SOUND_OF = {name: row[2].split()[0] for name, row in boards_desktop.DEVICE.BOARDS.items()}

Finding = namedtuple("Finding", "path line rule text")

ROOMS = ("rules", os.path.join("lib", "pocket"))
TOPS = ("code.py", "boot.py")
CATALOGUE = "rules/catalogue.py"  # loads the rooms of its table by name
BIG = 1 << 30
# what getattr may ask: boards differ in what they hold; packages in what of them is loaded
_NOT_OURS = ("board", "microcontroller", "package", "os", "gc")


def device_files(root):
    """The paths, relative to `root`, of every source file that goes to a board, sorted."""
    found = [name for name in TOPS if os.path.isfile(os.path.join(root, name))]
    for room in ROOMS:
        for folder, subfolders, files in os.walk(os.path.join(root, room)):
            subfolders[:] = sorted(d for d in subfolders if d != "__pycache__")
            found += [
                os.path.relpath(os.path.join(folder, f), root)
                for f in sorted(files)
                if f.endswith(".py")
            ]
    return [path.replace(os.sep, "/") for path in found]


def lint_tree(root):
    """Findings over all device files below `root`, recursion across files included."""
    findings, trees, texts = [], {}, {}
    for path in device_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as stream:
            text = stream.read()
        texts[path] = text
        found, tree = check_source(path, text)
        findings += found
        if tree is not None:
            trees[path] = tree
    findings += check_recursion(trees)
    findings += [
        Finding(path, line, "words", said) for path, line, said in wordtable.faults(root, texts)
    ]
    return sorted(findings)


def check_source(path, text):
    """(findings, parsed tree or None) of one device file; `path` decides what it may import."""
    try:
        tree = ast.parse(text, path)
    except SyntaxError as error:
        return [
            Finding(path, error.lineno or 1, "syntax", "is not valid Python: " + error.msg)
        ], None
    visitor = _Visitor(path, text)
    visitor.visit(tree)
    visitor.finish(tree)
    return visitor.findings + _fstring_tokens(path, text), tree


class _Visitor(ast.NodeVisitor):
    def __init__(self, path, text):
        self.path, self.text = path, text
        self.in_rules = path.startswith("rules/")
        self.findings = []
        self.guarded = 0
        self.sounds = []  # the sound kinds of the branches we are in
        self.modules = {}  # local name -> module it was imported as
        self.bytearrays = [set()]
        self.self_bytearrays = set()
        self.consts = {}  # name -> line of X = const(...)
        self.own = set()  # names this module defines itself

    def add(self, node, rule, text):
        self.findings.append(Finding(self.path, getattr(node, "lineno", 1), rule, text))

    # --- imports

    def visit_Try(self, node):
        caught = set()
        for handler in node.handlers:
            if handler.type is None:
                caught.add("*")
            for name in ast.walk(handler.type) if handler.type else ():
                if isinstance(name, ast.Name):
                    caught.add(name.id)
        guards = bool(caught & {"*", "ImportError", "Exception"})
        self.guarded += guards
        for child in node.body:
            self.visit(child)
        self.guarded -= guards
        for child in node.handlers + node.orelse + node.finalbody:
            self.visit(child)

    def visit_If(self, node):
        """A branch for one kind of sound runs on the boards whose profile says so, no others."""
        test = node.test
        kind = None
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.Eq):
            kind = getattr(test.comparators[0], "value", None)
        if kind not in SOUND_OF.values():
            self.generic_visit(node)
            return
        self.visit(test)
        self.sounds.append(kind)
        for child in node.body:
            self.visit(child)
        self.sounds.pop()
        for child in node.orelse:
            self.visit(child)

    def visit_TryStar(self, node):
        self.add(node, "syntax", "except* is not there")
        self.generic_visit(node)

    def visit_Import(self, node):
        for alias in node.names:
            self._module(node, alias.name)
            self.modules[(alias.asname or alias.name).split(".")[0]] = alias.name

    def visit_ImportFrom(self, node):
        if node.level:
            self.add(node, "import", "relative import; write the full name")
            return
        self._module(node, node.module)
        for alias in node.names:
            if alias.name == "*":
                self.add(node, "import", "import * hides what is used")
            held = device_modules.HOLDS.get(node.module)
            if held is not None and alias.name not in held:
                self.add(node, "name", "%s.%s is not there" % (node.module, alias.name))

    def _module(self, node, name):
        top = name.split(".")[0]
        if top == "rules" or (top == "pocket" and not self.in_rules):
            return
        if self.in_rules:
            if top not in ("array", "gc", "micropython"):
                self.add(
                    node, "import", "rules/ may import only rules/ (and gc, array), not " + name
                )
            return
        if top.startswith("adafruit_") and top not in device_modules.EVERYWHERE:
            return  # its sources are followed by build
        boards = [b for b in device_modules.EXTRA if top in device_modules.modules_of(b)]
        if not boards:
            self.add(node, "import", "no board has a module called " + name)
            return
        lacking = [
            b
            for b in boards_desktop.FIRST_CLASS
            if b not in boards and (not self.sounds or SOUND_OF[b] == self.sounds[-1])
        ]
        if lacking and not self.guarded:
            self.add(
                node,
                "import",
                "%s is missing on %s: import it inside try/except ImportError"
                % (name, ", ".join(lacking)),
            )

    # --- syntax

    def visit_Slice(self, node):
        if node.step is not None:
            self.add(node, "slice-step", "a slice with a step")
        self.generic_visit(node)

    def _display(self, node):
        if isinstance(node.ctx, ast.Load):
            self._stars(node)
        self.generic_visit(node)

    def _stars(self, node):
        for item in node.elts:
            if isinstance(item, ast.Starred):
                self.add(node, "star", "[*x] in a display; write list(x) + ...")

    visit_List = visit_Tuple = _display

    def visit_Set(self, node):
        self._stars(node)
        self.generic_visit(node)

    def visit_Dict(self, node):
        if None in node.keys:
            self.add(node, "star", "{**x} in a display; use update()")
        self.generic_visit(node)

    def visit_Match(self, node):
        self.add(node, "match", "match")
        self.generic_visit(node)

    def _async(self, node):
        self.add(node, "async", "async compiles to another bytecode there")
        self.generic_visit(node)

    visit_AsyncFor = visit_AsyncWith = visit_Await = _async

    def visit_AsyncFunctionDef(self, node):
        self._async(node)

    def visit_comprehension(self, node):
        if node.is_async:
            self.findings.append(
                Finding(
                    self.path,
                    node.target.lineno,
                    "async",
                    "async compiles to another bytecode there",
                )
            )
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        self.own.add(node.name)
        if node.args.posonlyargs:
            self.add(node, "posonly", "a / in the parameters")
        for decorator in node.decorator_list:
            name = (
                decorator.attr
                if isinstance(decorator, ast.Attribute)
                else getattr(decorator, "id", "")
            )
            if name in ("native", "viper", "asm_thumb", "asm_xtensa", "asm_rv32"):
                self.add(decorator, "native", "@%s: native code is refused" % name)
        if getattr(node, "type_params", None):
            self.add(node, "syntax", "type parameters")
        self.bytearrays.append(set())
        self.generic_visit(node)
        self.bytearrays.pop()

    def visit_ClassDef(self, node):
        self.own.add(node.name)
        if node.keywords:
            self.add(node, "syntax", "class keywords (metaclass=...)")
        if getattr(node, "type_params", None):
            self.add(node, "syntax", "type parameters")
        self.generic_visit(node)

    def visit_TypeAlias(self, node):
        self.add(node, "syntax", "a type statement")

    def visit_BinOp(self, node):
        if isinstance(node.op, ast.MatMult):
            self.add(node, "syntax", "the operator @")
        self.generic_visit(node)

    def visit_Constant(self, node):
        if isinstance(node.value, complex):
            self.add(node, "syntax", "a complex number")
        elif self.in_rules and isinstance(node.value, int) and abs(node.value) >= BIG:
            self.add(node, "big-int", "%d does not fit into 30 bits" % node.value)

    def visit_JoinedStr(self, node):
        source = ast.get_source_segment(self.text, node) or ""
        bare = source.replace("{{", "").replace("}}", "")
        if re.search(r"\{[^{}:]*[^=!<>{}:]=\s*(![rsa]\s*)?(:[^{}]*)?\}", bare):
            self.add(node, "f-string", "f-string with =")
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and part.conversion == ord("a"):
                self.add(node, "f-string", "f-string with !a")
        self.generic_visit(node)

    # --- names

    def visit_Name(self, node):
        if (
            isinstance(node.ctx, ast.Load)
            and node.id in device_modules.NO_BUILTINS
            and node.id not in self.own
        ):
            self.add(node, "name", "the built-in %s is not there" % node.id)

    def visit_Attribute(self, node):
        self.generic_visit(node)
        name = node.attr
        if isinstance(node.value, ast.Name) and node.value.id in self.modules:
            module = self.modules[node.value.id]
            held = device_modules.HOLDS.get(module)
            if held is not None and name not in held:
                self.add(node, "name", "%s.%s is not there" % (module, name))
            return
        if (
            name in device_modules.NO_METHODS
            and isinstance(node.value, ast.Name)
            and node.value.id in ("str", "bytes", "int")
        ):
            self.add(node, "method", "the method %s is not there" % name)
        if self._is_bytearray(node.value) and name not in device_modules.BYTEARRAY:
            self.add(node, "method", "bytearray.%s is not there" % name)

    def _scale(self, node, value):
        if not (
            isinstance(value, ast.Constant) and type(value.value) is int and 1 <= value.value <= 127
        ):
            self.add(
                node,
                "scale",
                "a Group's scale must be a number from 1 to 127: displayio keeps "
                "8 signed bits of it and draws nothing above",
            )

    @staticmethod
    def _on_board(node):
        """True when a getattr asks what differs from board to board, or names a module."""
        what = node.args[0] if node.args else None
        if isinstance(what, ast.Attribute):
            what = what.value
        return isinstance(what, ast.Name) and what.id in _NOT_OURS

    def visit_Call(self, node):
        for keyword in node.keywords:
            if keyword.arg == "scale":
                self._scale(node, keyword.value)
        if isinstance(node.func, ast.Name):
            refused = device_modules.NO_KEYWORDS.get(node.func.id, ())
            for keyword in node.keywords:
                if keyword.arg in refused and node.func.id not in self.own:
                    self.add(node, "keyword", "%s(%s=...)" % (node.func.id, keyword.arg))
            if node.func.id in ("exec", "eval", "compile"):
                self.add(node, "name", "%s: a board compiles nothing while playing" % node.func.id)
            if node.func.id in ("getattr", "hasattr") and not self._on_board(node):
                self.add(
                    node,
                    "getattr",
                    "%s on what is our own: declare the attribute" % node.func.id,
                )
            if node.func.id == "__import__" and self.in_rules and self.path != CATALOGUE:
                self.add(node, "import", "__import__ hides what rules/ imports")
        elif (
            isinstance(node.func, ast.Attribute)
            and node.func.attr in device_modules.NO_METHODS
            and node.func.attr not in self.own
            and not (node.args and node.func.attr not in device_modules.WITH_ARGUMENTS)
        ):
            self.add(node, "method", "the method %s is not there" % node.func.attr)
        self.generic_visit(node)

    def visit_Delete(self, node):
        for target in node.targets:
            if isinstance(target, ast.Subscript) and self._is_bytearray(target.value):
                self.add(node, "method", "del on a part of a bytearray is not there")
        self.generic_visit(node)

    # --- what is assigned

    def _is_bytearray(self, node):
        if isinstance(node, ast.Name):
            return any(node.id in names for names in self.bytearrays)
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "self"
        ):
            return node.attr in self.self_bytearrays
        return False

    def visit_Assign(self, node):
        made = isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)
        maker = node.value.func.id if made else ""
        for target in node.targets:
            if isinstance(target, ast.Attribute) and target.attr == "scale":
                self._scale(node, node.value)
            if isinstance(target, ast.Name):
                (self.bytearrays[-1].add if maker == "bytearray" else self.bytearrays[-1].discard)(
                    target.id
                )
                if maker == "const" and len(self.bytearrays) == 1:
                    if target.id in self.consts:
                        self.add(node, "const", "%s is a const() and is given anew" % target.id)
                    self.consts[target.id] = node.lineno
            elif (
                maker == "bytearray"
                and isinstance(target, ast.Attribute)
                and isinstance(target.value, ast.Name)
                and target.value.id == "self"
            ):
                self.self_bytearrays.add(target.attr)
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        if isinstance(node.target, ast.Attribute) and node.target.attr == "scale":
            self._scale(node, None)
        self.generic_visit(node)

    def finish(self, tree):
        """What can only be said with the whole module seen: const() names given anew."""
        if not self.consts:
            return
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, (ast.Store, ast.Del))
                and node.id in self.consts
                and node.lineno != self.consts[node.id]
            ):
                self.add(node, "const", "%s is a const() and is given anew" % node.id)


def _fstring_tokens(path, text):
    """Findings about f-strings only their tokens show: rf"", and neighbours that hold braces."""
    findings = []
    run, seen_f, seen_brace = 0, False, False
    start = getattr(tokenize, "FSTRING_START", -1)
    inside = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            kind = token.type
            if kind == start:
                prefix = re.match(r"[A-Za-z]*", token.string).group().lower()
                inside += 1
            elif kind == getattr(tokenize, "FSTRING_END", -1):
                inside -= 1
                continue
            elif inside:
                continue
            elif kind == tokenize.STRING:
                prefix = re.match(r"[A-Za-z]*", token.string).group().lower()
            elif kind in (tokenize.NL, tokenize.COMMENT):
                continue
            else:
                if run > 1 and seen_f and seen_brace:
                    findings.append(
                        Finding(
                            path,
                            token.start[0],
                            "f-string",
                            "an f-string beside a plain string with braces",
                        )
                    )
                run, seen_f, seen_brace = 0, False, False
                continue
            run += 1
            if "f" in prefix:
                seen_f = True
                if "r" in prefix:
                    findings.append(Finding(path, token.start[0], "f-string", "a raw f-string"))
            elif "{" in token.string or "}" in token.string:
                seen_brace = True
    except (tokenize.TokenError, IndentationError):
        pass
    return findings


# --- recursion


def check_recursion(trees):
    """Findings for every cycle of calls among the functions and methods of the device code.

    trees: path -> parsed tree. The Python stack of a board is 2048 bytes: searches are iterative.
    """
    functions, calls = {}, {}
    index = {}
    for path in trees:
        index[_module_name(path)] = path
    for path, tree in trees.items():
        _collect(path, tree, index, functions, calls)
    findings = []
    for cycle in _circles({k: calls[k] & set(functions) for k in functions}):
        first = min(cycle)
        findings.append(
            Finding(
                functions[first][0],
                functions[first][1],
                "recursion",
                "calls itself: " + " -> ".join(name.partition(":")[2] for name in reversed(cycle)),
            )
        )
    return findings


def _module_name(path):
    name = path[:-3].replace("/", ".")
    if name.startswith("lib."):
        name = name[4:]
    return name[:-9] if name.endswith(".__init__") else name


def _collect(path, tree, index, functions, calls):
    module = _module_name(path)
    names = {}  # local name -> "module" or "module:function"
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                full = node.module + "." + alias.name
                names[alias.asname or alias.name] = (
                    full if full in index else node.module + ":" + alias.name
                )
        elif isinstance(node, ast.Import):
            for alias in node.names:
                names[alias.asname or alias.name] = alias.name

    def walk(body, prefix, owner):
        for node in body:
            if isinstance(node, ast.ClassDef):
                walk(node.body, prefix + node.name + ".", prefix + node.name + ".")
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                key = module + ":" + prefix + node.name
                functions[key] = (path, node.lineno)
                calls[key] = found = set()
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Call):
                        found |= _targets(inner.func, module, names, owner, prefix, node.name)
                walk(node.body, prefix + node.name + ".", owner)
            elif isinstance(node, (ast.If, ast.Try, ast.For, ast.While, ast.With)):
                walk(
                    [n for n in ast.iter_child_nodes(node) if isinstance(n, ast.stmt)],
                    prefix,
                    owner,
                )

    walk(tree.body, "", "")


def _targets(func, module, names, owner, prefix, current):
    if isinstance(func, ast.Name):
        known = names.get(func.id, "")
        found = {
            module + ":" + func.id,
            module + ":" + prefix + current + "." + func.id,
            module + ":" + prefix + func.id if not owner else module + ":" + func.id,
        }
        return found | ({known} if ":" in known else set())
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
        if func.value.id == "self" and owner:
            return {module + ":" + owner + func.attr}
        known = names.get(func.value.id, "")
        if known and ":" not in known:
            return {known + ":" + func.attr}
    return set()


def _circles(graph):
    """Circles in `graph` (name -> names), each a list that ends where it begins, until none is
    left. Takes what it finds out of `graph`."""
    while True:
        try:
            graphlib.TopologicalSorter(graph).prepare()
            return
        except graphlib.CycleError as error:
            circle = error.args[1]
        graph[circle[1]].discard(circle[0])
        yield circle


# --- the house: one door to the games, no circle of imports


IDS_HOME = ("rules/catalogue.py",)  # and every rules/*/games.py, the families' own data


def python_files(root):
    """The paths, relative to `root`, of all sources of the device and of tools/, sorted."""
    found = set(device_files(root))
    for folder, subfolders, files in os.walk(os.path.join(root, "tools")):
        subfolders[:] = [name for name in subfolders if name != "__pycache__"]
        found |= {os.path.relpath(os.path.join(folder, name), root) for name in files}
    return sorted(path.replace(os.sep, "/") for path in found if path.endswith(".py"))


def check_ids(trees, ids):
    """Findings for every string that names a game outside the catalogue and the games' own data.

    trees: path -> parsed tree. ids: the ids of all games. A clause ("RK-15") and a docstring may.
    """
    named = re.compile(r"(?<![\w-])(%s)(?![\w-])" % "|".join(ids))
    findings = []
    for path, tree in trees.items():
        if path in IDS_HOME or re.fullmatch(r"rules/\w+/games\.py", path):
            continue
        spoken = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or id(node) in spoken:
                continue
            text = node.value
            if isinstance(text, bytes):
                text = text.decode("latin-1")
            if isinstance(text, str) and named.search(text):
                findings.append(
                    Finding(path, node.lineno, "game-id", "a game by its id: ask rules.catalogue")
                )
    return findings


def import_graph(trees):
    """{module: modules of ours it imports, at its top or within a function} of parsed trees.

    Not counted: names in strings that nobody imports (what pocket.rooms keeps, the screens App.go
    is given), so the running screens may lead to each other; and packages around a module.
    """
    index = {_module_name(path): path for path in trees}
    graph = {}
    for path, tree in trees.items():
        wanted = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                wanted |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                for alias in node.names:
                    full = node.module + "." + alias.name
                    wanted.add(full if full in index else node.module)
        graph[_module_name(path)] = (wanted & set(index)) - {_module_name(path)}
    return graph


def check_circles(trees):
    """A finding for each circle of imports among parsed trees."""
    paths = {_module_name(path): path for path in trees}
    return [
        Finding(paths[circle[1]], 1, "circle", "imports in a circle: " + " <- ".join(circle))
        for circle in _circles(import_graph(trees))
    ]


LINES, LEVELS = 60, 5  # of a function of the rules: what fits a screen and a head


def check_size(trees):
    """Findings for every function of rules/ that is longer than LINES, its docstring left out, or
    nested deeper than LEVELS."""
    findings = []
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if not path.startswith("rules/") or not isinstance(node, ast.FunctionDef):
                continue
            said = ast.get_docstring(node) is not None and len(node.body) > 1
            first = node.body[1 if said else 0]
            lines, levels = node.end_lineno - first.lineno + 1, _levels(node)
            if lines > LINES or levels > LEVELS:
                told = "%s has %d lines, %d levels" % (node.name, lines, levels)
                findings.append(Finding(path, node.lineno, "size", told))
    return findings


def _levels(node):
    """How deep loops, conditions and the like are nested within a node; `elif` is no level."""
    most = 0
    for child in ast.iter_child_nodes(node):
        deeper = isinstance(child, (ast.If, ast.For, ast.While, ast.With, ast.Try))
        if isinstance(node, ast.If) and isinstance(child, ast.If) and child in node.orelse:
            deeper = False
        most = max(most, deeper + _levels(child))
    return most


def check_house(root):
    """Findings about the whole tree below `root`: games named outside their door, imports in a
    circle, functions of the rules that are too large."""
    from rules import catalogue

    trees = {}
    for path in python_files(root):
        with open(os.path.join(root, path), encoding="utf-8") as stream:
            trees[path] = ast.parse(stream.read(), path)
    return sorted(check_ids(trees, catalogue.ORDER) + check_circles(trees) + check_size(trees))


def show(findings, stream=None):
    """Print findings, one line each, to `stream` (standard error by default)."""
    for item in findings:
        print("%s:%d: [%s] %s" % item, file=stream or sys.stderr)


def main(argv):
    """`python3 tools lint`: exit 0 when nothing was found, 1 otherwise."""
    parser = argparse.ArgumentParser(prog=DOOR + " lint", description=HELP)
    parser.add_argument(
        "--root", default=boards_desktop.ROOT, help="the tree to check (default: this project)"
    )
    options = parser.parse_args(argv)
    findings = lint_tree(options.root) + check_house(options.root)
    show(findings)
    count = len(device_files(options.root))
    if findings:
        print("%d findings in %d files." % (len(findings), count), file=sys.stderr)
        return 1
    print("%d files, nothing found." % count)
    return 0

"""Rules that compare files: ids of games, imports, the memory plan, names, comments."""

import ast
import fnmatch
import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping

from tools.device import gather, plan
from tools.device.lint.calls import circles, imported_names
from tools.device.lint.source import Finding, Trees
from tools.device.parsed import find, imports_in, module_name, nodes, tree_of
from tools.place import read_tables

IDS_HOME = ("rules/catalogue.py",)  # and every rules/*/games.py, the families' own data


def check_ids(trees: Trees, ids: Iterable[str]) -> list[Finding]:
    """Return findings for every string with the id of a game outside the games' own data.

    trees: {path: parsed tree}. ids: the ids of all games. Clauses ("RK-15") and docstrings may name
    games, and so may the campaigns, whose judge knows them from the text of the rules alone.
    """
    named = re.compile(r"(?<![\w-])(%s)(?![\w-])" % "|".join(ids))
    findings = []
    for path, tree in trees.items():
        if path in IDS_HOME or re.fullmatch(r"rules/\w+/games\.py|tools/soak/\w+\.py", path):
            continue
        docstrings = {id(node.value) for node in nodes(tree) if isinstance(node, ast.Expr)}
        for node in nodes(tree):
            if not isinstance(node, ast.Constant) or id(node) in docstrings:
                continue
            text = node.value
            if isinstance(text, bytes):
                text = text.decode("latin-1")
            if isinstance(text, str) and named.search(text):
                findings.append(
                    Finding(path, node.lineno, "game-id", "a game by its id: ask rules.catalogue")
                )
    return findings


def import_graph(trees: Trees) -> dict[str, set[str]]:
    """Return {module: modules of ours that it imports, at module level or within a function}.

    Names in strings (the memory plan, arguments of App.go) do not count, so that screens may
    lead to each other, nor do packages around a module.
    """
    index = {module_name(path): path for path in trees}
    graph: dict[str, set[str]] = {}
    for path, tree in trees.items():
        rows = [
            row
            for node in find(tree, ast.Import, ast.ImportFrom)
            for row in imports_in(node, index)
        ]
        wanted = {module for _name, module, _thing in rows}
        graph[module_name(path)] = (wanted & set(index)) - {module_name(path)}
    return graph


def check_circles(trees: Trees) -> list[Finding]:
    """Return a finding for each circle of imports among parsed trees."""
    paths = {module_name(path): path for path in trees}
    return [
        Finding(paths[circle[1]], 1, "circle", "imports in a circle: " + " <- ".join(circle))
        for circle in circles(import_graph(trees))
    ]


PLAN = "tools/device/plan.toml"
_DROPPING = ("forget", "unload")  # functions that drop modules by name
_SOLVER, _PLAYERS = "rules.solver.", "rules.tilegame.players."


def check_plan(trees: Trees, root: str) -> list[Finding]:
    """Return findings where the memory plan contradicts the sources, where a string names a module
    that does not exist, and for modules of the solver that no phase of a search drops."""
    if "lib/pocket/app/memory.py" not in trees:
        return []
    known_modules = plan.modules(root)
    our_paths = [path for path in trees if path.startswith(("lib/", "rules/"))]
    paths = {module_name(path): path for path in our_paths if path not in gather.DESKTOP}
    findings = []
    imports = set()  # (module, a module that it imports at module level)
    game_module_lists = set()  # the modules of a family's running game, separated by spaces
    for module, path in paths.items():
        for statement in trees[path].body:
            for _name, imported, member in imports_in(statement, known_modules):
                if not member or not member.isupper():  # a build inlines imported constants
                    imports.add((module, imported))
        is_game = re.fullmatch(r"rules/\w+/game\.py", path)
        for node in find(trees[path], ast.Assign) if is_game else ():
            if _name_of(node.targets[0]) == "modules":
                game_modules = _modules_in(node.value)
                game_module_lists.add(" ".join(game_modules))
                if not game_modules:
                    message = "a Game's `modules` must name its modules"
                    findings.append(Finding(path, node.lineno, "plan", message))
        for node in find(trees[path], ast.Constant):
            for name in _modules_in(node):
                if name not in known_modules:
                    message = "there is no module " + name
                    findings.append(Finding(path, node.lineno, "plan", message))
    dropped = _dropped_modules({path: trees[path] for path in paths.values()})
    phase_modules = {name for name in dropped if name.startswith((_SOLVER, _PLAYERS))}
    for module in sorted(set(paths) - phase_modules - plan.kept_while_searching()):
        if module.startswith(_SOLVER):
            message = "no phase of a search drops it: name it in rules/solver/__init__.py, or "
            message += "in [search] in %s" % PLAN
            findings.append(Finding(paths[module], 1, "plan", message))
    for module, imported_modules in plan.plan()["allowed_imports"].items():
        for imported in imported_modules.split():
            if (module, imported) not in imports:
                message = "%s does not import %s at module level" % (module, imported)
                findings.append(Finding(PLAN, 1, "plan", message))
    faults = plan.contradictions(known_modules, imports, game_module_lists - {""}, phase_modules)
    return findings + [
        Finding(paths.get(module, PLAN), line, "plan", message) for module, line, message in faults
    ]


def _modules_in(node: ast.AST) -> list[str]:
    """Return the modules that a string lists (to load, keep or drop), [] if it has any other
    word."""
    text = node.value if isinstance(node, ast.Constant) else None
    if not isinstance(text, str) or not re.fullmatch(r"((pocket|rules)(\.\w+)+\s*)+", text):
        return []
    return text.split()


def _dropped_modules(trees: Trees) -> set[str]:
    """Return the modules that calls of _DROPPING name, in a string or by a constant of any module.
    trees: {path: parsed tree}."""
    index = {module_name(path): path for path in trees}
    names = {path: imported_names(tree, index) for path, tree in trees.items()}
    constants = {}  # {"module:name": (path, value)}
    queue: list[tuple[str, ast.AST]] = []
    for path, tree in trees.items():
        for statement in tree.body:
            if isinstance(statement, ast.Assign):
                name = "%s:%s" % (module_name(path), _name_of(statement.targets[0]))
                constants[name] = path, statement.value
        for node in find(tree, ast.Call):
            if _name_of(node.func) in _DROPPING:
                queue += [(path, expression) for expression in node.args]
    dropped: set[str] = set()
    for path, expression in queue:
        for node in nodes(expression):
            dropped.update(_modules_in(node))
            constant = ""
            if isinstance(node, ast.Name):
                local = "%s:%s" % (module_name(path), node.id)
                constant = local if local in constants else names[path].get(node.id, "")
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                constant = "%s:%s" % (names[path].get(node.value.id), node.attr)
            if constant in constants:
                queue.append(constants.pop(constant))
    return dropped


EMPTY = ("one", "found", "at")  # names that do not say what they hold
_NAMED = (ast.FunctionDef, ast.ClassDef, ast.Name, ast.arg, ast.Attribute)


def check_names(trees: Trees) -> list[Finding]:
    """Return findings for every variable, argument, attribute and function with a name of EMPTY."""
    findings = []
    for path, tree in trees.items():
        for node in find(tree, *_NAMED):
            if _name_of(node) in EMPTY:
                message = "%s: a name that says what it holds" % _name_of(node)
                findings.append(Finding(path, node.lineno, "empty-name", message))
    return findings


def _name_of(node: ast.AST) -> str:
    """Return the identifier of a node, or ""."""
    words = (getattr(node, field, "") for field in ("id", "arg", "attr", "name"))
    return next((word for word in words if word), "")


# -- comments

_QUOTED = re.compile(r'"[^"\n]*"')  # what a user reads or types


def _prose(text: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield (line, text) of each docstring and comment, without quoted words."""
    for node in nodes(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            message = ast.get_docstring(node, clean=False)
            if message:
                yield node.body[0].lineno, _QUOTED.sub("", message)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], _QUOTED.sub("", token.string)


def check_dialect(texts: Mapping[str, str]) -> list[Finding]:
    """Return findings for the phrases of dialect.toml in the files that it lists."""
    table = read_tables("tools/device/lint/dialect.toml")
    refused = re.compile(r"\b(%s)\b" % "|".join(table["phrases"]), re.IGNORECASE)
    return [
        Finding(path, line, "dialect", "say it in plain English: %s" % phrase)
        for path, text in texts.items()
        if refused.search(text)
        if any(fnmatch.fnmatchcase(path, pattern) for pattern in table["files"])
        for line, message in _prose(text, tree_of(text))
        for phrase in refused.findall(message)
    ]

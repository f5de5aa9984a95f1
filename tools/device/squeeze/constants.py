"""Constants of a module, numbers and short strings, put where they are used, across modules too."""

import ast

from tools.device import parsed
from tools.device.squeeze import syntax

# mpy-cross interns strings up to ten characters; longer ones would be repeated where they stand.
LONGEST = 10


def inline(trees: syntax.Trees, modules: dict[str, str], kept: set[str]) -> None:
    """Put module constants where they are used and drop their definitions.

    trees: {path: ast.Module}, changed in place. modules: {module name: path}. kept: names that
    stay.
    """
    others = set(kept)
    for tree in trees.values():
        others |= {node.attr for node in syntax.of(tree, ast.Attribute)}
        for node in syntax.of(tree, ast.ImportFrom):
            others |= {alias.name for alias in node.names}
    for tree in trees.values():
        _number(tree)
    tables = {name: {} for name in modules}
    facts = {name: _ModuleFacts(trees[path], modules) for name, path in modules.items()}
    written = set().union(*[syntax.stored(tree) for tree in trees.values()])  # no constants
    growing = True
    while growing:  # a constant may be made of another module's
        growing = False
        for name, path in modules.items():
            for target, value in facts[name].assigned(trees[path]):
                if target in tables[name] or target in written or target in kept:
                    continue
                known = _evaluate(value, facts[name], tables, name)
                if _fits(known):
                    tables[name][target] = known
                    growing = True
    for name, path in modules.items():
        _inline(trees[path], facts[name], tables, name)
        fold(trees[path])  # what a module's own table holds are numbers now
        _look_up(trees[path], others)
        fold(trees[path])
    asked = {}  # attributes that are still asked for, of a module or (None) of whatever
    for name, path in modules.items():
        for node in syntax.of(trees[path], ast.Attribute):
            of = facts[name].imported.get(getattr(node.value, "id", ""))
            asked.setdefault(of, set()).add(node.attr)
    for name, path in modules.items():
        tree = trees[path]
        left = asked.get(name, set()) | asked.get(None, set())
        left |= {node.id for node in syntax.of(tree, ast.Name) if isinstance(node.ctx, ast.Load)}
        _drop_definitions(tree, set(tables[name]) - left)


class _ModuleFacts:
    """What names stand for in one module: `imported`: {alias: module}, `brought`: {alias: (module,
    name)}, `once`: module-level names that are assigned once and nowhere else."""

    def __init__(self, tree, modules):
        self.imported = {}
        self.brought = {}
        bound = {}
        methods = {item for node in syntax.of(tree, ast.ClassDef) for item in node.body}
        for node in syntax.of(tree, ast.ImportFrom):
            for name, module, thing in parsed.brought(node, modules):
                if thing is None:
                    self.imported[name] = module
                elif module in modules:
                    self.brought[name] = (module, thing)
        for node in syntax.of(tree, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                bound[node.id] = bound.get(node.id, 0) + 1
        for node in syntax.of(tree, ast.arg):
            bound[node.arg] = bound.get(node.arg, 0) + 2
        for node in syntax.of(tree, ast.FunctionDef, ast.ClassDef):
            if node not in methods:
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
            syntax.changed(tree)


def _look_up(tree, others):
    """Put numbers of a module's own table, TABLE["NAME"], where they are asked for, and drop the
    table: a name that is met stays in a board's memory. others: names that other modules may ask
    for."""
    asked = [node for node in syntax.of(tree, ast.Subscript) if isinstance(node.ctx, ast.Load)]
    for item in list(tree.body):
        if not (isinstance(item, ast.Assign) and isinstance(item.value, ast.Dict)):
            continue
        name = getattr(item.targets[0], "id", None)
        try:
            table = ast.literal_eval(item.value)
        except ValueError:
            continue
        here = [node for node in asked if getattr(node.value, "id", None) == name]
        keys = [getattr(node.slice, "value", None) for node in here]
        told = sum(node.id == name for node in syntax.of(tree, ast.Name))
        if (
            name in others
            or told != len(here) + 1
            or not here
            or not all(type(table.get(key)) is int for key in keys)
        ):
            continue

        def number(node, name=name, table=table):
            mine = getattr(node.value, "id", None) == name
            return ast.Constant(table[node.slice.value]) if mine else node

        syntax.replace(tree, (ast.Subscript,), number)
        tree.body.remove(item)
        syntax.changed(tree)


def _fits(value):
    """Return True for what may stand in many places: a small number or a short string."""
    if isinstance(value, str):
        return len(value) <= LONGEST
    return isinstance(value, int) and abs(value) < 1 << 30


def _lookup(node, facts, tables, module):
    """Return the constant a Name or an Attribute stands for, or None."""
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
    """Return the number or string an expression of constants comes to, or None."""
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


def _inline(tree, facts, tables, module):
    def said(node):
        if isinstance(node, ast.ImportFrom):  # constants are no longer brought over
            node.names = [
                alias
                for alias in node.names
                if not (
                    (alias.asname or alias.name) in facts.brought
                    and alias.name in tables.get(node.module, ())
                )
            ]
            return node if node.names else ast.Pass()
        value = _lookup(node, facts, tables, module) if isinstance(node.ctx, ast.Load) else None
        return node if value is None else ast.Constant(value)

    syntax.replace(tree, (ast.Name, ast.Attribute, ast.ImportFrom), said)


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
    syntax.changed(tree)


def _joined(node):
    """Strings of constants are joined; mpy-cross does so for numbers alone."""
    if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
        value = _combine(node.op, node.left.value, node.right.value)
        if value is not None:
            return ast.Constant(value)
    return node


def fold(tree: ast.Module) -> None:
    """Join strings of constants and leave out docstrings, in place."""
    if any(isinstance(node.right, ast.Constant) for node in syntax.of(tree, ast.BinOp)):
        syntax.replace(tree, (ast.BinOp,), _joined)
    for node in [tree, *syntax.of(tree, ast.FunctionDef, ast.ClassDef)]:  # docstrings
        body = node.body
        if (
            len(body) > 1
            and isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
        ):
            del body[0]
    syntax.changed(tree)

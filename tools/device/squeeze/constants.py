"""Inline a module's constants (numbers and short strings) where they are used, in any module."""

import ast

from tools.device.parsed import Trees, changed, find, imports_in, replace
from tools.device.squeeze.syntax import stored_attributes

# mpy-cross interns strings of up to ten characters; an .mpy would repeat longer ones at each use.
LONGEST = 10
_OPERATORS = {
    ast.Add: int.__add__,
    ast.Sub: int.__sub__,
    ast.Mult: int.__mul__,
    ast.LShift: int.__lshift__,
    ast.BitOr: int.__or__,
}


def inline(trees: Trees, modules: dict[str, str], kept_names: set[str]) -> None:
    """Inline module constants at their uses and drop their definitions.

    trees: {path: ast.Module}, changed in place. modules: {module name: path}. kept_names: names
    whose definitions stay.
    """
    for tree in trees.values():
        _expand_ranges(tree)
    constants = {name: _Constants(trees[path], modules) for name, path in modules.items()}
    # A name assigned as an attribute anywhere may be an attribute of the module itself.
    not_inlinable = kept_names.union(*map(stored_attributes, trees.values()))
    found_more = True
    while found_more:  # a constant may use another module's
        found_more = False
        for name, path in modules.items():
            module = constants[name]
            for target, expression in module.assigned(trees[path]):
                if target not in module.table and target not in not_inlinable:
                    value = module.value(expression, constants)
                    if _is_cheap(value):
                        module.table[target] = value
                        found_more = True
    for name, path in modules.items():
        constants[name].inline(trees[path], constants)
        fold(trees[path])
    referenced = {}  # {module, or None for any other object: attributes still referenced}
    for name, path in modules.items():
        for node in find(trees[path], ast.Attribute):
            owner = constants[name].imported.get(getattr(node.value, "id", ""))
            referenced.setdefault(owner, set()).add(node.attr)
    for name, path in modules.items():
        used = referenced.get(name, set()) | referenced.get(None, set())
        used |= {node.id for node in find(trees[path], ast.Name) if isinstance(node.ctx, ast.Load)}
        _drop_definitions(trees[path], set(constants[name].table) - used)


class _Constants:
    """The constants of one module. table: {name: value}, filled by `inline`. imported: {alias:
    module}. imported_names: {alias: (module, name)}. once: names that are bound just once."""

    def __init__(self, tree, modules):
        self.table = {}
        self.imported = {}
        self.imported_names = {}
        bound = {}
        methods = {item for node in find(tree, ast.ClassDef) for item in node.body}
        for node in find(tree, ast.ImportFrom):
            for name, module, thing in imports_in(node, modules):
                if thing is None:
                    self.imported[name] = module
                elif module in modules:
                    self.imported_names[name] = (module, thing)
        for node in find(tree, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                bound[node.id] = bound.get(node.id, 0) + 1
        others = find(tree, ast.FunctionDef, ast.ClassDef)
        names = [node.name for node in others if node not in methods]
        for name in names + [node.arg for node in find(tree, ast.arg)]:
            bound[name] = 2
        for name in bound:  # something else has this name somewhere: leave it alone
            self.imported.pop(name, None)
            self.imported_names.pop(name, None)
        self.once = {name for name, count in bound.items() if count == 1}

    def assigned(self, tree):
        """Yield (name, value node) for each of the module's assignments of a name in `once`."""
        for item in tree.body:
            for name, value in _pairs(item):
                if getattr(name, "id", None) in self.once:
                    yield name.id, value

    def constant(self, node, constants):
        """Return the value of the constant that a Name or an Attribute stands for, or None.
        constants: {module: its _Constants}."""
        if isinstance(node, ast.Name):
            home, name = self.imported_names.get(node.id, (None, node.id))
            if home is None:
                return self.table.get(name) if name in self.once else None
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            home, name = self.imported.get(node.value.id), node.attr
        else:
            return None
        return constants[home].table.get(name) if home in constants else None

    def value(self, node, constants):
        """Return the number or string that an expression evaluates to, None if it is unknown."""
        if isinstance(node, ast.Constant):
            return node.value if isinstance(node.value, (int, str)) else None
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "const":
            return self.value(node.args[0], constants)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            value = self.value(node.operand, constants)
            return -value if isinstance(value, int) else None
        if isinstance(node, ast.BinOp):
            left, right = self.value(node.left, constants), self.value(node.right, constants)
            return _combine(node.op, left, right)
        return self.constant(node, constants)

    def inline(self, tree, constants):
        """Inline the constants in a tree and remove their imports."""

        def inlined(node):
            if isinstance(node, ast.ImportFrom):
                table = constants[node.module].table if node.module in constants else ()
                node.names = [
                    alias
                    for alias in node.names
                    if (alias.asname or alias.name) not in self.imported_names
                    or alias.name not in table
                ]
                return node if node.names else ast.Pass()
            is_read = isinstance(node.ctx, ast.Load)
            value = self.constant(node, constants) if is_read else None
            return node if value is None else ast.Constant(value)

        replace(tree, (ast.Name, ast.Attribute, ast.ImportFrom), inlined)


def _pairs(item):
    """Return [(target, value)] of an assignment, one pair for each item of a tuple."""
    if not isinstance(item, ast.Assign) or len(item.targets) != 1:
        return []
    target, value = item.targets[0], item.value
    if not isinstance(target, ast.Tuple):
        return [(target, value)]
    fits = isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts)
    return list(zip(target.elts, value.elts)) if fits else []


def _expand_ranges(tree):
    """Replace A, B = range(2) by A, B = 0, 1."""
    for item in tree.body:
        if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Tuple):
            if ast.unparse(item.value).startswith("range("):
                numbers = range(*[ast.literal_eval(number) for number in item.value.args])
                item.value = ast.Tuple([ast.Constant(number) for number in numbers], ast.Load())
                changed(tree)


def _is_cheap(value):
    """Return True for a value that is cheap to repeat: a small number or a short string."""
    if isinstance(value, str):
        return len(value) <= LONGEST
    return isinstance(value, int) and abs(value) < 1 << 30


def _combine(op, left, right):
    """Return the result of a binary operation on two constants, or None."""
    if isinstance(left, str) and isinstance(right, str) and isinstance(op, ast.Add):
        return left + right
    numbers = type(left) is int and type(right) is int
    return _OPERATORS[type(op)](left, right) if numbers and type(op) in _OPERATORS else None


def _drop_definitions(tree, unused):
    """Remove the module's assignments to the names `unused`, also from assignments of tuples."""
    for item in list(tree.body):
        pairs = _pairs(item)
        remaining = [pair for pair in pairs if getattr(pair[0], "id", None) not in unused]
        if pairs and not remaining:
            tree.body.remove(item)
        elif len(remaining) < len(pairs):
            item.targets[0].elts, item.value.elts = map(list, zip(*remaining))
    changed(tree)


def _join_strings(node):
    """Join two strings that are constants; mpy-cross joins only numbers."""
    if isinstance(node.left, ast.Constant) and isinstance(node.right, ast.Constant):
        value = _combine(node.op, node.left.value, node.right.value)
        return node if value is None else ast.Constant(value)
    return node


def fold(tree: ast.Module) -> None:
    """Join constant strings and remove docstrings, in place."""
    if any(isinstance(node.right, ast.Constant) for node in find(tree, ast.BinOp)):
        replace(tree, (ast.BinOp,), _join_strings)
    for node in [tree, *find(tree, ast.FunctionDef, ast.ClassDef)]:
        first = node.body[0] if len(node.body) > 1 else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
            del node.body[0]
    changed(tree)

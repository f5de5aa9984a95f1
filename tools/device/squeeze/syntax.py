"""What a syntax tree names, as the other modules of this folder ask it."""

import ast

FUNCTIONS = (ast.FunctionDef, ast.Lambda)
_BY_NAME = ("getattr", "hasattr", "setattr", "delattr")


# Below these fields lies no node, or one that says nothing: contexts (Load, Store), operators.
_PLAIN = {"ctx", "op", "ops", "id", "attr", "arg", "name", "module", "level", "asname", "kind"}
_PLAIN |= {"type_comment", "simple", "is_async", "conversion"}
BELOW = {  # {kind of node: its other fields}
    kind: tuple(field for field in kind._fields if field not in _PLAIN)
    for kind in vars(ast).values()
    if isinstance(kind, type) and issubclass(kind, ast.AST)
}
for kind in (ast.Constant, ast.Global, ast.Nonlocal):
    BELOW[kind] = ()


def children(node):
    """The nodes right below one, as ast.iter_child_nodes has them, in half the time: without
    contexts and operators."""
    nodes = []
    for field in BELOW[type(node)]:
        value = getattr(node, field, None)
        if type(value) is list:
            nodes += [item for item in value if item]  # a dict's ** has no key
        elif value:
            nodes.append(value)
    return nodes


def walk(tree):
    """All nodes of a tree, in the order of ast.walk, without contexts and operators, a list. That
    of a module is kept until it has `changed`: it is asked for three dozen times."""
    nodes = getattr(tree, "nodes", None)
    if nodes is None:
        nodes = [tree]
        for node in nodes:
            if BELOW[type(node)]:
                nodes += children(node)
        if type(tree) is ast.Module:
            tree.nodes = nodes
    return nodes


def changed(tree):
    """To be said of a module that has other nodes than before."""
    tree.nodes = None


def words_of(node):
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


def identifiers(tree):
    """Every word of a tree; its strings that are words may be looked up by name."""
    words = strings(tree)
    for node in walk(tree):
        words.update(words_of(node))
    return words


def strings(tree):
    return {
        node.value
        for node in walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and node.value.isidentifier()
    }


def stored(tree):
    """Attributes that something stores to."""
    return {
        node.attr
        for node in walk(tree)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
    }


def strings_by_name(tree):
    """Names that stand as strings in calls of getattr and its like."""
    words = set()
    for node in walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in _BY_NAME
            and len(node.args) > 1
            and isinstance(node.args[1], ast.Constant)
        ):
            words.add(node.args[1].value)
    return words


def mentioned(tree):
    """Names that are read, called, imported or looked up; a definition does not count."""
    words = strings_by_name(tree)
    for node in walk(tree):
        if isinstance(node, ast.Name):
            words.add(node.id)
        elif isinstance(node, ast.Attribute):
            words.add(node.attr)
        elif isinstance(node, ast.alias):
            words.update(node.name.split("."))
    return words


def defined(tree):
    """Identifiers the program itself makes: functions, classes, globals, attributes."""
    words = set()
    for node in walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            words.add(node.name)
        if isinstance(node, ast.ClassDef):
            for item in node.body:
                words |= targets(item)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            words.add(node.attr)
        elif isinstance(node, ast.Global):
            words.update(node.names)
    for item in _module_statements(tree):
        words |= targets(item)
    return words


def _module_statements(tree):
    """Statements that run in the module's own scope, those within if, try and for too."""
    queue = list(tree.body)
    while queue:
        item = queue.pop()
        yield item
        if not isinstance(item, (ast.FunctionDef, ast.ClassDef)):
            queue += [
                node for node in children(item) if isinstance(node, (ast.stmt, ast.ExceptHandler))
            ]


def targets(item):
    words = set()
    targets = []
    if isinstance(item, ast.Assign):
        targets = item.targets
    elif isinstance(item, (ast.AugAssign, ast.For)):
        targets = [item.target]
    for target in targets:
        for node in walk(target):
            if isinstance(node, ast.Name):
                words.add(node.id)
    return words


def parameters(tree):
    return {node.arg for node in walk(tree) if isinstance(node, ast.arg)}

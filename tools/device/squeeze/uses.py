"""Collect how a file uses its identifiers."""

import ast
from collections.abc import Collection

from tools.device.parsed import children, find
from tools.device.squeeze.syntax import FUNCTIONS


class Uses:
    """The identifiers of a tree by their use.

    attributes: names after a dot, and of methods. names: all others that are bound or read, in
    functions too. spelled_in_mpy: those of `names` that the .mpy must spell: globals, functions,
    classes, imports. class_names: names in bodies of classes. read_in_classes: those that are read
    there, e.g. in defaults of methods. keywords: of calls. arguments: names of parameters.
    set_elsewhere: attributes that are set on objects other than `self`. classes: {name: ([base],
    attributes that it defines or sets)}. imports: {bound name: (module, name in it)}.
    may_be_missing: attributes read in a `try` that catches AttributeError.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.attributes, self.names, self.spelled_in_mpy = set(), set(), set()
        self.class_names, self.read_in_classes, self.set_elsewhere = set(), set(), set()
        self.keywords, self.arguments = set(), set()
        self.classes, self.imports = {}, {}
        self.may_be_missing = {
            part.attr
            for node in find(tree, ast.Try)
            if _catches_attribute_errors(node)
            for item in node.body
            for part in find(item, ast.Attribute)
        }
        for child in tree.body:
            self._visit(child, None, tree)

    def _visit(self, node, class_name, scope):
        """Record the identifiers of a node and all below it. class_name: the name of the enclosing
        class, or None. scope: the node of the innermost module, class or function around it."""
        self._record(node, class_name, scope)
        if isinstance(node, ast.ClassDef):
            for part in node.bases + node.decorator_list:
                self._visit(part, class_name, scope)
            for part in node.body:
                self._visit(part, node.name, node)
            return
        inner = scope
        if isinstance(node, FUNCTIONS):
            inner = node
            outer = [*node.args.defaults, *node.args.kw_defaults]
            for part in outer + getattr(node, "decorator_list", []):
                if part is not None:  # evaluated outside of the function
                    self._visit(part, class_name, scope)
        for child in children(node):
            self._visit(child, class_name, inner)

    def _record(self, node, class_name, scope):
        """Record the identifiers of `node` itself, not of its children; see `_visit`."""
        in_class = isinstance(scope, ast.ClassDef)
        if isinstance(node, ast.Attribute):
            self.attributes.add(node.attr)
            if not isinstance(node.ctx, ast.Load):
                is_own = class_name and getattr(node.value, "id", "") == "self"
                (self.classes[class_name][1] if is_own else self.set_elsewhere).add(node.attr)
        elif isinstance(node, ast.FunctionDef) and in_class:
            self.attributes.add(node.name)
            self.classes[class_name][1].add(node.name)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            self.names.add(node.name)
            self.spelled_in_mpy.add(node.name)
            if isinstance(node, ast.ClassDef):
                self.classes.setdefault(node.name, ([], set()))[0].extend(node.bases)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                bound = alias.asname or alias.name
                self.imports[bound] = getattr(node, "module", None), alias.name
                self.names.add(bound)
                self.spelled_in_mpy.update((bound, *alias.name.split(".")))
        elif isinstance(node, ast.Name):
            self.names.add(node.id)
            if in_class:
                self.class_names.add(node.id)
                if isinstance(node.ctx, ast.Load):
                    self.read_in_classes.add(node.id)
                else:
                    self.classes[class_name][1].add(node.id)
                    self.attributes.add(node.id)
            elif isinstance(scope, ast.Module):
                self.spelled_in_mpy.add(node.id)
        elif isinstance(node, ast.Global):
            self.spelled_in_mpy.update(node.names)
        elif isinstance(node, ast.keyword) and node.arg:
            self.keywords.add(node.arg)
        elif isinstance(node, ast.arg):
            self.names.add(node.arg)
            self.arguments.add(node.arg)


def _catches_attribute_errors(node):
    """Return True for a `try` with a bare `except`, or one that names AttributeError."""
    caught = [handler.type and find(handler.type, ast.Name) for handler in node.handlers]
    return None in caught or any(
        name.id == "AttributeError" for names in caught for name in names or ()
    )


def copying_classes(trees: Collection[ast.Module]) -> list[set[str]]:
    """Return sets of names of classes whose objects may copy each other's attributes: all names in
    each function that calls setattr, a function that does, or a class whose __init__ does."""
    functions = [
        (item, node)
        for tree in trees
        for item in tree.body
        for node in [item, *getattr(item, "body", ())]
        if isinstance(node, ast.FunctionDef)
    ]
    copying = {"setattr"}
    for item, node in functions:
        if (node is item or node.name == "__init__") and _calls(node, {"setattr"}):
            copying.add(getattr(item, "name", ""))
    sets = []
    for item, node in functions:
        if _calls(node, copying):
            names = {part.id for part in find(node, ast.Name)}
            names |= {part.attr for part in find(node, ast.Attribute)}
            sets.append(names | {getattr(item, "name", "")})
    return sets


def _calls(node, names):
    """Return True for code that calls one of some functions, by its name alone or behind a dot."""
    called = [part.func for part in find(node, ast.Call)]
    return any(getattr(func, "id", getattr(func, "attr", "")) in names for func in called)

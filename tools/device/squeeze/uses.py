"""What a file does with identifiers."""

import ast
from collections.abc import Collection

from tools.device.squeeze import syntax
from tools.device.squeeze.syntax import FUNCTIONS


class Uses:
    """What a tree does with identifiers.

    attributes: behind a dot, or a method's name. names: everything else that is bound or read, in
    functions too. spelt: of those what the file must spell: the module's own, functions, classes,
    what is imported. body: names in bodies of classes; read: those read there, defaults of methods
    among them. keywords: given by name in a call.
    arguments: names of parameters. foreign: attributes that are set of something that is not
    `self`. classes: {name: ([base], attributes it has or sets)}. imports: {bound name: (module,
    name in it)}. tried: attributes that there may not be.
    """

    def __init__(self, tree: ast.Module) -> None:
        self.attributes, self.names, self.spelt, self.body = set(), set(), set(), set()
        self.keywords, self.arguments, self.foreign, self.read = set(), set(), set(), set()
        self.classes, self.imports = {}, {}
        self.tried = {
            part.attr
            for node in syntax.walk(tree)
            if isinstance(node, ast.Try) and "AttributeError" in _caught(node)
            for item in node.body
            for part in syntax.walk(item)
            if isinstance(part, ast.Attribute)
        }
        self._inside(tree, None, tree)

    def _inside(self, node, home, scope):
        """home: the class whose code this is, or None. scope: the module, class or function."""
        for child in syntax.children(node):
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
        if isinstance(node, FUNCTIONS):
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
            if isinstance(node, ast.ClassDef):
                self.classes.setdefault(node.name, ([], set()))[0].extend(node.bases)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            self._import(node)
        elif isinstance(node, ast.Name):
            self.names.add(node.id)
            if in_class:
                self.body.add(node.id)
                if isinstance(node.ctx, ast.Load):
                    self.read.add(node.id)
                else:
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

    def _import(self, node):
        for alias in node.names:
            bound = alias.asname or alias.name
            self.imports[bound] = getattr(node, "module", None), alias.name
            self.names.add(bound)
            self.spelt.update(alias.name.split("."))
            self.spelt.add(bound)


def _caught(node):
    """Return the names of what a `try` catches; for a bare `except`, all that it might."""
    names = set()
    for handler in node.handlers:
        if handler.type is None:
            names.add("AttributeError")
        else:
            names |= {part.id for part in syntax.walk(handler.type) if isinstance(part, ast.Name)}
    return names


def copying_of(tree: ast.Module) -> set[str]:
    """Return names of functions that copy what an object holds, whole, and of classes made in that
    way."""
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


def alike(tree: ast.Module, copying: Collection[str]) -> list[set[str]]:
    """Return [names that stand where that is done, or asked for by one of the names `copying`]."""
    out = []
    for item in tree.body:
        for node in [item] + list(getattr(item, "body", ())):
            if isinstance(node, ast.FunctionDef) and _copies(node, copying):
                inside = list(syntax.walk(node))
                names = {part.id for part in inside if isinstance(part, ast.Name)}
                names |= {part.attr for part in inside if isinstance(part, ast.Attribute)}
                out.append(names | {getattr(item, "name", "")})
    return out


def _copies(node, copying):
    """Return True for code that sets attributes by names it works out, or asks for one of
    `copying`."""
    for part in syntax.walk(node):
        if isinstance(part, ast.Attribute) and part.attr == "__dict__":
            return True
        if isinstance(part, ast.Call):
            name = getattr(part.func, "id", getattr(part.func, "attr", ""))
            if name == "setattr" or name in copying:
                return True
    return False

"""A module's names, where it shares a file with others or asks one that does (join)."""

import ast
from typing import Any

from tools.device import parsed
from tools.device.squeeze import scopes, syntax


class JoinError(Exception):
    """Modules that cannot be one file; the text says why."""


def _forgets(node, names):
    """True for a statement that takes one of these modules out of memory (unload.forget)."""
    call = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and node.value
    if not call or not call.args:
        return False
    name = getattr(call.func, "attr", getattr(call.func, "id", ""))
    return name.endswith("forget") and getattr(call.args[0], "value", None) in names


# What a rewriter looks at, but for names and attributes.
_MEANT = {ast.Constant, ast.ImportFrom, ast.Import, ast.Expr, ast.FunctionDef, ast.Lambda}
_MEANT |= {ast.ClassDef, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp, ast.Global}
_MEANT |= {ast.Delete, ast.ExceptHandler}


class Rewriter:
    """Gives a module's names those of the file: its own, where it is a member, and those it asks
    members for."""

    def __init__(self, group: Any, name: str) -> None:
        self.group = group
        self.name = name
        self.tree = group.trees[name]
        self.inside = name in group.members
        self.own = group.names.get(name, {})

    def rewrite(self) -> None:
        self._block(self.tree, _Scope(None, self.tree, self))
        syntax.changed(self.tree)

    # -- imports

    def imported(self, node: Any) -> list[tuple[str, str, str | None]]:
        """[(bound name, member, name in it or None)] of an import of members, else []."""
        brought = parsed.brought(node, self.group.modules)
        return [row for row in brought if row[1] in self.group.members]

    def _import(self, node, scope):
        """The statements in place of an import."""
        members = self.imported(node)
        if not members:
            return [self._renamed_import(node, scope)]
        gone = {bound for bound, _member, _name in members}
        out = []
        left = [alias for alias in node.names if (alias.asname or alias.name) not in gone]
        if left:
            out.append(self._renamed_import(ast.ImportFrom(node.module, left, 0), scope))
        if self.inside:
            mark = ast.Pass()
            mark.joined = [member for _bound, member, _name in members]
            return out + [mark]
        package, _, last = self.group.first.rpartition(".")
        for bound, member, name in members:
            if name is None:
                alias = scope.module_alias(bound)
                if alias == bound:
                    alias = ast.alias(last, None if bound == last else bound)
                    out.append(ast.ImportFrom(package, [alias], 0))
            else:
                new = self.group.thing(member, name)
                alias = ast.alias(new, None if new == bound else bound)
                out.append(ast.ImportFrom(self.group.first, [alias], 0))
        return out or [ast.Pass()]

    # -- everything else

    def _block(self, node, scope):
        """Rewrite the children of a node in a scope."""
        for field in syntax.BELOW[type(node)]:
            value = getattr(node, field, None)
            if type(value) is list:
                fresh = []
                for item in value:
                    fresh += self._item(item, scope) if item else [item]
                if field == "body" and not fresh and not isinstance(node, ast.Module):
                    fresh = [ast.Pass()]
                value[:] = fresh
            elif value:
                (new,) = self._item(value, scope)
                setattr(node, field, new)

    def _item(self, node, scope):
        kind = type(node)
        if kind is ast.Name:  # what there is most of, first
            node.id = scope.name(node.id)
            return [node]
        if kind is ast.Attribute:
            return [self._attribute(node, scope)]
        if kind not in _MEANT:
            self._block(node, scope)
            return [node]
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                node.value = self._words(node.value)
            return [node]
        if isinstance(node, ast.ImportFrom):
            return self._import(node, scope)
        if _forgets(node, self.group.members[1:]):
            return []  # what lies in a file of others does not go alone
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name in self.group.members:
                    raise JoinError("%s: `import %s`." % (self.name, alias.name))
            return [self._renamed_import(node, scope)]
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            self._function(node, scope)
            return [node]
        if isinstance(node, ast.ClassDef):
            node.bases = [self._item(base, scope)[0] for base in node.bases]
            node.name = scope.renamed(node.name)
            inner = _Scope(scope, node, self, of_class=True)
            fresh = []
            for item in node.body:
                fresh += self._item(item, inner)
            node.body = fresh or [ast.Pass()]
            return [node]
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            self._block(node, _Scope(scope, node, self))
            return [node]
        if isinstance(node, ast.Global):
            node.names = [self.own.get(word, word) for word in node.names]
        elif isinstance(node, ast.Delete):
            node.targets = [
                target
                for target in node.targets
                if not (self.inside and isinstance(target, ast.Name) and scope.member(target.id))
            ]
            if not node.targets:
                return [ast.Pass()]
        elif isinstance(node, ast.ExceptHandler) and node.name:
            node.name = scope.renamed(node.name)
        self._block(node, scope)
        return [node]

    def _renamed_import(self, node, scope):
        for alias in node.names:
            bound = alias.asname or alias.name
            new = scope.renamed(bound)
            if new != bound:
                alias.asname = new
        return node

    def _function(self, node, scope):
        node.args.defaults = [self._item(item, scope)[0] for item in node.args.defaults]
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [self._item(mark, scope)[0] for mark in node.decorator_list]
            node.name = scope.renamed(node.name)
        inner = _Scope(scope, node, self)
        if isinstance(node, ast.Lambda):
            (node.body,) = self._item(node.body, inner)
            return
        fresh = []
        for item in node.body:
            fresh += self._item(item, inner)
        if inner.written:
            fresh.insert(0, ast.Global(sorted(inner.written)))
        node.body = fresh or [ast.Pass()]

    def _attribute(self, node, scope):
        if isinstance(node.value, ast.Name):
            member = scope.member(node.value.id)
            if member:
                new = self.group.thing(member, node.attr)
                if not self.inside:
                    node.value.id = scope.name(node.value.id)
                    node.attr = new
                    return node
                if scope.binds(new):
                    raise JoinError("%s: %s is a local name, too." % (self.name, new))
                if not isinstance(node.ctx, ast.Load):
                    scope.written.add(new)
                return ast.Name(new, node.ctx)
        self._block(node, scope)
        return node

    def _words(self, text):
        """Names of members in a list of module names, which the first stands for."""
        for member in self.group.members[1:]:
            if text == member:
                raise JoinError("%s names %s in a string." % (self.name, member))
        if " " not in text:
            return text
        gone = self.group.members[1:]
        words = text.split(" ")
        return " ".join(word for word in words if word not in gone)


class _Scope:
    """What names mean in a function, a class, a comprehension or the module itself."""

    def __init__(self, outer, node, rewriter, of_class=False):
        self.outer = outer
        self.rewriter = rewriter
        self.of_class = of_class
        self.written = set()  # names of the file that are set here
        self.modules = {}  # bound name: member
        self.things = {}  # bound name: (member, its name)
        own = list(scopes.own_nodes(node))
        self.bound = scopes.bound_by(node, own)
        imports = [item for item in own if isinstance(item, ast.ImportFrom)]
        for item in sorted(imports, key=lambda item: getattr(item, "lineno", 0)):
            for name, member, thing in rewriter.imported(item):
                if thing is None:
                    self.modules[name] = member
                else:
                    self.things[name] = (member, thing)
        # All that a module asks the file for, it asks by one name.
        self.alias = next(iter(self.modules), None) if outer is None else None
        if self.alias and self.alias in scopes.bound_inside(node):
            self.alias = None

    def _home(self, name):
        """The scope a name is bound in, or None."""
        scope = self
        while scope is not None:
            if name in scope.bound and not (scope.of_class and scope is not self):
                return scope
            scope = scope.outer
        return None

    def binds(self, name):
        """True when the name would be taken for a local one here."""
        home = self._home(name)
        return home is not None and home.outer is not None

    def member(self, name):
        """The member a name stands for here, or None."""
        home = self._home(name)
        return home.modules.get(name) if home else None

    def module_alias(self, name):
        """The name by which the file of member `name` is asked for in this scope."""
        return self.alias or name

    def name(self, name):
        """What stands for a name that is read or written here."""
        home = self._home(name)
        rewriter = self.rewriter
        if home is None:
            return rewriter.own.get(name, name)  # bound by `global` alone
        if name in home.modules:
            if rewriter.inside:
                raise JoinError("%s: %s is no thing by itself." % (rewriter.name, name))
            return home.module_alias(name)
        if rewriter.inside and name in home.things:
            member, thing = home.things[name]
            new = rewriter.group.thing(member, thing)
            if self.binds(new):
                raise JoinError("%s: %s is a local name, too." % (rewriter.name, new))
            return new
        if home.outer is None:
            return rewriter.own.get(name, name)
        return name

    def renamed(self, name):
        """The new name of what is defined here: only the module's own names change."""
        return self.rewriter.own.get(name, name) if self.outer is None else name

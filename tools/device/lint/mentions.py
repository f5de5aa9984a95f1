"""Check comments and docstrings: what they name exists, and they are in plain English."""

import ast
import builtins
import fnmatch
import io
import os
import re
import tokenize
import tomllib
from collections.abc import Iterator, Mapping
from typing import TypeGuard

from tools.device import device_modules
from tools.device.lint.source import Finding, Trees
from tools.device.parsed import module_name, nodes, walked

_QUOTED = re.compile(r'"[^"\n]*"')  # what a user reads or types
_FILE = re.compile(r"(?<![\w./<])(?:(?:[\w-]+/)+[\w-]+\.\w+|[\w-]+\.py)\b")
_DOTTED = re.compile(r"(?<![\w./-])[A-Za-z_]\w*+(?:\.(?!(?:py|toml|txt|bin|sav)\b)[A-Za-z_]\w*+)+")
_OURS = ("rules", "pocket", "tools")  # a name that begins with one of these is a module's


class Named:
    """What the sources offer. members: {module, also by the end of its name, or class: the names
    in it}. attributes: whatever an object may hold. foreign: modules of others, built-ins."""

    def __init__(self, trees: Trees) -> None:
        self.members: dict[str, set[str]] = {}
        self.attributes: set[str] = set()
        self.foreign = {*dir(builtins), *device_modules.EVERYWHERE}
        for path, tree in trees.items():
            self._take(module_name(path).split("."), tree)

    def _take(self, module: list[str], tree: ast.Module) -> None:
        for first in range(len(module)):
            self._add(".".join(module[first:]), _given(tree))
            self._add(".".join(module[: first + 1]), module[first + 1 : first + 2])
        for node in nodes(tree):
            if isinstance(node, ast.ClassDef):
                bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
                own = _given(node) + [inner.attr for inner in walked(node) if _is_stored(inner)]
                self._add(node.name, own + bases)
                self.attributes.update(own)
            elif isinstance(node, ast.Import):
                self.foreign.update(alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                self.foreign.add(str(node.module).split(".")[0])
            elif _is_stored(node):
                self.attributes.add(node.attr)

    def _add(self, name: str, members: list[str]) -> None:
        self.members.setdefault(name, set()).update(members)

    def has(self, dotted: str) -> bool:
        """Return True for a name that leads to something; whatever a value holds is not asked."""
        words = dotted.split(".")
        if words[0] not in _OURS and self._is_no_module(words):
            return True
        end = next((n for n in range(len(words), 0, -1) if ".".join(words[:n]) in self.members), 0)
        name = ".".join(words[:end])
        for word in words[end:]:
            if not any(word in self.members.get(place, ()) for place in self._around(name)):
                return name != "" and name not in self.members
            name = word
        return end > 0

    def _is_no_module(self, words: list[str]) -> bool:
        """Return True for a name of others, and for "app.art": an object and what it holds."""
        return words[0] in self.foreign or (
            words[0].islower() and self.attributes.issuperset(words[1:])
        )

    def _around(self, name: str) -> list[str]:
        """Return a module or class, with the classes it derives from."""
        return [name, *self.members.get(name, ())]


def _given(node: ast.Module | ast.ClassDef) -> list[str]:
    """Return the names that the body of a module or class gives to something."""
    names = []
    for item in node.body:
        if isinstance(item, (ast.FunctionDef, ast.ClassDef)):
            names.append(item.name)
        elif isinstance(item, ast.ImportFrom):
            names += [alias.asname or alias.name for alias in item.names]
        else:
            names += [
                inner.id
                for inner in walked(item)
                if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
            ]
    return names


def _is_stored(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)


def _said(text: str, tree: ast.Module) -> Iterator[tuple[int, str]]:
    """(line, text) of each docstring and comment, without what stands in quotes."""
    for node in nodes(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            said = ast.get_docstring(node, clean=False)
            if said:
                yield node.body[0].lineno, _QUOTED.sub("", said)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], _QUOTED.sub("", token.string)


def check_mentions(texts: Mapping[str, str], trees: Trees, root: str) -> list[Finding]:
    """Return findings for every module, class, member and file that a comment or docstring names
    and that is not there. texts: the sources that are read, by path. trees: those and all
    others."""
    named, findings = Named({path: trees[path] for path in texts}), []
    for path, text in texts.items():
        for line, said in _said(text, trees[path]):
            gone = [name for name in _DOTTED.findall(said) if not named.has(name)]
            for file in _FILE.findall(said):
                ours = any(("/" + source).endswith("/" + file) for source in trees)
                if not ours and not os.path.exists(os.path.join(root, file)):
                    gone.append(file)
            findings += [Finding(path, line, "mention", name + " is not there") for name in gone]
    return findings


def check_dialect(texts: Mapping[str, str], trees: Trees) -> list[Finding]:
    """Return findings for the phrases of dialect.toml in the files that it lists."""
    with open(os.path.join(os.path.dirname(__file__), "dialect.toml"), "rb") as stream:
        table = tomllib.load(stream)
    refused = re.compile(r"\b(%s)\b" % "|".join(table["phrases"]), re.IGNORECASE)
    return [
        Finding(path, line, "dialect", "say it in plain English: %s" % phrase)
        for path, text in texts.items()
        if any(fnmatch.fnmatchcase(path, pattern) for pattern in table["files"])
        for line, said in _said(text, trees[path])
        for phrase in refused.findall(said)
    ]

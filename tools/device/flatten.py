"""Modules of lib/pocket without their folders: so they lie on a drive, and so memory knows them.

A folder says when a module is loaded; on a drive it would take a cluster, and on the heap a package
that stays. Last names are all different (a test asks it), so `pocket.menus.title` is `pocket.title`
there, `app.go("menus.title")` is `app.go("title")`.
"""

import ast
import re

_FOLDERED = re.compile(r"lib/pocket/(\w+)/(\w+)\.py")
_NAMED = re.compile(r"\bpocket\.(\w+)\.(\w+)\b")


def place(path):
    """Where a source of that drive path goes."""
    return _FOLDERED.sub(r"lib/pocket/\2.py", path)


def name(module):
    """The name of a module, or of several with blanks between them, without the folder."""
    return _NAMED.sub(r"pocket.\2", module)


def names(paths):
    """The modules of `paths` as they are asked for among themselves: {"folder.module"}."""
    homes = [_FOLDERED.fullmatch(path) for path in paths]
    return {"%s.%s" % home.groups() for home in homes if home and home[2] != "__init__"}


def flatten(tree, known):
    """Take the folders out of a tree, in place. known: see `names`."""
    folders = {"pocket." + module.partition(".")[0] for module in known}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            if node.module in folders:
                node.module = "pocket"
            elif node.module:
                node.module = name(node.module)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node.value in known:
                node.value = node.value.partition(".")[2]
            else:
                node.value = name(node.value)

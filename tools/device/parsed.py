"""Sources parsed once, for whoever reads them only: lint looks at each of them a dozen times."""

import ast
import functools


@functools.lru_cache(512)
def tree_of(text: str) -> ast.Module:
    """The tree of a source; SyntaxError when it is none."""
    return ast.parse(text)


@functools.lru_cache(512)
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes of a tree that nobody changes."""
    return tuple(ast.walk(tree))

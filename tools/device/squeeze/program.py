"""The program of a board, rewritten step by step."""

import ast
import re

from tools.device import plan
from tools.device.parsed import module_name, untyped
from tools.device.squeeze import (
    constants,
    firmware,
    flatten,
    join,
    library,
    naming,
    origins,
    spelling,
    syntax,
    unused,
)

Sources = dict[str, str]  # texts by path


class Program:
    """The device's modules as syntax trees, rewritten step by step.

    sources: {drive path of the .py: text}. exposed: {path: text} of files that go to the drive as
    they are; whatever they name is kept. libraries: as sources, of what others wrote.
    """

    def __init__(
        self, sources: Sources, exposed: Sources, libraries: Sources | None = None
    ) -> None:
        self.trees = {
            path: untyped(ast.parse(text, path)) for path, text in sorted(sources.items())
        }
        for tree in self.trees.values():
            library.drop_desktop_sentences(tree)
        self.renamed = {}
        self.flat: flatten.Flat | None = None
        ours = set().union(*[syntax.identifiers(tree) for tree in self.trees.values()])
        theirs = {path: ast.parse(text, path) for path, text in sorted((libraries or {}).items())}
        self.theirs = set().union(*[syntax.identifiers(tree) for tree in theirs.values()])
        written_anew = library.written_anew(self.trees.values())
        for tree in theirs.values():
            library.plain(tree)
            library.leave_out(tree, written_anew)
        self.trees.update(theirs)
        for path, tree in self.trees.items():
            origins.mark(path, tree)
        self.modules = {module_name(path): path for path in self.trees}
        made = [path for path in sources if path.startswith("lib/pocket/made/")]
        self.droppable = [module_name(path) for path in [*theirs, *made]]
        self.kept = set()
        self.exposed = [ast.parse(text, path) for path, text in sorted(exposed.items())]
        for tree in self.exposed:
            self.kept |= syntax.identifiers(tree)
        for tree in self.trees.values():
            self.kept |= syntax.strings_by_name(tree)  # whichever module defines them
        for tree in theirs.values():
            self.kept |= syntax.strings(tree) | syntax.identifiers(tree) & ours
        tops = self._imports()
        # A name that is imported or else set to None is the firmware's all the same.
        self.kept |= tops | firmware.known(tops)
        self.folders = _module_words(self.modules) - self.kept  # what modules alone are called
        self.kept |= self.folders

    def sources(self) -> dict[str, str]:
        """{path: text} of the rewritten program."""
        out = {}
        for path, tree in self.trees.items():
            out[path] = spelling.first_named(tree) + ast.unparse(tree) + "\n"
        return out

    def _imports(self):
        """Top names of all modules the program imports that are not its own."""
        asked = set().union(*map(syntax.imported, [*self.trees.values(), *self.exposed]))
        return _tops(asked) - _tops(self.modules)

    # -- steps

    def join(self, together: dict[str, str]) -> None:
        """Make modules that are always in memory together one file each; see join.py."""
        trees = {name: self.trees[path] for name, path in self.modules.items()}
        join.join(trees, together)
        self.modules = {name: path for name, path in self.modules.items() if name in trees}
        self.trees = {path: trees[name] for name, path in self.modules.items()}

    def flatten(self) -> None:
        """Take modules out of their packages (see flatten.py)."""
        self.flat = flatten.Flat(self.trees, self.exposed, self.modules)
        self.modules = {
            self.flat.names.get(name, name): self.modules[name] for name in self.modules
        }
        self.kept -= self.folders
        self.kept |= _module_words(self.modules)

    def lie_flat(self, renamed: bool) -> None:
        """Give modules their new names, short ones if `renamed`."""
        places = {name: self.modules[old] for name, old in self.flat.names.items()}
        self.flat.finish(firmware.words() if renamed else ())
        places = {path: self.flat.place(name) for name, path in places.items()}
        self.trees = {places.get(path, path): tree for path, tree in self.trees.items()}
        self.renamed = {places.get(path, path): new for path, new in self.renamed.items()}

    def rename(self) -> None:
        """Give identifiers of ours names that the firmware holds; `renamed` tells which."""
        own = set()
        called = set()  # what calls give by name, and what may be looked up in what they gave
        words = set(self.theirs)
        for tree in list(self.trees.values()) + self.exposed:
            words |= syntax.identifiers(tree)
        for tree in list(self.trees.values()) + self.exposed:
            given = {node.arg for node in syntax.of(tree, ast.keyword)}
            called |= given | (syntax.strings(tree) if None in given else set())
        parameters = set()
        for tree in self.trees.values():
            own |= syntax.defined(tree) | self._brought_as(tree)
            parameters |= syntax.parameters(tree)
        own |= called & parameters
        own = {word for word in own - self.kept if not word.startswith("__")}
        banned = (
            firmware.stub_names("displayio")
            | self.theirs
            | firmware.EXCEPTION
            | set(dir(Exception))
        )
        for tree in self.trees.values():
            banned |= syntax.strings_by_name(tree)
        self.renamed = naming.rename(
            self.trees, self.exposed, self.modules, own, called, words, firmware.words(), banned
        )

    def _brought_as(self, tree):
        """What a tree calls other modules' things where that is a name of its own."""
        return {
            alias.asname
            for node in syntax.of(tree, ast.ImportFrom)
            if node.module in self.modules
            for alias in node.names
            if alias.asname
        }

    def origins(self) -> dict[str, dict]:
        """The map of names, as it is now: see origins.origins."""
        return origins.origins(self.trees, self.renamed)


def squeezed(
    sources: Sources,
    exposed: Sources,
    libraries: Sources | None = None,
    together: dict[str, str] | None = None,
    renamed: bool = True,
    flat: bool = True,
) -> Program:
    """The finished Program of the device's sources.

    together: which modules share a file, see join; None: as on a drive. renamed: False where names
    take no memory. flat: False leaves modules in their packages. Raises SyntaxError for a source
    that is none.
    """
    program = Program(sources, exposed, libraries)
    trees, modules, kept = program.trees, program.modules, program.kept
    constants.inline(trees, modules, kept)
    unused.prune(trees, program.exposed, modules, kept)
    unused.drop_modules(trees, program.exposed, modules, program.droppable)
    program.join(plan.files() if together is None else together)
    if flat:
        program.flatten()
    if renamed:
        program.rename()
    if flat:
        program.lie_flat(renamed)
    return program


def bare(path: str, text: str, flat: flatten.Flat) -> str:
    """Source `text` without comments and docstrings, a space for each level: no text in it may go
    over several lines. flat: a flatten.Flat. Raises SyntaxError for what is none."""
    tree = ast.parse(flatten.searched(path, text), path)
    constants.fold(tree)
    flat.rewrite(tree)
    flat.retell(tree)
    text = ast.unparse(tree)
    return re.sub("^(    )+", lambda blanks: " " * (len(blanks[0]) // 4), text, flags=re.M) + "\n"


def _tops(names):
    return {name.split(".")[0] for name in names}


def _module_words(modules):
    words = set()
    for name in modules:
        words |= set(name.split("."))
    return words

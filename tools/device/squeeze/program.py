"""The program of a board, rewritten step by step."""

import ast
import re

from tools.device.parsed import module_name, untyped
from tools.device.squeeze import (
    constants,
    firmware,
    library,
    naming,
    origins,
    syntax,
    unused,
)
from tools.device.squeeze.folder import Folder, searched

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
        self.folder: Folder | None = None
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
        self.droppable = [  # but a family's: the catalogue puts its modules' names together
            name
            for name, path in self.modules.items()
            if path in theirs or (_is_data(self.trees[path]) and path.count("/") != 2)
        ]
        self.kept = set()
        self.exposed = [ast.parse(text, path) for path, text in sorted(exposed.items())]
        for tree in self.exposed:
            self.kept |= syntax.identifiers(tree)
        for tree in self.trees.values():
            self.kept |= syntax.strings_by_name(tree)  # whichever module defines them
        given = set().union(*[syntax.keywords(tree) for tree in self.trees.values()])
        for tree in theirs.values():
            self.kept |= syntax.strings(tree) | syntax.parameters(tree) & given
            self.kept |= library.shared(tree) & ours
        tops = self._imports()
        # A name that is imported or else set to None is the firmware's all the same.
        self.kept |= tops | firmware.known(tops)
        self.module_words = _module_words(self.modules) - self.kept
        self.kept |= self.module_words

    def sources(self) -> dict[str, str]:
        """Return {path: text} of the rewritten program."""
        out = {}
        for path, tree in self.trees.items():
            out[path] = ast.unparse(tree) + "\n"
        return out

    def _imports(self):
        """Top names of all modules the program imports that are not its own."""
        asked = set().union(*map(syntax.imported, [*self.trees.values(), *self.exposed]))
        return _tops(asked) - _tops(self.modules)

    # -- steps

    def move(self) -> None:
        """Put all modules into one folder; see folder.py."""
        self.folder = Folder(self.modules, [*self.trees.values(), *self.exposed])
        names = self.folder.names
        self.modules = {names.get(name, name): path for name, path in self.modules.items()}
        self.kept -= self.module_words
        self.kept |= _module_words(self.modules)

    def place(self, renamed: bool) -> None:
        """Give the modules their last names, short ones if `renamed`, and their places."""
        folder = self.folder
        paths = {name: self.modules[new] for name, new in folder.names.items()}
        trees = [*self.trees.values(), *self.exposed]
        if renamed:
            folder.shorten(trees, firmware.words())
        for tree in trees:
            folder.move_texts(tree)
        places = {path: folder.place(name) for name, path in paths.items()}
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
            given = syntax.keywords(tree)
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
        """Return what a tree calls other modules' things where that is a name of its own."""
        return {
            alias.asname
            for node in syntax.of(tree, ast.ImportFrom)
            if node.module in self.modules
            for alias in node.names
            if alias.asname
        }

    def origins(self) -> dict[str, dict]:
        """Return the map of names, as it is now: see origins.origins."""
        return origins.origins(self.trees, self.renamed)


def squeezed(
    sources: Sources,
    exposed: Sources,
    libraries: Sources | None = None,
    renamed: bool = True,
    one_folder: bool = True,
) -> Program:
    """Return the finished Program of the device's sources.

    renamed: False where names take no memory. one_folder: False leaves modules in their packages.
    Raises SyntaxError for a source that is none.
    """
    program = Program(sources, exposed, libraries)
    trees, modules, kept = program.trees, program.modules, program.kept
    constants.inline(trees, modules, kept)
    unused.prune(trees, program.exposed, modules, kept)
    unused.drop_modules(trees, program.exposed, modules, program.droppable)
    if one_folder:
        program.move()
    if renamed:
        program.rename()
    if one_folder:
        program.place(renamed)
    return program


def bare(path: str, text: str, folder: Folder) -> str:
    """Return source `text` of code.py or boot.py for a drive: without comments and docstrings, a
    space for each level (no text in it may go over several lines). Raises SyntaxError."""
    tree = ast.parse(searched(path, text), path)
    constants.fold(tree)
    folder.move(tree)
    folder.move_texts(tree)
    text = ast.unparse(tree)
    return re.sub("^(    )+", lambda blanks: " " * (len(blanks[0]) // 4), text, flags=re.M) + "\n"


def _is_data(tree):
    """Return True for a module that does nothing but give names to values."""
    return all(isinstance(item, (ast.Assign, ast.Expr)) for item in tree.body) and not syntax.of(
        tree, ast.Call
    )


def _tops(names):
    return {name.split(".")[0] for name in names}


def _module_words(modules):
    words = set()
    for name in modules:
        words |= set(name.split("."))
    return words

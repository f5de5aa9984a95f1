"""The program of a board, rewritten step by step."""

import ast
import re

from tools.device.parsed import Trees, find, module_name, untyped
from tools.device.squeeze import constants, firmware, library, naming, origins, syntax, unused
from tools.device.squeeze.folder import ModuleFolder, with_new_path

Sources = dict[str, str]  # texts by path


class Program:
    """The device's modules as syntax trees.

    sources: {drive path of the .py: text}. exposed: {path: text} of files that go to the drive
    unchanged, so that names in them stay. libraries: {drive path: text} of other authors' code.
    kept: identifiers that may not change. droppable: modules to drop if nothing imports them.
    module_folder: where `move_modules` puts all modules, None before.
    """

    def __init__(
        self, sources: Sources, exposed: Sources, libraries: Sources | None = None
    ) -> None:
        self.trees: Trees = {
            path: untyped(ast.parse(text, path)) for path, text in sorted(sources.items())
        }
        library_trees = {
            path: ast.parse(text, path) for path, text in sorted((libraries or {}).items())
        }
        self.exposed = [ast.parse(text, path) for path, text in sorted(exposed.items())]
        self.renamed: dict[str, dict[str, str]] = {}
        self.module_folder: ModuleFolder | None = None
        for tree in self.trees.values():
            library.drop_english_errors(tree)
        our_names = set().union(*map(syntax.identifiers, self.trees.values()))
        self.library_names = set().union(*map(syntax.identifiers, library_trees.values()))
        overridden = library.overridden(self.trees.values())
        for tree in library_trees.values():
            library.simplify(tree, overridden)
        self.trees.update(library_trees)
        for path, tree in self.trees.items():
            origins.mark(path, tree)
        self.modules = {module_name(path): path for path in self.trees}
        self.droppable = [
            name
            for name, path in self.modules.items()
            # The catalogue builds the names of a family's modules at run time.
            if path in library_trees or (_is_data(self.trees[path]) and path.count("/") != 2)
        ]
        all_trees = self.trees.values()
        self.kept = set().union(*map(syntax.identifiers, self.exposed))
        self.kept |= set().union(*map(syntax.strings_by_name, all_trees))
        keywords_used = set().union(*map(syntax.keywords, all_trees))
        for tree in library_trees.values():
            self.kept |= syntax.strings(tree) | syntax.parameters(tree) & keywords_used
            self.kept |= library.shared_names(tree) & our_names
        imported = set().union(*map(syntax.imported_modules, [*all_trees, *self.exposed]))
        firmware_modules = _top_names(imported) - _top_names(self.modules)
        # The program may assign None to such a name, where the import fails: keep it all the same.
        self.kept |= firmware_modules | firmware.fixed_names(firmware_modules)
        self.module_words = {word for name in self.modules for word in name.split(".")} - self.kept
        self.kept |= self.module_words

    def sources(self) -> Sources:
        """Return {path: text} of the rewritten program."""
        return {path: ast.unparse(tree) + "\n" for path, tree in self.trees.items()}

    def origins(self) -> dict[str, dict]:
        """Return the current map of names: see origins.origins."""
        return origins.origins(self.trees, self.renamed)

    # -- steps

    def move_modules(self) -> ModuleFolder:
        """Put all modules into one folder, under long names (see folder.py)."""
        self.module_folder = ModuleFolder(self.modules, [*self.trees.values(), *self.exposed])
        names = self.module_folder.names
        self.modules = {names.get(name, name): path for name, path in self.modules.items()}
        self.kept -= self.module_words
        self.kept |= {word for name in self.modules for word in name.split(".")}
        return self.module_folder

    def place_modules(self, folder: ModuleFolder, short: bool) -> None:
        """Give the modules their final paths, and short names if `short`."""
        paths = {name: self.modules[new] for name, new in folder.names.items()}
        trees = [*self.trees.values(), *self.exposed]
        if short:
            folder.shorten(trees, firmware.free_names())
        for tree in trees:
            folder.move_texts(tree)
        places = {path: folder.path_of(name) for name, path in paths.items()}
        self.trees = {places.get(path, path): tree for path, tree in self.trees.items()}
        self.renamed = {places.get(path, path): new for path, new in self.renamed.items()}

    def rename(self) -> None:
        """Give our identifiers names that are in the firmware; list them in `renamed`."""
        trees = [*self.trees.values(), *self.exposed]
        words = self.library_names.union(*map(syntax.identifiers, trees))
        passed = set()  # keywords of calls and, where a call has **, what may be in its dict
        for tree in trees:
            keywords = syntax.keywords(tree)
            passed |= keywords | (syntax.strings(tree) if None in keywords else set())
        own = passed & set().union(*map(syntax.parameters, self.trees.values()))
        banned = self.library_names | firmware.stub_names("displayio") | firmware.EXCEPTION
        banned |= set(dir(Exception))
        for tree in self.trees.values():
            own |= syntax.defined_names(tree) | self._local_names(tree)
            banned |= syntax.strings_by_name(tree)
        own = {word for word in own - self.kept if not word.startswith("__")}
        free = firmware.free_names()
        self.renamed = naming.rename(
            self.trees, self.exposed, self.modules, own, passed, words, free, banned
        )

    def _local_names(self, tree):
        """Return the aliases that a tree gives to members of our modules by `as`."""
        return {
            alias.asname
            for node in find(tree, ast.ImportFrom)
            if node.module in self.modules
            for alias in node.names
            if alias.asname
        }


def squeeze_program(
    sources: Sources,
    exposed: Sources,
    libraries: Sources | None = None,
    renamed: bool = True,
    one_folder: bool = True,
) -> Program:
    """Return the finished Program of the device's sources.

    renamed: False keeps all names. one_folder: False leaves modules in their packages.
    Raises SyntaxError.
    """
    program = Program(sources, exposed, libraries)
    trees, modules = program.trees, program.modules
    constants.inline(trees, modules, program.kept)
    unused.prune(trees, program.exposed, modules, program.kept)
    unused.drop_modules(trees, program.exposed, modules, program.droppable)
    folder = program.move_modules() if one_folder else None
    if renamed:
        program.rename()
    if folder:
        program.place_modules(folder, renamed)
    return program


def strip_source(path: str, text: str, folder: ModuleFolder) -> str:
    """Return the `text` of code.py or boot.py for a drive: without comments and docstrings, each
    level indented by a space (no string may have several lines). Raises SyntaxError."""
    tree = ast.parse(with_new_path(path, text), path)
    constants.fold(tree)
    folder.move_imports(tree)
    folder.move_texts(tree)
    text = ast.unparse(tree)
    return re.sub("^(    )+", lambda blanks: " " * (len(blanks[0]) // 4), text, flags=re.M) + "\n"


def _is_data(tree):
    """Return True for a module that only assigns values to names."""
    plain = all(isinstance(item, (ast.Assign, ast.Expr)) for item in tree.body)
    return plain and not find(tree, ast.Call)


def _top_names(names):
    return {name.split(".")[0] for name in names}

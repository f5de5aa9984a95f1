"""Write pins.txt from pyproject.toml: `python -m tools.pins`.

pins.txt lists every library that `python3 tools` installs, dependencies included: its version and
checksums, and on the line before these the groups of pyproject.toml that need it.
"""

import os
import re
import subprocess
import tempfile

from tools import launcher
from tools.place import ROOT, read_tables


def _compiled(*options):
    """Return {name and version: block} as uv resolves pyproject.toml."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "pins.txt")
        command = [launcher._uv(), "pip", "compile", "pyproject.toml", "--output-file", path]
        command += ["--quiet", "--universal", "--generate-hashes", "--python-version", "3.11"]
        command += ["--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"]
        subprocess.run(command + list(options), cwd=ROOT, check=True)
        with open(path, encoding="utf-8") as file:
            text = "\n" + file.read()
    # a block begins in the first column, its checksums do not
    blocks = re.split(r"\n(?=[^ \n])", text.rstrip())[1:]
    return {block.partition(" \\\n")[0]: block for block in blocks}


def main() -> None:
    """Write pins.txt."""
    groups = list(read_tables("pyproject.toml")["project"]["optional-dependencies"])
    pinned = _compiled("--all-extras")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "all.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(name for name in pinned) + "\n")
        libraries = {"base": _names(_compiled("--constraint", path))}
        for group in groups:
            names = _names(_compiled("--constraint", path, "--extra", group))
            libraries[group] = names - libraries["base"]
    with open(launcher.pins(), "w", encoding="utf-8", newline="\n") as file:
        for name, block in pinned.items():
            by = [group for group in libraries if name.partition(" ")[0] in libraries[group]]
            file.write("# %s\n%s\n" % (" ".join(by), block))


def _names(blocks):
    return {name.partition(" ")[0] for name in blocks}


if __name__ == "__main__":
    main()

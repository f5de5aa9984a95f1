"""The npm packages the page runs on, fetched once into .venv/web (an installed copy: the user's
cache); afterwards no network is needed."""

import os

from tools.emulator import install
from tools.place import fetched

HERE = os.path.dirname(os.path.abspath(__file__))


def package(name: str) -> str:
    """Return the folder of an npm package that package-lock.json pins. Raises tools.emulator's
    EmulatorError."""
    _node, npm = install.node()
    folder = install.packages(npm, HERE, os.path.join(fetched(), "web"), "the page's VM")
    return os.path.join(folder, "node_modules", *name.split("/"))

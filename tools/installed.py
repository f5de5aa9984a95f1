"""Pocket Rummy, installed: `pocket-rummy <command>` is the project's `python3 tools <command>`.

A wheel carries this file as pocket_rummy/__init__.py, beside code.py, boot.py, lib, rules, assets
and tools as they lie in the project.
"""

import os
import sys


def main():
    """The command line; returns the exit status."""
    here = os.path.dirname(os.path.abspath(__file__))
    if here not in sys.path:
        sys.path.append(here)  # last, or the handheld's code.py would hide the library's `code`
    from tools.__main__ import main

    return main()

"""Pocket Rummy, installed: the command `pocket-rummy`, and a library (docs/LIBRARY.md).

A wheel has this file as pocket_rummy/__init__.py, beside code.py, boot.py, lib, rules, assets and
tools as in the project. The modules of `rules` import each other by that name, so loading this
package adds its folder to the search path.
"""

import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))
if _HERE not in sys.path:
    sys.path.append(_HERE)  # last, or the handheld's code.py would hide the library's `code`

from rules import catalogue  # noqa: E402
from rules.base import RulesError, finish  # noqa: E402
from rules.solver import search as solver  # noqa: E402
from rules.tilegame import melds, referee, tiles  # noqa: E402

__all__ = ["RulesError", "catalogue", "finish", "melds", "referee", "sentence", "solver", "tiles"]


def sentence(why: "tuple | Exception") -> str:
    """Return one sentence for a refusal: a verdict's or a move's reason, or a RulesError."""
    from tools.refusals import sentence

    return sentence(why)


RulesError.__str__ = sentence  # type: ignore[method-assign, assignment] # else it says a number


def main() -> int:
    """Run the command line and return the exit status."""
    from tools.__main__ import main

    return main()

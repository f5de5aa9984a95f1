"""Draws the sheets of assets/: .venv/bin/python -m tools.art [folder].

A folder takes the sheets in place of assets/.
"""

import os
import sys

from tools.art import cards, letters, mkassets, persons
from tools.place import ROOT

folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "assets")
made: dict[str, bytes] = {}
for module in (mkassets, cards, letters, persons):
    made.update((os.path.join(folder, name), data) for name, data in module.sheets().items())
for path, data in made.items():
    with open(path, "wb") as file:
        file.write(data)
    print("%-16s %6d bytes" % (os.path.basename(path), len(data)))

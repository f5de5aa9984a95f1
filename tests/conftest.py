"""Where tests find the project. Last in the path, or code.py would hide the library's `code`."""

import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
for folder in (ROOT, os.path.join(ROOT, "lib")):
    if folder not in sys.path:
        sys.path.append(folder)

from tools.device import wordtable  # noqa: E402  it lies in the path now

wordtable.install(ROOT)

"""Write the pictures and letters of assets/ as boards read them: .venv/bin/python -m tools.art."""

import os

from tools.art import letters, pictures
from tools.place import ROOT

for name, data in (pictures.files() | letters.sheets()).items():
    with open(os.path.join(ROOT, "assets", name), "wb") as file:
        file.write(data)
    print("%-20s %6d bytes" % (name, len(data)))

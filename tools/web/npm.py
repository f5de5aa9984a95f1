"""The npm packages the page runs on, fetched once into .venv/web (an installed copy: the user's
cache); afterwards no network is needed."""

import base64
import hashlib
import io
import json
import os
import sys
import tarfile
import tempfile
import urllib.request

from tools.errors import ToolError
from tools.place import cache_folder

REGISTRY = "https://registry.npmjs.org/"
PACKAGES = os.path.join(cache_folder(), "web")
_PINS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "package-lock.json")


def package(name: str) -> str:
    """Return the folder of an npm package that package-lock.json pins. Raises ToolError."""
    with open(_PINS, encoding="utf-8") as file:
        pin = json.load(file)["packages"]["node_modules/" + name]
    base = name.rpartition("/")[2]
    folder = os.path.join(PACKAGES, "%s-%s" % (base, pin["version"]))
    if not os.path.isdir(folder):
        print("Fetching %s (once)." % base, file=sys.stderr, flush=True)
        address = "%s%s/-/%s-%s.tgz" % (REGISTRY, name, base, pin["version"])
        try:
            with urllib.request.urlopen(address, timeout=60) as answer:
                data = answer.read()
        except OSError:
            raise ToolError("%s could not be fetched (is there a network?)." % address)
        digest = base64.b64encode(hashlib.sha512(data).digest()).decode()
        if pin["integrity"] != "sha512-" + digest:
            raise ToolError("%s is not the file that package-lock.json pins." % address)
        os.makedirs(PACKAGES, exist_ok=True)
        # Unpacked elsewhere and renamed, as two runs may do this at once.
        with tempfile.TemporaryDirectory(dir=PACKAGES) as scratch:
            with tarfile.open(fileobj=io.BytesIO(data)) as archive:
                archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from 3.11.4 on
                archive.extractall(scratch)
            if not os.path.isdir(folder):
                os.rename(os.path.join(scratch, "package"), folder)
    return folder

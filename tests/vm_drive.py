"""Runs a program of tests/ on the MicroPython VM with the handheld's code compiled, and reads what
it prints."""

import os
import shutil
import subprocess

from conftest import ROOT
from vm_help import need_vm, tool, words

from tools.device import gather, lint, made, squeeze, wordpack


def compile_program(folder, programs, level):
    """Put the handheld's code into `folder` (pathlib), compiled as a build makes it but for folders
    and files. programs: file names below tests/ that ask for it. level: mpy-cross's."""
    need_vm()
    sources = {
        path: gather.read(ROOT, path) for path in gather.sources(ROOT)[0] if path not in lint.TOPS
    }
    asked = {name: gather.read(ROOT, "tests/" + name) for name in programs}
    sources.update(made.modules(ROOT))
    smaller = squeeze.Program(sources, asked)
    smaller.inline()
    smaller.prune()
    smaller.rename()
    for path, text in smaller.sources().items():
        there = folder / path
        os.makedirs(there.parent, exist_ok=True)
        there.write_text(text)
        # a module's name is kept on the heap: as on a drive, whatever folder this is
        subprocess.run(
            [tool("mpy-cross"), level, "-s", path, "-o", str(there)[:-3] + ".mpy", str(there)],
            check=True,
        )
        there.unlink()


def report(folder, program, heap, level):
    """What tests/`program` printed as "word number ...": a dict of word to number.

    folder: an empty pathlib folder for the compiled drive. heap: bytes of the VM's heap, a hard
    bound. level: mpy-cross's optimisation, "-O2" or "-O3".
    """
    compile_program(folder, (program, "vm_play.py"), level)
    os.makedirs(folder / "assets" / "words")
    (folder / "assets" / "words" / "en.bin").write_bytes(wordpack.packed(ROOT, "en"))
    for name in os.listdir(os.path.join(ROOT, "assets")):
        if name.endswith(".bmp"):
            shutil.copy(os.path.join(ROOT, "assets", name), folder / "assets" / name)
    return words(program, folder, heap, "lib:.")

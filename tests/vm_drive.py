"""Runs a program of tests/ on the MicroPython VM with the handheld's code compiled, and reads what
it prints."""

import os
import shutil
import subprocess

from conftest import ROOT
from vm_help import CROSS, need_vm, words

from tools.device import gather, kept, made, parsed, squeeze, wordpack

# What asks for the handheld's code on the VM: it is made once for all of them.
PROGRAMS = ("vm_play.py", "vm_think.py")


def compile_program(folder):
    """Put the handheld's code into `folder` (pathlib), compiled as a build makes it but for folders
    and files."""
    need_vm()
    sources = {
        path: gather.read(ROOT, path) for path in gather.sources(ROOT)[0] if path not in parsed.TOPS
    }
    asked = {name: gather.read(ROOT, "tests/" + name) for name in PROGRAMS}
    sources.update(made.modules(ROOT))
    mark = [sorted(sources.items()), sorted(asked.items())]
    compiled = kept.once(("vm", mark), lambda: _compiled(folder, sources, asked))
    for path, data in compiled.items():
        os.makedirs((folder / path).parent, exist_ok=True)
        (folder / path).write_bytes(data)


def _compiled(folder, sources, asked):
    smaller = squeeze.squeeze_program(sources, asked, one_folder=False)
    compiled = {}
    text, out = folder / "text.py", folder / "out.mpy"
    for path, source in smaller.sources().items():
        text.write_text(source)
        # a module's name is kept on the heap: as on a drive, whatever folder this is
        command = [CROSS, "-O3", "-s", path, "-o", str(out), str(text)]
        subprocess.run(command, check=True)
        compiled[path[:-3] + ".mpy"] = out.read_bytes()
    text.unlink()
    out.unlink()
    return compiled


def report(folder, program, heap, *given):
    """Return what tests/`program` printed as "word number ...": a dict of word to number.

    folder: an empty pathlib folder for the compiled drive. heap: bytes of the VM's heap, a hard
    bound. given: arguments of the program.
    """
    compile_program(folder)
    os.makedirs(folder / "assets" / "words")
    (folder / "assets" / "words" / "en.bin").write_bytes(wordpack.pack_language(ROOT, "en"))
    for name in os.listdir(os.path.join(ROOT, "assets")):
        if name.endswith(".bmp"):
            shutil.copy(os.path.join(ROOT, "assets", name), folder / "assets" / name)
    return words(program, folder, heap, "lib:.", *given)

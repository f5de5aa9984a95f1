"""Rewrite the device's sources before a build compiles them, so that they need less memory.

On a board the VM keeps every identifier that is not in the firmware on the heap for ever, some 14
bytes each, and every module constant is an entry in a dict. These steps, each on all syntax trees,
change the program but not what it does:

library    remove what no board runs: parts of other authors' libraries, sentences for a desktop
constants  inline module constants
unused     remove functions, methods, imports and modules that nothing names
folder     move all modules to one folder, under short names
naming     rename our identifiers to names in the firmware (firmware, newnames)

origins    the map of names back to the sources, for `python3 tools trace`
program    run the steps one after another

The steps query trees by syntax (names in a tree), uses (how a file uses its names) and spelling
(what its .mpy must spell).

docs/BUILD.md says what each step assumes of a source.
"""

from tools.device.squeeze.program import squeeze_program, strip_source

__all__ = ["squeeze_program", "strip_source"]

"""Smaller sources for the device: what a build compiles in place of the readable ones.

On a board every identifier that the firmware does not know is kept on the heap for ever, some 14
bytes each, and every module constant is an entry in a dict. So the whole program is rewritten
before it is compiled, without changing what it does. In this order, each step on all syntax trees:

library    what no board runs goes: of the libraries that come along, sentences for a desktop
constants  module constants stand where they are used
unused     functions, methods, imports and modules that nothing names go
folder     all modules lie in one folder, under short names
naming     identifiers of ours get names that the firmware holds (firmware; newnames: put there)

origins    where it all stood: the map of names, for `python3 tools trace`
program    the steps, one after the other

syntax (what a tree names), uses (what a file does with its names) and spelling (what it must spell)
are what the steps ask.

docs/BUILD.md says what each step assumes of a source.
"""

from tools.device.squeeze.program import squeeze_program, strip_source

__all__ = ["squeeze_program", "strip_source"]

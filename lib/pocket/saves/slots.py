"""Define the layout of the file of saves: its slots."""

SLOT = 2048  # bytes of a slot: the longest record
# A slot begins every STRIDE bytes. The 3,584 unused bytes between two slots keep both out of one
# flash sector of 4 KB, wherever on the drive the 512-byte blocks of the file begin. The first slot
# begins at 2 STRIDE: the beginning of the file may lie scattered over the drive.
STRIDE = 5632
SLOTS = 18  # the newest record of each name, and some to write to
# A small drive gets fewer, so that FREE bytes stay free, but LEAST if it has any room for them:
# settings, statistics, puzzles, the last rounds, a trace, three games and a slot to write to.
FREE = 49152
LEAST = 9
UNFINISHED = "again"  # the record of an unfinished turn or restart: see keptturn.py and restart.py

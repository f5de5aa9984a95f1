"""The numbers of the file of saves: its slots."""

SLOT = 2048  # bytes of a slot: the longest record
# Slots begin every STRIDE bytes: 3,584 unused ones between two of them keep both out of one 4 KB
# flash sector, wherever on the drive the file's 512-byte blocks begin. The first begins at 2
# STRIDE: the file's beginning may lie scattered where small files were removed.
STRIDE = 5632
SLOTS = 18  # the newest record of each name, and some to write to
# A drive with less room gets fewer, so that FREE bytes of it stay free. LEAST slots come first:
# settings, statistics, puzzles, the last rounds, a trace, three games and a slot to write to.
FREE = 49152
LEAST = 9
AGAIN = "again"  # the record that carries over what no other save has: restart.py, keptturn.py

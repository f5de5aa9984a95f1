"""Records of rounds that tests show. Two are kept as files, so that they stay whatever the players
learn; the others are played before a handheld runs, for that drops the modules of players."""

import pathlib

from record_help import play_game

_FILES = pathlib.Path(__file__).parent / "data" / "rounds"
ROUNDS = [(_FILES / name).read_bytes() for name in ("anna_1.rec", "anna_2.rec")]  # of one game
BOTH = ROUNDS[0].replace(b"ADA/hard", b"ADA")  # of two persons
CLASSIC = play_game("CR", ("easy", "easy"), 3, {"length": 1})[0][0]
CARDS = play_game("ER", ("easy", "easy"), 3, {"short": True})[0][0]

"""Records of rounds that tests show. They are played before a handheld runs, for that drops the
modules of players."""

from record_help import played

from rules import catalogue
from rules.record import notation

ROUNDS = [  # two of one game: a computer, and the person ANNA
    notation.expand(data).replace("BOB/easy", "ANNA").encode()
    for data in played(catalogue.ORDER[0], ("hard", "easy"), 3, {"length": 2})[0]
]
BOTH = ROUNDS[0].replace(b"ADA/hard", b"ADA")  # of two persons
CLASSIC = played("CR", ("easy", "easy"), 3, {"length": 1})[0][0]
CARDS = played("ER", ("easy", "easy"), 3, {"short": True})[0][0]

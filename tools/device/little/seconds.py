"""How long a turn took, in a round's record: no record is kept."""


def write(moves, seconds):
    """Nothing is written."""

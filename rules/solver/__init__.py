"""The exact solver: the best play of a position."""

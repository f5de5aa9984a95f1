"""The board: display, keys, sound, where saves go."""

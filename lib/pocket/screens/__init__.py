"""One file a screen, and what only one screen uses."""

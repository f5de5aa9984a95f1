"""The board: what is known of it, and what opens its display, keys and sound."""

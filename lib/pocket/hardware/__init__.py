"""The board: its profile, display, keys and sound as power-on opens them, light sleep."""

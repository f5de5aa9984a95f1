"""Puzzles made, checked and packed on the desktop (docs/PUZZLES.md)."""

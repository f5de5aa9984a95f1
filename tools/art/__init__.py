"""Prepare pictures and letters for boards: the files in assets/."""

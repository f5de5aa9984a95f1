"""Modules of the program as a small build has them: less, and asked in the same way."""

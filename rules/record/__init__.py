"""Rounds as text: written while they are played, read, replayed and judged (docs/RECORDS.md)."""

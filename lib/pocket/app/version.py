"""The version of Pocket Rummy, the only place it stands in: pyproject.toml reads it here, and so
does every screen that shows it, with `from pocket.app.version import VERSION` where it is used.
A build puts the text itself there: on a board this module is never loaded."""

VERSION = "0.1.0"

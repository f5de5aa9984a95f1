"""What a long run has done, kept in a file: the same command resumes where it stopped."""

import json
import os
from typing import Any


class Journal:
    """A file of JSON, a line each. lines: what earlier runs wrote, up to a line that was cut off,
    which is written over. Raises OSError."""

    def __init__(self, path: str) -> None:
        self.lines: list[Any] = []
        self._path = path
        self._file: Any = None
        self._size = 0
        if os.path.exists(path):
            with open(path, "rb") as file:
                for line in file:
                    try:
                        data = json.loads(line)
                    except ValueError:
                        break
                    if not line.endswith(b"\n"):
                        break
                    self.lines.append(data)
                    self._size += len(line)

    def begin(self) -> None:
        """Open the file for more lines."""
        self._file = open(self._path, "r+b" if self._size else "wb")
        self._file.truncate(self._size)
        self._file.seek(self._size)

    def add(self, data: Any) -> None:
        """Keep a line at once."""
        self._file.write(json.dumps(data, separators=(",", ":")).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

"""Another revision of this project, whose solver `bench --beside` measures beside ours.

It answers in a process of its own (revisionserver.py), by its own tools/bench.py. A request is a
line of JSON, [what, arguments], and so is the answer.
"""

import contextlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from typing import Any

from tools.place import ROOT

SERVER = os.path.join(ROOT, "tools", "revisionserver.py")


class Revision:
    """The solver of another revision. where: the folder of a checkout, or what git calls a revision
    of this repository. Raises ValueError. Close it when done."""

    def __init__(self, where: str) -> None:
        self._stack = contextlib.ExitStack()
        self.name = where
        folder = where
        if not os.path.isdir(where):
            folder = self._stack.enter_context(tempfile.TemporaryDirectory(prefix="pocket-rev-"))
            packed = subprocess.run(["git", "archive", where], cwd=ROOT, capture_output=True)
            if packed.returncode:
                self._stack.close()
                raise ValueError("%s is no folder and no revision of this repository." % where)
            with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as pack:
                pack.extractall(folder, filter="data")
        command = [sys.executable, "-P", SERVER, os.path.abspath(folder)]
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        running = subprocess.Popen(command, cwd=folder, **pipes)
        self._process = self._stack.enter_context(running)

    def ask(self, what: str, *words: Any) -> Any:
        """What the other revision's bench answers to `what`: "ours" or "need" (its functions of
        these names), or "forget"."""
        try:
            self._process.stdin.write(json.dumps([what, *words]) + "\n")
            self._process.stdin.flush()
            return json.loads(self._process.stdout.readline())
        except (OSError, ValueError):
            raise ValueError("The bench of %s cannot be asked." % self.name)

    def close(self) -> None:
        """End the process; what was unpacked goes."""
        self._process.stdin.close()
        self._stack.close()

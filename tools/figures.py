"""Figures of one commit: docs/name.json, and the tables of docs/NAME.md made from it."""

import json
import os
import subprocess
from collections.abc import Callable, Sequence
from typing import Any

from tools.errors import ToolError
from tools.place import ROOT, write_file

_DOCS = os.path.join(ROOT, "docs")
_BEGIN = "\n## Figures at commit "  # what follows this in a page is made here


def commit(paths: Sequence[str]) -> str:
    """Return the last commit that changed one of `paths`, with a + if one is changed since. Raises
    ToolError."""
    outputs = [
        subprocess.run(["git", *words.split(), *paths], cwd=ROOT, capture_output=True, text=True)
        for words in ("log -1 --format=%h --abbrev=8 --", "status --porcelain -uno --")
    ]
    if outputs[0].returncode:
        raise ToolError("Figures are kept by their commit, and seeds drawn from it: none is known.")
    return outputs[0].stdout.strip() + "+" * bool(outputs[1].stdout.strip())


def keep(
    name: str,
    paths: Sequence[str],
    rows: dict[str, dict],
    heads: str,
    cells: Callable[[str, dict], Sequence],
) -> None:
    """Put rows into docs/name.json and make the page anew. All rows of another commit are dropped.

    paths: what the figures depend on, see `commit`. rows: {table: {row: its figures}}. heads: of
    the page's tables. cells(row, figures): returns the values below them. Raises ToolError.
    """
    file_name, page_name = (
        os.path.join(_DOCS, end) for end in (name.lower() + ".json", name + ".md")
    )
    now = commit(paths)
    with open(file_name, encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    if data["commit"] != now:
        data = {"commit": now, "tables": {}}
    for table in rows:
        data["tables"].setdefault(table, {}).update(rows[table])
    with open(page_name, encoding="utf-8") as file:
        head = file.read().partition(_BEGIN)[0]
    write_file(file_name, data_text(data).encode())
    write_file(page_name, (head + tables_text(data, heads, cells)).encode())


def data_text(data: dict[str, Any]) -> str:
    """Return the text of the data file: a line for each row."""
    tables = []
    for table, rows in data["tables"].items():
        lines = ["%s: %s" % (json.dumps(row), json.dumps(rows[row])) for row in rows]
        tables.append("%s: {\n%s\n}" % (json.dumps(table), ",\n".join(lines)))
    return '{"commit": "%s", "tables": {\n%s\n}}\n' % (data["commit"], ",\n".join(tables))


def tables_text(data: dict[str, Any], heads: str, cells: Callable[[str, dict], Sequence]) -> str:
    """Return the part of the page that is made: the commit, then a table for each of the data."""
    lines = [_BEGIN + data["commit"]]
    for table, rows in data["tables"].items():
        lines += ["", "### `%s`" % table, "", heads, "|---" * (heads.count("|") - 1) + "|"]
        for row in rows:
            texts = ["" if cell is None else str(cell) for cell in cells(row, rows[row])]
            lines.append("| " + " | ".join(texts) + " |")
    return "\n".join(lines) + "\n"

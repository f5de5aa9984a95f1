"""docs/ is true to the code: commands, options, examples, and every path it names."""

import json
import os
import pathlib
import re

import pytest
from conftest import ROOT

from rules import catalogue, choices
from rules.eight import games as eight
from rules.record import reader
from rules.tilegame import games, options
from tools import referee, score, solve
from tools.device import boards_desktop

DOCS = sorted(name for name in os.listdir(os.path.join(ROOT, "docs")) if name.endswith(".md"))
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"] + ["docs/" + name for name in DOCS]
WIDE = 120


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def test_every_board_stands_where_it_is_installed():
    text = read("docs", "INSTALL.md")
    assert [board for board in boards_desktop.BOARDS if "`%s`" % board not in text] == []


def section(text, title):
    """Return what stands below a heading, up to the next of its rank or above."""
    rank = title.split(" ")[0]
    body = text.split("\n" + title + "\n", 1)[1]
    return re.split("(?m)^#{1,%d} " % len(rank), body)[0]


def objects(text):
    """Return the JSON objects of a section's examples, in order."""
    code = "\n".join(line[4:] for line in text.split("\n") if line.startswith("    "))
    found, decoder = [], json.JSONDecoder()
    while code.strip():
        code = code.lstrip()
        one, end = decoder.raw_decode(code)
        found.append(one)
        code = code[end:]
    return found


@pytest.mark.parametrize("name", PAGES)
def test_every_path_that_is_named_is_there(name):
    named = re.findall(
        r"`((?:rules|lib|tools|tests|assets|docs)/[\w./]*)`|\]\(([\w./]+)\)", read(name)
    )
    for path, link in named:
        there = (
            os.path.join(ROOT, os.path.dirname(name), link) if link else os.path.join(ROOT, path)
        )
        assert os.path.exists(there), path or link


def test_what_comments_name_in_another_module_is_there():
    """`module.name` in a comment or a docstring; `board` is CircuitPython's."""
    texts = {}
    for folder in ("lib", "rules", "tools", "tests"):
        for path in pathlib.Path(ROOT, folder).rglob("*.py"):
            texts[path.stem] = texts.get(path.stem, "") + path.read_text(encoding="utf-8")
    for module, name in re.findall(r"`(\w+)\.(\w+)`", "".join(texts.values())):
        if module in texts and module != "board":
            made = r"(?m)(def |class |\.|^ *|import |\")%s\b" % name
            assert re.search(made, texts[module]), (module, name)


def prose(text):
    """Return the lines of a page that are neither a heading, a table's nor code."""
    fenced = re.sub(r"(?ms)^```.*?^```$", "", text)
    return [line for line in fenced.split("\n") if not line.startswith(("|", "    ", "#"))]


@pytest.mark.parametrize("name", PAGES)
def test_no_line_of_prose_is_wider_than_a_screen(name):
    lines = prose(read(name))
    assert [line for line in lines if len(line) > WIDE] == []
    assert len(lines) > 5


def test_interfaces_has_every_command():
    table = section(read("docs", "INTERFACES.md"), "## Commands: `python3 tools <command>`")
    named = re.findall(r"(?m)^\| `(\w+)` \|", table)
    from tools.__main__ import MODULES

    assert sorted(named) == sorted(MODULES)


# A field of DEFAULTS with what its comment says: name, clauses, meaning.
FIELD = re.compile(r'(?m)^    "(\w+)": .*?,  # (?:((?:[A-Z]{1,2}-\d+(?:, )?)+): )?(.+)$')
KINDS = {bool: "true or false", int: "number", str: "text", dict: "table"}


def shown(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def values_of(option):
    """Return the values of a house option, and those of each game that allows others."""
    allowed = {
        row["game"]: options.allowed(games.defaults(row["game"]), option) for row in games.GAMES
    }
    usual = allowed["CR"]  # which has no values of its own
    texts = [choices.describe(usual)] if usual else []
    texts += [
        "%s %s" % (game, choices.describe(values))
        for game, values in allowed.items()
        if values and values != usual
    ]
    return ", ".join(texts)


def test_rules_has_the_reference_of_every_field():
    """Each row of RULES' table has what the code has: type or values, default, games with another
    value, clauses and meaning; a house option is in bold. Fields without a default come first."""
    text = section(read("docs", "RULES.md"), "## The rule fields of the tile games")
    rows = [row[1:-1].split("|") for row in text.split("\n") if re.match(r"\| [*`]", row)]
    documented = {name.strip(): [cell.strip() for cell in cells] for name, *cells in rows}
    house_options = [row[0] for row in options.OPTIONS]
    source = read("rules", "tilegame", "games.py").split("DEFAULTS = {\n")[1].split("\n}\n")[0]
    fields = FIELD.findall(source)
    assert [name for name, _clauses, _meaning in fields] == list(games.DEFAULTS)
    without_default = {name for row in games.GAMES for name in row} - set(games.DEFAULTS)
    for name in sorted(without_default | {"later"}):  # `later`: see rules/family.pyi
        assert documented.pop("`%s`" % name), name

    wanted = {}
    for name, clauses, meaning in fields:
        default = games.DEFAULTS[name]
        plain = not isinstance(default, dict)
        others = [
            "%s %s" % (row["game"], shown(row[name])) if plain else row["game"]
            for row in games.GAMES
            if name in row
        ]
        key, kind = "`%s`" % name, KINDS[type(default)]
        if name in house_options:
            key, kind = "**%s**" % key, values_of(name)
        wanted[key] = [kind, shown(default) if plain else "", ", ".join(others), clauses, meaning]
    assert documented == wanted
    assert [name for name in games.DEFAULTS if name in house_options] == house_options
    ((short, values, clause),) = eight.OPTIONS
    assert "`%s` (%s; %s)" % (short, choices.describe(values), clause) in text


def test_interfaces_examples_are_answered_as_they_say():
    text = section(read("docs", "INTERFACES.md"), "## JSON lines")
    request, said = objects(section(text, "### `solve`"))
    answer = solve.answer(request)
    assert answer.keys() | {"id"} == said.keys()
    assert {key: answer[key] for key in answer if key != "ms"} == {
        key: said[key] for key in said if key not in ("ms", "id")
    }
    request, said, refused = objects(section(text, "### `referee`"))
    assert referee.answer(request) == said
    assert refused.keys() == {"legal", "clause", "why"}
    request, said = objects(section(text, "### `score`"))
    assert score.answer(request) == said


def test_the_example_of_a_record_is_a_whole_round():
    """It has each kind of part a play can have, a draw and a time."""
    text = read("docs", "RECORDS.md").split("## The head")[0]
    lines = [line[4:] for line in text.split("\n") if line.startswith("    ")]
    record = reader.Record(("\n".join(lines) + "\n").encode())
    reader.check(record)
    assert record.scores and "d" in record.moves
    parts = r"\d\+[krbo] \d-[krbo] \dx \[[krbo]\d+\] \[[krbo]{2}\d+\] @[0-9]"
    for part in parts.split():
        assert [word for word in record.moves if re.search(part, word)], part


def test_the_games_of_the_rules_are_those_of_the_catalogue():
    rows = re.findall(r"(?m)^\| ([A-Z]{2}), ([^|]+?) \| (\d).(\d) \|", read("docs", "RULES.md"))
    games = [(one, catalogue.rules_for(one)) for one in catalogue.ORDER]
    assert rows == [
        (one, rules["name"], str(rules["players_min"]), str(rules["players_max"]))
        for one, rules in games
    ]

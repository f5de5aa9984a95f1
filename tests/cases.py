"""Run tests that are written as text in tests/scenes/*.scenes, which pytest collects by itself.

    # The first screen: comments begin with #.
    played by: rounds
    HAND = k1 k2 k3

    test_rk_10_the_clock

    given: table r3 r4 r5 / k7 r7 b7; rack HAND r6
    Three tiles become a set with four keys: A*3 SELECT; sets + k1 k2 k3; presses 4
    Time is up [RK-10]:
        for $moved in no | yes
        timeout $moved; rack 2

A heading `test_...` begins a test. Below it each line that is not indented begins a case: a
sentence, a colon, steps. Steps are separated by `;` or a new line; a line indented by eight
continues the step above. The steps of the last `given` begin every case below it.
`for $board in pybadge | pajenicko_picopad` makes a case for each value; several names are separated
by commas, and so are their values (`\\,` is a comma in a value); `for $x in boards` and
`for $x in languages` take all of them. `each $x in ...` repeats the steps after it for each value,
within one case. NAME = ... abbreviates a text in the steps below.

`played by` names the module whose `play(steps, ...)` plays the cases, with the fixtures that its
parameters name; the default is scenes.py.
"""

import functools
import importlib
import inspect
import itertools
import os
import re
import tomllib
import types

import pytest


def table(names):
    """Parametrize a test with its rows in the file tests/tables/MODULE.toml.

    Under the test's name the file has either a list `rows`, or a row for each name of a case. Rows
    may lack None at their end.
    """

    def decorate(test):
        rows = tables(test.__module__)[test.__name__]
        ids = None if "rows" in rows else list(rows)
        rows = rows.get("rows") or list(rows.values())
        if "," in names:
            count = names.count(",") + 1
            rows = [row + [None] * (count - len(row)) for row in rows]
        return pytest.mark.parametrize(names, rows, ids=ids)(test)

    return decorate


@functools.cache
def tables(module):
    """Return {name of a test or a constant: its rows} of a module of tests."""
    path = os.path.join(os.path.dirname(__file__), "tables", module + ".toml")
    with open(path, "rb") as file:
        return tomllib.load(file)


class SceneFile(pytest.Module):
    """A file of scenes, which pytest reads as a module of tests."""

    def _getobj(self):
        return tests_of(self.path)


def tests_of(path):
    """Return a module with the tests of a file of scenes."""
    module = types.ModuleType(path.stem)
    module.__file__ = str(path)
    settings, tests = read(path.read_text(encoding="utf-8"))
    player = importlib.import_module(settings.get("played by", "scenes"))
    module.pytestmark = getattr(player, "pytestmark", [])
    for name, cases in tests.items():
        setattr(module, name, _test(list(cases), player.play))
    return module


def _test(cases, play):
    """Return a test with the parameter `steps`, one for each case."""
    fixtures = list(inspect.signature(play).parameters)[1:]

    @pytest.mark.parametrize("steps", [case[1] for case in cases], ids=[case[0] for case in cases])
    def test(steps, request):
        __tracebackhide__ = True
        play(steps, *map(request.getfixturevalue, fixtures))

    return test


def read(text):
    """Return (the settings at the head of a file of scenes, {heading: (sentence, steps) of each
    case})."""
    settings, tests, abbreviations, paragraphs = {}, {}, {}, []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        line = line.strip(" ")
        if not line or line.startswith("#"):
            continue
        for name, value in abbreviations.items():
            line = re.sub(r"\b%s\b" % name, lambda _: value, line)  # noqa: B023
        if indent:
            paragraphs[-1] += (" " if indent >= 8 else "; ") + line
        elif re.fullmatch(r"test_\w+", line):
            paragraphs = tests[line] = []
        elif re.match(r"[A-Z_]+ = ", line):
            name, _, abbreviations[name] = line.partition(" = ")
        elif not tests:
            name, _, settings[name] = line.partition(": ")
        else:
            paragraphs.append(line)
    return settings, {name: _cases(paragraphs) for name, paragraphs in tests.items()}


def _cases(paragraphs):
    """Yield (sentence, steps) of each case, once for each value of its `for`."""
    given = ""
    for paragraph in paragraphs:
        sentence, _, steps = squeezed(paragraph).partition(":")
        if sentence == "given":
            given = steps
            continue
        assert steps.strip(" ;"), "no steps: " + sentence
        steps = given + "; " + steps + ";"
        loops = re.findall(r"\bfor (\$\S+) in ([^;]+);", steps)
        steps_without_loops = re.sub(r"\bfor \$\S+ in [^;]+;", "", steps)
        for values in itertools.product(*[_values(loop[1]) for loop in loops]):
            case_steps, case_sentence = steps_without_loops, sentence
            for (names, _), value in zip(loops, values):
                case_steps = _with_value(case_steps, names, value)
                case_sentence += ", " + value
            yield case_sentence, case_steps


def _with_value(steps, names, value):
    """Return steps with the names of a `for` replaced by a value."""
    parts = re.split(r"(?<!\\),", value) if "," in names else [value]
    for name, part in zip(names.split(","), parts, strict=True):
        steps = steps.replace(name, part.strip(" ").replace("\\,", ","))
    return steps


def _values(text):
    """Return the values of a `for`."""
    if text.strip() == "languages":
        from conftest import ROOT

        from tools.device import wordtable

        return wordtable.languages(ROOT)
    if text.strip() == "boards":
        from screens_help import BOARDS

        return list(BOARDS)
    return [value.strip() for value in text.split("|")]


def each_step(steps, take_step):
    """Call take_step(step) for each step of a text; the message of a failure begins with its step.
    After `each $x in a | b` repeat the further steps for each value."""
    __tracebackhide__ = True
    parts = [step.strip(" \n") for step in steps.split(";")]
    for number, step in enumerate(parts):
        if step.startswith("each $"):
            names, _, values = step.removeprefix("each ").partition(" in ")
            for value in _values(values):
                each_step(_with_value("; ".join(parts[number + 1 :]), names, value), take_step)
            return
        try:
            if step:
                take_step(step)
        except AssertionError as problem:
            raise AssertionError("%s -- %s" % (step, problem)) from None


def method_of(holder):
    """Return a function that takes the step "word rest" by calling holder.word(rest)."""

    def take(step):
        word, _, rest = step.partition(" ")
        getattr(holder, word)(*[rest] if rest else [])

    return take


class Steps:
    """A player of steps: each public method of a subclass is a word of them.

    If a step ends with `-> WORDS`, they are in `self.wanted`, else that is None. checks: {word: a
    function of `self.game` whose value, or values, must equal the rest of the step}. named: {name:
    text that replaces it}.
    """

    checks = {}
    named = {}

    def __call__(self, steps):
        """Take the steps of a text."""
        __tracebackhide__ = True
        each_step(steps, self.take_step)
        return self

    def take_step(self, step):
        """Take one step."""
        word, _, rest = step.partition(" ")
        rest, arrow, wanted = rest.partition("->")
        rest, self.wanted = rest.strip(), wanted.strip() if arrow else None
        for name, text in self.named.items():
            rest = rest.replace(name, text)
        if word in self.checks:
            found = self.checks[word](self.game)
            found = found if isinstance(found, list) else [found]
            assert " ".join(map(str, found)) == rest, found
        elif not self.other_step(word, rest):
            method = getattr(self, word, None) or getattr(self, word + "_")
            method(*[rest] if rest else [])

    def other_step(self, word, rest):
        """Take a step whose word is no method. Return whether it is known."""
        return False

    def move(self, *move):
        """Make a move; if it is `wanted` to be refused, check that it changes nothing."""
        from rules_help import said

        before = self.game.pack()
        refused = said(self.game.apply(move))
        assert (refused and refused[0]) == self.wanted, refused
        assert not refused or self.game.pack() == before, "a refused move changed something"


def squeezed(text):
    """Return a text with single spaces between its words; signs of keys stay."""
    return re.sub("[ \n\xa0]+", " ", text).strip(" ")


def value_of(text):
    """Return a Python value, or the text itself."""
    if text in ("True", "False", "None"):
        return {"True": True, "False": False, "None": None}[text]
    if text[0] == "(":
        return tuple([value_of(part) for part in text[1:-1].split(",")])
    return int(text) if re.fullmatch("-?[0-9]+", text) else text

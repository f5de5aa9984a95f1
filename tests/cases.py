"""Cases written as text: a sentence, a colon, and steps with `;` between them.

    given: table r3 r4 r5 / k7 r7 b7; rack k1 k2 k3 r6
    Three tiles become a set with four keys: A*3 SELECT; sets + k1 k2 k3; presses 4
    Time is up [RK-10]: for $moved in no | yes; timeout $moved; rack 2

A line that is not indented begins a case; indented lines go on with its steps. The steps of the
last `given` begin each case below it. `for $board in pybadge | pajenicko_picopad` makes a case of
each value; several names have commas between them, and so have their values (`\\,` is a comma of a
value); `for $x in boards` and `for $x in languages` take all of them.
"""

import inspect
import itertools
import re

import pytest


def each_case(text, play, fixture="request"):
    """Return the test that calls play(steps, value of a fixture) for each case of a text."""
    cases = list(parsed(text))

    @pytest.mark.parametrize("case", [case[1] for case in cases], ids=[case[0] for case in cases])
    def test(case, request):
        play(case, request.getfixturevalue(fixture))

    return test


def parsed(text):
    """Yield (sentence, steps) of each case of a text, one for each value of its `for`."""
    given = ""
    for paragraph in re.split(r"\n(?=\S)", inspect.cleandoc(text)):
        if paragraph.startswith("#"):
            continue
        sentence, _, steps = squeezed(paragraph).partition(": ")
        if sentence == "given":
            given = steps
            continue
        assert steps.strip(), "no steps: " + sentence
        steps = given + "; " + steps
        loops = re.findall(r"\bfor (\$\S+) in ([^;]+);", steps)
        plain = re.sub(r"\bfor \$\S+ in [^;]+;", "", steps)
        for values in itertools.product(*[_values(loop[1]) for loop in loops]):
            chosen, named = plain, sentence
            for (names, _), value in zip(loops, values):
                parts = re.split(r"(?<!\\),", value) if "," in names else [value]
                for name, part in zip(names.split(","), parts, strict=True):
                    chosen = chosen.replace(name, part.strip(" ").replace("\\,", ","))
                named += ", " + value
            yield named, chosen


def _values(text):
    """The values of a `for`."""
    if text.strip() == "languages":
        from conftest import ROOT

        from tools.device import wordtable

        return wordtable.languages(ROOT)
    if text.strip() == "boards":
        from screens_help import BOARDS

        return list(BOARDS)
    return [one.strip() for one in text.split("|")]


def each_step(steps, take):
    """Call take(step) for each step of a text; a failure begins with its step."""
    __tracebackhide__ = True
    for step in steps.split(";"):
        step = step.strip(" \n")
        if step:
            try:
                take(step)
            except AssertionError as problem:
                raise AssertionError("%s -- %s" % (step, problem)) from None


def method_of(holder):
    """Return the function that takes "word rest" as holder.word(rest)."""

    def take(step):
        word, _, rest = step.partition(" ")
        getattr(holder, word)(*[rest] if rest else [])

    return take


class Steps:
    """What steps of a text are played with: each public method of a subclass is a word.

    A step may end with `-> WORDS`, which are `self.wanted` then, else None. checks: {word: a
    function of `self.game` whose value, or values, must be the rest of the step}. named: {text:
    what it stands for}.
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
        """Take a step whose word is no method; returns whether it is one."""
        return False

    def move(self, *move):
        """Make a move of the game; one that is `wanted` to be refused changes nothing."""
        from rules_help import said

        before = self.game.pack()
        refused = said(self.game.apply(move))
        assert (refused and refused[0]) == self.wanted, refused
        assert not refused or self.game.pack() == before, "a refused move changed something"


def squeezed(text):
    """A text with one space between its words; signs of keys are no spaces."""
    return re.sub("[ \n\xa0]+", " ", text).strip(" ")


def value_of(text):
    """A Python value, or the text itself."""
    if text in ("True", "False", "None"):
        return {"True": True, "False": False, "None": None}[text]
    if text[0] == "(":
        return tuple([value_of(one) for one in text[1:-1].split(",")])
    return int(text) if re.fullmatch("-?[0-9]+", text) else text

"""The table of texts: names in the source become numbers, languages fall back line by line."""

import os

import pytest

from tools.device import lint, wordtable

ENGLISH = """
[title]
go = "Go on"
keys = "{A} go  {B} back"
won = ["{0} tile", "{0} tiles"]
[options]
named = true
clock = "Clock"
jokers = "Jokers"
"""


def tree(folder, **languages):
    """A tree with these tables; returns its path as text."""
    os.makedirs(folder / "assets" / "words")
    for name, text in languages.items():
        (folder / "assets" / "words" / (name + ".toml")).write_text(text, encoding="utf-8")
    return str(folder)


@pytest.fixture
def words(tmp_path, monkeypatch):
    """pocket.words over the tables of a small tree: words(en=..., de=...)."""
    from pocket import settings, words
    from pocket.ui import sheets

    def over(**languages):
        root = tree(tmp_path, **languages)
        for name in wordtable.languages(root):
            data = wordtable.packed(root, name)
            (tmp_path / "assets" / "words" / (name + ".bin")).write_bytes(data)
        monkeypatch.setattr(sheets, "root", lambda: root)
        monkeypatch.setattr(settings, "language", "en")
        monkeypatch.setattr(settings, "trouble", "")
        monkeypatch.setattr(words, "_FITS", wordtable.numbers(wordtable.load(root))["@@"])
        words.forget()
        words.known = wordtable.numbers(wordtable.load(root))
        return words

    yield over
    words.forget()


def test_a_text_is_found_by_its_number(words):
    said = words(en=ENGLISH)
    known = said.known
    assert said.say(known["@title.go"]) == "Go on"
    assert said.say(known["@title.keys"]) == "\x0e go  \x0f back"
    assert said.count(known["@title.won"], 1) == "1 tile"
    assert said.count(known["@title.won"], 5) == "5 tiles"
    assert said.named(known["@options"], "jokers") == "Jokers"
    assert said.named(known["@options"], "joker") is None


def test_a_language_lacks_a_line_and_english_stands_in(words):
    german = '[title]\ngo = "Weiter"\nwon = ["{0} Stein", "{0} Steine"]\n'
    said = words(en=ENGLISH, de=german)
    from pocket import settings

    settings.language = "de"
    assert said.say(said.known["@title.go"]) == "Weiter"
    assert said.count(said.known["@title.won"], 2) == "2 Steine"
    assert said.say(said.known["@title.keys"]) == "\x0e go  \x0f back"
    assert said.named(said.known["@options"], "clock") == "Clock"


@pytest.mark.parametrize("harm", ["missing", "cut", "other version", "no text", "bad letters"])
def test_a_damaged_language_is_told_and_english_used(words, harm, tmp_path):
    said = words(en=ENGLISH, de='[title]\ngo = "Weiter"\n')
    from pocket import settings

    path = tmp_path / "assets" / "words" / "de.bin"
    data = path.read_bytes()
    if harm == "missing":
        path.unlink()
    elif harm == "cut":
        path.write_bytes(data[:25])
    elif harm == "other version":
        path.write_bytes(data[:4] + b"\0\0\0\0" + data[8:])
    elif harm == "no text":
        path.write_bytes(b"hello")
    else:
        path.write_bytes(data.replace(b"Weiter", b"Wei\xfcer"))
    settings.language = "de"
    assert said.say(said.known["@title.go"]) == "Go on"
    assert settings.language == "en" and settings.trouble.endswith("copy the game again.")


def test_names_in_a_source_become_numbers():
    source = 'KEYS = ("@a.b", "@a")\n# "@a.b" stays here\nx = say("@a.b", "@ home")\n'
    text = wordtable.numbered("x.py", source, {"@a.b": 7, "@a": 0})
    assert text == 'KEYS = (7, 0)\n# "@a.b" stays here\nx = say(7, "@ home")\n'
    with pytest.raises(wordtable.WordError, match="x.py, line 3: there is no text @a.b"):
        wordtable.numbered("x.py", source, {"@a": 0})


@pytest.mark.parametrize(
    "text, why",
    [
        ("[title\n", "is no table"),
        ('go = "x"\n', "outside of all sections"),
        ("[title]\ngo = 3\n", "is no text"),
        ('[title]\ngo = ["a", "b", "c"]\n', "is no text"),
    ],
)
def test_a_table_that_is_none_is_one_sentence(tmp_path, text, why):
    with pytest.raises(wordtable.WordError, match=why):
        wordtable.load(tree(tmp_path, en=text))


def test_lint_finds_missing_unused_and_strange_texts(tmp_path):
    german = '[title]\ngo = "Weiter {0}"\nold = "Alt"\nwon = "{0} Steine"\n'
    root = tree(tmp_path, en=ENGLISH, de=german)
    sources = {"lib/pocket/a.py": 'say("@title.go")\nsay("@title.gone")\nnamed("@options", x)\n'}
    found = [text for _path, _line, text in wordtable.faults(root, sources)]
    assert found == [
        "there is no text @title.gone in assets/words/en.toml",
        "nothing shows the text @title.keys",
        "nothing shows the text @title.won",
        "@title.go leaves other places open than English",
        "English has no text @title.old",
        "@title.won has another number of forms",
    ]


def test_the_lint_of_a_tree_tells_of_its_words(tmp_path):
    root = tree(tmp_path, en=ENGLISH)
    os.makedirs(tmp_path / "lib" / "pocket")
    (tmp_path / "lib" / "pocket" / "a.py").write_text('say("@title.none")\n')
    assert ("words", "there is no text @title.none in assets/words/en.toml") in [
        (item.rule, item.text) for item in lint.lint_tree(root)
    ]

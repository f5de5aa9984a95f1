"""The table of texts: names in the source become numbers, languages fall back line by line."""

import os
import re

import cases
import pytest
from build_help import program
from conftest import ROOT
from house_help import FINISHED, with_english
from pocket.app import device, draw

from tools.device import lint, wordlint, wordpack, wordtable

ENGLISH = program("English texts of a test")


def tree(folder, **languages):
    """Write a tree with these tables and return its path as text."""
    os.makedirs(folder / "assets" / "words", exist_ok=True)
    for name, text in languages.items():
        (folder / "assets" / "words" / (name + ".toml")).write_text(text, encoding="utf-8")
    return str(folder)


def write_help(folder, language, text):
    """A help text RK of a language."""
    os.makedirs(folder / "assets" / "help" / language, exist_ok=True)
    (folder / "assets" / "help" / language / "RK.txt").write_text(text, encoding="utf-8")


@pytest.fixture
def words(tmp_path, monkeypatch):
    """pocket.ui.words over the tables of a small tree: words(en=..., de=...)."""
    from pocket.app import device
    from pocket.ui import words

    def over(**languages):
        root = tree(tmp_path, **languages)
        for name in wordtable.languages(root):
            data = wordpack.pack_language(root, name)
            (tmp_path / "assets" / "words" / (name + ".bin")).write_bytes(data)
        monkeypatch.setattr(device, "root", lambda: root)
        monkeypatch.setattr(device, "language", "en")
        monkeypatch.setattr(device, "trouble", "")
        monkeypatch.setattr(words.texts, "FITS", wordtable.numbers(wordtable.load(root))["@@"])
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


def test_what_stands_for_names_lies_in_english_alone(words, tmp_path):
    said = words(en=ENGLISH, de='[options]\njokers = "Joker"\nclock = "Uhr"\n')
    from pocket.app import device

    device.language = "de"
    assert said.named(said.known["@options"], "jokers") == "Joker"
    assert said.named(said.known["@options"], "clock") == "Uhr"
    assert said.named(said.known["@options"], "length") is None
    sizes = []
    for name in ("en", "de"):
        data = (tmp_path / "assets" / "words" / (name + ".bin")).read_bytes()
        ends = data[9 + 2 * wordpack.HELP_NAMES :]
        ends = [int.from_bytes(ends[i : i + 2], "little") for i in range(0, 6, 2)]
        sizes.append([end - begin - 3 for begin, end in zip(ends, ends[1:])])
    assert sizes == [[0, 12], [0, 0]]  # no help text, two marks of two bytes


def test_a_language_lacks_a_line_and_english_stands_in(words):
    german = '[title]\ngo = "Weiter"\nwon = ["{0} Stein", "{0} Steine"]\n'
    said = words(en=ENGLISH, de=german)
    from pocket.app import device

    device.language = "de"
    assert said.say(said.known["@title.go"]) == "Weiter"
    assert said.count(said.known["@title.won"], 2) == "2 Steine"
    assert said.say(said.known["@title.keys"]) == "\x0e go  \x0f back"
    assert said.named(said.known["@options"], "clock") == "Clock"


def flipped(data, place):
    """Return the bytes with one bit changed."""
    return data[:place] + bytes((data[place] ^ 1,)) + data[place + 1 :]


def block(data, number):
    """Return where a block of a packed language begins."""
    return int.from_bytes(data[9 + 2 * number : 11 + 2 * number], "little")


TITLES = wordpack.SECTIONS + 1  # the block of the section "title"
HARMS = {
    "missing": None,
    "cut": lambda data: data[:25],
    "from another version": lambda data: data[:4] + b"\0\0\0\0" + data[8:],
    "no text": lambda data: b"hello",
    "other bytes": lambda data: data[:60] + bytes(byte ^ 1 for byte in data[60:]),
    "a section": lambda data: flipped(data, block(data, TITLES) + 12),
}
for _byte in (1, 2, 3):  # two bytes fit one of 65,536 damaged texts, which then says anything
    HARMS["byte %d of a section's checksum" % _byte] = lambda data, byte=_byte: flipped(
        data, block(data, TITLES + 1) - byte
    )


@pytest.mark.parametrize("read", [False, True], ids=["at the start", "between two texts"])
@pytest.mark.parametrize("harm", HARMS)
def test_a_damaged_language_is_told_and_english_used(words, harm, read, tmp_path):
    said = words(en=ENGLISH, de='[language]\nname = "Deutsch"\n[title]\ngo = "Weiter"\n')
    from pocket.app import device

    path = tmp_path / "assets" / "words" / "de.bin"
    device.language = "de"
    if read:
        assert said.say(said.known["@title.go"]) == "Weiter"
        said.forget()
    data = path.read_bytes()
    path.unlink()
    if HARMS[harm]:
        path.write_bytes(HARMS[harm](data))
    assert said.say(said.known["@title.go"]) == "Go on"
    told = device.trouble
    assert device.language == "en" and told.endswith("copy the game again.")
    assert " section" not in harm or "words/de.bin are damaged" in told


def test_english_that_is_damaged_is_an_error(words, tmp_path):
    said = words(en=ENGLISH)
    (tmp_path / "assets" / "words" / "en.bin").unlink()
    with pytest.raises(device.AssetError, match="words/en.bin are missing: copy the game again"):
        said.say(said.known["@title.go"])


# -- help ------------------------------------------------------------------------------------------

RULES = "# Name\nFirst {A} {jokers}.\n= r1 r2 r3\n*RK-1 Ours.\n# Second\nText.\n@hint Do it\n"


def lines_of(name):
    """Return a help text as the board reads it."""
    from pocket.ui import book

    said = book.Pages(name)
    found = []
    while said.next():
        found.append((said.kind, said.text))
    return found


def test_help_is_packed_and_read_line_by_line(words, tmp_path):
    write_help(tmp_path, "en", RULES)
    words(en=ENGLISH)
    assert lines_of("RK") == [
        (wordpack.TITLE, "Name"),
        (wordpack.TEXT, "First \x0e {jokers}."),
        (wordpack.PICTURE, "r1 r2 r3"),
        (wordpack.RULING, "Ours."),
        (wordpack.TITLE, "Second"),
        (wordpack.TEXT, "Text."),
        (wordpack.ORDER, "hint Do it"),
    ]
    with pytest.raises(device.AssetError, match="There is no help text XX"):
        lines_of("XX")


@pytest.mark.parametrize(
    "own, titles",
    [
        (None, ["Name", "Second"]),
        ("# Titel\nErst {A} {jokers}.\n= r1 r2 r3\n*RK-1 Wir.\n", ["Titel", "Second"]),
        ("#\n# Zweite\nText.\n@hint Los\n", ["Name", "Zweite"]),
    ],
)
def test_a_page_that_a_language_lacks_is_in_english(words, tmp_path, own, titles):
    write_help(tmp_path, "en", RULES)
    if own:
        write_help(tmp_path, "de", own)
    words(en=ENGLISH, de='[title]\ngo = "Weiter"\n')
    device.language = "de"
    assert [text for kind, text in lines_of("RK") if kind == wordpack.TITLE] == titles


def test_help_that_is_damaged_is_told_and_english_used(words, tmp_path):
    write_help(tmp_path, "en", RULES)
    write_help(tmp_path, "de", RULES.replace("Name", "Titel"))
    words(en=ENGLISH, de='[title]\ngo = "Weiter"\n')
    from pocket.app import device

    path = tmp_path / "assets" / "words" / "de.bin"
    data = path.read_bytes()
    path.write_bytes(data[:-9] + bytes(byte ^ 1 for byte in data[-9:]))  # its last block
    device.language = "de"
    assert lines_of("RK")[0] == (wordpack.TITLE, "Name")
    assert device.trouble == "The texts words/de.bin are damaged: copy the game again."


@pytest.mark.parametrize(
    "own, why",
    [
        ("# Titel\nNur das.\n", "page 1 does not match the English line for line ("),
        (RULES.replace("r1 r2 r3", "r1 r2 r4"), "must stay as it is in English, 'r1 r2 r3'"),
        (RULES.replace("RK-1", "RK-2"), "must stay as it is in English"),
        (RULES.replace("{jokers}", "zwei"), "must stay as it is in English"),
        (RULES + "# Mehr\nText.\n", "has more pages than the English text"),
        (RULES.replace("{A}", "{B}"), "names different keys from the English: First {B} {jokers}."),
        (RULES.replace("First", "Først"), "RK.txt, page 1: no letter ø (LATIN of "),
    ],
)
def test_lint_finds_help_out_of_step(tmp_path, own, why):
    write_help(tmp_path, "en", RULES)
    write_help(tmp_path, "de", own)
    root = tree(tmp_path, en=ENGLISH, de='[language]\nname = "Deutsch"\n')
    found = [text for text in wordlint.help_faults(root, "de")]
    assert len(found) == 1 and why in found[0]


def test_lint_names_the_letters_that_no_board_shows_and_the_texts_that_have_them(tmp_path):
    pages = "# One\nA.\n\n# Two\nB.\n"
    write_help(tmp_path, "en", pages)
    write_help(tmp_path, "da", pages.replace("B", "Bø"))
    danish = '[language]\nname = "Dansk"\n[title]\ngo = "Gå på, é"\n'
    root = tree(tmp_path, en='[language]\nname = "E"\n[title]\ngo = "Go"\n', da=danish)
    sources = {"lib/pocket/a.py": "say(texts.LANGUAGE_NAME, texts.TITLE_GO)\n"}
    assert wordlint.find_faults(root, sources) == [
        ("assets/words/da.toml", 1, "@title.go: no letter å (LATIN of tools/art/letters.py)"),
        ("assets/help/da", 1, "RK.txt, page 2: no letter ø (LATIN of tools/art/letters.py)"),
    ]


# -- notices and refusals --------------------------------------------------------------------------

TOLD = (
    ENGLISH
    + """
[refused]
loose = "Left over: {0}."
few = "{0} of {1} points."
[saves]
full = "no room on the drive."
not_saved = "Not saved: {0}"
"""
)


@pytest.mark.parametrize(
    "notice, said",
    [
        (("@refused.loose", bytes((17, 12, 52, 60))), "Left over: \x025 \x0113 \x05 \x05."),
        (("@refused.few", 12, 30), "12 of 30 points."),
        (("@saves.not_saved", ("@saves.full", 28)), "Not saved: no room on the drive."),
        ("Words already.", "Words already."),
    ],
)
def test_a_notice_is_told_with_its_values(words, notice, said):
    over = words(en=TOLD)
    known = over.known

    def numbered(value):
        if not isinstance(value, tuple):
            return value
        return (known[value[0]],) + tuple(numbered(part) for part in value[1:])

    assert over.notice_text(numbered(notice)) == said


def test_lint_finds_english_in_screens_and_in_rules_and_reasons_out_of_step():
    table = {"refused": {"left": "{0} left.", "old": "Old."}}
    sources = {
        "lib/pocket/screens/new.py": 'say("Press a key")\nname = "not_a_text"\n',
        "rules/errors.py": "(\n    LEFT,\n    NEW,\n) = range(2)\n",
        "rules/tilegame/referee.py": 'a = errors.LEFT, 3\nb = "That is forbidden."\n'
        'raise RulesError("A fault of a program.")\n',
        "lib/pocket/heap/lessonheap.py": 'why = "Lesson", self.hint\n',
    }
    assert [text for _path, _line, text in wordlint.literal_faults(sources, table)] == [
        "this text belongs in the tables: Press a key",
        "this text belongs in the tables: That is forbidden.",
        "[refused] must list the reasons in rules/errors.py, in the same order",
        "no rule gives the reason NEW",
    ]


# -- room ------------------------------------------------------------------------------------------


@cases.table("room, text, fits")
def test_lint_finds_texts_that_are_too_long(room, text, fits):
    table = {"a": {"rooms": {"b*": room}, "by": text, "long": "very long " * 9}}
    found = wordlint.find_overlong(table, table)
    assert (found == []) is fits, found


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_a_strict_referee_s_question_fits_its_box(language):
    """On the smallest display it has six lines."""
    table = with_english(ROOT, language)
    asked = wordtable.put_signs(table["play"]["ask_wrong"])
    font = draw.Letters("body11x11.bmp")
    for text in table["refused"].values():
        if isinstance(text, str):
            said = asked.replace("{0}", text.format("r13 b13 k13 o13 *", 30)).replace("{1}", "3")
            assert len(draw.wrap(said, 128 - 24, font)) <= 6, said


@pytest.mark.parametrize("language", FINISHED)
def test_a_finished_language_lacks_nothing(language):
    lacks = wordpack.find_untranslated(ROOT, language)
    assert not lacks, "still in English: " + ", ".join(lacks)


def test_a_language_that_grows_says_the_rest_in_english(words):
    over = words(en=ENGLISH, xx='[language]\nname = "X"\n[title]\ngo = "Los"\n')
    device.language = "xx"
    texts = with_english(device.root(), "xx")
    assert list(texts) == list(wordtable.load(device.root()))
    for name in ("title.go", "title.keys", "options.clock"):
        section, key = name.split(".")
        assert over.say(over.known["@" + name]) == wordtable.put_signs(texts[section][key])
    assert (texts["title"]["go"], texts["options"]["clock"]) == ("Los", "Clock")


@pytest.mark.parametrize(
    "texts",
    [
        ("",),
        ("a",),
        ("", "b", "ab", "ba", "aab"),
        tuple("abcdefghijklmnop" * 9),
        ("aaaaaaaaaaaa", "\u201e\u00e7ok\u201c \u00e7ok", "\u011f\u011f\u011f\u011f\u011f"),
        tuple("%d tiles of %d, \u201e\u00e7ok\u201c %d." % (i, i * 13, i * 29) for i in range(400)),
    ],
)
def test_a_board_reads_every_text_that_is_coded_by_pairs(words, texts):
    said = words(en=ENGLISH)
    said._blocks[wordpack.PAIRS], coded = wordpack._compress(texts)
    assert len(said._blocks[wordpack.PAIRS]) <= 257
    assert [said.decoded(b"?" + data, 1, 1 + len(data)) for data in coded] == list(texts)
    assert len(texts) < 400 or sum(map(len, coded)) < sum(map(len, texts)) // 2


def test_a_language_of_too_many_letters_is_one_sentence():
    with pytest.raises(wordtable.WordError, match="too many different letters"):
        wordpack._compress(("".join(chr(0x100 + i) for i in range(129)),))


def test_no_line_begins_with_a_question_mark():
    said = wordtable.put_signs("Les deux « tuiles » vont ici : où ? {0} ; {A} !")
    assert said == "Les deux «\u00a0tuiles\u00a0» vont ici\u00a0: où\u00a0? {0}\u00a0; \x0e\u00a0!"
    font = draw.Letters("body11x11.bmp")
    for width in range(50, 120):
        for line in draw.wrap(said, width, font):
            assert line[:1] not in "?!:;»" and line[-1:] != "«"


def test_names_of_texts_are_constants_that_the_program_asks_for():
    known = wordtable.constants({"a_b": {"c": "C", "d": ("1", "{0}")}, "e": {"f": "F"}})
    fits = known.pop("FITS")
    assert known == {"A_B": 0, "A_B_C": 0, "A_B_D": 1, "E": 256, "E_F": 256} and fits
    assert wordtable.used_constants("x = say(texts.A_B)\n\ny = words.B\n") == {"A_B": 1}
    with pytest.raises(wordtable.WordError, match="the same name"):
        wordtable.constants({"a": {"b_c": "1"}, "a_b": {"c": "2"}})


@cases.table("text, why")
def test_a_table_that_is_none_is_one_sentence(tmp_path, text, why):
    with pytest.raises(wordtable.WordError, match=why):
        wordtable.load(tree(tmp_path, en=text))


def test_lint_finds_missing_unused_and_strange_texts(tmp_path):
    german = '[language]\nname = "D"\n[title]\ngo = "Weiter {0}"\nold = "Alt"\nwon = "{0} Steine"\n'
    german += 'keys = "{A} los  {START} zurück"\n'
    root = tree(tmp_path, en=ENGLISH, de=german)
    sources = {
        "lib/pocket/a.py": "say(texts.LANGUAGE_NAME, texts.TITLE_GO)\n"
        "say(texts.TITLE_GONE, '@title.won')\n"
        "named(texts.OPTIONS, x)\n"
    }
    found = [text for _path, _line, text in wordlint.find_faults(root, sources)]
    assert found == [
        "write texts.TITLE_WON, not @title.won",
        "texts.TITLE_GONE is not defined in assets/words/en.toml",
        "the text @title.keys is never used",
        "the text @title.won is never used",
        "@title.go has other placeholders than the English text",
        "English has no text @title.old",
        "@title.won has a different number of forms",
        "@title.keys names different keys from the English",
    ]


def test_the_lint_of_a_tree_tells_of_its_words(tmp_path):
    root = tree(tmp_path, en=ENGLISH)
    os.makedirs(tmp_path / "lib" / "pocket")
    (tmp_path / "lib" / "pocket" / "a.py").write_text("say(texts.TITLE_NONE)\n")
    assert ("words", "texts.TITLE_NONE is not defined in assets/words/en.toml") in [
        (item.rule, item.text) for item in lint.lint_tree(root)
    ]


def test_no_text_leaves_it_to_the_reader_whether_it_is_one_or_more():
    """The rules said "1 Spiel(e)", "3 round(s)"."""
    for folder, _, files in os.walk(os.path.join(ROOT, "assets")):
        for name in files:
            if name.endswith((".toml", ".txt")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    assert not re.findall(r"\w+\(\w{1,3}\)", file.read()), name


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
def test_no_letter_of_a_turn_s_keys_touches_one(language):
    texts = with_english(ROOT, language)["play"]
    for key, text in wordtable.text_items(texts):
        for form in wordtable.forms(text):
            assert not re.search(r"\{(A|B|START|SELECT)\}\w|\w\{(A|B|START|SELECT)\}", form), key
    assert re.search(r"\w  \{B\} \w", texts["yes_no"])

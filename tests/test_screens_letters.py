"""The letters of text rooms: those of all languages, their measures, the keys' own names."""

from types import SimpleNamespace

import displayio
import pytest
from house_help import with_english
from pocket.app import device, draw
from pocket.hardware import powerup, sizes
from pocket.ui import book, ground, pictures, words
from screens_help import (
    BOARDS,
    NARROW,
    PanelApp,
    choose,
    handheld,
    inked,
    no_bitmap_higher,
    page,
    paper,
    screen,
    show,
    speak,
)

from rules import catalogue
from tools.art import letters as drawing
from tools.device import wordlint, wordpack, wordtable
from tools.place import ROOT
from tools.sim import standins

pytestmark = pytest.mark.usefixtures("sheets")
WORDS = (
    "Größe Äpfel Öl Übung süß",
    "déjà où çà être Noël Æsop œuf naïf aigüe ÀÂÇÈÉÊËÎÏÔŒÙÛ\u00a0?",
    "¿Qué? ¡Ñandú! pingüino áéíóú",
    "één coördinatie IJ ij",
    "não ações àquele pêssego Ãgua Õ",
    "çok ığdır İstanbul şişe Ğ öğüt",
)


def ink(art):
    """Return the pixels of a drawing's ink, {(x, y)}."""
    return {(i % art.w, i // art.w) for i, dot in enumerate(art.px) if dot}


SIZES = [tuple(map(int, row[1].split("x"))) for row in drawing.SHEETS if row[0] == "body"]


@pytest.mark.parametrize("size", SIZES)
def test_a_minus_stands_by_its_number_not_by_the_word_before(size):
    font = draw.Letters("body%dx%d.bmp" % size)
    wide = font.measure(": -306")
    line = displayio.Bitmap(wide, font.height, 2)
    font.write(line, 0, 0, ": -306")
    inked = [any(line[x, y] for y in range(font.height)) for x in range(wide)]
    colon = inked.index(True)
    minus = inked.index(True, inked.index(False, colon))
    behind = inked.index(False, minus)
    assert inked.index(True, behind) - behind < minus - colon - 1


@pytest.mark.parametrize("size", SIZES)
def test_every_language_has_its_letters(size):
    font = draw.Letters("body%dx%d.bmp" % size)
    font.get_glyph(ord("?"))
    unknown = font.bitmap, font.tile_index, font.width
    for line in WORDS:
        for letter in line:
            glyph = font.get_glyph(ord(letter))
            same = (glyph.bitmap, glyph.tile_index, glyph.width) == unknown
            assert same is (letter == "?"), letter
            assert bool(inked(font, letter)) is (letter not in " \u00a0"), letter
    font.get_glyph(0x4E00)  # no letter of ours
    assert (font.bitmap, font.tile_index, font.width) == unknown


@pytest.mark.parametrize(
    "kind, size, face, _cap, high, below", [row for row in drawing.SHEETS if row[0] == "head"]
)
def test_headings_show_the_face_they_were_drawn_from(kind, size, face, _cap, high, below):
    shapes = drawing.read(face)
    size = tuple(map(int, size.split("x")))
    for letter in "AagyW%1" + drawing.LATIN:
        art, step = drawing.draw_glyph(shapes, letter, high, below)
        shown = ground.heading_bitmap(SimpleNamespace(head_size=size, unit=(4, 4)), letter)
        assert shown.width == step
        for y in range(high):
            row = art.px[y * art.w : y * art.w + min(step, art.w)]
            assert [shown[x, y] for x in range(len(row))] == list(row)


@pytest.mark.parametrize(
    "kind, size, face, _cap, high, below", [row for row in drawing.SHEETS if row[0] == "body"]
)
def test_the_sheet_shows_the_face_it_was_drawn_from(kind, size, face, _cap, high, below):
    font = draw.Letters("body%s.bmp" % size)
    shapes = drawing.read(face)
    for letter in "AagyW%1" + drawing.LATIN:
        art, step = drawing.draw_glyph(shapes, letter, high, below)
        glyph = font.get_glyph(ord(letter))
        assert (glyph.width, glyph.shift_x, glyph.dy) == (art.w, step, -below)
        assert inked(font, letter) == ink(art), letter


@pytest.mark.parametrize("size", SIZES)
def test_an_i_without_a_dot_stands_where_that_with_one_stands(size):
    font = draw.Letters("body%dx%d.bmp" % size)
    dotted, plain = (inked(font, letter) for letter in "iı")
    rows = {y for _x, y in dotted}
    gap = next(y for y in range(min(rows), font.height) if y not in rows)
    assert plain == {(x, y) for x, y in dotted if y > gap}


@pytest.mark.parametrize("sheet", ["body18x18.bmp", "head20x20.bmp", "body11x11.bmp"])
def test_caps_of_keys_stand_in_the_middle_of_their_line_and_a_plus_by_itself(sheet):
    font = draw.Letters(sheet)
    letter, cap = ({y for _x, y in inked(font, one)} for one in ("H", draw.KEY_A))
    assert abs(min(letter) + max(letter) - min(cap) - max(cap)) <= 1
    room = font.get_glyph(ord("+")).shift_x - max(x for x, _y in inked(font, "+"))
    assert all(room + min(x for x, _y in inked(font, number)) > 1 for number in "123456789")


def test_the_device_and_the_drawing_program_agree_on_the_characters():
    assert draw.LATIN == drawing.LATIN
    assert powerup.NAMES == drawing.NAMES
    for width, height in ((128, 128), (160, 128), (240, 240), (320, 240)):
        art = sizes.make_art(width, height)
        for kind, size in (("body", art.body_size), ("head", art.head_size)):
            assert (kind, "%dx%d" % size) in [row[:2] for row in drawing.SHEETS]


def test_the_sheets_are_what_the_drawing_program_draws():
    for name, data in drawing.sheets().items():
        with open(device.asset(name), "rb") as file:
            assert file.read() == data, name


def test_lines_stand_two_pixels_apart():
    for kind, _size, face, _cap, high, below in drawing.SHEETS:
        shapes = drawing.read(face)
        tall = max(shapes[letter][2] for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZbdfhklt")
        deep = max(len(shapes[letter][0]) - shapes[letter][2] for letter in "gjpqy")
        assert high - tall - deep >= 2, (kind, face)
        assert deep <= below


@pytest.mark.parametrize("code", [ord(sign) for sign in "\x01\x02\x03\x04\x1a\x1d\x1e\x7f"])
def test_marks_and_shapes_in_a_line_are_not_lopsided(code):
    for kind, _size, _face, _cap, high, below in drawing.SHEETS:
        if kind == "body":
            art, _step = drawing.draw_sign(code, high, below)
            dots = ink(art)
            ends = min(x for x, _ in dots) + max(x for x, _ in dots)
            assert dots == {(ends - x, y) for x, y in dots}, (code, high)


def test_a_key_has_the_name_the_board_gives_it():
    plain = draw.Letters("body11x11.bmp")
    named = draw.Letters("body11x11.bmp")
    powerup._take_caps(named, {draw.KEY_START: "Y", draw.KEY_SELECT: "X"}, (11, 11))
    start = ord(draw.KEY_START)
    assert named.get_glyph(start).shift_x < plain.get_glyph(start).shift_x
    for sign, letter in ((draw.KEY_START, "Y"), (draw.KEY_SELECT, "X")):
        glyph = named.get_glyph(ord(sign))
        art, step = drawing.draw_cap(letter, None, 11, 2, 6)
        assert inked(named, sign) == ink(art) and glyph.shift_x == step
    assert plain.get_glyph(ord("A")).tile_index == named.get_glyph(ord("A")).tile_index


def test_a_keyboard_s_keys_are_named_and_what_stands_on_a_cap_can_be_typed(tmp_path):
    with handheld(tmp_path, "lilygo_tdeck", blind=False) as sim:
        font = sim.app.art.letters
        face = drawing.read("narrow")
        for sign, word in ((draw.KEY_START, "ENT"), (draw.KEY_SELECT, "SPC")):
            glyph = font.get_glyph(ord(sign))
            art, step = drawing.draw_cap(word, face, 18, 3, len(face["H"][0]))
            assert inked(font, sign) == ink(art) and glyph.shift_x == step
        for letter, there in (
            ("c", "gamecards"),
            ("b", "title"),
            ("C", "gamecards"),
            ("B", "title"),
        ):
            if sim.app.screen.list:
                sim.app.screen.list.chosen = 0  # Play
            standins.I2C.typed.append(ord(letter))
            sim.wait(300)
            assert screen(sim) == there
        sim.press("A", "A", rest=2000)
        sim.press("A", rest=2000)
        sim.press("B", "B")
        assert "Hold M for the menu." in sim.app.screen.message
        standins.I2C.typed.append(ord("m"))
        sim.wait(300)
        assert screen(sim) == "pause"


@pytest.mark.parametrize("size", SIZES)
def test_a_held_start_that_stands_for_select_is_its_cap_with_a_bar(size):
    font = draw.Letters("body%dx%d.bmp" % size)
    powerup._take_caps(font, {draw.KEY_START: "Z", draw.KEY_SELECT: "Z"}, size)
    keys = (draw.KEY_START, draw.KEY_SELECT)
    start, held = (inked(font, key) for key in keys)
    step, wide = (font.get_glyph(ord(key)).shift_x for key in keys)
    right = max(x for x, _ in start)
    bar = held - start
    assert start < held and wide == step + 4 == font.measure(draw.KEY_SELECT)
    assert {x for x, _ in bar} == set(range(right + 1, right + 5)) and len(bar) == 8


def test_a_board_without_select_names_no_key_that_it_lacks(tmp_path):
    with handheld(tmp_path, "deshipu_ugame_s3") as sim:
        caps = sim.app.art.letters.caps
        assert set(caps) == {ord(sign) for sign in draw.KEY_A + draw.KEY_B + draw.KEY_START} | {
            ord(draw.KEY_SELECT)
        }
        choose(sim, "Your buttons")
        assert draw.KEY_START + " held: " + draw.KEY_SELECT in page(sim)


def test_text_is_wrapped_at_blanks_and_fits():
    font = draw.Letters("body11x11.bmp")
    text = "Take the top card of the discard pile or of the draw pile.\nThen one more."
    for width in (60, 100, 140):
        lines = draw.wrap(text, width, font)
        assert " ".join(lines) == text.replace("\n", " ")
        assert all(font.measure(line) <= width for line in lines)
        for line, after in zip(lines, lines[1:]):
            if after != "Then" and not after.startswith("Then"):
                assert font.measure(line + " " + after.split(" ")[0]) > width
    assert draw.wrap("W" * 30, 60, font)[0] == "W" * (60 // font.measure("W"))


def test_a_label_of_the_library_shows_the_letters():
    from adafruit_display_text import bitmap_label

    font = draw.Letters("body11x11.bmp")
    label = bitmap_label.Label(font, text="Il\nW", line_spacing=1.0)
    assert label.bounding_box[2] >= font.measure("Il")
    assert label.bitmap.height == 22
    wide = font.get_glyph(ord("W"))
    left = wide.tile_index * wide.width
    for x in range(wide.width):
        for y in range(11):
            assert label.bitmap[x, 11 + y] == wide.bitmap[left + x, y]


def test_a_sheet_that_is_cut_short_is_one_sentence(tmp_path, monkeypatch):
    from pocket.app import device  # as it is loaded now

    with open(device.asset("body11x11.bmp"), "rb") as file:
        whole = file.read()
    (tmp_path / "assets").mkdir()
    monkeypatch.setattr(device, "root", lambda: str(tmp_path))
    with pytest.raises(device.AssetError, match="body11x11.bmp is missing"):
        draw.Letters("body11x11.bmp")
    with open(tmp_path / "assets" / "body11x11.bmp", "wb") as file:
        file.write(whole[:90])
    with pytest.raises(device.AssetError, match="body11x11.bmp is"):
        draw.Letters("body11x11.bmp")


@pytest.mark.parametrize("board", BOARDS)
def test_every_button_of_the_board_says_what_it_does(sim):
    show(sim, "menus.buttons", rest=60)
    said = set()
    for button in ("UP", "DOWN", "LEFT", "RIGHT", "START", "SELECT", "B", "A"):
        if button not in sim.buttons:
            continue
        sim.press(button)
        panel = sim.app.screen.panel
        said.add([item[3] for item in panel.shown_texts if item[0] == panel.lines - 4][0])
    assert len(said) == len(set(sim.buttons))
    sim.press("A", "B", "B", rest=60)
    assert type(sim.app.screen).__module__.endswith("title")


@pytest.mark.parametrize("size", [(128, 128), (160, 128), (240, 240), (320, 240)])
def test_pictures_lie_alike_on_their_cloth_in_whatever_row(size):
    panel = paper(*size)
    tall = panel.app.art.large[1]
    margins = set()
    for row in range(2, panel.lines - 4):
        rows = pictures.rows_for(panel, tall, row)
        pictures.show(panel, row, rows, "r1 r2 r3", "tiles")
        cloth, shown = panel.pictures
        above = shown.y - cloth.y
        margins.add((rows, above, cloth.height - tall - above))
        panel.drop_tiles()
    ((_, above, below),) = margins
    assert above >= 2 and below >= 2 and abs(above - below) <= 1


def test_a_band_is_no_higher_than_its_lines_are_apart():
    panel = paper(320, 240)
    for pitch in (16, 18, 19, 20, 30):
        _hand, band = panel.pointer(80, pitch)
        assert band.height == min(pitch, panel.pitch + 2)
        assert panel.band_offset == (panel.pitch - band.height) // 2


def test_a_paragraph_needs_no_piece_of_memory_for_more_than_a_line(monkeypatch):
    """On PicoPad 2.7 KB were refused behind a turn of a lesson, of 33 KB that were free."""
    panel = paper(320, 240)
    no_bitmap_higher(monkeypatch, panel.font.height)
    panel.lay(2, ["one line", "and another"])
    (shown,) = [item for item in panel.shown_texts if item[0] == 2]
    assert shown[1] == 2 and shown[3] == "one line\nand another"
    assert [shown[2].y + strip.y for strip in shown[2]] == [panel.row_y(2), panel.row_y(3)]
    panel.clear()
    assert shown[2] not in panel.group
    assert not [item for item in panel.shown_texts if item[0] in (2, 3)]


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
@pytest.mark.parametrize("size", [(128, 128), (160, 128), (240, 240), (320, 240)])
def test_game_and_round_fit_the_head_line(size, language):
    app = PanelApp(*size)
    words.speak(app, language)
    for game in catalogue.ORDER:
        for lesson in (None, "RK"):
            running = {"rules": {"name": catalogue.title(game)}, "round": 9, "ends": 0}
            app.session = SimpleNamespace(lesson=lesson, game=SimpleNamespace(**running))
            said = words.heading(app)
            assert app.art.letters.measure(said) <= app.w - 10, said
            assert catalogue.title(game) in said
    words.speak(app, "en")


def test_capitals_of_small_letters_begin_as_far_from_the_letter_before():
    """Some began a pixel later: "RO SA"; lines of a list began at two columns."""
    font = paper(128, 128).font
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        strip = displayio.Bitmap(12, font.height, 2)
        font.write(strip, 0, 0, letter)
        assert any(strip[1, y] for y in range(strip.height)), letter


@pytest.mark.parametrize("size", [(128, 128), (160, 128), (240, 240), (320, 240)])
def test_a_capital_keeps_its_accent_in_the_head_line(size):
    """And stands as high as others do."""
    panel = paper(*size)
    panel.title("Index")
    y = panel.shown_texts[-1][2].y
    for text in ("Öneriler", "Índice", "İpuçları"):
        panel.title(text)
        shown = panel.shown_texts[-1][2]
        strip = shown.bitmap
        inked = [y for y in range(strip.height) for x in range(strip.width) if strip[x, y]]
        assert shown.y + min(inked) >= 0 and shown.y == y, text


@pytest.mark.long
@pytest.mark.parametrize("size", [(128, 128), (240, 240)])
def test_no_heading_lies_under_the_number_beside_it(size):
    """Of the longest pages of help of all languages, the card of a game, a name that wins."""
    panel = paper(*size)
    pages = set()
    titles = [(catalogue.title(game_id), "5/5") for game_id in catalogue.ORDER]
    for language in wordtable.languages(ROOT):
        wins = with_english(ROOT, language)["score"]["wins"][0].replace("{1}", "WWWWWWW")
        titles.append((wins, draw.UP))
        for name in wordpack.help_names(ROOT, language):
            for said in wordpack.pages(wordpack.complete_help_text(ROOT, language, name)):
                pages.add(said[0][1])
    longest = sorted(pages, key=panel.small.measure)[-60:]
    for title, number in titles + [(title, "44/44") for title in longest]:
        panel.title(title, number)
        shown, beside = [item[2] for item in panel.shown_texts if item[0] == 0]
        bitmap = getattr(shown, "bitmap", None)
        wide = bitmap.width if isinstance(bitmap, displayio.Bitmap) else panel.small.measure(title)
        assert shown.x + wide <= beside.x, title


def test_small_letters_that_stand_side_by_side_do_not_touch():
    """Or "learn" reads "leam"."""
    font = draw.Letters("body%dx%d.bmp" % SIZES[0])
    plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZäöüßıçşñ"
    shapes = {letter: inked(font, letter) for letter in plain}
    for left in plain:
        step = font.measure(left)
        beside = {(x + 1 - step, y) for x, y in shapes[left]}
        for right in plain:
            assert not beside & shapes[right], left + right


@pytest.mark.parametrize("language", wordtable.languages(ROOT))
@pytest.mark.parametrize("size", [(128, 128), (240, 240)])
def test_no_parts_of_a_line_of_keys_touch_each_other_or_the_edge(language, size):
    """Of each line of keys of a language: a blank column between a key and its word, between that
    and the next key, and at either edge of the display."""
    panel = paper(*size)
    full, table = wordtable.load(ROOT), with_english(ROOT, language)
    lines = 0
    for section, texts in full.items():
        for key, _text in wordtable.text_items(texts):
            for _lines, room, values in wordlint.rooms_of(texts, key):
                if room != "foot" or key not in table.get(section, {}):
                    continue
                for form in wordtable.forms(table[section][key]):
                    text = wordlint._fill(form, values, table[section])
                    panel.keys(text)
                    label = panel.shown_texts[-1][2]
                    _apart(panel._spread(text), (section, key))
                    bitmap = label[0].bitmap
                    columns = range(bitmap.width)
                    left = label.x + next(x for x in columns if _inked(bitmap, x))
                    right = label.x + next(x for x in reversed(columns) if _inked(bitmap, x))
                    assert left >= 1 and right <= size[0] - 2, (section, key, left, right)
                    lines += 1
    assert lines > 30


def _apart(text, name):
    """Keys stand beside a blank or another key."""
    keys = [draw.LEFT <= letter <= draw.KEY_SELECT for letter in text]
    for i in range(1, len(text)):
        if keys[i] != keys[i - 1]:
            assert " " in text[i - 1 : i + 1], (name, text)


def _inked(bitmap, x):
    return any(bitmap[x, y] for y in range(bitmap.height))


@pytest.mark.parametrize("board", NARROW)
def test_in_a_line_of_keys_two_blanks_part_them_in_every_language(sim):
    """One, and a cap touches the word before it."""
    panel = sim.app.screen.panel
    signs = tuple(map(chr, range(ord(draw.LEFT), ord(draw.KEY_SELECT) + 1)))
    for language in wordtable.languages(ROOT):
        for section, texts in with_english(ROOT, language).items():
            for key, text in texts.items():
                if key.startswith("keys") and isinstance(text, str):
                    name = "W8" if key == "keys_drop" else "ANNABEL"  # as wide as a card
                    if key == "keys_take":
                        name = max(texts["pile"], texts["open"], key=len)
                    line = panel._spread(wordtable.put_signs(text).replace("{0}", name))
                    before = {line[i - 2] for i in range(2, len(line)) if line[i] in signs}
                    assert not before - {" ", *signs}, (language, section, key, line)


@pytest.mark.parametrize("face", sorted({row[2] for row in drawing.SHEETS}))
def test_a_letter_within_words_keeps_no_more_room_before_it_than_its_neighbours(face):
    shapes = drawing.read(face)
    for letter in "ßäöüéñşğ":
        assert shapes[letter][1] <= shapes["b"][1], letter
    for letter in "„“”":
        assert len(shapes[letter][0]) >= 3, letter  # two rows of dots are no quotation mark


@pytest.mark.parametrize("board", NARROW)
def test_the_longest_value_of_a_form_lies_on_its_band_and_that_on_the_paper(sim):
    show(sim, "menus.settingsmenu")
    panel, shown = sim.app.screen.panel, sim.app.screen.list
    names = [wordtable.load(ROOT, one)["language"]["name"] for one in wordtable.languages(ROOT)]
    longest = max(shown.font.measure(name) for name in names)
    end = shown.band.x + shown.band.width * getattr(shown.band, "tile_width", 1)
    assert shown.end + longest <= end <= sim.app.w - panel.unit // 2


@pytest.mark.parametrize("board", NARROW)
def test_no_name_in_a_set_up_lies_below_its_value(sim):
    for language in wordtable.languages(ROOT):
        speak(language)
        for game in catalogue.ORDER:
            show(sim, "menus.gamesetup", game, rest=60)
            shown = sim.app.screen.list
            for i in range(shown.count):
                end = shown.left + shown.font.measure(shown.text(i))
                assert not shown.value(i) or end < shown.end, (language, shown.text(i))


@pytest.mark.parametrize("pieces, text", (("tiles", "r4 r5 * | k9 r9 b9*"), ("cards", "r^1 b#2 *")))
def test_a_page_does_without_its_picture_where_memory_has_no_piece_for_it(
    monkeypatch, pieces, text
):
    """The rules over a game on PicoPad: 4,408 bytes were not there, and the game failed."""
    panel = paper(320, 240)
    monkeypatch.setattr(panel.app.art, "shown", None)

    def scarce(_kind):
        raise MemoryError

    monkeypatch.setattr(panel.app.art, "sheet", scarce)
    pictures.read(panel, pieces)
    pictures.show(panel, 2, 4, text, pieces)
    panel.say(7, 2, "Three tiles and more.")
    assert panel.shown_texts[-1][3] == "Three tiles and more."


@pytest.mark.parametrize("pieces, kind", (("tiles", draw.BIG), ("cards", draw.CARDS)))
def test_pages_read_their_pictures_pieces_before_the_first_is_shown(monkeypatch, pieces, kind):
    """Pages later, in small pieces, memory has no room for them."""
    panel = paper(320, 240)
    monkeypatch.setattr(panel.app.art, "shown", None)
    book.Book([], {}, panel, pieces)
    assert panel.app.art.shown == kind

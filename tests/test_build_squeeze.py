"""The build's smaller sources do what the readable ones do."""

import ast
import os
import subprocess
import sys

import pytest
import vm_selftest as selftest
from build_help import placed, small_tree, squeezed_sources
from conftest import ROOT

from tools.device import build, compiler, device_modules, gather, parsed, squeeze
from tools.device.squeeze import firmware, folder, spelling, syntax
from tools.errors import ToolError

TOPS = {"code.py": "from pocket import start\nstart.run()\n"}


def squeezed(**modules):
    """({module: text}, {old name: new ones}) of a small program; double underscores in names are
    slashes."""
    sources = {name.replace("__", "/") + ".py": text for name, text in modules.items()}
    out, names = squeezed_sources(sources, TOPS)
    return {path[:-3].replace("/", "__"): text for path, text in out.items()}, renamed(names)


def renamed(names):
    """{old name: new ones} of {path: {old name: new one}}."""
    known = {}
    for here in names.values():
        for old, new in here.items():
            known.setdefault(old, set()).add(new)
    return known


def run(tmp_path, modules, program):
    """What `program` prints with the modules on its path, on this Python."""
    for name, text in modules.items():
        path = tmp_path / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return printed(tmp_path, program).split()


def printed(folder, program):
    """What `program` prints on this Python with `folder` on its path."""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=600,
        cwd=folder,
        env=dict(os.environ, PYTHONPATH=str(folder)),
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_a_module_counts_are_constants():
    out, _ = squeezed(
        rules__errors="(\n    LOOSE,\n    TWICE,\n) = range(2)\nA, B = range(7, 9)\n",
        rules__judge="from rules import errors\nprint(errors.TWICE, errors.B)\n",
    )
    assert out["rules__judge"].endswith("print(1, 8)\n") and "range" not in out["rules__errors"]


def test_a_number_of_a_modules_own_table_stands_where_it_is_asked_for():
    out, _ = squeezed(
        rules__master='IDEAS = {"WAIT": 3, "RISK": 20}\nprint(IDEAS["WAIT"] * IDEAS["RISK"])\n',
        rules__shared='PACE = {"FAST": 1}\nprint(PACE["FAST"])\n',
        rules__asks="from rules import shared\nprint(shared.PACE)\n",
        rules__any='OUT = {"A": 1}\ndef out(name):\n    return OUT[name]\n'
        'print(OUT["A"], out("A"))\n',
        rules__set='COUNT = {"B": 1}\nCOUNT["B"] += 1\nprint(COUNT["B"])\n',
    )
    assert out["rules__master"] == "print(60)\n"
    assert "'FAST': 1" in out["rules__shared"] and "'A': 1" in out["rules__any"]
    assert "'B': 1" in out["rules__set"]


def test_what_says_its_type_is_built_as_if_it_did_not():
    typed = "class Pool:\n    %s\n    def __init__(self):\n        self.tiles%s = [1]\n"
    typed += "LEVELS%s = Pool()\nprint(LEVELS.tiles)\n"
    said = typed % ("tiles: list[int]", ": list[int]", ': "Pool"')
    plain = typed % ("pass", "", "")
    assert squeezed(rules__pool=said) == squeezed(rules__pool=plain.replace("    pass\n", ""))


def test_a_constant_stands_where_another_module_uses_it():
    out, _ = squeezed(
        rules__tiles="JOKER = 52\nSTANDING = JOKER + 1\n",
        rules__melds="from rules import tiles\nfrom rules.tiles import JOKER\n"
        "def worth(code):\n    return code == JOKER or code >= tiles.STANDING\n"
        "print(worth(3))\n",
    )
    assert "52" in out["rules__melds"] and "53" in out["rules__melds"]
    assert "tiles" not in out["rules__melds"]  # nothing is left to import
    assert "STANDING" not in out["rules__tiles"]


def test_a_constant_whose_module_name_is_also_a_method_is_not_lost(tmp_path):
    out, _ = squeezed(
        rules__save="HEAD = 16\nMAGIC = b'x'\n",
        rules__store="from rules import save\nclass Store:\n    def save(self):\n"
        "        return save.HEAD\nprint(Store().save(), save.MAGIC)\n",
    )
    assert run(tmp_path, out, "import rules.store")[0] == "16"


def test_a_name_that_is_assigned_twice_is_no_constant(tmp_path):
    out, _ = squeezed(
        rules__turns="count = 0\ndef more():\n    global count\n    count += 1\n"
        "more()\nmore()\nprint(count)\n"
    )
    assert run(tmp_path, out, "import rules.turns") == ["2"]


def test_a_local_name_hides_a_constant(tmp_path):
    out, _ = squeezed(
        rules__rack="SIZE = 14\ndef size(SIZE):\n    return SIZE\nprint(size(3), SIZE)\n"
    )
    assert run(tmp_path, out, "import rules.rack") == ["3", "14"]


def test_parameters_of_nested_functions_stay_apart(tmp_path):
    out, names = squeezed(
        rules__order="def outer(first_tile):\n"
        "    def inner(second_tile):\n"
        "        return first_tile - second_tile\n"
        "    return inner(2) + (lambda third_tile: third_tile * "
        "first_tile)(3)\nprint(outer(10))\n"
    )
    assert run(tmp_path, out, "import rules.order") == ["38"]
    assert "first_tile" not in out["rules__order"] and "first_tile" not in names


def test_arguments_given_by_name_fit(tmp_path):
    out, names = squeezed(
        rules__deal="def deal_tiles(seats, hand_size=14):\n    return seats * hand_size\n",
        rules__round="from rules import deal\nprint(deal.deal_tiles(2, hand_size=7))\n",
    )
    assert run(tmp_path, out, "import rules.round") == ["14"]
    assert "hand_size" in names and "deal_tiles" in names


def test_names_that_are_looked_up_as_strings_are_kept(tmp_path):
    out, names = squeezed(
        rules__screen="class Screen:\n    long_keys = 3\nprint(getattr(Screen(), 'long_keys', 0))\n"
    )
    assert run(tmp_path, out, "import rules.screen") == ["3"]
    assert "long_keys" not in names


def test_names_that_another_module_looks_up_are_kept(tmp_path):
    out, names = squeezed(
        rules__game="class Game:\n    def __init__(self):\n        self.draws_for_start = 7\n",
        rules__screen="from rules.game import Game\nprint(getattr(Game(), 'draws_for_start', 0))\n",
    )
    assert run(tmp_path, out, "import rules.screen") == ["7"]
    assert "draws_for_start" not in names


def test_what_the_firmware_knows_by_name_is_kept():
    out, names = squeezed(
        lib__pocket__draw="import displayio\n"
        "def row(sheet):\n"
        "    grid = displayio.TileGrid(sheet, pixel_shader=1,"
        " tile_width=8)\n    grid.hidden = True\n"
        "    return grid\nprint(row)\n"
    )
    for word in ("TileGrid", "pixel_shader", "tile_width", "hidden"):
        assert word in out["lib__pocket__draw"] and word not in names


def test_what_nothing_names_is_left_out():
    out, _ = squeezed(
        rules__rack="class Rack:\n    def sort(self):\n        return self.tidy()\n"
        "    def tidy(self):\n        return 1\n"
        "    def for_tests(self):\n        return 2\n"
        "print(Rack().sort())\n"
    )
    assert out["rules__rack"].count("def ") == 2


def test_a_name_of_one_file_is_shared_with_other_files():
    out, names = squeezed(
        rules__deal="def _hidden_helper():\n    return 1\nprint(_hidden_helper())\n",
        rules__pool="def _other_helper():\n    return 1\nprint(_other_helper())\n",
    )
    assert names["_hidden_helper"] == names["_other_helper"]


def test_what_modules_are_asked_for_shares_its_name_with_what_others_are(tmp_path):
    out, names = squeezed(
        rules__deal="def dealt_tiles():\n    return 1\n",
        rules__pool="def pool_tiles():\n    return 2\n",
        rules__rack="def rack_tiles():\n    return 3\ndef rack_worth():\n    return 4\n",
        rules__user="from rules import deal, pool\nfrom rules.rack import rack_tiles, rack_worth\n"
        "print(deal.dealt_tiles(), pool.pool_tiles(), rack_tiles(), rack_worth())\n",
        rules__other="from rules import deal, pool\ndef first():\n    pool_tiles = 5\n"
        "    print(deal.dealt_tiles(), pool.pool_tiles(), pool_tiles)\nfirst()\n",
    )
    assert run(tmp_path, out, "import rules.user, rules.other") == list("1234125")
    assert names["dealt_tiles"] == {"print"}  # as both who ask spell it anyway
    assert names["rack_tiles"] != names["rack_worth"]


SHARED = {
    "rules__deal": "class Deal:\n    def __init__(self):\n        self.dealt_tiles = [1]\n"
    "        self.dealt_jokers = [2]\n",
    "rules__pool": "class Pool:\n    def __init__(self):\n        self.pool_tiles = [3]\n",
    "rules__stock": "from rules import pool\nclass Stock(pool.Pool):\n    def __init__(self):\n"
    "        super().__init__()\n        self.stock_tiles = [4]\n",
    "rules__kept": "from rules import stock\nclass Kept:\n    def __init__(self, whole):\n"
    "        names = whole.__dict__\n        self.kept_tiles = [5]\n"
    "        for name in names:\n            setattr(self, name, names[name])\n"
    "def kept():\n    return Kept(stock.Stock())\n",
    "rules__user": "from rules import deal, kept, never\ndealt = deal.Deal()\nheld = kept.kept()\n"
    "dealt.set_later = 6\n"
    "try:\n    dealt.never_there\nexcept AttributeError:\n    print('none')\n"
    "print(dealt.dealt_tiles, dealt.dealt_jokers, dealt.set_later)\n"
    "print(held.pool_tiles, held.stock_tiles, held.kept_tiles)\n"
    "print(never.Never().never_there)\n",
    "rules__never": "class Never:\n    def __init__(self):\n        self.never_there = 7\n",
}


def test_what_no_object_has_both_of_shares_a_name(tmp_path):
    out, names = squeezed(**SHARED)
    said = run(tmp_path, out, "import rules.user")
    assert said == ["none", "[1]", "[2]", "6", "[3]", "[4]", "[5]", "7"]
    (word,) = names["dealt_tiles"]
    others = names["pool_tiles"] | names["stock_tiles"] | names["kept_tiles"]
    assert word in others  # objects of other classes
    assert len(others) == 3  # derived from one another, or taken over
    alone = names["set_later"] | names["never_there"]
    assert len(alone) == 2 and not alone & (others | names["dealt_tiles"] | names["dealt_jokers"])


def test_what_an_object_may_have_shares_no_name_with_what_modules_are_asked_for(tmp_path):
    out, names = squeezed(
        rules__deal="def tiles_left():\n    return 1\ndef told(at_hand):\n"
        "    return at_hand.other_left()\n",
        rules__pool="def other_left():\n    return 2\n",
        rules__first="from rules import deal, pool\n"
        "print(deal.tiles_left(), deal.told(pool), pool.other_left())\n",
        rules__second="def asked(pool):\n    return pool.tiles_left()\n"
        "def of_deal():\n    from rules import deal as pool\n    return asked(pool)\n"
        "def of_pool():\n    from rules import pool\n    return pool.other_left()\n"
        "print(of_deal(), of_pool())\n",
    )
    assert run(tmp_path, out, "import rules.first, rules.second") == list("12212")
    assert names["tiles_left"] != names["other_left"]


def test_what_a_class_s_body_reads_is_none_of_its_methods(tmp_path):
    """The default of a parameter is worked out in the body, where methods lie by their names."""
    works = ("advance_work", "Zoom_work", "measure_work", "paint_work", "settle_work")
    turn = "NO_SPOT = bytearray(b'none')\nclass Turn:\n"
    user = "from rules import turn\nmade = turn.Turn()\n"
    for name in works:
        turn += "    def %s(self):\n        return %d\n" % (name, len(name))
        user += "print(made.%s())\n" % name
    turn += "    def lay_work(self, spot=NO_SPOT):\n        return spot.decode()\n"
    out, names = squeezed(rules__turn=turn, rules__user=user + "print(made.lay_work())\n")
    assert "NO_SPOT" in names
    assert run(tmp_path, out, "import rules.user") == [str(len(name)) for name in works] + ["none"]


def test_what_a_class_keeps_for_itself_stays_apart_from_what_it_is_derived_from(tmp_path):
    out, names = squeezed(
        rules__base="class Base:\n    def __init__(self):\n        self._first_thing = 1\n"
        "    def _first_work(self):\n        return self._first_thing\n"
        "    def told(self):\n        return self._first_work()\n",
        rules__page="from rules import base\nclass Page(base.Base):\n"
        "    def __init__(self):\n        super().__init__()\n        self._second_thing = 2\n"
        "    def _second_work(self):\n        return self._second_thing\n"
        "    def both(self):\n        return self.told(), self._second_work()\n",
        rules__mixed="from rules.page import Page as Above\n"
        "class Other:\n    def _fourth_work(self):\n        return 4\n"
        "    def fourth(self):\n        return self._fourth_work()\n"
        "class Mixed(Above, Other):\n"
        "    def _third_work(self):\n        return 3\n"
        "    def all(self):\n        return self.both() + (self._third_work(), self.fourth())\n"
        "print(*Mixed().all())\n",
    )
    assert run(tmp_path, out, "import rules.mixed") == ["1", "2", "3", "4"]
    works = [names["_%s_work" % word] for word in ("first", "second", "third", "fourth")]
    assert len(set().union(*works)) == 4


def test_what_is_set_of_another_object_has_a_name_of_its_own(tmp_path):
    out, names = squeezed(
        rules__thing="class Thing:\n    def __init__(self):\n        self._own_mark = 1\n"
        "    def mark(self):\n        return self._own_mark\n",
        rules__user="from rules import thing\nheld = thing.Thing()\nheld.user_mark = 2\n"
        "print(held.mark(), held.user_mark)\n",
    )
    assert run(tmp_path, out, "import rules.user") == ["1", "2"]
    assert names["_own_mark"] != names["user_mark"]


def test_an_attribute_may_be_called_as_a_function_is_called(tmp_path):
    modules = {
        "rules__m%d"
        % i: "class Rack%d:\n    def __init__(self):\n        self.tiles_held = [1, 2]\n"
        "    def tiles_left(self):\n        return len(self.tiles_held)\n" % i
        for i in range(3)
    }
    modules["rules__user"] = (
        "from rules import m0, m1, m2\n"
        "print(len([m.tiles_left() for m in (m0.Rack0(), m1.Rack1(), m2.Rack2())]))\n"
    )
    out, names = squeezed(**modules)
    assert run(tmp_path, out, "import rules.user") == ["3"]
    assert names["tiles_held"] == {"len"} or names["tiles_left"] == {"len"}


def test_a_method_does_not_take_the_name_of_a_decorator(tmp_path):
    out, _ = squeezed(
        rules__rack="class Rack:\n    def tiles_left(self):\n        return 2\n"
        "    @property\n    def worth(self):\n        return max(1, self.tiles_left())\n"
        "    @staticmethod\n    def cleared(count=len('abc')):\n        return count\n"
        "print(Rack().worth, Rack.cleared())\n",
    )
    assert run(tmp_path, out, "import rules.rack") == ["2", "3"]


def test_a_parameter_keeps_its_name_where_the_function_imports_it(tmp_path):
    out, _ = squeezed(
        rules__pool="def worth():\n    return 5\n",
        rules__rack="def told(pool):\n    if pool is None:\n        from rules import pool\n"
        "    return pool.worth()\nprint(told(None))\n",
    )
    assert run(tmp_path, out, "import rules.rack") == ["5"]


def test_the_names_a_large_file_uses_most_come_first():
    text = "".join(
        "def turn%d(tiles):\n    return [tiles.seldom%d for x in tiles]\n" % (i, i)
        for i in range(90)
    )
    text += "def often(tiles):\n" + "    tiles.often_asked()\n" * 20
    first = spelling.first_named(ast.parse(text))
    names = first.splitlines()[2].split(".")[1:]
    assert names[:2] == ["tiles", "often_asked"] and len(names) == 114 and "x" not in names
    compiler = build.Compiler()
    assert len(compiler.compile("a.py", first + text)) < len(compiler.compile("a.py", text))
    scope = {}
    exec(first + "done = 1", scope)
    assert scope["done"] == 1
    assert spelling.first_named(ast.parse("def first():\n    return 1\n")) == ""


def test_a_list_made_in_place_does_not_spell_a_name_of_its_own():
    text = "def all_of(tiles):\n    return [tile for tile in tiles if (lambda: tile)()]\n"
    spelt, short = (build.Compiler(lines=lines).compile("a.py", text) for lines in (True, False))
    assert b"<listcomp>" in spelt and b"<lambda>" in spelt
    assert b"<listcomp>" not in short and b"<lambda>" not in short and b"all_of" in short


def test_a_text_in_angle_brackets_is_no_functions_name():
    """ "<>" is Reverse & New Hand: on boards it was "<module>", and a page of the rules failed."""
    made = build.Compiler().compile("a.py", "def text(code):\n return '<>' if code else '<a-b>'\n")
    assert {"<>", "<a-b>"} <= compiler.spelt(made)


def test_what_errors_of_a_library_say_stays_behind():
    library = "def label(text):\n    if not text:\n        raise ValueError('text is missing')\n"
    library += "    raise KeyError('no %s' % text, 3)\n"
    ours = "from adafruit_labels import label\nlabel(1)\n"
    out, _ = squeezed_sources({"pocket/page.py": ours}, {}, {"lib/adafruit_labels.py": library})
    assert "raise ValueError()" in out["lib/adafruit_labels.py"]
    assert "'no %s' % " in out["lib/adafruit_labels.py"]


def test_what_goes_as_text_goes_without_what_it_says_to_readers():
    for path in parsed.TOPS:
        text = gather.read(ROOT, path)
        empty = folder.Folder((), [])
        bare = squeeze.bare(path, text, empty)
        assert len(bare) < len(text) and "#" not in bare and '"""' not in bare
        assert squeeze.bare(path, bare, empty) == bare
        imports = [line.strip() for line in bare.splitlines() if "import" in line]
        assert imports and all(line in folder.searched(path, text) for line in imports)


@pytest.mark.long
def test_no_new_name_is_one_that_the_heap_would_have_to_keep():
    sources = {
        path: gather.read(ROOT, path) for path in gather.sources(ROOT)[0] if path not in parsed.TOPS
    }
    tops = {path: gather.read(ROOT, path) for path in parsed.TOPS}
    asked = gather.library_files(gather.sources(ROOT)[1])
    libraries = {path: gather.read("", file) for path, file in asked.items()}
    names = build.names(ROOT, build.Compiler())["words"].values()  # of files: {new: [old ones]}
    words = set()
    for text in list(sources.values()) + list(tops.values()) + list(libraries.values()):
        words |= syntax.identifiers(ast.parse(text))
    new = set().union(*names)
    old = {word for file in names for words_of_it in file.values() for word in words_of_it}
    held = set(firmware.words()) | device_modules.NUMBERED
    borrowed = new - held
    assert borrowed <= words - old  # no more for the heap to keep
    assert len(borrowed) < len(new) // 4


@pytest.mark.long
def test_the_same_sources_make_the_same_build():
    paths = [path for path in gather.sources(ROOT)[0] if path.startswith("rules/record/")]
    sources = {path: gather.read(ROOT, path) for path in paths}
    assert len(sources) > 2 and squeezed_sources(sources, {}) == squeezed_sources(sources, {})


def test_a_name_that_is_handed_on_stays(tmp_path):
    out, _ = squeezed(
        rules__grid="from rules.layout import Grid\nfrom rules.layout import Page\n",
        rules__layout="class Grid:\n    cells = 3\nclass Page:\n    pass\n",
        rules__page="from rules.grid import Grid\nprint(Grid.cells)\n",
    )
    assert run(tmp_path, out, "import rules.page") == ["3"]
    assert "Page" not in out["rules__grid"] and out["rules__grid"].count("import") == 1


LABEL = """
__version__ = "1.2.3"
try:
    from typing import Optional
    from fontio import FontProtocol
except ImportError:
    pass


class Base:
    def __init__(self, text: str, padding_left: int = 0) -> None:
        self._text: Optional[str] = text
        self._padding = padding_left

    @property
    def text(self) -> str:
        return self._text

    @text.setter
    def text(self, new_text: str) -> None:
        self._set_text(new_text)

    @property
    def padding_left(self) -> int:
        return self._padding

    @padding_left.setter
    def padding_left(self, pixels: int) -> None:
        self._set_padding(pixels)

    def _set_text(self, new_text: str) -> None:
        raise NotImplementedError("a label must have it")

    def _set_padding(self, pixels: int) -> None:
        self._padding = pixels


class Label(Base):
    def __init__(self, font: FontProtocol, outline: int = 0, **kwargs) -> None:
        if "padding_left" not in kwargs:
            kwargs["padding_left"] = 2 + outline
        super().__init__(**kwargs)

    def _set_text(self, new_text: str) -> None:
        self._text = new_text + "!"

    def scroll(self) -> None:
        self.text = self.text[1:]
"""
ASKS = """
from adafruit_labels import Label

made = Label(None, text="first")
print(made.text, made.padding_left)
made.text = "second"
print(made.text)
"""


def test_a_library_comes_without_what_nobody_asks_it_for(tmp_path):
    out, names = squeezed_sources({"pocket/page.py": ASKS}, {}, {"lib/adafruit_labels.py": LABEL})
    label = out["lib/adafruit_labels.py"]
    for gone in ("typing", "1.2.3", "NotImplementedError", "scroll", "padding_left.setter", "->"):
        assert gone not in label
    assert "_padding" in renamed(names) and "text" not in renamed(names)
    modules = {"adafruit_labels": label, "pocket__page": out["pocket/page.py"]}
    assert run(tmp_path, modules, "import pocket.page") == ["first", "2", "second!"]


def test_of_a_library_what_we_write_anew_is_left_out(tmp_path):
    library = "class Label:\n    def __init__(self):\n        self._place()\n"
    library += "    def _place(self):\n        print('theirs')\n"
    library += "class Other:\n    def _place(self):\n        print('other')\n"
    ours = "import adafruit_labels\nclass Text(adafruit_labels.Label):\n"
    ours += "    def _place(self):\n        print('ours')\n"
    ours += "Text()\nadafruit_labels.Other()._place()\n"
    out, _ = squeezed_sources({"pocket/page.py": ours}, {}, {"lib/adafruit_labels.py": library})
    modules = {
        "adafruit_labels": out["lib/adafruit_labels.py"],
        "pocket__page": out["pocket/page.py"],
    }
    assert run(tmp_path, modules, "import pocket.page") == ["ours", "other"]


def test_a_library_that_only_what_is_left_out_asks_for_stays_behind(tmp_path):
    label = "import adafruit_ticks\nclass Label:\n    def __init__(self):\n        self._place()\n"
    label += "    def _place(self):\n        print(adafruit_ticks.now())\n"
    ours = "import adafruit_labels\nclass Text(adafruit_labels.Label):\n"
    ours += "    def _place(self):\n        print('ours')\nText()\n"
    theirs = {
        "lib/adafruit_labels.py": label,
        "lib/adafruit_ticks.py": "def now():\n    return 1\n",
    }
    out, _ = squeezed_sources({"pocket/page.py": ours}, {}, theirs)
    assert set(out) == {"pocket/page.py", "lib/adafruit_labels.py"}
    modules = {
        "adafruit_labels": out["lib/adafruit_labels.py"],
        "pocket__page": out["pocket/page.py"],
    }
    assert run(tmp_path, modules, "import pocket.page") == ["ours"]


def test_the_program_fits_the_library_as_it_is_published(tmp_path):
    out, _ = squeezed_sources({"pocket/page.py": ASKS}, {}, {"lib/adafruit_labels.py": LABEL})
    published = "from __future__ import annotations\n" + LABEL  # as boards read them
    modules = {"adafruit_labels": published, "pocket__page": out["pocket/page.py"]}
    assert run(tmp_path, modules, "import pocket.page") == ["first", "2", "second!"]


@pytest.mark.long
def test_the_smaller_core_answers_as_the_clauses_say_and_plays_the_same_game(tmp_path):
    with open(selftest.__file__, encoding="utf-8") as stream:
        text = stream.read()
    text += "\nprint(checks())\nprint(game('RK', ('hard', 'normal'), 7, 40)[0])\n"
    text += "print(game('KR', ('normal', 'easy'), 7, 40)[0])\n"
    sources = {
        path: gather.read(ROOT, path)
        for path in gather.sources(ROOT)[0]
        if path.startswith("rules/")
    }
    sources["selftest.py"] = text
    sources["rules/solver/layers_fast.py"] = gather.read(ROOT, "rules/solver/layers_fast.py")
    out, _ = squeezed_sources(sources, {})
    for path, squeezed_text in out.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(squeezed_text)
    assert printed(tmp_path, "import selftest").splitlines() == [
        str(selftest.checks()),
        str(selftest.game("RK", ("hard", "normal"), 7, 40)[0]),
        str(selftest.game("KR", ("normal", "easy"), 7, 40)[0]),
    ]


@pytest.mark.long
def test_a_build_with_line_numbers_keeps_all_names():
    content = build.program(ROOT, build.Compiler(lines=True))
    assert b"_offer_redeal" in content["rules/tilegame/game.mpy"]
    compiler = build.Compiler()
    content = build.program(ROOT, compiler)
    path = placed(build.names(ROOT, compiler))["rules/tilegame/game.py"]
    assert b"_offer_redeal" not in content[path]


def test_a_source_that_is_none_is_one_sentence(tmp_path):
    with pytest.raises(ToolError, match="rules/bad.py cannot be compiled"):
        build.program(small_tree(tmp_path), build.Compiler(), {"rules/bad.py": "def (:\n"})


def test_a_module_that_may_be_missing_is_imported_by_its_own_name(tmp_path):
    out, _ = squeezed(
        pocket__draw="try:\n    import colorsys\nexcept ImportError:\n"
        "    colorsys = None\n\n\ndef kind():\n"
        "    return 'none' if colorsys is None else 'there'\n",
        pocket__page="from pocket import draw\nprint(draw.kind())\n",
        pocket____init__="",
    )
    assert run(tmp_path, out, "import pocket.page") == ["there"]


def test_no_new_name_is_the_compilers_own():
    assert "const" not in firmware.words()

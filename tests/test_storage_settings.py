"""Settings: a bad line resets only its own field, and the player reads that it did."""

import cases
from pocket.app.device import MOST_SEATS
from pocket.saves import settingsfields, settingsfile

from rules import catalogue
from tools.device import wordtable
from tools.place import ROOT


def test_first_start_is_as_new_without_a_word():
    new = settingsfile.read(None)
    assert not new.unread
    assert new.get("sound") == 2 and new.get("hints") == "some"
    assert new.names[0] == "P1"
    assert new.seats("RK") == ["", "normal"] and new.options("KR") == {}


def test_every_setting_has_a_name():
    assert {row[0] for row in settingsfields.FIELDS} < set(wordtable.load(ROOT)["fields"])


def test_everything_comes_back():
    one = settingsfile.read(None)
    one.names[0] = "ANNA"
    one.names[5] = "ZOE-2"
    for name, value in (("sound", 0), ("brightness", 5), ("large", True), ("turned", True)):
        one.set(name, value)
    one.game = "KR"
    one.lessons = "RKKR"
    options = {"length": 150, "opening_build": True, "referee": "strict"}
    one.set_up("RK", ["", "easy", "hard", "normal"], options)
    one.set_up("KR", ["", "normal"], {"opening_points": 60, "opening_several": True})
    two = settingsfile.read(settingsfile.dump(one))
    assert not two.unread
    assert two.names[0] == "ANNA" and two.names[5] == "ZOE-2" and two.names[1] == "P2"
    assert two.get("sound") == 0 and two.get("brightness") == 5 and two.get("large") is True
    assert two.get("turned") is True
    assert two.game == "KR" and two.lessons == "RKKR"
    assert two.seats("RK") == ["", "easy", "hard", "normal"]
    assert two.options("RK") == {"length": 150, "opening_build": True, "referee": "strict"}
    assert two.options("KR") == {"opening_points": 60, "opening_several": True}


@cases.table("line")
def test_each_bad_line_is_told_of_and_the_rest_is_kept(line):
    kept = "speed=3\n%s\nname2=BOB\nRK.length=100" % line
    read = settingsfile.read(kept.encode())
    assert read.unread
    assert line.encode() not in settingsfile.dump(read).split(b"\n")
    assert read.get("speed") == 3 and read.names[1] == "BOB"
    assert read.options("RK") == {"length": 100}


def test_a_name_with_odd_letters_keeps_the_good_ones():
    read = settingsfile.read("name1=jårg!!\nname2=JÖRG".encode())
    assert read.names[:2] == ["JRG", "JÖRG"]
    assert read.unread


def test_options_that_contradict_each_other_are_dropped_and_that_is_told():
    read = settingsfile.read(b"RK.groups_only=True\nRK.runs_only=True\nRG.jokers=0")
    assert read.options("RK") == {}
    assert read.options("RG") == {"jokers": 0}
    assert read.unread


def test_what_is_no_text_at_all():
    read = settingsfile.read(b"\xff\xfe\x00")
    assert read.unread
    assert read.get("sound") == 2


def test_a_value_that_is_not_offered_is_refused():
    for line in (b"speed=7", b"large=1", b"sound=False", b"colour=1", b"reforee=strict"):
        one = settingsfile.read(line)
        assert one.unread and settingsfile.dump(one) == settingsfile.dump(settingsfile.read(b""))


def test_there_is_a_name_for_every_seat_of_every_game():
    assert MOST_SEATS == max(catalogue.rules_for(one)["players_max"] for one in catalogue.ORDER)


def test_a_lesson_that_is_kept_chooses_no_language():
    assert settingsfile.read(None).new
    assert settingsfile.read(b"lessons=QG\n").new
    assert not settingsfile.read(settingsfile.dump(settingsfile.read(None))).new


def test_settings_of_earlier_versions_are_no_damage():
    kept = settingsfile.read(b"referee=strict\nreasons=True\nsound=1")
    assert not kept.unread and kept.get("sound") == 1

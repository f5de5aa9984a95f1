"""Settings: one bad field costs one field, with a sentence; the rest is kept."""

import pytest
from pocket import settingsfile
from pocket.settings import MOST_SEATS, Settings

from rules import catalogue


def test_first_start_is_as_new_without_a_word():
    new = Settings("RK")
    assert new.notes == []
    assert new.get("sound") == 2 and new.get("referee") == "friendly"
    assert new.names[0] == "P1"
    assert new.seats("RK") == ["", "normal"] and new.options("KR") == {}


def test_everything_comes_back():
    one = Settings("RK")
    one.names[0] = "ANNA"
    one.names[5] = "ZOE-2"
    assert one.set("sound", 0) and one.set("brightness", 5) and one.set("confirm", False)
    assert one.set("reasons", True)
    one.game = "KR"
    one.lessons = "RKKR"
    one.set_seats("RK", ["", "easy", "hard", "normal"])
    one.set_options("RK", {"length": 150, "opening_build": True, "referee": "strict"})
    one.set_options("KR", {"opening_points": 60, "opening_several": True})
    two = settingsfile.read(settingsfile.dump(one))
    assert two.notes == []
    assert two.names[0] == "ANNA" and two.names[5] == "ZOE-2" and two.names[1] == "P2"
    assert two.get("sound") == 0 and two.get("brightness") == 5 and two.get("confirm") is False
    assert two.get("reasons") is True
    assert two.game == "KR" and two.lessons == "RKKR"
    assert two.seats("RK") == ["", "easy", "hard", "normal"]
    assert two.options("RK") == {"length": 150, "opening_build": True, "referee": "strict"}
    assert two.options("KR") == {"opening_points": 60, "opening_several": True}


@pytest.mark.parametrize(
    "line, sentence",
    [
        ("sound=9", "Sound cannot be 9; it is 2."),
        ("sound=True", "Sound cannot be True; it is 2."),
        ("brightness=bright", "Light cannot be bright; it is 4."),
        ("sound=\u00b2", "Sound cannot be \u00b2; it is 2."),
        ("name\u00b2=ANNA", "There is no setting name\u00b2."),
        ("reasons=2", "Reasons cannot be 2; it is False."),
        ("confirm=1", "Confirm draws cannot be 1; it is True."),
        ("nonsense", "There is no setting nonsense."),
        ("volume=3", "There is no setting volume."),
        ("game=XX", "There is no setting game."),
        ("name3=", "Name 3 was not readable; it is P3."),
        ("name9=ANNA", "There is no setting name9."),
        ("seats.RK=p", "The seats of RK are not readable; they are as new."),
        ("seats.RK=ppppp", "The seats of RK are not readable; they are as new."),
        ("seats.RK=px", "The seats of RK are not readable; they are as new."),
        ("RK.clock=7", "Option RK.clock cannot be 7; it is as new."),
        ("RK.clock=True", "Option RK.clock cannot be True; it is as new."),
        ("RK.stop_on_empty=True", "There is no option RK.stop_on_empty."),
        ("RK.name=Chess", "There is no option RK.name."),
    ],
)
def test_each_bad_line_is_one_sentence_and_the_rest_is_kept(line, sentence):
    kept = "speed=3\n%s\nname2=BOB\nRK.length=100" % line
    read = settingsfile.read(kept.encode())
    assert read.notes == [sentence]
    assert read.get("speed") == 3 and read.names[1] == "BOB"
    assert read.options("RK") == {"length": 100}


def test_settings_of_before_the_reasons_have_none():
    lines = settingsfile.dump(Settings("RK")).split(b"\n")
    old = [line for line in lines if not line.startswith(b"reasons=")]
    assert len(old) == len(lines) - 1
    read = settingsfile.read(b"\n".join(old))
    assert read.notes == [] and read.get("reasons") is False


def test_a_name_with_odd_letters_keeps_the_good_ones():
    read = settingsfile.read("name1=jörg!!".encode())
    assert read.names[0] == "JRG"
    assert read.notes == ["Name 1 was not readable; it is JRG."]


def test_options_that_contradict_each_other_are_dropped_with_the_reason():
    read = settingsfile.read(b"RK.groups_only=True\nRK.runs_only=True\nRG.jokers=0")
    assert read.options("RK") == {}
    assert read.options("RG") == {"jokers": 0}
    assert read.notes == [
        "Only groups and only runs together leave no set to lay. "
        "The options of this game are as new."
    ]


def test_what_is_no_text_at_all():
    read = settingsfile.read(b"\xff\xfe\x00")
    assert read.notes == ["The settings cannot be read; all are as new."]
    assert read.get("sound") == 2


def test_a_value_that_is_not_offered_is_refused():
    one = Settings("RK")
    assert not one.set("speed", 7)
    assert not one.set("colour", 1)
    assert one.get("speed") == 2


def test_there_is_a_name_for_every_seat_of_every_game():
    assert MOST_SEATS == max(catalogue.rules_for(one)["players_max"] for one in catalogue.ORDER)

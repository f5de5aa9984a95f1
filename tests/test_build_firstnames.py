"""Names that the firmware keeps for good: those that cost nothing, those met at power-on."""

import pytest
from conftest import ROOT
from emulate_help import on_each_firmware

from tools.device import build, compiler, device_modules, uf2
from tools.device.squeeze import firmware as firmware_names

FEW = ("pimoroni_picosystem", "lilygo_tdeck")  # a board of little memory, one of much


@on_each_firmware
def test_names_that_cost_nothing_are_in_the_firmware(firmware):
    with open(firmware, "rb") as stream:
        code = b"".join(block.data for block in uf2.parse(stream.read()))
    lacking = [word for word in firmware_names.words() if word.encode() + b"\0" not in code]
    assert [word for word in lacking if len(word) > 1] == []  # letters any text brings


def test_no_name_is_offered_that_only_some_boards_of_a_chip_hold():
    stages = {"ax0", "K_X", "SW_A", "vx", "Chorus", "audiofilters", "LED_R", "layer", "frame"}
    assert stages.isdisjoint(firmware_names.words())


@pytest.fixture(scope="module")
def programs():
    made = build.Compiler()
    return [build.program(ROOT, made, board_id=board) for board in FEW]


def spelt(program, path):
    return compiler.spelt(program[path])


@pytest.mark.long
def test_a_file_of_the_start_spells_the_names_of_the_table(programs):
    little, much = programs
    assert set(little) == set(much)
    homes = [path for path in little if len(spelt(little, path) - spelt(much, path)) > 20]
    assert len(homes) == 1  # and boards.py, which has another row
    names = spelt(little, homes[0]) - spelt(much, homes[0])
    assert {"hard", "T-8"} <= names and b"pause" in little[homes[0]]
    assert names.isdisjoint(firmware_names.words()) and names.isdisjoint(device_modules.NUMBERED)
    for other in ("eightscreen", "egame", "puzzles"):  # what no game of tiles comes to
        assert other not in names and other.encode() not in little[homes[0]]
    assert len(little[homes[0]]) - len(much[homes[0]]) < 1500


@pytest.mark.long
def test_other_boards_go_without(programs):
    little, much = programs
    assert sum(map(len, little.values())) > sum(map(len, much.values())) + 500


@pytest.mark.long
def test_numbers_that_players_ask_for_by_name_bring_no_names(programs):
    for program in programs:
        spelled = set().union(*[spelt(program, path) for path in program])
        assert spelled.isdisjoint({"FEED", "COLLECT", "WAYS", "WAIT", "DARE"})


@pytest.mark.long
def test_no_file_takes_what_lies_behind_its_names_for_its_objects(programs):
    """The firmware asks for one block for names and objects; of one without objects that is full
    it would mark the next one, and all that hangs on it, as in use."""
    for program in programs:
        for path, data in program.items():
            if path.endswith(".mpy"):
                names, place = compiler._read_number(data, 4)
                objects, _ = compiler._read_number(data, place)
                assert objects or (names + 1) // 2 % 4, path

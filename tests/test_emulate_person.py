"""A person at an emulated board's keys, and the scripts; here the board is a fake."""

import ast
import io

import cases
import pytest
from conftest import ROOT
from emulate_help import FakeBoard, options
from pocket.made import texts
from pocket.menus import pause
from record_help import play_game

from rules import catalogue
from tools import replay
from tools.device import gather, parsed
from tools.emulator import EmulatorError, person, scripts
from tools.person import screen
from tools.sim import script

TURN = "= %d 0 2 %d 1 04090c 000200 101112,0a0b0c 000000,000004 0101 000003000400"
ON_SHOW = ["screen tilegame.play turn free 38000", "person RK free 38000"]


def test_a_turn_is_read_from_the_probes_line():
    keys = person.Keys(FakeBoard(ON_SHOW, {"DOWN": [TURN % (1, 2), "@ 0 0 0 1 0"]}))
    keys.hear()
    assert (keys.screen.name, keys.screen.activity, keys.screen.turn) == ("play", "turn", None)
    keys.press(screen.tap("DOWN"))
    turn, seen = keys.look().turn, keys.screen
    assert (turn.where, turn.index, turn.tile, turn.opened) == (1, 0, 2, True)
    assert (turn.rack, turn.rack_flags) == (b"\4\x09\x0c", b"\0\2\0")
    assert turn.sets[1] == b"\n\v\f" and turn.flags[1][2] == 4
    assert (seen.has_question, seen.tip, turn.good, len(turn.spots)) == (False, True, b"\1\1", 6)


@pytest.mark.parametrize("flags, good, pressed", [(2, 1, 1), (0, 0, 1), (0, 1, 0)])
def test_a_turn_that_was_begun_is_put_back_before_the_best_play(flags, good, pressed):
    turn = "= 0 0 0 0 1 04090c 00%02x00 101112,0a 000000,04 01%02x 000003000401" % (flags, good)
    board = FakeBoard(ON_SHOW, dict.fromkeys(("DOWN", "B"), [turn, "@ 0 0 0 1 0"]))
    player = person.Person(board)
    player.hear()
    player.press(screen.tap("DOWN"))
    assert player._lay(False) == 0
    assert board.pressed.count("B") == pressed


def test_keys_are_those_where_a_person_sees_them():
    board = FakeBoard(["@ 7 0 0 0 1"])
    keys = person.Keys(board)
    keys.hear()
    for key in (screen.tap("LEFT"), screen.hold("MENU"), screen.rest(50), screen.tap("A", "UP")):
        keys.press(key)
    assert board.pressed == ["RIGHT", "START", "A", "DOWN"]
    assert board.presses[1][2] == screen.LONG and keys.presses == 4


def test_a_menus_line_is_found_by_its_text():
    lines = ["screen title - free 40000", "= Play", "@ 4 0 0 0 0"]
    board = FakeBoard(lines, {"DOWN": ["= More", "@ 4 1 0 0 0"]})
    player = person.Person(board)
    player.choose("More")
    assert board.pressed == ["DOWN", "A"]
    with pytest.raises(EmulatorError, match="no line Journey"):
        player.choose("Journey")


def test_the_menus_of_a_game_and_of_a_lesson_lead_out_at_the_line_that_says_so():
    ways = {
        len(pause._LINES): pause._LINES.index(texts.PAUSE_LEAVE),
        len(pause._LESSON): pause._LESSON.index(pause._END),
    }
    assert ways == person._EXIT_LINES


@pytest.mark.parametrize(
    "act, says",
    [
        (lambda player: player.wait_for("lesson"), "lesson does not appear; pause is on show"),
        (lambda player: player.tap("A"), "The game failed: .* no"),
        (lambda player: player.go_home(), "No way leads back"),
    ],
)
def test_a_screen_that_does_not_appear_and_a_failed_game_are_errors(act, says):
    fails = ["Traceback (most recent call last):", "no"] if "failed" in says else []
    player = person.Person(FakeBoard(["screen pause - free 40000"], {"A": fails}))
    with pytest.raises(EmulatorError, match=says):
        act(player)


class Table(FakeBoard):
    """A game board: after each look it prints the next of `lines`."""

    def __init__(self, lines, answers=None):
        self.lines = []
        super().__init__((), answers)
        self.lines = list(lines)

    def wait(self, ms):
        super().wait(ms)
        if self.lines:
            self.say(self.lines.pop(0))


OVER = "screen score over free 20000"


@pytest.mark.parametrize(
    "lines, answers, pressed, ended",
    [
        # a seat's proof that it may pass ends; the startdraw waits for a key
        (
            ["thinks KR 3 hard free 9", "thought KR 3 hard pass", "thinks KR 3  free 9"]
            + ["proved KR ms 9 slice 9", "screen startdraw start free 9"],
            {"A": [OVER]},
            ["A"],
            "over",
        ),
        # a game that was left while another seat was thinking
        (
            ["thinks KR 3 hard free 9", "screen title - free 9", "screen startdraw start free 9"],
            {"A": [OVER]},
            ["A"],
            "over",
        ),
        # the person draws, and agrees
        (
            ON_SHOW,
            {
                "DOWN": [TURN.replace("000200", "000000") % (0, 0), "@ 0 0 0 1 0"],
                "START": [TURN % (0, 1), "@ 0 0 0 1 0"],
                "A": [OVER, "@ 0 0 0 0 0"],
            },
            ["DOWN", "START", "A"],
            "over",
        ),
        # where nothing new is printed, A is pressed
        (["screen eight.eightscreen turn free 9"], {"A": [OVER]}, ["A"], "over"),
        (["thought RK 2 hard draw", "thought RK 2 hard draw"], {}, [], "moves"),
    ],
)
def test_a_game_is_played_to_its_end(lines, answers, pressed, ended):
    board = Table(lines, answers)
    player = person.Person(board)
    assert player.play_game(False, max_moves=2) == ended
    assert board.pressed == pressed


def test_kr_7_a_turn_whose_time_runs_out_meanwhile_is_over():
    late = ["@ 0 0 1 0 0", "thinks KR 2 hard free 9"]
    board = FakeBoard(ON_SHOW, {"DOWN": [TURN % (0, 0), "@ 0 0 0 1 0"], "B": late})
    player = person.Person(board)
    player.hear()
    player.tap("DOWN")
    player.play_turn()
    assert board.pressed == ["DOWN", "B"] and player.thinking


def test_a_refused_pass_is_known_until_the_person_has_played():
    player = person.Person(FakeBoard([*ON_SHOW, "thinks KR 2  free 1", "proved KR", ON_SHOW[1]]))
    assert player.pass_refused and player.screen.activity == "turn"
    player.read_line("", "thinks KR 2 hard free 1".split())
    player.read_line("", "thought KR 2 hard play".split())
    assert not player.pass_refused and not player.screen.activity


@pytest.mark.parametrize(
    "text, parts",
    [
        ("KR hard,person,easy 12", ("KR", ["hard", "person", "easy"], 12, {})),
        ("RK hard,person 7 jokers=1", ("RK", ["hard", "person"], 7, {"jokers": 1})),
    ],
)
def test_a_game_is_read_and_becomes_a_job(text, parts):
    assert scripts.parse(text) == parts
    assert scripts.begin_job(text) == "begin %s\n" % text


@cases.table("text, says")
def test_a_game_that_is_none_is_one_sentence(text, says):
    with pytest.raises(EmulatorError, match=says) as problem:
        scripts.parse(text)
    assert "\n" not in str(problem.value)


def test_a_game_that_stands_still_is_lost(monkeypatch):
    """The board shows a computer's thought that never ends."""
    monkeypatch.setattr(person, "_MAX_IDLE_MS", 3000)
    player = person.Person(FakeBoard(["screen play turn free 9", "thinks RK 2 hard free 9"]))
    with pytest.raises(EmulatorError, match="is stuck on screen play"):
        player.play_game(False)


@pytest.mark.parametrize("may_fail", [False, True])
def test_a_restart_after_a_refused_allocation_is_progress(monkeypatch, may_fail):
    """The game restarts again and again on one screen: only --refuse makes it do that."""
    monkeypatch.setattr(person, "_MAX_IDLE_MS", 3000)
    restarts = [["code.py output:", "screen startdraw start free 9"]] * 150
    player = person.Person(Table(restarts + [[OVER]]))
    monkeypatch.setattr(
        player.handheld, "say", lambda lines=(): FakeBoard.say(player.handheld, *lines)
    )
    player.may_fail = may_fail
    if may_fail:
        assert player.play_game(False) == "over"
    else:
        with pytest.raises(EmulatorError, match="is stuck on screen startdraw"):
            player.play_game(False)


@pytest.mark.parametrize("game_id", catalogue.ORDER)
def test_a_game_is_reached_in_which_a_person_moves(game_id):
    from pocket.games import newgame

    seats = min(4, catalogue.rules_for(game_id)["players_max"])
    payload = scripts.save_at_turn(game_id, seats, 60)
    made = catalogue.load(game_id, payload[3:])
    people, _size = newgame.unpack_people(made.note, seats)
    assert made.phase == "turn" and people[made.seat][0] == ""
    assert [level for level, _name in people].count("hard") == seats - 1
    if catalogue.pieces(game_id) == "tiles":
        made.check()
        assert sum(map(len, made.table)) >= 60


def test_each_game_of_a_run_has_its_own_figures(monkeypatch):
    board = FakeBoard()

    def play(player, lays, moves):
        board.ms += 100
        board.say("person RK free %d" % (50000 - board.ms))
        board.heaps.append([board.ms, 9000 - board.ms, 500, 60000])
        board.ms += 100
        return "over"

    monkeypatch.setattr(person.Person, "play_game", play)
    run = scripts.Run(options(game=["RK hard,person 7"] * 3), board, ["RK hard,person 7"] * 3)
    scripts.games(run)
    assert [row["lowest"]["free"][0] for row in run.extra["games"]] == [8900, 8700, 8500]
    assert [row["first"] for row in run.extra["games"]] == [[49900], [49700], [49500]]
    assert board.pressed == ["A"] * 2


class Sheet(FakeBoard):
    """A board with a score sheet on show; LEFT begins its coach, which ends the second time."""

    ends = True

    def press(self, button):
        super().press(button)
        if self.ends and self.pressed == ["LEFT", "B", "LEFT"]:
            self.console.append((5000.0, "coached 3 ms 20100 unsure 0 more 11"))
            self.failures.append([5000.0, 512])
            self.heaps += [[100.0, 900, 90, 9999], [4900.0, 4848, 400, 9999]]

    def until(self, text, ms):
        return self.ends or not text.startswith("coached")


def test_the_coach_is_left_once_and_then_waited_for(monkeypatch):
    data = play_game("RK", ("greedy", "easy"), 6, {"length": 1})[0][0]
    files = {"rummy.sav": b""}
    monkeypatch.setattr(scripts.drive, "read_firmware", lambda path, model: None)
    monkeypatch.setattr(scripts.drive, "drive_offset", lambda known, model: 0)
    monkeypatch.setattr(scripts.fatcheck, "Drive", lambda image: type("", (), {"files": files}))
    monkeypatch.setattr(replay, "records_in", lambda save: [data])
    board = Sheet()
    found = scripts._measure_coach(scripts.Run(options(), board))
    assert board.pressed == ["LEFT", "B", "LEFT", "B"]
    assert (found["turns"], found["ms"], found["unsure"], found["more"]) == (3, 20100, 0, 11)
    assert found["lowest"]["free"][:2] == (4848, 400) and found["refused"] == [[5000, 512]]
    assert found["desktop"]["turns"] > 4 and found["desktop"]["more"] == 0  # greedy lays the most
    Sheet.ends = False
    found = scripts._measure_coach(scripts.Run(options(), Sheet()))
    assert "turns" not in found and found["desktop"]["turns"] > 4


@pytest.mark.parametrize(
    "text, until, steps",
    [
        ("until screen title", True, [("until", "screen title", 1)]),
        ("until screen title", False, "until screen title"),
        ("until", True, "until"),
        ("help", True, "shot NAME, until TEXT"),
        ("press A\nuntil x\njump\n", True, "Line 3 .*jump"),
    ],
)
def test_a_script_for_the_emulated_board_knows_until(text, until, steps):
    if isinstance(steps, list):
        assert script.parse(text, until=until) == steps
        return
    with pytest.raises(script.ScriptError, match=steps):
        script.parse(text, until=until)


def test_jobs_show_every_screen_there_is():
    """One screen had gone, and failed on the board where only the console showed it."""
    lines, files = scripts.list_screen_jobs()
    known = {
        path.rpartition("/")[2]
        for path in parsed.device_files(ROOT)
        if path.startswith("lib/pocket/")
    }
    shown = {line.split()[1] for line in lines if line.startswith("go ")}
    assert "settingsmenu" in shown and {name + ".py" for name in shown} <= known
    assert {"%s.bin" % game_id for game_id in catalogue.ORDER} == set(files)


def test_what_the_probe_asks_of_the_game_is_there():
    """Nothing but a board runs it, so that a new name in the game would go unseen."""
    known = {*dir(str), *dir(bytes), *dir(int), *dir(io.StringIO)}
    for path in gather.sources(ROOT)[0]:
        for node in parsed.nodes(parsed.tree_of(gather.read(ROOT, path))):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                known.add(node.name)
            elif isinstance(getattr(node, "ctx", None), ast.Store):
                known.add(getattr(node, "attr", getattr(node, "id", "")))
    for node in ast.walk(ast.parse(gather.read(ROOT, "tools/emulator/probe.py"))):
        if isinstance(node, ast.Attribute):
            module = ast.unparse(node).split(".")[0]
            is_native = module in ("alarm", "binascii", "gc", "supervisor", "sys")
            assert is_native or node.attr in known or node.attr[:4] == "old_", ast.unparse(node)

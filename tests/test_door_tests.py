"""`test`: the last line counts, the status tells, --clauses finds what no code or test names."""

import json
import os
import re
import subprocess
import sys

import cases
import clauses
import pytest
from build_help import program

from tools import test as command

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

GOOD = "def test_a():\n    assert 1\ndef test_b():\n    assert 2\n"
BAD = "def test_c():\n    assert 0\n"
SKIP = "import pytest\ndef test_d():\n    pytest.skip('not here')\n"
BROKEN = "import no_such_module_at_all\n"
TEARDOWN = (
    "import pytest\n@pytest.fixture\ndef odd():\n    yield\n    assert 0\n"
    "def test_e(odd):\n    pass\n"
)


# One process runs the command on folder after folder: [folder, arguments] a line of JSON comes in,
# [status, last two lines] goes out.
SERVER = program("a server of the command test")


@pytest.fixture(scope="module")
def server():
    """Yield the process."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    with subprocess.Popen(
        [sys.executable, "-P", "-c", SERVER % ROOT],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield process
        process.stdin.close()


@pytest.fixture
def told(server, tmp_path):
    """Runs the command on a folder of tests: (status, last line but one, last line)."""

    def answer(*argv, **files):
        for name, text in files.items():
            (tmp_path / ("test_%s.py" % name)).write_text(text)
        server.stdin.write(json.dumps([str(tmp_path), argv]) + "\n")
        server.stdin.flush()
        return tuple(json.loads(server.stdout.readline()))

    return answer


@pytest.fixture
def run(told):
    """Return the same: (status, last line)."""
    return lambda *argv, **files: told(*argv, **files)[::2]


@pytest.mark.long
def test_with_a_worker_each_test_counts_once(run):
    assert run("-n1", good=GOOD, bad=BAD) == (1, "2 passed, 1 failed")


@pytest.mark.long
def test_a_skipped_test_is_counted_apart(run):
    assert run("-n0", good=GOOD, skip=SKIP) == (0, "2 passed, 0 failed, 1 skipped")


@pytest.mark.long
@pytest.mark.parametrize("more", [{"broken": BROKEN}, {"teardown": TEARDOWN}])
def test_whatever_goes_wrong_is_a_failure(run, more):
    status, last = run("-n0", good=GOOD, **more)
    assert status == 1
    assert re.fullmatch(r"\d+ passed, [1-9]\d* failed", last)


@pytest.mark.long
def test_no_test_at_all_is_no_success(run):
    status, last = run("-n0")
    assert status == 1
    assert not last.endswith(" 0 failed")


@pytest.mark.long
def test_options_go_to_pytest(run):
    assert run("-n0", "-k", "test_b", good=GOOD, wrong=BAD) == (0, "1 passed, 0 failed")


# -- --clauses


def specification():
    """Return the ids of all clauses of the rules' specification, in its order."""
    with open(os.path.join(ROOT, "tests", "clauses.txt"), encoding="utf-8") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def test_the_rules_in_docs_are_the_specifications_clauses():
    ids = clauses.clause_ids()
    assert ids == specification()
    with open(clauses.RULES, encoding="utf-8") as file:
        said = dict(re.findall(r"(?m)^- \*\*([A-Z]+-[0-9]+)\*\* (.*)$", file.read()))
    assert [one for one in ids if len(said[one].split()) < 4] == []


def test_every_clause_is_decided_in_the_code_and_proven_by_a_test():
    ids, where = clauses.clause_ids(), clauses.find_places()
    without_code, without_test = clauses.without_code_or_test(ids, where)
    assert not without_code, "name these clauses in the code that decides them"
    assert not without_test, "name a test after each of these clauses, as test_rk_13_..."
    assert [one for one in where if one not in ids] == []  # nor does the code name others


def test_a_clause_is_decided_in_one_function():
    """Others that have to know it ask that one, or are listed as following it."""
    where = clauses.find_places()
    several = {
        clause: clauses.deciding_functions(where, clause)
        for clause in where
        if len({place.role for place in where[clause]} & {clauses.DECIDED})
        and len(clauses.deciding_functions(where, clause)) > 1
    }
    assert several == {}


@pytest.mark.long
def test_what_follows_a_clause_is_held_by_tests_that_there_are():
    assert clauses.untested_places(clauses.find_places()) == []
    held = clauses.tests_of_place("KR-10", "rules/solver/search.py:110 prove")
    assert held == ["test_solver_best.py::test_kr_10_whether_there_is_a_play_is_proved"]
    turn = clauses.tests_of_place("CR-11", "lib/pocket/tilegame/turn.py:1")
    assert turn and not [test for test in turn if "help" in test]  # a help text proves nothing
    loose = {"RK-1": [clauses.Place(clauses.FOLLOWS, "rules/solver/search.py:9 solve")]}
    assert clauses.untested_places(loose) == ["RK-1 rules/solver/search.py:9 solve"]


@cases.table("clause, function")
def test_where_a_clause_is_decided(clause, function):
    assert clauses.deciding_functions(clauses.find_places(), clause) == [function]


@pytest.mark.long
def test_the_listing_tells_who_decides_and_who_follows(capsys):
    assert clauses.show() == 0
    told = capsys.readouterr().out.split("\nCR-11\n")[1].split("\nCR-12\n")[0]
    assert "decided      rules/tilegame/referee.py:" in told
    assert "also follows rules/solver/jokers.py:1" in told
    assert "held by test_solver_best.py::test_the_best_play_of_random_positions" in told
    assert "also follows lib/pocket/" in told


@pytest.mark.long
def test_the_listing_tells_who_judges_too_and_who_rules_a_part(capsys):
    clauses.show(["RK-13", "ER-9"])
    told = capsys.readouterr().out
    judges = re.findall("judges too +tools/soak/judge.py:[0-9]+ (.+)", told)
    assert {"_Turn._judge_ends", "_Turn._have_two_rack_tiles"} <= set(judges)
    assert re.search(r"rules in it +rules/eight/game.py:[0-9]+ EightGame._new_hand", told)


@pytest.mark.long
@pytest.mark.parametrize("clause, page", [("RK-15", "RK"), ("KR-10", "KR"), ("RG-9", "RG")])
def test_the_rulings_of_the_help_are_among_the_places_of_a_clause(clause, page):
    says = [place.where for place in clauses.find_places()[clause] if place.role == clauses.SAYS]
    assert [where.partition(":")[0] for where in says] == ["assets/help/en/%s.txt" % page]


@pytest.mark.long
def test_the_place_of_a_clause_is_the_function_that_names_it():
    source = (
        '"""About RK-1 to RK-9."""\n'
        "LIMIT = 2  # RK-2\n"
        "class Game:\n"
        "    def end(self):\n"
        '        """T-3, RK-4 to RK-6."""\n'
        '        return "RK-12", "No."\n'
    )
    assert clauses.mentions("x.py", source) == [
        ("RK-2", 2, ""),
        ("RK-4", 5, "Game.end"),
        ("RK-5", 5, "Game.end"),
        ("RK-6", 5, "Game.end"),
        ("T-3", 5, "Game.end"),
        ("RK-12", 6, "Game.end"),
    ]


def decided(first, second):
    """Return two clauses, each decided in a place."""
    place = clauses.Place
    return {"RK-1": [place("decided", first)], "RK-2": [place("decided", second)]}


@pytest.mark.long
def test_a_clause_without_code_or_test_fails_the_listing(monkeypatch, capsys):
    monkeypatch.setattr(clauses, "clause_ids", lambda: ["RK-1", "RK-2"])
    monkeypatch.setattr(clauses, "find_places", lambda: decided("a.py:1", "a.py:2 f"))
    monkeypatch.setattr(clauses, "_tests", lambda: ["test_x.py::test_rk_1"])
    assert command.main(["--clauses"]) == 1
    out = capsys.readouterr().out
    assert "RK-2\n    decided      a.py:2 f\n    tested by    NO TEST" in out
    assert out.endswith("with tests\nNo test: RK-2\n")
    monkeypatch.setattr(clauses, "_tests", lambda: ["test_x.py::test_rk_1_and_rk_2"])
    assert command.main(["--clauses"]) == 0
    monkeypatch.setattr(clauses, "find_places", lambda: {"RK-2": decided("", "a.py:2 f")["RK-2"]})
    assert command.main(["--clauses"]) == 1
    out = capsys.readouterr().out
    assert "RK-1\n    NO CODE" in out and out.endswith("with tests\nNo code: RK-1\n")


@pytest.mark.long
def test_some_clauses_are_listed_alone(monkeypatch, capsys):
    monkeypatch.setattr(clauses, "clause_ids", lambda: ["RK-1", "RK-2"])
    monkeypatch.setattr(clauses, "find_places", lambda: decided("a.py:1", "a.py:2 f"))
    monkeypatch.setattr(clauses, "_tests", lambda: ["test_x.py::test_rk_2"])
    assert command.main(["--clauses", "RK-2"]) == 0
    assert capsys.readouterr().out == (
        "RK-2\n    decided      a.py:2 f\n    tested by    test_x.py::test_rk_2\n"
    )
    assert command.main(["--clauses", "RK-2", "rk-1", "RK-3"]) == 1
    assert capsys.readouterr().err == "There is no clause rk-1, RK-3 in docs/RULES.md.\n"


QUICK = program("tests for --quick")
ON_THE_VM = "def test_vm():\n    assert 0\n"


@pytest.mark.long
def test_quick_leaves_out_screens_and_vm_and_most_of_a_campaign(run, tmp_path):
    with open(os.path.join(ROOT, "tests", "conftest.py"), encoding="utf-8") as file:
        (tmp_path / "conftest.py").write_text(
            file.read().replace("ROOT = ", "ROOT = %r or " % ROOT)
        )
    files = {"x": QUICK, "play_x": ON_THE_VM, "x_vm": ON_THE_VM, "x_screen": ON_THE_VM}
    assert run("-n0", "--quick", **files) == (0, "3 passed, 0 failed")
    assert run("-n0", **files) == (1, "3 passed, 9 failed")

"""The door: `python3 tools`, its list, its errors, the clause list, the JSON commands end to
end."""

import io
import json
import os
import re
import subprocess
import sys
import tomllib

import cases
import clauses
import pytest
from build_help import squeezed_sources

from tools import __main__ as door
from tools.place import ROOT
from tools.requests import of


def tools(*words, text=""):
    """Run what `python3 tools ...` does in this process: (status, standard output, standard error).
    A start of Python takes a tenth of a second."""
    streams = [io.TextIOWrapper(io.BytesIO(it.encode()), "utf-8") for it in (text, "", "")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["tools", *words])
        for name, stream in zip(("stdin", "stdout", "stderr"), streams):
            patch.setattr(sys, name, stream)
        try:
            status = door.main()
        except SystemExit as left:
            status = left.code
    for stream in streams[1:]:
        stream.seek(0)
    return status, streams[1].read(), streams[2].read()


def one_sentence(words):
    return words.strip() and "Traceback" not in words and len(words.strip().splitlines()) == 1


def test_alone_it_lists_the_commands():
    status, out, err = tools()
    assert status == 0 and not err
    for name in "play test build flash image solve referee score match bench".split():
        assert re.search(r"^  %s\s+\w.{10,}" % name, out, re.M), name


@pytest.mark.long(keep=3)
@cases.table("words")
def test_a_wrong_word_is_one_sentence_on_stderr(words):
    status, out, err = tools(*words)
    assert status != 0 and one_sentence(err) and not out, err
    assert "int value" not in err


@pytest.mark.long(keep=30)
@pytest.mark.parametrize("value", ["-1", "-7", "1000000000", "1_0", "\u0663", "", "1.5", "x"])
@cases.table("words")
def test_a_number_that_cannot_be_is_one_sentence(words, value, tmp_path, capsys):
    record = tmp_path / "round.rec"
    record.write_text(
        "PocketRummy/1 CR length=1\nA, B\nstart 1 seed 7dab1bd37b927600\nd d d\n...\n"
    )
    words = [word.replace("FILE", str(record)).replace("VALUE", value) for word in words]
    if value not in words[-1] or not value:
        words.append(value)
    with pytest.raises(SystemExit) as left:
        raise SystemExit(door.guarded(words[0], door.run, words[0], words[1:]))
    out, err = capsys.readouterr()
    assert left.value.code not in (0, None) and not out
    assert one_sentence(err) and "int" not in re.sub(r"\(.*\)", "", err).split(), err


def test_a_line_that_is_no_text_or_no_json_is_an_error_of_its_own():
    """Bytes that are no UTF-8, half a character as an id, numbers that JSON does not have; a mark
    of UTF-8 at the beginning and Windows' line ends are no fault."""
    good = json.dumps({"id": "\ud800", "game": "RK", "racks": [[], ["r5"]]}).encode() + b"\r\n"
    bad = (b"\xff\xfe{}\n", b'{"id": "\xc3("}\n', b'{"id": NaN}\n', b'{"id": -Infinity}\n')
    bad += (b'{"id": 1e999}\n', good.replace(b"\r", b"\0"))
    done = subprocess.run(
        [sys.executable, os.path.join(ROOT, "tools"), "score"],
        input=b"\xef\xbb\xbf" + good + b"".join(line + good for line in bad),
        capture_output=True,
    )
    answers = [json.loads(line) for line in done.stdout.decode("ascii").splitlines()]
    assert done.returncode == 2 and not done.stderr
    assert answers[::2] == [{"id": "\ud800", "scores": [5, -5], "winner": [0]}] * 7
    assert [list(answer) for answer in answers[1::2]] == [["error"]] * 6


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device without room")
@pytest.mark.parametrize("words", [(), ("solve", "", "r3 r4 r5"), ("score",)])
def test_an_output_without_room_is_one_sentence(words):
    line = json.dumps({"game": "RK", "racks": [[], ["r5"]]})
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, os.path.join(ROOT, "tools"), *words],
            input=line,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 1 and one_sentence(done.stderr), done.stderr
    assert "Errno" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a shell that closes a stream")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_an_empty_one(closed):
    line = json.dumps({"game": "RK", "racks": [[], ["r5"]]})
    command = '"%s" "%s" score %s' % (sys.executable, os.path.join(ROOT, "tools"), closed)
    done = subprocess.run(command, shell=True, input=line, capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr and not done.stdout


@pytest.mark.long(keep=2)
@cases.table("words, said")
def test_what_play_is_given_is_looked_at_before_a_display_is(words, said, tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"")
    status, out, err = tools("play", *[str(path) if word == "FILE" else word for word in words])
    assert status != 0 and not out
    assert re.fullmatch(said.replace("FILE", re.escape(str(path))), err.strip()), err


def test_play_tells_what_a_script_may_say():
    out = tools("play", "--help")[1]
    for words in ("press A", "hold A 800", "wait 250", "shot NAME", "#", "SELECT"):
        assert words in out


def lines(*requests):
    return "".join(json.dumps(one) + "\n" for one in requests)


def test_referee_answers_each_line_in_order():
    before, joker = [["r3", "*", "r5"]], {"game": "RK", "opened": True, "pool": 30}
    text = lines(
        dict(
            joker,
            id=1,
            before=before,
            rack=["r4", "k7", "k8"],
            after=[["r3", "r4", "r5"], ["*", "k7", "k8"]],
        ),
        dict(
            joker, id=2, before=before, rack=["r4", "k7"], after=[["r3", "r4", "r5"], ["*", "k7"]]
        ),
    )
    opening = {"id": 4, "game": "RK", "before": [], "rack": ["r10", "b10", "k10"]}
    text += "{nonsense\n" + lines(dict(opening, after=[opening["rack"]], opened=False))
    status, out, err = tools("referee", text=text)
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2 and len(answers) == 4
    assert answers[0]["legal"] and sorted(answers[0]["laid"]) == ["k7", "k8", "r4"]
    assert answers[1] == {"id": 2, "legal": False, "clause": "T-3", "why": answers[1]["why"]}
    assert list(answers[2]) == ["error"]
    assert answers[3]["opens"] is True


BAD = [
    ({"before": [["r3", "r3", "r5"]]}, "r3 r3 r5"),
    ({"before": [["r3", "r4"]]}, "r3 r4"),
    ({"rack": ["r3", "r3"]}, "3 tiles r3"),
    ({"rack": ["*", "*", "*"]}, "3 jokers"),
    ({"rack": ["z9"]}, "z9"),
    ({"rack": "r5"}, "rack"),
    ({"rack": ["k%d" % n for n in range(1, 14)] * 8}, "107 tiles"),
    ({"game": "XX"}, "XX"),
    ({"game": None}, "game"),
    ({"opened": 1}, "opened"),
    ({"options": {"colour": 1}}, "colour"),
    ({"options": []}, "Options"),
    ({"pool": -1}, "pool"),
    ({"after": [["r3", 5]]}, "5"),
    ({"after": [["r3"] * 256]}, "There are 256 tiles, but the pack holds 106."),
    ({"after": [["*"] * 300]}, "300 tiles"),
    ({"game": "ER", "round": 1, "hand": ["r^1"] * 256}, "256 r^1 cards"),
]


@pytest.fixture(scope="module")
def answers():
    """Return what one call of `referee` says to each request of BAD, a good one after each."""
    good = {
        "id": 7,
        "game": "RK",
        "before": [["r3", "r4", "r5"]],
        "rack": ["r6"],
        "after": [["r3", "r4", "r5", "r6"]],
        "opened": True,
        "pool": 30,
    }
    status, out, err = tools(
        "referee", text="".join(lines(dict(good, **change), good) for change, _word in BAD)
    )
    assert status == 2 and not err
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("number", range(len(BAD)), ids=[word for _change, word in BAD])
def test_a_bad_request_is_one_sentence_and_the_rest_is_answered(answers, number):
    bad, good = answers[2 * number : 2 * number + 2]
    assert bad["id"] == 7 and BAD[number][1] in bad["error"] and bad["error"].endswith(".")
    assert good["legal"] and len(answers) == 2 * len(BAD)


def test_a_pass_with_empty_piles_is_judged_by_the_solver_kr_10():
    base = {"game": "KR", "before": [["k1", "k2", "k3"]], "after": [["k1", "k2", "k3"]], "pool": 0}
    status, out, err = tools(
        "referee",
        text=lines(
            dict(base, rack=["k4"]), dict(base, rack=["r9"]), dict(base, rack=["k4"], game="RK")
        ),
    )
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 0
    assert answers[0]["clause"] == "KR-10" and answers[1]["legal"] and answers[2]["legal"]


@cases.table("after, clause")
def test_a_pass_leaves_the_table_as_it_was_t_3_t_12(after, clause):
    request = {"game": "RK", "before": [["r3", "r4", "r5"], ["r6", "r7", "*"]], "rack": ["b1"]}
    answer = of("RK").referee(dict(request, after=after, pool=0))
    assert answer.get("clause") == clause and answer["legal"] == (clause is None)


def test_score():
    status, out, err = tools(
        "score",
        text=lines(
            {"id": 1, "game": "RK", "racks": [[], ["r5", "*"]], "stalled": False},
            {"id": 2, "game": "KR", "racks": [["r5"], ["*"]], "stalled": True},
            {"id": 3, "game": "RK", "racks": [["r5"], ["*"]], "stalled": False},
        ),
    )
    answers = [json.loads(line) for line in out.splitlines()]
    assert status == 2
    assert answers[0] == {"id": 1, "scores": [35, -35], "winner": [0]}
    assert answers[1] == {"id": 2, "scores": [45, -45], "winner": [0]}
    assert "empty" in answers[2]["error"]


def test_a_clause_is_not_found_in_a_longer_number():
    assert clauses.in_test_name("test_x.py::test_rk_15_a") == {"RK-15"}
    assert clauses.in_test_name("test_x.py::test_the_check_t_14") == {"T-14"}


@pytest.mark.long
def test_a_second_start_takes_less_than_a_second():
    """Of the processor's time: others may keep it busy."""
    for before in (None, os.times()):
        subprocess.run([sys.executable, os.path.join(ROOT, "tools"), "play", "--help"], check=True)
    after = os.times()
    used = after.children_user + after.children_system
    assert used - before.children_user - before.children_system < 1.0


def test_there_is_one_version_and_a_build_puts_it_into_the_text_of_what_shows_it():

    status, out, err = tools("--version")
    found = re.fullmatch(r"Pocket Rummy (\d+\.\d+\.\d+)\n", out)
    assert status == 0 and found
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        settings = tomllib.load(file)
    assert "version" not in settings["project"] and settings["project"]["dynamic"] == ["version"]
    path = settings["tool"]["hatch"]["version"]["path"]
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        sources = {path: file.read()}
    sources["lib/pocket/title.py"] = (
        "from pocket.app.version import VERSION\n\n\ndef show(say):\n    say(VERSION)\n"
    )
    squeezed, _names = squeezed_sources(sources, {"code.py": "from pocket.title import show\n"})
    assert "import" not in squeezed["lib/pocket/title.py"]
    assert "'%s'" % found[1] in squeezed["lib/pocket/title.py"]


def test_every_dependency_is_pinned_and_has_its_reason():
    with open(os.path.join(ROOT, "pyproject.toml"), encoding="utf-8") as file:
        text = file.read()
    project = tomllib.loads(text)["project"]
    wanted = project["dependencies"] + sum(project["optional-dependencies"].values(), [])
    assert len(wanted) > 5
    for one in wanted:
        assert re.match(r"[\w-]+==[\d.]+\w*(; .*)?$", one), one
        before = text[: text.index('\n    "%s",' % one)].rstrip().splitlines()[-1]
        assert before.strip().startswith("#"), one

"""`python3 tools replay`: shows, checks, prints; its JSON lines go into `solve` and `referee`."""

import io
import json
import sys

import cases
import pytest
import saves_help
from pocket.saves import roundsfile
from pocket.saves.slots import STRIDE
from record_help import play_game

from rules.record import notation
from tools import referee, replay, solve
from tools.__main__ import guarded


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("records")
    rounds = play_game("RK", ("hard", "easy"), 3, {"length": 3})[0]
    (path / "three.rec").write_bytes(b"".join(rounds))
    (path / "packed.rec").write_bytes(rounds[0])
    (path / "text.rec").write_text(notation.expand(rounds[0]))
    (path / "cards.rec").write_bytes(play_game("ER", ("easy", "hard"), 3, {"short": True})[0][0])
    (path / "cut.rec").write_bytes(rounds[0][:120])
    (path / "empty.rec").write_bytes(b"")
    (path / "noise.rec").write_bytes(bytes(range(256)) * 40)
    (path / "newer.rec").write_bytes(b"PocketRummy/7" + rounds[0][13:])
    return path


def run(capsys, *words):
    """Return (status, output, errors) of one command."""
    status = guarded("replay", replay.main, [str(word) for word in words])
    return (status,) + tuple(capsys.readouterr())


def answers(module, lines, capsys, monkeypatch):
    """Return what `solve` or `referee` answers to JSON lines."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert module.main([]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.long
def test_it_shows_deal_moves_and_scores_of_packed_and_text(folder, capsys):
    status, out, err = run(capsys, folder / "packed.rec")
    lines = out.splitlines()
    assert status == 0 and not err
    assert lines[0] == "Rummikub: ADA (hard), BOB (easy)"
    assert lines[1].split()[:2] in (["->", "ADA"], ["->", "BOB"]) or "ADA" in lines[1]
    assert lines[-1].startswith("The round ends: ADA ")
    assert [line.split()[0] for line in lines[4:-1]] == [str(n) for n in range(1, len(lines) - 4)]
    assert run(capsys, folder / "text.rec") == (status, out, err)


@pytest.mark.long
def test_text_comes_out_as_it_went_in(folder, capsys, tmp_path):
    out = run(capsys, folder / "packed.rec", "--text")[1]
    (tmp_path / "again.rec").write_text(out)
    assert run(capsys, tmp_path / "again.rec", "--text")[1] == out
    assert run(capsys, tmp_path / "again.rec")[1] == run(capsys, folder / "packed.rec")[1]


def test_several_records_are_listed_and_one_is_chosen(folder, capsys):
    status, out, _ = run(capsys, folder / "three.rec")
    assert status == 0 and [line.split()[0] for line in out.splitlines()] == ["1", "2", "3"]
    assert run(capsys, folder / "three.rec", "--round", 1) == run(capsys, folder / "packed.rec")
    status, _, err = run(capsys, folder / "three.rec", "--round", 4)
    assert (status, err) == (2, "There is no record 4: the last is 3.\n")


def test_every_step_can_be_shown(folder, capsys):
    status, out, _ = run(capsys, folder / "packed.rec", "--step", 0)
    assert status == 0 and "pool" in out and "set" not in out
    last = len(run(capsys, folder / "packed.rec")[1].splitlines()) - 5
    assert "(empty)" in run(capsys, folder / "packed.rec", "--step", last)[1]
    status, _, err = run(capsys, folder / "packed.rec", "--step", last + 1)
    assert (status, err) == (2, "The record has steps 0 to %d, not %d.\n" % (last, last + 1))


def test_the_positions_of_plays_are_read_by_referee_and_solve(folder, capsys, monkeypatch):
    lines = run(capsys, folder / "packed.rec", "--json", "--plays")[1]
    asked = [json.loads(line) for line in lines.splitlines()]
    assert len(asked) > 5
    for question, answer in zip(asked, answers(referee, lines, capsys, monkeypatch)):
        assert answer["legal"] and sorted(answer["laid"]) == sorted(question["laid"])
    for question, answer in zip(asked, answers(solve, lines, capsys, monkeypatch)):
        assert answer["proved"] and answer["tiles"] >= len(question["laid"])


def test_the_turns_of_8_round_rummy_are_read_by_referee(folder, capsys, monkeypatch):
    lines = run(capsys, folder / "cards.rec", "--json")[1]
    got = answers(referee, lines, capsys, monkeypatch)
    assert len(got) > 20 and all(answer["legal"] for answer in got)
    assert sum(answer["wins"] for answer in got) == 4


def test_one_step_as_json(folder, capsys):
    all_lines = run(capsys, folder / "packed.rec", "--json")[1].splitlines()
    assert run(capsys, folder / "packed.rec", "--json", "--step", 6)[1].strip() == all_lines[6]


def test_check_says_so(folder, capsys):
    status, out, err = run(capsys, folder / "three.rec", "--check")
    assert status == 0 and not err and out.count("all legal") == 3


@cases.table("name, sentence")
def test_a_bad_file_is_one_sentence(folder, capsys, name, sentence):
    for way in ((), ("--check",), ("--json",), ("--text",), ("--step", "1")):
        status, out, err = run(capsys, folder / name, *way)
        assert status == 2 and sentence in err and err.count("\n") == 1 and "Traceback" not in err


def test_a_file_of_saves_is_known_by_what_is_in_it(folder, capsys, tmp_path):
    """Whatever its name; one that is damaged or cut short is one sentence, too."""
    store = saves_help.store(tmp_path)
    store.save("set", b"settings")
    one = (folder / "packed.rec").read_bytes()
    roundsfile.save(store, one)
    saves = (tmp_path / "rummy.sav").read_bytes()
    for data in (saves, b"\1" * 11264 + saves[11264:], one):
        for name in ("rummy.sav", "r.sav", "old"):
            (tmp_path / name).write_bytes(data)
            assert run(capsys, tmp_path / name) == run(capsys, folder / "packed.rec")
    place = 3 * STRIDE
    noise = b"\xff" * 99
    for data in (saves[:5000], saves[: place + 30], saves[:place] + noise + saves[place + 99 :]):
        (tmp_path / "r.sav").write_bytes(data)
        none = (2, "", "No round is kept in this file of saves.\n")
        assert run(capsys, tmp_path / "r.sav") == none


def test_rounds_of_a_file_of_saves_are_the_newest_first(folder, capsys, tmp_path):
    data = (folder / "three.rec").read_bytes()
    packed = [b"PocketRummy" + one for one in data.split(b"PocketRummy")[1:]]
    store = saves_help.store(tmp_path)
    store.save("x", b"x")
    first = len(packed[0]).to_bytes(2, "little") + packed[0]
    saves_help.overwrite(tmp_path, 2, saves_help.framed(b"r0", first, 1))
    for record in packed[1:]:
        assert roundsfile.save(store, record) is None
    path = tmp_path / "rummy.sav"
    assert run(capsys, path, "--check")[1].count("all legal") == len(packed) == 3
    newest = run(capsys, path, "--round", "1", "--text")[1]
    assert newest.split("\n")[:3] == notation.expand(packed[-1]).split("\n")[:3]


@pytest.mark.parametrize("saves", [1, 2, 3])
def test_one_bit_of_a_file_of_saves_costs_one_save_alone(folder, capsys, tmp_path, saves):
    """The newest of one to three; nothing is left of the very first."""
    store = saves_help.store(tmp_path)
    one = (folder / "packed.rec").read_bytes()
    for number in range(saves):
        roundsfile.save(store, one.replace(b"BOB", b"NO%d" % number))
    path = tmp_path / "rummy.sav"
    whole = path.read_bytes()
    for at in (0, 3, 4, 5, 8, 11, 15, 16, 40):
        path.write_bytes(whole)
        saves_help.flip(tmp_path, 1 + saves, at)
        status, out, err = run(capsys, path)
        none = (2, "No round is kept in this file of saves.\n")
        assert (status, err) == ((0, "") if saves > 1 else none)
        assert (saves > 1) == ("NO%d" % (saves - 2) in out) and "NO%d" % (saves - 1) not in out
        status, out, err = run(capsys, path, "--trace")
        assert (status, err) == (0, "") and "holds no trace" in out


@pytest.mark.parametrize("strange", ["\x0c", "\x0b", "\x1c", "\x85", "\u2028"])
def test_what_breaks_lines_elsewhere_is_quoted_on_one(capsys, tmp_path, strange):
    """A form feed ends a line for some; the first of the two that a fuzzer made was all of them."""
    path = tmp_path / "fed.rec"
    text = "PocketRummy/1 KR\nADA/easy, BOB\nstart %s seed 3ba286573bb27600\n...\n"
    path.write_text(text % (strange * 60 + "1"), encoding="utf-8")
    status, out, err = run(capsys, path, "--check")
    assert (status, out) == (2, "") and err.strip() and len(err.splitlines()) == 1


def test_a_mark_of_utf_8_and_windows_line_ends_are_no_fault(folder, capsys, tmp_path):
    path = tmp_path / "windows.rec"
    text = (folder / "text.rec").read_bytes()
    path.write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    assert run(capsys, path, "--check")[0] == 0


def test_a_closed_output_is_no_fault_of_the_file(folder, monkeypatch):
    class Closed(io.StringIO):
        """A pipe whose reader has gone."""

        def write(self, text):
            """Fail."""
            raise BrokenPipeError(32, "Broken pipe")

    monkeypatch.setattr(sys, "stdout", Closed())
    with pytest.raises(BrokenPipeError):
        replay.main([str(folder / "text.rec")])


def test_an_illegal_move_is_told_after_those_before_it(folder, capsys, tmp_path):
    text = (folder / "text.rec").read_text()
    body = text.split("\n", 3)[3]
    (tmp_path / "wrong.rec").write_text(text.replace(body, body.replace("d d", "d zz", 1)))
    status, out, err = run(capsys, tmp_path / "wrong.rec")
    assert status == 2 and err.startswith("Move ") and err.count("\n") == 1
    assert out.splitlines()[-1].split()[0] == str(int(err.split()[1].rstrip(",")) - 1)

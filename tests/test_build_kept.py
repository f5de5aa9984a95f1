"""What is made once and kept: `tools/device/kept.py`."""

import threading

import pytest

from tools.device import kept


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "_FOLDER", str(tmp_path))
    return tmp_path


def test_what_was_made_is_taken_up(folder):
    path = str(folder / "mark")
    assert kept._load_or_make(path, lambda: [1]) == [1]
    assert kept._load_or_make(path, lambda: [2]) == [1]


def test_who_waits_for_another_process_takes_what_that_has_made(folder):
    def make():
        waiting = threading.Thread(target=lambda: out.append(kept._load_or_make(path, fail)))
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
        threads.append(waiting)
        return [3]

    def fail():
        raise AssertionError("It is made twice.")

    path, out, threads = str(folder / "mark"), [], []
    assert kept._load_or_make(path, make) == [3]
    threads[0].join(20)
    assert out == [[3]]


def test_a_digest_tells_of_every_change_of_what_it_is_asked_for(tmp_path):
    (tmp_path / "a.txt").write_text("one")
    (tmp_path / "b.bin").write_text("two")

    def told():
        return kept.digest(str(tmp_path), "*.txt")

    seen = [told()]
    (tmp_path / "b.bin").write_text("other")
    assert told() == seen[0]
    for path, text in (("a.txt", "on"), ("ab.txt", ""), ("a.txt", "one")):
        (tmp_path / path).write_text(text)
        seen.append(told())
    assert len(set(seen)) == len(seen)

"""What is made once and kept: `tools/device/kept.py`."""

import os
import time

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
    assert os.listdir(folder) == ["mark"]


@pytest.mark.parametrize("seconds", [61, 4000])
def test_nobody_waits_for_who_was_killed(folder, seconds):
    busy = folder / "mark.busy"
    busy.mkdir()
    os.utime(busy, (time.time() - seconds,) * 2)
    begun = time.monotonic()
    assert kept._load_or_make(str(folder / "mark"), lambda: [3]) == [3]
    assert time.monotonic() - begun < 20
    assert os.listdir(folder) == ["mark"]


def test_two_at_once_make_it_both_rather_than_fail(folder):
    """Who takes longer than a minute counts as gone."""

    def make():
        (folder / "mark.busy").rmdir()
        return [4]

    assert kept._load_or_make(str(folder / "mark"), make) == [4]


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

"""Boards whose firmware lacks a module that others have: forms and tables without vectorio."""

import sys

import pytest
from screens_help import choose, handheld, page, put, screen

from rules.tilegame import game as tile_game


@pytest.fixture
def fresh():
    """The library is loaded anew, as on a board."""

    def forget():
        for name in list(sys.modules):
            if name.startswith("adafruit_displayio_layout"):
                del sys.modules[name]

    forget()
    yield
    forget()


def test_forms_and_score_sheet_without_vectorio(tmp_path, fresh):
    with handheld(tmp_path, "seeeduino_wio_terminal", blind=False) as sim:
        with pytest.raises(ImportError):
            __import__("vectorio")
        choose(sim, "Settings")
        assert screen(sim) == "options" and "Sound" in page(sim)
        sim.press("RIGHT", "B")
        game = tile_game.Game("RK", 2, 5)
        put(sim, game, [("", "ANNA"), ("easy", "BO")], ("score", ("pause",)))
        assert screen(sim) == "score"
        assert sim.failure is None


def test_a_board_with_vectorio_keeps_its_own(tmp_path, fresh):
    with handheld(tmp_path) as sim:
        choose(sim, "Settings")
        assert sys.modules["vectorio"].__name__ == "vectorio"


def test_a_menu_shows_fewer_lines_where_memory_has_no_piece_for_all(tmp_path, monkeypatch):
    with handheld(tmp_path) as sim:
        choose(sim, "Learn")
        panel, first = sim.app.screen.panel, sim.app.screen.list
        label = panel.label

        def scarce(x, y, text, *rest):
            if text.count("\n") > 2:
                raise MemoryError
            return label(x, y, text, *rest)

        monkeypatch.setattr(panel, "label", scarce)
        first.close()
        menu = type(first)(panel, 1, 8, 8, "line {}".format)
        menu.draw()
        assert menu.room == 2 and "line 1" in page(sim) and "line 2" not in page(sim)
        for _ in range(7):
            menu.move(1)
            menu.draw()
        assert "line 7" in page(sim) and menu.band.y > panel.row_y(1)

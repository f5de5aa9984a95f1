"""The terminal as the screen: typed keys, cells, and a real run in a pseudo terminal."""

import os
import subprocess
import sys
import time

import cases
import pytest

from tools.sim import terminal

BLACK, WHITE, RED = 0x0000, 0xFFFF, 0xF800


@cases.table("typed, wanted")
def test_typed_keys_are_buttons(typed, wanted):
    assert [button for button, _ in terminal.buttons(typed)] == wanted


def test_a_capital_holds_the_button_for_a_long_press():
    (_, short), (_, long) = terminal.buttons("xX")
    assert short < 0.3 and long > 0.6


@cases.table("four, wanted")
def test_a_narrow_terminal_gets_four_pixels_a_cell(four, wanted):
    assert terminal.cells(four, 2, 2, True) == [[tuple(wanted)]]


def test_a_wide_terminal_gets_two_pixels_a_cell():
    rows = terminal.cells([1, 1, 2, 2, 1, 2, 2, 2], 4, 2, False)
    assert rows == [[(1, 1, "▀"), (1, 2, "▀"), (2, 2, "▀"), (2, 2, "▀")]]


def test_colours_in_24_bits_and_in_256():
    assert terminal.colour(RED, True, False) == "\x1b[38;2;255;0;0m"
    assert terminal.colour(RED, False, True) == "\x1b[48;5;196m"
    assert terminal.colour(WHITE, False, False) == "\x1b[38;5;231m"


def test_the_narrowest_line_of_keys_names_the_one_for_a_hint():
    assert "Shift+S=hint" in terminal.LEGEND[:64] and "Q leaves" in terminal.LEGEND[:64]
    ((button, seconds),) = terminal.buttons("S")
    assert button == "SELECT" and seconds >= 0.7  # held


if os.name != "nt":
    import fcntl
    import pty
    import select
    import struct
    import termios

    class Run:
        """`play` in a pseudo terminal of its own."""

        def __init__(self, folder, columns, lines):
            self.main, self.side = pty.openpty()
            fcntl.ioctl(self.side, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
            self.before = termios.tcgetattr(self.side)
            root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
            code = (
                "import sys; sys.path.append(%r); from tools.sim import terminal; "
                "sys.exit(terminal.run('pybadge', 1, %r))" % (root, str(folder))
            )
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", code],
                stdin=self.side,
                stdout=self.side,
                stderr=self.side,
                env={
                    **os.environ,
                    "COLORTERM": "truecolor",
                    "TERM": "xterm",
                    "COLUMNS": str(columns),
                    "LINES": str(lines),
                },
            )

        def read(self, until, seconds=600):
            """Output up to the text `until`."""
            out = b""
            end = time.monotonic() + seconds
            while until.encode() not in out and time.monotonic() < end:
                if select.select([self.main], [], [], 0.2)[0]:
                    out += os.read(self.main, 65536)
            assert until.encode() in out, out[-300:]
            return out.decode(errors="ignore")  # a read may end within a character

        def frame(self, fits, key="", seconds=600):
            """Return the number of cells of the first drawing that `fits`, each ending with the
            legend; `key` is typed again and again until one comes: what is not ready yet takes no
            key."""
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                if key:
                    self.type(key)
                if select.select([self.main], [], [], 1)[0]:
                    cells = self.read("Q leaves").rsplit("Q leaves", 1)[0].count("▀")
                    if fits(cells):
                        return cells
            raise AssertionError("no such drawing")

        def type(self, text):
            """Type."""
            os.write(self.main, text.encode())

        def end(self):
            """Close; kills what still runs."""
            if self.process.poll() is None:
                self.process.kill()
            self.process.wait()
            os.close(self.main)
            os.close(self.side)

    @pytest.fixture
    def play(tmp_path):
        """Starts `play` in a pseudo terminal of a given size."""
        runs = []

        def start(columns, lines):
            runs.append(Run(tmp_path, columns, lines))
            return runs[-1]

        yield start
        for run in runs:
            run.end()

    def test_a_session_draws_reacts_and_puts_the_terminal_back(play):
        run = play(170, 70)
        assert run.frame(lambda cells: cells >= 160 * 64)  # the whole screen once
        assert run.frame(lambda cells: 0 < cells < 160 * 40, "\x1b[B")  # then two menu lines
        run.type("q")
        last = run.read("\x1b[?1049l")
        assert "\x1b[?25h" in last
        assert run.process.wait(600) == 0
        assert termios.tcgetattr(run.side) == run.before

    def test_a_terminal_too_small_is_told_the_size_it_needs(play):
        run = play(80, 24)
        said = " ".join(run.read("leaves").split())
        assert "has 80 columns and 24 lines" in said
        assert "needs at least 80 columns and 65 lines" in said and "best with 160" in said
        run.type("\x1b[B")
        time.sleep(1)
        run.type("q")
        assert "needs" not in run.read("\x1b[?1049l")
        assert run.process.wait(600) == 0

"""The door: when it sets up its environment, when not, and what it says when it cannot."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from types import SimpleNamespace

import cases
import pytest
from build_help import program

from tools import __main__ as front
from tools import launcher, pins

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class House:
    """A project folder with a pretended environment that records what is installed."""

    def __init__(self, folder, monkeypatch):
        self.folder = folder
        self.installed = []
        self.made = []
        monkeypatch.setattr(launcher, "ROOT", str(folder))
        monkeypatch.setattr(launcher, "VENV", str(folder / ".venv"))
        monkeypatch.setattr(launcher, "_LOCK", str(folder / ".venv.lock"))
        monkeypatch.setattr(launcher, "_install", self.install)
        monkeypatch.setattr(launcher, "_same_python", lambda: True)
        monkeypatch.setattr(launcher.subprocess, "run", self.run)
        self.pin("pillow==1.0")

    def pin(self, base, test="pytest==2.0"):
        """Write the pinned versions."""
        (self.folder / "pins.txt").write_text("# base\n%s\n# test\n%s\n" % (base, test))

    def install(self, wanted):
        """Stands for pip."""
        self.installed.append(list(wanted))

    def run(self, command, **options):
        """Stands for `python -m venv`."""
        self.made.append(command)
        os.makedirs(os.path.dirname(launcher.python()), exist_ok=True)
        open(launcher.python(), "w").close()
        return subprocess.CompletedProcess(command, 0, "")


@pytest.fixture
def house(tmp_path, monkeypatch):
    """Return a project that has not been set up."""
    return House(tmp_path, monkeypatch)


@cases.table("steps, installed, made")
def test_what_is_installed_and_how_often_the_environment_is_made(house, steps, installed, made):
    for step in steps.split(", "):
        if step.startswith("pin "):
            house.pin(*step.split()[1:])
        elif step == "Python goes":
            os.remove(launcher.python())
        else:
            launcher.prepare(() if step == "base" else (step,))
    assert house.installed == [names.split() for names in installed.split("; ")]
    assert len(house.made) == made


def test_a_python_that_makes_no_environment_gives_way_to_the_one_that_runs(house, monkeypatch):
    """A distribution's is the faster one, but may come without `venv`."""
    system = "/usr/bin/python%d.%d" % sys.version_info[:2]
    made = []

    def run(command, **options):
        made.append(command[0])
        return subprocess.CompletedProcess(command, command[0] == system)

    monkeypatch.setattr(launcher.os.path, "exists", lambda path: path in (system, sys.executable))
    monkeypatch.setattr(launcher.subprocess, "run", run)
    os.makedirs(launcher.VENV)
    launcher.prepare(())
    assert made == [system, sys.executable]


def test_a_set_up_that_failed_is_tried_again(house, monkeypatch):
    def fails(wanted):
        raise launcher.LauncherError("no network")

    monkeypatch.setattr(launcher, "_install", fails)
    with pytest.raises(launcher.LauncherError):
        launcher.prepare(())
    monkeypatch.setattr(launcher, "_install", house.install)
    launcher.prepare(())
    assert house.installed == [["pillow==1.0"]]


def test_a_set_up_that_is_stopped_says_so(house, monkeypatch, capsys):
    def stopped(wanted):
        raise KeyboardInterrupt

    monkeypatch.setattr(launcher, "_install", stopped)
    assert launcher.rerun((), ["play"]) == 130
    assert "goes on with it" in capsys.readouterr().err


HOLDER = program("holds the lock of the set-up")


def test_another_runs_set_up_is_waited_for_aloud_and_not_once_it_is_killed(
    house, monkeypatch, capsys
):
    command = [sys.executable, "-P", "-c", HOLDER % ROOT, launcher._LOCK]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        other.stdout.read(1)  # it has the lock
        naps = []

        def nap(seconds):
            naps.append(seconds)
            if len(naps) == 3:
                other.kill()
                other.wait()

        # Threads of other tests sleep, too.
        monkeypatch.setattr(launcher, "time", SimpleNamespace(sleep=nap))
        launcher.prepare(())
    assert len(naps) >= 3
    assert capsys.readouterr().err.count("Another run is setting up") == 1
    assert house.installed == [["pillow==1.0"]]


def test_progress_is_told_on_stderr_and_not_when_there_is_nothing_to_do(house, capsys):
    launcher.prepare(())
    first = capsys.readouterr()
    launcher.prepare(())
    second = capsys.readouterr()
    assert "Setting up" in first.err and "Ready" in first.err
    assert first.out == second.out == second.err == ""


@cases.table("there, comes, works, asked")
def test_uv_installs_and_where_it_cannot_pip_does(
    tmp_path, monkeypatch, there, comes, works, asked
):
    monkeypatch.setattr(launcher, "VENV", str(tmp_path))  # beside another test that installs
    monkeypatch.setattr(launcher, "_pip", lambda: ["pip"])
    done = []

    def record_command(command, env=None):
        by = "uv" if command[0] == "the uv" else "pip"
        assert command[-3:-1] == ["--require-hashes", "-r"]
        with open(command[-1]) as file:
            wanted = file.read()
        installs_uv = by == "pip" and wanted.startswith("uv==")
        done.append("pip for uv" if installs_uv else by)
        if not installs_uv:
            assert wanted == "x==1\n"
        return None if (comes if installs_uv else works or by == "pip") else "no"

    monkeypatch.setattr(launcher, "_run_installer", record_command)
    monkeypatch.setattr(
        launcher, "_uv", lambda: "the uv" if there or comes and "pip for uv" in done else None
    )
    launcher._install(["x==1"])
    assert done == asked


@pytest.mark.long
def test_without_a_network_it_is_one_sentence_and_status_1(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(launcher, "VENV", str(tmp_path))
    monkeypatch.setattr(launcher, "python", lambda: sys.executable)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_FIND_LINKS"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(launcher.LauncherError) as problem:
        launcher._install(["pocket-rummy-has-no-such-library==1.0 --hash=sha256:" + 64 * "0"])
    assert "is there a network?" in str(problem.value)
    assert "\n" not in str(problem.value)

    def fails(groups):
        raise launcher.LauncherError("The libraries could not be installed.")

    monkeypatch.setattr(launcher, "prepare", fails)
    assert launcher.rerun((), ["play"]) == 1
    assert capsys.readouterr().err.strip().endswith("The libraries could not be installed.")


def test_windows_has_its_interpreter_elsewhere(monkeypatch):
    monkeypatch.setattr(launcher.os, "name", "nt")
    assert re.split(r"[\\/]", launcher.python())[-2:] == ["Scripts", "python.exe"]


def test_the_front_needs_nothing_but_python_and_reads_in_older_ones():
    with open(front.__file__, encoding="utf-8") as file:
        tree = ast.parse(file.read(), feature_version=(3, 7))
    top = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert {alias.name for node in top for alias in node.names} == {"os", "re", "sys"}


def start(*argv, version=None):
    """Run `python3 tools argv...` without site-packages; `version` pretends another Python."""
    code = "import sys, runpy; sys.argv = %r\n" % (["tools"] + list(argv))
    if version:
        code += "sys.version_info = %r\n" % (version,)
    code += "runpy.run_path(%r, run_name='__main__')\n" % os.path.join(ROOT, "tools")
    return subprocess.run(
        [sys.executable, "-S", "-I", "-c", code],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )


def test_an_older_python_is_told_in_one_sentence():
    done = start("play", version=(3, 9, 2))
    assert done.returncode == 1
    assert done.stderr == "Pocket Rummy's tools need Python 3.11 or newer; this is 3.9.\n"


@pytest.mark.parametrize("name", sorted(front.MODULES))
def test_the_help_of_a_command_sets_nothing_up(name, monkeypatch, capsys):
    monkeypatch.setattr(launcher, "in_venv", lambda: False)
    monkeypatch.setattr(launcher, "rerun", lambda *given: pytest.fail("it is set up"))
    monkeypatch.setattr(sys, "argv", ["tools", name, "--help"])
    with pytest.raises(SystemExit) as end:
        front._main()
    assert end.value.code == 0
    assert capsys.readouterr().out.startswith("usage: python3 tools " + name)


HELPS = program("asks every command for its help")


@pytest.mark.long
def test_the_help_of_a_command_needs_no_library():
    """Without `site` no library of the environment is in the path."""
    done = subprocess.run(
        [sys.executable, "-S", "-P", "-c", HELPS % ROOT], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("usage: python3 tools ") == len(front.MODULES)


@pytest.mark.parametrize(
    "problem, words",
    [
        (ValueError("The set is odd."), "The set is odd."),
        (OSError(28, "No space left"), "No space left"),
        (KeyError("x"), "failed: KeyError"),
        (RuntimeError("two\nlines"), "two lines"),
    ],
)
def test_whatever_a_command_raises_is_one_line(monkeypatch, capsys, problem, words):
    class Command:
        """A command that fails."""

        @staticmethod
        def main(argv):
            """Fail."""
            raise problem

    monkeypatch.delenv("POCKET_RUMMY_DEBUG", raising=False)
    monkeypatch.setitem(sys.modules, "tools.play", Command)
    assert front.guarded("play", front.run, "play", []) == 1
    err = capsys.readouterr().err
    assert words in err and err.count("\n") == 1


def test_ci_runs_the_one_door():
    path = os.path.join(ROOT, ".ci", "run")
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    assert [line for line in lines if "tools" in line] == ["exec python3 tools test"]
    if os.name != "nt":
        assert os.access(path, os.X_OK)


def test_libraries_of_a_group_are_known_without_those_of_the_base():
    alone = launcher.requirements(("setup",), base=False)
    assert [text.partition("==")[0] for text in alone] == ["uv"]
    assert launcher.requirements(("setup",)) == launcher.requirements(()) + alone


def test_every_library_is_installed_by_its_checksum():
    """Those that others ask for, too; python -m tools.pins writes them anew."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        project = tomllib.load(file)["project"]
    asked = {"base": project["dependencies"], **project["optional-dependencies"]}
    for group, pinned in asked.items():
        blocks = launcher.requirements((group,), base=group == "base")
        there = {block.split(" \\\n")[0] for block in launcher.requirements((group,))}
        assert set(pinned).issubset({text.replace(" ; ", "; ") for text in there}), group
        for block in blocks:
            first, *hashes = block.split(" \\\n")
            assert re.fullmatch(r"[a-z0-9.-]+==[\w.]+( ; .+)?", first), first
            assert hashes and all(
                re.fullmatch("    --hash=sha256:[0-9a-f]{64}", line) for line in hashes
            )
    with open(launcher.pins(), encoding="utf-8") as file:
        text = file.read()
    assert "://" not in text  # no host: it is the user's own index
    assert {word for line in re.findall(r"^# (.*)", text, re.M) for word in line.split()} == {
        *asked
    }


def test_the_pins_of_a_group_are_asked_for_by_its_name(monkeypatch):
    def run(command, **_more):
        assert command[1:4] == ["pip", "compile", "pyproject.toml"]
        assert command.count("compile") == 1 and command[-2:] == ["--extra", "web"]
        path = command[command.index("--output-file") + 1]
        with open(path, "w", encoding="utf-8") as file:
            file.write("one==1 \\\n    --hash=sha256:00\n")

    monkeypatch.setattr(pins.launcher, "_uv", lambda: "uv")
    monkeypatch.setattr(pins.subprocess, "run", run)
    assert pins._compiled("--extra", "web") == {"one==1": "one==1 \\\n    --hash=sha256:00"}


@pytest.mark.parametrize("name", ["firmware", "pages", "release", "tests"])
def test_a_workflow_runs_only_what_is_pinned_and_may_only_what_it_must(name):
    with open(os.path.join(ROOT, ".github", "workflows", name + ".yml"), encoding="utf-8") as file:
        text = file.read()
    for action in re.findall(r"uses: (?!\./)(.*)", text):
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", action), action
    for line in re.findall(r".*\bpip.? install.*", text):
        assert "--require-hashes" in line or "--constraint" in line, line
    head, _, jobs = text.partition("\njobs:\n")
    assert re.search(r"\npermissions:\n  contents: read\n", head + "\n")
    assert "write" not in head.replace("workflow_", "")
    for job in re.split(r"\n(?=  \w+:)", jobs):
        assert ": write" not in job or not re.search("checkout|tools|pip", job)
    assert "release download" not in text or "sha256sum --check" in text


def test_only_what_was_tested_and_is_a_version_is_released_and_published():
    texts = {}
    for name in ("pages", "release"):
        path = os.path.join(ROOT, ".github", "workflows", name + ".yml")
        with open(path, encoding="utf-8") as file:
            texts[name] = file.read()
    assert 'tags: ["v[0-9]+.[0-9]+*"]' in texts["release"]
    assert "needs: [tests, build]" in texts["release"]
    assert "RELEASE: ${{ inputs.tag || github.event.workflow_run.head_branch }}" in texts["pages"]
    assert "tests/test_web_play.py" in texts["pages"]


@pytest.mark.skipif(sys.platform != "linux", reason="GitHub's other systems have no chromium")
def test_where_github_runs_the_tests_no_page_is_skipped_for_want_of_a_browser(monkeypatch):
    import web_help

    monkeypatch.setattr(web_help, "CHROMIUM", None)
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    assert web_help.marks()[0].args[0]
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    assert not web_help.marks()[0].args[0]

"""Make the virtual environment of `python3 tools` on first use; renew it when the pins change.

An installed copy (tools/place.py) is in an environment that pip has made: that is only checked.
"""

import contextlib
import hashlib
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from typing import IO

from tools.place import INSTALLED, ROOT, VENV

_LOCK = os.path.join(ROOT, ".venv.lock")
_NO_VENV = (
    "Python could not make a virtual environment (on Debian and Ubuntu: "
    "sudo apt install python3-venv)."
)


class LauncherError(RuntimeError):
    """The environment cannot be made; str() is one sentence."""


def python() -> str:
    """Return the environment's interpreter."""
    if os.name == "nt":
        return os.path.join(VENV, "Scripts", "python.exe")
    return os.path.join(VENV, "bin", "python")


def in_venv() -> bool:
    """Return whether this interpreter is the environment's."""
    return os.path.realpath(sys.prefix) == os.path.realpath(VENV)


def pins() -> str:
    """Return the path of the list of all libraries, with versions and checksums (tools/pins.py)."""
    return os.path.join(ROOT, "pins.txt")


def requirements(groups: Iterable[str], base: bool = True) -> list[str]:
    """Return the libraries of the base, if asked, and of `groups`, as pins.txt has them: a name, a
    version and checksums each."""
    with open(pins(), encoding="utf-8") as file:
        parts = ("\n" + file.read()).split("\n# ")[1:]
    wanted_groups = set(groups) | ({"base"} if base else set())
    pinned = []
    for part in parts:
        by, _, block = part.partition("\n")
        if wanted_groups & set(by.split()):
            pinned.append(block.strip())
    return pinned


def missing_libraries(groups: Iterable[str]) -> str | None:
    """Return a sentence that says how to install the libraries of `groups` that an installed copy
    lacks, or None if it has them all."""
    from packaging.requirements import Requirement

    asked = [Requirement(text) for text in importlib.metadata.requires("pocket-rummy") or ()]
    for group in groups:
        for wanted in asked:
            marker = wanted.marker  # a library of the base, or for other machines, is none of it
            if marker is None or marker.evaluate() or not marker.evaluate({"extra": group}):
                continue
            try:
                importlib.metadata.version(wanted.name)
            except importlib.metadata.PackageNotFoundError:
                return (
                    "This needs more libraries: in the project's folder, "
                    "pipx install --force '.[%s]' brings them." % group
                )
    return None


def _stamp_path(group: str) -> str:
    return os.path.join(VENV, "pocket-rummy-%s.txt" % group)


def _fingerprint(group: str) -> str:
    wanted = requirements(() if group == "base" else (group,))
    version = "%d.%d" % sys.version_info[:2]
    return hashlib.sha256("\n".join([version] + wanted).encode()).hexdigest()


def _outdated_groups(groups: Iterable[str]) -> list[str]:
    """Return the groups whose installed state is not what pins.txt asks for."""
    missing = []
    for group in ("base",) + tuple(groups):
        try:
            with open(_stamp_path(group), encoding="utf-8") as file:
                good = file.read() == _fingerprint(group) and os.path.exists(python())
        except OSError:
            good = False
        if not good:
            missing.append(group)
    return missing


def _say(text: str, done: bool = False) -> None:
    """Write one progress line on stderr, rewritten in place on a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K" + (text if done else text[:78]) + ("\n" if done else ""))
    elif done or text.endswith(":"):
        sys.stderr.write(text + "\n")
    sys.stderr.flush()


def prepare(groups: Sequence[str]) -> None:
    """Make or renew the environment for `groups`. Raises LauncherError."""
    if INSTALLED:
        raise LauncherError(missing_libraries(groups) or "All libraries are there.")
    if not _outdated_groups(groups):
        return
    with _locked():
        if not _outdated_groups(groups):
            return
        _say("Setting up Pocket Rummy's tools (first use, or new versions):")
        if (
            not os.path.exists(python())
            or "base" in _outdated_groups(groups)
            and not _same_python()
        ):
            _say("making .venv")
            if not any(map(_make_venv, _interpreters())):
                raise LauncherError(_NO_VENV)
        _install(requirements(groups))
        for group in ("base",) + tuple(groups):
            with open(_stamp_path(group), "w", encoding="utf-8") as file:
                file.write(_fingerprint(group))
        _say("Ready.", True)


def _interpreters() -> list[str]:
    """Return Pythons of this version that may make .venv, the fastest first: a distribution's is
    compiled for speed, pyenv's takes a quarter longer for the same."""
    system = "/usr/bin/python%d.%d" % sys.version_info[:2]
    return [path for path in (system, sys.executable) if os.path.exists(path)]


def _make_venv(interpreter: str) -> bool:
    command = [interpreter, "-m", "venv", "--clear", "--without-pip", VENV]
    return not subprocess.run(command, capture_output=True).returncode


def _same_python() -> bool:
    try:
        with open(os.path.join(VENV, "pyvenv.cfg"), encoding="utf-8") as file:
            return "version = %d.%d." % sys.version_info[:2] in file.read()
    except OSError:
        return False


def _install(wanted: list[str]) -> None:
    """Install `wanted`: with uv, or, if that fails, with pip. Raises LauncherError."""
    uv = _uv()
    if uv is None:
        try:
            _by_pip(_listed(requirements(("setup",), base=False)))
            uv = _uv()
        except LauncherError:
            pass  # there is no uv for this machine
    options = _listed(wanted)
    if uv is None or not _by_uv(uv, options):
        _by_pip(options)


def _listed(wanted: list[str]) -> list[str]:
    """Return the options with which uv and pip install just these, with just these checksums."""
    path = os.path.join(VENV, "wanted.txt")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(wanted) + "\n")
    return ["--require-hashes", "-r", path]


def _uv() -> str | None:
    """Return the program uv, which takes a tenth of pip's time: .venv's or this computer's."""
    folders = [os.path.dirname(python()), os.environ.get("PATH", os.defpath)]
    return shutil.which("uv", path=os.pathsep.join(folders))


def _by_uv(uv: str, wanted: list[str]) -> bool:
    index = os.environ.get("PIP_INDEX_URL")
    env = {"UV_DEFAULT_INDEX": index, **os.environ} if index else None
    return _run_installer([uv, "pip", "install", "--python", python(), *wanted], env) is None


def _pip() -> list[str]:
    """Return the command pip for .venv: this Python's own, else .venv's, which is brought there."""
    try:
        version = importlib.metadata.version("pip")
    except importlib.metadata.PackageNotFoundError:
        version = "0"
    if tuple(map(int, re.findall(r"\d+", version)[:2])) >= (22, 3):  # older ones know no --python
        return [sys.executable, "-m", "pip", "--python", python()]
    result = subprocess.run(
        [python(), "-m", "ensurepip"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    if result.returncode:
        raise LauncherError(_NO_VENV)
    return [python(), "-m", "pip"]


def _by_pip(wanted: list[str]) -> None:
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    # Without compiling it takes half the time: a module is compiled when first imported.
    problem = _run_installer([*_pip(), "install", *options, "--no-compile", *wanted])
    if problem is not None:
        raise LauncherError(
            "The libraries could not be installed (is there a network?): %s"
            % (problem or "pip failed.")
        )


def _run_installer(command: list[str], env: dict[str, str] | None = None) -> str | None:
    """Run pip or uv and show its progress; return None, or its last error."""
    last_error = ""
    try:
        running = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
            env=env,
        )
    except OSError as problem:
        return str(problem)
    for line in running.stdout or ():
        if re.match(r"\s*(Collecting|Downloading|Building|Installing|Resolved|Prepared) ", line):
            _say(" ".join(line.split()[:2]).lower())
        if line.startswith("ERROR:"):
            last_error = line[6:].strip()
    return last_error if running.wait() else None


@contextlib.contextmanager
def _locked() -> Iterator[None]:
    """Wait until no other run is setting up, and keep others waiting. The system frees the lock of
    a run that ends, however it ends. Raises LauncherError."""
    try:
        file = open(_LOCK, "w")
    except OSError as problem:
        raise LauncherError("The project's folder cannot be written: %s." % problem.strerror)
    with file:
        waits = False
        while not lock(file):
            if not waits:
                _say("Another run is setting up; waiting for it:", True)
            waits = True
            time.sleep(0.5)
        yield


def lock(file: IO[str]) -> bool:
    """Lock a file until it is closed. Returns False if another process has locked it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def rerun(groups: Sequence[str], argv: Sequence[str]) -> int:
    """Run `python tools argv...` in the environment; return the exit status. Raises SystemExit."""
    try:
        prepare(groups)
    except LauncherError as problem:
        _say("")
        sys.stderr.write(str(problem) + "\n")
        return 1
    except KeyboardInterrupt:
        _say("")
        sys.stderr.write("The set-up was stopped; the same command goes on with it.\n")
        return 130
    command = [python(), os.path.join(ROOT, "tools")] + list(argv)
    if os.name == "nt":
        try:
            return subprocess.call(command)
        except KeyboardInterrupt:
            return 130
    sys.stdout.flush()
    os.execv(command[0], command)

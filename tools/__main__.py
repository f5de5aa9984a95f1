"""`python3 tools <command>`: all commands of Pocket Rummy for a desktop.

Needs nothing but Python 3.11 or newer. Commands that need libraries run in .venv, which the first
use makes from the pinned dependencies in pyproject.toml.
"""

import os
import re
import sys

if False:  # for type checkers; older Pythons read this file, too
    from collections.abc import Callable
    from typing import Any, NoReturn

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Each command, its module under tools/, and what it needs: None is nothing but Python, else groups
# of pyproject.toml. The last two work on the project itself, which an installed copy is not.
COMMANDS = (
    ("play", "play", ()),
    ("build", "device.build", ()),
    ("flash", "device.flash", ()),
    ("image", "device.image", ()),
    ("lint", "device.lint.command", None),
    ("solve", "solve", None),
    ("referee", "referee", None),
    ("score", "score", None),
    ("match", "match.command", None),
    ("emulate", "emulate", ("emulate",)),
    ("replay", "replay", None),
    ("trace", "trace", ()),
    ("soak", "soak.command", ("test",)),
    ("web", "web.command", ()),
    ("test", "test", ("test", "emulate", "dask", "web")),
    ("bench", "bench", ("test", "bench")),
)
SOURCE_ONLY = ("test", "bench")
MODULES = {name: module for name, module, _ in COMMANDS}


def summary(name: str) -> str:
    """Return a command's one-line help: the HELP of its module, read without importing it."""
    path = os.path.join(ROOT, "tools", *MODULES[name].split(".")) + ".py"
    with open(path, encoding="utf-8") as file:
        named = re.search(r'^HELP = "(.*)"$', file.read(), re.M)
    return named.group(1)


def version() -> str:
    """Return the version of this copy, as lib/pocket/app/version.py has it."""
    with open(os.path.join(ROOT, "lib", "pocket", "app", "version.py"), encoding="utf-8") as file:
        return re.search(r'^VERSION = "(.*)"$', file.read(), re.M).group(1)


def usage() -> str:
    """Return the list of commands."""
    from tools.place import INSTALLED, LAUNCHER

    lines = ["usage: %s <command> [options]    (each takes --help)" % LAUNCHER, ""]
    for name, _, _ in COMMANDS:
        if not (INSTALLED and name in SOURCE_ONLY):
            lines.append("  %-8s %s" % (name, summary(name)))
    return "\n".join(lines)


def fail(sentence: str, status: int = 1) -> "NoReturn":
    """Print one sentence on stderr and leave."""
    from tools.plain import plain

    sys.stderr.write(plain(sentence.rstrip()) + "\n")
    raise SystemExit(status)


def guarded(name: str, work: "Callable", *words: "Any") -> int:
    """Call `work`, flush its output and return its exit status. If command `name` fails, write one
    sentence instead of a traceback to standard error, and return 1, or 2 if the rules refuse the
    request."""
    try:
        status = work(*words)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _discard_output()
        return 1
    except Exception as problem:
        if os.environ.get("POCKET_RUMMY_DEBUG"):
            raise
        try:
            sys.stdout.flush()
        except OSError:
            _discard_output()
        sentence, status = _refusal(name, problem)
        from tools.plain import plain

        sys.stderr.write(plain(sentence) + "\n")
        return status


def _discard_output():
    """Send the rest of the output nowhere: its reader has gone, or the disk is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _refusal(name, problem):
    """Return (what went wrong, on one line; exit status)."""
    words = " ".join(str(problem).split()) or type(problem).__name__
    if isinstance(problem, OSError) and problem.strerror:
        where = "" if problem.filename is None else "%s: " % problem.filename
        return "%s%s." % (where, problem.strerror), 1
    base = sys.modules.get("rules.base")
    if base and isinstance(problem, base.RulesError):
        from tools.refusals import sentence

        return sentence(problem), 2
    if isinstance(problem, (ValueError, OSError, RuntimeError)):
        return words, 1
    return "%s failed: %s: %s" % (name, type(problem).__name__, words), 1


def _streams():
    """Replace closed standard streams by empty ones."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode))


def run(name: str, argv: "list[str]") -> int:
    """Run a command in this interpreter; returns its exit status."""
    import importlib

    return importlib.import_module("tools." + MODULES[name]).main(argv)


def main() -> int:
    """Run the command line and return the exit status. No error shows a traceback."""
    _streams()
    words = sys.argv[1:2]
    return guarded(words[0] if words else "tools", _main)


def _main():
    """Find the command, provide its libraries and run it."""
    # Python puts the folder tools/ first, where our test.py would hide the standard library's
    # `test`. The project's folder goes last, or the handheld's code.py would hide the library's
    # `code`.
    if sys.path and os.path.abspath(sys.path[0] or ".") == os.path.join(ROOT, "tools"):
        del sys.path[0]
    if ROOT not in sys.path:
        sys.path.append(ROOT)
    if sys.version_info < (3, 11):  # noqa: UP036 - so that an older Python gets a readable message
        fail(
            "Pocket Rummy's tools need Python 3.11 or newer; this is %d.%d." % sys.version_info[:2]
        )
    argv = sys.argv[1:]
    if not argv or argv[0] in ("-h", "--help", "help"):
        print(usage())
        return 0
    if argv[0] == "--version":
        print("Pocket Rummy " + version())
        return 0
    from tools.place import INSTALLED, LAUNCHER

    name = argv[0]
    groups_by_command = {name: groups for name, _, groups in COMMANDS}
    if name not in groups_by_command:
        fail("Unknown command %s; run %s for a list." % (name, LAUNCHER), 2)
    if INSTALLED and name in SOURCE_ONLY:
        fail("%s works only in a copy of the project: download the project to use it." % name)
    groups = groups_by_command[name]
    if groups is not None and not {"-h", "--help"} & set(argv[1:]):
        from tools import launcher

        if INSTALLED:
            problem = launcher.missing_libraries(groups)
            if problem:
                fail(problem)
        elif not launcher.in_venv():
            return launcher.rerun(groups, sys.argv[1:])
    return run(name, argv[1:])


if __name__ == "__main__":
    sys.exit(main())

"""`trace`: translate a board's traceback to the names and lines of the sources.

A build shortens names, joins files and drops line numbers (tools/device/squeeze), so a board's
traceback says little: `File "app", line 1, in abs`. The map of names that the build wrote, or one
made from this copy, translates it.
"""

import json
import re
import sys

from tools.arguments import Parser
from tools.device import boards_desktop, build, storedrecords
from tools.errors import ToolError
from tools.plain import show

HELP = "turn a board's traceback into the names and lines of the sources"

_FRAME = re.compile(r'^\s*File "([^"]+)", line \d+(?:, in (\S+))?')
_ERROR = re.compile(r"^\w+(Error|Exception|Interrupt)\b")
_QUOTED = re.compile(r"'(\w+)'")
_AMBIGUOUS = 4  # places shown of a name that several functions of a file have


def translate(text: str, names: dict) -> str:
    """Return a traceback's lines, each with its names in the sources.

    text: the board's output, which may hold more than the traceback. names: see origins.origins.
    A line that is no frame, or of a file that is not in the map, stays as it is.
    """
    lines = []
    words = {}
    for line in text.splitlines():
        frame = _FRAME.match(line)
        if frame:
            line, words = _frame(line, frame, names, words)
        elif _ERROR.match(line):
            line = _error(line, words)
            words = {}
        lines.append(line)
    return "\n".join(lines)


def _frame(line, frame, names, words):
    file = re.split(r"[/\\]", frame[1])[-1].partition(".")[0]  # a name, or a whole path
    functions = names["functions"].get(file)
    if functions is None:
        return line, words
    # of a lambda, an expression, nothing is known but the file's modules
    places = functions.get(frame[2]) or functions.get("<module>", [])
    shown = ["%s:%d %s" % tuple(place) for place in places[:_AMBIGUOUS]]
    if len(places) > _AMBIGUOUS:
        shown.append("%d more" % (len(places) - _AMBIGUOUS))
    return "%s  = %s" % (line.rstrip(), " or ".join(shown)), names["words"].get(file, {})


def _error(line, words):
    """Return the last line of a traceback, with the names that it quotes."""
    meanings = [
        "%s = %s" % (word, " or ".join(words[word]))
        for word in _QUOTED.findall(line)
        if word in words
    ]
    return line + ("  (%s)" % ", ".join(meanings) if meanings else "")


def read(path: str) -> str:
    """Return the text of a traceback: a file, "-" for standard input, or a rummy.sav. Raises
    ToolError."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read()
        else:
            with open(path, "rb") as stream:
                data = stream.read()
    except OSError as error:
        raise ToolError("%s cannot be read: %s." % (path, error.strerror))
    if b"\0" in data:
        text = storedrecords.traces(data)
        if not text:
            raise ToolError(storedrecords.NO_TRACE % path)
        return text
    text = data.decode("utf-8", "replace")
    if not any(_FRAME.match(line) for line in text.splitlines()):
        raise ToolError("%s holds no traceback." % path)
    return text


def read_names(path: str) -> dict:
    """Return the map of names that a build wrote. Raises ToolError."""
    try:
        with open(path, encoding="utf-8") as stream:
            names = json.load(stream)
        if all(isinstance(names[part], dict) for part in ("functions", "words")):
            return names
    except OSError as error:
        raise ToolError("%s cannot be read: %s." % (path, error.strerror))
    except (ValueError, KeyError, TypeError):
        pass
    raise ToolError("%s is no map of names: a build writes it beside the boards." % path)


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""
    parser = Parser("trace", HELP)
    parser.add_argument("file", help='what the board printed, or a rummy.sav; "-": standard input')
    parser.add_argument(
        "--names", metavar="FILE", help="the map that the build wrote (default: of this copy)"
    )
    options = parser.parse_args(argv)
    text = read(options.file)
    if options.names:
        names = read_names(options.names)
    else:
        names = build.name_map(boards_desktop.ROOT, build.Compiler())
    show(translate(text, names))
    return 0

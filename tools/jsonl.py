"""JSON lines in, JSON lines out, and the reading of positions: shared by solve, referee and
score."""

import json
import re
import sys

from rules.errors import RulesError
from rules.tilegame import games, melds, tiles

_NUMBER = re.compile(r"-?[0-9]{1,9}")


def serve(answer, lines=None, out=None, progress=None):
    """Answer every request line in order.

    answer: a function from a request dict to an answer dict; it raises RulesError for a request
    that cannot be answered. lines, out: text streams, standard input and output by default.
    progress: called with the number of lines answered. Returns 0, or 2 when a line was in error.
    """
    lines = sys.stdin if lines is None else lines
    out = sys.stdout if out is None else out
    status = 0
    done = 0
    for line in lines:
        if not line.strip():
            continue
        reply = {}
        try:
            request = json.loads(line)
            if not isinstance(request, dict):
                raise RulesError("A request is a JSON object.")
            if "id" in request:
                reply["id"] = request["id"]
            reply.update(answer(request))
        except RulesError as error:
            reply["error"] = str(error)
            status = 2
        except (ValueError, RecursionError):
            reply["error"] = "The line is not valid JSON."
            status = 2
        out.write(json.dumps(reply, ensure_ascii=False) + "\n")
        out.flush()
        done += 1
        if progress:
            progress(done)
    return status


def rules_of(request):
    """The rules a request names by "game" and "options". Raises RulesError."""
    game = request.get("game")
    if not isinstance(game, str):
        raise RulesError('A request names its game: "game": "RK".')
    return games.rules_for(game, request.get("options"))


def option_of(text):
    """A house option name=value as (name, value); a name alone is true. Raises RulesError."""
    name, sign, value = text.partition("=")
    if not name or sign and not value:
        raise RulesError("An option is name=value, not %s." % (text or "nothing"))
    if value.lower() in ("true", "false", ""):
        return name, value.lower() != "false"
    return name, int(value) if _NUMBER.fullmatch(value) else value


def rack_of(request, name="rack"):
    """A rack of a request as bytes of codes. Raises RulesError."""
    words = request.get(name)
    if not isinstance(words, list):
        raise RulesError('"%s" must be a list of tiles.' % name)
    return tiles.parse_set(words)


def table_of(request, name="table"):
    """A table of a request as a list of bytes. Raises RulesError."""
    sets = request.get(name)
    if not isinstance(sets, list):
        raise RulesError('"%s" must be a list of sets.' % name)
    return [tiles.parse_set(words) for words in sets]


def flag_of(request, name, default=False):
    """A true or false of a request. Raises RulesError."""
    value = request.get(name, default)
    if not isinstance(value, bool):
        raise RulesError('"%s" must be true or false.' % name)
    return value


def read_position(request, table="table"):
    """(rules, table, rack, opened) of a solve or referee request.

    The table's jokers keep no identity yet: rules.melds.read_table gives it to them. Raises
    RulesError for anything no pack could hold or a table that is not legal.
    """
    rules = rules_of(request)
    sets = table_of(request, table)
    rack = rack_of(request)
    check_pack(rules, sets + [rack])
    melds.read_table(sets, rules)
    return rules, sets, rack, flag_of(request, "opened", True)


def check_pack(rules, parts):
    """Refuse tiles that no pack of this game holds; parts: sequences of codes. Raises
    RulesError."""
    total = sum(len(part) for part in parts)
    most = 104 + rules["jokers"]
    if total > most:
        raise RulesError("There are %d tiles, but the pack holds %d." % (total, most))
    tiles.check_pack(tiles.table_counts(parts), rules["jokers"])


def words(table):
    """A table of codes as lists of tile texts."""
    return [tiles.set_text(codes) for codes in table]

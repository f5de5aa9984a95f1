"""Write a record (head, moves, result), and expand its packed form to text (docs/RECORDS.md)."""

from rules import catalogue
from rules.base import RulesError
from rules.record.moves import DRAW, TILE

if False:  # for type checkers
    from rules import family

MAGIC = "PocketRummy/"
_AT_SIGN = 64  # comes before the seconds of a move
CUT = "..."  # ends a record without the rest of its round


def head(game: "family.Game", people: list[tuple[str, str]]) -> str:
    """Return the first three lines of the record of a game's running round. people: (level, name)
    of each seat; the level of a person is ""."""
    default_rules = catalogue.rules_for(game.rules["game"])
    line = MAGIC + "%d %s" % (game.version, game.rules["game"])
    for name in sorted(game.options):
        value = game.options[name]
        if default_rules.get(name) != value:
            line += " %s=%s" % (name, str(value).lower())
    seats = []
    for level, name in people:
        for sign in ",/\n":
            name = name.replace(sign, " ")
        seats.append(name + ("/" + level if level else ""))
    origin = "".join(["%02x" % byte for byte in game.origin])
    return "%s\n%s\nstart %d seed %s\n" % (line, ", ".join(seats), game.starter + 1, origin)


def packed(game: "family.Game", people: list[tuple[str, str]]) -> bytes:
    """Return the record, with packed moves, of the round that runs or has just ended."""
    out = bytearray(head(game, people).encode())
    out += game.moves
    if game.moves[-1:] != b".":
        end = game.phase in ("round", "over")
        out += ("\n= " + result(game.result()) if end else "\n" + CUT).encode()
    out += b"\n"
    return bytes(out)


def result(scores: list[int]) -> str:
    """Return the text of scores in the last line of a record: "+24 -24"."""
    return " ".join(["%+d" % score if score else "0" for score in scores])


def expand(data: bytes) -> str:
    """Return the text of a record, packed or not: its header, then its moves with each packed byte
    written out as a draw or a tile. Raises RulesError if it is damaged."""
    header_end = 0
    if bytes(data[: len(MAGIC)]) != MAGIC.encode():
        raise RulesError('This is not a record: it does not begin with "%s".' % MAGIC)
    for _ in range(3):
        header_end = data.find(b"\n", header_end) + 1
        if not header_end:
            raise RulesError("The record is cut short: its first three lines are incomplete.")
    try:
        text = bytes(data[:header_end]).decode()
    except UnicodeError:
        raise RulesError("The record is damaged: its first lines are not valid text.")
    words = text.split("\n", 1)[0].split()
    notation = catalogue.record(words[1] if words[1:2] and words[1] in catalogue.ORDER else None)
    names = notation.names()
    parts: list[str] = []
    for byte in bytes(data[header_end:]):
        if byte == _AT_SIGN and parts:
            parts[-1] = parts[-1].rstrip()  # the text has no space before "@"
        if byte == DRAW:
            parts.append("d ")
        elif byte >= TILE:
            if byte - TILE >= len(names):
                raise RulesError("The record is damaged: byte %d is not a tile." % byte)
            parts.append(names[byte - TILE] + notation.GAP)
        elif byte < 32 and byte not in (10, 13, 9):
            raise RulesError("The record is damaged: byte %d is not a valid character." % byte)
        else:
            parts.append(chr(byte))
    return text + "".join(parts)

"""Read the deals and moves of tile games in records (docs/RECORDS.md), for
rules/record/reader.py."""

from rules.base import RulesError, clip
from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER

if False:  # for type checkers
    from rules.family import Refusal
    from rules.record.reader import Record, Step
    from rules.tilegame.game import Game

VERSION = 1
GAP = ""
RACKS = True
SOLVED = True
_WORDS = {"d": "draw", "p": "pass", "t": "timeout", "m": "timeout", "f": "fail"}


def names() -> list[str]:
    """List the texts of the number tiles in the order of their codes."""
    return [tiles.text(code) for code in range(tiles.KINDS)]


def deal(parts: list[str], seats: int) -> list[bytes]:
    """Return the codes of a deal that a record lists tile by tile. parts: the texts of each rack
    and of the pool. Raises RulesError."""
    if len(parts) != seats + 1:
        raise RulesError(
            "The record must deal %d racks and the pool, separated by |; it has %d parts."
            % (seats, len(parts))
        )
    return [tiles.parse_set(part.split()) for part in parts]


def deal_record(record: "Record") -> "Game":
    """Return a new game with the deal of a record. Raises RulesError."""
    from rules.tilegame import game as tilegame

    game = tilegame.Game(record.game_id, len(record.people), 0, record.options)
    game.jokers_fixed = True
    if record.seed:
        game.deal_again(record.starter, record.seed)
        return game
    hand = game.rules["hand"]
    for seat in range(game.seats):
        if len(record.deal[seat]) != hand:
            raise RulesError(
                "The record deals %d tiles to seat %d; it must be %d."
                % (len(record.deal[seat]), seat + 1, hand)
            )
    game.starter = game.seat = record.starter
    game.racks = [bytearray(codes) for codes in record.deal[:-1]]
    game.pool = bytearray(reversed(record.deal[-1]))  # the tile to be drawn next comes last
    game.check()
    return game


def move(game: "Game", step: "Step", text: str) -> "Refusal | None":
    """Make the move that the token `text` names and set the fields of `step`. Return None, or
    (clause, why) if it is refused. Raises RulesError."""
    rack = game.racks[step.seat]
    step.table = list(game.table)
    step.rack = bytes(rack)
    step.opened = bool(game.opened[step.seat])
    step.jokers_differ = game.jokers_differ
    step.pool = len(game.pool)
    if text in ("y", "n"):
        step.kind = "redeal"
        game_move = ("redeal", text == "y")
    elif text in _WORDS:
        step.kind = _WORDS[text]
        game_move = (step.kind, text == "m") if step.kind == "timeout" else (step.kind,)
    else:
        step.kind = "play"
        game_move = ("play", table_after(step.table, text))
    refusal = game.apply(game_move)
    step.after = list(game.table)
    if step.kind == "play":
        step.laid = b"" if refusal else game.events[0][2]
    else:
        step.drawn = bytes(rack[len(step.rack) :])
    return refusal


PARTS = (move,)


def table_after(table: list[bytes], text: str) -> list[bytes]:
    """Return the table after a play recorded as `text` (see rules/record/moves.py). Raises
    RulesError if that is invalid."""
    sets = sorted(table)
    unchanged = [True] * len(sets)
    new_sets = []
    for part in text.split(","):
        digit_count = 0
        while part[digit_count : digit_count + 1].isdigit():
            digit_count += 1
        if not digit_count:
            new_sets.append(read_set(part))
            continue
        index = int(part[:digit_count]) - 1  # sets are numbered from 1
        if not 0 <= index < len(sets):
            raise RulesError("there is no set %s on the table." % part[:digit_count])
        if not unchanged[index]:
            raise RulesError("set %d is used twice." % (index + 1))
        unchanged[index] = False
        sign = part[digit_count : digit_count + 1]
        if sign == "x" and len(part) == digit_count + 1:
            continue
        change_codes = read_set(part[digit_count + 1 :])
        codes = list(sets[index])
        if sign == "+":
            codes += change_codes
            if max(codes) < JOKER:
                codes.sort(key=tiles.number_of)
        elif sign == "-":
            for code in change_codes:
                if code not in codes:
                    raise RulesError("set %d has no tile %s." % (index + 1, tiles.text(code)))
                codes.remove(code)
        else:
            raise RulesError('"%s" is not a move.' % clip(text))
        new_sets.append(bytes(codes))
    return [sets[i] for i in range(len(sets)) if unchanged[i]] + new_sets


def read_set(text: str) -> bytes:
    """Return the codes of tiles written without spaces ("r3r4[r5]*"). Raises RulesError."""
    codes = bytearray()
    start = 0
    while start < len(text):
        end = start + 1
        if text[start] == "[":
            end = text.find("]", start) + 1
            if not end:
                raise RulesError('"%s" is not a move.' % clip(text))
            code = joker_of(text[start + 1 : end - 1])
            if code is None:
                raise RulesError(
                    '"%s" is not a joker: write the tile it stands for.' % clip(text[start:end])
                )
            codes.append(code)
        else:
            while end < len(text) and text[end].isdigit():
                end += 1
            codes.append(tiles.parse(text[start:end]))
        start = end
    return bytes(codes)


def joker_of(text: str) -> int | None:
    """Return the code of a joker for "r6", or "rb6" if undecided; None if invalid."""
    colours = len(text)
    while colours and "0" <= text[colours - 1] <= "9":
        colours -= 1
    mask = 0
    for letter in text[:colours]:
        mask |= 1 << tiles.LETTERS.find(letter) if letter in tiles.LETTERS else 0
    number = int(text[colours:] or 0) if len(text) - colours < 3 else 0
    return tiles.joker_as(number, mask) if mask and 1 <= number <= 13 else None

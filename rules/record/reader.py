"""Records read and replayed, every step judged as it was in play (docs/RECORDS.md)."""

from rules import catalogue
from rules.errors import RulesError
from rules.record import notation
from rules.tilegame import tiles
from rules.tilegame.tiles import JOKER

_WORDS = {"d": "draw", "p": "pass", "t": "timeout", "m": "timeout", "f": "fail"}


class Record:
    """A record's parts, read but not yet proven.

    game_id: str. cards: the game is played with cards. options: dict of the house options that
    differ. people: (level, name) for each seat. starter: the seat that begins. seed: 8 bytes, or
    None where `deal` is given: lists of codes of each rack and at last of the pool, in the order
    drawn. moves: list of texts. scores: list of int, or None where the rest of the round is not
    kept.
    """

    def __init__(self, data):
        """data: bytes, packed or not. Raises RulesError."""
        text = notation.expand(data).replace("\r", "")
        first, seats, start, body = text.split("\n", 3)
        self._head(first)
        self.people = []
        for seat in seats.split(","):
            name, _, level = seat.strip().partition("/")
            self.people.append((level, name))
        self._start(start.split(" "))
        self._body(body.split())

    def _head(self, line):
        words = line.split()
        version = words[0][len(notation.MAGIC) :]
        if version != str(notation.VERSION):
            raise RulesError(
                "The record is of version %s; version %d is read here."
                % (version or "none", notation.VERSION)
            )
        if len(words) < 2:
            raise RulesError("The record does not name its game.")
        self.game_id = words[1]
        self.cards = catalogue.pieces(self.game_id) == "cards"
        self.options = {}
        for word in words[2:]:
            name, sign, value = word.partition("=")
            if not name or not value:
                raise RulesError('"%s" is no option: write name=value.' % word[:20])
            self.options[name] = _value(value)

    def _start(self, words):
        seats = len(self.people)
        if len(words) < 4 and (len(words) < 3 or words[0] != "start"):
            raise RulesError("The record's third line must say who starts and how it was dealt.")
        seat = _number(words[1])
        if not 1 <= seat <= seats:
            raise RulesError("Seat %s cannot start: there are %d seats." % (words[1][:9], seats))
        self.starter = seat - 1
        self.seed = self.deal = None
        if words[2] == "seed" and len(words) == 4:
            self.seed = _seed(words[3])
        elif words[2] == "racks" and not self.cards:
            parts = " ".join(words[3:]).split("|")
            if len(parts) != seats + 1:
                raise RulesError(
                    "The record must deal %d racks and the pool, parted by |; it has %d parts."
                    % (seats, len(parts))
                )
            self.deal = [tiles.parse_set(part.split()) for part in parts]
        else:
            raise RulesError('The deal is "seed" and 16 digits, or in the tile games "racks".')

    def _body(self, words):
        """Moves up to the result. The first word that begins with = ends them."""
        self.scores = None
        self.moves = []
        for i in range(len(words)):
            word = words[i]
            if word == notation.CUT:
                if i + 1 < len(words):
                    raise RulesError("Nothing may follow the end of a record.")
                return
            if word[0] == "=":
                self.scores = [_number(score) for score in [word[1:]] + words[i + 1 :] if score]
                if len(self.scores) != len(self.people):
                    raise RulesError(
                        "The record gives %d scores for %d seats."
                        % (len(self.scores), len(self.people))
                    )
                return
            self.moves.append(word)
        raise RulesError("The record is cut short: it ends without a result.")

    def name(self, seat):
        """What to call a seat."""
        return self.people[seat][1] or "Seat %d" % (seat + 1)


def _value(text):
    if text in ("true", "false"):
        return text == "true"
    return _number(text) if text[0] in "-0123456789" else text


def _number(text):
    digits = text[1:] if text[:1] in ("-", "+") else text
    if not 0 < len(digits) < 7 or [digit for digit in digits if not "0" <= digit <= "9"]:
        raise RulesError('"%s" is no number.' % text[:20])
    return int(text)


def _seed(text):
    if len(text) != 16 or [digit for digit in text if digit not in "0123456789abcdef"]:
        raise RulesError('"%s" is no seed: it has 16 digits, 0 to 9 and a to f.' % text[:20])
    return bytes([int(text[i] + text[i + 1], 16) for i in range(0, 16, 2)])


class Step:
    """What one move did: see Replay.

    number: from 1. seat: who moved. word: "play", "draw", "pass", "timeout", "fail", "redeal"; in
    8 Round Rummy "take". table, rack, opened, parted, pool: as they were before it (ER: hand as
    `rack`, `round`, `top`). after: the table that followed. laid: bytes of codes. drawn: bytes of
    codes taken. card: the card discarded (ER). seconds: of the clock, or None.
    """

    def __init__(self, number, game):
        self.number = number
        self.seat = game.seat
        self.word = ""
        self.laid = self.drawn = b""
        self.seconds = None


class Replay:
    """A record played again from its deal.

    game: the running game. made: moves made so far. `step` makes the next.
    """

    def __init__(self, record):
        """Raises RulesError for a game, options, seats or a deal that cannot be."""
        self.record = record
        self.made = 0
        self._half = None  # the Step whose card is taken, not discarded yet
        if record.cards:
            self.game = _eight(record)
        else:
            self.game = _tile_game(record)
        self.game.apply(("go",))

    def done(self):
        """True when every move was made."""
        return self.made == len(self.record.moves)

    def step(self, half=False):
        """Make the next move: a Step. Raises RulesError for what the referee refuses.

        half: of a card game's move the first half alone, the card that is taken; the next call
        makes the rest.
        """
        game = self.game
        step, self._half = self._half, None
        if step is None:
            self.made += 1
            step = Step(self.made, game)
        text, _, seconds = self.record.moves[self.made - 1].partition("@")
        try:
            if seconds:
                step.seconds = _number(seconds)
            if game.phase not in ("turn", "redeal"):
                raise RulesError("the round is over.")
            if self.record.cards:
                if not step.word:
                    self._take(step, text)
                if half:
                    self._half = step
                else:
                    self._discard(step, text)
            else:
                self._move(step, text)
        except RulesError as problem:
            raise RulesError("Move %d, %s: %s" % (self.made, self.record.name(step.seat), problem))
        return step

    def finish(self):
        """Once every move is made: the round must end as the record says. Raises RulesError."""
        scores = self.record.scores
        if scores is None:
            return
        game = self.game
        if game.phase not in ("round", "over"):
            raise RulesError("The record gives scores, but the round is not over.")
        own = game.totals if self.record.cards else game.scores()
        if list(own) != scores:
            raise RulesError(
                "The record says the round ends %s, but it ends %s."
                % (notation.result(scores), notation.result(own))
            )

    def _move(self, step, text):
        game = self.game
        rack = game.racks[step.seat]
        step.table = list(game.table)
        step.rack = bytes(rack)
        step.opened = bool(game.opened[step.seat])
        step.parted = game.parted
        step.pool = len(game.pool)
        if text in ("y", "n"):
            step.word = "redeal"
            _agree(game.apply(("redeal", text == "y")))
        elif text in _WORDS:
            step.word = _WORDS[text]
            move = (step.word, text == "m") if step.word == "timeout" else (step.word,)
            _agree(game.apply(move))
            step.drawn = bytes(rack[len(step.rack) :])
        else:
            step.word = "play"
            _agree(game.apply(("play", self._told_apart(after(step.table, text)))))
            step.laid = game.events[0][2]
        step.after = list(game.table)

    def _told_apart(self, table):
        """A table in the order in which the referee leaves its jokers what the record says.

        Of two jokers that can be told apart in two ways the referee takes the first that is legal.
        """
        if tiles.table_counts(table)[JOKER] > 1:
            wanted = sorted(table)
            turned = list(reversed(table))
            for order in (table, turned):
                verdict = self.game.judge(order)
                if verdict.legal and sorted(verdict.table) == wanted:
                    return order
        return table

    def _take(self, step, text):
        from rules.eight import cards

        game = self.game
        step.word = "take"
        step.rack = bytes(game.hands[step.seat])
        step.round = game.round
        step.pool = len(game.pile)
        step.top = game.discards[-1] if game.discards else cards.NONE
        step.take = {"d": "pile", "u": "discard"}.get(text[:1])
        if not step.take:
            raise RulesError('"%s" is no move.' % text[:20])
        _agree(game.apply(("take", step.take)))
        step.drawn = bytes((game.taken,))

    def _discard(self, step, text):
        from rules.eight import cards

        step.card = cards.parse(text[1:])
        _agree(self.game.apply(("discard", step.card)))


def _agree(refused):
    if refused:
        raise RulesError("%s (%s)" % (refused[1], refused[0]))


def _tile_game(record):
    from rules.tilegame import game as tilegame

    game = tilegame.Game(record.game_id, len(record.people), 0, record.options)
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
    game.pool = bytearray(reversed(record.deal[-1]))  # the next one drawn lies last
    game.check()
    return game


def _eight(record):
    from rules.eight import game as eight

    seats = len(record.people)
    game = eight.EightGame(seats, 0, record.options, 0)
    game.deal_again(record.starter, record.seed)
    return game


def after(table, text):
    """The table that follows a play (see rules/record/moves.py). Raises RulesError.

    table: the sets before it. text: the token, not packed.
    """
    sets = sorted(table)
    kept = [True] * len(sets)
    out = []
    for item in text.split(","):
        digits = 0
        while item[digits : digits + 1].isdigit():
            digits += 1
        if not digits:
            out.append(read_set(item))
            continue
        index = int(item[:digits]) - 1
        if not 0 <= index < len(sets):
            raise RulesError("there is no set %s on the table." % item[:digits])
        if not kept[index]:
            raise RulesError("set %d is used twice." % (index + 1))
        kept[index] = False
        sign = item[digits : digits + 1]
        if sign == "x" and len(item) == digits + 1:
            continue
        change = read_set(item[digits + 1 :])
        if sign == "+":
            out.append(_in_order(sets[index] + change))
        elif sign == "-":
            out.append(_without(sets[index], change, index + 1))
        else:
            raise RulesError('"%s" is no move.' % text[:20])
    return [sets[i] for i in range(len(sets)) if kept[i]] + out


def _in_order(codes):
    return bytes(sorted(codes, key=tiles.number_of)) if JOKER > max(codes) else bytes(codes)


def _without(codes, gone, number):
    left = bytearray(codes)
    for code in gone:
        place = left.find(bytes((code,)))
        if place < 0:
            raise RulesError("set %d has no tile %s." % (number, tiles.text(code)))
        left[place : place + 1] = b""
    return bytes(left)


def read_set(text):
    """Tiles written without spaces ("r3r4[r5]*") as bytes of codes. Raises RulesError."""
    out = bytearray()
    start = 0
    while start < len(text):
        end = start + 1
        if text[start] == "[":
            end = text.find("]", start) + 1
            if not end:
                raise RulesError('"%s" is no move.' % text[:20])
            out.append(_standing(text[start + 1 : end - 1]))
        else:
            while end < len(text) and text[end].isdigit():
                end += 1
            out.append(tiles.parse(text[start:end]))
        start = end
    return bytes(out)


def _standing(text):
    """A joker's code from the tile it stands for: "r6", "rb6" while its colour is open."""
    colours = len(text)
    while colours and text[colours - 1].isdigit():
        colours -= 1
    mask = 0
    for letter in text[:colours]:
        mask |= 1 << tiles.LETTERS.find(letter) if letter in tiles.LETTERS else 0
    number = int(text[colours:] or 0) if len(text) - colours < 3 else 0
    if not mask or not 1 <= number <= 13:
        raise RulesError('"[%s]" is no joker: write the tile it stands for.' % text[:20])
    return tiles.joker_as(number, mask)


def check(record):
    """Replay a whole record; returns the game at its end. Raises RulesError, one sentence."""
    replay = Replay(record)
    while not replay.done():
        replay.step()
    replay.finish()
    return replay.game

"""Play one turn from a prepared position: a lesson asks for certain tiles, a puzzle for the whole
rack.
"""

from pocket.made import texts

from rules.tilegame import game, tiles


class LessonGame(game.Game):
    """task: a turn's words (lesson.py): rack, table, opened, lay or draw, keep; hint: the sentence
    shown in the turn and after any other play, unless a class has its own. leads: the next screen.
    ends: the menu's line that ends it."""

    leads = "learn.lesson"
    least = 0  # tiles that a hint must play
    whole = False  # the turn plays the whole rack, which is celebrated
    ends = texts.PAUSE_END

    def __init__(self, game_id: str, task: dict[str, str]) -> None:
        from rules.tilegame import deal, melds  # the rooms drop them: a turn must not hold them

        game.Game.__init__(self, game_id, 2, 1, {"clock": 0})
        self.done = False  # the turn has been made as asked
        self.task = task
        self.expected_move = "draw" if "draw" in task else task["lay"]
        if "hint" in task:
            self.hint = task["hint"]
        self.kept_back = tiles.parse_set(task.get("keep", "").split())
        self.phase = game.TURN
        self.seat = self.starter = 0
        self.draws = b""
        table = task.get("table", "")
        sets = [tiles.parse_set(part.split()) for part in table.split("|")] if table else []
        self.table = melds.read_table(sets, self.rules)[0]
        self.opened = bytearray(("opened" in task, len(sets) > 0))
        own = bytearray(tiles.parse_set(task["rack"].split()))
        pool = deal.full_pack(self.rules["jokers"])
        self.rng.shuffle(pool)
        for code in own + bytearray(b"".join(self.table)):
            place = pool.find(bytes((tiles.plain(code),)))
            pool[place : place + 1] = b""
        self.racks = [own, pool[-14:]]
        self.pool = pool[:-14]

    def apply(self, move: tuple) -> tuple | None:
        """Make a move as in a game, but only one that the lesson asks for."""
        if move[0] != ("draw" if self.expected_move == "draw" else "play"):
            return "Lesson", self.hint
        if move[0] == "play":
            verdict = self.judge(move[1])
            if not verdict.legal:
                return verdict.clause, verdict.why
            laid = tiles.counts(verdict.laid)
            asked = tiles.counts(tiles.parse_set(self.expected_move.split()))
            if not tiles.contains(laid, asked) or any([laid[code] for code in self.kept_back]):
                return "Lesson", self.hint
        self.done = True
        return game.Game.apply(self, move)


def puzzle_task(table: list[bytes], rack: bytes, which: tuple) -> dict:
    """Return the task of a puzzle. table: sets of codes, jokers plain; rack: codes (rules.puzzles).
    which: see PuzzleGame."""
    own = " ".join(tiles.set_text(rack))
    sets = " | ".join([" ".join(tiles.set_text(codes)) for codes in table])
    return {"rack": own, "table": sets, "opened": "", "lay": own, "which": which}


class PuzzleGame(LessonGame):
    """task: see `puzzle_task`. which: (grade, number in that grade)."""

    leads = "learn.puzzles"
    whole = True
    ends = texts.PAUSE_END_PUZZLE

    def __init__(self, game_id: str, task: dict) -> None:
        LessonGame.__init__(self, game_id, task)
        self.least = len(self.racks[0])
        self.which = task["which"]

    @property
    def hint(self) -> str:  # type: ignore[override]
        """Return the sentence in the current language: the menu leads to the settings."""
        from pocket.ui import words

        return words.say(texts.PUZZLES_HINT)

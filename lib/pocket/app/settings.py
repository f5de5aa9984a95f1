"""What the players chose: names, sound, light, pace, and each game's last set-up.

What each may be is said in pocket/saves/settingsfields.py, how they are kept as bytes in
settingsfile.py beside it: both are loaded only for that."""

if False:  # for type checkers
    from typing import Any


language = "en"  # what is said now; pocket.ui.words goes back to English where a file fails
_trouble = ""  # why it did, one sentence, until it has been told
MOST_SEATS = 6  # of all games: so many names are kept
NAME = 7  # longest name
QUICK = "game.q"  # the record of a quick game
# Tips of the first quick games (learn.tips), told: ids of lessons that no screen lists.
TIP_OPEN, TIP_ADD, TIP_SPLIT = "TO", "TA", "TS"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.ÄÖÜÉÈÇÑÃĞİŞ"  # of names


def unnamed(seat: int) -> str:
    """What the person at a seat is called who has written no name."""
    return "P%d" % (seat + 1)


def speak(code: str, why: str = "") -> None:
    """Say everything in another language from now on; why: one sentence, where it was not asked for
    (see `failed`)."""
    global language, _trouble
    language = code
    _trouble = why or _trouble


def failed() -> str:
    """Why English is spoken where another language is set, or "": once."""
    global _trouble
    why, _trouble = _trouble, ""
    return why


class Settings:
    """The settings, all at their defaults at first. game: the id of the game offered first.
    language: its code. `new`: none have been saved yet. `unread`: the settings that fell back when
    the file was read, by their names there; "": all of them; None: none (settingsfile.fell_back).
    Others set all of it.
    """

    def __init__(self, game: str) -> None:
        from pocket.saves import settingsfields

        self.unread: list[str] | None = None
        self.new = True
        self.language = "en"
        self.names = [unnamed(seat) for seat in range(MOST_SEATS)]
        self.game = game
        self.lessons = ""  # ids of lessons that were finished, two letters each
        self.stars = ""  # of the journey, one digit per station
        self.sorting = 0  # how racks are sorted (tilegame.sorting); a game's save keeps it
        self.by_shape = False  # how hands of cards are, likewise
        self.values = {}
        self.levels: dict[str, list[str]] = {}
        self.chosen: dict[str, dict] = {}
        for field in settingsfields.FIELDS:
            self.values[field[0]] = field[1]

    def learned(self, lesson: str) -> bool:
        """True when the lesson of that id was finished."""
        done = self.lessons
        return lesson in [done[i : i + 2] for i in range(0, len(done), 2)]

    def learn(self, lesson: str) -> bool:
        """Keep that the lesson of that id is done. False if it was before."""
        if self.learned(lesson):
            return False
        self.lessons += lesson
        return True

    def tips_left(self) -> bool:
        """Whether a tip is still to be told."""
        return not (self.learned(TIP_OPEN) and self.learned(TIP_ADD) and self.learned(TIP_SPLIT))

    def lost(self) -> list[str] | None:
        """Give `unread` out, once."""
        names, self.unread = self.unread, None
        return names

    def get(self, name: str) -> "Any":
        """The value of a field of settingsfields.FIELDS."""
        return self.values[name]

    def set(self, name: str, value: "Any") -> bool:
        """Set a field of settingsfields.FIELDS; a value it may not take is refused with False."""
        from pocket.saves import settingsfields

        return settingsfields.put(self, name, value)

    def animates(self) -> bool:
        """Whether tiles fly from pool to rack: not at the quick pace."""
        return self.values["speed"] != 3

    def options(self, game_id: str) -> dict:
        """The house options last chosen for a game: a dict (a copy)."""
        return dict(self.chosen.get(game_id, {}))

    def seats(self, game_id: str) -> list[str]:
        """Who sat at a game last: a list of levels, "" for a person, or names of
        characters. First: you and a computer."""
        return list(self.levels.get(game_id, ("", "normal")))

    def set_up(self, game_id: str, levels: list[str], options: dict) -> None:
        """Keep who sat at a game, and its house options."""
        self.levels[game_id] = list(levels)
        self.chosen[game_id] = dict(options)

"""The code of a game on the screens: shown at its end, typed at another's start."""

from scenes import scenes
from screens_help import BOARDS, show

from rules import catalogue, codes

THREE = ["", "normal", "hard"]
QUICK = {"length": 1, "clock": 0}
CODE = codes.encode(catalogue.ORDER[0], THREE, QUICK, 77)[0]
TYPO = CODE[:7] + ("B" if CODE[7] == "A" else "A")
CHARACTER = codes.encode("CR", ["", "CLEO", "easy"], {"clock": 0}, 3)[0]
CARDS = codes.encode("ER", ["", "easy"], {}, 4)[0]


def typed(scene, text):
    """Write a text on the pad of a set-up, letter by letter."""
    show(scene.sim, "menus.gamesetup", "RG", rest=60)
    scene("choose Type a code")
    more(scene, text)


def more(scene, text):
    """Write letters behind what is there."""
    for letter in text:
        scene.screen.pad.letter = codes.LETTERS.index(letter)
        scene.sim.press("A")


def end(scene, _=""):
    """Let the running game be over, and show its sheet."""
    game = scene.game
    if game.phase == "start":
        game.apply(("go",))
    if game.racks:
        game.rounds = [[9] + [-9] + [0] * (game.seats - 2)]
        game.totals = list(game.rounds[0])
        game.winners = [0]
        game.racks[0] = bytearray()
    game.phase = "over"
    show(scene.sim, "rounds.score", rest=100)


def shows(scene, code):
    """Show a code in two halves, or none."""
    scene("says Code: %s %s" % (code[:4], code[4:]) if code else "no Code")


def has(scene, code):
    """Have a game of this code, or of none."""
    assert scene.session.code == code


NAMES = {"$CODE": CODE, "$SEVEN": CODE[:7], "$LAST": CODE[7], "$TYPO": TYPO, "$CARDS": CARDS}
NAMES.update({"$FIVE": CODE[:5], "$SIXTH": CODE[5], "$CHARACTER": CHARACTER})


def with_codes(text):
    """The text with codes in the place of their names."""
    for name in sorted(NAMES, key=len, reverse=True):
        text = text.replace(name, NAMES[name])
    return text


test_codes = scenes(
    with_codes(
        """
    A character sits where the code says: typed $CHARACTER; A; heading Classic Rummy;
        says CLEO hard BO easy; shows $CHARACTER; A; on startdraw; has $CHARACTER;
        check session.people[1:] == [('hard', 'CLEO'), ('easy', 'BO')];
        check session.habits[1] and not session.habits[2]
    A code is kept with its game: typed $CODE; START A; on startdraw; A; wait 300; off; seed 8;
        choose Continue; wait 200; has $CODE; check len(session.people) == 3;
        go rounds.score (menus.pause); shows $CODE
    A save from before there were codes goes on: begin CR ANNA ADA/easy; has; off;
        choose Continue; has; check len(game.racks) == 2; end; shows
    A game of two persons shows no code: do settings.set_up('CR', ['', ''], {});
        go games.makegame menus.title play CR; end; has; shows
    A typo is one sentence, and the letters stay: typed $TYPO; A;
        says Not a valid code: check each letter.; check screen.pad.text[:7] == '$SEVEN'; B;
        more $LAST; A; check screen.pad is None; says BO hard
    A code that is not finished is no game: typed $FIVE; START; says Enter 8 letters;
        no Not a valid code; check screen.pad.text == '$FIVE'
    B with nothing typed leads to the set-up: typed; B; on gamesetup; heading Rummy Gin;
        chosen Type a code
    The set-up of a code is kept for no other game, and a change leaves its deal: typed $CODE; A;
        shows $CODE; to BO; RIGHT; to Start; no Code; typed $CODE; A; B; on gamecards;
        check 'RK' not in settings.levels
    A game that is kept is told before a code takes its place: typed $CODE; A A; on startdraw;
        typed $CODE; A A; says A saved game of this kind will be replaced.
    Cards dealt again by the same game have no code: typed $CARDS; A A; on startdraw; has $CARDS;
        check game.next_game; end; shows $CARDS; START; wait 300; has
    The code as it looks: for $board in boards; board $board; pictures; typed $TYPO; A; wait 300;
        golden codes_@_typo; typed $CODE; A; wait 300; golden codes_@_game; A; wait 200; end;
        wait 300; golden codes_@_end
    """
    ),
    typed,
    more,
    end,
    shows,
    has,
)


def test_a_code_is_shown_as_it_is_typed_in_two_halves(scene):
    typed(scene, CODE[:5])
    assert CODE[:4] + " " + CODE[4] + "___" in scene.page()


def test_the_code_at_a_game_s_end_gives_another_handheld_the_same_tiles(scene, tmp_path):
    def dealt():
        game = scene.game
        return [bytes(rack) for rack in game.racks], bytes(game.pool), game.draws, game.starter

    scene("seed 987654321; choose Play; A; on startdraw")
    wanted, people, code = dealt(), scene.session.people, scene.session.code
    end(scene)
    shows(scene, code)
    scene("off; board %s; seed 1" % BOARDS[1])
    scene.folder = tmp_path / "two"
    typed(scene, code)
    scene("A; says easy; A; on startdraw")
    assert dealt() == wanted and scene.session.people == people  # with the opponent's name
    assert (scene.game.rules["length"], scene.game.rules["clock"]) == (1, 0)
    end(scene)
    shows(scene, code)


def test_the_next_game_of_the_same_people_has_a_code_of_its_own(scene):
    scene.machine["seed"] = None
    typed(scene, CODE)
    scene("A A; on startdraw")
    end(scene)
    scene("START; on startdraw")
    assert scene.session.code not in ("", CODE)
    assert codes.decode(scene.session.code)[:3] == codes.decode(CODE)[:3]


def test_play_begins_with_the_game_of_a_code(scene):
    scene.machine["code"] = CODE
    scene("on startdraw")
    has(scene, CODE)
    assert [level for level, _ in scene.session.people] == THREE

"""The code of a game on the screens: shown at its end, typed at another's start."""

from screens_help import BOARDS
from words_menus import end, shows, typed

from rules import catalogue, codes

THREE = ["", "normal", "hard"]
QUICK = {"length": 1, "clock": 0}
CODE = codes.encode(catalogue.ORDER[0], THREE, QUICK, 77)[0]
TYPO = CODE[:7] + ("B" if CODE[7] == "A" else "A")
CHARACTER = codes.encode("CR", ["", "CLEO", "easy"], {"clock": 0}, 3)[0]
CARDS = codes.encode("ER", ["", "easy"], {}, 4)[0]

NAMES = {"$CODE": CODE, "$SEVEN": CODE[:7], "$LAST": CODE[7], "$TYPO": TYPO, "$CARDS": CARDS}
NAMES.update({"$FIVE": CODE[:5], "$SIXTH": CODE[5], "$CHARACTER": CHARACTER})


def with_codes(text):
    """Return the text with codes in the place of their names."""
    for name in sorted(NAMES, key=len, reverse=True):
        text = text.replace(name, NAMES[name])
    return text


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
    scene("A; A; on startdraw")
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

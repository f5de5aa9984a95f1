"""Words of scenes (tests/scenes.py): words_menus."""

import re
import sys
import time

import displayio
import play_scene
import pytest
import saves_help
from pocket.games import newgame
from pocket.learn import lesson
from pocket.saves import settingsfile
from pocket.tilegame import speech
from screens_help import show
from words_games import three_pairs

from rules import catalogue, characters, codes, puzzles, stats
from rules.eight import game as eight
from rules.solver import search
from rules.tilegame import game, tiles
from rules.tilegame import game as tile_game

GREEN, RED = (0x8C, 0xE3, 0x73), (0xFF, 0x41, 0x31)
FOUR = [("", "ANNA"), ("hard", "BO"), ("", "CLEO"), ("easy", "DEE")]
WORKED = [[24, -5, -16, -3], [-6, -11, 22, -5], [-32, -13, -2, 47]]  # RK-19
LESSONS = lesson.LESSONS


def _line(scene):
    """Return (the screen, the line under the cursor, the list's first line)."""
    panel = scene.screen.panel
    shown = panel.list if panel else None
    return scene.name(), shown and shown.text(shown.chosen), shown and shown.text(0)


def mark(scene, _):
    """Remember the line under the cursor."""
    scene.mark = _line(scene)


def marked(scene, _):
    """Be on the line that was remembered."""
    assert _line(scene) == scene.mark


def opens(scene, text):
    """Open the line under the cursor, press keys there, and be back by B: `opens RIGHT`; by B as
    often as a number says: `opens 2`."""
    keys = text.split()
    times = int(keys.pop()) if text[-1:].isdigit() else 1
    before = _line(scene)
    for key in ["A", *keys] + ["B"] * times:
        scene.sim.press(key, rest=200)
        assert (_line(scene) == before) is (key == "B" and times == 1), _line(scene)
        times -= key == "B"


def opens_each(scene, _):
    """Open each line of the list; the picture of the buttons is left by B twice."""
    assert scene.screen.list.count > 2
    for _ in range(scene.screen.list.count):
        opens(scene, "2" if "buttons" in _line(scene)[1] else "")
        scene.sim.press("DOWN", rest=20)


def turn_to(scene, title):
    """Turn the pages of rules until one has this heading."""
    for _ in range(40):
        if scene.screen.title == title:
            return
        scene.sim.press("RIGHT", rest=20)
    raise AssertionError("no page is called " + title)


def to_lesson_turn(scene, _):
    """Go on to the turn of a lesson."""
    while not scene.session.lesson:
        scene.sim.press("A", rest=300)


def setup(scene, text):
    """Set a game's seats, a person as `-`: `setup RK - CLEO easy`."""
    game_id, *seats = text.split()
    scene.settings.set_up(game_id, [seat.strip("-") for seat in seats], {})


def plays_set_up(scene, game_id):
    """Begin the game as it is set up, and keep the settings."""
    settingsfile.save(scene.app)
    newgame.play(scene.app, game_id, newgame.replaces(scene.app, game_id)[0])
    scene.wait(100)


def quick_rivals(scene, text):
    """Meet these characters in quick games one after the other, then the first one again."""
    rivals = []
    for scene.settings.rival in range(12):
        rivals.append(newgame.set_up(scene.app, "RK")[0][1])
    assert rivals == (text.split() * 6)[:12], rivals


def people(scene, text):
    """Have these people: `- OTTO, hard CLEO`; habits are those of the characters."""
    wanted = [tuple(one.strip("- ").split()) for one in text.split(",")]
    there = [tuple(filter(None, one)) for one in scene.session.people]
    assert there == wanted, there
    habits = [characters.habits(one[1], scene.game.pieces) if one[1:] else b"" for one in wanted]
    assert scene.session.habits == habits


def seated(scene, text):
    """Have these seats in the form, a person as `-`."""
    assert scene.screen.seats == [seat.strip("-") for seat in text.split()], scene.screen.seats


def character_turn(scene, text):
    """Be in the turn of a character, behind a history in hexadecimal digits, with other tiles on
    its rack behind `/`: `turn_of CLEO 6006 / r6 r2`; behind `//` in the person's own turn."""
    words, slash, rack = re.fullmatch("([^/]*)(/*)(.*)", text).groups()
    name, history = words.split()
    racks = ["k13 k11 b1", "k1 r12 b9 o4"]
    if slash:
        racks[len(slash) == 1] = rack
    game = play_scene.position(["r3 r4 r5", "k9 b9 o9"], racks[0], others=racks[1])
    game.seat = int(slash != "//")
    game.history = bytearray.fromhex(history)
    scene.sim  # noqa: B018
    scene.show_game(game, [("", "P1"), (characters.level(name), name)])


def speaks(scene, text):
    """Let a character say this: `speaks CLEO: So you dare.`; without one: silence."""
    for _ in range(400 if text else 150):
        if scene.boxed().partition(": ")[0] in characters.NAMES + ("BO",):
            break
        scene.sim.wait(20)
    assert scene.boxed() == text
    scene.sim.wait(40)  # until it is painted


def speech_moment(scene, text):
    """Choose this moment for a character behind a history, with that many tiles on its rack:
    `speech_moment own 1001 6103 4`."""
    wanted, *turns, many = text.split()
    game = play_scene.position(["r3 r4 r5"], "k13 k11 b1", others="k1 r12 b9 o4 o5")
    game.racks[1][:] = game.racks[1][: int(many)]
    game.history = bytearray.fromhex("".join(turns))
    assert speech.moment_after_move(game, 1, 0) == wanted.strip("-")


def above(scene, _):
    """Have the box below the first row of the table: the tiles that were laid are seen."""
    table, box = scene.screen.board.table, scene.screen.box.group
    assert box.y + min(layer.y for layer in box) >= table.y + table.step


def plain(scene, _):
    """Let a plain computer sit in the character's place."""
    scene.session.people[1] = ("hard", "BO")
    scene.session.habits = [b"", b""]


def wins(scene, _):
    """Lay the last tile of the person's rack."""
    from pocket.tilegame import moves

    from rules.tilegame import melds

    table = list(scene.game.table)
    table[0] = melds.add(table[0], tiles.parse("r6"), scene.game.rules)
    assert moves.apply_move(scene.app, ("play", table)) is None
    scene.screen.defer(scene.screen.continue_game)


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
    scene("says Code of this deal: %s %s" % (code[:4], code[4:]) if code else "no Code")


def has(scene, code):
    """Have a game of this code, or of none."""
    assert scene.session.code == code


def day(scene, number):
    """Let the board's clock say that day of 2027, or of the year behind it, or `none`."""
    day, _, year = number.partition(" ")
    now = (int(year or 2027), 1, 1, 8, 0, 0, 4, int(day), -1) if day != "none" else (2000,) * 9
    patch = scene._stack.enter_context(pytest.MonkeyPatch.context())
    patch.setattr(time, "localtime", lambda: now)


def played(scene, count):
    """Have played this many rounds and won all but the third, and switch off."""
    one = stats.Stats(scene.app.store.load("stat"))
    for number in range(int(count)):
        code = bytes((number, 0, int(count), 1))
        one.count(code, catalogue.ORDER[0], "easy", number != 2, 10, 6, 1)
    scene.app.store.save("stat", one.dump())
    scene.off()


def solved_days(scene, days):
    """Have solved a puzzle a day from day 100 of 2027 on, and switch off."""
    show(scene.sim, "learn.puzzles", rest=60)
    one = puzzles.Progress(scene.screen.pack)
    for number in range(int(days)):
        one.mark_solved(number)
        one.mark_day_solved(2027 * 365 + 2026 // 4 + 100 + number)
    scene.app.store.save("puzz", one.dump())
    scene.off()


def light(scene, share):
    """Have a light so bright."""
    assert round(scene.sim.display.brightness, 2) == float(share), scene.sim.display.brightness


def sign(scene, name):
    """Have a battery of this colour in the upper right corner, or none."""
    image = scene.sim.image()
    wide, high = image.size
    there = {one for _, one in image.crop((wide - 26, 0, wide, high // 2)).getcolors()}
    assert there & {GREEN, RED} == {"green": {GREEN}, "red": {RED}, "none": set()}[name]


def kept_game(scene, _):
    """Have a game kept."""
    saves_help.store(scene.folder).save("game", b"CR\x02kept")


def game_of_four(scene, phase):
    """Show a game of four at `start`, behind its first `round`, or when it is `over`; in CLEO's
    `turn`."""
    game = tile_game.Game("RK", 4, 12, {"length": 200})
    if phase != "start":
        game.apply(("go",))
        while game.seat != 2:
            game.apply(("draw",))
    if phase in ("round", "over"):
        game.rounds = WORKED[:2] if phase == "round" else WORKED * 4
        game.totals = [sum(column) for column in zip(*game.rounds)]
        game.phase = phase
        game.winners = [2 if phase == "round" else 3]
        game.racks[2] = bytearray()
    scene.put(game, FOUR)


def pairs_shown(scene, _):
    """Show three pairs of the first seat."""
    scene.put(three_pairs(lambda game: game.seat == 0), [("", "ANNA"), ("easy", "BO")])


def card_scores(scene, _):
    """Show the score sheet of six at the end of 8 Round Rummy."""
    game = eight.EightGame(6, 1)
    game.won = bytearray([0, 1, 5, 2, 1, 3, 2, 0])
    game.round = 8
    game.phase = eight.OVER
    scene.put(game, FOUR + [("", "EVA"), ("normal", "FLO")])


def solved(scene, _=""):
    """Show the list as behind the puzzle on show, solved."""
    scene.app.go("learn.puzzles", *scene.session.lesson)
    scene.sim.wait(200)


def number(scene, text):
    """Have this puzzle of its grade as the one that A would play."""
    (line,) = [line for line in scene.lines() if ", puzzle " in line]
    assert line.partition(", puzzle ")[2].split()[0] == text, line


def within(scene, _):
    """Have every text within the display."""
    for _row, _high, label, _text in scene.screen.panel.shown_texts:
        strip = label[0] if isinstance(label, displayio.Group) else label
        assert label.x + strip.bitmap.width <= scene.app.w


def solve(scene, count):
    """Solve the first puzzles."""
    for number in range(int(count)):
        scene("go learn.puzzles 1 %d" % number)


def pack(scene, how):
    """Let the pack of puzzles be missing, empty or of a later version."""
    assets = scene.sim and sys.modules["pocket.app.device"]
    path = scene.folder / "bad.bin"
    if how != "missing":
        path.write_bytes(b"" if how == "empty" else b"PRpz\x09" + bytes(40))
    whole = assets.asset
    assets.asset = lambda name: str(path) if name == "puzzles.bin" else whole(name)
    scene._stack.callback(setattr, assets, "asset", whole)


def solution(scene, _):
    """Show a play of the whole rack, which the referee takes; then the list."""
    from rules.tilegame import referee

    game = scene.game
    own = bytes(sorted(game.racks[0]))
    scene._until(lambda: getattr(scene.part, "hint", None) and scene.part.hint.step, scene.page)
    hint = scene.part.hint
    assert bytes(sorted(hint.laid)) == own and hint.proved
    assert referee.judge(game.rules, game.table, game.racks[0], hint.sets, True).legal
    scene("wait 900; check part.hint.step == 3; A")


def form(scene, game_id):
    """Show the form of a game."""
    scene("go menus.gamesetup " + (game_id or "RK"))


def value(scene, text):
    """Have an option of this value in the form: `value opening_points 50`."""
    name, wanted = text.split()
    assert str(scene.screen.value(name)) == wanted


def named(scene, text):
    """Have this name of the first person in the settings."""
    assert scene.settings.names[0] == text


def counted(scene, count=""):
    """Have this many rounds counted."""
    one = stats.Stats()
    for i in range(int(count or 9)):
        level = catalogue.LEVELS[i % len(catalogue.LEVELS)]
        one.count(bytes((9, 9, 9, i)), catalogue.ORDER[i % 3], level, i % 2 == 0, 5 - i, i, 1)
    scene.app.store.save("stat", one.dump())
    return one


def ended_game(seat):
    """Return a game of the first kind whose only round has just ended, won by `seat`."""

    one = game.Game(catalogue.ORDER[0], 2, 4, {"length": 1})
    one.apply(("go",))
    while one.phase == "turn":
        move = ("draw",)
        if one.seat == seat:
            position = one.rules, one.table, one.racks[seat], bool(one.opened[seat])
            best = search.run(*position, jokers_differ=one.jokers_differ)
            move = ("play", best.table) if best.tiles else move
        if move == ("draw",) and not one.pool:
            move = ("pass",)
        assert one.apply(move) is None
    assert one.winners == [seat]
    return one


def card_of(scene, game_id):
    """Have the card of this game on the screen."""
    assert scene.screen.game_id == game_id


def plays(scene, game_id):
    """Have a game of this kind running."""
    assert scene.game.rules["game"] == game_id


def done(scene, lessons):
    """Have done these lessons, or `nothing`."""
    assert scene.settings.lessons == lessons.replace("nothing", "")


def skip(scene, _):
    """Skip the pages of a lesson to its end."""
    shown = scene.screen
    for _ in range(30):
        if scene.screen is not shown:
            return
        scene.sim.press("SELECT", rest=200)
    raise AssertionError("no end")


def to_last(scene, _):
    """Skip the pages before the last one."""
    while scene.screen.after is not None:
        scene.sim.press("SELECT", rest=200)


def lacks(scene, lesson_id):
    """Have done all lessons but one."""
    scene.settings.lessons = "".join(one for one in LESSONS if one != lesson_id)

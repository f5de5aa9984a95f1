"""Words of scenes (tests/scenes.py): words_games."""

import os
import re
import sys

import displayio
import play_scene
import saves_help
from broken import Broken
from cardrounds import card_position, code
from conftest import ROOT
from kept_rounds import BOTH, CARDS, CLASSIC, ROUNDS
from play_scene import position
from pocket.app import flow
from pocket.games import newgame, seatcounts
from pocket.saves import roundsfile, settingsfile, slots
from record_help import play_game
from screens_help import screen

from rules import catalogue, stats
from rules.base import finish
from rules.record import notation, reader
from rules.solver import search
from rules.tilegame import game as tile_game
from rules.tilegame import players, tiles
from tools.device import wordtable
from tools.emulator import scripts

CLOCK_TABLE, CLOCK_RACK = ["r3 r4 r5"], "r6 b7 b8 k1 k5"
TABLE = ["o4 o5 o6 o7", "r1 b1 k1"]
RACK = "k5 k6 k7 r9 b2 b3"
WRONG = "Something went wrong. Press a key: "
NOTES = {
    "turn": WRONG + "the game goes on as it was.",
    "again": WRONG + "this turn begins again.",
    "save": WRONG + "the game goes on from its last save.",
    "menu": WRONG + "back to the title screen.",
    "kept": WRONG + "back to the title screen. The game is kept.",
    "lost": WRONG + "back to the title screen. What was played since the last save is lost.",
    "picture": "The picture tiles10x14.bmp is missing or cut short: copy the game again.",
}
with open(os.path.join(ROOT, "tests", "data", "functions.txt"), encoding="ascii") as file:
    FUNCTIONS = dict(re.findall(r"(?m)^([^#].*): (.*)$", file.read()))  # "module function" by name
ERRORS = {
    "MemoryError": MemoryError(),
    "KeyError": KeyError(5),
    "OSError": OSError(5, "a test"),
    "RuntimeError": RuntimeError(),
    "AssetError": type("AssetError", (Exception,), {})(NOTES["picture"]),
}
KEPT = {"tiles": ROUNDS[0], "second": ROUNDS[1], "cards": CARDS, "both": BOTH, "classic": CLASSIC}
PEOPLE = [("", "ANN"), ("hard", "BOB")]


def tile_rows(scene, count):
    """Have this many rows of tiles on the screen's cloth."""
    pictures = scene.screen.panel.pictures
    rows = len([layer for layer in pictures if isinstance(layer, displayio.Group)])
    assert rows == int(count), rows


def row(scene, text):
    """Have a row of the score sheet with these texts; `row last ...`: as the last one."""
    rows = [" ".join(text.strip() for text in row).strip() for row in zip(*scene.screen.table)]
    last = text.startswith("last ")
    assert text.removeprefix("last ") in (rows[-1:] if last else rows), rows


def viewer(scene, seat):
    """Show the rack of this seat, or `none`."""
    assert str(scene.app.session.viewer) == seat.replace("none", "None")


def first_person(scene, first):
    """Have this person in the first seat, as (level, name)."""
    assert str(scene.session.people[0]) == first


def to_turn(scene, _=""):
    """Go on to the person's next turn."""
    while scene.name() != "play" or scene.session.turn is None:
        scene.sim.press("A", rest=600)


def remember_racks(scene, _):
    """Remember what the racks cost."""
    scene.costs = [tiles.weight(rack, 30) for rack in scene.game.racks]


def racks_noted(scene, _):
    """Tell what each rack cost."""
    for name, cost in zip(("ANNA", "ADA"), scene.costs):
        scene("says %s: %d" % (name, cost))


def stall(scene, _):
    """Empty the pool and let both pass."""
    scene.game.pool = bytearray()
    scene.game.apply(("pass",))
    scene.game.apply(("pass",))
    scene.put(scene.game, scene.session.people)


def stalled(scene, _):
    """Let the last round have ended with an empty pool."""
    scene.game.stalled = True
    scene.put(scene.game, scene.session.people)


def pairs(scene, text):
    """Deal a game of Kiran Rummy whose first seat, or second (a computer), holds three pairs:
    `pairs ANNA BEN`, `pairs ANNA ADA/easy shown` (the computer shows them), `… hidden`."""
    *names, end = text.split()
    computer = {"shown": True, "hidden": False}.get(end)
    names = names if computer is not None else [*names, end]

    def fits(game):
        if computer is None:
            return game.seat == 0
        return game.seat == 1 and players.redeal("easy", game.view(1)) is computer

    game = three_pairs(fits)
    scene.rack_dealt = bytes(game.racks[0])
    scene.put(game, [name.partition("/")[::-2] for name in names])


def three_pairs(fits):
    """Return a game of Kiran Rummy whose seat in turn holds three pairs, the first one that
    fits."""
    for seed in range(400):
        game = tile_game.Game("KR", 2, seed)
        game.apply(("go",))
        if game.phase == tile_game.REDEAL and fits(game):
            return game
    raise AssertionError("no such deal")


def dealt(scene, text):
    """Have been dealt `once`, or `again` with other tiles."""
    again = text == "again"
    assert (scene.game.redeals == 1) is again
    assert (sorted(scene.game.racks[0]) != sorted(scene.rack_dealt)) is again


def ended(scene, text):
    """Show the end of a game that was played so: `ended RK 210 -210 / -20 20 by ANNA BEN`."""
    game_id, _, rest = text.partition(" ")
    rounds, people = rest.split(" by ")
    scene("begin %s %s; rounds %s; over" % (game_id, people, rounds))


def turn_of(scene, seat):
    """Let it be the turn of that seat."""
    scene.game.seat = int(seat)
    flow.advance(scene.app)
    scene.app.go_on()


def dealing(scene):
    """Return what is in the racks and in the pool, and the numbers to come."""
    game = scene.game
    return [sorted(rack) for rack in game.racks], bytes(game.pool), game.rng.state()


def keep(scene, _):
    """Remember the running game, and the screen of play."""
    scene.kept = dealing(scene), scene.screen


def same(scene, _):
    """Have the game that is remembered."""
    assert dealing(scene) == scene.kept[0]


def _queue(sim, keys):
    for button in keys:
        sim.down(button)
        sim.up(button)


def queue(scene, text):
    """Press and let go keys one after the other, before the device reads one: `queue B DOWN A`;
    `B*40` means 40 times; `+RIGHT` is held, `-RIGHT` let go."""
    for word in text.split():
        button, _, times = word.partition("*")
        if button[0] in "+-":
            (scene.sim.down if button[0] == "+" else scene.sim.up)(button[1:])
        else:
            _queue(scene.sim, [button] * int(times or 1))


def while_made(scene, text):
    """Queue keys while the next screen is made."""
    app = scene.app
    made = app.module

    def module(name):
        app.module = made
        queue(scene, text)
        scene.overflowed = scene.sim.events.overflowed
        return made(name)

    app.module = module


def untouched(scene, _):
    """Have no key heard by the person's turn."""
    scene.runs("PersonTurn")
    part = scene.part
    assert not part.turn.picked and (part.where, part.index) == (0, 0) and not part.last_key_at


def waits_for_a_key(scene, _):
    """Play until the computer's move lies on show and waits for a key."""
    for _ in range(60):
        part = getattr(scene.screen, "part", None)
        kind = type(part).__name__
        if kind == "Watch" and (
            part.ends_at if scene.name() == "eightscreen" else part.steps is None and part.move.seat
        ):
            return
        scene.sim.press("START" if kind == "PersonTurn" else "A", rest=150)
        if kind in ("PersonTurn", "Turn"):
            scene.sim.wait(600)
            scene.sim.press("A", rest=20)
    raise AssertionError("no computer's move")


def turn_begins(scene, text):
    """Be in a turn that has just begun: `turn 2 ANNA ADA/easy`, with a clock of 2 minutes."""
    minutes, *names = text.split()
    people = [name.partition("/")[::-2] for name in names]
    scene.put(position(CLOCK_TABLE, CLOCK_RACK, options={"clock": int(minutes)}), people)
    rack_shown(scene)
    assert left_now(scene) > 60 * int(minutes) - 5
    written_before(scene)


def rack_shown(scene, _=""):
    """Show the rack to the person whose turn it is."""
    if scene.name() == "handover":
        confirm(scene.sim)
    scene.on("play")


def last_record(scene):
    return max(slot[0] for slot in scene.app.store.slots())


def left_now(scene):
    return scene.part.clock()


def left(scene, text):
    """Have from this many to that many seconds left."""
    least, most = map(int, text.split())
    assert least <= left_now(scene) <= most, left_now(scene)


def written_before(scene, _=""):
    """Remember how many records were written."""
    scene.before = last_record(scene)


def written(scene, text):
    """Have written from this many to that many records since the turn began: the flash wears."""
    least, most = map(int, text.split())
    assert least <= last_record(scene) - scene.before <= most


def fails(scene, text):
    """Let one of FUNCTIONS fail, by ValueError or the error behind `by`: `fails once …` only its
    first call."""
    once, name = text.startswith("once "), text.removeprefix("once ")
    name, _, error = name.partition(" by ")
    found = ERRORS.get(error, ValueError("a test"))
    broken = Broken(*FUNCTIONS[name].split(), found, 1 if once else None)
    scene.broken = scene._stack.enter_context(broken)


def sits(scene, text=""):
    """Begin a game on the handheld, which keeps it itself: `sits ANN BEA` for two persons."""
    names = text.split() or ["ANN", "BOB/hard"]
    sits_at(scene, position(TABLE, RACK), [name.partition("/")[::-2] for name in names])


def sits_at(scene, game, people=(("", "ANN"), ("hard", "BOB"))):

    newgame.seat_people(scene.app, game, list(people))
    scene.app.enter()
    scene.sim.wait(700)


def alone(scene, text):
    """Begin a game of Kiran Rummy, or of Rummikub, with an empty pool, with these racks."""
    game_id, mine, others = text.split(" / ")
    game = position(TABLE, mine, game_id=game_id, others=others, pool=0)
    sits_at(scene, game)


def lay_three(scene, _=""):
    """Lay k5 k6 k7 and take r9."""
    scene("take k5 k6 k7; SELECT; take r9; laid 3; taken 1; built")


def built(scene, _=""):
    """Remember what is built in the turn."""
    scene.built = _built(scene)


def _built(scene):
    turn = scene.turn
    return [bytes(codes) for codes in turn.sets], sorted(turn.rack), turn.laid


def as_built(scene, _=""):
    """Have what was built in the turn."""
    assert _built(scene) == scene.built


def note(scene, name):
    """Show this of NOTES; a key goes on."""
    scene.on("failed")
    assert scene.sim.failure and scene.screen.text == NOTES[name], scene.screen.text
    scene.sim.failure = None
    scene.sim.wait(800)
    scene.sim.press("B", rest=600)


def ends_well(scene, _):
    """Have three tiles laid, which can be taken back, laid again and played."""
    assert scene.turn.laid == 3 and scene.turn.wrong() == 0
    while scene.turn.picked:
        scene.press("B")
    scene("B; laid 0; take k5 k6 k7; SELECT START; wait 100; well")
    assert len(scene.game.racks[0]) == 3
    scene.game.check()


def round_trip(scene, text):
    """Let the others play until this seat is in turn; go on behind notes: `round_trip 0 2`: of two
    notes."""
    seat, count = text.split()
    notes = 0
    for _ in range(100):
        if scene.name() == "failed":
            note(scene, "turn")
            notes += 1
        there = scene.name() in ("play", "eightscreen") and not scene.screen.busy
        if there and scene.game.seat == int(seat):
            assert notes == int(count)
            return
        scene.sim.wait(200)
    raise AssertionError("the turn does not come")


def whole(scene, _=""):
    """Have a whole game: no tile lost or doubled."""
    scene.game.check()


def learn(scene, name):
    """Go to the first turn of the first lesson, or to a puzzle."""
    scene("go learn." + name)
    while scene.name() == name:
        scene.sim.press("A", rest=300)
    scene("wait 600; on play")


def cards(scene, _):
    """Begin a game of cards."""
    hands = ["r^1 * b#3 ro4 r#5 r^7 <>", "b^1 b^2 r#3 r#4 bo6 bo6 r^7"]
    scene.put(card_position(hands, "r#2", round_=5), [("", "ANNA"), ("hard", "BO")])
    scene.on("eightscreen")


def gone(scene, text):
    """Have this card among the discards."""
    assert code(text) in scene.game.discards


def sits_with_three(scene, _=""):
    """Sit down at a tile game, kept as at the turn's beginning: three tiles are laid."""
    sits(scene)
    scene("lay_three; B; built")  # another key: it is kept


def fail_now(scene, _=""):
    """Let memory run out at the screen's next tick."""

    def tick(now):
        raise MemoryError

    scene.screen.tick = tick
    scene.sim.wait(600)


def restarted(scene, text):
    """Have started the program anew since, once or this many times, and be on this screen."""
    name, _, times = text.partition(" ")
    scene.sim.wait(300)
    assert (scene.sim.reloads, scene.name()) == (int(times or 1), name), scene.sim.reloads
    scene.sim.reloads = 0


def shown(scene, text):
    """Show a screen: `shown menus.settingsmenu 3`."""
    name, *rest = text.split()
    scene.app.go(name, *[int(one) if one.isdigit() else one for one in rest])
    scene.sim.wait(400)
    remember_line(scene)


def _list(scene):
    panel = scene.screen.panel
    chosen = panel and panel.list and panel.list.text(panel.list.chosen)
    return scene.page(), chosen


def remember_line(scene, _=""):
    """Remember the page and the line on show."""
    scene.page_before = _list(scene)


def as_before(scene, _):
    """Show the page and the line of before."""
    assert _list(scene) == scene.page_before


def half_loaded(scene, _):
    """Have a name left of a module that memory ran out for, with nothing behind it."""
    sys.modules["pocket.half"] = None


def closes_all(scene, _):
    """Close the file of saves, then the sound, before the VM ends."""
    scene.app.store.save("set", b"sound=1")
    file, silenced = scene.app._saves["file"], []
    scene.app.sound.out.deinit = lambda: silenced.append(file.closed)
    fail_now(scene)
    restarted(scene, "title")
    assert silenced == [True]


def carried(scene, _):
    """Carry over what no save holds: a waiting notice, the order of racks and hands."""
    scene.settings.sorting, scene.settings.by_shape = 2, True
    scene.app.tell("Not saved.")
    fail_now(scene)
    restarted(scene, "settingsmenu")
    assert (scene.settings.sorting, scene.settings.by_shape) == (2, True)
    assert scene.app.take_notice() == "Not saved."


def round_over(scene, _):
    """Be at the score sheet of a round."""
    game = play_scene.position(["o4 o5 o6 o7"], "r9", others="k9")
    game._end(True)
    sits_at(scene, game)
    scene("on podium; wait 2000; A; on score")
    remember_line(scene)


def lends_the_tiles(scene, _):
    """Show the coach where memory is scarce until he has given that of the tiles' sheet to the
    solver."""
    scene.app.scarce = True
    scene.app.go("review.coach", 0)
    for _ in range(400):
        scene.app.scarce = True
        if scene.app.art.faces is None:
            return
        scene.sim.wait(2)
    raise AssertionError("the sheet is kept")


def quick_game(scene, text):
    """Have a quick game kept: 75 tiles on the table and a person to move; `spoiled`: its bytes are
    damaged; `first`: of its first turn."""
    payload = scripts.save_at_turn("RK", 4, 75)
    if text == "spoiled":
        payload = payload[:40] + bytes(30)
    if text == "first":
        game = catalogue.new("RK", 2, 3)
        game.apply(("go",))
        people = newgame.pack_people([("", "ANNA"), ("easy", "BO")])
        game.note = people + bytes(seatcounts.COUNTS * 2)
        payload = b"RK\1" + game.pack()
    assert saves_help.store(scene.folder).save("game.q", payload) is None
    if not text:
        scene.sim  # noqa: B018  switched on
        sys.modules.pop("rules.tilegame.restore", None)


def loaded(scene, name):
    """Have this module in memory, or not: `loaded rules.tilegame.game no`."""
    name, _, no = name.partition(" ")
    assert (name in sys.modules) is not bool(no)


def records(scene, text=""):
    """Remember the records on the drive; `same`, `changed`: they are, or not, as then."""
    now = saves_help.records(scene.folder)
    if text:
        assert (now == scene.records) is (text == "same")
    scene.records = now


def turn_kept(scene, _):
    """Have a quick game that was saved at its start and after a turn; then power off."""
    scene("choose Play; A; A; on play; wait 700; START A; wait 100; off")


def harm(scene, text):
    """Damage saves: `harm game.q` (the newest of that name), `harm all`, and how: `zeros` or
    `ones`, else one bit."""
    name, _, how = text.partition(" ")
    folder = scene.folder
    slot_of = saves_help.records if name == "all" else lambda of: [saves_help.newest(of, name)]
    for slot in slot_of(folder):
        if how in ("zeros", "ones"):
            bad = b"\0" if how == "zeros" else b"\xff"
            saves_help.overwrite(folder, slot, bad * 40, 4)
        else:
            saves_help.flip(folder, slot, 40)


def size(scene, count):
    """Have a file of saves with this many bytes; `none`: no file."""
    path = scene.folder / "rummy.sav"
    assert (str(path.stat().st_size) if path.exists() else "none") == count


def cut_in(scene, name):
    """Cut the file of saves in the newest record of a name."""
    cut(scene, saves_help.newest(scene.folder, name) * slots.STRIDE + 30)


def keep_round(scene, text):
    """Keep bytes as a round's record, `\\n` for a line's end."""
    roundsfile.save(scene.app.store, text.encode().decode("unicode_escape").encode("latin1"))


def has_record(scene, name):
    """Have a record of this name in the file of saves."""
    assert name in [own for _, own, _ in saves_help.records(scene.folder).values()]


def language(scene, code):
    """Take a language in the settings, where it is the first line, and go back."""
    name = wordtable.load(ROOT, code)["language"]["name"]
    scene("SELECT; on settingsmenu")
    for _ in wordtable.languages(ROOT):
        scene("RIGHT")
        if name in scene.page():
            break
    scene("says %s; B" % name)


def cut(scene, count):
    """Cut the file of saves after this many bytes."""
    os.truncate(scene.folder / "rummy.sav", int(count))


def counted_round(scene, _=""):
    """Keep statistics, a round and settings, each in its save."""
    one = stats.Stats()
    one.count(b"1234", catalogue.ORDER[0], "normal", True, 30, 5, 0)
    scene.app.store.save("stat", one.dump())
    roundsfile.save(scene.app.store, ROUNDS[0])
    scene.settings.set("sound", 1)
    settingsfile.save(scene.app)


def kept(scene, *records):
    """Keep rounds."""
    for record in records:
        roundsfile.save(scene.app.store, record)


def keep_rounds(scene, text):
    """Keep rounds of KEPT, `with` other words, an end cut off, a bit changed: `keep_rounds tiles,
    cards`, `keep_rounds tiles with start 1=start 7`, `… with cut=40`, `… with bit=90`."""
    for one in text.split(", "):
        name, _, changes = one.partition(" with ")
        data = KEPT[name]
        for change in changes.split(" / ") if changes else ():
            old, _, new = change.encode().decode("unicode_escape").partition("=")
            if old == "cut":
                data = data[: int(new)]
            elif old == "bit":
                data = data[: int(new)] + bytes((data[int(new)] ^ 1,)) + data[int(new) + 1 :]
            else:
                assert old.encode() in data
                data = data.replace(old.encode(), new.encode(), 1 if old[0] == " " else -1)
        kept(scene, data)


def given_up(scene, _):
    """Keep a round that was given up behind its first moves."""
    text = notation.expand(ROUNDS[0]).split("\n")
    cut = [*text[:3], " ".join(text[3].split()[:4]), "...", ""]
    kept(scene, "\n".join(cut).encode())


def round_of_four(scene, _):
    """Keep a round of four; the newest is listed with their names, the winner's score first."""
    four = play_game(catalogue.ORDER[0], ("easy", "hard", "easy", "easy"), 3, {"length": 1})[0][0]
    kept(scene, four)
    scene("go review.lastrounds")
    row = scene.screen.list.text(0).split(", ")
    scores = [int(part.split()[1]) for part in row]
    assert len(row) == 4 and scores == sorted(reader.Record(four).scores, reverse=True)
    assert all(part[0].isalpha() for part in row)


def winner_first(scene, _):
    """List the scores of the tiles' round, the winner's first."""
    pairs = sorted(zip(reader.Record(ROUNDS[0]).scores, ("ADA", "ANNA")), reverse=True)
    scene("says " + ", ".join("%s %+d" % (name, score) for score, name in pairs))


def coach_ready(scene, _=""):
    """Wait until the coach has looked at all turns."""
    for _ in range(300):
        scene.sim.wait(200)
        if scene.screen and not scene.screen.busy:
            return
    raise AssertionError("the coach does not end")


def until_first(scene, _):
    """Go back to the coach's first turn."""
    while scene.screen.index:
        scene("LEFT")


def of_its_own(scene, names):
    """Have these texts in a finished language, other than in English."""
    from house_help import FINISHED

    english = wordtable.load(ROOT)
    for language in FINISHED:
        table = wordtable.load(ROOT, language)
        for section, name in [one.split(".") for one in names.split()]:
            assert table[section][name] and table[section][name] != english[section][name]


def confirm(sim):
    """Take the device over; a key at once does nothing, it was meant for the screen before."""
    assert screen(sim) == "handover"
    sim.press("START", "B", "A", rest=60)
    assert screen(sim) == "handover"
    sim.wait(800)
    sim.press("A", rest=700)


def draw_until_the_end(scene, _):
    """Draw a tile in every turn of the person, until a computer has won."""
    for _ in range(400):
        if scene.name() == "score":
            return
        asks = scene.name() == "startdraw" or scene.name() == "play" and scene.screen.asks
        scene.sim.press("A" if asks else "START", rest=400)
    raise AssertionError("the game does not end")


def next_move(app):
    """Return what a strong player lays in the person's place, from what the person sees."""
    from rules.tilegame import players  # the handheld may have loaded it anew

    game = app.session.game
    return finish(players.choose("hard", game.view(game.seat), 1))


def play_out(sim, max_turns=400):
    """Press buttons until the game is over, within `max_turns` turns; return (turns played, score
    sheets seen)."""
    app = sim.app
    player = play_scene.Hands(sim)
    turns = sheets = 0
    for _ in range(max_turns * 10):
        name = app.name.rpartition(".")[2]
        game = app.session.game
        if name == "score":
            if len(game.rounds) > sheets:
                sheets += 1
                assert sum(game.result()) == 0  # T-14
                game.check()
            if game.phase == "over":
                return turns, sheets
            player.press("A")
        elif name in ("startdraw", "handover", "podium"):
            player.press("A")
        elif name == "play" and not player.screen.asks and app.session.turn is not None:
            take_turn(app, player)
            turns += 1
            assert turns < max_turns
        elif name == "play" and player.screen.worker is None:
            player.press("A")  # dismiss the drawn tile or the end-of-round notice
        else:
            sim.wait(200)
        sim.wait(20)
    raise AssertionError("the game did not end within %d steps" % (max_turns * 10))


def take_turn(app, player):
    """Make a strong player's move in the person's place, by keys."""
    session = app.session
    game = session.game
    assert session.viewer == game.seat and not session.people[game.seat][0]
    player.sim.wait(600)  # the game ignores START before
    move = next_move(app)
    if move[0] == "play":
        rack = bytes(game.racks[game.seat])
        player.reach(move[1])
        assert player.turn.wrong() == 0
        assert len(rack) - len(player.turn.rack) == player.turn.laid
        player.press("START")
    else:
        player.press("START", "A")


def plays_out(scene, _=""):
    """Play the game to its end with a strong player in the persons' places: more than one turn, a
    sheet behind each round, and no tile is lost."""
    turns, sheets = play_out(scene.sim)
    game = scene.game
    assert game.phase == "over" and sheets == len(game.rounds) >= 1 and turns > 1
    assert game.totals[game.overall_winners()[0]] == max(game.totals)
    left = [*game.table, bytes(game.pool), *map(bytes, game.racks)]
    assert sum(tiles.table_counts(left)) == 104 + game.rules["jokers"]


def solves(scene, _=""):
    """Lay a puzzle's rack in one turn."""
    game = scene.game
    play = search.run(game.rules, game.table, bytearray(game.racks[0]), True, goal="tiles")
    scene._hands().reach(play.table)
    scene.sim.press("START")
    for _ in range(8):
        if scene.name() == "puzzles":
            return
        scene.sim.wait(1000)
        scene.sim.press("A")
    raise AssertionError("the puzzle is not solved")

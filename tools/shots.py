"""`shots`: retakes the README's pictures, from real games on the simulated handheld."""

import functools
import os
import tempfile
import tomllib
from collections.abc import Callable, Sequence

from rules import catalogue
from rules.base import finish
from tools.arguments import Parser, whole
from tools.device.boards_desktop import OF_EACH_SIZE
from tools.device.made import importable
from tools.place import ROOT, results
from tools.refusals import sentence

HELP = "retake the README's pictures (docs/)"
SCENES = os.path.join(ROOT, "docs", "pictures.toml")  # what each of them shows
NAMES = ("ADA", "BO", "CLEO", "DI")
_ACROSS, _GAP = 3, 8
_PANEL = "pimoroni_picosystem"  # the board whose panel is emulated
_STILL_MS = 600  # without painting: a key has had its effect, and the cursor does not breathe yet


def saved_game(game_id: str, levels: Sequence[str], turns: int, folder: str) -> None:
    """Write a save of a real game into `folder`: `turns` moves in, or its first score sheet
    (-1)."""
    from pocket.games import newgame
    from pocket.saves import storage

    players = catalogue.players(game_id)
    options = {"length": 3} if "length" in catalogue.rules_for(game_id) else None
    game = catalogue.new(game_id, len(levels), 7, options)
    made = 0
    while (
        game.phase != "round" and (made < turns or game.phase != "turn" or levels[game.seat])
        if turns >= 0
        else game.phase != "round"
    ):
        if game.phase == "turn":
            made += 1
            move = finish(players.choose(levels[game.seat] or "normal", game.view(game.seat), made))
        else:
            move = ("redeal", False) if game.phase == "redeal" else ("go",)
        refused = game.apply(move)
        if refused:
            raise RuntimeError("A computer player's move was refused: %s" % sentence(refused[1]))
    game.note = newgame.pack_people([(levels[i], NAMES[i]) for i in range(len(levels))])
    payload = game_id.encode() + bytes((game.round,)) + game.pack()
    storage.Store({"folder": folder, "nvm": None}).save("game", payload)


def take(name: str, scene: dict, folder: str, scale: int = 1) -> None:
    """Take the picture `name` of a scene (docs/pictures.toml) into `folder`; its pixels are `scale`
    times as large (large displays: less)."""
    from tools.sim import Sim

    with tempfile.TemporaryDirectory() as saves:
        if "game" in scene:
            saved_game(scene["game"], scene["players"], scene["turns"], saves)
        with Sim(scene["board"], 7, saves) as sim:
            sim.wait(300)
            for button in scene["press"].split():
                sim.press(button)
                sim.wait(300)
            sim.wait(500)
            wide = sim.display.width
            sim.shot(os.path.join(folder, name + ".png"), max(1, scale * 160 // max(160, wide)))


def take_panel(firmware: str, name: str, scene: dict, folder: str) -> None:
    """Take the picture `name` of a scene into `folder` from the panel of an emulated board under
    this firmware."""
    from tools.emulator import session

    args = session.options(firmware=firmware, board=scene["board"])
    files = {}
    if "game" in scene:
        with tempfile.TemporaryDirectory() as saves:
            saved_game(scene["game"], scene["players"], scene["turns"], saves)
            with open(os.path.join(saves, "rummy.sav"), "rb") as file:
                files["rummy.sav"] = file.read()
    with session.set_up(args, False, files=files) as board:
        board.boot()
        for button in scene["press"].split():
            board.mark()
            board.press(button)
            board.quiet(_STILL_MS, 5 * _STILL_MS, 8 * _STILL_MS)
        board.shot(os.path.join(folder, name + ".png"))


def page(board: str, scenes: dict, folder: str, kind: str = "page", take: Callable = take) -> str:
    """Write <kind>_<display>.png into `folder`: every different scene on one board, side by side at
    true size, as `take` takes it. Returns its name."""
    from PIL import Image

    pictures = []
    with tempfile.TemporaryDirectory() as shots:
        for name, scene in scenes.items():
            take(name, dict(scene, board=board), shots)
            with Image.open(os.path.join(shots, name + ".png")) as picture:
                if all(picture.tobytes() != other.tobytes() for other in pictures):
                    pictures.append(picture.copy())
    wide, high = pictures[0].size
    rows = -(-len(pictures) // _ACROSS)
    size = (_ACROSS * (wide + _GAP) + _GAP, rows * (high + _GAP) + _GAP)
    sheet = Image.new("RGB", size, (96, 96, 96))
    for i, picture in enumerate(pictures):
        left, top = i % _ACROSS * (wide + _GAP), i // _ACROSS * (high + _GAP)
        sheet.paste(picture, (_GAP + left, _GAP + top))
    name = "%s_%dx%d.png" % (kind, wide, high)
    sheet.save(os.path.join(folder, name), optimize=True)
    return name


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""

    parser = Parser("shots", __doc__)
    parser.add_argument("-o", "--output", default=results("docs"), help="folder (docs)")
    parser.add_argument(
        "--scale", type=whole(1, 16), default=3, help="size of a pixel at 160x128 (3)"
    )
    parser.add_argument(
        "--sheets", action="store_true", help="instead a page of all pictures a display class"
    )
    parser.add_argument(
        "--firmware",
        metavar="FILE.uf2",
        help="instead a page of them from PicoSystem's panel, emulated under this CircuitPython",
    )
    parser.add_argument("name", nargs="*", help="only these pictures")
    args = parser.parse_args(argv)
    importable()
    os.makedirs(args.output, exist_ok=True)
    with open(SCENES, "rb") as file:
        scenes = tomllib.load(file)
    for name in args.name:
        if name not in scenes:
            raise ValueError("There is no picture %s." % name)
    chosen = {name: scenes[name] for name in args.name or scenes}
    if args.firmware:
        panel = functools.partial(take_panel, args.firmware)
        print(page(_PANEL, chosen, args.output, "panel", panel))
        return 0
    if args.sheets:
        for board in OF_EACH_SIZE:
            print(page(board, chosen, args.output))
        return 0
    for name in chosen:
        take(name, scenes[name], args.output, args.scale)
        print(name + ".png")
    return 0

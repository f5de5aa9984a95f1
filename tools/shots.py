"""`shots`: retakes the README's pictures, from real games on the simulated handheld."""

import os
import tempfile
import tomllib
from collections.abc import Sequence

from rules import catalogue
from rules.base import finish
from tools.arguments import Parser, whole
from tools.device.made import importable
from tools.place import ROOT, results

HELP = "retake the README's pictures (docs/)"
SCENES = os.path.join(ROOT, "docs", "pictures.toml")  # what each of them shows
NAMES = ("ADA", "BO", "CLEO", "DI")


def saved_game(game_id: str, levels: Sequence[str], turns: int, folder: str) -> None:
    """Write a save of a real game into `folder`: its first turn of a person after `turns` moves, or
    its first score sheet (-1). levels: of the seats, "" a person."""
    from pocket.games import newgame
    from pocket.saves import storage

    players = catalogue.players(game_id)
    options = {"length": 3} if "length" in catalogue.rules_for(game_id) else None
    game = catalogue.new(game_id, len(levels), 7, options)
    made = 0
    while game.phase != "round":
        if game.phase == "turn" and 0 <= turns <= made and not levels[game.seat]:
            break
        move: tuple = ("redeal", False) if game.phase == "redeal" else ("go",)
        if game.phase == "turn":
            made += 1
            move = finish(players.choose(levels[game.seat] or "normal", game.view(game.seat), made))
        if game.apply(move):
            raise RuntimeError("A computer player's move was refused.")
    game.note = newgame.pack_people(list(zip(levels, NAMES)))
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
            wide = max(160, sim.display.width)
            sim.shot(os.path.join(folder, name + ".png"), max(1, scale * 160 // wide))


def main(argv: list[str]) -> int:
    """Run the command. Returns the exit status."""
    parser = Parser("shots", __doc__)
    parser.add_argument("-o", "--output", default=results("docs"), help="folder (docs)")
    parser.add_argument(
        "--scale", type=whole(1, 16), default=3, help="size of a pixel at 160x128 (3)"
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
    for name in args.name or scenes:
        take(name, scenes[name], args.output, args.scale)
        print(name + ".png")
    return 0

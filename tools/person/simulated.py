"""Read the screen of a simulated handheld and press its keys, as a person does."""

import random
import sys
from typing import Any

from rules import catalogue
from tools.person.screen import TAP, Key, Screen, Turn
from tools.sim import Sim, standins

_TYPED = {"MENU": ord("m"), "HINT": ord("h")}  # on boards with a keyboard
_HELD = {"MENU": ("START",), "HINT": ("SELECT",)}
_TWO = {"MENU": ("UP", "START"), "HINT": ("DOWN", "START")}  # on boards without SELECT
_ACTIVITIES = {"personturn": "turn", "eightturn": "turn", "watch": "watch"}
_THOUGHTS = 4000  # maximum number of slices to choose a move; then the person draws


def name_of(thing: Any) -> str:
    """Return the module of an object's class, without its folder; "" for None."""
    return "" if thing is None else type(thing).__module__.rpartition(".")[2]


def look(sim: Sim) -> Screen:
    """Return the Screen that is on show."""
    screen = sim.app and sim.app.screen
    result = Screen(name_of(screen))
    if not screen:
        return result
    fields = vars(screen)
    part, pad = fields.get("part"), fields.get("pad")
    menu_list = getattr(screen.panel, "list", None)
    game = sim.app.session.game
    is_detached = game is not None and not hasattr(game, "view")  # the solver is in memory
    result.busy = bool(fields.get("worker") or getattr(screen, "busy", False) or is_detached)
    result.has_question = bool(fields.get("asks"))
    result.tip = bool(fields.get("tip"))
    result.activity = _ACTIVITIES.get(name_of(part), "")
    if menu_list:
        result.lines, result.chosen = menu_list.count, menu_list.chosen
    if pad is not None and hasattr(pad, "letter"):
        result.typed = pad.text
    if result.name == "pause":
        result.exit_line = _exit_line(screen)
    elif name_of(part) == "personturn":
        result.turn = turn(part.turn, part.cursor())
    elif name_of(part) == "eightturn":
        result.taking = bool(part.taking)
    return result


def turn(made: Any, cursor: tuple[int, int, int] = (0, 0, 0)) -> Turn:
    """Return a pocket.tilegame.turn.Turn as plain values."""
    sets, flags = ([bytes(row) for row in rows] for rows in (made.sets, made.flags))
    rack, rack_flags, good, spots = map(bytes, (made.rack, made.rack_flags, made.good, made.spots))
    return Turn(*cursor, rack, rack_flags, sets, flags, good, spots, bool(made.opened))


def _exit_line(pause):
    """Return the line of a game's menu that leaves the game."""
    leads_out = sys.modules["pocket.made.texts"].PAUSE_LEAVE, sys.modules["pocket.menus.pause"]._END
    for line, action in enumerate(pause.lines):
        if action in leads_out:
            return line
    return None


def press(sim: Sim, key: Key) -> None:
    """Press a key, and pause after it for as long as a tap. Raises SimError."""
    buttons, ms = key
    if buttons and buttons[0] in _TYPED:
        if sim.keyboard:
            standins.I2C.typed.append(_TYPED[buttons[0]])
            return sim.wait(3 * TAP)
        has_no_select = "SELECT" not in sim.buttons
        buttons, ms = (_TWO[buttons[0]], 300) if has_no_select else (_HELD[buttons[0]], ms)
    pressed = [sim.seen(button) for button in buttons]  # START is held there for SELECT
    for number, button in enumerate(pressed):
        if number:
            sim.wait(TAP)
        sim.down(button)
    sim.wait(ms)
    for button in pressed:
        sim.up(button)
    if pressed:
        sim.wait(TAP)


def computer_table(game: Any, rng: random.Random) -> list[bytes] | None:
    """Return the table after the play of a computer player of a random level; None without one."""
    level = rng.choice(("easy", "easy", "normal", "hard"))
    players = catalogue.players(game.rules["game"])
    worker = players.choose(level, game.view(game.seat), rng.getrandbits(20))
    try:
        for _ in range(_THOUGHTS):
            next(worker)
    except StopIteration as end:
        move = end.value
        return [bytes(codes) for codes in move[1]] if move and move[0] == "play" else None
    return None

"""Records of Heap: a move is its number of coins."""

from rules.base import RulesError
from toyfamily import game as heap

VERSION = 1
GAP = ""
RACKS = SOLVED = False


def names():
    return []


def deal_record(record):
    game = heap.Game(record.game_id, len(record.people), 0, record.options)
    game.deal_again(record.starter, record.seed)
    return game


def move(game, step, text):
    if text not in ("1", "2", "3"):
        raise RulesError('"%s" is not a move.' % text[:20])
    step.kind = "take"
    step.coins = int(text)
    return game.apply(("take", step.coins))


PARTS = (move,)

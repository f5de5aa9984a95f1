"""What mypy says of the two families: both are families, and a screen of one cannot ask the other's
game. Checked with all other files; each `ignore` that mypy has no use for is an error."""

from pocket.app.flow import App
from pocket.eight import lessoneight
from pocket.eight.app import App as CardApp
from pocket.learn import lessongame
from pocket.tilegame.app import App as TileApp

from rules import family
from rules.eight import game as cardgame
from rules.eight import games as cardgames
from rules.eight import players as cardplayers
from rules.eight import record as cardrecord
from rules.tilegame import game, games, players, record
from tools.requests import Requests, cards, tiles

running: list[family.Game] = [game.new("RK", 2, 1), cardgame.new("ER", 2, 1)]
data: list[family.Rules] = [games, cardgames]
tile_players: family.Players = players
card_players: family.Choosing = cardplayers
records: list[family.Records] = [record, cardrecord]
with_racks: family.Racks = record
asked: list[Requests] = [tiles, cards]
lessons: list[type[family.Lesson]] = [lessongame.LessonGame, lessoneight.LessonGame]


def right(app: App, tiles: TileApp, cards: CardApp) -> tuple:
    """Ask each app's own game."""
    return app.session.game.seat, tiles.session.game.pool, cards.session.game.pile


def wrong(app: App, tiles: TileApp, cards: CardApp) -> None:
    """Ask another family's game."""
    app.session.game.pool  # type: ignore[attr-defined]  # noqa: B018
    tiles.session.game.pile  # type: ignore[attr-defined]  # noqa: B018
    cards.session.game.pool  # type: ignore[attr-defined]  # noqa: B018

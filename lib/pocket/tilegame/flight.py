"""Move a drawn tile from the pool to the rack, or face down to the name of its player."""

from pocket.app import draw

if False:  # for type checkers
    from pocket.tilegame.play import Screen


_STEPS = 5


class Flight:
    """Show a flying tile above the board. code: the tile, which flies to its place on the rack;
    -1: a tile face down, which flies to the lit name."""

    def __init__(self, screen: "Screen", code: int) -> None:
        app = screen.app
        board = screen.board
        shelf = board.shelf
        self.screen = screen
        big = app.art.shown == draw.BIG
        x = app.w - shelf.w
        self.tile = draw.Tiles(app, 1, 1, x, app.art.line, big, scale=shelf.scale)
        self.group = self.tile.group
        self.step = 0
        if code < 0:
            self.tile.put(0, 0, draw.FACE_NONE, draw.PLAIN)
            self.goal = (0, 0)
            for _text, x, lit in screen.head.said:
                if lit:
                    self.goal = (x, app.art.line - shelf.h)
        else:
            self.tile.set(0, 0, code, draw.MARKED)
            cell = len(screen.part.rack())
            column, row = cell % shelf.cols, cell // shelf.cols
            self.goal = (shelf.x + column * shelf.w, shelf.y + row * shelf.h)
        self.start = (self.group.x, self.group.y)
        screen.lay(self.group)

    def go(self) -> bool:
        """Move the tile by a step. Returns False when it has arrived."""
        self.step += 1
        group = self.group
        group.x = self.start[0] + (self.goal[0] - self.start[0]) * self.step // _STEPS
        group.y = self.start[1] + (self.goal[1] - self.start[1]) * self.step // _STEPS
        return self.step < _STEPS

    def close(self) -> None:
        """Remove the tile."""
        self.screen.group.remove(self.group)

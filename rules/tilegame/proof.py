"""KR-10: a pass needs the proof that there is no play."""


def prove(game):
    """Find out, in slices (see rules.slices), whether the running seat of a Game has a play;
    afterwards its `can_play()` answers at once.

    game: a Game, or what holds all that a Game does (a board has no memory for its code beside the
    solver's).
    """
    from rules.solver import search  # loaded only where the clause applies

    if game.playable is None:
        game.unproved = False
        try:
            result = yield from search.solve(
                game.rules,
                game.table,
                game.racks[game.seat],
                bool(game.opened[game.seat]),
                tidy=0,
                parted=game.parted,
            )
            game.playable = result.tiles > 0
            game.unproved = not (game.playable or result.proved)
        except Exception:
            game.playable = False  # a search that fails forbids nothing
            raise

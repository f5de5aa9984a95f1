"""The options of any game as data, for the set-up form and the page of options in force."""

from rules.errors import RulesError

COMPUTERS = ("ADA", "BO", "CY", "DEE", "EVE", "FLO")  # by seat


def table(game_id):
    """A game's options as data: (name, allowed values, clause, meaning) tuples."""
    if game_id == "ER":
        from rules.eight import game as eight

        return eight.OPTIONS
    from rules.tilegame import options as fields

    return [
        (field[0], fields.allowed(game_id, field[0]), field[2], field[3])
        for field in fields.OPTIONS
        if fields.allowed(game_id, field[0]) is not None
    ]


def as_written(game_id):
    """A game's rules with no options."""
    if game_id == "ER":
        from rules.eight import game as eight

        return eight.rules_for(None)
    from rules.tilegame import games

    return games.defaults(game_id)


def after(values, value, step):
    """The value `step` (1 or -1) on from `value` among allowed values; round at the ends."""
    if isinstance(values, list):
        for i in range(0, len(values), 3):
            if values[i] <= value <= values[i + 1]:
                break
        value += step * values[i + 2]
        if value > values[i + 1]:
            return values[(i + 3) % len(values)]
        return value if value >= values[i] else values[i - 2]
    at = 0
    for i in range(len(values)):
        if values[i] == value and isinstance(values[i], bool) == isinstance(value, bool):
            at = i
    return values[(at + step) % len(values)]


def check_options(game_id, options):
    """One sentence why these options together do not fit the game, or None."""
    try:
        if game_id == "ER":
            from rules.eight import game as eight

            eight.rules_for(options)
        else:
            from rules.tilegame import games

            games.rules_for(game_id, options)
    except RulesError as problem:
        return str(problem)
    return None


def allowed(game_id, name):
    """The values option `name` may take in a game: a tuple, [low, high, step, ...], or None."""
    if game_id == "ER":
        from rules.eight import game as eight

        for field in eight.OPTIONS:
            if field[0] == name:
                return field[1]
        return None
    from rules.tilegame import options as fields

    return fields.allowed(game_id, name)


def begin(app, game_id):
    """Begin a game as its settings have it. Raises RulesError."""
    from pocket import flow

    kept = app.settings
    people = []
    levels = kept.seats(game_id)
    for i in range(len(levels)):
        people.append((levels[i], COMPUTERS[i] if levels[i] else kept.names[i]))
    flow.begin(app, game_id, people, kept.options(game_id), flow.seed(app))

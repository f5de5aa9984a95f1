"""What the commands ask about Heap."""


def request_fields(step):
    return {"coins": step.coins}


def told(step, say):
    return "takes %d" % step.coins


def position(game, say):
    return ["  heap %d" % game.heap], [""] * game.seats, 0


def held(game):
    return [0] * game.seats


def remix(game, seat):
    pass  # all lies open


def unsound(game, before):
    return ""

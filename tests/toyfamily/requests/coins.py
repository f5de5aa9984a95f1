"""What the commands ask about Heap."""


def request_fields(step):
    return {"coins": step.coins}


def describe_step(step, say):
    return "takes %d" % step.coins


def position(game, say):
    return ["  heap %d" % game.heap], [""] * game.seats, 0


def count_held(game):
    return [0] * game.seats


def redeal_hidden(game, seat):
    pass  # all lies open


def find_fault(game, before):
    return ""

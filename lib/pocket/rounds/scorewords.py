"""The words around the score sheet's table: who won and how, what was close, the keys."""

from pocket.app import draw
from pocket.games import seatcounts
from pocket.made import texts
from pocket.ui.words import count, heading, joined, say, signed

if False:  # for type checkers
    from pocket.app.flow import App, Session


def sheet_words(app: "App", over: bool, back: tuple) -> tuple:
    """Return (title, below, ink, details, keys) for the running game's sheet.

    title: "You win: +57", "BO wins", or the game and the round. below, ink: the text under the
    table. details: how the round ended and what the players did in it. keys: the key hints for the
    foot line.

    over: whether the game has ended. back: not empty if the sheet is viewed during a round.
    """
    session = app.session
    game = session.game
    code = session.code and say(texts.CODES_END, session.code[:4] + " " + session.code[4:])
    below = app.take_notice()
    wrong = [i for i, row in enumerate(game.rounds) if sum(row)] if game.racks else []
    if wrong and not below:  # T-14
        below = say(texts.SCORE_WRONG, wrong[0] + 1)
    ink = draw.BAD if below else draw.GOOD
    if back:
        below = below or ((_length_text(game) if game.racks else "") + "\n" + code).strip()
        return heading(app), below, ink, "", say(texts.SCORE_KEYS_BACK)
    winners = game.overall_winners() if over else game.winners
    person = session.viewer if session.humans == 1 else None
    if person in winners:
        points = game.totals[person] if over else game.rounds[-1][person] if game.rounds else 0
        title = say(texts.SCORE_YOU_WIN if points else texts.SCORE_YOU, signed(points))
    else:
        title = count(texts.SCORE_WINS, len(winners), _names(session, winners))
    if over and game.racks and game.stalled and game.rules["all_won"]:
        below = (say(texts.SCORE_ALL_WON) + "\n" + below).strip()  # KR-12
    details = rack_summary(session) if game.racks else ""
    if not game.racks and game.instant_winner is not None:
        own = game.instant_winner == session.you
        name = _names(session, [game.instant_winner])
        details = say(texts.SCORE_YOU_AUTO) if own else say(texts.SCORE_AUTO, name)
    if over:
        details += "\n" + code
    if game.racks:
        if person is not None:
            tiles_left = 0 if person in winners or over else len(game.racks[person])
            details += "\n" + _person_facts(seatcounts.Tally(session, person), tiles_left)
        if not over:
            details += "\n" + _length_text(game)
    keys = say(texts.SCORE_KEYS_OVER if over else texts.SCORE_KEYS)
    details = details.replace("\n\n", "\n").strip()
    first_keys, _, other_keys = keys.partition(draw.KEY_SELECT)
    if not details and not game.racks:
        keys = first_keys + draw.LEFT + other_keys.partition(draw.LEFT)[2]
    if not game.coach:  # LEFT, named last, leads to the coach
        keys = keys.partition(draw.LEFT)[0].rstrip()
    return title, below, ink, details, keys


def _names(session, seats):
    return joined([session.people[seat][1] for seat in seats])


def rack_summary(session: "Session") -> str:
    """Return a sentence about how a round ended in which racks count."""
    game = session.game
    out = _names(session, game.winners)
    own = game.winners == [session.you]
    if game.stalled:
        if own:
            return say(texts.SCORE_YOU_LOW)
        return count(texts.SCORE_STALLED, len(game.winners), out)
    call = game.rules["call"]
    if own:
        return say(texts.SCORE_YOU_CALL, call) if call else say(texts.SCORE_YOU_OUT)
    return say(texts.SCORE_OUT_CALL, out, call) if call else say(texts.SCORE_OUT, out)


def _person_facts(counts, left):
    """Return what a person did in the round: best play, turns, hints, minutes. counts: see
    seatcounts.Tally. left: tiles left on the rack in a lost round, else 0."""
    text = count(texts.SCORE_LEFT, left) + " " if left else ""
    if counts.turns:
        if counts.best:
            text += count(texts.SCORE_BEST, counts.best) + " "
        text += count(texts.SCORE_TURNS, counts.turns)
        if counts.hints:
            text += count(texts.SCORE_HINTS, counts.hints)
        minutes = (counts.seconds + 30) // 60
        text += count(texts.SCORE_MINUTES, minutes) if minutes else "."
    return text


def _length_text(game):
    """Return when the game ends: after how many rounds, or at how many points."""
    rules = game.rules
    if rules["length_kind"] == "points":
        return say(texts.SCORE_TO_POINTS, rules["length"])
    return say(texts.SCORE_TO_ROUNDS, game.round, rules["length"])

"""The words around the score sheet's table: who won and how, what was close, the keys."""

from pocket.app import draw, flow
from pocket.games import seatcounts
from pocket.made import texts
from pocket.ui import words
from pocket.ui.words import say

if False:  # for type checkers
    from pocket.app.flow import App


def of(app: "App", over: bool, back: tuple) -> tuple:
    """Return (title, story, below, ink, keys, keys_racks, won) for the running game's sheet.

    title: "You win: +57", "BO wins", or the game and the round. story: how the round ended, and who
    has won the game. below, ink: the text under the table. keys, keys_racks: the lines of keys,
    that of the racks "" where the game has none. won: a person is among the winners.

    over: the game has ended. back: not empty while the sheet is only looked at during a round.
    """
    session = app.session
    game = session.game
    people = session.people
    winners = [] if back else game.winner() if over else game.winners
    person = None  # the only person's seat; None with more persons or during a round
    if session.persons == 1 and not back:
        person = session.viewer
    won = bool([seat for seat in winners if not people[seat][0]])
    if back:
        title = words.heading(app)
    elif person in winners:
        points = game.totals[person] if over else game.rounds[-1][person] if game.rounds else 0
        title = say(texts.SCORE_YOU_WIN if points else texts.SCORE_YOU, words.signed(points))
    else:
        title = words.count(texts.SCORE_WINS, len(winners), _names(session, winners))
    story = (_rack_story if game.racks else _story)(session, back)
    if over:
        story += "\n" + _game_end(session, winners, won)
    below, ink = _below(app, over, back, person, person in winners)
    keys = _keys(game, over, back)
    if not game.coach:  # LEFT, named last, leads to the coach
        keys = [line.partition(draw.LEFT)[0].rstrip() for line in keys]
    return title, story.strip(), below, ink, keys[0], keys[1], won


def _names(session, seats):
    return words.joined([session.people[seat][1] for seat in seats])


def _story(session, back):
    """Say how a round without racks ended."""
    auto = session.game.auto
    if back or auto is None:
        return ""
    if auto == session.you:
        return say(texts.SCORE_YOU_AUTO)
    return say(texts.SCORE_AUTO, _names(session, [auto]))


def _rack_story(session, back):
    """Say how a round ended in which the racks count, so that its points add up to zero."""
    game = session.game
    wrong = [i for i, row in enumerate(game.rounds) if sum(row)]
    if wrong:
        return say(texts.SCORE_WRONG, wrong[0] + 1)
    if back:
        return _goal(game)
    out = _names(session, game.winners)
    own = game.winners == [session.you]
    if game.stalled:
        if own:
            return say(texts.SCORE_YOU_LOW)
        return words.count(texts.SCORE_STALLED, len(game.winners), out)
    call = game.rules["call"]
    if own:
        return say(texts.SCORE_YOU_CALL, call) if call else say(texts.SCORE_YOU_OUT)
    return say(texts.SCORE_OUT_CALL, out, call) if call else say(texts.SCORE_OUT, out)


def _game_end(session, winners, won):
    """Say who won the game."""
    game = session.game
    names = _names(session, winners)
    if len(winners) > 1:
        text = say(texts.SCORE_SHARE, names)
    elif winners == [session.you]:
        text = say(texts.SCORE_YOU_GAME)
    else:
        text = say(texts.SCORE_WINNER_PERSON if won else texts.SCORE_WINNER, names)
    if game.racks and game.stalled and game.rules["all_won"]:
        text += " " + say(texts.SCORE_ALL_WON)  # KR-12
    return text


def _below(app, over, back, person, person_won):
    """Return the text under the table and its ink: a notice, else a new badge and facts about the
    only person's round."""
    session = app.session
    game = session.game
    notice = flow.notice(app)
    badge = ""
    if session.badges and not back:
        names = words.joined([words.named(texts.BADGES, name) for name in session.badges])
        badge = say(texts.STATS_NEW + (len(session.badges) > 1), names) + "\n"
    facts = ""
    if game.racks and person is not None:
        left = 0 if person_won or over else len(game.racks[person])
        facts = _facts(seatcounts.of(session, person), left)
    rest = notice or (badge + facts).strip()
    code = session.code
    if code and (over or back):
        rest = (say(texts.CODES_END, code[:4] + " " + code[4:]) + "\n" + rest).strip()
    if not rest and not back and not over and game.racks:
        rest = _goal(game)
    return rest, draw.BAD if notice else draw.GOOD if over or badge else draw.DIM


def _facts(done, left):
    """Say what a person did in the round: plays, hints, minutes. left: tiles of a lost round's
    rack, else 0."""
    text = words.count(texts.SCORE_LEFT, left) + " " if left else ""
    if done.turns:
        if done.best:
            text += words.count(texts.SCORE_BEST, done.best) + " "
        text += words.count(texts.SCORE_TURNS, done.turns)
        if done.hints:
            text += words.count(texts.SCORE_HINTS, done.hints)
        minutes = (done.seconds + 30) // 60
        text += words.count(texts.SCORE_MINUTES, minutes) if minutes else "."
    return text


def _goal(game):
    """Say when the game ends."""
    rules = game.rules
    if rules["length_kind"] == "points":
        return say(texts.SCORE_TO_POINTS, rules["length"])
    return say(texts.SCORE_TO_ROUNDS, game.round, rules["length"])


def _keys(game, over, back):
    """Return (the line of keys, that of the racks)."""
    if back:
        return say(texts.SCORE_KEYS_BACK), ""
    if game.racks:
        if over:
            return say(texts.SCORE_KEYS_OVER), say(texts.SCORE_KEYS_OVER_RACKS)
        return say(texts.SCORE_KEYS), say(texts.SCORE_KEYS_RACKS)
    if over:
        return say(texts.SCORE_KEYS_GAME), ""
    before, _, racks = say(texts.SCORE_KEYS).partition(draw.KEY_SELECT)
    return before + draw.LEFT + racks.partition(draw.LEFT)[2], ""

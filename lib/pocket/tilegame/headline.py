"""Draw the head line of a tile game: heads, names, tile counts, the pool. Loaded for that moment.

A character is shown by its head, whose mood follows from what all players see. It has two notes of
its own when its turn begins; falling ones warn of a seat with one tile left."""

from pocket.app import draw
from pocket.ui import strip

from rules.tilegame.game import DREW, PASSED

if False:  # for type checkers
    from pocket.tilegame.board import Headline

    from rules.tilegame.game import Game

CALM, GLAD, WORRIED, ASLEEP = 0, 1, 2, 3  # moods, as tools/art/heads16.png has them
STUCK = 3  # turns in a row without a play
_FEW = 3  # tiles with which a round may soon be over
_MANY = 4  # tiles of a turn that makes a character glad
_MOST_LETTERS = 7  # longest part of a name shown
_ONE_TILE = (880, 90, 0, 30, 659, 90, 0, 30, 494, 160)


def show(line: "Headline", actor: int) -> None:
    """Show the head line of the running game, or the task of its lesson. actor: the seat that
    plays."""
    session = line.app.session
    if session.lesson:
        _task(line, session.game.hint)
        return
    if line.clock is not None:
        line.clock.grid.hidden = session.viewer is None
    labels, heads = _lay_out(line, actor)
    if line.heads != heads:
        _show_heads(line, heads)
    _sound(line, actor)
    if line.labels != labels:
        _show(line, labels)


# -- moods


def _past_turns(game, seat):
    """Yield (whether it laid tiles, how many it laid or drew) of a seat's turns, newest first."""
    past = game.history
    for place in range(len(past) - 2, -1, -2):
        if past[place] & 15 == seat:
            yield past[place] >> 4 not in (DREW, PASSED), past[place + 1]


def turns_without_play(game: "Game", seat: int) -> int:
    """Count a seat's turns since its last play, up to STUCK + 1."""
    turns = 0
    for has_played, _ in _past_turns(game, seat):
        if has_played or turns > STUCK:
            break
        turns += 1
    return turns


def mood(game: "Game", seat: int) -> int:
    """Return the mood of a seat's character, which follows from tile counts and past turns."""
    others = [len(rack) for rack in game.racks]
    own = others.pop(seat)
    if min(own, *others) <= _FEW:
        return GLAD if own <= min(others) else WORRIED
    if turns_without_play(game, seat) >= STUCK:
        return ASLEEP
    for has_played, number in _past_turns(game, seat):
        return GLAD if has_played and number >= _MANY else CALM
    return CALM


def _show_heads(line, heads):
    """Show a head for each (name, mood, x)."""
    from pocket.ui import face

    line.heads = heads
    while len(line.faces):
        line.faces.pop()
    for head in heads:
        shown = face.head(line.app, *head)
        if shown:
            line.faces.append(shown)


# -- texts


def _lay_out(line, actor):
    """Return (texts, heads): a list of (text, x, whether it is lit), first the pool's, then each
    seat's; and a list of (name, mood, x) of the heads."""
    session = line.app.session
    end = line.right if session.viewer is not None else line.app.w - line.pad
    game = session.game
    measure = line.font.measure
    text = draw.POOL + str(len(game.pool))
    names, pad = _fit_names(line)
    if line.app.failures.unsaved:
        text = draw.WRONG_SIGN + text
    labels = [(text, end - measure(text), False)]
    heads = []
    x = line.pad
    for seat in range(game.seats):
        if seat == session.viewer:
            continue
        name = names[seat]
        if session.habits[seat]:
            heads.append((session.people[seat][1], mood(game, seat), x))
            x += line.bitmap.height + pad
        count = len(game.racks[seat])
        labels.append(((name + " %d" % count).lstrip(), x, seat == actor))
        x += measure((name + " 88").lstrip()) + 2 * pad
    if session.viewer is not None:
        name = names[session.viewer]
        is_playing = session.viewer == actor
        is_readable = len(name) > 2 or name == session.people[session.viewer][1]
        # a name cut to one or two letters would not help
        if (is_playing or is_readable) and x + measure(name) + pad <= labels[0][1]:
            labels.append((name, x, is_playing))
    return labels, heads


def _fit_names(line):
    """Return (names, pixels beside each). Leave out characters' names first, as their
    heads identify them; then cut all names until they fit for any actor and viewer, so that a name
    stays the same in every turn."""
    session = line.app.session
    people = session.people
    measure = line.font.measure
    count_width = measure(" 88")
    room = line.right
    if session.humans > 1:  # between the turns, too, where the clock leaves but every seat counts
        room = min(room, line.app.w - line.pad - count_width)
    room -= measure(draw.POOL + "88")
    heads = len([seat for seat in range(len(people)) if session.habits[seat]])
    are_named = True  # the characters
    for letters in (_MOST_LETTERS,) + tuple(range(_MOST_LETTERS, 0, -1)):
        names: list[str] = []
        for seat in range(len(people)):
            is_shown = are_named or not session.habits[seat]
            names.append(_shorten(people, letters, seat, names) if is_shown else "")
        are_named = False
        for pad in (line.pad, line.pad // 2):
            width = sum([measure(name) for name in names]) - names.count("") * measure(" ")
            width += (2 * pad + count_width) * (len(names) - 1) + 2 * line.pad
            width += heads * (line.bitmap.height + pad)
            if width <= room:
                return names, pad
    return names, pad


def _shorten(people, letters, seat, labels):
    """Return a name cut to `letters`, with the letter that distinguishes it from a name with the
    same beginning; the seat's number if `labels`, the names before it, contain that."""
    name = people[seat][1]
    cut = name[:letters]
    for _, other in people:
        if cut != name != other and other.startswith(cut):
            i = 0
            while name[i : i + 1] == other[i : i + 1]:
                i += 1
            cut = cut[: len(cut) - 1] + (name[i : i + 1] or cut[-1:])
            break
    return str(seat + 1) if cut in labels else cut


def _show(line, labels):
    """Repaint the line with these texts."""
    line.labels = labels
    _show_layer(line, None)
    line.bitmap.fill(0)
    top = (line.bitmap.height - line.font.height + 1) // 2
    for text, x, lit in labels:
        if lit:
            _show_layer(line, _pill(line, text, x))
        else:
            line.font.write(line.bitmap, x, top, text)


def _show_layer(line, layer):
    """Show a layer over the line in place of the one before; None: no layer."""
    if line.layer is not None:
        line.group.remove(line.layer)
    line.layer = layer
    if layer is not None:
        line.group.append(layer)


def _pill(line, text, x):
    """Return a layer with a text in dark letters on a golden pill."""
    inset = 1 if line.bitmap.height > 12 else 0
    edge = line.pad - 1
    width = line.font.measure(text) + 2 * edge
    height = line.bitmap.height - 2 * inset
    pill = strip.Strip(
        line.app, x - edge, inset, width, strip.QUESTION_INK, strip.LEFT, height, edge, True
    )
    pill.say(text)
    return pill.grid


def _task(line, text):
    """Show the task of a lesson or puzzle, with pictures of its tiles if they fit."""
    if line.labels == [(text, 0, False)]:
        return
    app = line.app
    plain_width = line.font.measure(text)
    width = max(plain_width, line.font.line_width(text) - 1)
    left = max(0, app.w - width) // 2
    below = strip.Strip(app, left, 0, app.w - 2 * left, strip.BAR, strip.CENTRE, line.bitmap.height)
    layer = below.grid
    if plain_width < width <= app.w:
        from pocket.ui import chips

        try:
            layer = chips.line(app, below, text, strip.BAR)
        except MemoryError:  # the font has signs for tiles, too
            pass
    below.say(text)
    _show(line, [])
    line.labels = [(text, 0, False)]
    _show_layer(line, layer)


# -- sounds


def _sound(line, actor):
    """Play the notes of a character whose turn begins, and warn of a seat's last tile, once."""
    session = line.app.session
    game = session.game
    others = [seat for seat in range(game.seats) if seat != session.viewer]
    last_tiles = len([seat for seat in others if len(game.racks[seat]) == 1])
    sounded, line.sounded = line.sounded, (actor, last_tiles)
    if session.habits[actor] and (sounded is None or sounded[0] != actor):
        from pocket.ui import face

        face.voice(line.app, session.people[actor][1])
    if sounded is not None and last_tiles > sounded[1]:
        line.app.sound.play(_ONE_TILE)

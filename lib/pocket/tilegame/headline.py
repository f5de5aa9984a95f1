"""Draw the head line of a tile game: heads, names, tile counts, the pool. Loaded for that moment.

A character is shown by its head, whose mood follows from what all players see. It has two notes of
its own when its turn begins; falling ones warn of a seat with one tile left."""

import bitmaptools
import displayio
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
_MOST_LETTERS = 7  # of a name
_PILL, _ON_PILL = 2, 3  # palette entries behind the two of an ink
_ONE_TILE = (880, 90, 0, 30, 659, 90, 0, 30, 494, 160)


def show(line: "Headline", actor: int) -> None:
    """Show the head line of the running game, or the task of its lesson. actor: the seat that
    plays."""
    session = line.app.session
    if session.lesson:
        _task(line, session.game.hint)
        return
    nobody = session.viewer is None  # the clock is for a viewer only
    labels, heads = _lay_out(line, actor, line.app.w - line.pad if nobody else line.right)
    if line.heads != heads:
        _show_heads(line, heads)
    if line.labels != labels:
        _sound(line, actor, labels)
        _show(line, labels)


# -- moods


def turns_without_play(game: "Game", seat: int) -> int:
    """Count a seat's turns since its last play, up to STUCK + 1."""
    past = game.history
    turns = 0
    for place in range(len(past) - 2, -1, -2):
        if past[place] & 15 == seat:
            if past[place] >> 4 not in (DREW, PASSED) or turns > STUCK:
                break
            turns += 1
    return turns


def mood(game: "Game", seat: int) -> int:
    """Return the mood of a seat's character, which follows from tile counts and past turns."""
    held = [len(rack) for rack in game.racks]
    own = held.pop(seat)
    if min(own, *held) <= _FEW:
        return GLAD if own <= min(held) else WORRIED
    turns = turns_without_play(game, seat)
    if turns >= STUCK:
        return ASLEEP
    past = game.history
    for place in range(len(past) - 2, -1, -2):
        if past[place] & 15 == seat:
            return GLAD if not turns and past[place + 1] >= _MANY else CALM
    return CALM


def _show_heads(line, heads):
    """Show a head for each (name, mood, x)."""
    from pocket.ui import face

    for grid in line.grids:
        line.group.remove(grid)
    line.grids = []
    line.heads = heads
    try:
        for head in heads:
            line.grids.append(face.head(line.app, *head))
    except (OSError, MemoryError):  # the counts are enough
        pass
    for grid in line.grids:
        line.group.append(grid)


# -- texts


def _lay_out(line, actor, end):
    """Return (texts, heads): a list of (text, x, whether it is lit), first the pool's, which ends
    at pixel `end`, then each seat's; and a list of (name, mood, x) of the heads."""
    session = line.app.session
    game = session.game
    measure = line.font.measure
    pool_size = len(game.pool)
    text = draw.POOL + str(pool_size)
    names, pad, width = _fit_names(line)
    piles = measure("|||||||| ")
    if game.rules["piles"] and width + piles <= end - measure(draw.POOL + "88"):
        # KR-3: each pile has seven tiles, one has eight
        text = "|" * ((pool_size + 5) // 7 if pool_size > 1 else pool_size) + " " + text
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
    """Return (names, pixels beside each, total width). Leave out characters' names first, as their
    heads identify them; then cut the widest name until all fit for any actor and viewer, so that a
    name stays the same in every turn."""
    session = line.app.session
    people = session.people
    if line.cut is not None and line.cut[0] is people:
        return line.cut[1:]
    measure = line.font.measure
    pool_width = measure(draw.POOL + "88")
    count_width = measure(" 88")
    heads = [seat for seat in range(len(people)) if session.habits[seat]]
    letters = bytearray([min(_MOST_LETTERS, len(name)) for _, name in people])
    while True:
        names: list[str] = []
        for seat in range(len(people)):
            names.append(_shorten(people, letters[seat], seat, names))
        width = sum([measure(name) for name in names])
        for pad in (line.pad, line.pad // 2):
            other_width = (2 * pad + count_width) * (len(names) - 1) + 2 * line.pad
            other_width += len(heads) * (line.bitmap.height + pad) - names.count("") * measure(" ")
            fits = width + other_width <= line.right - pool_width
            if session.humans > 1:  # the names must also fit without a viewer
                fits = (
                    fits and width + other_width + count_width <= line.app.w - line.pad - pool_width
                )
            if fits or max(letters) < 2:
                line.cut = people, names, pad, width + other_width
                return line.cut[1:]
        still_named = [seat for seat in heads if letters[seat]]
        for seat in still_named:
            letters[seat] = 0
        if not still_named:
            widest = 0
            for seat in range(len(names)):
                shorter = letters[widest] < 2 or measure(names[seat]) >= measure(names[widest])
                if letters[seat] > 1 and shorter:
                    widest = seat
            letters[widest] -= 1


def _shorten(people, letters, seat, labels):
    """Return a name cut to `letters`, with the letter that distinguishes it from a name
    with the same beginning; the seat's number if `labels`, the names before it, contains that; ""
    for no letters."""
    name = people[seat][1]
    cut = name[:letters]
    for _, other in people:
        if cut and cut != name != other and other.startswith(cut):
            i = 0
            while name[i : i + 1] == other[i : i + 1]:
                i += 1
            cut = cut[: len(cut) - 1] + name[i : i + 1]
            break
    return str(seat + 1) if cut in labels and cut else cut


def _show(line, labels):
    """Repaint the line with these texts."""
    line.labels = labels
    if line.tiles is not None:
        line.group.remove(line.tiles)
        line.tiles = None
    line.bitmap.fill(0)
    for text, x, lit in labels:
        if lit:
            _pill(line, text, x)
        else:
            line.font.write(line.bitmap, x, _top(line), text)


def _top(line):
    return (line.bitmap.height - line.font.height + 1) // 2


def _pill(line, text, x):
    """Write a text in dark letters on a golden pill."""
    bitmap = line.bitmap
    font = line.font
    inset = 1 if bitmap.height > 12 else 0
    height = bitmap.height - 2 * inset
    width = font.measure(text)
    left, right = x - line.pad + 1, x + width + line.pad - 1
    for cut in (0, 1, 2):  # round its corners
        by = 2 - cut
        top, low = inset + cut, inset + height - cut
        bitmaptools.fill_region(bitmap, left + by, top, right - by, low, _PILL)
    letters = displayio.Bitmap(width, font.height, 4)
    font.write(letters, 0, 0, text)
    dark = displayio.Bitmap(width, font.height, 4)
    dark.fill(_ON_PILL)
    bitmaptools.blit(letters, dark, 0, 0, skip_dest_index=0)
    bitmaptools.blit(bitmap, letters, x, _top(line), skip_source_index=0)


def _task(line, text):
    """Show the task of a lesson or puzzle, with pictures of its tiles if they fit."""
    app = line.app
    font = line.font
    width = font.line_width(text) - 1
    pictures = font.measure(text) <= width <= app.w
    if not pictures:
        text = font.cut(text, app.w - 2 * line.pad)
        width = font.measure(text)
    labels = [(text, (app.w - width) // 2, False)]
    if line.labels != labels:
        _show(line, [] if pictures else labels)
        line.labels = labels
        if pictures:
            _draw_tiles(line, text, labels[0][1], width)


def _draw_tiles(line, text, left, width):
    """Draw a line with pictures of tiles over the head line."""
    from pocket.ui import chips

    below = strip.Strip(line.app, left, 0, width, strip.BAR, strip.LEFT, line.bitmap.height)
    try:
        line.tiles = chips.line(line.app, below, text, strip.BAR)
    except MemoryError:  # the font has signs for tiles, too
        line.tiles = below.grid
        below.say(text)
    line.group.append(line.tiles)


# -- sounds


def _sound(line, actor, labels):
    """Play the notes of a character whose turn begins, and warn of a seat's last tile, once."""
    session = line.app.session
    before = line.labels
    if before is None or _lit(before) != _lit(labels):
        if session.habits[actor]:
            from pocket.ui import face

            face.voice(line.app, session.people[actor][1])
    if before is not None and _last_tiles(labels) > _last_tiles(before):
        line.app.sound.play(_ONE_TILE)


def _lit(labels):
    return [x for _, x, lit in labels if lit]


def _last_tiles(labels):
    return len([1 for text, _, _ in labels[1:] if (" " + text)[-2:] == " 1"])

"""A tournament as a picture: shares of rounds won at two seats, and master's points."""

from rules.catalogue import LEVELS, ORDER
from tools.match.work import Stopped

_INK = "#222222"
_MANY = {2: "#1b6ca8", 3: "#e08e0b", 4: "#7a3e9d"}  # colour of a number of seats


def draw(path: str, rows: list[dict]) -> None:
    """Write `pairs.rows` as a picture, SVG or PNG by its name. Raises Stopped, one sentence."""
    try:
        import matplotlib
    except ImportError:
        raise Stopped("A picture needs matplotlib: pip install 'pocket-rummy[picture]'.")
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "pocket-rummy"  # the same figures, the same file
    from matplotlib import pyplot

    game_ids = [game_id for game_id in ORDER if any(row["game"] == game_id for row in rows)]
    figure, axes = pyplot.subplots(
        2,
        len(game_ids),
        figsize=(3.4 * len(game_ids), 7.4),
        squeeze=False,
        gridspec_kw={"height_ratios": (1, 1.3)},
    )
    for column, game_id in enumerate(game_ids):
        here = [row for row in rows if row["game"] == game_id]
        _shares(axes[0][column], game_id, [row for row in here if row["seats"] == 2])
        _points(axes[1][column], [row for row in here if row["player"] == LEVELS[-1]])
    handles, labels = axes[1][0].get_legend_handles_labels()
    seats = dict(zip(labels, handles))
    figure.legend(seats.values(), seats.keys(), loc="lower center", ncols=3, frameon=False)
    figure.tight_layout(rect=(0, 0.04, 1, 1))
    try:
        figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None, dpi=110)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise Stopped("The picture %s cannot be written: %s." % (path, why))
    pyplot.close(figure)


def _shares(axis, game_id, rows):
    """A field of shares: the levels on the left against the levels above."""
    share = {}
    for row in rows:
        share[row["player"], row["others"]] = row["share"]
        share[row["others"], row["player"]] = 1 - row["share"]
    names = [name for name in LEVELS if any(name in pair for pair in share)]
    field = [[share.get((name, other), 0.5) for other in names] for name in names]
    axis.imshow(field, vmin=0, vmax=1, cmap="RdYlGn")
    for i, name in enumerate(names):
        for j, other in enumerate(names):
            if (name, other) in share:
                text = "%.0f" % (100 * share[name, other])
                axis.text(j, i, text, ha="center", va="center", color=_INK)
    axis.set_xticks(range(len(names)), names, rotation=45)
    axis.set_yticks(range(len(names)), names)
    axis.set_title("%s: %% won, two seats" % game_id)


def _points(axis, rows):
    """Bars of the points a game of the strongest level, alone against one kind of player."""
    others = []
    for row in rows:
        if row["others"] not in others:
            others.append(row["others"])
    for row in rows:
        place = others.index(row["others"]) + 0.25 * (row["seats"] - 3)
        axis.barh(
            place,
            row["points"],
            0.22,
            xerr=2 * row["points_error"],
            color=_MANY[row["seats"]],
            label="%d seats" % row["seats"],
        )
    axis.set_yticks(range(len(others)), others)
    axis.invert_yaxis()
    axis.axvline(0, color=_INK, linewidth=0.8)
    axis.set_xlabel("%s's points above the mean,\ntwo standard errors" % LEVELS[-1])

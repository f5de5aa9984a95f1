"""The rules that the running game is played by, as they were set up."""

from pocket.made import texts
from pocket.ui import words
from pocket.ui.reader import Reader

from rules import catalogue


class Screen(Reader):
    """back: the screen to return to, as App.go takes it."""

    def __init__(self, app, back: tuple) -> None:
        rules = app.session.game.rules
        games = catalogue.rules_of(rules["game"])
        plain = games.defaults(rules["game"])
        lines = []
        changed = 0
        for name, _, _ in games.offered(rules["game"]):
            text = "- %s: %s" % (words.label(name), words.value(name, rules[name]))
            if rules[name] != plain[name]:
                text = words.say(texts.RULES_INSTEAD, text, words.value(name, plain[name]))
                changed += 1
            lines.append(text)
        lines.insert(0, words.say(texts.RULES_PLAIN))
        if changed:
            lines[0] = words.count(texts.RULES_CHANGED, changed)
        Reader.__init__(self, app, words.say(texts.PAUSE_OPTIONS), "\n".join(lines), back)

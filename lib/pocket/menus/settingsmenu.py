"""The settings screen: language, sound, light, cloth, pace, how the handheld is held, names, and
the ways to its self-test and to learning its buttons."""

from pocket.always import draw, input, settings
from pocket.games.slots import SLOT
from pocket.jobs import settingsfields
from pocket.made import texts
from pocket.text.listing import Listing
from pocket.text.panel import Panel, PanelScreen
from pocket.ui import ground, words
from pocket.ui.words import say

from rules.choices import after

if False:  # for type checkers
    from typing import Any

    from pocket.always.app import App
    from pocket.menus.namepad import NamePad

# of the settings that are numbers: the section that names the values
_VALUES = {
    "sound": texts.LOUDNESS,
    "speed": texts.PACE,
    "cloth": texts.CLOTHS,
    "repeat": texts.REPEATS,
}
# screens that can be reached from here: a text, what is told of it
_TITLE = ("menus.title", texts.TITLE_SETTINGS)
_TEST = ("handheld.selftest", texts.SETTINGS_TEST, texts.SETTINGS_TEST_HELP)
_LEARN = (
    "handheld.learnbuttons",
    texts.SETTINGS_LEARN,
    texts.SETTINGS_LEARN_HELP,
)


class Screen(PanelScreen):
    """line: the line to begin with, or the screen it leads to. back: the screen to return to, as
    App.go takes it."""

    def __init__(self, app: "App", line: "Any" = 0, back: tuple = _TITLE) -> None:
        self.app = app
        self.back = back
        self.pad: NamePad | None = None
        # not in the middle of a game: they take its memory
        ways = (_TEST, app.learns and _LEARN) if back == _TITLE else ()
        self.ways = [way for way in ways if way]
        # one per line of the list
        self.fields = ["language", "tips"]
        self.fields += [field[0] for field in settingsfields.FIELDS]
        self.names_from: Any = len(self.fields)  # the line of the first person's name
        self.panel = panel = Panel(app, say(texts.TITLE_SETTINGS))
        for i in range(len(self.ways)):
            if self.ways[i][0] == line:
                line = self.names_from + settings.MOST_SEATS + i
        count = self.names_from + settings.MOST_SEATS + len(self.ways)
        height = min(panel.lines - 4 if panel.lines < 14 else panel.lines - 5, count)
        self.list = Listing(panel, 1, height, count, self._text, None, self._value, 1, self._help)
        self.list.start(line)
        # Until they are kept: many keys later memory may be in pieces.
        app.release()
        try:
            self.held = bytearray(SLOT)  # what keeping them takes in one piece
        except MemoryError:
            self.held = None

    def _text(self, i):
        if i < self.names_from:
            return words.named(texts.FIELDS, self.fields[i])
        if self._way(i):
            return say(self._way(i)[1])
        return say(texts.SETTINGS_NAME, i - self.names_from + 1)

    def _way(self, i):
        """The one of `ways` that line i shows, or None."""
        i -= self.names_from + settings.MOST_SEATS
        return self.ways[i] if i >= 0 else None

    def _value(self, i):
        kept = self.app.settings
        if self._way(i):
            return draw.RIGHT
        if i >= self.names_from:
            name = kept.names[i - self.names_from]
            name = name if i > self.names_from else words.person(name, 0)
            return self.panel.small.cut(name, self.panel.w * 3 // 8 - 3)
        name = self.fields[i]
        if name == "language":
            return say(texts.LANGUAGE_NAME)
        if name == "tips":
            return words.value(name, kept.tips_left())
        value = kept.get(name)
        if name in _VALUES:
            return words.named(_VALUES[name], str(value))
        return words.value(name, value)

    def _help(self):
        panel = self.panel
        line = self.list.chosen
        field = line < self.names_from
        way = self._way(line)
        if way:
            text = say(way[2])
            keys = say(texts.SETUP_KEYS_GO)
        else:
            text = words.named(texts.FIELD_HELP, self.fields[line] if field else "name")
            keys = say(texts.SETUP_KEYS if field else texts.SETTINGS_KEYS_NAME)
        panel.say(panel.lines - 3, 2, text and text.format(self.app.keys.hint_key), draw.DIM)
        panel.keys(keys)

    def key(self, button: int, kind: int) -> None:
        """LEFT and RIGHT change, A too or writes a name, B keeps and goes back."""
        app = self.app
        if self.pad:
            self.pad.key(button)
        elif self.list.key(button):
            app.sound.play("move")
        elif button in (input.B, input.START):
            self._keep()
            app.go(*self.back)
        elif self.list.chosen < self.names_from:
            if button in (input.LEFT, input.RIGHT, input.A):
                self._change(-1 if button == input.LEFT else 1)
        elif button == input.A:
            way = self._way(self.list.chosen)
            if way:
                self._keep()
                app.go(*(way[0], False, True, way[0]) if way == _LEARN else way[:1])
            else:
                self._write(self.list.chosen - self.names_from)

    def _clear(self):
        """Give back the memory of what is on show, and what is held: another screen comes."""
        self.held = None
        self.list.close()
        self.list = None
        self.panel.clear(1)

    def _keep(self):
        self._clear()
        from pocket.jobs import settingsfile

        settingsfile.save(self.app)

    def _change(self, step):
        """Set the field under the cursor to its next value, at once."""
        app = self.app
        name = self.fields[self.list.chosen]
        if name == "language":
            app.settings.language = after(tuple(words.languages()), app.settings.language, step)
            words.speak(app.settings.language)
            words.keep_renewed()
            sitting = app.sitting
            if sitting.you is not None:
                sitting.people[sitting.you] = ("", say(texts.VALUES_YOU))
            app.go("menus.settingsmenu", self.list.chosen, self.back)  # said anew
            return
        if name == "tips":
            kept = app.settings
            tips = (settings.TIP_OPEN, settings.TIP_ADD, settings.TIP_SPLIT)
            done = kept.lessons
            if kept.tips_left():
                for tip in tips:
                    kept.learn(tip)
            else:
                pairs = [done[i : i + 2] for i in range(0, len(done), 2)]
                kept.lessons = "".join([pair for pair in pairs if pair not in tips])
            app.sound.play("place")
            self.list.draw()
            return
        row = settingsfields.FIELDS[self.list.chosen - self.names_from]  # counted from the end
        allowed = row[2]
        app.settings.set(name, after(allowed, app.settings.get(name), step))
        if name == "brightness":
            app.light()
        elif name == "sound":
            app.sound.volume(app.settings.get("sound"))
        elif name in ("turned", "repeat"):
            from pocket.jobs import settingsfile

            settingsfile.obey(app)
        elif name == "cloth":
            ground.lay_cloth(app.art, app.settings.get("cloth"))
            app.go("menus.settingsmenu", self.list.chosen, self.back)  # painted anew
        elif name == "large":
            app.go("menus.settingsmenu", self.list.chosen, self.back)
            self._clear()
            from pocket.hardware import sizes

            sizes.write(app.art, app.settings.get(name))
        app.sound.play("place")
        if self.list:
            self.list.draw()

    def _write(self, person):
        from pocket.menus import namepad

        def done():  # another list, with nothing of the letters beside it
            self.app.go("menus.settingsmenu", person + self.names_from, self.back)

        self._clear()
        self.panel.title(say(texts.SETTINGS_NAME, person + 1))
        self.pad = namepad.of_person(self.panel, 2, person, done)

"""More in the house than there is: rows of its tables, for tests that put a thing more into it."""

import importlib
import importlib.machinery
import sys

from tools.device import wordtable

# Languages that say everything. One that grows says in English what it lacks; when it has all it
# is added here.
FINISHED = ("de", "es", "fr", "nl", "pt", "tr")


def with_english(root, language):
    """Return {section: {key: text}} as a board shows a language: English for missing texts."""
    english, own = wordtable.load(root), wordtable.load(root, language)
    return {
        section: {
            key: own.get(section, {}).get(key, text) for key, text in wordtable.text_items(texts)
        }
        for section, texts in english.items()
    }


def furnish(monkeypatch, rows, names=()):
    """Replace values in modules while a test runs, whenever the device loads them.

    rows: {module: {name: value}}. names: texts for names that the tables of words lack.
    """
    exec_module = importlib.machinery.SourceFileLoader.exec_module

    def furnished(loader, module):
        exec_module(loader, module)
        for name, value in rows.get(module.__name__, {}).items():
            setattr(module, name, value)
        if names and module.__name__ == "pocket.ui.words":
            named = module.named
            module.named = lambda section, name: names.get(name) or named(section, name)

    monkeypatch.setattr(importlib.machinery.SourceFileLoader, "exec_module", furnished)
    for known, values in rows.items():
        if not known.startswith("pocket"):  # the simulator loads these anew
            module = importlib.import_module(known)
            monkeypatch.setitem(sys.modules, known, module)  # and puts back what was there
            for name, value in values.items():
                monkeypatch.setattr(module, name, value)

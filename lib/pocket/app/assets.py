"""Where the pictures and texts of assets/ lie."""


class AssetError(RuntimeError):
    """A picture or a text that is missing or damaged; str() is one sentence."""


def root() -> str:
    """The folder the game lies in, without assuming it is the working directory; a drive's game
    works in lib/pocket (tools/device/squeeze/flatten.py), where a module's file is a name alone."""
    parts = __file__.replace("\\", "/").rsplit("/", 4)
    return parts[0] if len(parts) > 4 else "." if len(parts) > 1 else "../.."


def asset(name: str) -> str:
    """The path of a file in assets/."""
    return root() + "/assets/" + name

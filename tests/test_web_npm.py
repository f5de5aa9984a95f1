"""Where the page's build takes Node and its packages from."""

import pytest

from tools.errors import ToolError
from tools.web import npm


def test_no_node_and_no_network(monkeypatch):
    def offline(_groups):
        raise npm.launcher.LauncherError("no network")

    monkeypatch.setattr(npm.shutil, "which", lambda name: None)
    monkeypatch.setattr(npm, "_wheel", lambda: None)
    monkeypatch.setattr(npm.launcher, "prepare", offline)
    with pytest.raises(ToolError, match="Node .* network"):
        npm.npm()


@pytest.mark.parametrize("command", ["no-npm", "false"])
def test_npm_without_a_network(monkeypatch, tmp_path, command):
    monkeypatch.setattr(npm, "PACKAGES", str(tmp_path))
    with pytest.raises(ToolError, match="npm .* network"):
        npm._fetch(str(tmp_path / "made"), [command])
    assert list(tmp_path.iterdir()) == []

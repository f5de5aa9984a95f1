"""Where the page's build takes its packages from."""

import pytest

from tools.errors import ToolError
from tools.web import npm


@pytest.mark.parametrize("answer, says", [(None, "network"), (b"other", "package-lock.json pins")])
def test_a_package_that_cannot_be_had_or_is_another_one_is_refused(
    answer, says, monkeypatch, tmp_path
):
    monkeypatch.setattr(npm, "PACKAGES", str(tmp_path))
    registry = tmp_path / "registry"
    monkeypatch.setattr(npm, "REGISTRY", registry.as_uri() + "/")
    if answer:
        (registry / "axe-core" / "-").mkdir(parents=True)
        (registry / "axe-core" / "-" / "axe-core-4.14.1.tgz").write_bytes(answer)
    with pytest.raises(ToolError, match=says):
        npm.package("axe-core")
    assert answer or not list(tmp_path.iterdir())

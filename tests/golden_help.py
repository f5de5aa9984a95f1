"""Pictures a person has looked at: compare what a simulated display shows with tests/golden/.

POCKET_GOLDEN=write writes them anew; look at every one before committing it.
"""

import os
import tempfile

from PIL import Image, ImageChops

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "golden")


def check(sim, name):
    """Assert that the display shows golden/<name>.png, pixel for pixel."""
    path = os.path.join(FOLDER, name + ".png")
    now = sim.image().convert("RGB")
    if os.environ.get("POCKET_GOLDEN") == "write":
        os.makedirs(FOLDER, exist_ok=True)
        now.save(path, optimize=True)
        return
    assert os.path.exists(path), "golden/%s.png is missing: POCKET_GOLDEN=write makes it" % name
    with Image.open(path) as was:
        box = ImageChops.difference(was.convert("RGB"), now).getbbox()
    if box:
        seen = os.path.join(tempfile.gettempdir(), name + ".now.png")
        now.save(seen)
    assert box is None, "golden/%s.png differs in %s; see %s" % (name, box, seen)

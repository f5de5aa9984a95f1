"""What lies on this drive: a small build leaves parts away (tools/device/small.py)."""

AWAY = ""  # the build writes here what is not there: screens, lessons; a blank before and behind


def there(name):
    """True where a screen, or a lesson by its help text's name, lies on the drive."""
    return " %s " % name.rpartition(".")[2] not in AWAY

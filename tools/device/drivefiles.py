"""Read, write, replace and remove files on a board's drive."""

import os

SCRATCH = "pocket-rummy.new"  # each file is written here, then put in its place

FILE, FOLDER = "file", "folder"


def folders_of(name: str) -> list[str]:
    """Return the folders that drive path `name` lies in, the outermost first."""
    steps = name.split("/")
    return ["/".join(steps[:i]) for i in range(1, len(steps))]


class Drive:
    """The files on a drive. Every change goes through write, replace and remove.

    copies: whether a renamed file is copied, so that it needs its room twice.
    """

    copies = False

    def __init__(self, path: str) -> None:
        self.path = path

    def full(self, name: str) -> str:
        """Return this machine's path of the drive path `name`."""
        return os.path.join(self.path, *name.split("/"))

    def read(self, name: str) -> bytes | None:
        """Return the bytes of file `name`, or None when there is none."""
        try:
            with open(self.full(name), "rb") as stream:
                if hasattr(os, "posix_fadvise"):  # read from the drive itself, not from the cache
                    os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                return stream.read()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except (IsADirectoryError, PermissionError):
            if os.path.isdir(self.full(name)):
                return None
            raise

    def kind(self, name: str) -> str | None:
        """Return FILE or FOLDER for what is at `name`, or None."""
        full = self.full(name)
        return FILE if os.path.isfile(full) else FOLDER if os.path.isdir(full) else None

    def names(self, hidden: bool = False) -> list[str]:
        """Return drive paths of all files, sorted. hidden: those in hidden folders, too."""
        paths: list[str] = []
        for folder, folders, files in os.walk(self.path):
            if not hidden:
                folders[:] = [name for name in folders if not name.startswith(".")]
            inside = folder.removeprefix(self.path).replace(os.sep, "/").strip("/")
            paths += [(inside + "/" + name).lstrip("/") for name in files]
        return sorted(paths)

    def write(self, name: str, data: bytes) -> None:
        """Create or overwrite file `name`; the data is on the drive when this returns."""
        with open(self.full(name), "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())

    def make_folder(self, name: str) -> None:
        """Create the folders of file `name`."""
        os.makedirs(os.path.dirname(self.full(name)), exist_ok=True)

    def replace(self, source: str, name: str) -> None:
        """Rename file or folder `source` to `name`, replacing a file or empty folders there."""
        if self.kind(name) == FOLDER:
            for folder, _, _ in os.walk(self.full(name), topdown=False):
                os.rmdir(folder)
        os.replace(self.full(source), self.full(name))

    def remove(self, name: str) -> None:
        """Remove file `name` and folders that it leaves empty, except lib."""
        os.remove(self.full(name))
        folder = os.path.dirname(name)
        while folder not in ("", "lib") and not os.listdir(self.full(folder)):
            os.rmdir(self.full(folder))
            folder = os.path.dirname(folder)

    def put(self, name: str, data: bytes) -> None:
        """Write file `name` atomically: an interruption leaves the old or the new file."""
        self.make_folder(name)
        self.write(SCRATCH, data)
        self.replace(SCRATCH, name)

    def sync(self) -> None:
        """Wait until everything written is on the drive."""
        if hasattr(os, "sync"):
            os.sync()

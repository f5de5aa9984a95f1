"""`flash`: find the board, install firmware if given, copy the game, verify, keep saves.

The module `installation` plans and makes the changes of the drive.
"""

import argparse
import errno
import os
from collections.abc import Callable
from typing import Any, TextIO

from tools.arguments import Parser, int_from
from tools.device import boards_desktop, bootout, build, drives, installation, storedrecords, uf2
from tools.device.drivefiles import Drive
from tools.errors import ToolError
from tools.plain import plain, show
from tools.progress import bar

HELP = "install the game on a connected board (and CircuitPython, with --firmware)"

CHUNK = 65536
Say = Callable[[str], None]  # shows the user one line


def install_firmware(
    board: drives.FoundBoard, data: bytes, progress: "installation.Progress"
) -> OSError | None:
    """Write the UF2 bytes `data` to the boot loader's drive. Raises OSError.

    An OSError after the last part is returned instead: the board restarts then, and only waiting
    for its drive tells whether it got everything. Return None if there was none.
    """
    sent = 0
    try:
        with open(os.path.join(board.path, "firmware.uf2"), "wb", buffering=0) as stream:
            while sent < len(data):
                progress(sent, len(data), "firmware")
                stream.write(data[sent : sent + CHUNK])
                sent += len(data[sent : sent + CHUNK])
            progress(sent, len(data), "")
            os.fsync(stream.fileno())
    except OSError as error:
        if sent < len(data):
            raise
        return error
    return None


class Bar:
    """A progress bar on a terminal, called with (done, total, text)."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self.stream = stream
        self.bar: Any = None

    def __call__(self, done: int, total: int, text: str) -> None:
        if total:
            self.bar = self.bar or bar(total, stream=self.stream, leave=True)
            self.bar.set_postfix_str(plain(text))
            self.bar.update(done - self.bar.n)
            if done == total:
                self.bar.close()


def choose_board(
    board: drives.FoundBoard | None, name: str | None, firmware: uf2.Firmware | None
) -> boards_desktop.BoardModel:
    """Return the board model to install for. Raises ToolError if it is unknown or if the options
    contradict the board."""
    if board and board.info in boards_desktop.CANNOT_RUN:
        raise ToolError(boards_desktop.CANNOT_RUN[board.info])
    model = boards_desktop.model_of(name) if name else None
    detected = board.model if board else None
    if model and detected and model is not detected:
        raise ToolError("--board says %s, but this is %s." % (model.board_id, detected.board_id))
    model = model or detected
    if model is None and firmware:
        fits = [boards_desktop.BOARDS[b] for b in firmware.boards]
        model = fits[0] if len(fits) == 1 else None
    if model is None:
        raise ToolError(
            "The board '%s' is not known: say which one it is with --board (%s)."
            % (board.info if board else "?", ", ".join(boards_desktop.BOARDS))
        )
    if board and board.kind == drives.LOADER and not drives.loader_fits(model, board.info):
        raise ToolError(
            "The boot loader at %s is that of '%s', not of %s."
            % (board.path, board.info, model.name)
        )
    return model


def find_board(host: drives.Host, path: str | None) -> drives.FoundBoard:
    """Return the board at `path`, or the only one connected. Raises ToolError."""
    if path:
        if not os.path.isdir(path):
            raise ToolError("There is no drive at %s." % path)
        board = drives.inspect_drive(path)
        if board is None:
            raise ToolError(
                "%s is no board's drive: it has neither INFO_UF2.TXT nor a "
                "boot_out.txt that names CircuitPython." % path
            )
        return board
    boards = host.boards()
    if not boards:
        raise ToolError(
            "No board found: connect it with a data cable, switch it on and see that "
            "its drive is mounted; a board without CircuitPython must be in its boot "
            "loader."
        )
    if len(boards) > 1:
        raise ToolError(
            "Several boards are connected (%s): choose one with --drive PATH."
            % ", ".join("%s at %s" % (b.text, b.path) for b in boards)
        )
    return boards[0]


class _FlashRun:
    """The command with its options and the board that it has found. content_of, say: see `run`."""

    def __init__(
        self,
        options: argparse.Namespace,
        host: drives.Host,
        content_of: "Callable[..., installation.Content]",
        say: Say,
    ) -> None:
        self.options, self.host, self.content_of, self.say = options, host, content_of, say
        self.firmware: uf2.Firmware | None = None
        self.data = b""
        if options.firmware:
            if options.uninstall:
                raise ToolError("--uninstall installs nothing: leave out --firmware.")
            with open(options.firmware, "rb") as stream:
                self.data = stream.read()
            self.firmware = uf2.read_firmware(self.data, os.path.basename(options.firmware))
        self.board = find_board(host, options.drive)
        free = host.space(self.board.path)[0] // 1024
        say("Found %s at %s, %d KB free." % (self.board.text, self.board.path, free))

    def install(self) -> None:
        """Install the firmware, if one is given, and the game."""
        options, say, firmware = self.options, self.say, self.firmware
        model = choose_board(self.board, options.board, firmware)
        self._check_firmware(model)
        installed_languages = []
        if self.board.kind == drives.RUNNING:
            manifest = installation.read_manifest(Drive(self.board.path))
            installed_languages = build.languages_in(manifest)
        content = self.content_of(model.board_id, options.languages)
        if firmware:
            running_board = self._install_firmware(model, firmware)
            if running_board is None:
                say("Would then copy %d files." % len(content))
                return
            self.board = running_board
        drive = Drive(self.board.path)
        space = self.host.space(self.board.path)
        plan = installation.Plan(drive, content, *space)
        if not options.languages and set(installed_languages) - set(build.languages_in(content)):
            # An update keeps the languages that were chosen earlier.
            content_with_chosen = self.content_of(model.board_id, installed_languages)
            plan_with_chosen = installation.Plan(drive, content_with_chosen, *space)
            plan = plan if plan_with_chosen.missing_bytes else plan_with_chosen
        self._announce(plan, space[1])
        if options.dry_run:
            for line in plan.change_lines():
                say(line)
            say("Nothing was changed (--dry-run).")
            return
        if not os.access(drive.path, os.W_OK):
            raise ToolError(READ_ONLY % drive.path)
        installation.install(drive, plan, Bar())
        say(installation.DONE % len(plan.content))

    def _check_firmware(self, model: boards_desktop.BoardModel) -> None:
        """Raise ToolError unless the board has or gets a CircuitPython that can run the game; warn
        if it is newer than the tested versions."""
        board, firmware = self.board, self.firmware
        if firmware:
            uf2.check_firmware(firmware, model, os.path.basename(self.options.firmware))
        elif board.kind == drives.LOADER:
            raise ToolError(
                "The board is in its boot loader: give CircuitPython with --firmware "
                "FILE.uf2 (https://circuitpython.org/board/%s/), or press reset to start "
                "the one it has." % model.board_id
            )
        elif board.version and board.version[0] < bootout.OLDEST:
            raise ToolError(
                "The board runs CircuitPython %s: version %d or newer is needed; install it with "
                "--firmware FILE.uf2." % (".".join(map(str, board.version)), bootout.OLDEST)
            )
        newer = bootout.too_new_warning(firmware.version if firmware else board.version)
        if newer:
            self.say(newer)

    def _install_firmware(
        self, model: boards_desktop.BoardModel, firmware: uf2.Firmware
    ) -> drives.FoundBoard | None:
        """Install the firmware unless the board already runs that version. Return the board that
        runs it, or None after a dry run on a board in its boot loader."""
        board, options, say = self.board, self.options, self.say
        if board.kind == drives.RUNNING and board.version == firmware.version:
            version = ".".join(map(str, board.version or ()))
            say("CircuitPython %s is already on the board." % version)
            return board
        if options.dry_run:
            say("Would install %s." % firmware.text)
            return None if board.kind == drives.LOADER else board
        if board.kind == drives.RUNNING:
            say(
                "To install the firmware, start the board's boot loader. %s Waiting ..."
                % model.into_loader
            )
            loader = self._wait_for_board(
                lambda b: b.kind == drives.LOADER and drives.loader_fits(model, b.info)
            )
            if loader is None:
                raise ToolError(
                    "No boot loader for %s appeared within %d seconds: nothing was "
                    "changed; run the command again." % (model.name, options.wait)
                )
            board = loader
        say("Installing %s." % firmware.text)
        try:
            write_error = install_firmware(board, self.data, Bar())
        except OSError as error:
            raise ToolError(
                "The firmware was not completely written (%s): put the board into its boot "
                "loader again and run the same command." % error.strerror
            )
        say("Waiting for the CIRCUITPY drive ...")
        running_board = self._wait_for_board(
            lambda b: (
                b.kind == drives.RUNNING and b.model is model and b.version == firmware.version
            )
        )
        if running_board is None and write_error:
            raise ToolError(
                "The board disconnected while the firmware was being written (%s), and no "
                "CIRCUITPY drive with this version appeared within %d seconds: start the boot "
                "loader again and run the same command." % (write_error.strerror, options.wait)
            )
        if running_board is None:
            raise ToolError(
                "The firmware is written, but no CIRCUITPY drive with this version appeared within "
                "%d seconds: press reset and repeat the command without --firmware." % options.wait
            )
        return running_board

    def _wait_for_board(
        self, wanted: Callable[[drives.FoundBoard], bool]
    ) -> drives.FoundBoard | None:
        """Return the first board for which `wanted(board)` holds, or None after --wait seconds."""
        end = self.host.now() + self.options.wait
        while True:
            for board in self.host.boards():
                if wanted(board):
                    return board
            if self.host.now() >= end:
                return None
            self.host.sleep(0.5)

    def _announce(self, plan: installation.Plan, cluster: int) -> None:
        """Show what the plan changes. cluster: in bytes. Raises ToolError if it does not fit."""
        counts = len(plan.new), len(plan.changed), len(plan.unchanged), len(plan.stale)
        kept = ", ".join(plan.kept_files) or "nothing was there to keep"
        lines = ["%d new, %d changed, %d right already, %d to remove; kept: %s." % (*counts, kept)]
        lines += [installation.ASIDE % pair for pair in plan.moved_aside.items()]
        lines += [CHANGED % name for name in plan.changed_by_user]
        lines += [installation.ADDED % line for line in plan.added_settings] + plan.notes
        omitted = build.omitted_languages(boards_desktop.ROOT, plan.content)
        if omitted and not self.options.languages and build.languages_in(plan.content):
            lines.append(build.NO_ROOM % ", ".join(omitted))
        hidden = drives.hidden_files_text(plan.drive, cluster)
        for line in lines + [hidden] * bool(hidden):
            self.say(line)
        if plan.missing_bytes:
            raise ToolError(installation.too_full_text(plan))

    def show_traces(self) -> None:
        """Show the tracebacks that the game has stored on the drive."""
        (saves,) = boards_desktop.SAVES
        data = Drive(self.board.path).read(saves)
        if data is None:
            raise ToolError("There is no %s on the drive: no trace is kept." % saves)
        self.say(storedrecords.traces(data) or storedrecords.NO_TRACE % saves)

    def uninstall(self) -> None:
        """Remove the game from the drive."""
        drive, say = Drive(self.board.path), self.say
        steps, changed_by_user = installation.plan_removal(drive)
        for name in changed_by_user:
            say(CHANGED % name)
        if not steps:
            say("Nothing of this game is on the drive: nothing was changed.")
        elif self.options.dry_run:
            for step in steps:
                if step.action != installation.RENAME or drive.kind(step.new_name):
                    sign = "~" if step.action == installation.PUT else "-"
                    say("%s %s" % (sign, step.new_name or step.name))
                if step.new_name:
                    say("%s -> %s" % (step.name, step.new_name))
            say("Nothing was changed (--dry-run).")
        else:
            installation.carry_out(drive, steps, Bar())
            removed = [step for step in steps if step.action == installation.REMOVE]
            say("%d files removed; saved games and settings.toml stay." % len(removed))


def run(
    options: argparse.Namespace,
    host: drives.Host,
    content_of: "Callable[..., installation.Content]",
    say: Say = show,
) -> None:
    """Run the command. content_of(board_id, languages) returns {drive path: bytes}. Raises
    ToolError."""
    command = _FlashRun(options, host, content_of, say)
    if not options.trace and not options.uninstall:
        command.install()
    elif command.board.kind == drives.LOADER:
        raise ToolError("The board is in its boot loader: press reset first.")
    elif options.trace:
        command.show_traces()
    else:
        command.uninstall()


CHANGED = "%s was changed and stays as it is."
READ_ONLY = (
    "The drive %s is read-only: press reset on the board without holding START, or eject "
    "and connect it again."
)


def error_text(error: OSError, path: str) -> str:
    """Return the sentence for OSError `error`, raised while writing to the drive at `path`."""
    if error.errno == errno.ENOSPC:
        return "The drive is full: remove files of yours and run the same command again."
    if error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        return READ_ONLY % path
    return (
        "The drive vanished or fails (%s): connect the board again and run the same command; "
        "it goes on where it stopped." % (error.strerror or error)
    )


def main(argv: list[str], host: drives.Host | None = None) -> int:
    """Run `python3 tools flash`; return its exit status. Raises ToolError."""
    parser = Parser("flash", HELP)
    parser.add_argument("--board", metavar="ID", help="needed only if it cannot be detected")
    parser.add_argument("--firmware", metavar="FILE.uf2", help="install this CircuitPython first")
    parser.add_argument("--drive", metavar="PATH", help="the board's drive (default: look for it)")
    parser.add_argument("--dry-run", action="store_true", help="only show what would happen")
    parser.add_argument("--uninstall", action="store_true", help="remove the game from the board")
    parser.add_argument("--trace", action="store_true", help="show the game's error log")
    parser.add_argument(
        "--wait",
        type=int_from(0),
        default=60,
        metavar="SECONDS",
        help="how long to wait for a drive (default 60)",
    )
    parser.add_argument("--languages", metavar="en,de", help="default: as many as fit")
    options = parser.parse_args(argv)
    options.languages = options.languages.split(",") if options.languages else None

    def content_of(board_id: str, languages: list[str] | None) -> "installation.Content":
        root = boards_desktop.ROOT
        build.fail_on_faults(root)
        return build.drive_content(root, board_id, build.Compiler(), languages=languages)

    try:
        run(options, host or drives.Host(), content_of)
    except OSError as error:
        if options.firmware and error.filename == options.firmware:
            raise
        raise ToolError(error_text(error, options.drive or error.filename))
    return 0

"""The commands: `companion read`, `score`, `settle`, `serve` and the rest.

Exit status: 0 done; 1 done, but the answer is no; 2 the input cannot be used. One line on standard
error says what is wrong. Only this room knows exit statuses.
"""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NoReturn, TextIO

import click

from companion.base.errors import CompanionError
from companion.cli.terminal import WIDEST

DONE = 0
"""Exit status: the command is done."""
ANSWER_IS_NO = 1
"""Exit status: the command is done, but the answer is no."""
UNUSABLE = 2
"""Exit status: the input cannot be used."""

_COMMANDS = (
    *("read", "score", "settle", "judge", "rules", "serve"),
    *("watch", "enrol", "profiles", "calibrate", "backup", "restore"),
    *("doctor", "completion", "help"),
)
_BEGIN = (
    ("read PHOTO.jpg", "read a photograph; add --seat E --by draw to score it"),
    ("score --example", "print a hand to save and change, then: score HAND.json"),
    ("settle --example", "print a table to save and change, then: settle TABLE.json"),
    ("rules new ours --from harr --set limit=500", "make the rules of your house"),
    ("serve", "open the page on phones and tablets"),
    ("help", "list topics: how tiles, hands and tables are written, and more"),
)
_FOR_OPENCV = {
    "OPENCV_LOG_LEVEL": "OFF",
    "OPENCV_FFMPEG_LOGLEVEL": "-8",
    "OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS": "0",
}
"""What keeps OpenCV, and FFmpeg within it, from writing beside the one line on standard error, and
Windows from taking a minute to open a camera. OpenCV asks for them when it is loaded; -8 is
FFmpeg's AV_LOG_QUIET."""
_WINDOWS = os.name == "nt"


class ReaderGoneError(Exception):
    """The program that reads our output has ended, as `head` does."""


@contextmanager
def _read_by_others() -> Iterator[None]:
    """Raises ReaderGoneError in place of BrokenPipeError, with which click exits as if the answer
    were no."""
    try:
        yield
    except OSError as error:
        # Windows calls it an invalid argument, and names no file.
        gone = _WINDOWS and error.errno == errno.EINVAL and error.filename is None
        if isinstance(error, BrokenPipeError) or gone:
            raise ReaderGoneError from None
        raise


class Commands(click.Group):
    """Loads a command's module only when it is used, so that `companion score` loads no models."""

    def make_context(self, *arguments: Any, **named: Any) -> click.Context:
        """Raises UsageError, ReaderGoneError."""
        with _read_by_others():
            return super().make_context(*arguments, **named)

    def invoke(self, ctx: click.Context) -> Any:
        """Raises what the command raises, ReaderGoneError in place of BrokenPipeError."""
        with _read_by_others():
            try:
                return super().invoke(ctx)
            finally:
                # At the end of the program it would be too late to notice that nobody reads it.
                if sys.stdout is not None:
                    sys.stdout.flush()

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        module = importlib.import_module(f"companion.cli.{name}")
        command: click.Command = getattr(module, name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Raises UsageError, with the command that may have been meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            for near in get_close_matches(args[0], _COMMANDS, 1):
                said = f"{error.message.rstrip('.')}. Did you mean '{near}'?"
                raise click.UsageError(said, ctx) from None
            raise

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("To begin with (each after `companion`)"):
            formatter.write_dl(_BEGIN, col_max=24)


def program_version() -> str:
    try:
        return version("mah-jongg-table-companion")
    except PackageNotFoundError:
        return "not installed"


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": WIDEST},
)
@click.version_option(program_version(), prog_name="companion")
@click.pass_context
def group(ctx: click.Context) -> None:
    """Reads a photographed Mah-Jongg hand, scores it by the book, settles it, keeps the ledger."""
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and exit with its status. Nobody ever sees a stack trace."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        # An old encoding lacks “→”; standard error is never strict.
        sys.stdout.reconfigure(errors="replace")
        if _WINDOWS and not sys.stdout.isatty() and "PYTHONIOENCODING" not in os.environ:
            sys.stdout.reconfigure(encoding="utf-8")  # JSON is nothing else
    for name, value in _FOR_OPENCV.items():
        os.environ.setdefault(name, value)
    try:
        _run(arguments)
    except ReaderGoneError:
        to_nowhere(sys.stdout)
    sys.exit(DONE)


def _run(arguments: Sequence[str] | None) -> None:
    """Run a command. Raises SystemExit with its status unless it is done, and ReaderGoneError."""
    try:
        group.main(
            args=None if arguments is None else list(arguments),
            prog_name="companion",
            standalone_mode=False,
        )
    except CompanionError as error:
        say(str(error))
        sys.exit(UNUSABLE)
    except click.exceptions.NoArgsIsHelpError as error:
        with _read_by_others():
            click.echo(error.format_message())
    except click.UsageError as error:
        said = error.format_message()
        end = "" if said.endswith((".", "?")) else "."
        hint = f" Try `{error.ctx.command_path} --help`." if error.ctx else ""
        say(f"{said}{end}{hint}")
        sys.exit(UNUSABLE)
    except click.ClickException as error:
        say(error.format_message())
        sys.exit(UNUSABLE)
    except (click.Abort, KeyboardInterrupt):
        say("Stopped.")
        sys.exit(UNUSABLE)
    except ImportError as error:  # the system lacks a library, such as libGL
        say(f"A package cannot be loaded ({error}); run `companion doctor`.")
        sys.exit(UNUSABLE)
    except OSError as error:  # the disk is full, say, or a name is longer than a file's may be
        named = f"{error.filename} cannot be used" if error.filename else "That cannot be done"
        say(f"{named} ({error.strerror or error}); check the name and the disk, and try again.")
        sys.exit(UNUSABLE)


def say(sentence: str) -> None:
    """One line on standard error."""
    try:
        click.echo(" ".join(sentence.split()), err=True)
    except OSError:  # nobody can read it; the exit status says it, too
        to_nowhere(sys.stderr)


def answer_no(why: str) -> NoReturn:
    """The command is done, and the answer is no: say why, and exit."""
    say(why)
    sys.exit(ANSWER_IS_NO)


def to_nowhere(stream: TextIO) -> None:
    """What is still to be written there, now or at the end of the program, goes nowhere."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), stream.fileno())

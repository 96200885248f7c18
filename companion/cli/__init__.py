"""The commands: `companion read`, `score`, `settle`, `serve` and the rest.

Exit status: 0 done; 1 done, but the answer is no; 2 the input cannot be used. Only here do
statuses exist; what is wrong is one line on standard error.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version

import click

from companion.errors import CompanionError

DONE, ANSWER_IS_NO, UNUSABLE = 0, 1, 2

_COMMANDS = (
    *("read", "score", "settle", "rules", "serve"),
    *("watch", "enrol", "profiles", "calibrate", "doctor"),
)
_ORDER_NOTE = "Run `companion COMMAND --help` for each."


class Commands(click.Group):
    """Loads a command's module only when it is used: `companion score` needs no models."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in _COMMANDS:
            return None
        module = importlib.import_module(f"companion.cli.{name}")
        command: click.Command = getattr(module, name)
        return command


def _version() -> str:
    try:
        return version("mah-jongg-table-companion")
    except PackageNotFoundError:
        return "not installed"


@click.group(
    cls=Commands, epilog=_ORDER_NOTE, context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(_version(), prog_name="companion")
def group() -> None:
    """Reads a photographed Mah-Jongg hand, scores it by the book, settles it, keeps the ledger."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and leave with its status; a person never sees a stack trace."""
    try:
        group.main(args=None if arguments is None else list(arguments), standalone_mode=False)
    except CompanionError as error:
        _say(str(error))
        sys.exit(UNUSABLE)
    except click.UsageError as error:
        hint = f" Try `{error.ctx.command_path} --help`." if error.ctx else ""
        _say(f"{error.format_message().rstrip('.')}.{hint}")
        sys.exit(UNUSABLE)
    except click.ClickException as error:
        _say(error.format_message())
        sys.exit(UNUSABLE)
    except (click.Abort, KeyboardInterrupt):
        _say("Stopped.")
        sys.exit(UNUSABLE)
    except ImportError as error:  # a shared library the system lacks, libGL for one
        _say(f"A package cannot be loaded ({error}); run `companion doctor`.")
        sys.exit(UNUSABLE)
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        sys.stderr.close()
        sys.exit(DONE)
    sys.exit(DONE)


def _say(sentence: str) -> None:
    print(" ".join(sentence.split()), file=sys.stderr)

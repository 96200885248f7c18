"""The data folder that a command works with."""

from __future__ import annotations

from pathlib import Path

import click

from companion.base.settings import Settings


def _folder(ctx: click.Context, _: click.Parameter, given: Path | None) -> Path:
    """The one that is given, here or to the group of the command, or else the user's own."""
    folder: Path = given or ctx.obj or Settings.from_environment().data
    return folder


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    callback=_folder,
    help="Folder of the evenings, sets and house rules. Without it: what COMPANION_DATA names, or "
    "else the folder that `companion doctor` shows.",
)

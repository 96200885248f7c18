"""`companion completion`: the script by which a shell completes what is typed."""

from __future__ import annotations

import os
from pathlib import PurePath

import click
from click.shell_completion import get_completion_class

from companion.base.errors import MalformedError

_SHELLS = ("bash", "zsh", "fish")


class ShellUnknownError(MalformedError):
    sentence = "The shell cannot be recognised; name it: `companion completion bash`, zsh or fish."


@click.command()
@click.argument("shell", required=False, type=click.Choice(_SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str | None) -> None:
    """Print what makes a SHELL complete commands, options and names with the Tab key.

    \b
    bash   companion completion bash > ~/.local/share/bash-completion/completions/companion
    zsh    companion completion zsh > a file _companion in a folder of $fpath
    fish   companion completion fish > ~/.config/fish/completions/companion.fish

    Without SHELL it is the one that $SHELL names. A new shell then completes.
    """
    named = shell or PurePath(os.environ.get("SHELL", "")).name
    script = get_completion_class(named) if named in _SHELLS else None
    if script is None:
        raise ShellUnknownError
    root = ctx.find_root().command
    click.echo(script(root, {}, "companion", "_COMPANION_COMPLETE").source())

"""`companion help`: a topic, or a command's own help. Without an argument, a list of topics."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from companion.base.errors import NotFoundError
from companion.cli.terminal import WIDEST
from companion.cli.topics import TOPICS


class TopicUnknownError(NotFoundError):
    def __init__(self, name: str) -> None:
        super().__init__(
            f"There is no help on “{name[:40]}”; `companion help` lists the topics and commands."
        )


def _names(ctx: click.Context, _: click.Parameter, begun: str) -> list[CompletionItem]:
    commands = _companion(ctx).list_commands(ctx)
    return [CompletionItem(name) for name in (*TOPICS, *commands) if name.startswith(begun)]


@click.command()
@click.argument("words", nargs=-1, metavar="[TOPIC|COMMAND]", shell_complete=_names)
@click.pass_context
def help(ctx: click.Context, words: tuple[str, ...]) -> None:
    """Explain a TOPIC or a COMMAND. Without one, list the topics."""
    if not words:
        click.echo(_list(ctx))
    elif len(words) == 1 and words[0] in TOPICS:
        click.echo(_topic(words[0]))
    else:
        click.echo(_command_help(ctx, words))


def _companion(ctx: click.Context) -> click.Group:
    group = ctx.find_root().command
    assert isinstance(group, click.Group)
    return group


def _list(ctx: click.Context) -> str:
    formatter = click.HelpFormatter(max_width=WIDEST)
    group = _companion(ctx)
    with formatter.section("Topics (companion help TOPIC)"):
        formatter.write_dl([(name, topic.summary) for name, topic in TOPICS.items()])
    with formatter.section("Commands (companion help COMMAND)"):
        commands = [(name, group.get_command(ctx, name)) for name in group.list_commands(ctx)]
        formatter.write_dl([(name, each.get_short_help_str(70)) for name, each in commands if each])
    return formatter.getvalue().rstrip("\n")


def _topic(name: str) -> str:
    formatter = click.HelpFormatter(max_width=WIDEST)
    TOPICS[name].write(formatter)
    return formatter.getvalue().strip("\n")


def _command_help(ctx: click.Context, words: tuple[str, ...]) -> str:
    """The `--help` of a command, or of a command in a group, such as `rules new`."""
    root = ctx.find_root()
    command: click.Command = root.command
    within = root
    for word in words:
        found = command.get_command(within, word) if isinstance(command, click.Group) else None
        if found is None:
            raise TopicUnknownError(" ".join(words))
        command = found
        within = click.Context(command, info_name=word, parent=within)
    return command.get_help(within)

"""`companion rules`: the books' rule sets, and the house's own."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any

import click

from companion.base.errors import MalformedError, NotAllowedError
from companion.base.toml_text import TomlUnfitError, toml_values
from companion.cli import answer_no
from companion.cli.data_folder import data_option
from companion.cli.files import read_text, write_file
from companion.cli.rulebooks import house_rules, looking_in, ruleset_names
from companion.cli.rules_text import as_text, summary
from companion.rules.books.house import House, HouseRules, check
from companion.rules.books.ruleset import BOOKS, RulesetWrongError
from companion.rules.table.describe import head_shown, listed, ruleset_shown


class ChangeUnclearError(MalformedError):
    def __init__(self, given: str) -> None:
        super().__init__(f"“{given[:40]}” is not a change; write NAME=VALUE, such as limit=500.")


class ChangesWrongError(MalformedError):
    """The options make no house rules. There is no file yet that the message could name."""

    def __init__(self, error: RulesetWrongError) -> None:
        super().__init__(" ".join(error.problems))


class HouseThereError(NotAllowedError):
    def __init__(self, id: str) -> None:
        super().__init__(f"There is a rule set {id} already; use --replace or choose another id.")


_json_option = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")


def _kept(command: Callable[..., None]) -> Callable[..., None]:
    """Give the command the data folder's rule sets. --data may stand before or after the
    command."""

    @data_option
    @wraps(command)
    def run(*, data: Path, **given: Any) -> None:
        kept = house_rules(data)
        with looking_in(kept):
            command(kept, **given)

    return run


@click.group()
@data_option
@click.pass_context
def rules(ctx: click.Context, data: Path) -> None:
    """Show the rule sets, and make your own."""
    ctx.obj = data


@rules.command("list")
@_json_option
@_kept
def list_(kept: HouseRules, as_json: bool) -> None:
    """List the books' rule sets and your own."""
    every = list(kept.every())
    if as_json:
        _print_json(listed(every).to_json())
        return
    for each in every:
        if isinstance(each, RulesetWrongError):
            click.echo(each)
            continue
        limit = each.value("limit")
        what = f"house rules on {each.base}" if each.house else each.about
        held = "no limit" if limit is None else f"limit {limit:,}"
        click.echo(f"{each.id:20} {each.name} ({held}). {what}")


@rules.command()
@click.argument("name", shell_complete=ruleset_names)
@_json_option
@_kept
def show(kept: HouseRules, name: str, as_json: bool) -> None:
    """Show every rule and setting of the rule set NAME with its value and its source.

    The names on the left are the options that a hand, a table or house rules may change.
    """
    shown = kept.ruleset(name)
    if as_json:
        _print_json(ruleset_shown(shown).to_json())
    else:
        click.echo("\n".join(as_text(shown)))


@rules.command("check")
@click.argument("file", metavar="FILE|ID", type=click.Path(path_type=Path))
@_json_option
@_kept
def check_(kept: HouseRules, file: Path, as_json: bool) -> None:
    """Check house rules, in a FILE or kept as ID, and list everything that is wrong.

    Exit status: 0 nothing is wrong; 1 something is wrong; 2 the file cannot be read.
    """
    id = str(file)
    held = not file.exists() and id not in BOOKS and id in kept.names()
    text = kept.text(id) if held else read_text(file)
    try:
        found = check(text, file.name)
    except RulesetWrongError as error:
        if as_json:
            _print_json({"ok": False, "problems": list(error.problems)})
        else:
            click.echo("\n".join(error.problems))
        answer_no(f"{id} cannot be played by; correct what is listed and check it again.")
    if as_json:
        _print_json({"ok": True, "problems": [], **head_shown(found).to_json()})
    else:
        click.echo(summary(found))


@rules.command()
@click.argument("id")
@click.option(
    "--from", "--base", "base", required=True, type=click.Choice(BOOKS), help="The book to change."
)
@click.option("--name", help="Its name for people; the id if you give none.")
@click.option("--about", default="", help="One sentence about it.")
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", help="Change a value.")
@click.option("--on", multiple=True, metavar="NAME", help="Turn a rule or switch on.")
@click.option("--off", multiple=True, metavar="NAME", help="Turn a rule or switch off.")
@click.option("--replace", is_flag=True, help="Replace the house rules with this id.")
@_json_option
@_kept
def new(
    kept: HouseRules,
    id: str,
    base: str,
    name: str | None,
    about: str,
    changes: tuple[str, ...],
    on: tuple[str, ...],
    off: tuple[str, ...],
    replace: bool,
    as_json: bool,
) -> None:
    """Make house rules ID from a book, with some things played differently.

    `companion rules show BOOK` lists what you can change. For example:
    --set limit=500 --off no_sequences --on pays_for_all --set "seats_drawn_by=wind box"
    """
    if id in kept.names() and id not in BOOKS and not replace:
        raise HouseThereError(id)
    options: dict[str, Any] = dict(_change(each) for each in changes)
    options |= dict.fromkeys(on, True) | dict.fromkeys(off, False)
    try:
        made = kept.keep(House(id, name or id, base, about, options).to_toml())
    except RulesetWrongError as error:
        raise ChangesWrongError(error) from None
    file = str(kept.folder / f"{id}.toml")
    if as_json:
        _print_json({**head_shown(made).to_json(), "file": file})
    else:
        click.echo(summary(made))
        click.echo(f"Saved in {file}. You can change the file; check it with `rules check {id}`.")


@rules.command()
@click.argument("id", shell_complete=ruleset_names)
@click.argument("file", type=click.Path(path_type=Path, allow_dash=True), default="-")
@_json_option
@_kept
def export(kept: HouseRules, id: str, file: Path, as_json: bool) -> None:
    """Write the house rules ID to FILE, or to standard output, to share them."""
    text, name = kept.text(id), None if str(file) == "-" else str(file)
    if name or not as_json:
        write_file(file, text.encode())
    if as_json:
        _print_json({"id": id, "file": name, "text": text})


@rules.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="Replace the house rules with this id.")
@_json_option
@_kept
def import_(kept: HouseRules, file: Path, replace: bool, as_json: bool) -> None:
    """Read in the house rules in FILE, as `companion rules export` wrote them."""
    text = read_text(file)
    found = check(text, file.name)
    if found.id in kept.names() and not replace:
        raise HouseThereError(found.id)
    kept.keep(text)
    if as_json:
        _print_json(head_shown(found).to_json())
    else:
        click.echo(summary(found))


def _change(given: str) -> tuple[str, Any]:
    """NAME=VALUE, with the value as TOML writes it; text also without quotation marks."""
    name, equals, value = given.partition("=")
    if not equals or not name.strip():
        raise ChangeUnclearError(given)
    try:
        return name.strip(), toml_values(f"value = {value}")["value"]
    except TomlUnfitError:
        return name.strip(), value.strip()


def _print_json(answer: dict[str, Any]) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))

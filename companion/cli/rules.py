"""`companion rules`: the books' rule sets, and the house's own."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from companion.cli import ANSWER_IS_NO
from companion.errors import MalformedError, NotAllowedError, UnavailableError
from companion.rules.house import House, HouseRules, check
from companion.rules.ruleset import BOOKS, Rule, Ruleset, RulesetWrongError, Setting
from companion.rules.shown import head_json, ruleset_json
from companion.settings import Settings

_STATUS = {
    "stated": "",
    "implied": " (implied)",
    "assumed": " (assumed)",
    "house": " (house rule)",
}
_WHO = {"all": "", "winner": ", winner only", "loser": ", losers only"}


class ChangeUnclearError(MalformedError):
    def __init__(self, given: str) -> None:
        super().__init__(f"“{given[:40]}” is no change; write NAME=VALUE, such as limit=500.")


class HouseThereError(NotAllowedError):
    def __init__(self, id: str) -> None:
        super().__init__(f"There is a rule set {id} already; use --replace or choose another id.")


class FileUnreadableError(MalformedError):
    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path} cannot be read ({why}); check the name and try again.")


class FileUnwritableError(UnavailableError):
    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path} cannot be written ({why}); choose another place.")


_json_option = click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")


@click.group()
@click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    help="The data folder of `companion serve`, which holds the house's rule sets.",
)
@click.pass_context
def rules(ctx: click.Context, data: Path | None) -> None:
    """Look rules up, and make a house's own."""
    folder = data or Settings.from_environment().data
    ctx.obj = HouseRules(folder / "rulesets")


@rules.command("list")
@_json_option
@click.pass_obj
def list_(kept: HouseRules, as_json: bool) -> None:
    """List the books' rule sets and the house's own."""
    every = list(kept.every())
    if as_json:
        _print_json({"rulesets": [head_json(each) for each in every if isinstance(each, Ruleset)]})
        return
    for each in every:
        if isinstance(each, RulesetWrongError):
            print(each)
            continue
        limit = each.value("limit")
        what = f"house rules on {each.base}" if each.house else each.about
        held = "no limit" if limit is None else f"limit {limit:,}"
        print(f"{each.id:20} {each.name} ({held}). {what}")


@rules.command()
@click.argument("name")
@_json_option
@click.pass_obj
def show(kept: HouseRules, name: str, as_json: bool) -> None:
    """Show every rule and setting of the rule set NAME with its value and its source.

    The names on the left are the options that a hand, a table or house rules may change.
    """
    shown = kept.ruleset(name)
    if as_json:
        _print_json(ruleset_json(shown))
    else:
        print("\n".join(_as_text(shown)))


@rules.command("check")
@click.argument("file", metavar="FILE|ID", type=click.Path(path_type=Path))
@_json_option
@click.pass_obj
def check_(kept: HouseRules, file: Path, as_json: bool) -> None:
    """Check house rules, in a FILE or kept as ID, and name everything that is wrong.

    Exit status: 0 in order, 1 something is wrong, 2 the file cannot be read.
    """
    id = str(file)
    held = not file.exists() and id not in BOOKS and id in kept.names()
    text = kept.text(id) if held else _read(file)
    try:
        found = check(text, file.name)
    except RulesetWrongError as error:
        if as_json:
            _print_json({"ok": False, "problems": list(error.problems)})
        else:
            print("\n".join(error.problems))
        sys.exit(ANSWER_IS_NO)
    if as_json:
        _print_json({"ok": True, "problems": [], **head_json(found)})
    else:
        print(_summary(found))


@rules.command()
@click.argument("id")
@click.option(
    "--from", "--base", "base", required=True, type=click.Choice(BOOKS), help="The book to change."
)
@click.option("--name", help="What people call it; the id unless given.")
@click.option("--about", default="", help="A sentence on it.")
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", help="Another value.")
@click.option("--on", multiple=True, metavar="NAME", help="Turn a rule or switch on.")
@click.option("--off", multiple=True, metavar="NAME", help="Turn a rule or switch off.")
@click.option("--replace", is_flag=True, help="In place of the house rules of that id.")
@_json_option
@click.pass_obj
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
    """Make house rules ID from a book, with some things played otherwise.

    `companion rules show BOOK` lists what can be changed: for example
    --set limit=500 --off no_sequences --on pays_for_all --set "seats_drawn_by=wind box".
    """
    if id in kept.names() and id not in BOOKS and not replace:
        raise HouseThereError(id)
    options: dict[str, Any] = dict(_change(each) for each in changes)
    options |= dict.fromkeys(on, True) | dict.fromkeys(off, False)
    made = kept.keep(House(id, name or id, base, about, options).to_toml())
    file = str(kept.folder / f"{id}.toml")
    if as_json:
        _print_json({**head_json(made), "file": file})
    else:
        print(f"{_summary(made)}\nKept in {file}; change it there, and check it with `check {id}`.")


@rules.command()
@click.argument("id")
@click.argument("file", type=click.Path(path_type=Path), required=False)
@_json_option
@click.pass_obj
def export(kept: HouseRules, id: str, file: Path | None, as_json: bool) -> None:
    """Write the house rules ID to FILE, or to the standard output, to pass on."""
    text = kept.text(id)
    if file is not None:
        try:
            file.write_text(text, encoding="utf-8")
        except OSError as error:
            raise FileUnwritableError(file, error.strerror or "unknown error") from None
    if as_json:
        _print_json({"id": id, "file": None if file is None else str(file), "text": text})
    elif file is None:
        print(text, end="")


@rules.command("import")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--replace", is_flag=True, help="In place of the house rules of that id.")
@_json_option
@click.pass_obj
def import_(kept: HouseRules, file: Path, replace: bool, as_json: bool) -> None:
    """Take the house rules in FILE, as `companion rules export` wrote them."""
    text = _read(file)
    found = check(text, file.name)
    if found.id in kept.names() and not replace:
        raise HouseThereError(found.id)
    kept.keep(text)
    if as_json:
        _print_json(head_json(found))
    else:
        print(_summary(found))


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except OSError as error:
        raise FileUnreadableError(file, error.strerror or "unknown error") from None
    except UnicodeDecodeError:
        raise FileUnreadableError(file, "it is not UTF-8 text") from None


def _change(given: str) -> tuple[str, Any]:
    """NAME=VALUE, the value as TOML writes it; text also without quotation marks."""
    name, equals, value = given.partition("=")
    if not equals or not name.strip():
        raise ChangeUnclearError(given)
    try:
        return name.strip(), tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return name.strip(), value.strip()


def _print_json(answer: dict[str, Any]) -> None:
    print(json.dumps(answer, ensure_ascii=False))


def _summary(house: Ruleset) -> str:
    every: list[Rule | Setting] = [*house.settings.values(), *house.rules.values()]
    changed = [each for each in every if each.status == "house"]
    if not changed:
        return f"{house.name} ({house.id}): all as in {house.base}."
    lines = [f"{house.name} ({house.id}): as {house.base}, but"]
    return "\n".join([*lines, *_rows(changed)])


def _as_text(shown: Ruleset) -> Iterator[str]:
    yield f"{shown.name} ({shown.id})"
    if shown.about:
        yield shown.about
    if shown.house:
        yield f"House rules on {shown.base}."
    yield from ("", "How the table plays", *_rows(shown.settings.values()))
    kinds = (
        ("Points", "points"),
        ("Points after doubling", "added"),
        ("Doubles", "doubles"),
        ("Limit hands", "limit"),
    )
    for title, kind in kinds:
        entries = [rule for rule in shown.rules.values() if rule.kind == kind]
        if entries:
            yield from ("", title, *_rows(entries))


def _rows(entries: Iterable[Rule | Setting]) -> Iterator[str]:
    for each in entries:
        if isinstance(each, Setting):
            name, value, words = each.name, _value(each.value), each.words
        else:
            name, value, words = each.key, _worth(each), _words(each)
        text = f"{words} [{each.source}{_STATUS[each.status]}]"
        yield fill(f"{name:34} {value:>14}  {text}", 100, subsequent_indent=" " * 51)


def _words(rule: Rule) -> str:
    plain = rule.words.format(tile="…", tiles="…")
    return f"{plain}{_WHO[rule.who]}."


def _worth(rule: Rule) -> str:
    if not rule.on:
        return "off"
    if rule.limit:
        return "the limit"
    if rule.doubles:
        return "1 double" if rule.doubles == 1 else f"{rule.doubles} doubles"
    return str(rule.added or rule.points)


def _value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {each}" for key, each in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)

"""Rule sets for people: every entry with its value and its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import fill
from typing import Any, Final

from companion.cli.terminal import bold, width
from companion.rules.books.entries import Rule, Setting
from companion.rules.books.ruleset import Ruleset

_STATUS: Final = {
    "stated": "",
    "implied": " (implied)",
    "assumed": " (assumed)",
    "house": " (house rule)",
}
_WHO: Final = {"all": "", "winner": ", winner only", "loser": ", losers only"}
_NAME: Final = 34
"""Columns of an entry's name."""
_VALUE: Final = 14
"""Columns of an entry's value."""
_NARROW: Final = 80
"""Terminals narrower than this have no room for words beside the value."""


def summary(house: Ruleset) -> str:
    every: list[Rule | Setting] = [*house.settings.values(), *house.rules.values()]
    changed = [each for each in every if each.status == "house"]
    if not changed:
        return f"{house.name} ({house.id}): all as in {house.base}."
    lines = [f"{house.name} ({house.id}): as {house.base}, but"]
    return "\n".join([*lines, *_rows(changed)])


def as_text(shown: Ruleset) -> Iterator[str]:
    yield bold(f"{shown.name} ({shown.id})")
    if shown.about:
        yield fill(shown.about, width())
    if shown.house:
        yield f"House rules on {shown.base}."
    yield from ("", bold("How the table plays"), *_rows(shown.settings.values()))
    kinds = (
        ("Points", ("points", "switch")),
        ("Points after doubling", ("added",)),
        ("Doubles", ("doubles",)),
        ("Limit hands", ("limit",)),
    )
    for title, of_these in kinds:
        entries = [rule for rule in shown.rules.values() if rule.kind in of_these]
        if entries:
            yield from ("", bold(title), *_rows(entries))


def _rows(entries: Iterable[Rule | Setting]) -> Iterator[str]:
    for each in entries:
        if isinstance(each, Setting):
            name, value, words = each.name, _value(each.value), each.words
        else:
            name, value, words = each.key, _worth(each), _words(each)
        text = f"{words} [{each.source}{_STATUS[each.status]}]"
        yield _row(name, value, text)


def _row(name: str, value: str, text: str) -> str:
    """The name, the value and the words in columns. On a narrow screen the words go below."""
    columns = width()
    head = f"{name:{_NAME}} {value:>{_VALUE}}"
    if columns < _NARROW:
        return "\n".join(
            [
                fill(head, columns, subsequent_indent=" " * (_NAME + 1)),
                fill(text, columns, initial_indent="  ", subsequent_indent="  "),
            ]
        )
    return fill(f"{head}  {text}", columns, subsequent_indent=" " * (_NAME + _VALUE + 3))


def _words(rule: Rule) -> str:
    plain = rule.words.format(tile="…", tiles="…")
    return f"{plain}{_WHO[rule.who]}."


def _worth(rule: Rule) -> str:
    if not rule.on:
        return "off"
    if rule.kind == "switch":
        return "on"
    if rule.kind == "limit":
        return "the limit"
    if rule.kind == "doubles":
        return "1 double" if rule.doubles == 1 else f"{rule.doubles} doubles"
    return str(rule.added if rule.kind == "added" else rule.points)


def _value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, dict):
        return ", ".join(f"{key}: {each}" for key, each in value.items()) or "none"
    return f"{value:,}" if isinstance(value, int) else str(value)

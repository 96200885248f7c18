"""Entries read strictly from a rule set's file: everything that is wrong with them is named."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, cast, get_args

from companion.rules.books.entries import (
    FORMS,
    MOST,
    MOST_DOUBLES,
    RULE_TYPES,
    STATUSES,
    VALUES,
    Kind,
    Rule,
    Setting,
    Who,
    is_number,
    none,
)
from companion.rules.patterns.known import PATTERNS

_SETTING_KEYS: Final = ("value", "source", "status", "catalogue")
_SETTING_NEEDED: Final = ("value", "source", "catalogue")
SOURCED: Final = ("source", "catalogue")
"""Fields that say where an entry stands in its book."""
_RULE_NEEDED: Final = ("id", "words", "per", "when", "source", "catalogue")


def unknown(where: str, entry: Mapping[str, Any], allowed: Iterable[str]) -> Iterator[str]:
    for key in entry:
        if key not in allowed:
            yield f"{where} has an unknown key {key}; allowed are {', '.join(allowed)}."


def mistyped(where: str, entry: Mapping[str, Any], names: Iterable[str]) -> Iterator[str]:
    """Those of the fields that hold another kind of value than a rule's field of that name."""
    for name in names:
        kind, wanted = RULE_TYPES.get(name, (object, ""))
        value = entry.get(name)
        right = isinstance(value, kind) and not (kind is int and isinstance(value, bool))
        if name in entry and not right:
            yield f"{where}.{name} has to be {wanted}."


def add_setting(name: str, entry: Any, settings: dict[str, Setting], problems: list[str]) -> None:
    where = f"setting.{name}"
    if name not in FORMS:
        problems.append(f"{where} is unknown; there are {', '.join(FORMS)}.")
        return
    if not isinstance(entry, dict):
        problems.append(f"{where} has to be a table with a value and a source.")
        return
    wrong = list(unknown(where, entry, _SETTING_KEYS))
    merged = {"value": settings[name].value, **entry} if name in settings else entry
    wrong += [f"{where} lacks its {key}." for key in _SETTING_NEEDED if key not in merged]
    wrong += mistyped(where, entry, SOURCED)
    if "value" in merged and not FORMS[name].accepts(merged["value"]):
        wrong.append(f"{where}.value has to be {FORMS[name].wanted()}.")
    if entry.get("status", "stated") not in STATUSES:
        wrong.append(f"{where}.status has to be one of {', '.join(STATUSES)}.")
    problems += wrong
    if not wrong:
        settings[name] = Setting(
            name,
            none(merged["value"]),
            FORMS[name].words,
            entry["source"],
            entry.get("status", "stated"),
            tuple(entry["catalogue"]),
        )


def add_rule(key: str, entry: Any, rules: dict[str, Rule], problems: list[str]) -> None:
    where = f"rule.{key}"
    if not isinstance(entry, dict):
        problems.append(f"{where} has to be a table.")
        return
    wrong = [*unknown(where, entry, RULE_TYPES), *mistyped(where, entry, entry)]
    merged = {**rules[key].entry(), **entry} if key in rules else dict(entry)
    if key in rules and "source" in entry and "status" not in entry:
        merged["status"] = "stated"
    wrong += [f"{where} lacks its {name}." for name in _RULE_NEEDED if name not in merged]
    if not wrong:
        wrong += _rule_problems(where, merged)
    problems += wrong
    if not wrong:
        values: dict[str, Any] = {"who": "all", "status": "stated", **merged}
        # The very word that lines have as their default, so that forms leave it out of the JSON.
        values["status"] = sys.intern(values["status"])
        values["kind"] = _kind(values)
        fields = {n: tuple(v) if isinstance(v, list) else v for n, v in values.items()}
        rules[key] = Rule(key=key, **cast("Any", fields))


def _kind(entry: Mapping[str, Any]) -> Kind:
    """Which value it has; one of 0 counts only where there is no other."""
    named = [name for name in VALUES if name in entry]
    return next((name for name in named if entry[name]), named[0])


def _rule_problems(where: str, entry: Mapping[str, Any]) -> Iterator[str]:
    if entry["per"] not in PATTERNS:
        yield f"{where}.per has to be one of {', '.join(PATTERNS)}."
        return
    known = PATTERNS[entry["per"]]
    for name in entry["when"]:
        if not isinstance(name, str) or name.removeprefix("not ") not in known:
            yield f"{where}.when names no pattern {name}; there are {', '.join(known)}."
    if entry.get("who", "all") not in get_args(Who):
        yield f"{where}.who has to be winner, loser or all."
    if entry.get("status", "stated") not in STATUSES:
        yield f"{where}.status has to be one of {', '.join(STATUSES)}."
    if len([name for name in VALUES if entry.get(name)]) > 1 or not any(
        name in entry for name in VALUES
    ):
        yield f"{where} has to have one of {', '.join(VALUES)}."
    for name in ("points", "doubles"):
        most = MOST_DOUBLES if name == "doubles" else MOST
        if not 0 <= entry.get(name, 0) <= most:
            yield f"{where}.{name} has to be from 0 to {most:,}."
    added = entry.get("added", 0)
    if not is_number(added) and added != "half the limit":
        yield f"{where}.added has to be a whole number, or half the limit."

"""A rule set as JSON, for the page and for the command line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from msgspec.structs import asdict

from companion.base.forms import Form, seen_as
from companion.rules.books.entries import Kind, Per, Setting, Status, Who
from companion.rules.books.ruleset import Ruleset, RulesetWrongError
from companion.rules.table.questions import Play, play


class RulesetHead(Form, frozen=True):
    """What a list of rule sets shows of each."""

    id: str
    name: str
    about: str
    house: bool
    base: str | None
    limit: int | None


class RulesetsListed(Form, frozen=True):
    """problems: what is wrong with each file of house rules that cannot be played."""

    rulesets: tuple[RulesetHead, ...]
    problems: tuple[str, ...]


class RuleShown(Form, frozen=True):
    """See `entries.Rule`."""

    key: str
    id: str
    words: str
    per: Per
    who: Who
    kind: Kind
    points: int
    doubles: int
    limit: bool
    added: int | str
    switch: bool
    on: bool
    choices: tuple[int, ...]
    most: int
    source: str
    status: Status
    catalogue: tuple[str, ...]


class SettingShown(Form, frozen=True):
    """See `entries.Setting`; kind, choices, least and most say which values it may have."""

    name: str
    words: str
    kind: Literal["limit", "number", "switch", "choice", "table"]
    choices: tuple[str, ...]
    least: int
    most: int
    value: Any
    source: str
    status: Status
    catalogue: tuple[str, ...]


class RulesetShown(RulesetHead, frozen=True):
    """Every rule and setting, its value, its source and how certain that is.

    play: what follows from them for the forms in which a hand is entered.
    """

    rules: tuple[RuleShown, ...]
    settings: tuple[SettingShown, ...]
    play: Play


def head_shown(rules: Ruleset) -> RulesetHead:
    return RulesetHead(
        rules.id, rules.name, rules.about, rules.house, rules.base, rules.value("limit")
    )


def listed(every: Iterable[Ruleset | RulesetWrongError]) -> RulesetsListed:
    """The rule sets that can be played, and what is wrong with the files of others."""
    found = tuple(every)
    return RulesetsListed(
        tuple(head_shown(one) for one in found if isinstance(one, Ruleset)),
        tuple(str(one) for one in found if isinstance(one, RulesetWrongError)),
    )


def ruleset_shown(rules: Ruleset) -> RulesetShown:
    return RulesetShown(
        **asdict(head_shown(rules)),
        rules=seen_as(tuple[RuleShown, ...], tuple(rules.rules.values())),
        settings=tuple(_setting(setting) for setting in rules.settings.values()),
        play=play(rules),
    )


def _setting(setting: Setting) -> SettingShown:
    return SettingShown(
        name=setting.name,
        words=setting.words,
        kind=setting.form.kind,
        choices=setting.form.choices,
        least=setting.form.least,
        most=setting.form.most,
        value=setting.value,
        source=setting.source,
        status=setting.status,
        catalogue=setting.catalogue,
    )

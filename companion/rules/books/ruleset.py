"""Rule sets as data, read strictly from TOML. A file may name a base and hold only differences.

A rule set has settings (how the table plays) and rules (what a hand is worth). Each entry names its
source, and says whether the book states it, implies it, or is silent so that it is assumed. A
house's rule set is a file of the same form, with a base and a few differences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, cast

from companion.base.errors import MalformedError, NotAllowedError, NotFoundError
from companion.base.frozen import freeze
from companion.base.toml_text import TomlUnfitError, toml_values
from companion.rules.books.entries import (
    FORMS,
    Rule,
    Setting,
    is_number,
    none,
)
from companion.rules.books.load import SOURCED, add_rule, add_setting, mistyped, unknown
from companion.rules.patterns.special_hands import SHAPES

BOOKS: Final = ("harr", "harr-limit", "international", "traditional")


class RulesetUnknownError(NotFoundError):
    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(
            f"There is no rule set “{name[:40]}”; there are {', '.join(known)}.", field="ruleset"
        )


_MOST_TOLD: Final = 10
"""Mistakes that are listed at once; nobody reads more."""


def _sentences(problems: tuple[str, ...]) -> str:
    more = len(problems) - _MOST_TOLD
    told = [*problems[:_MOST_TOLD], *([f"There are {more} more."] if more > 0 else [])]
    return " ".join(told)


class OptionWrongError(MalformedError):
    def __init__(self, problems: tuple[str, ...], field: str) -> None:
        super().__init__(_sentences(problems), field)
        self.problems = problems


class RulesetWrongError(MalformedError):
    """A rule set's file cannot be used. problems: everything that is wrong, each with its entry.
    field: the first of these entries, if it is one of the options."""

    def __init__(self, file: str, problems: tuple[str, ...], field: str | None = None) -> None:
        super().__init__(f"{file}: {_sentences(problems)}", field)
        self.problems = problems


class NotInRulesetError(NotAllowedError):
    def __init__(self, what: str, ruleset: Ruleset, field: str) -> None:
        super().__init__(
            f"{ruleset.name} knows no {what}; leave it out, or turn it on in a house rule set.",
            field,
        )


@dataclass(frozen=True)
class Ruleset:
    """house: a household's own. base: the rule set that it changes."""

    id: str
    name: str
    about: str
    rules: Mapping[str, Rule]
    settings: Mapping[str, Setting]
    base: str | None = None
    house: bool = False

    def __post_init__(self) -> None:
        freeze(self, "rules", "settings")

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def in_play(self) -> tuple[Rule, ...]:
        """The rules that are on. Where no kong is robbed, none asks for a robbed tile."""
        robbing = self.rules.get("robbed")
        robbed = robbing is not None and robbing.on
        return tuple(
            rule
            for rule in self.rules.values()
            if rule.on and (robbed or "robbed" not in rule.when)
        )

    @property
    def special_hands(self) -> frozenset[str]:
        """The hands of `SHAPES` that win here: those that some rule names."""
        return frozenset(name for rule in self.in_play for name in rule.when) & SHAPES.keys()

    def with_options(self, options: Mapping[str, Any]) -> Ruleset:
        """The rule set as this table plays it.

        An option is a setting's name with its value, or a rule's key with true, false, or a number
        in place of the rule's own. Raises OptionWrongError, which names every option that is wrong.
        """
        problems: list[tuple[str, str]] = []
        rules, settings = dict(self.rules), dict(self.settings)
        for name, value in options.items():
            if name in settings:
                form = settings[name].form
                if form.accepts(value):
                    settings[name] = replace(settings[name], value=none(value))
                else:
                    problems.append((name, f"The option {name} has to be {form.wanted()}."))
            elif name in rules:
                changed = _with_value(rules[name], value)
                if changed is None:
                    problems.append(
                        (name, f"The option {name} has to be {_rule_wanted(rules[name])}.")
                    )
                else:
                    rules[name] = changed
            else:
                problems.append(
                    (
                        name,
                        f"There is no option {str(name)[:40]} in {self.id}; `companion rules show"
                        f" {self.id}` lists them all.",
                    )
                )
        if problems:
            raise OptionWrongError(tuple(text for _, text in problems), f"options.{problems[0][0]}")
        return replace(self, rules=rules, settings=settings) if options else self

    def value(self, setting: str) -> Any:
        return self.settings[setting].value

    @property
    def book(self) -> str:
        """The id of the book that it is, or that the house changes."""
        return self.base if self.house and self.base else self.id


def _with_value(rule: Rule, value: Any) -> Rule | None:
    if isinstance(value, bool):
        return replace(rule, on=value)
    if not is_number(value) or not rule.takes_a_number:
        return None
    if value > rule.most or (rule.choices and value not in rule.choices):
        return None
    return replace(rule, **cast("Any", {rule.kind: value, "on": True}))


def _rule_wanted(rule: Rule) -> str:
    if rule.choices:
        return " or ".join(map(str, rule.choices))
    if not rule.takes_a_number:
        return "true or false"
    return f"true, false or a whole number from 0 to {rule.most:,}"


# --- loading ---

_FILE_KEYS: Final = ("id", "name", "about", "base", "inherited", "setting", "rule", "options")


def parse(text: str, file: str, house: bool = False) -> Ruleset:
    """A rule set from the text of its file.

    house: a house's own file, which need not name sources; what it changes is marked so. Raises
    RulesetWrongError with everything that is wrong, and RulesetUnknownError for its base.
    """
    try:
        data = toml_values(text)
    except TomlUnfitError as error:
        raise RulesetWrongError(file, (f"It is no TOML that can be read: {error}.",)) from None
    return from_data(data, file, house)


def from_data(data: Mapping[str, Any], file: str, house: bool = False) -> Ruleset:
    """As `parse`, from the file's content as a dictionary."""
    problems = [*unknown("The file", data, _FILE_KEYS), *_problems_of_names(data, house)]
    base = _base(data, house, problems)
    sections = ("setting", "rule", "options", "inherited")
    no_tables = [name for name in sections if not isinstance(data.get(name, {}), dict)]
    problems += [f"{name} has to be a table." for name in no_tables]
    if no_tables or (house and base is None):  # no entry of it can be checked
        raise RulesetWrongError(file, tuple(problems))
    rules, settings = _inherited(base, data.get("inherited", {}), problems)
    if house:
        _house_changes(data, base, rules, settings, problems)
    else:
        for name, entry in data.get("setting", {}).items():
            add_setting(name, entry, settings, problems)
        for key, entry in data.get("rule", {}).items():
            add_rule(key, entry, rules, problems)
        problems += [f"setting.{name} is missing." for name in FORMS if name not in settings]
    if problems:
        raise RulesetWrongError(file, tuple(problems))
    return Ruleset(
        data["id"], data["name"], data.get("about", ""), rules, settings, data.get("base"), house
    )


def _problems_of_names(data: Mapping[str, Any], house: bool) -> Iterator[str]:
    for key in ("id", "name", "about"):
        if key not in data and not (house and key == "about"):
            yield f"{key} is missing."
        elif not isinstance(data.get(key, ""), str):
            yield f"{key} has to be text."


def _base(data: Mapping[str, Any], house: bool, problems: list[str]) -> Ruleset | None:
    """The rule set that this one changes, if it names a book."""
    if "base" not in data:
        if house:
            problems.append("base is missing; name the rule set that this one changes.")
        return None
    if data["base"] not in BOOKS:
        problems.append(f"base has to be one of {', '.join(BOOKS)}.")
        return None
    return book(data["base"]) if house or data["base"] != data.get("id") else None


def _inherited(
    base: Ruleset | None, how: Any, problems: list[str]
) -> tuple[dict[str, Rule], dict[str, Setting]]:
    """The base's entries. `how` may say that the book is silent, so that they are assumed."""
    if base is None:
        return {}, {}
    if not how:
        return dict(base.rules), dict(base.settings)
    allowed = ("status", *SOURCED)
    wrong = [*unknown("inherited", how, allowed), *mistyped("inherited", how, SOURCED)]
    wrong += [f"inherited.{key} is missing." for key in allowed if key not in how]
    problems += wrong
    if wrong:
        return {}, {}
    catalogue = tuple(how["catalogue"])

    def passed_on(entry: Any) -> Any:
        source = how["source"].replace("{source}", entry.source)
        return replace(entry, status=how["status"], source=source, catalogue=catalogue)

    return (
        {key: passed_on(rule) for key, rule in base.rules.items()},
        {name: passed_on(setting) for name, setting in base.settings.items()},
    )


def _house_changes(
    data: Mapping[str, Any],
    base: Ruleset | None,
    rules: dict[str, Rule],
    settings: dict[str, Setting],
    problems: list[str],
) -> None:
    """A house says only which settings and rules have another value: the form of `options`."""
    assert base is not None
    for section in ("setting", "rule", "inherited"):
        if section in data:
            problems.append(f"{section} is not for house rules; write changes under [options].")
    options = data.get("options", {})
    try:
        changed = base.with_options(options)
    except OptionWrongError as error:
        problems += error.problems
        return
    for name in options:
        if name in changed.rules:
            rules[name] = replace(changed.rules[name], status="house", source=data["name"])
        else:
            settings[name] = replace(changed.settings[name], status="house", source=data["name"])


@cache
def book(name: str) -> Ruleset:
    """One of the four rule sets that come with the program.

    Raises RulesetUnknownError.
    """
    if name not in BOOKS:
        raise RulesetUnknownError(name, BOOKS)
    file = files("companion.rules.books") / "rulesets" / f"{name}.toml"
    return parse(file.read_text(encoding="utf-8"), f"{name}.toml")


def as_played(ruleset: Ruleset | str, options: Mapping[str, Any]) -> Ruleset:
    """A rule set, or the book of that name, with a table's options.

    Raises RulesetUnknownError, and OptionWrongError also where limit hands would score nothing by
    these options. An evening may have begun with such rules; they stay as they are.
    """
    chosen = book(ruleset) if isinstance(ruleset, str) else ruleset
    played = chosen.with_options(options)
    if options:
        for problem, field in problems_of_limit_hands(played):
            if not any(problems_of_limit_hands(chosen)):
                raise OptionWrongError((problem,), field)
    return played


def problems_of_limit_hands(rules: Ruleset) -> Iterator[tuple[str, str]]:
    """Why its limit hands can have no score, and the option."""
    if rules.value("limit") is None and rules.value("limit_hand_points") is None:
        hands = [rule.key for rule in rules.in_play if rule.limit]
        if hands:
            yield (
                f"The option limit_hand_points has to be a number without a limit: {hands[0]} and"
                " other limit hands would score nothing.",
                "options.limit_hand_points",
            )

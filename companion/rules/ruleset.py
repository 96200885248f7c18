"""Rule sets as data: loaded strictly from TOML, a base with only its differences on top.

A rule set has settings (how the table is played) and rules (what a hand is worth). Each names its
source and says whether the book states it, implies it, or whether it is assumed. A house's rule
set is a file of the same form, with a base and few differences.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, cast, get_args

from companion.errors import MalformedError, NotAllowedError, NotFoundError
from companion.rules.patterns import PATTERNS

Status = Literal["stated", "implied", "assumed", "house"]
Per = Literal["hand", "set", "bonus"]
Who = Literal["winner", "loser", "all"]

BOOKS: Final = ("harr", "harr-limit", "international", "traditional")
STATUSES: Final = get_args(Status)
MOST: Final = 1_000_000
"""No value of a rule may be larger; a slip of the hand is likelier than such a game."""


class RulesetUnknownError(NotFoundError):
    def __init__(self, name: str, known: Iterable[str]) -> None:
        super().__init__(
            f"There is no rule set “{name[:40]}”; there are {', '.join(known)}.", field="ruleset"
        )


_MOST_TOLD: Final = 10
"""So many mistakes are told at once; nobody reads on."""


def _sentences(problems: tuple[str, ...]) -> str:
    more = len(problems) - _MOST_TOLD
    told = [*problems[:_MOST_TOLD], *([f"There are {more} more."] if more > 0 else [])]
    return " ".join(told)


class OptionWrongError(MalformedError):
    def __init__(self, problems: tuple[str, ...], field: str) -> None:
        super().__init__(_sentences(problems), field)
        self.problems = problems


class RulesetWrongError(MalformedError):
    """A rule set's file cannot be used. problems: everything found wrong, each with its entry."""

    def __init__(self, file: str, problems: tuple[str, ...]) -> None:
        super().__init__(f"{file}: {_sentences(problems)}", field=None)
        self.problems = problems


class NotInRulesetError(NotAllowedError):
    def __init__(self, what: str, ruleset: Ruleset, field: str) -> None:
        super().__init__(
            f"{ruleset.name} knows no {what}; leave it out, or turn it on in a house rule set.",
            field,
        )


@dataclass(frozen=True)
class SettingForm:
    """What values a setting may have, for the check and for the page.

    kind: limit (a whole number or none), number, switch, choice, or table (numbers to numbers).
    """

    kind: Literal["limit", "number", "switch", "choice", "table"]
    words: str
    choices: tuple[str, ...] = ()

    def wanted(self) -> str:
        return {
            "limit": "a whole number above 0, or none",
            "number": f"a whole number from 0 to {MOST:,}",
            "switch": "true or false",
            "choice": " or ".join(self.choices),
            "table": "a table of whole numbers",
        }[self.kind]

    def accepts(self, value: Any) -> bool:
        if self.kind == "limit":
            return value == "none" or value is None or (_is_number(value) and value > 0)
        if self.kind == "number":
            return _is_number(value)
        if self.kind == "switch":
            return isinstance(value, bool)
        if self.kind == "choice":
            return isinstance(value, str) and value in self.choices
        return isinstance(value, dict) and all(
            str(key).isascii() and str(key).isdecimal() and len(str(key)) < 8 and _is_number(each)
            for key, each in value.items()
        )


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


FORMS: Final[dict[str, SettingForm]] = {
    "limit": SettingForm("limit", "The most a hand may score; none for no limit."),
    "limit_hand_points": SettingForm(
        "limit", "What a limit hand scores where the table plays without a limit."
    ),
    "limit_applies_to": SettingForm(
        "choice",
        "The limit cuts each hand's score, or the difference that two losers settle.",
        ("hands", "differences"),
    ),
    "limit_binds_east_too": SettingForm(
        "switch", "Nobody but East receives more than the limit from one player, from East neither."
    ),
    "flowers": SettingForm("switch", "Flowers, seasons and special tiles are in play."),
    "losers_double_whole_hand": SettingForm(
        "switch", "Losers double for one suit, one suit with honours, and honours only."
    ),
    "standing_before_doubling": SettingForm(
        "switch", "The points of a standing hand are added before doubling."
    ),
    "east_doubles": SettingForm("switch", "East pays and receives double."),
    "dead_too_few_deducts": SettingForm(
        "switch", "A dead hand with too few tiles deducts its own score from what it pays."
    ),
    "dead_too_few_collects": SettingForm(
        "switch", "A dead hand with too few tiles settles like any other."
    ),
    "washing": SettingForm(
        "table", "Heads in the hand as dealt, and what washing them brings from each player."
    ),
    "false_mah_jongg": SettingForm(
        "switch", "A false Mah-Jongg costs half the limit to each, and the limit to or from East."
    ),
    "pays_for_all": SettingForm(
        "switch", "A reckless discard of the winning tile pays for all three."
    ),
    "dead_wall": SettingForm("number", "Tiles at the end of the wall that are never drawn."),
    "draw_keeps_east": SettingForm("switch", "After a drawn hand East stays."),
    "rounds": SettingForm("switch", "Rounds of the four winds are counted."),
    "seats_drawn_by": SettingForm(
        "choice", "How seats are drawn.", ("highest throw", "wind box")
    ),
    "throw_again_on_ones": SettingForm("switch", "A throw of two ones (or blanks) is repeated."),
    "loose_tiles_lie": SettingForm(
        "choice", "Where the two loose tiles are laid.", ("on the wall", "on two stacks")
    ),
    "counters": SettingForm("table", "The counters by worth, and how many each player has."),
}  # fmt: skip


@dataclass(frozen=True)
class Setting:
    """catalogue: the rules of the catalogue that it stands for."""

    name: str
    value: Any
    words: str
    source: str
    status: Status
    catalogue: tuple[str, ...] = ()

    @property
    def form(self) -> SettingForm:
        return FORMS[self.name]


@dataclass(frozen=True)
class Rule:
    """One thing a hand is scored for.

    key: its own name, and the option that turns it on or off. id: the name in a score's lines.
    per: looked for once a hand, at every set and pair, or at every bonus tile. when: names of
    patterns, all of which must hold. At most one of points, doubles, limit and added is set;
    added: points after doubling, a number or `half the limit`.
    """

    key: str
    id: str
    words: str
    per: Per
    when: tuple[str, ...]
    who: Who
    source: str
    status: Status
    catalogue: tuple[str, ...]
    points: int = 0
    doubles: int = 0
    limit: bool = False
    added: int | str = 0
    on: bool = True
    choices: tuple[int, ...] = ()

    @property
    def kind(self) -> str:
        """Which of points, doubles, limit and added it has; points where it is worth nothing."""
        return next((name for name in _VALUES if getattr(self, name)), "points")

    def entry(self) -> dict[str, Any]:
        """As in a rule set's file, with what it does not have left out."""
        values = {name: getattr(self, name) for name in _RULE_TYPES}
        kept = {n: v for n, v in values.items() if v or n in ("when", "on", self.kind)}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in kept.items()}

    @property
    def cited(self) -> str:
        """Where a line of a score says that it comes from."""
        return self.source if self.status == "stated" else f"{self.source} ({self.status})"


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

    def __hash__(self) -> int:
        return hash(self.id)

    def with_options(self, options: Mapping[str, Any]) -> Ruleset:
        """The rule set as this table plays it.

        An option is a setting's name with its value, or a rule's key with true or false, or with
        a number in place of the rule's own.

        Raises OptionWrongError, which names every option that is wrong.
        """
        problems: list[tuple[str, str]] = []
        rules, settings = dict(self.rules), dict(self.settings)
        for name, value in options.items():
            if name in settings:
                form = settings[name].form
                if form.accepts(value):
                    settings[name] = replace(settings[name], value=_none(value))
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


def _none(value: Any) -> Any:
    return None if value == "none" else value


def _with_value(rule: Rule, value: Any) -> Rule | None:
    if isinstance(value, bool):
        return replace(rule, on=value)
    if not _is_number(value) or rule.limit or (rule.choices and value not in rule.choices):
        return None
    if rule.doubles and value > 20:
        return None
    name = "doubles" if rule.doubles else "added" if rule.added else "points"
    return replace(rule, **cast("Any", {name: value, "on": True}))


def _rule_wanted(rule: Rule) -> str:
    if rule.choices:
        return " or ".join(map(str, rule.choices))
    return "true or false" if rule.limit else "true, false or a whole number"


# --- loading ---

_FILE_KEYS: Final = ("id", "name", "about", "base", "inherited", "setting", "rule", "options")
_SETTING_KEYS: Final = ("value", "source", "status", "catalogue")
_SETTING_NEEDED: Final = ("value", "source", "catalogue")
_VALUES: Final = ("points", "doubles", "limit", "added")
_RULE_TYPES: Final[dict[str, tuple[type, str]]] = {
    "id": (str, "text"),
    "words": (str, "text"),
    "per": (str, "hand, set or bonus"),
    "when": (list, "a list of patterns"),
    "who": (str, "winner, loser or all"),
    "source": (str, "text"),
    "status": (str, " or ".join(STATUSES)),
    "catalogue": (list, "a list of rule numbers"),
    "points": (int, "a whole number"),
    "doubles": (int, "a whole number"),
    "limit": (bool, "true or false"),
    "added": (object, "a whole number, or half the limit"),
    "on": (bool, "true or false"),
    "choices": (list, "a list of numbers"),
}
_RULE_NEEDED: Final = ("id", "words", "per", "when", "source", "catalogue")


def parse(text: str, file: str, house: bool = False) -> Ruleset:
    """A rule set from the text of its file.

    house: a house's own file, which need not give sources; what it changes is marked so.

    Raises RulesetWrongError with everything that is wrong, RulesetUnknownError for its base.
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesetWrongError(file, (f"It is no TOML that can be read: {error}.",)) from None
    return from_data(data, file, house)


def from_data(data: Mapping[str, Any], file: str, house: bool = False) -> Ruleset:
    """As `parse`, from the file's content as a dictionary."""
    problems = [*_unknown("The file", data, _FILE_KEYS)]
    for key in ("id", "name", "about"):
        if key not in data and not (house and key == "about"):
            problems.append(f"{key} is missing.")
        elif not isinstance(data.get(key, ""), str):
            problems.append(f"{key} has to be text.")
    base = None
    if "base" in data:
        if data["base"] not in BOOKS:
            problems.append(f"base has to be one of {', '.join(BOOKS)}.")
        elif house or data["base"] != data.get("id"):
            base = book(data["base"])
    elif house:
        problems.append("base is missing; name the rule set that this one changes.")
    for section in ("setting", "rule", "options"):
        if not isinstance(data.get(section, {}), dict):
            problems.append(f"{section} has to be a table.")
    if problems:
        raise RulesetWrongError(file, tuple(problems))
    rules, settings = _inherited(base, data.get("inherited", {}), problems)
    if house:
        _house_changes(data, base, rules, settings, problems)
    else:
        for name, entry in data.get("setting", {}).items():
            _add_setting(name, entry, settings, problems)
        for key, entry in data.get("rule", {}).items():
            _add_rule(key, entry, rules, problems)
        problems += [f"setting.{name} is missing." for name in FORMS if name not in settings]
    if problems:
        raise RulesetWrongError(file, tuple(problems))
    return Ruleset(
        data["id"], data["name"], data.get("about", ""), rules, settings, data.get("base"), house
    )


def _unknown(where: str, entry: Mapping[str, Any], allowed: Iterable[str]) -> Iterator[str]:
    for key in entry:
        if key not in allowed:
            yield f"{where} has an unknown key {key}; allowed are {', '.join(allowed)}."


def _inherited(
    base: Ruleset | None, how: Any, problems: list[str]
) -> tuple[dict[str, Rule], dict[str, Setting]]:
    """The base's entries; `how` may say that the book is silent and that they are assumed."""
    if base is None:
        return {}, {}
    if not how:
        return dict(base.rules), dict(base.settings)
    allowed = ("status", "source", "catalogue")
    wrong = list(_unknown("inherited", how, allowed))
    wrong += [f"inherited.{key} is missing." for key in allowed if key not in how]
    problems += wrong
    if wrong:
        return {}, {}
    catalogue = tuple(how["catalogue"])

    def passed_on(entry: Any) -> Any:
        source = how["source"].format(source=entry.source)
        return replace(entry, status=how["status"], source=source, catalogue=catalogue)

    return (
        {key: passed_on(rule) for key, rule in base.rules.items()},
        {name: passed_on(setting) for name, setting in base.settings.items()},
    )


def _add_setting(name: str, entry: Any, settings: dict[str, Setting], problems: list[str]) -> None:
    where = f"setting.{name}"
    if name not in FORMS:
        problems.append(f"{where} is unknown; there are {', '.join(FORMS)}.")
        return
    if not isinstance(entry, dict):
        problems.append(f"{where} has to be a table with a value and a source.")
        return
    wrong = list(_unknown(where, entry, _SETTING_KEYS))
    merged = {"value": settings[name].value, **entry} if name in settings else entry
    wrong += [f"{where} lacks its {key}." for key in _SETTING_NEEDED if key not in merged]
    if "value" in merged and not FORMS[name].accepts(merged["value"]):
        wrong.append(f"{where}.value has to be {FORMS[name].wanted()}.")
    if entry.get("status", "stated") not in STATUSES:
        wrong.append(f"{where}.status has to be one of {', '.join(STATUSES)}.")
    problems += wrong
    if not wrong:
        settings[name] = Setting(
            name,
            _none(merged["value"]),
            FORMS[name].words,
            entry["source"],
            entry.get("status", "stated"),
            tuple(entry["catalogue"]),
        )


def _add_rule(key: str, entry: Any, rules: dict[str, Rule], problems: list[str]) -> None:
    where = f"rule.{key}"
    if not isinstance(entry, dict):
        problems.append(f"{where} has to be a table.")
        return
    wrong = list(_unknown(where, entry, _RULE_TYPES))
    for name, value in entry.items():
        kind, wanted = _RULE_TYPES.get(name, (object, ""))
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            wrong.append(f"{where}.{name} has to be {wanted}.")
    merged = {**rules[key].entry(), **entry} if key in rules else dict(entry)
    if key in rules and "source" in entry and "status" not in entry:
        merged["status"] = "stated"
    wrong += [f"{where} lacks its {name}." for name in _RULE_NEEDED if name not in merged]
    if not wrong:
        wrong += _rule_problems(where, merged)
    problems += wrong
    if not wrong:
        values: dict[str, Any] = {"who": "all", "status": "stated", **merged}
        fields = {n: tuple(v) if isinstance(v, list) else v for n, v in values.items()}
        rules[key] = Rule(key=key, **cast("Any", fields))


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
    if len([name for name in _VALUES if entry.get(name)]) > 1 or not any(
        name in entry for name in _VALUES
    ):
        yield f"{where} has to have one of {', '.join(_VALUES)}."
    for name in ("points", "doubles"):
        most = 20 if name == "doubles" else MOST
        if not 0 <= entry.get(name, 0) <= most:
            yield f"{where}.{name} has to be from 0 to {most:,}."
    added = entry.get("added", 0)
    if not _is_number(added) and added != "half the limit":
        yield f"{where}.added has to be a whole number, or half the limit."


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
    file = files("companion.rules") / "rulesets" / f"{name}.toml"
    return parse(file.read_text(encoding="utf-8"), f"{name}.toml")


def as_played(ruleset: Ruleset | str, options: Mapping[str, Any]) -> Ruleset:
    """A rule set, or the book of that name, with a table's options.

    Raises RulesetUnknownError, OptionWrongError.
    """
    chosen = book(ruleset) if isinstance(ruleset, str) else ruleset
    return chosen.with_options(options)


def load(path: Path, house: bool = True) -> Ruleset:
    """A rule set from a file. Raises RulesetWrongError, RulesetUnknownError."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RulesetWrongError(path.name, (f"It cannot be read ({error}).",)) from None
    return parse(text, path.name, house)

"""The entries of a rule set: settings say how the table plays, rules what a hand is worth."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from companion.base.frozen import freeze

Status = Literal["stated", "implied", "assumed", "house"]
Per = Literal["hand", "set", "bonus"]
Who = Literal["winner", "loser", "all"]
Kind = Literal["points", "doubles", "limit", "added", "switch"]

STATUSES: Final = get_args(Status)
MOST: Final = 1_000_000
"""The highest value of a rule. A higher one is more likely a typing error than a game."""
MOST_DOUBLES: Final = 20
"""The most doubles of a rule: so many make a million of one point."""
_UNDEALT: Final = 136 - 53
"""Tiles of the smallest wall that are left when all are dealt: no more can stay undrawn."""


@dataclass(frozen=True)
class SettingForm:
    """What values a setting may have, for the check and for the page.

    kind: limit (a whole number or none), number, switch, choice, or table (numbers to numbers).
    most: what a house may choose at most. A stored evening may have more.
    """

    kind: Literal["limit", "number", "switch", "choice", "table"]
    words: str
    choices: tuple[str, ...] = ()
    most: int = MOST

    @property
    def least(self) -> int:
        return 1 if self.kind == "limit" else 0

    def wanted(self) -> str:
        return {
            "limit": f"a whole number from 1 to {self.most:,}, or none",
            "number": f"a whole number from 0 to {self.most:,}",
            "switch": "true or false",
            "choice": " or ".join(self.choices),
            "table": "a table of whole numbers",
        }[self.kind]

    def accepts(self, value: Any) -> bool:
        if self.kind == "limit":
            return value == "none" or value is None or (is_number(value) and value > 0)
        if self.kind == "number":
            return is_number(value)
        if self.kind == "switch":
            return isinstance(value, bool)
        if self.kind == "choice":
            return isinstance(value, str) and value in self.choices
        return isinstance(value, dict) and all(
            str(key).isascii() and str(key).isdecimal() and len(str(key)) < 8 and is_number(each)
            for key, each in value.items()
        )


def is_number(value: Any) -> bool:
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
        "switch",
        "No player but East receives more than the limit from another player, not even from East.",
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
        "switch", "Whoever recklessly discards the winning tile pays for all three."
    ),
    "dead_wall": SettingForm(
        "number", "Tiles at the end of the wall that are never drawn.", most=_UNDEALT
    ),
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

    def __post_init__(self) -> None:
        freeze(self, "value")

    @property
    def form(self) -> SettingForm:
        return FORMS[self.name]


@dataclass(frozen=True)
class Rule:
    """One thing that a hand is scored for.

    key: its own name, and the option that turns it on or off. id: the name in a score's lines. per:
    looked for once in a hand, at every set and pair, or at every bonus tile. when: names of
    patterns, all of which must hold. kind: which of points, doubles, limit, added and switch
    it has, also if a house sets it to 0; the others are not set. added: points after doubling, a
    number or `half the limit`. switch: it brings nothing itself, and is only on or off.
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
    kind: Kind
    points: int = 0
    doubles: int = 0
    limit: bool = False
    added: int | str = 0
    switch: bool = False
    on: bool = True
    choices: tuple[int, ...] = ()

    @property
    def takes_a_number(self) -> bool:
        """Whether a house may say what it is worth, and not only whether it is on."""
        return self.kind not in ("limit", "switch")

    @property
    def most(self) -> int:
        """The highest value that a house may give it."""
        return MOST_DOUBLES if self.kind == "doubles" else MOST

    def entry(self) -> dict[str, Any]:
        """As in a rule set's file, without what it does not have."""
        values = {name: getattr(self, name) for name in RULE_TYPES}
        kept = {n: v for n, v in values.items() if v or n in ("when", "on", self.kind)}
        return {name: list(v) if isinstance(v, tuple) else v for name, v in kept.items()}

    @property
    def cited(self) -> str:
        """The source that a line of a score names."""
        if self.status == "stated":
            return self.source
        return f"{self.source} ({'house rule' if self.status == 'house' else self.status})"


def none(value: Any) -> Any:
    """The word for none in a file, because TOML has no such value."""
    return None if value == "none" else value


VALUES: Final[tuple[Kind, ...]] = get_args(Kind)
RULE_TYPES: Final[dict[str, tuple[type, str]]] = {
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
    "switch": (bool, "true or false"),
    "on": (bool, "true or false"),
    "choices": (list, "a list of numbers"),
}

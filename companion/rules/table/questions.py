"""What can happen at a table by a rule set, so that a form asks only what matters.

Everything follows from the rules that are on and from the settings. A house that turns a rule on
gets its question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from companion.base.forms import Form, seen_as
from companion.base.frozen import freeze
from companion.game import tiles as t
from companion.game.circumstances import QUESTIONS
from companion.game.hand import Flag
from companion.game.melds import WonBy
from companion.game.seats import SEATS, Seat
from companion.rules.books.entries import Rule, Status
from companion.rules.books.ruleset import Ruleset
from companion.rules.patterns.bonus import BONUS_PATTERNS
from companion.rules.patterns.cases import BonusCase
from companion.rules.patterns.hands import LAID_OUT
from companion.rules.patterns.known import ASKS
from companion.rules.table import reckless
from companion.rules.table.rotation import Result
from companion.rules.table.washing import washing_brings


class CircumstanceAsked(Form, frozen=True):
    """A circumstance to ask about, for these ways to win and these seats (see `Question`)."""

    id: str
    words: str
    by: tuple[WonBy, ...]
    seats: tuple[Seat, ...]
    source: str
    status: Status


class BonusInPlay(Form, frozen=True):
    """tiles: those that count for some player."""

    in_play: bool
    tiles: tuple[t.Code, ...]
    source: str


class DeadHand(Form, frozen=True):
    """What a hand with too many or too few tiles costs, in words."""

    many: str
    few: str
    source: str


class WashingInPlay(Form, frozen=True):
    """from_each: what so many heads bring from each player."""

    from_each: Mapping[str, int]
    source: str

    def __post_init__(self) -> None:
        freeze(self, "from_each")


class FalseMahJongg(Form, frozen=True):
    """What it costs: to each, and to or from East; None without a limit."""

    to_each: int | None
    with_east: int | None
    words: str
    source: str


class RecklessCase(Form, frozen=True):
    case: int
    words: str


class RecklessExcuse(Form, frozen=True):
    """asks: the fields of the discarder that decide."""

    asks: tuple[str, ...]
    words: str
    source: str


class PaysForAll(Form, frozen=True):
    cases: tuple[RecklessCase, ...]
    exceptions: tuple[RecklessExcuse, ...]
    source: str


class Play(Form, frozen=True):
    """How a hand may be won and end by these rules, and which tiles are in play.

    round: whether the wind of the round changes any score.
    """

    results: tuple[Result, ...]
    win_by: tuple[WonBy, ...]
    round: bool
    circumstances: tuple[CircumstanceAsked, ...]
    bonus: BonusInPlay
    flags: tuple[Flag, ...]
    dead_hand: DeadHand
    washing: WashingInPlay | None
    false_mah_jongg: FalseMahJongg | None
    pays_for_all: PaysForAll | None


def play(rules: Ruleset) -> Play:
    dead_few = "too few tiles: pays the others in full"
    if rules.value("dead_too_few_deducts"):
        dead_few = "too few tiles: pays the others their scores less its own, collects nothing"
    if rules.value("dead_too_few_collects"):
        dead_few = "too few tiles: settles like any other, but cannot win"
    tiles = _bonus_tiles(rules)
    washing, false = _washing(rules), _false_mah_jongg(rules)
    special = set(t.SPECIALS) & set(tiles)
    return Play(
        results=(
            *("win", "draw"),
            *(("wash",) if washing else ()),
            *(("false_mah_jongg",) if false else ()),
        ),
        win_by=("discard", "draw", "loose", *(("rob",) if _asking(rules, "rob") else ())),
        round=rules.value("rounds") and _asking(rules, "round") is not None,
        circumstances=tuple(_circumstances(rules)),
        bonus=BonusInPlay(rules.value("flowers"), tiles, rules.settings["flowers"].source),
        flags=("dead", "part", *(("unexposed_special",) if special else ())),
        dead_hand=DeadHand(
            many="too many tiles: pays the others in full",
            few=dead_few,
            source=rules.settings["dead_too_few_deducts"].source,
        ),
        washing=washing,
        false_mah_jongg=false,
        pays_for_all=_pays_for_all(rules),
    )


def _in_force(rules: Ruleset) -> Iterator[Rule]:
    no_limit = rules.value("limit") is None and rules.value("limit_hand_points") is None
    return (rule for rule in rules.in_play if not (rule.limit and no_limit))


def _asking(rules: Ruleset, name: str) -> Rule | None:
    """A rule to which this circumstance or way to win, or the wind of the round, matters."""
    for pattern in [pattern for pattern, asked in ASKS.items() if asked == name]:
        for rule in _in_force(rules):
            if pattern in rule.when or f"not {pattern}" in rule.when:
                return rule
    return None


def _circumstances(rules: Ruleset) -> Iterator[CircumstanceAsked]:
    for asked in QUESTIONS:
        rule = _asking(rules, asked.id)
        if rule is not None:
            yield CircumstanceAsked(
                asked.id, asked.words, asked.by, asked.seats, rule.source, rule.status
            )


def _bonus_tiles(rules: Ruleset) -> tuple[t.Code, ...]:
    """The flowers, seasons and special tiles that count for some player."""
    single = [
        [BONUS_PATTERNS[name] for name in rule.when]
        for rule in _in_force(rules)
        if rule.per == "bonus"
    ]
    together = {
        code for rule in _in_force(rules) for name in rule.when for code in LAID_OUT.get(name, ())
    }
    return tuple(
        code
        for code in t.BONUS
        if code in together
        or any(
            all(holds(BonusCase(code, seat)) for holds in patterns)
            for patterns in single
            for seat in SEATS
        )
    )


def _washing(rules: Ruleset) -> WashingInPlay | None:
    brings = washing_brings(rules)
    if not brings:
        return None
    from_each = {str(heads): points for heads, points in brings.items()}
    return WashingInPlay(from_each, rules.settings["washing"].source)


def _false_mah_jongg(rules: Ruleset) -> FalseMahJongg | None:
    setting, limit = rules.settings["false_mah_jongg"], rules.value("limit")
    if not setting.value:
        return None
    if limit is None:
        words = "costs nothing, since there is no limit"
        return FalseMahJongg(None, None, words, setting.source)
    words = "costs half the limit to each, the limit to or from East"
    return FalseMahJongg(limit // 2, limit, words, setting.source)


def _pays_for_all(rules: Ruleset) -> PaysForAll | None:
    setting = rules.settings["pays_for_all"]
    if not setting.value:
        return None
    return PaysForAll(
        cases=tuple(RecklessCase(case, words) for case, words in reckless.CASES.items()),
        exceptions=seen_as(tuple[RecklessExcuse, ...], reckless.EXCUSES),
        source=setting.source,
    )

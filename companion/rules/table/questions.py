"""What can happen at a table by a rule set, so that a form asks only what matters.

Everything follows from the rules that are on and from the settings. A house that turns a rule on
gets its question.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.game import tiles as t
from companion.game.circumstances import QUESTIONS
from companion.game.seats import SEATS
from companion.rules.books.ruleset import Rule, Ruleset
from companion.rules.patterns.bonus import BONUS_PATTERNS
from companion.rules.patterns.cases import BonusCase
from companion.rules.patterns.hands import LAID_OUT
from companion.rules.patterns.known import ASKS
from companion.rules.table import reckless

Json = dict[str, Any]


def play_json(rules: Ruleset) -> Json:
    """How a hand may be won and end by these rules, and which tiles are in play.

    round: whether the wind of the round changes any score.
    """
    dead_few = "too few tiles: pays the others in full"
    if rules.value("dead_too_few_deducts"):
        dead_few = "too few tiles: pays the others their scores less its own, collects nothing"
        if rules.value("dead_too_few_collects"):
            dead_few = "too few tiles: settles like any other, but cannot win"
    tiles = _bonus_tiles(rules)
    washing, false = _washing(rules), _false_mah_jongg(rules)
    ends = {"win": True, "draw": True, "wash": washing, "false_mah_jongg": false}
    return {
        "results": [result for result, known in ends.items() if known],
        "win_by": ["discard", "draw", "loose", *(["rob"] if _asking(rules, "rob") else [])],
        "round": _asking(rules, "round") is not None,
        "circumstances": list(_circumstances(rules)),
        "bonus": {
            "in_play": rules.value("flowers"),
            "tiles": list(tiles),
            "source": rules.settings["flowers"].source,
        },
        "flags": ["dead", *(["unexposed_special"] if set(t.SPECIALS) & set(tiles) else [])],
        "dead_hand": {
            "many": "too many tiles: pays the others in full",
            "few": dead_few,
            "source": rules.settings["dead_too_few_deducts"].source,
        },
        "washing": washing,
        "false_mah_jongg": false,
        "pays_for_all": _pays_for_all(rules),
    }


def _in_force(rules: Ruleset) -> Iterator[Rule]:
    no_limit = rules.value("limit") is None and rules.value("limit_hand_points") is None
    return (rule for rule in rules.rules.values() if rule.on and not (rule.limit and no_limit))


def _asking(rules: Ruleset, name: str) -> Rule | None:
    """A rule to which this circumstance or way to win, or the wind of the round, matters."""
    for pattern in [pattern for pattern, asked in ASKS.items() if asked == name]:
        for rule in _in_force(rules):
            if pattern in rule.when or f"not {pattern}" in rule.when:
                return rule
    return None


def _circumstances(rules: Ruleset) -> Iterator[Json]:
    for question in QUESTIONS:
        rule = _asking(rules, question.id)
        if rule is not None:
            yield {
                "id": question.id,
                "words": question.words,
                "by": list(question.by),
                "seats": list(question.seats),
                "source": rule.source,
                "status": rule.status,
            }


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


def _washing(rules: Ruleset) -> Json | None:
    setting = rules.settings["washing"]
    if not setting.value:
        return None
    return {"from_each": dict(setting.value), "source": setting.source}


def _false_mah_jongg(rules: Ruleset) -> Json | None:
    setting, limit = rules.settings["false_mah_jongg"], rules.value("limit")
    if not setting.value:
        return None
    words = "costs half the limit to each, the limit to or from East"
    return {
        "to_each": None if limit is None else limit // 2,
        "with_east": limit,
        "words": "costs nothing, since there is no limit" if limit is None else words,
        "source": setting.source,
    }


def _pays_for_all(rules: Ruleset) -> Json | None:
    setting = rules.settings["pays_for_all"]
    if not setting.value:
        return None
    return {
        "cases": [{"case": case, "words": words} for case, words in reckless.CASES.items()],
        "exceptions": [
            {"asks": list(each.asks), "words": each.words, "source": each.source}
            for each in reckless.EXCUSES
        ],
        "source": setting.source,
    }

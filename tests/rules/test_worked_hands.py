"""Hands worked by hand, each under the sentence of the book that it shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from companion.game.hand import Hand
from companion.rules.scoring.answer import score_hand
from tests.rules.goldens import Case, golden
from tests.rules.winning import lines, meld


def worked() -> Iterator[Any]:
    for rule in golden("worked_hands")["rules"]:
        for hand in rule["hands"]:
            name = f"{rule['ruleset']}, {rule['page']}: {hand['what']}"
            yield pytest.param(rule["ruleset"], hand, id=name)


def as_form(ruleset: str, case: Case) -> dict[str, Any]:
    form = {
        "ruleset": ruleset, "seat": case.get("seat", "S"), "round": case.get("round", "W"),
        "winner": "last" in case, "concealed": case["held"], "bonus": case.get("bonus", ""),
        "melds": [meld(text) for text in case.get("laid", [])],
        "options": case.get("options", {}),
    }  # fmt: skip
    if "last" in case:
        told = case.get("told", "").split()
        form["win"] = {"tile": case["last"], "by": case["by"], "circumstances": told}
        form["win"] |= {"meld": case["meld"]} if "meld" in case else {}
    return form


def by_hand(brings: list[str]) -> int:
    """The sum of the points, doubled as often as the lines say, plus what is added afterwards."""
    values = [line.rsplit(" ", 1)[1] for line in brings]
    doubles = sum(int(value[1:]) for value in values if value.startswith("x"))
    points = sum(int(value) for value in values if value[0].isdecimal())
    added = sum(int(value[1:]) for value in values if value.startswith("+"))
    return points * 2**doubles + added


@pytest.mark.parametrize(("ruleset", "case"), list(worked()))
def test_a_hand_scores_what_it_scores_by_hand(ruleset: str, case: Case) -> None:
    score = score_hand(Hand.from_json(as_form(ruleset, case)))
    assert score.complete is ("last" in case), score.reason
    assert lines(score) == Counter(case["lines"])
    assert score.total == case["total"]
    assert score.uncapped == case.get("uncapped", case["total"]) == by_hand(case["lines"])

"""Every worked hand of the books scores what the book says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from companion.game.hand import Hand
from companion.rules.scoring.answer import Score, score_hand
from tests.rules.goldens import Case, golden, limit_hands, part_one_hands, part_two_hands


def scored(form: dict[str, Any], **options: Any) -> Score:
    return score_hand(Hand.from_json(form | {"options": form.get("options", {}) | options}))


def values(lines: list[dict[str, Any]]) -> Counter[tuple[int, int]]:
    return Counter((line["points"], line["doubles"]) for line in lines)


def agrees(score: Score, expected: Case) -> None:
    """points, doubles and total exactly; the lines as a multiset of their values."""
    answer = score.to_json()
    assert answer["complete"] == expected["complete"]
    for name in ("shape", "points", "doubles", "limit_hand"):
        if name in expected:
            assert answer[name] == expected[name], name
    if isinstance(expected.get("total"), int):
        assert answer["total"] == expected["total"]
    if "lines" in expected:
        assert values(answer["lines"]) == values(expected["lines"])
        assert Counter(line["id"] for line in answer["lines"]) == Counter(
            line["id"] for line in expected["lines"]
        )


def by_id(cases: Iterable[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in cases])


@by_id(part_one_hands())
def test_a_hand_of_part_one(case: Case) -> None:
    agrees(scored(case["hand"]), case["expected"])


@by_id(case for case in part_one_hands() + part_two_hands() if "equivalent_hands" in case)
def test_the_winning_set_written_as_an_exposed_meld_scores_the_same(case: Case) -> None:
    for hand in case["equivalent_hands"]:
        agrees(scored(hand), case["expected"])


@by_id(part_two_hands())
def test_a_hand_of_part_two(case: Case) -> None:
    agrees(scored(case["hand"]), case["expected"])


@by_id(part_two_hands())
def test_a_hand_of_part_two_with_a_limit(case: Case) -> None:
    for variant in case["limit_variants"]:
        assert scored(case["hand"], limit=variant["limit"]).total == variant["total"]


@by_id(limit_hands())
def test_a_limit_hand_and_its_near_misses(case: Case) -> None:
    score = scored(case["hand"])
    agrees(score, case["expected"])
    if not score.complete:
        assert score.reason


def test_the_booklet_s_thirteen_million_points() -> None:
    check = golden("booklet_settlements")["maximum_check"]
    answer = scored(check["hand"])
    assert (answer.points, answer.doubles, answer.total) == (204, 16, 13_369_344)


def test_a_special_tile_kept_back_costs_the_whole_score() -> None:
    case = next(c for c in golden("penalties")["dead_hands"] if c["id"] == "P-unexposed-special")[
        "loser_hand"
    ]
    assert scored(case["hand"]).total == 0
    assert scored(case["hand"] | {"flags": []}).total > 0


@by_id(golden("penalties")["reckless_discard"])
def test_the_winner_of_a_reckless_discard(case: Case) -> None:
    expected = case["winner_hand_expected"]
    score = scored(case["winner_hand"])
    assert score.complete
    assert (score.limit_hand, score.total) == (expected["limit_hand"], expected["total"])

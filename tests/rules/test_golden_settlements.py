"""Every settlement of the books, to the counter."""

from __future__ import annotations

from collections import defaultdict

import pytest

from companion.rules.table.settle import Settlement, Table, settle
from tests.rules.goldens import Case, golden, settlements


def between(payments: list[Case]) -> dict[tuple[str, str], int]:
    """Points by payer and receiver, because payments between the same two players may be split or
    joined."""
    joined: dict[tuple[str, str], int] = defaultdict(int)
    for payment in payments:
        joined[payment["from"], payment["to"]] += payment["points"]
    return dict(joined)


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in settlements()])
def test_a_settlement(case: Case) -> None:
    answer = settle(Table.from_json(case["settle"])).to_json()
    assert answer["net"] == case["expected"]["net"]
    assert between(answer["payments"]) == between(case["expected"]["payments"])
    assert all(payment["why"] for payment in answer["payments"])


@pytest.mark.parametrize(
    "case",
    [pytest.param(c, id=c["id"]) for c in golden("harr_part2_examples")["cases"]],
)
def test_what_a_hand_of_part_two_brings_from_each(case: Case) -> None:
    """East pays and receives up to double the limit (Harr p. 60, 71)."""
    winner = case["hand"]["seat"]
    for variant in case["limit_variants"]:
        scores = dict.fromkeys("ESWN", 0) | {winner: variant["total"]}
        table = {
            "ruleset": "harr-limit",
            "options": {"limit": variant["limit"]},
            "winner": winner,
            "scores": scores,
        }
        paid = between(settle(Table.from_json(table)).to_json()["payments"])
        others = variant.get("from_each", variant.get("from_each_other"))
        for seat in "ESWN":
            if seat != winner:
                owed = variant["from_east"] if seat == "E" else others
                assert paid[seat, winner] == owed


def test_without_a_limit_a_false_mah_jongg_costs_nothing_and_the_answer_says_why() -> None:
    table = {
        "ruleset": "harr-limit",
        "options": {"limit": None},
        "winner": None,
        "scores": dict.fromkeys("ESWN", 0),
        "events": [{"kind": "false_mah_jongg", "seat": "W"}],
    }
    answer = settle(Table.from_json(table))
    assert answer.payments == ()
    assert "half the limit" in answer.notes[0]
    assert Settlement.from_json(answer.to_json()) == answer


def test_a_reason_that_names_seats_has_them_apart_for_who_knows_the_players() -> None:
    table = {
        "ruleset": "harr-limit",
        "winner": "S",
        "scores": {"E": 0, "S": 40, "W": 0, "N": 0},
        "discarder": "N",
        "pays_for_all": True,
    }
    (paid,) = settle(Table.from_json(table)).payments
    assert paid.why == "the discarder pays for all: East 80 + West 40 + North 40 (Harr p. 68-70)"
    seats = "the discarder pays for all: {E} 80 + {W} 40 + {N} 40 (Harr p. 68-70)"
    assert paid.why_with_seats == seats


def test_a_reason_that_names_no_seat_stands_once() -> None:
    table = {"ruleset": "harr-limit", "winner": "S", "scores": {"E": 0, "S": 40, "W": 0, "N": 0}}
    for payment in settle(Table.from_json(table)).to_json()["payments"]:
        assert set(payment) == {"from", "to", "points", "why"}

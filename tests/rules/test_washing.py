"""Washing the tiles (Harr p. 61): how many different heads, and what they bring."""

from __future__ import annotations

import pytest

from companion.rules.books.ruleset import NotInRulesetError, book
from companion.rules.table.settle import Table, TableNotAllowedError, settle
from companion.rules.table.washing import DealtUnfitError, may_wash
from tests.rules.goldens import Case, golden

LIMIT = book("harr-limit")
CASES = golden("washing")["cases"]
HEADS = ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_golden(case: Case) -> None:
    washing = may_wash(case["dealt"], case["seat"], LIMIT)
    assert washing.heads == case["different_heads"]
    assert washing.may_wash is case["may_wash"]
    if washing.may_wash:
        net = settle(Table.from_json(case["settle"])).net
        assert net == case["expected"]["net"]
        assert net[case["seat"]] == washing.from_each * (len(net) - 1)  # type: ignore[operator]


def test_the_books_table_is_the_rule_sets() -> None:
    table = {str(row["heads"]): row["from_each"] for row in golden("washing")["table"]}
    assert LIMIT.value("washing") == table


@pytest.mark.parametrize(("seat", "extra"), [("S", ["2m"]), ("E", [])])
def test_only_the_hand_as_it_was_dealt_is_washed(seat: str, extra: list[str]) -> None:
    with pytest.raises(DealtUnfitError, match="as it was dealt"):
        may_wash(HEADS + extra, seat, LIMIT)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["harr", "international", "traditional"])
def test_the_other_rule_sets_know_no_washing(name: str) -> None:
    with pytest.raises(NotInRulesetError, match="knows no washing"):
        may_wash(HEADS, "S", book(name))


def test_of_washing_and_winning_only_one_is_entered() -> None:
    # East's original hand goes before washing, and washing before the first discard (p. 62, 64):
    # whoever was first is entered, and the other has not happened.
    scores = {"E": 0, "S": 20, "W": 0, "N": 0}
    event = {"kind": "wash", "seat": "W", "heads": 9}
    table = {"ruleset": "harr-limit", "winner": "S", "scores": scores, "events": [event]}
    with pytest.raises(TableNotAllowedError, match="leave the winner empty"):
        settle(Table.from_json(table))

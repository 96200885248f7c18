"""What the game or the form does not allow: a sentence that names the tile or field, no score."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.base.errors import CompanionError, MalformedError, NotAllowedError, NotFoundError
from companion.game.hand import Hand
from companion.rules.scoring.answer import score_hand
from companion.rules.table.settle import Table, settle
from tests.not_allowed import HANDS, TABLES, WINNER, Form, a_meld, changed


@pytest.mark.parametrize(("form", "field", "word"), HANDS.values(), ids=HANDS)
def test_a_hand_that_cannot_be_scored(form: Form, field: str, word: str) -> None:
    with pytest.raises(CompanionError) as raised:
        score_hand(Hand.from_json(form))
    refused(raised.value, field, word)


@pytest.mark.parametrize(("form", "field", "word"), TABLES.values(), ids=TABLES)
def test_a_table_that_cannot_be_settled(form: Form, field: str, word: str) -> None:
    with pytest.raises(CompanionError) as raised:
        settle(Table.from_json(form))
    refused(raised.value, field, word)


def refused(error: CompanionError, field: str, word: str) -> None:
    """One sentence for a person, and the field."""
    assert isinstance(error, MalformedError | NotAllowedError | NotFoundError)
    assert error.field is not None
    assert error.field.startswith(field)
    assert word.lower() in str(error).lower()
    assert "\n" not in str(error)
    assert str(error)[0].isupper() or str(error)[0] in "“0123456789"


MANY = 50_000
HUGE: dict[str, Form] = {
    "melds": changed(WINNER, melds=[]) | {"melds": a_meld("chow", "1z", "2z", "3z") * MANY},
    "tiles": changed(WINNER) | {"concealed": ["2p"] * MANY},
    "options": changed(WINNER) | {"options": {f"no {n}": True for n in range(MANY)}},
    "bonus tiles": changed(WINNER) | {"bonus": ["1f"] * MANY},
    "text": changed(WINNER, seat="E" * MANY),
}


@pytest.mark.parametrize("form", HUGE.values(), ids=HUGE)
def test_megabytes_of_nonsense_are_told_in_few_words(form: Form) -> None:
    with pytest.raises(CompanionError) as raised:
        score_hand(Hand.from_json(form))
    assert len(str(raised.value)) < 1500


@pytest.mark.parametrize("reader", [Hand.from_json, Table.from_json])
@pytest.mark.parametrize("form", [None, [], "hand", 7, {}, {"concealed": {}}])
def test_what_is_no_hand_and_no_table_at_all(reader: Callable[[Any], Any], form: Any) -> None:
    with pytest.raises(MalformedError):
        reader(form)

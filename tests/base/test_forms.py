"""What msgspec refuses at first and the form layer reads all the same."""

from __future__ import annotations

import pytest

from companion.base.forms import FieldWrongError
from companion.ledger.commands import EveningAsked

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]


def test_counters_are_read_beside_a_field_that_is_null() -> None:
    asked = {"players": PLAYERS, "counters": {"500": 2}, "title": None}
    assert EveningAsked.from_json(asked).counters == {500: 2}


def test_a_name_of_counters_that_is_no_number_is_refused() -> None:
    asked = {"players": PLAYERS, "counters": {"many": 2}}
    with pytest.raises(FieldWrongError, match=r"counters\.many has to be a whole number"):
        EveningAsked.from_json(asked)

"""Frozen values hold nothing, at any depth, that somebody could change."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from decimal import Decimal
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import companion
from companion.base.errors import CompanionError
from companion.base.forms import json_bytes
from companion.base.frozen import EMPTY, FrozenDict, frozen
from companion.ledger.summary import summarise
from companion.rules.books.ruleset import BOOKS, book
from companion.rules.table.questions import play
from tests.ledger.test_evening import EVENTS, Table, event_of
from tests.strategies import losing_hand, table, winning_hand

PLAIN = str | int | float | bool | Decimal | None


def changeable(value: Any, path: str = "") -> Iterator[str]:
    """Where in a value something can be changed."""
    how = getattr(value, "__struct_config__", getattr(value, "__dataclass_params__", None))
    if isinstance(value, PLAIN):
        return
    if isinstance(value, tuple):
        parts = [(f"{path}[{place}]", item) for place, item in enumerate(value)]
    elif isinstance(value, FrozenDict):
        parts = [(f"{path}.{name}", item) for name, item in value.items()]
    elif how is not None and how.frozen:
        form = isinstance(value, msgspec.Struct)
        names = value.__struct_fields__ if form else value.__dataclass_fields__
        parts = [(f"{path}.{name}", getattr(value, name)) for name in names]
    else:
        yield f"{path} is a {type(value).__name__}"
        return
    for where, part in parts:
        yield from changeable(part, where)


@given(st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_hand_its_score_and_its_settlement_stay_as_they_are(seed: int) -> None:
    rng = Random(seed)
    for form in (winning_hand(rng), losing_hand(rng)):
        hand = companion.Hand.from_json({**form, "options": {"limit": 500}})
        assert list(changeable((hand, companion.score_hand(hand)))) == []
        assert hash(hand) == hash(companion.Hand.from_json(hand.to_json()))
    given = companion.Table.from_json(table(rng))
    assert list(changeable((given, companion.settle(given)))) == []


def test_a_reading_stays_as_it_is() -> None:
    tile = {"code": "5m", "quad": [[0, 0], [9, 0], [9, 9], [0, 9]], "alternatives": [["5m", 0.9]]}
    sides: dict[str, Any] = {"near": {}, "far": {}}
    reading = companion.Reading.from_json(
        {
            "image": {"width": 640, "height": 480},
            "tiles": [tile],
            "timing_ms": {"decode": 1.5},
            "hands": sides,
            "sides": sides,
        }
    )
    assert list(changeable(reading)) == []
    assert companion.Reading.from_json(reading.to_json()) == reading


@given(EVENTS, st.integers(2, 4), st.sampled_from(BOOKS))
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_an_evening_stays_as_it_is(
    happenings: list[tuple[str, int]], players: int, ruleset: str
) -> None:
    table = Table(players, ruleset)
    for what, number in happenings:
        try:
            table.add(event_of(table, what, number)())
        except CompanionError:
            continue
    assert list(changeable((table.evening, summarise(table.evening)))) == []


@pytest.mark.parametrize("name", BOOKS)
def test_a_rule_set_stays_as_it_is(name: str) -> None:
    rules = book(name).with_options({"counters": {"100": 5}})
    assert list(changeable((rules, play(rules)))) == []


def test_no_default_can_be_spoilt_for_the_next_value() -> None:
    hand = companion.Hand.from_json(winning_hand(Random(1)) | {"options": {}})
    assert hand.options is EMPTY
    options: Any = hand.options
    with pytest.raises(TypeError, match="frozen value"):
        options["limit"] = 300


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "set": lambda given: given.__setitem__("a", 2),
    "delete": lambda given: given.__delitem__("a"),
    "add": lambda given: given.__ior__({"b": 1}),
    "update": lambda given: given.update(b=1),
    "set the default": lambda given: given.setdefault("b", 1),
    "pop": lambda given: given.pop("a"),
    "pop the last": lambda given: given.popitem(),
    "clear": lambda given: given.clear(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_frozen_dictionary_is_read_and_copied_and_never_changed(
    change: Callable[[dict[str, Any]], object],
) -> None:
    plain = {"a": [{"b": 1}], "c": {}}
    given = frozen(plain)
    with pytest.raises(TypeError):
        change(given)
    with pytest.raises(TypeError):
        change(given["a"][0])
    assert given == {"a": ({"b": 1},), "c": {}}
    assert json_bytes(given) == json_bytes(plain)
    assert all(each(given) == given for each in (copy.copy, copy.deepcopy, dict))
    assert pickle.loads(pickle.dumps(given)) == given

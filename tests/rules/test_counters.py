"""Counters: which to hand over, what change to give, and that nothing is lost on the way."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import astuple

from companion.rules.books.ruleset import book
from companion.rules.table.counters import (
    Counters,
    Exchange,
    Handover,
    Transfer,
    minus,
    pay,
    plus,
    settle_in_turn,
    value,
)

NOTHING: Counters = {}
STOCK = {int(worth): count for worth, count in book("harr").value("counters").items()}


def test_the_books_counters_and_what_a_player_starts_with() -> None:
    assert sorted(STOCK, reverse=True) == [1000, 500, 100, 10, 2]
    assert value(STOCK) == 3000


@pytest.mark.parametrize(
    ("points", "given", "change"),
    [
        (22, {10: 2, 2: 1}, {}),
        (40, {10: 4}, {}),
        (64, {10: 6, 2: 2}, {}),
        (96, {100: 1}, {2: 2}),
        (192, {100: 2}, {10: 1, 2: -1}),
        (490, {500: 1}, {10: 1}),
        (960, {1000: 1}, {10: 4}),
        (0, {}, {}),
    ],
)
def test_a_payment_takes_as_few_counters_as_it_can(
    points: int, given: Counters, change: Counters
) -> None:
    handover = pay(STOCK, STOCK, points)
    expected_given = plus(given, {worth: -n for worth, n in change.items() if n < 0})
    expected_change = {worth: n for worth, n in change.items() if n > 0}
    assert handover == Handover(expected_given, expected_change)


def test_what_can_be_given_exactly_needs_no_change() -> None:
    assert pay({10: 2, 4: 2}, {6: 2}, 8) == Handover({4: 2}, {})


def test_another_player_who_can_change_it_goes_before_the_box() -> None:
    handover = pay({500: 1}, NOTHING, 30, {2: {10: 3}, 3: {100: 5, 10: 12}})
    assert handover == Handover({10: 3}, {}, Exchange(3, {500: 1}, {100: 4, 10: 10}))


def test_the_box_changes_what_nobody_can() -> None:
    handover = pay({500: 1}, {100: 0, 10: 0}, 30)
    assert handover == Handover({10: 3}, {}, Exchange(None, {500: 1}, {100: 4, 10: 10}))


def test_who_holds_too_little_gives_all_and_owes_the_rest() -> None:
    assert pay({10: 2, 2: 1}, STOCK, 100) == Handover({10: 2, 2: 1}, {}, None, 78)
    assert pay(NOTHING, STOCK, 8) == Handover({}, {}, None, 8)


def test_what_no_counter_is_small_enough_for_stays_owed() -> None:
    assert pay({10: 9}, {10: 5}, 64) == Handover({10: 6}, {}, None, 4)
    assert pay({100: 2, 10: 5}, {100: 0}, 64) == Handover(
        {10: 6}, {}, Exchange(None, {100: 1}, {10: 10}), 4
    )


@pytest.mark.parametrize("small", [{10: 5}, {10**6: 5}, {}], ids=["tens", "millions", "none"])
def test_a_counter_that_the_box_cannot_break_stays_and_its_payment_is_owed(
    small: Counters,
) -> None:
    """Mistyped with too many noughts, or worth what smaller ones never make up. It has no other
    answer, so nobody waits for one."""
    mistyped = 10**12 + 1
    handover = pay({mistyped: 1}, {mistyped: 1, **small}, 5 * 10**11)
    assert handover == Handover({}, {}, None, 5 * 10**11)


def test_who_is_short_waits_until_he_has_been_paid_himself() -> None:
    held, moves = settle_in_turn(
        [{10: 5}, {10: 1}, {10: 0}], [Transfer(1, 2, 40), Transfer(0, 1, 50)]
    )
    assert [move.payer for move in moves] == [0, 1]
    assert all(move.owed == 0 for move in moves)
    assert [value(each) for each in held] == [0, 20, 40]


KINDS = st.sampled_from([(1000, 500, 100, 10, 2), (500, 100, 10, 2), (100, 25, 10), (9, 6, 4)])


@st.composite
def holdings(draw: st.DrawFn, players: int, most: int = 12) -> list[dict[int, int]]:
    kinds = draw(KINDS)
    return [{worth: draw(st.integers(0, most)) for worth in kinds} for _ in range(players)]


def subsets(held: Counters) -> list[dict[int, int]]:
    counts = product(*(range(n + 1) for n in held.values()))
    return [dict(zip(held, count, strict=True)) for count in counts]


@settings(max_examples=60, derandomize=True)
@given(held=holdings(2, most=2), points=st.integers(0, 400))
def test_no_other_way_between_the_two_takes_less_handling(
    held: list[dict[int, int]], points: int
) -> None:
    payer, payee = held
    pieces = [
        sum(given.values()) + sum(change.values()) + 2 * any(change.values())
        for given in subsets(payer)
        for change in subsets(payee)
        if value(given) - value(change) == points
    ]
    handover = pay(payer, payee, points)
    direct = handover.exchange is None and handover.owed == 0
    assert direct == bool(pieces)
    if direct:
        counted = sum(handover.given.values()) + sum(handover.change.values())
        assert counted + 2 * bool(handover.change) == min(pieces)


@settings(max_examples=150, derandomize=True)
@given(
    held=holdings(4),
    payments=st.lists(
        st.builds(
            lambda payer, step, points: Transfer(payer, (payer + step) % 4, points),
            st.integers(0, 3),
            st.integers(1, 3),
            st.integers(1, 3000),
        ),
        max_size=6,
    ),
)
def test_points_change_hands_and_nothing_is_lost(
    held: list[dict[int, int]], payments: list[Transfer]
) -> None:
    now, moves = settle_in_turn(held, payments)
    worth = [value(each) for each in held]
    for move in moves:
        paid = move.points - move.owed
        assert 0 <= paid <= move.points
        assert value(move.given) - value(move.change) == paid
        worth[move.payer] -= paid
        worth[move.payee] += paid
        if move.exchange is not None:
            assert value(move.exchange.gives) == value(move.exchange.gets)
    assert [value(each) for each in now] == worth
    assert all(count >= 0 for each in now for count in each.values())
    made = [(move.payer, move.payee, move.points) for move in moves]
    assert sorted(map(astuple, payments)) == sorted(made)


@settings(max_examples=60, derandomize=True)
@given(counts=st.lists(st.integers(0, 12), min_size=10, max_size=10), points=st.integers(1, 1500))
def test_with_the_books_counters_every_even_score_can_be_paid_by_who_holds_enough(
    counts: list[int], points: int
) -> None:
    payer = dict(zip(STOCK, counts[:5], strict=True))
    payee = dict(zip(STOCK, counts[5:], strict=True))
    handover = pay(payer, payee, 2 * points)
    assert handover.owed == max(0, 2 * points - value(payer))
    after = payer if handover.exchange is None else minus(payer, handover.exchange.gives)
    assert all(count >= 0 for count in after.values())

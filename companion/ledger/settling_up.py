"""The end of an evening: who pays whom, in as few payments as possible."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from itertools import combinations

from msgspec.structs import asdict

from companion.base.forms import Form
from companion.game.seats import Place
from companion.ledger.evening import Evening
from companion.rules.table.counters import Move, Transfer, hand_over


class FinalPayment(Move, frozen=True):
    """The counters are out of those that each player started with; for a table that kept its score
    on paper. money: by the evening's stake, to two places, as text."""

    money: str | None


class FinalSettlement(Form, frozen=True):
    """Who pays whom at the end, in as few payments as possible. currency: as people write it."""

    transfers: tuple[FinalPayment, ...]
    currency: str | None


def final_settlement(evening: Evening) -> FinalSettlement:
    transfers = fewest_transfers(evening.position.totals)
    start = (evening.setup.counters,) * len(evening.setup.players)
    _, moves = hand_over(start, transfers)
    stake = evening.setup.stake
    payments = tuple(
        FinalPayment(
            **asdict(move), money=None if stake is None else _money(move.points, stake.per_hundred)
        )
        for move in moves
    )
    return FinalSettlement(payments, None if stake is None else stake.currency)


def fewest_transfers(totals: Sequence[int]) -> tuple[Transfer, ...]:
    """The fewest payments that bring all totals to zero.

    totals: by player, a few players only; their sum is zero. Players whose totals cancel out settle
    among themselves. Each such group of k players needs k - 1 payments, so more groups are better.
    """
    open_places = frozenset(place for place, total in enumerate(totals) if total)
    return tuple(
        transfer
        for group in _most_groups(totals, open_places)
        for transfer in _within(totals, group)
    )


def _most_groups(totals: Sequence[int], places: frozenset[Place]) -> list[frozenset[Place]]:
    if not places:
        return []
    first = min(places)
    best: list[frozenset[Place]] = []
    rest = sorted(places - {first})
    for size in range(1, len(places)):
        for others in combinations(rest, size):
            group = frozenset({first, *others})
            if sum(totals[place] for place in group) == 0:
                groups = [group, *_most_groups(totals, places - group)]
                if len(groups) > len(best):
                    best = groups
    return best or [places]


def _within(totals: Sequence[int], group: frozenset[Place]) -> list[Transfer]:
    """The one who lost most pays the one who won most, until nobody owes anything."""
    left = {place: totals[place] for place in sorted(group)}
    transfers: list[Transfer] = []
    while any(left.values()):
        payer = min(left, key=lambda place: left[place])
        payee = max(left, key=lambda place: left[place])
        points = min(-left[payer], left[payee])
        transfers.append(Transfer(payer, payee, points))
        left[payer] += points
        left[payee] -= points
    return transfers


def _money(points: int, per_hundred: Decimal) -> str:
    return f"{(points * per_hundred / 100).quantize(Decimal('0.01')):f}"

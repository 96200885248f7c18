"""Who pays whom: what each player gave each other one, in hands and between them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations

from companion.base.forms import Form
from companion.game.seats import Place
from companion.rules.table.counters import Transfer

Paid = tuple[tuple[int, ...], ...]
"""By payer, then by payee: the points that went from one to the other."""


class Between(Form, frozen=True, rename={"payer": "from", "payee": "to"}):
    """Two players, by their places in the list of players. points: what the payer gave more than
    it got back from the payee. gave, got: all that went each way."""

    payer: Place
    payee: Place
    points: int
    gave: int
    got: int


def paid(transfers: Iterable[Transfer], players: int) -> Paid:
    """The sum of all payments, each way."""
    sums = [[0] * players for _ in range(players)]
    for transfer in transfers:
        sums[transfer.payer][transfer.payee] += transfer.points
    return tuple(map(tuple, sums))


def between(sums: Sequence[Sequence[int]]) -> tuple[Between, ...]:
    """Every two players who paid each other anything; first who gave most more than it got."""
    pairs = []
    for one, other in combinations(range(len(sums)), 2):
        gave, got = sums[one][other], sums[other][one]
        if gave >= got:
            pairs.append(Between(one, other, gave - got, gave, got))
        else:
            pairs.append(Between(other, one, got - gave, got, gave))
    played = [pair for pair in pairs if pair.gave]
    return tuple(sorted(played, key=lambda pair: (-pair.points, -pair.gave)))

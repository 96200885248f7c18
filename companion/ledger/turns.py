"""Players who take turns: what was entered before it was known that another one had sat down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from companion.game.seats import Place, Seat
from companion.ledger.evening import (
    Item,
    NewCounters,
    NewPlayer,
    NewSeats,
    Penalty,
    PlayedHand,
)
from companion.rules.table.counters import Transfer


def after_taking_over(items: Sequence[Item], leaves: Place, comes: Place) -> list[Item]:
    """What is known once it is said that `comes` has played on for `leaves` since before `items`.

    Whoever entered these saw the name of `leaves` and meant the one who sat there, so each now
    names `comes`. That ends with the item by which `leaves` leaves: `comes` made room then. If that
    item says that `comes` sits down, it is the same change, entered too late, and is dropped.
    """
    over: list[Item] = [NewPlayer(leaves, comes)]
    for k, item in enumerate(items):
        if isinstance(item, NewPlayer) and item.leaves == leaves:
            if item.comes != comes:
                over.append(NewPlayer(comes, item.comes))
            return over + list(items[k + 1 :])
        over.append(_instead(item, leaves, comes))
    return over


def _instead(item: Item, leaves: Place, comes: Place) -> Item:
    """The same with `comes` where it names `leaves`."""

    def named(place: Place) -> Place:
        return comes if place == leaves else place

    def seated(seats: Mapping[Seat, Place]) -> Mapping[Seat, Place]:
        return {seat: named(place) for seat, place in seats.items()}

    def paid(payment: Transfer) -> Transfer:
        if {payment.payer, payment.payee} == {leaves, comes}:
            return payment
        return structs.replace(payment, payer=named(payment.payer), payee=named(payment.payee))

    match item:
        case PlayedHand(entry=entry) if entry.seated is not None:
            return replace(item, entry=structs.replace(entry, seated=seated(entry.seated)))
        case NewSeats(seats):
            return NewSeats(seated(seats))
        case Penalty(payments=payments):
            return replace(item, payments=tuple(map(paid, payments)))
        case NewCounters(counters):
            counted = [*counters, *[None] * (comes + 1 - len(counters))]
            counted[comes], counted[leaves] = counted[leaves], None
            return NewCounters(tuple(counted))
        case _:
            return item

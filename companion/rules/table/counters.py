"""Counters: which ones to hand over for a payment, and what change to give.

A setting of the rule set, or the table, says which counters there are and how many a player starts
with.

A payment goes from the payer's counters to the receiver, who gives change from their own. It uses
as few counters in all as possible, where giving change counts as two more. If the two cannot make
the payment, the payer first changes one counter with another player, or else with the box that
holds the rest of the set. Nobody ever hands over what they do not have; what cannot be paid stays
owed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import Final

from msgspec.structs import astuple

from companion.base.forms import Form
from companion.base.frozen import freeze, frozen
from companion.game.seats import Place

Counters = Mapping[int, int]
"""How many of each counter, by its value in points."""

_TROUBLE_OF_CHANGE: Final = 2
"""How many more counters people hand over rather than wait for change."""
_PLENTY: Final = 10_000
"""How many of a kind the box is assumed to hold."""
_MOST_WAYS: Final = 300
"""Sums that the search keeps for each kind of counter, those with least left to make up."""
_FARTHEST: Final = 50
"""Counters of a kind, more or fewer than the nearest number, that the search tries.

Both limits are far beyond any set of counters that is sold. Beyond them a payment may take more
counters than it needs, but it is still right."""


class Exchange(Form, frozen=True, rename={"partner": "with"}):
    """Counters of equal value changed before a payment.

    partner: the player with whom; None for the box. gives, gets: what the payer hands in and what
    comes back.
    """

    partner: Place | None
    gives: Counters
    gets: Counters

    def __post_init__(self) -> None:
        freeze(self, "gives", "gets")


class Handover(Form, frozen=True):
    """One payment in counters.

    given: from the payer to the receiver. change: back from the receiver. exchange: what the payer
    changes first. owed: the points that the payer cannot pay, because they have too little or
    because no counter is small enough.
    """

    given: Counters
    change: Counters
    exchange: Exchange | None = None
    owed: int = 0

    def __post_init__(self) -> None:
        freeze(self, "given", "change")


class Transfer(Form, frozen=True):
    """points: positive."""

    payer: Place
    payee: Place
    points: int


class PaymentByPlace(Form, frozen=True, rename={"payer": "from", "payee": "to"}):
    """A transfer as calls take and answer it. Journals keep the names of `Transfer`."""

    payer: Place
    payee: Place
    points: int


class Move(PaymentByPlace, frozen=True, rename={"given": "give"}):
    """A payment and how it is made in counters (see `Handover`)."""

    given: Counters
    change: Counters
    exchange: Exchange | None
    owed: int

    def __post_init__(self) -> None:
        freeze(self, "given", "change")


def value(counters: Counters) -> int:
    """Points."""
    return sum(worth * count for worth, count in counters.items())


def pay(
    payer: Counters,
    payee: Counters,
    points: int,
    others: Mapping[Place, Counters] | None = None,
) -> Handover:
    """The counters to hand over, and the change to give.

    payer, payee: what the two hold. points: not negative. others: what the rest of the table holds,
    to change a counter before the box has to.
    """
    due = min(points, value(payer))
    direct = _between_two(payer, payee, due)
    if direct is not None:
        return Handover(*direct, owed=points - due)
    large, rest = _largest_first(payer, due)
    if rest == 0:
        return Handover(large, {}, owed=points - due)
    kept = minus(payer, large)
    worth = min(each for each, count in kept.items() if count and each > rest)
    others = others or {}
    for partner, holds in others.items():
        broken = _broken(worth, rest, {each: n for each, n in holds.items() if each < worth})
        if broken is not None:
            small, back = broken
            exchange = Exchange(partner, {worth: 1}, plus(small, back))
            return Handover(plus(large, small), {}, exchange, points - due)
    kinds = {*payer, *payee}.union(*others.values())
    return _through_the_box(large, worth, rest, kinds, points - due)


def settle_in_turn(
    holdings: Sequence[Counters], payments: Sequence[Transfer]
) -> tuple[tuple[Counters, ...], tuple[Move, ...]]:
    """What everyone holds after these payments, and how they are made, in this order.

    A payer who is short first waits to be paid, if that helps.
    """
    held = [dict(counters) for counters in holdings]
    waiting = list(payments)
    moves: list[Move] = []
    while waiting:
        able = (each for each in waiting if value(held[each.payer]) >= each.points)
        payment = next(able, waiting[0])
        waiting.remove(payment)
        others = {
            place: counters
            for place, counters in enumerate(held)
            if place not in (payment.payer, payment.payee)
        }
        handover = pay(held[payment.payer], held[payment.payee], payment.points, others)
        moves.append(Move(*astuple(payment), *astuple(handover)))
        _carry_out(held, payment, handover)
    return frozen(held), tuple(moves)


def plus(one: Counters, other: Counters) -> dict[int, int]:
    """Both together, the largest counters first."""
    kinds = sorted({*one, *other}, reverse=True)
    return {worth: one.get(worth, 0) + other.get(worth, 0) for worth in kinds}


def minus(one: Counters, other: Counters) -> dict[int, int]:
    """What is left of one without the other, which is a part of it."""
    return {worth: count - other.get(worth, 0) for worth, count in one.items()}


def _carry_out(held: list[dict[int, int]], payment: Transfer, handover: Handover) -> None:
    payer, payee = payment.payer, payment.payee
    if handover.exchange is not None:
        exchange = handover.exchange
        held[payer] = plus(minus(held[payer], exchange.gives), exchange.gets)
        if exchange.partner is not None:
            partner = exchange.partner
            held[partner] = plus(minus(held[partner], exchange.gets), exchange.gives)
    held[payer] = plus(minus(held[payer], handover.given), handover.change)
    held[payee] = plus(minus(held[payee], handover.change), handover.given)


def _between_two(payer: Counters, payee: Counters, points: int) -> tuple[Counters, Counters] | None:
    """Counters and change that make exactly these points; None if the two cannot."""
    exact = _exact(payer, points)
    if exact is None:
        return _fewest(payer, payee, points)
    under = sum(exact.values()) - _TROUBLE_OF_CHANGE
    return _fewest(payer, payee, points, under) or (exact, {})


def _exact(holds: Counters, points: int) -> Counters | None:
    """The fewest counters that make exactly these points without change, if there are any."""
    given, rest = _largest_first(holds, points)
    under = None if rest else sum(given.values())
    better = _fewest(holds, {}, points, under)
    if better is not None:
        return better[0]
    return None if rest else given


def _fewest(
    payer: Counters, payee: Counters, points: int, under: int | None = None
) -> tuple[Counters, Counters] | None:
    """Counters and change that make exactly these points, the fewest counters in all.

    under: only a way with fewer counters than this counts. None if there is no way.

    Kind by kind from the largest, `ways` holds the best choice so far for every sum that is still
    to be made up and that the smaller kinds can make up. A choice is how many counters of each kind
    the payer gives; it is negative if the receiver gives them as change.
    """
    kinds = sorted({*payer, *payee}, reverse=True)
    ways: dict[int, tuple[int, tuple[int, ...]]] = {points: (0, ())}
    for place, worth in enumerate(kinds):
        smaller = kinds[place + 1 :]
        step = gcd(*smaller)
        next_worth = smaller[0] if smaller else 1
        most = sum(each * payer.get(each, 0) for each in smaller)
        least = -sum(each * payee.get(each, 0) for each in smaller)
        found: dict[int, tuple[int, tuple[int, ...]]] = {}
        for rest, (pieces, choice) in ways.items():
            first = max(-payee.get(worth, 0), -((most - rest) // worth))
            last = min(payer.get(worth, 0), (rest - least) // worth)
            nearest = max(first, min(last, rest // worth))
            for count in range(max(first, nearest - _FARTHEST), min(last, nearest + _FARTHEST) + 1):
                left = rest - count * worth
                used = pieces + abs(count)
                if left % step if step else left:
                    continue
                if under is not None and used + -(-abs(left) // next_worth) >= under:
                    continue
                if left not in found or used < found[left][0]:
                    found[left] = (used, (*choice, count))
        ways = dict(sorted(found.items(), key=lambda item: abs(item[0]))[:_MOST_WAYS])
    if 0 not in ways:
        return None
    choice = ways[0][1]
    given = {worth: count for worth, count in zip(kinds, choice, strict=True) if count > 0}
    change = {worth: -count for worth, count in zip(kinds, choice, strict=True) if count < 0}
    return given, change


def _largest_first(payer: Counters, points: int) -> tuple[dict[int, int], int]:
    """As many of the points as the payer's counters make up, and the points that remain."""
    given: dict[int, int] = {}
    for worth in sorted(payer, reverse=True):
        count = min(payer[worth], points // worth)
        if count:
            given[worth] = count
            points -= count * worth
    return given, points


def _broken(worth: int, rest: int, stock: Counters) -> tuple[Counters, Counters] | None:
    """A counter of that value in smaller ones from a stock.

    Returns the rest to pay, and what is left of the stock; None if the stock cannot.
    """
    small = _exact(stock, rest)
    if small is None:
        return None
    back = _exact(minus(stock, small), worth - rest)
    return None if back is None else (small, back)


def _through_the_box(
    large: Counters, worth: int, rest: int, kinds: set[int], owed: int
) -> Handover:
    """As much of the rest as the kinds of counters in play can make up, changed with the box."""
    box = {each: _PLENTY for each in kinds if each < worth}
    # What cannot be broken at all is not tried for each sum: one mistyped worth is 10 ** 8 sums.
    if _exact(box, worth) is None:
        return Handover(large, {}, None, owed + rest)
    step = gcd(*box)
    for payable in range(rest - rest % step, 0, -step):
        broken = _broken(worth, payable, box)
        if broken is not None:
            small, back = broken
            exchange = Exchange(None, {worth: 1}, plus(small, back))
            return Handover(plus(large, small), {}, exchange, owed + rest - payable)
    return Handover(large, {}, None, owed + rest)


_Held = tuple[tuple[tuple[int, int], ...], ...]


def hand_over(
    holdings: Sequence[Counters], payments: Iterable[Transfer]
) -> tuple[tuple[Counters, ...], tuple[Move, ...]]:
    """What everyone holds after the payments, and how each is made. holdings: by player.

    The answers are kept, because an undo works out a whole evening again, and nearly all of it is
    the same.
    """
    held = tuple(tuple(counters.items()) for counters in holdings)
    return _handed_over(held, tuple(payments))


@lru_cache(maxsize=1024)  # an evening is played again and again, and has fewer payments
def _handed_over(
    held: _Held, payments: tuple[Transfer, ...]
) -> tuple[tuple[Counters, ...], tuple[Move, ...]]:
    return settle_in_turn([dict(each) for each in held], payments)

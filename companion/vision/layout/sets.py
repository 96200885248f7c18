"""Which tiles make a set, as codes alone: chow, pung, kong, pair, and those shown face down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import NamedTuple

from companion.game.tiles import BACK, KIND_SET, SHIFTS, SUIT_ROOM, tally
from companion.rules.scoring.divide import HONOURS, PART_OF, SUITS, Part
from companion.seen.reading import GroupKind

_SUITS = (*[SUITS] * 3, HONOURS)
_TURNED: dict[int, tuple[GroupKind, tuple[tuple[int, ...], ...]]] = {
    4: ("kong", ((0, 3), (1, 2), (1,), (2,))),
    3: ("pung", ((1,),)),
}
"""Which tiles of four or three alike lie face down where the books turn them: the ends of a kong
(Harr p. 22, the booklet's Rule 6A), one or both of its middle tiles, the middle of a pung (Rule 8).
"""


class TileSet(NamedTuple):
    """A set as it was recognised. codes: with face-down tiles valued by their neighbours.

    turned: tiles lie face down in it, which shows that it was held.
    """

    kind: GroupKind
    codes: tuple[str, ...]
    turned: bool = False


@lru_cache(maxsize=4096)
def as_set(codes: tuple[str, ...]) -> TileSet | None:
    """The one set that exactly these tiles make, in the order in which they lie, or None."""
    shown = [code for code in codes if code != BACK]
    if not KIND_SET.issuperset(shown):
        return None
    if len(shown) == len(codes):
        part = PART_OF.get(tally(codes))
        return None if part is None else TileSet(part.kind, part.tiles)
    down = tuple(place for place, code in enumerate(codes) if code == BACK)
    kind, ways = _TURNED.get(len(codes), ("pair", ()))
    if len(set(shown)) != 1 or down not in ways:
        return None
    return TileSet(kind, (shown[0],) * len(codes), turned=True)


def in_order(codes: Sequence[str], kongs: bool = True) -> tuple[TileSet, ...] | None:
    """The codes cut where they lie into sets of three and four, at most one pair among them.

    kongs: four alike shown face up may be one set. Fewer sets first, so that a kong is not taken
    for a pung and a lone tile. None where they cannot be cut so.
    """
    return _cut(tuple(codes), kongs, False)


@lru_cache(maxsize=65_536)
def _cut(codes: tuple[str, ...], kongs: bool, pair: bool) -> tuple[TileSet, ...] | None:
    """`in_order`, where a pair was cut off already."""
    if not codes:
        return ()
    for length in (4, 3, 2):
        piece = as_set(codes[:length]) if length <= len(codes) else None
        if piece is None or (piece.kind == "pair" and pair):
            continue
        if piece.kind == "kong" and not piece.turned and not kongs:
            continue
        rest = _cut(codes[length:], kongs, pair or piece.kind == "pair")
        if rest is not None:
            return (piece, *rest)
    return None


def divisions(codes: Sequence[str]) -> Iterator[list[Part]]:
    """Every way to part tiles into chows, pungs and at most one pair, whatever their order.

    codes: face-up tiles without bonus tiles.
    """
    counts = tally(codes)
    by_suit = [
        [[PART_OF[part << shift] for part in parts] for parts in suit.divisions[own]]
        for suit, shift in zip(_SUITS, SHIFTS, strict=True)
        if (own := counts >> shift & SUIT_ROOM)
    ]
    for ways in product(*by_suit):
        parts = [*chain.from_iterable(ways)]
        if sum(part.kind == "pair" for part in parts) <= 1:
            yield parts

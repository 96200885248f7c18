"""Which tiles make a set, as codes alone: chow, pung, kong, pair, and those shown face down."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from companion.game.tiles import BACK, BONUS_SET
from companion.seen.reading import GroupKind


@dataclass(frozen=True)
class TileSet:
    """A set as it was recognised. codes: with face-down tiles valued by their neighbours.

    turned: tiles lie face down in it, which shows that it was held.
    """

    kind: GroupKind
    codes: tuple[str, ...]
    turned: bool = False


def is_run(codes: Sequence[str]) -> bool:
    """Three following tiles of one suit, in any order."""
    ranks = sorted(int(code[0]) for code in codes)
    return (
        len(codes) == 3
        and len({code[1] for code in codes}) == 1
        and codes[0][1] in "mps"
        and 0 < ranks[0] == ranks[1] - 1 == ranks[2] - 2
    )


@lru_cache(maxsize=4096)
def as_set(codes: tuple[str, ...]) -> TileSet | None:
    """The one set that exactly these tiles make, in the order in which they lie, or None.

    Face-down tiles count where the books turn them: the ends of a kong (Harr p. 22, the
    booklet's Rule 6A), one or both middle tiles of a kong, the middle of a pung (Rule 8).
    """
    shown = [code for code in codes if code != BACK]
    if len(shown) < len(codes):
        return _turned(codes, shown)
    if any(code in BONUS_SET for code in codes):
        return None
    if len(set(codes)) == 1 and len(codes) in (2, 3, 4):
        kinds: dict[int, GroupKind] = {2: "pair", 3: "pung", 4: "kong"}
        return TileSet(kinds[len(codes)], codes)
    if is_run(codes):
        return TileSet("chow", tuple(sorted(codes)))
    return None


def _turned(codes: tuple[str, ...], shown: list[str]) -> TileSet | None:
    if len(set(shown)) != 1 or shown[0] in BONUS_SET:
        return None
    down = tuple(place for place, code in enumerate(codes) if code == BACK)
    if len(codes) == 4 and down in ((0, 3), (1, 2), (1,), (2,)):
        return TileSet("kong", (shown[0],) * 4, turned=True)
    if len(codes) == 3 and down == (1,):
        return TileSet("pung", (shown[0],) * 3, turned=True)
    return None


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


def divisions(codes: Sequence[str], limit: int = 24) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to part tiles into chows, pungs and at most one pair, whatever their order.

    codes: face-up tiles without bonus tiles. Pungs come before chows. Stops after `limit`.
    """
    found: set[tuple[tuple[str, ...], ...]] = set()
    for division in _divide(sorted(codes), len(codes) % 3 == 2):
        ordered = tuple(sorted(division))
        if ordered not in found:
            found.add(ordered)
            yield ordered
        if len(found) >= limit:
            return


def _divide(codes: Sequence[str], pair: bool) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Ways to part tiles, in order of their codes; pair: one is still wanted."""
    if not codes:
        if not pair:
            yield ()
        return
    first, alike = codes[0], codes.count(codes[0])
    rank, suit = int(first[0]), first[1]
    run = (first, f"{rank + 1}{suit}", f"{rank + 2}{suit}")
    options: list[tuple[tuple[str, ...], bool]] = []
    if alike >= 3:
        options.append(((first,) * 3, pair))
    if suit in "mps" and rank <= 7 and run[1] in codes and run[2] in codes:
        options.append((run, pair))
    if pair and alike >= 2:
        options.append(((first,) * 2, False))
    for taken, still in options:
        left = list(codes)
        for code in taken:
            left.remove(code)
        for rest in _divide(left, still):
            yield (taken, *rest)

"""When a reading needs nobody's eyes: one rule for the camera above the table and for the page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from companion.hand import Hand, HandNotAllowedError
from companion.reading import Group, Reading, SeenHand, SeenTile
from companion.rules.score import score_hand
from companion.tiles import BACK

_UNLIKELY: Final = 0.001
"""Names below this probability are not considered."""


def is_certain(reading: Reading) -> bool:
    """Whether there is a hand with nothing to ask about.

    Every face of it is sure, or is the only one of its likely names with which the hand is
    complete; and what its tiles that lie face down are follows from their neighbours.
    Of a whole table every face of every hand has to be sure.
    """
    if reading.warnings:
        return False
    if reading.sides:
        hands = [_held(reading, hand.groups) for hand in reading.sides.values()]
        return not any(_is_doubtful(tile) for held in hands for tile in held)
    held = _held(reading, reading.groups)
    doubtful = [tile for tile in held if _is_doubtful(tile)]
    if not doubtful:
        return bool(held)
    return _is_complete(reading.hand) and not any(
        _fits_otherwise(reading.hand, tile) for tile in doubtful
    )


def _held(reading: Reading, groups: Iterable[Group]) -> list[SeenTile]:
    return [reading.tiles[place] for group in groups for place in group.tiles]


def _is_doubtful(tile: SeenTile) -> bool:
    return not tile.sure and tile.code != BACK


def _fits_otherwise(hand: SeenHand, tile: SeenTile) -> bool:
    """Whether the hand is complete with another likely name of one of its tiles, too.

    A tile in a set on the table cannot be renamed alone: no other tile fits there.
    """
    if tile.code not in hand.concealed:
        return False
    rest = list(hand.concealed)
    rest.remove(tile.code)
    return any(
        _is_complete(replace(hand, concealed=(*rest, code)))
        for code, probability in tile.alternatives
        if code != tile.code and probability > _UNLIKELY
    )


def _is_complete(hand: SeenHand) -> bool:
    """Whether it wins, whichever tile came last: what completes a hand is the same everywhere."""
    form = hand.to_json() | {
        "ruleset": "harr", "seat": "E", "round": "E", "winner": True,
        "win": {"tile": None, "by": "draw"},
    }  # fmt: skip
    try:
        return score_hand(Hand.from_json(form)).complete
    except HandNotAllowedError:
        return False

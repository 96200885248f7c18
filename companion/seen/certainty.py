"""When a reading needs no check by a person: one rule for the camera and for the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from companion.game.hand import Hand
from companion.game.legality import HandNotAllowedError
from companion.game.tiles import BACK
from companion.rules.scoring.answer import score_hand
from companion.seen.reading import Group, Reading, SeenHand, SeenTile

_UNLIKELY: Final = 0.001
"""Names with a lower probability are not considered."""


CERTAIN: Final = 0.94
"""Probability from which a reading is certain.

`datasets.fit_familiar` prints, of 3,600 drawn pictures without a look at the other conditions here,
how many are right by fits that have not seen their way of laying: from 0.94 on 1,967 of 1,990, from
0.92 on 2,119 of 2,148, from 0.96 on 1,711 of 1,725."""


def probability(reading: Reading) -> float:
    """How likely the hand of a reading is right, however its tiles are parted.

    1 where a reading says nothing of it. Of a whole table, of the hand that is the least likely.
    """
    hands = [(side.hand, side.readings) for side in (reading.sides or {}).values()]
    return min(
        (
            sum(way.likelihood for way in ways if way.hand == hand) if ways else 1.0
            for hand, ways in hands or [(reading.hand, reading.readings)]
        ),
        default=1.0,
    )


def is_certain(reading: Reading) -> bool:
    """Whether there is a hand with nothing to ask about.

    The reading has no warning and is probable enough, and every face is sure. In a picture of one
    hand a face may be in doubt if only one of its likely names completes the hand. Tiles that lie
    face down need not be sure: their neighbours tell what they are.
    """
    if reading.warnings or probability(reading) < CERTAIN:
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
    """Whether another probable name of one of its tiles also completes the hand.

    A tile in a set on the table cannot change its name alone, because no other tile fits there.
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
    """Whether it wins as four sets and a pair, whichever tile came last: in that the books agree.
    Special hands are not tried, so that a doubtful face in one is always asked about."""
    form = hand.to_json() | {
        "ruleset": "harr", "seat": "E", "round": "E", "winner": True,
        "win": {"tile": None, "by": "draw"},
    }  # fmt: skip
    try:
        return score_hand(Hand.from_json(form)).complete
    except HandNotAllowedError:
        return False

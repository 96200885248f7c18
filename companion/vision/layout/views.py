"""The ways to see a picture: in rows; with sets that lie in no row; with crooked rows; with white
dragons that all are backs. What explains it best in any of them is how its tiles lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.vision.layout.blanks import as_backs
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.picture import Picture
from companion.vision.layout.search import View, likeliest, told
from companion.vision.layout.weigh import Explanation


def explained(picture: Picture) -> list[Explanation]:
    """Explanations of the hand that the photograph is about, likeliest first. Rows may be crooked
    only where no hand is whole without that, and white dragons may be backs only where none is
    finished."""
    every = told([(picture, 0.0), *without_rows(picture)])
    found = likeliest(every, picture)
    if found and found[0].finished:
        return found
    others = [*_crooked(picture, found), *_with_backs(picture)]
    return likeliest([*every, *told(others)], picture) if others else found


def without_rows(picture: Picture) -> Iterator[View]:
    """With sets that lie in no row, where any may."""
    for view in picture.off_rows():
        yield view, NUMBERS["off_rows"]


def _crooked(picture: Picture, found: Sequence[Explanation]) -> Iterator[View]:
    whole = not found or found[0].whole
    view = None if whole else picture.crooked(found[0].names.keys())
    if view is not None:
        yield view, NUMBERS["crooked"]


def _with_backs(picture: Picture) -> Iterator[View]:
    backs = as_backs(picture.tiles)
    if backs is not None:
        odds, tiles = backs
        yield Picture(picture.tiles, picture.height, picture.special_hands, tiles), odds

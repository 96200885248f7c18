"""The ways to see a picture: in rows; without what lies on tiles and rather is none; with sets that
lie in no row; with what lies together as one, however it lies; with white dragons that all are
backs. What explains it best in any of them is how its tiles lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.vision.layout.blanks import as_backs
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.picture import Picture
from companion.vision.layout.search import View, likeliest, told
from companion.vision.layout.weigh import Explanation


def explained(picture: Picture) -> list[Explanation]:
    """Explanations of the hand that the photograph is about, likeliest first."""
    every = told(ways_to_see(picture))
    found = likeliest(every, picture)
    for others in (_heaped, _strewn, _with_backs) if _of_one_set(picture) else ():
        more = told(others(picture, found))
        if more:
            every += more
            found = likeliest(every, picture)
    return found


def ways_to_see(picture: Picture) -> Iterator[View]:
    """As it is, without false finds on others, and with sets that lie in no row, where any may."""
    yield picture, 0.0
    without = picture.without_false_on_top()
    if without is not None:
        yield without
    if _of_one_set(picture):
        yield from ((view, NUMBERS["off_rows"]) for view in picture.off_rows())


def _of_one_set(picture: Picture) -> bool:
    """Whether its finds may be tiles of one set, some of them false; where they are more, the
    picture shows something else, and it is not looked at in every way."""
    return bool(len(picture.tiles) <= NUMBERS["most_finds"])


def _heaped(picture: Picture, found: Sequence[Explanation]) -> Iterator[View]:
    """With what lies together as one; where a hand is finished, only what lies with its tiles."""
    hand = found[0].names.keys() if found and found[0].finished else None
    view = picture.heaped(hand, NUMBERS["heap_apart"])
    if view is not None:
        yield view, NUMBERS["heaped"]


def _strewn(picture: Picture, found: Sequence[Explanation]) -> Iterator[View]:
    """With what lies loosely together as one, where no row and no heap is a hand of thirteen or
    fourteen tiles."""
    if found and found[0].whole:
        return
    for apart in NUMBERS["strewn_apart"]:
        view = picture.heaped(None, apart)
        if view is not None:
            yield view, NUMBERS["strewn"]


def _with_backs(picture: Picture, found: Sequence[Explanation]) -> Iterator[View]:
    """With all white dragons as backs, where no hand is finished without that."""
    backs = None if found and found[0].finished else as_backs(picture.tiles)
    if backs is not None:
        odds, tiles = backs
        with_backs = Picture(picture.tiles, picture.height, picture.special_hands, tiles)
        yield from ((view, odds + own) for view, own in ways_to_see(with_backs))

"""From tiles to melds: the likeliest explanation of how the finds of a picture lie.

One hand, or the four of a whole table. `picture` measures, `names` and `pieces` say what finds and
sets of them may be, `units` what may lie in a row, `chains` parts the row, `search` puts several
together, `weigh` gives whole explanations their odds, `answer` says what they mean. What decides is
in `numbers.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from msgspec.structs import asdict

from companion.game.tiles import STRANGER
from companion.seen.game import UNKNOWN, Game
from companion.seen.reading import (
    Decided,
    FaceDown,
    Group,
    HandReading,
    ReadHand,
    SeenHand,
    SeenTile,
    Side,
    is_no_tile,
)
from companion.vision.layout.answer import Answer, answer
from companion.vision.layout.names import EVERY_SPECIAL_HAND
from companion.vision.layout.numbers import NUMBERS
from companion.vision.layout.picture import Picture
from companion.vision.layout.table import SIDES, seated
from companion.vision.layout.views import explained, ways_to_see

__all__ = ["Layout", "arrange"]

NO_TILES: Final = "Nothing here looks like a tile; come closer, hold still, or give more light."
NO_HAND: Final = "No tiles here could be a hand; lay them in rows, apart from the others."


@dataclass(frozen=True)
class Layout:
    """How the tiles lie: those fields of a `Reading` that the layout gives, under its names.

    tiles: as given, in that order; where the rules decided, with another code and `by_rule`.
    """

    tiles: tuple[SeenTile, ...]
    groups: tuple[Group, ...] = ()
    hand: SeenHand = field(default_factory=SeenHand)
    warnings: tuple[str, ...] = ()
    hands: Mapping[Side, SeenHand] | None = None
    readings: tuple[HandReading, ...] = ()
    proposed_win: int | None = None
    face_down: tuple[FaceDown, ...] = ()
    decided: tuple[Decided, ...] = ()
    sides: Mapping[Side, ReadHand] | None = None

    @property
    def in_hands(self) -> frozenset[int]:
        """The tiles of all hands."""
        others = (read.groups for read in (self.sides or {}).values())
        every = (each for groups in (self.groups, *others) for each in groups)
        return frozenset(place for each in every for place in each.tiles)

    def likelihood_with(self, place: int) -> float:
        """Of the hand that has this tile, how likely it is read right; 0 if no hand has it."""
        hands: tuple[Layout | ReadHand, ...] = (self, *(self.sides or {}).values())
        for hand in hands:
            if any(place in each.tiles for each in hand.groups):
                return hand.readings[0].likelihood
        return 0.0


def arrange(
    tiles: Sequence[SeenTile],
    height: int,
    table: bool = False,
    game: Game = UNKNOWN,
) -> Layout:
    """Find the hand among the tiles, its groups, and what of it was exposed.

    height: of the picture, in pixels. table: four hands are wanted, one at each side; the
    nearest is then the hand of `groups` and `hand`. game: which special hands win, and how many
    players there are; where so many hands are found, none is missed.
    """
    wins = EVERY_SPECIAL_HAND if game.special_hands is None else game.special_hands
    picture = Picture(tiles, height, wins)
    if table:
        return _whole_table(picture, game.players)
    found = explained(picture)
    if not found:
        return Layout(picture.tiles, warnings=(NO_HAND if tiles else NO_TILES,))
    read = answer(picture, found)
    warnings = (*read.warnings, *_of_no_game(picture, [read]))
    return Layout(_renamed(picture, [read]), warnings=warnings, **asdict(read.read))


def _whole_table(picture: Picture, players: int) -> Layout:
    """The hands of all sides, the nearest giving the groups."""
    hands = seated(picture, ways_to_see(picture))
    in_hands = {place for found in hands.values() for place in found[0].names}
    answers = {
        side: answer(picture, found, in_hands.difference(found[0].names))
        for side, found in hands.items()
    }
    warnings = [f"{side}: {said}" for side, read in answers.items() for said in read.warnings]
    if not picture.tiles:
        warnings.append(NO_TILES)
    elif len(answers) < players:
        missing = [side for side in SIDES if side not in answers]
        warnings += [f"No hand was found on the {side} side." for side in missing]
    sides = {side: read.read for side, read in answers.items()}
    return Layout(
        _renamed(picture, answers.values()),
        warnings=(*warnings, *_of_no_game(picture, answers.values())),
        hands={side: read.hand for side, read in sides.items()},
        sides=sides,
        **asdict(sides.get("near", ReadHand())),
    )


def _of_no_game(picture: Picture, hands: Iterable[Answer]) -> tuple[str, ...]:
    """A sentence where a tile that is of no game of ours lies near a hand, and was left out."""
    own = {place for read in hands for place in read.of.names}
    strange = [
        place
        for place, tile in enumerate(picture.tiles)
        if tile.code == STRANGER and place not in own and not is_no_tile(tile)
    ]
    apart = picture.rulers.clear[np.ix_(strange, [*own])]
    if not (apart < NUMBERS["near_doubtful"]).any():
        return ()
    return ("A joker is of no game in these books, so it was left out of the hand.",)


def _renamed(picture: Picture, answers: Iterable[Answer]) -> tuple[SeenTile, ...]:
    """All tiles of the picture, those of hands as the likeliest explanation names them."""
    named = {place: tile for read in answers for place, tile in read.named.items()}
    return tuple(named.get(place, tile) for place, tile in enumerate(picture.tiles))

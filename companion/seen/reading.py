"""What a photograph showed: plain values, no arrays.

A reading may be impossible (five of a tile, fifteen tiles); `companion.game.legality` checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self

from msgspec import Meta
from msgspec.structs import replace

from companion.base.forms import Form, always, from_form
from companion.base.frozen import EMPTY, freeze
from companion.game import tiles as t
from companion.game.melds import Meld

FARTHEST = 1_000_000
"""Pixels. No corner of a tile lies farther off."""
Coordinate = Annotated[
    float, Meta(ge=-FARTHEST, le=FARTHEST, description="a place in the picture, in pixels")
]
Length = Annotated[int, Meta(ge=1, le=FARTHEST, description=f"pixels, 1 to {FARTHEST:,}")]
Chance = Annotated[float, Meta(ge=0, le=1, description="a probability from 0 to 1")]
Point = tuple[Coordinate, Coordinate]
Quad = tuple[Point, Point, Point, Point]
GroupKind = Literal["chow", "pung", "kong", "pair", "loose", "bonus"]
Side = Literal["near", "right", "far", "left"]


class SeenTile(Form, frozen=True):
    """One tile found in the photograph.

    code: its tile code; `0z` for a tile that lies face down. confidence: calibrated probability
    that `code` is right, 0 to 1. quad: pixels of the photograph as a person sees it, clockwise from
    the face's own top left. alternatives: codes with their probabilities, the most probable first,
    with `code` itself. sure: False if the program asks a person to check. by_rule: the rules of the
    game decided the code, not the eye alone. by_person: a person said what it is.
    """

    code: t.Tile
    confidence: Chance
    quad: Quad
    alternatives: tuple[tuple[t.Tile, Chance], ...] = always(())
    sure: bool = always(True)
    by_rule: bool = False
    by_person: bool = False


def by_eye(tile: SeenTile) -> SeenTile:
    """A tile as the eye alone named it."""
    if not (tile.by_rule and tile.alternatives):
        return tile
    code, chance = max(tile.alternatives, key=lambda each: each[1])
    return replace(tile, code=code, confidence=chance, by_rule=False)


def told(tile: SeenTile, code: t.Tile | None) -> SeenTile:
    """A tile as a person named it, surely. None: surely no tile, so that no name is likely."""
    named, chance = (by_eye(tile).code, 0.0) if code is None else (code, 1.0)
    return replace(
        tile,
        code=named,
        confidence=chance,
        alternatives=((named, chance),),
        sure=code is not None,
        by_rule=False,
        by_person=True,
    )


def is_no_tile(tile: SeenTile) -> bool:
    """Whether a person told that it is none."""
    return tile.by_person and tile.confidence == 0


class Overlooked(Form, frozen=True):
    """A tile that a person sees and the program did not find. beside: the place in `Reading.tiles`
    of a tile next to which it lies. code: what it is."""

    beside: int
    code: t.Tile


class Group(Form, frozen=True):
    """Tiles that lie together. tiles: places in `Reading.tiles`, in reading order."""

    tiles: tuple[int, ...]
    kind: GroupKind
    concealed: bool


class SeenHand(Form, frozen=True):
    """The hand as the table shows it. Its neighbours give the value of a face-down tile."""

    concealed: t.Tiles = always(())
    melds: tuple[Meld, ...] = always(())
    bonus: t.Tiles = always(())

    @property
    def count(self) -> int:
        """Tiles towards the fourteen: a kong on the table counts three."""
        return len(self.concealed) + 3 * len(self.melds)


class HandReading(Form, frozen=True):
    """One way to read the hand.

    likelihood: probability that the hand lies so and its faces are what they are called; what is
    missing to 1 is for readings that are not named. certain: places in `groups` of those groups
    that every reading has.
    """

    groups: tuple[Group, ...]
    hand: SeenHand
    likelihood: Chance
    certain: tuple[int, ...]


class FaceDown(Form, frozen=True):
    """A face-down tile of the hand. tile: its place in `Reading.tiles`.

    code: the value that its neighbours force on it; None if they do not, and a person must say.
    could_be: in that case, what would complete the hand; empty if that does not help.
    """

    tile: int
    code: t.Tile | None
    could_be: t.Tiles = always(())


class Decided(Form, frozen=True):
    """A tile that the rules of the game named because the eye was in doubt.

    tile: its place in `Reading.tiles`. seen: what the eye held most likely. why: one sentence.
    """

    tile: int
    seen: t.Tile
    why: str


class ReadHand(Form, frozen=True):
    """A hand as the table shows it.

    readings: every way to read it, the most likely first; the first is `groups` and `hand`.
    proposed_win: the place of the tile that lies as the books lay the winning one: across the row,
    on top of it, or alone at its end. A person should confirm it. face_down: its face-down tiles.
    decided: what the rules named in it.
    """

    groups: tuple[Group, ...] = always(())
    hand: SeenHand = always(SeenHand())
    readings: tuple[HandReading, ...] = always(())
    proposed_win: int | None = always(None)
    face_down: tuple[FaceDown, ...] = always(())
    decided: tuple[Decided, ...] = always(())


class ImageInfo(Form, frozen=True):
    path: str | None
    width: Length
    height: Length


class Reading(Form, frozen=True):
    """Everything read from one photograph. It mirrors the JSON of `companion read`.

    groups, hand, readings, proposed_win, face_down, decided: as in `ReadHand`; for a whole table,
    those of the hand near the camera. hands, sides: for a whole table, by the side of the picture
    at which each player sits; None if one hand was read. profile: the enrolled set that helped.
    nearest: if sets are enrolled but none is certain, the closest of them. photo: if several
    photographs were read together, the place of the one to which `image` and the outlines belong.
    id: the name by which a server remembers the reading for a while.
    """

    image: ImageInfo
    tiles: tuple[SeenTile, ...] = always(())
    groups: tuple[Group, ...] = always(())
    hand: SeenHand = always(SeenHand())
    warnings: tuple[str, ...] = always(())
    timing_ms: Mapping[str, float] = always(EMPTY)
    hands: Mapping[Side, SeenHand] | None = None
    readings: tuple[HandReading, ...] = always(())
    proposed_win: int | None = always(None)
    face_down: tuple[FaceDown, ...] = always(())
    decided: tuple[Decided, ...] = always(())
    sides: Mapping[Side, ReadHand] | None = None
    profile: str | None = always(None)
    nearest: str | None = None
    photo: int | None = None
    id: str | None = None

    def __post_init__(self) -> None:
        freeze(self, "timing_ms", "hands", "sides")

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """A reading, or the beginning of one.

        The picture's size, and the code and the quad of each tile, are enough. What is said of a
        reading beside it (`_BESIDE`) is ignored. Raises FieldWrongError, FieldUnknownError,
        FieldMissingError, TileCodeUnknownError.
        """
        if isinstance(data, dict):
            data = {name: value for name, value in data.items() if name not in _BESIDE}
            data |= {"image": _filled(data["image"], path=None)} if "image" in data else {}
            if isinstance(data.get("tiles"), list):
                data["tiles"] = [_filled(tile, confidence=1.0) for tile in data["tiles"]]
        return from_form(cls, data)


_BESIDE: Final = ("score", "certain")
"""Fields that stand beside those of a reading: `companion read` may add the first, `companion
watch` and the server add the second."""


def _filled(data: Any, **left_out: Any) -> Any:
    return left_out | data if isinstance(data, dict) else data

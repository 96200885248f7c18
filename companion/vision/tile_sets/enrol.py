"""Photographs of a set laid out in a known order → a profile of that set.

There are two steps, so that a person can check in between. `Enroller.propose` finds the tiles,
compares them with the order and says what it doubts. `accept` makes the profile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import cv2
import numpy as np

from companion.base.errors import MalformedError, NotAllowedError
from companion.game.tiles import BACK, Tile
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import sides
from companion.vision.recognition.classify import Classifier
from companion.vision.recognition.detect import Detector
from companion.vision.recognition.photo import Source, load_photo
from companion.vision.recognition.upright import upright
from companion.vision.tile_sets.laying import Chances, Laying, changed_over, lay, ways_up
from companion.vision.tile_sets.order import STANDARD, Picture
from companion.vision.tile_sets.profile import Profile
from companion.vision.tile_sets.proposal import FacePlace, Proposal
from companion.vision.tile_sets.rows import find_rows
from companion.vision.tile_sets.thumbnails import SIDE, cut

# Set by hand; `datasets/results/numbers.csv` says what other values change.
_TWO_IN_ONE = 1.6
"""Area, in that of the middle outline of its row, from which an outline may cover two tiles."""
_UNNAMED = 0.1
"""Part of the tiles found from which the photograph shows more than the order names. Each row of
the tiles that the program asks for is more; a few other things that lie at the edge are less."""
_LEAST_AREA = 16
"""Square pixels of an outline that a person gives for a tile; a smaller one is a slip. Set by hand,
not measured."""


class PicturesDifferError(NotAllowedError):
    def __init__(self, photos: int, pictures: int) -> None:
        super().__init__(
            f"The order describes {pictures} photograph{'s' * (pictures != 1)} and"
            f" {photos} {'is' if photos == 1 else 'are'} given; a blank line in the order stands"
            " between two photographs.",
            "order",
        )


class OrderDiffersError(NotAllowedError):
    def __init__(self, photo: int, found: Sequence[int], wanted: Sequence[int]) -> None:
        seen = ", ".join(map(str, found)) or "none"
        super().__init__(
            f"Photograph {photo} shows rows of {seen} tiles, and the order has rows of"
            f" {', '.join(map(str, wanted))}; lay the tiles in that order with a finger's width"
            " between the rows, and photograph them from above.",
            "photo",
        )


class NoFaceThereError(MalformedError):
    sentence = "The outline of the tile is not four points of the picture; mark the tile again."
    field = "quad"


class Enroller:
    """Finds the tiles of a set in photographs, with the models of a `Reader`."""

    def __init__(self, detector: Detector, classifier: Classifier) -> None:
        self._detector = detector
        self._classifier = classifier

    def propose(
        self,
        photos: Sequence[Source],
        order: Sequence[Picture] = (STANDARD,),
        one_by_one: Callable[[Sequence[Source]], Iterable[Source]] = iter,
    ) -> Proposal:
        """Compare the tiles of the photographs with the order. One photograph, or one for each
        `Picture`.

        one_by_one: goes through the photographs, and may tell somebody how far it is.
        If the order has one picture and there are several photographs, each of them shows that
        picture. Raises PicturesDifferError, OrderDiffersError, and what `load_photo` raises.
        """
        order = tuple(order) * len(photos) if len(order) == 1 else tuple(order)
        if len(order) != len(photos):
            raise PicturesDifferError(len(photos), len(order))
        parts = [
            self._one(number, photo, picture)
            for number, (photo, picture) in enumerate(zip(one_by_one(photos), order, strict=True))
        ]
        places = tuple(place for part in parts for place in part.places)
        first = np.cumsum([0, *(len(part.places) for part in parts)])
        return Proposal(
            places,
            tuple(code for part in parts for code in part.missing),
            tuple(
                (int(a + start), int(b + start))
                for part, start in zip(parts, first, strict=False)
                for a, b in part.changed_over
            ),
            sum(part.extra for part in parts),
            tuple(each for part in parts for each in part.unnamed),
            float(np.median([part.proportion for part in parts])) if parts else None,
        )

    def _one(self, number: int, source: Source, wanted: Picture) -> Proposal:
        photo = load_photo(source)
        finds = self._detector(photo.pixels)
        named = self._classifier(photo.pixels, finds.quads)
        likely = named.tile_odds > 0.5
        laying = lay(finds.quads, named, wanted)
        if laying is None:
            rows = find_rows(finds.quads[likely])
            raise OrderDiffersError(number + 1, [len(r) for r in rows], [len(r) for r in wanted])
        chances, laid = Chances(named), laying.finds
        ways = ways_up(finds.quads, laying.up)
        as_ordered = [
            find for (row, column), find in laid.items()
            if chances.best(find)[0] == wanted[row][column]
        ]  # fmt: skip
        ways[as_ordered] = named.ways[as_ordered]
        quads = upright(finds.quads, ways, named.best)
        faces = cut(photo.pixels, quads)
        too_large = _as_two(finds.quads, laying)

        def placed(row: int, column: int, code: Tile) -> FacePlace:
            find = laid[row, column]
            seen, confidence = chances.best(find)
            doubt = chances.doubt(find, code)
            if find in too_large:
                doubt = "and it is as large as two of its row"
            if row in laying.unclear and not chances.knows(code):
                doubt = doubt or "and another tile of its row was not found"
            quad = quads[find] * photo.scale
            return FacePlace(number, row, column, code, faces[find], quad, seen, confidence, doubt)

        asked = [(r, c, code) for r, row in enumerate(wanted) for c, code in enumerate(row) if code]
        places = [placed(*each) for each in asked if each[:2] in laid]
        finds_of = [laid[place.row, place.column] for place in places]
        across, along = sides(finds.quads[list(laid.values())])
        extra = int(likely.sum() - likely[list(laid.values())].sum())
        return Proposal(
            tuple(places),
            tuple(code for row, column, code in asked if (row, column) not in laid),
            tuple(changed_over(chances, finds_of, [place.code for place in places])),
            extra,
            ((number, extra),) if extra > _UNNAMED * likely.sum() else (),
            round(float(np.median(along / across)), 3),
        )


def _as_two(quads: FloatArray, laying: Laying) -> frozenset[int]:
    """The finds whose outlines are as large as two tiles of their row. quads: (N, 4, 2)."""
    across, along = sides(quads)
    size = across * along
    rows: dict[int, list[int]] = {}
    for (row, _), find in laying.finds.items():
        rows.setdefault(row, []).append(find)
    return frozenset(
        find
        for finds in rows.values()
        for find in finds
        if size[find] > _TWO_IN_ONE * np.median(size[finds])
    )


def accept(proposal: Proposal, name: str, before: Profile | None = None) -> Profile:
    """The profile of a proposal that a person has checked.

    before: a profile to add to. It keeps what it has, so a set can be enrolled in parts, and a tile
    more than once.
    """
    profile = before or Profile(name)
    kept = [place for place in proposal.places if place.kept]
    for place in kept:
        profile = profile.with_example(place.face, place.code, "enrolled")
    backs = [place.face for place in kept if place.code == BACK]
    middle = slice(SIDE // 4, -SIDE // 4)
    back = profile.back
    if backs:
        red, green, blue = np.median(np.stack(backs)[:, middle, middle], axis=(0, 1, 2))
        back = (int(red), int(green), int(blue))
    return replace(
        profile, name=name, back=back, proportion=profile.proportion or proposal.proportion
    )


def face_of(photo: Source, quad: Sequence[Sequence[float]]) -> ByteArray:
    """The thumbnail of one tile of a photograph, for `Profile.with_example`.

    quad: the tile's `quad` in the reading, in pixels of the photograph, from the face's own top
    left. Raises NoFaceThereError, and what `load_photo` raises.
    """
    try:
        corners = np.array(quad, np.float32)
    except (ValueError, TypeError):
        raise NoFaceThereError from None
    loaded = load_photo(photo)
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise NoFaceThereError
    size = np.array([loaded.width, loaded.height])
    middle = corners.mean(axis=0)
    if abs(cv2.contourArea(corners)) < _LEAST_AREA or (middle < 0).any() or (middle > size).any():
        raise NoFaceThereError
    face: ByteArray = cut(loaded.pixels, corners[None] / loaded.scale)[0]
    return face

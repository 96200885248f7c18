"""What would be enrolled, for a person to check."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.game.tiles import words
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.tile_sets.thumbnails import SIDE


@dataclass(frozen=True, eq=False)
class FacePlace:
    """A tile of the order with the find at its place.

    photo, row, column: its place in the order, from 0. code: what the order says. face: its
    thumbnail, upright. quad: (4, 2), pixels of the photograph. seen, confidence: what the trained
    model takes it for. doubt: why a person should look, or "". kept: False if a person left it out.
    """

    photo: int
    row: int
    column: int
    code: str
    face: ByteArray
    quad: FloatArray
    seen: str
    confidence: float
    doubt: str = ""
    kept: bool = True


@dataclass(frozen=True, eq=False)
class Proposal:
    """What would be enrolled. The page shows `places` as a grid and marks the doubtful ones.

    missing: codes of the order that were not found. changed_over: pairs of place numbers whose
    tiles seem to lie in each other's place. extra: finds that the order does not name. unnamed: the
    photographs that have many of these, and how many. proportion: see `Profile`.
    """

    places: tuple[FacePlace, ...]
    missing: tuple[str, ...] = ()
    changed_over: tuple[tuple[int, int], ...] = ()
    extra: int = 0
    unnamed: tuple[tuple[int, int], ...] = ()
    proportion: float | None = None

    @property
    def doubtful(self) -> tuple[int, ...]:
        """Numbers of the places at which a person should look."""
        return tuple(n for n, place in enumerate(self.places) if place.doubt)

    def with_code(self, number: int, code: str) -> Proposal:
        """With a place that a person corrected."""
        return self._with(number, replace(self.places[number], code=code, doubt=""))

    def left_out(self, number: int, kept: bool = False) -> Proposal:
        """With a place left out, or taken in again. All places keep their numbers."""
        return self._with(number, replace(self.places[number], kept=kept, doubt=""))

    def exchanged(self, one: int, other: int) -> Proposal:
        """With the codes of two places exchanged, as the tiles really lay."""
        a, b = self.places[one], self.places[other]
        return self.with_code(one, b.code).with_code(other, a.code)

    def _with(self, number: int, place: FacePlace) -> Proposal:
        places = (*self.places[:number], place, *self.places[number + 1 :])
        pairs = tuple(pair for pair in self.changed_over if number not in pair)
        return replace(self, places=places, changed_over=pairs)

    def questions(self) -> tuple[str, ...]:
        """What a person is asked first: rows that the order does not name, tiles in each other's
        place, and doubtful tiles."""
        asked = [
            f"Photograph {photo + 1} shows {count} tiles that the order does not name; write each"
            " of its rows on a line, with - for a tile to skip."
            for photo, count in self.unnamed
        ]
        asked += [
            f"{_where(self.places[a])} and {_where(self.places[b])} seem to lie in each other's"
            f" place: the order says {words(self.places[a].code)} and {words(self.places[b].code)}."
            for a, b in self.changed_over
        ]
        in_pairs = {number for pair in self.changed_over for number in pair}
        asked += [
            f"{_where(self.places[n])}: the order says {words(self.places[n].code)},"
            f" {self.places[n].doubt}."
            for n in self.doubtful
            if n not in in_pairs
        ]
        return tuple(asked)


def as_picture(proposal: Proposal) -> ByteArray:
    """A picture of the proposal: thumbnails with their codes, the doubtful ones framed in red.

    Returns H × W × 3 uint8, RGB.
    """
    margin, line = 6, 18
    wide = max((place.column for place in proposal.places), default=0) + 1
    rows = sorted({(place.photo, place.row) for place in proposal.places})
    cell = np.array([SIDE + 2 * margin, SIDE + 2 * margin + line])
    sheet = np.full((int(cell[1]) * max(1, len(rows)), int(cell[0]) * wide, 3), 250, np.uint8)
    marked = {*proposal.doubtful, *(n for pair in proposal.changed_over for n in pair)}
    for number, place in enumerate(proposal.places):
        x, y = place.column * int(cell[0]), rows.index((place.photo, place.row)) * int(cell[1])
        if number in marked:
            sheet[y : y + cell[1], x : x + cell[0]] = (214, 40, 40)
        sheet[y + margin : y + margin + SIDE, x + margin : x + margin + SIDE] = place.face
        ink = (255, 255, 255) if number in marked else (30, 30, 30)
        at = (x + margin, y + SIDE + margin + line - 4)
        cv2.putText(sheet, place.code, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, 1, cv2.LINE_AA)
    return sheet


def _where(place: FacePlace) -> str:
    return f"Photograph {place.photo + 1}, row {place.row + 1}, tile {place.column + 1}"

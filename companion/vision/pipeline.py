"""Photograph → reading: the stages in order, each timed."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import structs

from companion.base.stopwatch import Stopwatch
from companion.game.tiles import HAND_TILES, SPECIALS, Tile
from companion.seen.game import UNKNOWN
from companion.seen.reading import ImageInfo, Overlooked, Reading, SeenTile, by_eye, told
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.calibration.camera import CameraCalibration, TakenBy
from companion.vision.layout import Layout, arrange
from companion.vision.layout.beside import with_one_more
from companion.vision.recognition.classify import Named
from companion.vision.recognition.flowers import one_of_each
from companion.vision.recognition.fuse import Look, fuse
from companion.vision.recognition.models import Models, load_models
from companion.vision.recognition.photo import Photo, Source, load_photo
from companion.vision.recognition.spoilt import what_spoils
from companion.vision.recognition.which_are_tiles import (
    are_tiles,
    as_tiles,
    may_be_tiles,
    plain,
)

Stage = Callable[[FloatArray, Named], Named]
"""Changes the names of the faces, given their outlines, as an enrolled set does."""

TABLE_HANDS: Final = 3
"""Hands of so many tiles that a picture has to show, at least, to be one of a whole table.

Discards beyond a hand look like a second one in 29 of 392 drawn scenes of one hand, and never like
two more; all of 40 drawn tables show four (`layout_scene`, seeds 1000 to 1039)."""


class Reader:
    """Reads photographs, one at a time. The models are loaded at the first reading.

    refine: the stage that knows enrolled sets; None without one. It may change between readings.
    models: folder of other models than the shipped ones, to compare them. camera: what is known
    about a camera. It counts for the photographs that the camera took, and may change between
    readings. So may game, the one that is played.
    """

    def __init__(
        self,
        models: Path | None = None,
        camera: CameraCalibration | None = None,
    ) -> None:
        self.refine: Stage | None = None
        self.camera = camera or CameraCalibration()
        self.game = UNKNOWN
        self._folder = models
        self._lock = threading.Lock()
        self._models: Models | None = None

    def models(self) -> Models:
        """The models, loaded.

        Raises ModelDamagedError, ResourceMissingError.
        """
        with self._lock:
            if self._models is None:
                self._models = load_models(self._folder)
            return self._models

    def read(self, image: Source, *more: Source, table: bool | None = False) -> Reading:
        """Find and name every tile, and read the hand.

        image: see `Source`. more: other photographs of the same tiles, to learn more than one
        photograph shows. table: read the four hands of a whole table; None: as the picture shows
        one hand or a table.

        Raises what `load_photo` raises, and OtherTilesError. A picture without tiles gives a
        reading without tiles.
        """
        models, timed = self.models(), Stopwatch()
        with self._lock:
            sources = (image, *more)
            photos = timed("decode", lambda: [load_photo(source) for source in sources])
            shown = [self.camera.for_photo(photo).balanced(photo.pixels) for photo in photos]
            looks = [models.see(pixels, table is True, timed) for pixels in shown]
            place, seen = timed("classify", lambda: fuse(looks)) if more else (0, looks[0])
            photo, pixels = photos[place], shown[place]
            named = timed("classify", lambda: self._named(models, pixels, seen))
            seen = replace(seen, named=named)

            def lay(table: bool) -> Layout:
                return timed("layout", lambda: self._laid_out(seen, photo, table))

            layout = self._as_shown(seen, lay) if table is None else lay(table)
            counted = [layout.tiles[each] for each in layout.in_hands] or layout.tiles
            quads = np.array([tile.quad for tile in counted]).reshape(-1, 4, 2) / photo.scale
            sure = np.array([tile.sure for tile in counted], bool)
            spoilt = what_spoils(pixels, quads, sure)
            layout = replace(layout, warnings=(*spoilt, *layout.warnings))
        source = sources[place]
        path = _as_text(source) if isinstance(source, str | Path) else None
        return Reading(
            image=ImageInfo(path, photo.width, photo.height),
            timing_ms=timed.spent,
            profile=named.profile,
            nearest=named.nearest,
            photo=place if more else None,
            **vars(layout),
        )

    def again(
        self,
        reading: Reading,
        taken: TakenBy,
        said: Mapping[int, Tile | None],
        overlooked: Sequence[Overlooked] = (),
    ) -> Reading:
        """A reading of `read` once more, with what a person said of its tiles.

        taken: the photograph of `reading.image`. said: the code by the tile's place in
        `reading.tiles`, None for what is no tile. overlooked: tiles that were not found; in the
        answer they stand behind the others, in their order. What was said is taken as sure, and
        what the other tiles are and how all of them lie is weighed anew. The picture is not looked
        at again.
        """
        timed = Stopwatch()
        found = tuple(
            told(tile, said[place]) if place in said else by_eye(tile)
            for place, tile in enumerate(reading.tiles)
        )
        table = reading.sides is not None

        def lay(tiles: tuple[SeenTile, ...]) -> Layout:
            return timed("layout", lambda: self._arranged(tiles, taken, table))

        layout: Layout | None = None
        for one in overlooked:
            found, layout = with_one_more(found, one, lay)
        layout = layout or lay(found)
        return structs.replace(reading, timing_ms=timed.spent, **vars(layout))

    def _named(self, models: Models, pixels: ByteArray, seen: Look) -> Named:
        """What the faces are in the set that is enrolled, if one is, with one of each flower."""
        named = seen.named if self.refine is None else self.refine(seen.quads, seen.named)
        if named.profile is None:  # no two sets draw the special tiles alike
            named = named.without(SPECIALS)
        else:  # examples know no colour, which tells a back from a white dragon
            named = models.blank_odds(pixels, seen.quads, named)
        return one_of_each(models.series(named))

    @staticmethod
    def _as_shown(seen: Look, lay: Callable[[bool], Layout]) -> Layout:
        """The layout of a table where enough tiles and whole hands are seen for one, else that of
        one hand."""
        if np.count_nonzero(are_tiles(seen)) >= TABLE_HANDS * HAND_TILES:
            whole = lay(True)
            hands = [side for side in (whole.sides or {}).values() if side.hand.count >= HAND_TILES]
            if len(hands) >= TABLE_HANDS:
                return whole
        return lay(False)

    def _laid_out(self, seen: Look, photo: Photo, table: bool) -> Layout:
        """How the tiles lie.

        All that may be a tile is weighed together, each find by how likely it is one. What is less
        likely a tile than not counts only as part of a hand.
        """
        clear, places = are_tiles(seen), np.flatnonzero(may_be_tiles(seen))
        tiles = as_tiles(seen, places, photo)
        layout = self._arranged(tiles, photo, table)
        counts = clear[places] | np.isin(np.arange(len(places)), list(layout.in_hands))
        if counts.all():
            return layout
        return self._arranged(as_tiles(seen, places[counts], photo), photo, table)

    def _arranged(self, tiles: tuple[SeenTile, ...], photo: Photo | TakenBy, table: bool) -> Layout:
        """How the tiles lie, as a perfect camera would show them.

        That is from above, if the place of the table is known and four hands are wanted.
        """
        camera, size = self.camera.for_photo(photo), (photo.width, photo.height)
        points = np.array([tile.quad for tile in tiles]).reshape(-1, 2)
        seen = camera.from_above(points, *size) if table else camera.straightened(points, size[0])
        if seen is points:
            return arrange(tiles, photo.height, table, self.game)
        laid = tuple(
            structs.replace(tile, quad=quad)
            for tile, quad in zip(tiles, plain(seen.reshape(-1, 4, 2)), strict=True)
        )
        layout = arrange(laid, photo.height, table, self.game)
        shown = tuple(
            structs.replace(tile, quad=as_seen.quad)
            for tile, as_seen in zip(layout.tiles, tiles, strict=True)
        )
        return replace(layout, tiles=shown)


def _as_text(path: str | Path) -> str:
    """A file's name, with � for each byte of it that is no text, which JSON cannot hold."""
    return os.fsencode(path).decode("utf-8", "replace")

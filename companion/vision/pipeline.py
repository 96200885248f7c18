"""Photograph → reading: the stages in order, each timed."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import cv2
import numpy as np
from msgspec import structs
from threadpoolctl import threadpool_limits

from companion.game.tiles import HAND_TILES, SPECIALS, Tile
from companion.seen.game import UNKNOWN
from companion.seen.reading import ImageInfo, Overlooked, Reading, SeenTile, by_eye, told
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.calibration.camera import CameraCalibration, TakenBy
from companion.vision.layout import Layout, arrange
from companion.vision.layout.beside import with_one_more
from companion.vision.recognition.blank import at_most_four_dragons
from companion.vision.recognition.blank_odds import BlankOdds, load_blank_odds
from companion.vision.recognition.bright_signs import in_both_lights, shows_bright_signs
from companion.vision.recognition.classify import Classifier, Named
from companion.vision.recognition.detect import Detector, Finds
from companion.vision.recognition.engine import load_model
from companion.vision.recognition.flowers import one_of_each
from companion.vision.recognition.fuse import Look, fuse
from companion.vision.recognition.halves import Classify, completed
from companion.vision.recognition.large_faces import LargeFaces
from companion.vision.recognition.outlines import Outlines
from companion.vision.recognition.photo import Photo, Source, load_photo
from companion.vision.recognition.sharpness import SOFT, is_soft
from companion.vision.recognition.tile_odds import TileOdds, load_tile_odds
from companion.vision.recognition.which_are_tiles import (
    any_tile,
    are_tiles,
    as_tiles,
    may_be_tiles,
    plain,
)

T = TypeVar("T")
Stage = Callable[[FloatArray, Named], Named]
"""Changes the names of the faces, given their outlines, as an enrolled set does."""

TABLE_HANDS: Final = 3
"""Hands of so many tiles that a picture has to show, at least, to be one of a whole table.

Discards beyond a hand look like a second one in 29 of 392 drawn scenes of one hand, and never like
two more; all of 40 drawn tables show four (`layout_scene`, seeds 1000 to 1039)."""

# onnxruntime uses the cores; its threads and those of other pools would wait for each other.
cv2.setNumThreads(1)
threadpool_limits(1, "blas")


class Reader:
    """Reads photographs, one at a time. The models are loaded at the first reading.

    refine: the stage that knows enrolled sets; None without one. It may change between readings.
    models: folder of other models than the shipped ones, to compare them. camera: what is known
    about a camera. It counts for the photographs that the camera took, and may change between
    readings. So may game, the one that is played.
    """

    def __init__(
        self,
        refine: Stage | None = None,
        models: Path | None = None,
        camera: CameraCalibration | None = None,
    ) -> None:
        self.refine = refine
        self.camera = camera or CameraCalibration()
        self.game = UNKNOWN
        self._folder = models
        self._lock = threading.Lock()
        self._models: tuple[Detector, Classifier] | None = None
        self._large_faces: LargeFaces | None = None
        self._blank_odds: BlankOdds | None = None
        self._tile_odds: TileOdds | None = None

    def models(self) -> tuple[Detector, Classifier]:
        """The two models, loaded.

        Raises ModelDamagedError, ResourceMissingError.
        """
        with self._lock:
            if self._models is None:
                self._models = (
                    Detector(
                        load_model("detector", self._folder),
                        Outlines(load_model("outlines", self._folder)),
                    ),
                    Classifier(load_model("classifier", self._folder)),
                )
            return self._models

    def _closer(self) -> LargeFaces:
        if self._large_faces is None:
            self._large_faces = LargeFaces(load_model("large_faces", self._folder))
        return self._large_faces

    def _odds_of_blanks(self) -> BlankOdds:
        if self._blank_odds is None:
            self._blank_odds = load_blank_odds(self._folder)
        return self._blank_odds

    def _odds_of_tiles(self) -> TileOdds:
        if self._tile_odds is None:
            self._tile_odds = load_tile_odds(self._folder)
        return self._tile_odds

    def read(self, image: Source, *more: Source, table: bool | None = False) -> Reading:
        """Find and name every tile, and read the hand.

        image: see `Source`. more: other photographs of the same tiles, to learn more than one
        photograph shows. table: read the four hands of a whole table; None: as the picture shows
        one hand or a table.

        Raises what `load_photo` raises, and OtherTilesError. A picture without tiles gives a
        reading without tiles.
        """
        detector, classifier = self.models()
        large_faces = self._closer()
        blank_odds, tile_odds = self._odds_of_blanks(), self._odds_of_tiles()
        clock = _Clock()

        def look(pixels: ByteArray, finds: Finds, name: Classify) -> Look:
            finds, named = clock("classify", lambda: completed(finds, name(finds.quads), name))
            closer = clock("classify", lambda: large_faces(pixels, finds.quads, named))
            faces = clock("classify", lambda: blank_odds(pixels, finds.quads, closer))
            judged = clock("classify", lambda: tile_odds(pixels, finds.quads, finds.scores, faces))
            return Look(finds.quads, finds.scores, at_most_four_dragons(judged))

        def see(pixels: ByteArray) -> Look:
            whole = clock("detect", lambda: detector.whole(pixels, table is True))
            finds = clock("detect", lambda: detector.closer(pixels, whole))
            name: Classify = partial(classifier, pixels)
            seen = look(pixels, finds, name)
            if any_tile(seen) and shows_bright_signs(pixels, finds.quads, finds.scores):
                both = clock("detect", lambda: detector.with_negative(pixels, whole))
                finds = clock("detect", lambda: detector.closer(pixels, both))
                name = in_both_lights(classifier, pixels)
                seen = look(pixels, finds, name)
            return seen

        with self._lock:
            sources = (image, *more)
            photos = clock("decode", lambda: [load_photo(source) for source in sources])
            shown = [self.camera.for_photo(photo).balanced(photo.pixels) for photo in photos]
            looks = [see(pixels) for pixels in shown]
            place, seen = clock("classify", lambda: fuse(looks)) if more else (0, looks[0])
            photo, named = photos[place], seen.named
            if self.refine is not None:
                refine = self.refine
                named = clock("classify", lambda: refine(seen.quads, seen.named))
            if named.profile is None:  # no two sets draw the special tiles alike
                named = named.without(SPECIALS)
            else:  # examples know no colour, which tells a back from a white dragon
                named = clock("classify", lambda: blank_odds(shown[place], seen.quads, named))
            named = clock("classify", lambda: one_of_each(named))
            seen = replace(seen, named=named)

            def lay(table: bool) -> Layout:
                return clock("layout", lambda: self._laid_out(seen, photo, table))

            layout = self._as_shown(seen, lay) if table is None else lay(table)
            counted = [layout.tiles[each] for each in layout.in_hands] or layout.tiles
            if is_soft(shown[place], counted):
                layout = replace(layout, warnings=(SOFT, *layout.warnings))
        source = sources[place]
        path = _as_text(source) if isinstance(source, str | Path) else None
        return Reading(
            image=ImageInfo(path, photo.width, photo.height),
            timing_ms=clock.spent,
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
        clock = _Clock()
        found = tuple(
            told(tile, said[place]) if place in said else by_eye(tile)
            for place, tile in enumerate(reading.tiles)
        )
        table = reading.sides is not None

        def lay(tiles: tuple[SeenTile, ...]) -> Layout:
            return clock("layout", lambda: self._arranged(tiles, taken, table))

        layout: Layout | None = None
        for one in overlooked:
            found, layout = with_one_more(found, one, lay)
        layout = layout or lay(found)
        return structs.replace(reading, timing_ms=clock.spent, **vars(layout))

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
            return arrange(tiles, *size, table, self.game)
        laid = tuple(
            structs.replace(tile, quad=quad)
            for tile, quad in zip(tiles, plain(seen.reshape(-1, 4, 2)), strict=True)
        )
        layout = arrange(laid, *size, table, self.game)
        shown = tuple(
            structs.replace(tile, quad=as_seen.quad)
            for tile, as_seen in zip(layout.tiles, tiles, strict=True)
        )
        return replace(layout, tiles=shown)


def _as_text(path: str | Path) -> str:
    """A file's name, with � for each byte of it that is no text, which JSON cannot hold."""
    return os.fsencode(path).decode("utf-8", "replace")


class _Clock:
    """Runs a stage and remembers its milliseconds."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def __call__(self, name: str, stage: Callable[[], T]) -> T:
        start = time.perf_counter()
        value = stage()
        spent = (time.perf_counter() - start) * 1000
        self.spent[name] = round(self.spent.get(name, 0.0) + spent, 2)
        return value

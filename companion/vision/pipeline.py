"""Photograph → reading: the stages in order, each timed."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import compress
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from companion.reading import ImageInfo, Quad, Reading, SeenTile
from companion.tiles import BACK, KIND_SET, SPECIALS, WHITE
from companion.vision.blank import blanks_by_colour
from companion.vision.camera import CameraCalibration
from companion.vision.classify import NOT_A_TILE, Classifier, Named
from companion.vision.detect import Detector, Finds
from companion.vision.engine import load_model
from companion.vision.fuse import Look, fuse
from companion.vision.geometry import FloatArray, mean_sides
from companion.vision.layout import Layout, arrange
from companion.vision.photo import ByteArray, Photo, load_photo
from companion.vision.upright import upright

T = TypeVar("T")
Source: TypeAlias = str | Path | bytes | ByteArray
"""A photograph: a path, encoded bytes, or H × W × 3 uint8 RGB."""
Stage = Callable[[ByteArray, FloatArray, Named], Named]
"""Changes what the faces were named, given the picture and the outlines: an enrolled set does."""

_MUCH_SMALLER = 0.45
_BOTH = 0.25
"""Least product of "here is a tile" and "it is this one"."""
_SOME_TILE = 0.6
"""Product of "here is a tile" and "it is some tile" that is enough, whichever one it is: a face of
a set nobody has seen may look like several."""
_PERHAPS_BLANK = 0.03
"""Probability of a blank face from which what is called "no tile" may be a back."""
_CLEAR = 0.97
"""Probability from which a faint find may be the face that it looks like."""
_SHOWN = 6
"""How many alternatives a tile keeps."""

# onnxruntime has the cores; other pools' threads and its own only wait for each other.
cv2.setNumThreads(1)
threadpool_limits(1, "blas")


class Reader:
    """Reads photographs. Models are loaded at the first reading; readings go one by one.

    refine: the stage that knows enrolled sets, None without one; may be changed between readings.
    models: folder of other models than the shipped ones, to compare them. camera: what is known
    about a camera; counts for the photographs it took; may be changed between readings.
    """

    def __init__(
        self,
        refine: Stage | None = None,
        models: Path | None = None,
        camera: CameraCalibration | None = None,
    ) -> None:
        self.refine = refine
        self.camera = camera or CameraCalibration()
        self._folder = models
        self._lock = threading.Lock()
        self._models: tuple[Detector, Classifier] | None = None

    def models(self) -> tuple[Detector, Classifier]:
        """The two models, loaded.

        Raises ModelDamagedError, ResourceMissingError.
        """
        with self._lock:
            if self._models is None:
                self._models = (
                    Detector(load_model("detector", self._folder)),
                    Classifier(load_model("classifier", self._folder)),
                )
            return self._models

    def read(self, image: Source, *more: Source, table: bool = False) -> Reading:
        """Find and name every tile, and read the hand.

        image: a path, encoded bytes, or an H × W × 3 uint8 RGB array. more: further photographs of
        the same tiles, to know more than one of them shows. table: the four hands of a whole table
        are wanted.

        Raises what `load_photo` raises, and OtherTilesError. A picture without tiles is a reading
        without tiles.
        """
        detector, classifier = self.models()
        clock = _Clock()

        def look(pixels: ByteArray, finds: Finds) -> Look:
            named = clock("classify", lambda: classifier(pixels, finds.quads))
            told = clock("classify", lambda: blanks_by_colour(pixels, finds.quads, named))
            return Look(finds.quads, finds.scores, told)

        with self._lock:
            sources = (image, *more)
            photos = clock("decode", lambda: [load_photo(source) for source in sources])
            shown = [self.camera.for_photo(photo).balanced(photo.pixels) for photo in photos]
            found = clock("detect", lambda: [detector(pixels, table) for pixels in shown])
            looks = [look(pixels, finds) for pixels, finds in zip(shown, found, strict=True)]
            place, seen = clock("classify", lambda: fuse(looks)) if more else (0, looks[0])
            photo, named, finds = photos[place], seen.named, found[place]
            if self.refine is not None:
                refine = self.refine
                named = clock("classify", lambda: refine(photo.pixels, seen.quads, seen.named))
            if named.profile is None:  # no two sets draw the special tiles alike
                named = named.without(SPECIALS)
            layout, tiles = clock("layout", lambda: self._laid_out(seen, named, photo, table))
            if not layout.won and len(finds.faint):
                faint = clock("classify", lambda: _faint(classifier, shown[place], finds, photo))
                layout = clock(
                    "layout", lambda: self._completed(layout, tiles, faint, photo, table)
                )
        source = sources[place]
        path = str(source) if isinstance(source, str | Path) else None
        return Reading(
            image=ImageInfo(path, photo.width, photo.height),
            timing_ms=clock.spent,
            profile=named.profile,
            nearest=named.nearest,
            photo=place if more else None,
            **vars(layout),
        )

    def _laid_out(
        self, seen: Look, named: Named, photo: Photo, table: bool
    ) -> tuple[Layout, tuple[SeenTile, ...]]:
        """How the tiles lie, and the tiles by eye. What is hardly a tile and may be a back counts
        where a set laid down with backs needs it, in a picture without a finished hand, and is
        left out everywhere else."""
        tiles = _are_tiles(seen, named)
        by_eye = _tiles(seen, named, np.flatnonzero(tiles), photo.scale)
        layout = self._arranged(by_eye, photo, table)
        backs = _may_be_backs(seen, named)
        if not backs.any() or (layout.won and not table):
            return layout, by_eye
        places = np.flatnonzero(tiles | backs)
        every = self._arranged(_tiles(seen, named, places, photo.scale), photo, table)
        needed = np.intersect1d(places[sorted(every.in_like_sets)], np.flatnonzero(backs))
        if not len(needed):
            return layout, by_eye
        tiles[needed] = True
        by_eye = _tiles(seen, named, np.flatnonzero(tiles), photo.scale)
        return self._arranged(by_eye, photo, table), by_eye

    def _completed(
        self,
        layout: Layout,
        tiles: tuple[SeenTile, ...],
        faint: tuple[SeenTile, ...],
        photo: Photo,
        table: bool,
    ) -> Layout:
        """The layout with those faint tiles with which, and only with which, a hand is finished;
        of faint backs only such as lie in a set laid down with backs. tiles: those of the layout,
        by eye."""
        if not faint:
            return layout
        every = self._arranged(tiles + faint, photo, table)
        needed = tuple(
            tile
            for place, tile in enumerate(faint, start=len(tiles))
            if place in (every.in_like_sets if tile.code == BACK else every.in_hands)
        )
        if not needed:
            return layout
        completed = self._arranged(tiles + needed, photo, table)
        return completed if completed.won else layout

    def _arranged(self, tiles: tuple[SeenTile, ...], photo: Photo, table: bool) -> Layout:
        """How the tiles lie, as a perfect camera would show them: from above, where the place of
        the table is known and four hands are wanted."""
        camera, size = self.camera.for_photo(photo), (photo.width, photo.height)
        points = np.array([tile.quad for tile in tiles]).reshape(-1, 2)
        seen = camera.from_above(points, *size) if table else camera.straightened(points, size[0])
        if seen is points:
            return arrange(tiles, *size, table=table)
        laid = tuple(
            replace(tile, quad=quad)
            for tile, quad in zip(tiles, _plain(seen.reshape(-1, 4, 2)), strict=True)
        )
        layout = arrange(laid, *size, table=table)
        shown = tuple(
            replace(tile, quad=as_seen.quad)
            for tile, as_seen in zip(layout.tiles, tiles, strict=True)
        )
        return replace(layout, tiles=shown)


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


def _tiles(
    seen: Look, named: Named, places: NDArray[np.intp], scale: float
) -> tuple[SeenTile, ...]:
    """The finds in these places, as what they are likeliest.

    The game has four of a tile and one of a flower. Where more of a kind seem certain, some are
    misread, backs with a ring as ones of dots say, and none of them is sure.
    """
    if not len(places):
        return ()
    kinds = np.delete(named.probabilities[places], named.codes.index(NOT_A_TILE), axis=1)
    codes = [code for code in named.codes if code != NOT_A_TILE]
    order = np.argsort(-kinds, axis=1)[:, :_SHOWN]
    best_codes = [codes[best[0]] for best in order]
    turned = upright(seen.quads[places], named.ways[places], best_codes) * scale
    likely = np.round(np.take_along_axis(kinds, order, axis=1).astype(float), 4).tolist()
    certain = [chances[0] >= named.sure_above for chances in likely]
    seen_surely = Counter(compress(best_codes, certain))
    too_many = {code for code, count in seen_surely.items() if count > _how_many(code)}
    return tuple(
        SeenTile(
            code=codes[best[0]],
            confidence=chances[0],
            quad=quad,
            alternatives=tuple((codes[k], chance) for k, chance in zip(best, chances, strict=True)),
            sure=sure and codes[best[0]] not in too_many,
        )
        for quad, best, chances, sure in zip(_plain(turned), order, likely, certain, strict=True)
    )


def _how_many(code: str) -> float:
    """How many of a tile there are in a set; nobody counts backs."""
    return np.inf if code == BACK else 4 if code in KIND_SET else 1


def _are_tiles(seen: Look, named: Named) -> NDArray[np.bool_]:
    """Which finds to keep: what is called "no tile" goes, and so does what neither model believes
    in, and doubtful small ones.

    All tiles of a set are of one size. Something much smaller than the faces that are certain, or
    the backs where there are none, is a dial, a die or a single dot of a tile, unless it is itself
    certain. Squares of a cloth may pass for backs, of any size.
    """
    if not len(seen.quads):
        return np.zeros(0, bool)
    nothing = named.codes.index(NOT_A_TILE)
    size = mean_sides(seen.quads)
    chance = np.delete(named.probabilities, nothing, axis=1).max(1)
    certain = chance >= named.sure_above
    some = 1 - named.probabilities[:, nothing]
    keep = (some > 0.5) & ((seen.scores * chance > _BOTH) | (seen.scores * some > _SOME_TILE))
    if certain.any():
        faces = certain & (named.probabilities.argmax(1) != named.codes.index(BACK))
        usual = np.median(size[faces if faces.any() else certain])
        keep &= certain | (size > _MUCH_SMALLER * usual)
    return np.asarray(keep)


def _may_be_backs(seen: Look, named: Named) -> NDArray[np.bool_]:
    """Which finds called "no tile" are rather blank than any face: a plain back on a cloth of its
    colour looks like nothing at all."""
    if not len(seen.quads):
        return np.zeros(0, bool)
    nothing = named.codes.index(NOT_A_TILE)
    chances = named.probabilities
    kinds = np.delete(chances, nothing, axis=1)
    blank = chances[:, [named.codes.index(code) for code in (BACK, WHITE)]].max(1)
    return np.asarray(
        (chances[:, nothing] >= 0.5) & (blank > _PERHAPS_BLANK) & (blank >= kinds.max(1))
    )


def _faint(
    classifier: Classifier, pixels: ByteArray, finds: Finds, photo: Photo
) -> tuple[SeenTile, ...]:
    """The faint finds that are clearly a face, or rather a back than another one; none of them
    sure."""
    named = classifier(pixels, finds.faint).without(SPECIALS)
    best = np.array(named.best)
    chance = named.probabilities.max(1)
    look = Look(finds.faint, finds.faint_scores, named)
    likely = (best == BACK) | ((chance > _CLEAR) & (best != NOT_A_TILE))
    places = np.flatnonzero(likely | _may_be_backs(look, named))
    tiles = _tiles(look, named, places, photo.scale)
    return tuple(replace(tile, sure=False) for tile in tiles)


def _plain(quads: FloatArray) -> list[Quad]:
    """(N, 4, 2) in plain numbers, to a tenth of a pixel."""
    rounded: list[Any] = np.round(quads.astype(float), 1).tolist()
    return [((a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])) for a, b, c, d in rounded]

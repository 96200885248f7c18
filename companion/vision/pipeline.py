"""Photograph → reading: the stages in order, each timed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.reading import ImageInfo, Quad, Reading, SeenTile
from companion.vision.classify import NOT_A_TILE, Classifier, Named
from companion.vision.detect import Detector
from companion.vision.engine import load_model
from companion.vision.geometry import FloatArray, sides
from companion.vision.layout import arrange
from companion.vision.photo import ByteArray, load_photo
from companion.vision.upright import upright

T = TypeVar("T")
Stage = Callable[[ByteArray, FloatArray, Named], Named]
"""Changes what the faces were named, given the picture and the outlines: an enrolled set does."""

_MUCH_SMALLER = 0.45
_SHOWN = 6
"""How many alternatives a tile keeps."""

cv2.setNumThreads(1)  # onnxruntime has the cores; two pools only wake each other


class Reader:
    """Reads photographs. Models are loaded at the first reading; readings go one by one.

    refine: the stage that knows enrolled sets, None without one; may be changed between readings.
    models: folder of other models than the shipped ones, to compare them.
    """

    def __init__(self, refine: Stage | None = None, models: Path | None = None) -> None:
        self.refine = refine
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

    def read(
        self,
        image: str | Path | bytes | ByteArray,
        *,
        table: bool = False,
    ) -> Reading:
        """Find and name every tile, and read the hand.

        image: a path, encoded bytes, or an H × W × 3 uint8 RGB array. table: the four hands of a
        whole table are wanted.

        Raises what `load_photo` raises. A picture without tiles is a reading without tiles.
        """
        detector, classifier = self.models()
        with self._lock:
            clock = _Clock()
            photo = clock("decode", lambda: load_photo(image))
            finds = clock("detect", lambda: detector(photo.pixels))

            def classify() -> Named:
                named = classifier(photo.pixels, finds.quads)
                if self.refine is None:
                    return named
                return self.refine(photo.pixels, finds.quads, named)

            named = clock("classify", classify)
            tiles = clock(
                "layout",
                lambda: _tiles(finds.quads, named, photo.scale, classifier.sure_above),
            )
            layout = clock("layout", lambda: arrange(tiles, photo.width, photo.height, table=table))
        return Reading(
            image=ImageInfo(
                str(image) if isinstance(image, str | Path) else None, photo.width, photo.height
            ),
            tiles=layout.tiles,
            groups=layout.groups,
            hand=layout.hand,
            warnings=layout.warnings,
            timing_ms=clock.spent,
            hands=layout.hands,
        )


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
    quads: FloatArray, named: Named, scale: float, sure_above: float
) -> tuple[SeenTile, ...]:
    """Seen tiles of all finds that the classifier does not call "no tile"."""
    if not len(quads):
        return ()
    nothing = named.codes.index(NOT_A_TILE)
    is_tile = _are_tiles(quads, named.probabilities, nothing, sure_above)
    kinds = np.delete(named.probabilities[is_tile], nothing, axis=1)
    codes = [code for code in named.codes if code != NOT_A_TILE]
    turned = upright(quads[is_tile], named.ways[is_tile]) * scale
    order = np.argsort(-kinds, axis=1)[:, :_SHOWN]
    tiles = []
    for quad, row, best in zip(turned, kinds, order, strict=True):
        confidence = round(float(row[best[0]]), 4)
        tiles.append(
            SeenTile(
                code=codes[best[0]],
                confidence=confidence,
                quad=_plain(quad),
                alternatives=tuple((codes[k], round(float(row[k]), 4)) for k in best),
                sure=confidence >= sure_above,
            )
        )
    return tuple(tiles)


def _are_tiles(
    quads: FloatArray, probabilities: FloatArray, nothing: int, sure_above: float
) -> NDArray[np.bool_]:
    """Which finds to keep: what is called "no tile" goes, and so do doubtful small ones.

    All tiles of a set are of one size. Something much smaller than the tiles that are certain is a
    dial, a die or a single dot of a tile, unless it is itself certain.
    """
    across, along = sides(quads)
    size = np.sqrt(across * along)
    certain = np.delete(probabilities, nothing, axis=1).max(1) >= sure_above
    keep = probabilities[:, nothing] < 0.5
    if certain.any():
        keep &= certain | (size > _MUCH_SMALLER * np.median(size[certain]))
    return np.asarray(keep)


def _plain(quad: FloatArray) -> Quad:
    corners: list[Any] = [(round(float(x), 1), round(float(y), 1)) for x, y in quad]
    return (corners[0], corners[1], corners[2], corners[3])

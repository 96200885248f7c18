"""How probable it is that a find is a tile: from its face, its outline and its company.

Two logistic regressions, for faces and for blanks, look at a find alone. What they say of all the
finds of a picture tells what `company` each find keeps. Decision trees weigh that, with what is
measured of the find itself. Then it is asked again: what the trees say tells the company better,
and other trees weigh that. `models.training.fit_tile_odds` fits all; in `models/weights` are the
regressions, `tile_odds.json`, and the trees, `tile_odds.onnx` and `tile_odds_again.onnx`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from companion.game.tiles import BACK, WHITE
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import sides
from companion.vision.recognition.blank import shows_no_face
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.company import COMPANY, Lying, company, lying
from companion.vision.recognition.engine import ModelDamagedError
from companion.vision.recognition.trees import Trees, load_trees

MEASURES: Final = ("score", "none", "best", "white", "back", "sharp", "contrast", "long", "one")
"""What is measured of a find alone, in addition to the classifier's features; `one` is always 1."""
EVIDENCE: Final = (*COMPANY, *MEASURES[:-1])
"""What the trees weigh, in this order."""

_CLIP: Final = 8.0
"""Log odds beyond which the models' probabilities count no more. Set by hand before the fit."""


@dataclass(frozen=True)
class TileOdds:
    """The regressions, for faces and for blanks, and the trees.

    features: (2, F), weights of the classifier's features, which have unit length. measures:
    (2, M), of `MEASURES`. trees: weigh `EVIDENCE`. again: weigh it when they have been asked.
    """

    features: FloatArray
    measures: FloatArray
    trees: Trees
    again: Trees

    def __call__(
        self, pixels: ByteArray, quads: FloatArray, scores: FloatArray, named: Named
    ) -> FloatArray:
        """How probable it is that each find is a tile: (N,).

        pixels: H × W × 3 uint8, RGB. quads: (N, 4, 2), its pixels. scores: (N,), the detector's.
        named: what the faces show.
        """
        if not len(quads):
            return np.zeros(0)
        measured, no_face = measures(quads, scores, named), shows_no_face(named)
        both = named.features @ self.features.T + measured @ self.measures.T
        alone = np.where(no_face, both[:, 1], both[:, 0])
        finds = lying(pixels, quads, no_face)
        first = self.trees.chance(evidence(finds, measured, alone))
        return self.again.chance(evidence(finds, measured, log_odds(first)))


def load_tile_odds(folder: Path | None = None) -> TileOdds:
    """The fitted regressions and trees. folder: where others than the shipped ones are.

    Raises ModelDamagedError, ResourceMissingError.
    """
    trees = load_trees("tile_odds", EVIDENCE, folder)
    again = load_trees("tile_odds_again", EVIDENCE, folder)
    try:
        every = [trees.model.facts[kind] for kind in ("faces", "blanks")]
        return TileOdds(
            np.array([each["features"] for each in every], np.float64),
            np.array([[each["measures"][of] for of in MEASURES] for each in every], np.float64),
            trees,
            again,
        )
    except (KeyError, TypeError, ValueError):
        raise ModelDamagedError("tile_odds", "tile_odds.json has changed") from None


def evidence(finds: Lying, measured: FloatArray, told: FloatArray) -> FloatArray:
    """`EVIDENCE` of each find: (N, E). measured: (N, M), its `measures`. told: (N,), as `company`
    takes it: at first what each find says alone, then what the first trees said."""
    return np.column_stack([company(finds, told), measured[:, :-1]])


def measures(quads: FloatArray, scores: FloatArray, named: Named) -> FloatArray:
    """`MEASURES` of each find: (N, M)."""
    chances = named.probabilities
    nothing = chances[:, named.codes.index(NOT_A_TILE)]
    kinds = np.delete(chances, named.codes.index(NOT_A_TILE), axis=1)
    across, along = sides(quads)
    grey = _grey(named.faces)
    sharp = np.array([cv2.Laplacian(face, cv2.CV_32F).std() for face in grey])
    return np.stack(
        [
            log_odds(scores),
            log_odds(nothing),
            log_odds(kinds.max(1) / np.maximum(kinds.sum(1), 1e-9)),
            chances[:, named.codes.index(WHITE)],
            chances[:, named.codes.index(BACK)],
            np.log(sharp + 1),
            np.log(grey.std((1, 2)) + 1),
            np.log(np.maximum(along, 1) / np.maximum(across, 1)),
            np.ones(len(quads)),
        ],
        axis=1,
    )


def _grey(faces: ByteArray) -> FloatArray:
    """(N, side, side, 3) → (N, side, side), the mean of the colours: many times as fast as numpy's
    own."""
    wide = faces.reshape(-1, faces.shape[2], 3).astype(np.float32)
    grey = cv2.transform(wide, np.full((1, 3), 1 / 3, np.float32))
    return np.asarray(grey, np.float32).reshape(faces.shape[:3])


def log_odds(chance: FloatArray) -> FloatArray:
    """Of chances, 0 to 1, at most so large that more would say nothing."""
    safe = np.clip(chance, 1e-6, 1 - 1e-6).astype(float)
    return np.asarray(np.clip(np.log(safe / (1 - safe)), -_CLIP, _CLIP))

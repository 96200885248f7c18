"""What is counted when readings are compared with labels: update, summary."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from companion.seen.reading import Reading
from companion.vision.arrays import FloatArray
from companion.vision.geometry import box_overlap
from datasets.labels import Labelled

MATCH = 0.4
"""The least overlap (intersection over union of upright boxes) of a find with its labelled tile."""


@dataclass(frozen=True)
class Found:
    """What a reader says about one picture. confidences and sure may be empty for another
    program."""

    quads: FloatArray
    codes: tuple[str, ...]
    confidences: tuple[float, ...] = ()
    sure: tuple[bool, ...] = ()


def found_in(reading: Reading) -> Found:
    """What a reading of this program says."""
    return Found(
        np.array([tile.quad for tile in reading.tiles], np.float32).reshape(-1, 4, 2),
        tuple(tile.code for tile in reading.tiles),
        tuple(tile.confidence for tile in reading.tiles),
        tuple(tile.sure for tile in reading.tiles),
    )


@dataclass(frozen=True)
class PhotoResult:
    """The counts of one photograph. extra: finds that are no tile, if every tile is labelled."""

    labelled: int
    right: int
    wrong: int
    missed: int
    finds: int
    extra: int
    mistakes: tuple[tuple[str, str, float], ...]

    @property
    def wholly_right(self) -> bool:
        return self.right == self.labelled


@dataclass
class TileMetrics:
    """Sums over photographs."""

    photos: list[PhotoResult] = field(default_factory=list)
    complete_finds: int = 0
    by_code: Counter[tuple[str, str]] = field(default_factory=Counter)
    confident: list[tuple[float, bool, bool]] = field(default_factory=list)

    def update(self, photo: Labelled, found: Found) -> PhotoResult:
        """Compare one photograph's labels with what was found in it."""
        quads, codes, complete = photo.quads, photo.codes, photo.complete
        pairs = match(quads, found.quads)
        right = 0
        mistakes = []
        for label, find in pairs.items():
            truth, said = codes[label], found.codes[find]
            right += truth == said
            self.by_code[truth, said] += 1
            confidence = found.confidences[find] if found.confidences else 1.0
            sure = found.sure[find] if found.sure else True
            self.confident.append((confidence, sure, truth == said))
            if truth != said:
                mistakes.append((truth, said, confidence))
        for label, truth in enumerate(codes):
            if label not in pairs:
                self.by_code[truth, "missed"] += 1
        free = [i for i in range(len(found.codes)) if i not in pairs.values()]
        extra = len(free) - len(match(_seen(photo.others, photo), _seen(found.quads[free], photo)))
        extra = extra if complete else 0
        if complete:
            self.complete_finds += len(found.codes)
        result = PhotoResult(
            len(codes),
            right,
            len(pairs) - right,
            len(codes) - len(pairs),
            len(found.codes),
            extra,
            tuple(mistakes),
        )
        self.photos.append(result)
        return result

    def summary(self) -> dict[str, float]:
        """Shares over all photographs so far, and counts."""
        total = max(1, sum(p.labelled for p in self.photos))
        right = sum(p.right for p in self.photos)
        wrong = sum(p.wrong for p in self.photos)
        extra = sum(p.extra for p in self.photos)
        sure = [ok for _, is_sure, ok in self.confident if is_sure]
        return {
            "photographs": len(self.photos),
            "tiles": sum(p.labelled for p in self.photos),
            "found and named right": right / total,
            "named wrong": wrong / total,
            "missed": sum(p.missed for p in self.photos) / total,
            "finds that are no tile, on complete pictures": extra / max(1, self.complete_finds),
            "photographs wholly right": sum(p.wholly_right for p in self.photos)
            / max(1, len(self.photos)),
            "sure, of those found": len(sure) / max(1, len(self.confident)),
            "wrong among the sure": sure.count(False) / max(1, len(sure)),
            "calibration error": self.calibration_error(),
        }

    def calibration_error(self, bins: int = 10) -> float:
        """Expected calibration error: the mean gap between confidence and truth, over equal
        bins."""
        if not self.confident:
            return 0.0
        confidence = np.array([c for c, _, _ in self.confident])
        right = np.array([ok for _, _, ok in self.confident], float)
        place = np.minimum((confidence * bins).astype(int), bins - 1)
        gaps = [
            abs(confidence[place == b].mean() - right[place == b].mean()) * (place == b).mean()
            for b in range(bins)
            if (place == b).any()
        ]
        return float(sum(gaps))

    def per_class(self) -> dict[str, tuple[int, int, int]]:
        """code → labelled, found and named right, and other tiles that were taken for it."""
        codes = {truth for truth, _ in self.by_code} | {said for _, said in self.by_code}
        return {
            code: (
                sum(n for (truth, _), n in self.by_code.items() if truth == code),
                self.by_code[code, code],
                sum(n for (t, said), n in self.by_code.items() if said == code and t != code),
            )
            for code in sorted(codes - {"missed"}, key=lambda c: (c[1], c[0]))
        }


def _seen(quads: FloatArray, photo: Labelled) -> FloatArray:
    """The outlines as far as the picture shows them; how far a cut off tile goes on is a guess."""
    return np.clip(quads, 0, np.array([photo.width, photo.height], quads.dtype))


def match(labels: FloatArray, finds: FloatArray) -> dict[int, int]:
    """label → find; the pairs with the largest overlap come first, and each is used once."""
    if not len(labels) or not len(finds):
        return {}
    overlap = box_overlap(labels, finds)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for flat in np.argsort(-overlap, axis=None):
        label, find = (int(i) for i in np.unravel_index(flat, overlap.shape))
        if overlap[label, find] < MATCH:
            break
        if label not in pairs and find not in taken:
            pairs[label] = find
            taken.add(find)
    return pairs

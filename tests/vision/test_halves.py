"""Half a tile that was taken for a whole one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest

from companion.base.resources import resource
from companion.vision.geometry import FloatArray, box_overlap, short_edge_first
from companion.vision.pipeline import Reader
from companion.vision.recognition.classify import NOT_A_TILE, Classifier, Named
from companion.vision.recognition.detect import Finds
from companion.vision.recognition.halves import completed
from companion.vision.recognition.photo import ByteArray, load_photo


@dataclass(frozen=True)
class Seen:
    """The sample picture, what the detector finds in it, and who names faces."""

    pixels: ByteArray
    finds: Finds
    classifier: Classifier

    def place(self, code: str) -> int:
        return self.classifier(self.pixels, self.finds.quads).best.index(code)

    def with_parts(self, code: str, *parts: tuple[float, float]) -> Finds:
        """The tile of this code found only from so far to so far in its width: twice, if so."""
        place = self.place(code)
        whole = self.finds.quads[place]
        found = [_part(whole, left, right) for left, right in parts]
        others = np.delete(self.finds.quads, place, axis=0)
        scores = np.delete(self.finds.scores, place)
        return replace(
            self.finds,
            quads=np.concatenate([np.stack(found), others]).astype(np.float32),
            scores=np.concatenate([np.full(len(found), 0.9), scores]),
        )

    def completed(self, finds: Finds) -> tuple[Finds, Named]:
        name = partial(self.classifier, self.pixels)
        return completed(finds, name(finds.quads), name)


def _part(quad: FloatArray, left: float, right: float) -> FloatArray:
    across = quad[1] - quad[0], quad[2] - quad[3]
    corners = [
        quad[0] + left * across[0],
        quad[0] + right * across[0],
        quad[3] + right * across[1],
        quad[3] + left * across[1],
    ]
    return short_edge_first(np.array([corners], np.float32))[0]


@pytest.fixture(scope="module")
def seen() -> Seen:
    pixels = load_photo(resource("samples", "sample.jpg")).pixels
    detector, classifier = Reader().models()
    return Seen(pixels, detector(pixels), classifier)


@pytest.mark.parametrize("part", [(0.0, 0.5), (0.0, 0.55), (0.45, 1.0), (0.5, 1.0)])
@pytest.mark.parametrize(("code", "half"), [("4s", "2s"), ("4p", "2p")])
def test_half_of_a_four_is_a_four(
    seen: Seen, code: str, half: str, part: tuple[float, float]
) -> None:
    finds = seen.with_parts(code, part)
    named = seen.classifier(seen.pixels, finds.quads).without([NOT_A_TILE])
    assert named.best[0] in (half, code)  # a little more than half may be named right
    whole, named = seen.completed(finds)
    assert named.best[0] == code
    outline = seen.finds.quads[seen.place(code)]
    assert box_overlap(whole.quads[:1], outline[None])[0, 0] > 0.6


def test_two_halves_are_one_tile(seen: Seen) -> None:
    finds = seen.with_parts("4s", (0.0, 0.5), (0.5, 1.0))
    whole, named = seen.completed(finds)
    assert len(whole.quads) == len(whole.scores) == len(named.best) == len(seen.finds.quads)
    assert sorted(named.best) == sorted(seen.classifier(seen.pixels, seen.finds.quads).best)


def test_a_narrow_outline_of_a_whole_face_stays(seen: Seen) -> None:
    finds = seen.with_parts("2s", (0.15, 0.85))
    whole, named = seen.completed(finds)
    assert named.best[0] == "2s"
    assert whole.quads == pytest.approx(finds.quads)


def test_tiles_as_large_as_their_neighbours_stay_as_they_are(seen: Seen) -> None:
    finds, named = seen.completed(seen.finds)
    assert finds.quads == pytest.approx(seen.finds.quads)
    assert named.best == seen.classifier(seen.pixels, seen.finds.quads).best


def test_a_few_tiles_do_not_show_how_large_a_tile_is(seen: Seen) -> None:
    finds = seen.with_parts("4s", (0.0, 0.55))
    few = replace(finds, quads=finds.quads[:3], scores=finds.scores[:3])
    assert seen.completed(few)[0] is few

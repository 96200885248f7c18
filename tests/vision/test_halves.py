"""Half a tile that was taken for a whole one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pytest

from companion.base.resources import resource
from companion.game.tiles import STRANGER
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.geometry import box_overlap, short_edge_first
from companion.vision.pipeline import Reader
from companion.vision.recognition.classify import NOT_A_TILE, Classifier, Named
from companion.vision.recognition.detect import Finds
from companion.vision.recognition.halves import completed
from companion.vision.recognition.photo import load_photo


@dataclass(frozen=True)
class Seen:
    """A sample picture, what the detector finds in it, and who names faces."""

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


def _seen_in(sample: str) -> Seen:
    pixels = load_photo(resource("samples", sample)).pixels
    models = Reader().models()
    return Seen(pixels, models.detector(pixels), models.classifier)


@pytest.fixture(scope="module")
def seen() -> Seen:
    return _seen_in("sample.jpg")


@pytest.fixture(scope="module")
def crowded() -> Seen:
    return _seen_in("hard.jpg")


@pytest.mark.parametrize("part", [(0.0, 0.5), (0.0, 0.55), (0.45, 1.0), (0.5, 1.0)])
@pytest.mark.parametrize(
    ("sample", "code", "half"), [("seen", "4s", "2s"), ("crowded", "4p", "2p")]
)
def test_half_of_a_four_is_a_four(
    request: pytest.FixtureRequest, sample: str, code: str, half: str, part: tuple[float, float]
) -> None:
    seen: Seen = request.getfixturevalue(sample)
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


CODES = ("2p", "4p", "5s", "6s", STRANGER, NOT_A_TILE)
FAN = np.radians(np.arange(-90, 91, 18))


def as_named(*said: tuple[str, float]) -> Named:
    """Faces of these names, each so probable."""
    odds = np.full((len(said), len(CODES)), 0.0)
    for row, (code, chance) in zip(odds, said, strict=True):
        row[:] = (1 - chance) / (len(CODES) - 1)
        row[CODES.index(code)] = chance
    faces = np.zeros((len(said), 1, 1, 3), np.uint8)
    return Named(CODES, odds, np.ones((len(said), 4)) / 4, np.ones((len(said), 1)), faces=faces)


def lying_at(x: float, y: float, width: float, turned: float = 0.0) -> FloatArray:
    """The outline of a tile 40 high, turned by so many degrees, seen from so low that all is half
    as high."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2 * [width, 40]
    angle = np.radians(turned)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(((corners @ turn) + [x, y]) * [1.0, 0.5], np.float32)


def test_tiles_that_lie_as_rays_are_as_large_as_each_other() -> None:
    """Seen from low down, one that points at the camera is narrower than those beside it."""
    rays = [lying_at(70 * np.sin(a), 70 * np.cos(a), 30, np.degrees(a)) for a in FAN]
    finds = Finds(short_edge_first(np.stack(rays)), np.full(len(rays), 0.9))
    named = as_named(*[("2p", 0.95)] * len(rays))
    assert completed(finds, named, lambda quads: as_named(*[("4p", 1.0)] * len(quads)))[0] is finds


def test_print_on_the_cloth_does_not_show_how_large_a_tile_is() -> None:
    """Two twos of dots that touch are no four because the words around them are larger."""
    twos = [lying_at(31 * k, 0, 30) for k in range(2)]
    words = [lying_at(15 + x, y, 60) for x in (-90, 0, 90) for y in (-80, 80)]
    finds = Finds(short_edge_first(np.stack(twos + words)), np.full(8, 0.9))
    named = as_named(*[("2p", 0.95)] * 2, *[(STRANGER, 0.95)] * 6)
    assert completed(finds, named, lambda quads: as_named(*[("4p", 1.0)] * len(quads)))[0] is finds


def test_a_clear_face_is_no_part_of_one_that_it_does_not_look_like() -> None:
    quads = [lying_at(31 * k, 0, 30) for k in range(5)]
    quads += [lying_at(160, 0, 20), lying_at(181, 0, 20)]
    finds = Finds(short_edge_first(np.stack(quads)), np.full(len(quads), 0.9))
    five = as_named(*[("4p", 0.95)] * 5, ("6s", 0.6), ("5s", 0.99))
    six = as_named(*[("4p", 0.95)] * 5, ("6s", 0.6), ("6s", 0.99))

    def see(quads: FloatArray) -> Named:
        return as_named(*[("6s", 0.97)] * len(quads))

    assert len(completed(finds, six, see)[0].quads) == len(quads) - 1
    kept = completed(finds, five, see)[1]
    assert kept.best.count("5s") == 1

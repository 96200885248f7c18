"""Several photographs of the same tiles → one look that knows what all of them show."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from companion.base.resources import resource
from companion.seen.reading import Reading
from companion.vision.geometry import box_overlap, clockwise, short_edge_first
from companion.vision.pipeline import Reader
from companion.vision.recognition.classify import Named
from companion.vision.recognition.fuse import Look, OtherTilesError, fuse
from companion.vision.recognition.photo import load_photo

CODES = ("1m", "2m", "3m", "4m", "5m", "1p", "2p", "3p", "0z", "none")
ROW = ("1m", "2m", "3m", "5m", "1p", "1p", "2p", "4m")
TILTED = np.array([[0.9, -0.35, 120], [0.3, 0.95, -60], [1e-4, -5e-5, 1.0]])


def outlines(count: int = len(ROW)) -> np.ndarray:
    corners = np.array([[0, 0], [40, 0], [40, 54], [0, 54]], float)
    quads = np.array([corners + (200 + 46 * (n % 4), 200 + 70 * (n // 4)) for n in range(count)])
    return short_edge_first(clockwise(quads))


def look(
    view: np.ndarray | None = None,
    sure: float = 0.9,
    doubt: dict[int, str] | None = None,
    row: tuple[str, ...] = ROW,
    score: float = 0.8,
) -> Look:
    """Tiles of a row through a view; at the places in `doubt` another name is as likely."""
    quads = outlines(len(row))
    if view is not None:
        quads = cv2.perspectiveTransform(quads.reshape(1, -1, 2), view).reshape(-1, 4, 2)
    odds = np.full((len(row), len(CODES)), (1 - sure) / (len(CODES) - 1))
    for place, code in enumerate(row):
        odds[place, CODES.index(code)] = sure
        if place in (doubt or {}):
            odds[place, [CODES.index(code), CODES.index((doubt or {})[place])]] = (0.44, 0.46)
    odds /= odds.sum(1, keepdims=True)
    ways = np.tile([0.94, 0.02, 0.02, 0.02], (len(row), 1))
    features = np.eye(len(row), 16)
    scores = np.full(len(row), score)
    return Look(quads.astype(np.float32), scores, Named(CODES, odds, ways, features))


def part_of(whole: Look, places: list[int]) -> Look:
    """A photograph that shows only some of the tiles."""
    named = whole.named
    return Look(
        whole.quads[places], whole.scores[places],
        Named(CODES, named.probabilities[places], named.ways[places], named.features[places]),
    )  # fmt: skip


def names(seen: Look) -> list[str]:
    return [CODES[k] for k in seen.named.probabilities.argmax(1)]


def test_what_one_photograph_leaves_open_the_other_decides() -> None:
    place, seen = fuse([look(), look(TILTED, sure=0.85, doubt={2: "4m"})])
    assert place == 0
    assert names(seen) == list(ROW)
    place, seen = fuse([look(doubt={2: "4m"}), look(TILTED, sure=0.95)])
    assert sorted(names(seen)) == sorted(ROW)


def test_two_that_agree_are_surer_than_each_but_less_than_if_nothing_bound_them() -> None:
    _, seen = fuse([look(sure=0.9), look(TILTED, sure=0.9)])
    odds = seen.named.probabilities.max(1) / seen.named.probabilities.min(1)
    alone = 0.9 / (0.1 / 9)
    assert (odds > alone).all()
    assert (odds < alone**2).all()


def test_a_tile_that_only_one_shows_is_kept() -> None:
    one, other = look(), look(TILTED, sure=0.8)
    fewer = Look(
        one.quads[1:], one.scores[1:],
        Named(CODES, one.named.probabilities[1:], one.named.ways[1:], one.named.features[1:]),
    )  # fmt: skip
    _, seen = fuse([fewer, other])
    assert sorted(names(seen)) == sorted(ROW)


def test_the_surer_outline_is_kept() -> None:
    moved = look(sure=0.8, score=0.99)
    moved = Look(moved.quads + 2, moved.scores, moved.named)
    _, seen = fuse([look(score=0.5), moved])
    assert np.abs(seen.quads - outlines()).max() < 1, "both views are one: a homography undoes it"
    assert (seen.scores > 0.9).all()


def test_one_photograph_is_what_it_is() -> None:
    alone = look()
    place, seen = fuse([alone])
    assert place == 0
    np.testing.assert_allclose(seen.named.probabilities, alone.named.probabilities, atol=1e-6)


def test_a_blurred_photograph_does_not_outvote_a_clear_one() -> None:
    clear = look(sure=0.97, doubt={2: "4m"})
    clear.named.probabilities[2, [CODES.index("3m"), CODES.index("4m")]] = 0.6, 0.35
    blurred = look(TILTED, sure=0.5)
    blurred.named.probabilities[2, CODES.index("4m")] = 0.9
    blurred.named.probabilities[2] /= blurred.named.probabilities[2].sum()
    _, seen = fuse([clear, blurred])
    assert names(seen) == list(ROW)


@pytest.mark.parametrize("whole", [look(), look(TILTED)], ids=["one tile", "a hand"])
def test_a_photograph_of_a_single_tile_is_read_with_one_that_shows_it_there(whole: Look) -> None:
    one = part_of(whole, [3])
    for shown in (whole, one):
        _, seen = fuse([shown, one])
        assert names(seen) == names(shown)


def test_a_photograph_of_a_single_other_tile_is_refused() -> None:
    lone = part_of(look(), [3])
    with pytest.raises(OtherTilesError, match="Photograph 2 does not show the same tiles"):
        fuse([look(), Look(lone.quads + 900, lone.scores, lone.named)])


def test_a_photograph_without_a_find_that_is_likely_a_tile_does_no_harm() -> None:
    doubtful = part_of(look(), [3])
    doubtful.named.probabilities[:] = 0.1 / (len(CODES) - 1)
    doubtful.named.probabilities[:, CODES.index("none")] = 0.9
    place, seen = fuse([look(), Look(doubtful.quads + 900, doubtful.scores, doubtful.named)])
    assert (place, names(seen)) == (0, list(ROW))


def test_photographs_of_other_tiles_are_refused() -> None:
    others = look(TILTED, row=("3p", "3p", "3p", "4m", "4m", "4m", "5m", "5m"))
    spread = Look(others.quads * [3, 0.6], others.scores, others.named)
    with pytest.raises(OtherTilesError, match="Photograph 2 does not show the same tiles"):
        fuse([look(), spread])


def photographed(
    pixels: np.ndarray, degrees: float, tilt: float, blur: float
) -> tuple[np.ndarray, np.ndarray]:
    """The picture as another photograph of the same table would show it, and the view of it."""
    height, width = pixels.shape[:2]
    a = np.radians(degrees)
    to_middle = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1]])
    turn = np.array([[np.cos(a), -np.sin(a), 15], [np.sin(a), np.cos(a), 0], [0, tilt, 1]])
    view = np.linalg.inv(to_middle) @ turn @ to_middle
    seen = cv2.warpPerspective(pixels, view, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(seen, (0, 0), blur), np.uint8), view


def right(reading: Reading, view: np.ndarray) -> int:
    """How many tiles of the hard sample are found and named right, seen through a view."""
    labels = json.loads(resource("samples", "hard.json").read_text())["tiles"]
    quads = np.array([tile["quad"] for tile in labels], float)
    moved = cv2.perspectiveTransform(quads.reshape(1, -1, 2), view)
    through = np.asarray(moved, float).reshape(-1, 4, 2)
    overlap = box_overlap(through, np.array([tile.quad for tile in reading.tiles]))
    return sum(
        overlap[n].max() > 0.4 and reading.tiles[overlap[n].argmax()].code == label["code"]
        for n, label in enumerate(labels)
    )


def test_two_poor_photographs_are_read_better_than_one_of_them() -> None:
    """For six tables. Nobody knows beforehand which of the two photographs is better. In sharper
    ones than these nearly every tile is right in either, which leaves nothing to gain."""
    pixels = load_photo(resource("samples", "hard.jpg")).pixels
    reader = Reader()
    counts = np.zeros(3, int)  # the one alone, the other alone, both
    for blurs in [(4.0, 3.6), (3.8, 3.8), (4.4, 4.0), (4.2, 4.6), (4.6, 4.2), (3.6, 4.4)]:
        one, first = photographed(pixels, 4, 1e-4, blurs[0])
        other, second = photographed(pixels, -6, -1e-4, blurs[1])
        both = reader.read(one, other)
        assert both.photo in (0, 1)
        counts += [
            right(reader.read(one), first),
            right(reader.read(other), second),
            right(both, (first, second)[both.photo]),
        ]
    assert counts[2] > counts[:2].max()


def test_a_photograph_of_the_far_side_or_of_nothing_does_no_harm() -> None:
    pixels = load_photo(resource("samples", "sample.jpg")).pixels
    reader = Reader()
    alone = reader.read(pixels)
    turned = reader.read(pixels, np.ascontiguousarray(pixels[::-1, ::-1]))
    assert len(turned.hand.concealed) == len(alone.hand.concealed)
    empty = reader.read(pixels, np.full((400, 600, 3), 90, np.uint8))
    assert (empty.photo, empty.hand) == (0, alone.hand)

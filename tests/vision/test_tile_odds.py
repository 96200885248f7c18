"""How probable it is that a find is a tile."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.base.resources import resource
from companion.vision.geometry import FloatArray
from companion.vision.pipeline import Reader
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.engine import ModelDamagedError
from companion.vision.recognition.photo import ByteArray, load_photo
from companion.vision.recognition.tile_odds import COMPANY, company, load_tile_odds


@pytest.fixture(scope="module")
def sample() -> ByteArray:
    return load_photo(resource("samples", "sample.jpg")).pixels


@pytest.fixture(scope="module")
def seen(sample: ByteArray) -> tuple[FloatArray, FloatArray, Named]:
    """Outlines, scores and names of what the models find in the sample."""
    detector, classifier = Reader().models()
    finds = detector(sample)
    return finds.quads, finds.scores, classifier(sample, finds.quads)


def test_odds_change_nothing_about_which_tile_a_tile_is(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    quads, scores, named = seen
    judged = load_tile_odds()(sample, quads, scores, named)
    assert judged.probabilities.sum(1) == pytest.approx(1)
    nothing = named.codes.index(NOT_A_TILE)
    before, after = (np.delete(each.probabilities, nothing, 1) for each in (named, judged))
    shares = after / after.sum(1, keepdims=True)
    assert shares == pytest.approx(before / before.sum(1, keepdims=True), abs=1e-6)


def test_tiles_of_the_sample_are_tiles(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    quads, scores, named = seen
    judged = load_tile_odds()(sample, quads, scores, named)
    nothing = named.codes.index(NOT_A_TILE)
    likely = np.delete(named.probabilities, nothing, 1).max(1) > 0.99
    assert likely.sum() > 20
    assert (judged.probabilities[likely, nothing] < 0.5).all()


def test_half_of_a_tile_among_tiles_is_hardly_one(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    """The tiles around it show how large tiles are here: a face of half their size is less likely
    to be a tile."""
    quads, _, named = seen
    alone = np.full(len(quads), 5.0)
    whole = company(sample, quads, named, alone)
    halved = quads.copy()
    halved[0] = quads[0].mean(0) + (quads[0] - quads[0].mean(0)) / 2
    half = company(sample, halved, named, alone)
    smaller = COMPANY.index("smaller")
    assert half[0, smaller] > whole[0, smaller]
    numbers = load_tile_odds().company[0]
    assert (half[0] - whole[0]) @ numbers < 0


@pytest.fixture
def table(seen: tuple[FloatArray, FloatArray, Named]) -> tuple[FloatArray, Named, FloatArray]:
    """Three rows of six tiles, as large as perspective makes them: outlines, names, and log odds of
    tiles that surely are some."""
    rows = []
    for foot, scale in ((900.0, 60.0), (500.0, 40.0), (300.0, 28.0)):
        for column in range(6):
            x, y = 800 + (column - 3) * scale, foot
            rows.append([(x, y - scale), (x + scale, y - scale), (x + scale, y), (x, y)])
    of, places = seen[2], np.arange(len(rows)) % len(seen[2].ways)
    named = Named(of.codes, of.probabilities[places], of.ways[places], of.features[places])
    return np.array(rows, np.float32), named, np.full(len(rows), 5.0)


def test_a_far_tile_may_be_smaller_but_not_a_near_one(
    sample: ByteArray, table: tuple[FloatArray, Named, FloatArray]
) -> None:
    """The size of tiles changes evenly across a table."""
    quads, named, sure = table
    smaller = COMPANY.index("smaller")
    assert company(sample, quads, named, sure)[:, smaller].max() < 0.1
    quads[0] = quads[0].mean(0) + (quads[0] - quads[0].mean(0)) / 2
    assert company(sample, quads, named, sure)[0, smaller] > 0.4


def test_what_touches_a_find_in_a_row_and_is_no_tile_speaks_against_it(
    sample: ByteArray, table: tuple[FloatArray, Named, FloatArray]
) -> None:
    quads, named, alone = table
    row = COMPANY.index("row")
    assert company(sample, quads, named, alone)[:, row].max() < 0.1
    alone[:6] = (-5, -5, 0, -5, -5, -5)  # the near row; the third is asked about
    assert company(sample, quads, named, alone)[2, row] == pytest.approx(2, abs=0.1)
    assert (load_tile_odds().company[:, row] < 0).all()


def test_finds_of_the_same_colour_speak_for_each_other(
    sample: ByteArray, table: tuple[FloatArray, Named, FloatArray]
) -> None:
    """The backs of a wall look alike: if some of them surely are tiles, the others are, too."""
    quads, named, alone = table
    picture = np.full_like(sample, 60)
    for quad in quads:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (40, 150, 90))
    alone[1:] = 0
    alike = COMPANY.index("alike")
    of_its_colour = company(picture, quads, named, alone)[1, alike]
    cv2.fillConvexPoly(picture, quads[0].astype(np.int32), (230, 230, 220))
    assert of_its_colour > 0.1
    assert company(picture, quads, named, alone)[1, alike] == pytest.approx(0, abs=0.01)
    assert (load_tile_odds().company[:, alike] > 0).all()


def test_a_find_beyond_the_picture_is_known_to_be_cut_off(
    sample: ByteArray, table: tuple[FloatArray, Named, FloatArray]
) -> None:
    quads, named, alone = table
    quads[0] = [(-30, 100), (30, 100), (30, 160), (-30, 160)]
    cut = company(sample, quads, named, alone)[:, COMPANY.index("cut")]
    assert cut[0] == pytest.approx(0.5)
    assert not cut[1:].any()


def test_finds_that_look_like_tiles_speak_for_what_lies_beside_them(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    quads, _, named = seen
    doubtful = np.full(len(quads), -2.0)
    doubtful[0] = 0.0
    sure = np.full(len(quads), 5.0)
    sure[0] = 0.0
    numbers = load_tile_odds().company[0]
    among_none = company(sample, quads, named, doubtful)[0] @ numbers
    assert company(sample, quads, named, sure)[0] @ numbers > among_none + 1


@pytest.mark.parametrize("dark", [False, True])
def test_a_keyboard_is_no_row_of_tiles(dark: bool) -> None:
    picture = np.full((600, 900, 3), 40, np.uint8)
    for row in range(5):
        for column in range(12):
            x, y = 40 + column * 68, 60 + row * 96
            cv2.rectangle(picture, (x, y), (x + 56, y + 76), (232, 232, 228), -1)
            letter = chr(65 + (row * 12 + column) % 26)
            cv2.putText(picture, letter, (x + 12, y + 48), 0, 1.1, (30, 30, 30), 2, cv2.LINE_AA)
    reading = Reader().read(255 - picture if dark else picture)
    assert not [tile for tile in reading.tiles if tile.sure]
    assert len(reading.tiles) <= 3  # of sixty keys


@pytest.mark.parametrize(
    "text",
    [
        '{"faces": {',
        "{}",
        "[]",
        '{"faces": {"features": [], "measures": {}, "company": {}}, "blanks": 1}',
    ],
)
def test_a_damaged_file_of_odds_is_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    (tmp_path / "tile_odds.json").write_text(text)
    with pytest.raises(ModelDamagedError, match=r"tile_odds.* install the program again"):
        load_tile_odds(tmp_path)

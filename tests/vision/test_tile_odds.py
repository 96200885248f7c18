"""How probable it is that a find is a tile."""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.base.resources import resource
from companion.vision.arrays import ByteArray, FloatArray
from companion.vision.pipeline import Reader
from companion.vision.recognition.blank import shows_no_face
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.company import COMPANY, company, lying
from companion.vision.recognition.engine import ModelDamagedError
from companion.vision.recognition.photo import load_photo
from companion.vision.recognition.tile_odds import (
    EVIDENCE,
    evidence,
    load_tile_odds,
    log_odds,
    measures,
)
from companion.vision.recognition.trees import Trees


@pytest.fixture(scope="module")
def sample() -> ByteArray:
    return load_photo(resource("samples", "sample.jpg")).pixels


@pytest.fixture(scope="module")
def seen(sample: ByteArray) -> tuple[FloatArray, FloatArray, Named]:
    """Outlines, scores and names of what the models find in the sample."""
    models = Reader().models()
    finds = models.detector(sample)
    return finds.quads, finds.scores, models.classifier(sample, finds.quads)


def test_odds_change_nothing_about_which_tile_a_tile_is(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    quads, scores, named = seen
    judged = named.with_tile_odds(load_tile_odds()(sample, quads, scores, named))
    assert judged.probabilities.sum(1) == pytest.approx(1)
    nothing = named.codes.index(NOT_A_TILE)
    before, after = (np.delete(each.probabilities, nothing, 1) for each in (named, judged))
    shares = after / after.sum(1, keepdims=True)
    assert shares == pytest.approx(before / before.sum(1, keepdims=True), abs=1e-6)


def test_tiles_of_the_sample_are_tiles(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    quads, scores, named = seen
    a_tile = load_tile_odds()(sample, quads, scores, named)
    nothing = named.codes.index(NOT_A_TILE)
    likely = np.delete(named.probabilities, nothing, 1).max(1) > 0.99
    assert likely.sum() > 20
    assert (a_tile[likely] > 0.5).all()


def chance_of_first(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named], alone: FloatArray
) -> float:
    """The probability that the first find is a tile. alone: (N,), what each says by itself."""
    quads, scores, named = seen
    measured = measures(quads, scores, named)
    of = evidence(lying(sample, quads, shows_no_face(named)), measured, alone)
    return float(load_tile_odds().trees.chance(of)[0])


def test_half_of_a_tile_among_tiles_is_hardly_one(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    """The tiles around it show how large tiles are here: a face of half their size is less likely
    to be a tile."""
    quads, scores, named = seen
    alone = np.full(len(quads), 5.0)
    alone[0] = 0
    whole = chance_of_first(sample, seen, alone)
    halved = quads.copy()
    halved[0] = quads[0].mean(0) + (quads[0] - quads[0].mean(0)) / 2
    assert chance_of_first(sample, (halved, scores, named), alone) < whole - 0.1


@pytest.fixture
def table() -> tuple[FloatArray, NDArray[np.bool_], FloatArray]:
    """Three rows of six faces, as large as perspective makes them: outlines, which show no face,
    and log odds of tiles that surely are some."""
    rows = []
    for foot, scale in ((900.0, 60.0), (500.0, 40.0), (300.0, 28.0)):
        for column in range(6):
            x, y = 800 + (column - 3) * scale, foot
            rows.append([(x, y - scale), (x + scale, y - scale), (x + scale, y), (x, y)])
    return np.array(rows, np.float32), np.zeros(len(rows), bool), np.full(len(rows), 5.0)


Table = tuple[FloatArray, NDArray[np.bool_], FloatArray]


def of_each(sample: ByteArray, table: Table, what: str) -> FloatArray:
    """What `company` says of each find."""
    quads, no_face, alone = table
    return company(lying(sample, quads, no_face), alone)[:, COMPANY.index(what)]


def test_a_far_tile_may_be_smaller_but_not_a_near_one(sample: ByteArray, table: Table) -> None:
    """The size of tiles changes evenly across a table."""
    quads, *_ = table
    assert of_each(sample, table, "smaller").max() < 0.1
    quads[0] = quads[0].mean(0) + (quads[0] - quads[0].mean(0)) / 2
    assert of_each(sample, table, "smaller")[0] > 0.4


def test_what_touches_a_find_in_a_row_and_is_no_tile_is_counted(
    sample: ByteArray, table: Table
) -> None:
    *_, alone = table
    assert of_each(sample, table, "row").max() < 0.1
    alone[:6] = (-5, -5, 0, -5, -5, -5)  # the near row; the third is asked about
    assert of_each(sample, table, "row")[2] == pytest.approx(2, abs=0.1)


def test_finds_of_the_same_colour_speak_for_each_other(sample: ByteArray, table: Table) -> None:
    """The backs of a wall look alike: if some of them surely are tiles, the others are, too."""
    quads, _, alone = table
    picture = np.full_like(sample, 60)
    for quad in quads:
        cv2.fillConvexPoly(picture, quad.astype(np.int32), (40, 150, 90))
    alone[1:] = 0
    of_its_colour = of_each(picture, table, "alike")[1]
    cv2.fillConvexPoly(picture, quads[0].astype(np.int32), (230, 230, 220))
    assert of_its_colour > 0.1
    assert of_each(picture, table, "alike")[1] == pytest.approx(0, abs=0.01)


def test_a_find_beyond_the_picture_is_known_to_be_cut_off(sample: ByteArray, table: Table) -> None:
    quads, *_ = table
    quads[0] = [(-30, 100), (30, 100), (30, 160), (-30, 160)]
    cut = of_each(sample, table, "cut")
    assert cut[0] == pytest.approx(0.5)
    assert not cut[1:].any()


def test_neighbours_tell_how_a_tile_is_turned(sample: ByteArray, table: Table) -> None:
    quads, *_ = table
    assert of_each(sample, table, "turned").min() > 0.5
    middle = quads[1].mean(0)
    quads[1] = (quads[1] - middle) @ np.array([[1, 1], [-1, 1]]) / np.sqrt(2) + middle
    assert of_each(sample, table, "turned")[1] < -0.5
    assert of_each(sample, table, "tilt")[1] == pytest.approx(np.pi / 4)


def test_of_two_finds_on_one_tile_the_less_likely_lies_over_the_other(
    sample: ByteArray, table: Table
) -> None:
    quads, _, alone = table
    quads[1], alone[1] = quads[0] + 2, 1.0
    over = of_each(sample, table, "over")
    assert over[1] > 0.9
    assert over[0] == 0


def test_the_nearest_tile_is_as_far_as_it_is(sample: ByteArray, table: Table) -> None:
    *_, alone = table
    alone[:] = -5
    alone[0] = 5
    nearest = of_each(sample, table, "nearest")
    assert nearest[[1, 2]] == pytest.approx(np.log1p([1, 2]))
    assert nearest[0] > nearest[1:].max()  # itself is not beside itself
    assert (of_each(sample, table, "share") > 0).tolist() == [False, *[True] * 17]


def test_finds_that_look_like_tiles_speak_for_what_lies_beside_them(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    doubtful = np.full(len(seen[0]), -2.0)
    doubtful[0] = 0.0
    sure = np.full(len(seen[0]), 5.0)
    sure[0] = 0.0
    among_none = chance_of_first(sample, seen, doubtful)
    assert chance_of_first(sample, seen, sure) > among_none + 0.2


def test_a_single_find_is_judged_without_company(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    quads, scores, _ = seen
    classifier = Reader().models().classifier
    (a_tile,) = load_tile_odds()(sample, quads[:1], scores[:1], classifier(sample, quads[:1]))
    assert 0.5 < a_tile < 1


@dataclass(frozen=True)
class Told:
    """Stands in for trees: gives every find these chances, and keeps what it was asked."""

    chances: FloatArray
    asked: list[FloatArray] = field(default_factory=list)

    def chance(self, weighed: FloatArray) -> FloatArray:
        self.asked.append(weighed)
        return self.chances


def test_asked_again_the_company_is_told_what_the_trees_said(
    sample: ByteArray, seen: tuple[FloatArray, FloatArray, Named]
) -> None:
    """What the first trees took for no tile lends its neighbours nothing the second time."""
    quads, scores, named = seen
    none = np.full(len(quads), 0.02)
    first, again = Told(none), Told(np.full(len(quads), 0.5))
    told = replace(load_tile_odds(), trees=cast(Trees, first), again=cast(Trees, again))
    odds = told(sample, quads, scores, named)
    assert odds == pytest.approx(again.chances)
    alone, beside = (EVIDENCE.index(each) for each in ("alone", "beside"))
    assert again.asked[0][:, alone] == pytest.approx(log_odds(none))
    assert again.asked[0][:, beside].max() <= 0 < first.asked[0][:, beside].max()


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
        '{"sha256": 1}',
    ],
)
def test_a_damaged_file_of_odds_is_refused_in_one_sentence(tmp_path: Path, text: str) -> None:
    for each in ("tile_odds.onnx", "tile_odds_again.onnx", "tile_odds_again.json"):
        shutil.copy(resource("models", each), tmp_path)
    (tmp_path / "tile_odds.json").write_text(text)
    with pytest.raises(ModelDamagedError, match=r"tile_odds.* install the program again"):
        load_tile_odds(tmp_path)


@pytest.mark.parametrize("trees", ["tile_odds", "tile_odds_again"])
def test_odds_that_weigh_other_evidence_are_refused_in_one_sentence(
    tmp_path: Path, trees: str
) -> None:
    for path in resource("models", "tile_odds.onnx").parent.glob("tile_odds*.*"):
        shutil.copy(path, tmp_path)
    facts = json.loads((tmp_path / f"{trees}.json").read_text())
    facts["evidence"].reverse()
    (tmp_path / f"{trees}.json").write_text(json.dumps(facts))
    with pytest.raises(ModelDamagedError, match=rf"{trees} .* install the program again"):
        load_tile_odds(tmp_path)

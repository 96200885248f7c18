"""The whole path on the pictures that come with the program, and on what holds no tile."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import companion
from companion.base.resources import resource
from companion.game.tiles import BACK, SPECIALS, WHITE, words
from companion.seen.certainty import is_certain
from companion.vision.geometry import box_overlap
from companion.vision.pipeline import Reader
from companion.vision.recognition import detect
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.detect import Finds
from companion.vision.recognition.models import Models
from companion.vision.recognition.photo import load_photo
from datasets.images import read_image


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


def truth(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(resource("samples", f"{name}.json").read_text())
    return data


def test_the_sample_is_read_wholly_right(reader: Reader) -> None:
    reading = reader.read(resource("samples", "sample.jpg"))
    hand = truth("sample")["hand"]
    assert sorted(reading.hand.concealed) == sorted(hand["concealed"])
    assert [meld.to_json() for meld in reading.hand.melds] == hand["melds"]
    assert any(meld.kind == "kong" and meld.concealed for meld in reading.hand.melds)


def test_most_tiles_of_the_hard_picture_are_named_right(reader: Reader) -> None:
    reading = reader.read(resource("samples", "hard.jpg"))
    labels = [tile for tile in truth("hard")["tiles"] if tile["visible"] > 0.8]
    overlap = box_overlap(
        np.array([tile["quad"] for tile in labels]), np.array([tile.quad for tile in reading.tiles])
    )
    found = overlap.max(1) > 0.4
    named = [
        reading.tiles[best].code == label["code"]
        for label, best in zip(labels, overlap.argmax(1), strict=True)
    ]
    assert found.mean() > 0.8
    assert (found & np.array(named)).mean() > 0.6


@pytest.mark.parametrize("part", [30, 50])
def test_faces_of_which_glare_leaves_little_ink_are_still_named(reader: Reader, part: int) -> None:
    """part: the ink is divided by this."""
    models = reader.models()
    pixels = load_photo(resource("samples", "sample.jpg")).pixels
    quads = models.detector(pixels).quads
    named = models.classifier(pixels, quads)
    kinds = np.array(named.best)
    clear = (named.probabilities.max(1) > 0.97) & ~np.isin(kinds, (BACK, WHITE, NOT_A_TILE))
    pale = 255 - np.rint((255 - pixels.astype(np.float32)) / part).astype(np.uint8)
    assert clear.sum() > 20
    assert np.array(models.classifier(pale, quads).best)[clear].tolist() == kinds[clear].tolist()


def test_every_stage_is_timed_and_every_tile_knows_its_alternatives(reader: Reader) -> None:
    reading = reader.read(resource("samples", "sample.jpg"))
    assert set(reading.timing_ms) == {"decode", "detect", "classify", "layout"}
    for tile in reading.tiles:
        assert tile.alternatives
        assert 0 < tile.confidence <= 1
        codes = [code for code, _ in tile.alternatives]
        assert tile.code in codes or tile.by_rule


def test_a_tile_that_the_photograph_cuts_off_is_not_sure(reader: Reader) -> None:
    pixels = read_image(resource("samples", "sample.jpg"))
    sure = [tile for tile in reader.read(pixels).tiles if tile.sure]
    left = min(sure, key=lambda tile: min(x for x, _ in tile.quad))
    ends = sorted(x for x, _ in left.quad)
    cut = round(ends[0] + 0.2 * (ends[-1] - ends[0]))
    low, high = (sum(y for _, y in left.quad) / 4 + off for off in (-5, 5))
    there = [
        tile
        for tile in reader.read(pixels[:, cut:]).tiles
        if min(x for x, _ in tile.quad) < 10 and low < sum(y for _, y in tile.quad) / 4 < high
    ]
    assert [tile.code for tile in there] == [left.code]
    assert not there[0].sure


def test_no_special_tile_is_named_unless_enrolled(reader: Reader) -> None:
    """No two sets draw them alike."""
    tiles = reader.read(resource("samples", "hard.jpg")).tiles
    assert not [code for tile in tiles for code, _ in tile.alternatives if code in SPECIALS]


def test_quads_begin_at_the_top_left_of_the_face(reader: Reader) -> None:
    reading = reader.read(resource("samples", "sample.jpg"))
    held = [tile for group in reading.groups for tile in group.tiles]
    for place in held:
        (x0, y0), (x1, _), (_, y2), _ = reading.tiles[place].quad
        assert x0 < x1, "the near player's tiles stand upright"
        assert y0 < y2


def test_a_path_bytes_and_an_array_read_the_same(reader: Reader) -> None:
    path = resource("samples", "sample.jpg")
    pixels = read_image(path)
    codes = [
        [tile.code for tile in reader.read(source).tiles]
        for source in (path, path.read_bytes(), pixels)
    ]
    assert codes[0] == codes[1] == codes[2]


def test_turning_the_photograph_upside_down_turns_the_quads(reader: Reader) -> None:
    pixels = load_photo(resource("samples", "sample.jpg")).pixels
    straight = reader.read(pixels)
    turned = reader.read(np.ascontiguousarray(pixels[::-1, ::-1]))
    height, width = pixels.shape[:2]
    back = np.array([[(width - x, height - y) for x, y in tile.quad] for tile in turned.tiles])
    overlap = box_overlap(np.array([tile.quad for tile in straight.tiles]), back)
    assert (overlap.max(1) > 0.5).mean() > 0.9


@pytest.mark.parametrize("grey", [0, 128, 255])
def test_an_empty_table_is_a_reading_without_tiles(reader: Reader, grey: int) -> None:
    reading = reader.read(np.full((600, 800, 3), grey, np.uint8))
    assert reading.tiles == ()
    assert reading.hand.concealed == ()


def test_read_photo_is_public_and_takes_bytes() -> None:
    reading = companion.read_photo(resource("samples", "sample.jpg").read_bytes())
    assert reading.image.path is None
    assert reading.tiles


def test_a_reading_survives_json(reader: Reader) -> None:
    reading = reader.read(resource("samples", "sample.jpg"))
    again = companion.Reading.from_json(json.loads(json.dumps(reading.to_json())))
    assert again.tiles == reading.tiles
    assert again.hand == reading.hand


def test_a_model_that_was_changed_on_disk_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from companion.vision.recognition import engine

    for suffix in ("onnx", "json"):
        original = resource("models", f"detector.{suffix}").read_bytes()
        (tmp_path / f"detector.{suffix}").write_bytes(original)
    (tmp_path / "detector.onnx").write_bytes(b"not a model")
    monkeypatch.setattr(engine, "resource", lambda kind, name: tmp_path / name)
    with pytest.raises(engine.ModelDamagedError, match="install the program again"):
        engine.load_model("detector")


def as_named(*seen: Any) -> Any:
    """What takes the place of all odds: faces stay as they were named."""
    return seen[-1]


def as_likely(*seen: Any) -> Any:
    """What takes the place of the odds of a tile: they are as the faces were named."""
    named: Named = seen[-1]
    return 1 - named.probabilities[:, named.codes.index(NOT_A_TILE)]


class Seeing:
    """Models that see what a test lays out: codes in a row, `?` for a back hardly seen as one, a
    code and `?` for a face that hardly looks like a tile, and `half` for a face half a width wide
    that nobody can name."""

    codes = ("1m", "2m", "3m", "5m", "4p", "5p", "6p", "2z", "5z", "0z", NOT_A_TILE)

    def __init__(self, *rows: str) -> None:
        self.shown: dict[tuple[int, int], str] = {}
        quads: list[list[list[int]]] = []
        for line, text in enumerate(rows):
            for place, code in enumerate(text.split()):
                if code == "_":
                    continue
                left, top = 100 + 60 * place, 500 - 200 * line
                self.shown[left, top] = code
                right = left + (30 if code.endswith("half") else 60)
                quads.append([[left, top], [right, top], [right, top + 80], [left, top + 80]])
        self.quads = np.array(quads, np.float32)

    def whole(self, pixels: Any, table: bool) -> Finds:
        return Finds(self.quads, np.full(len(self.quads), 0.8, np.float32))

    def closer(self, pixels: Any, whole: Finds) -> Finds:
        return whole

    def classifier(self, pixels: Any, quads: Any) -> Named:
        odds = np.zeros((len(quads), len(self.codes)))
        for place, corner in enumerate(quads[:, 0].astype(int).tolist()):
            code = self.shown.get(tuple(corner), NOT_A_TILE)  # a part of two tiles looks like none
            if code == "?":
                odds[place, [self.codes.index("0z"), self.codes.index(NOT_A_TILE)]] = 0.15, 0.85
            elif code.endswith("?"):
                odds[place, self.codes.index(code[:2])] = 0.2
                odds[place, self.codes.index(NOT_A_TILE)] = 0.8
            elif code == "half":
                odds[place, [self.codes.index(each) for each in ("1m", "5p", "2z")]] = 0.15
                odds[place, self.codes.index(NOT_A_TILE)] = 0.55
            else:
                odds[place, self.codes.index(code)] = 1
        ways = np.tile([1.0, 0, 0, 0], (len(quads), 1))
        return Named(self.codes, odds, ways, np.ones((len(quads), 1)))

    def read(self) -> companion.Reading:
        reader = Reader()
        reader._models = Models(self, self.classifier, as_named, as_named, as_likely, as_named)  # type: ignore[arg-type]
        return reader.read(np.full((800, 1400, 3), 200, np.uint8))


HELD = "1m 2m 3m 4p 5p 6p 4p 5p 6p 2z 2z"


def test_what_is_hardly_a_back_is_one_where_a_set_needs_it() -> None:
    reading = Seeing(f"{HELD} _ _ 5m ? 5m").read()
    assert sorted(reading.hand.concealed) == sorted([*HELD.split(), "5m", "5m", "5m"])
    assert len(reading.tiles) == 14


@pytest.mark.parametrize("beside", ["_ 5m 5m 5m ?", "_ 5m 5m 5m _ _ ?"])
def test_what_is_hardly_a_back_is_no_tile_anywhere_else(beside: str) -> None:
    reading = Seeing(f"{HELD} _ {beside}", "_ _ ? ?").read()
    assert len(reading.tiles) == 14
    assert not [tile for tile in reading.tiles if tile.code == "0z"]


def test_what_is_hardly_a_back_before_a_pung_leaves_open_whether_it_is_a_held_kong() -> None:
    reading = Seeing(f"{HELD} _ ? 5m 5m 5m").read()
    ways = [(meld.kind, meld.concealed) for each in reading.readings for meld in each.hand.melds]
    assert {("kong", True), ("pung", False)} <= set(ways)
    assert not is_certain(reading)


def test_what_is_hardly_a_tile_is_one_where_it_finishes_the_hand() -> None:
    reading = Seeing(f"{HELD} _ _ 5m 5m? 5m", "_ _ 3m? _ 1m?").read()
    assert [(meld.kind, meld.tiles) for meld in reading.hand.melds] == [("pung", ("5m",) * 3)]
    assert [tile.code for tile in reading.tiles if not tile.sure] == ["5m"]


@pytest.mark.parametrize(
    ("row", "counts"),
    [
        (f"{HELD} _ _ 5m 5m 5m 5m?", True),  # a fourth one where a kong would have it
        (f"{HELD} _ _ 5m 3m?", True),  # the thirteenth
        (f"{HELD} _ _ 5m 5m 5m 3m?", False),  # one too many
        (f"{HELD} _ _ 5m 5m 5m _ _ _ _ 5m?", False),  # far from its pung
    ],
)
def test_what_is_hardly_a_tile_counts_where_the_hand_is_likelier_with_it(
    row: str, counts: bool
) -> None:
    reading = Seeing(row).read()
    assert len(reading.tiles) == sum(len(code) == 2 for code in row.split()) + counts
    assert all(tile.sure for tile in reading.tiles) is not counts


def test_a_word_of_the_cloth_that_lies_on_a_pung_leaves_it_one() -> None:
    """Between its tiles in their row it would be the fourth of a kong, whatever it looks like."""
    seeing = Seeing(f"{HELD} _ _ 5m 5m 5m", f"{'_ ' * 14}6p?")
    word = seeing.quads[:, 0, 1] == 300
    seeing.quads[word] += [20, 165]
    seeing.shown[960, 465] = seeing.shown.pop((940, 300))
    reading = seeing.read()
    assert [(meld.kind, meld.tiles) for meld in reading.hand.melds] == [("pung", ("5m",) * 3)]
    assert len(reading.tiles) == 14


def drawn_on_a_half(row: str) -> Seeing:
    """The row's last tile moved half a width to the right, off a half beside the tile before it."""
    seeing = Seeing(f"{row} half")
    here, count = max(seeing.shown), len(row.split())
    top = row.split()[-1]
    left = 100 + 60 * (count - 1)
    assert here[0] == left + 60
    corners = seeing.quads
    corners[corners[:, 0, 0] == left] += [30, 0]
    corners[corners[:, 0, 0] == here[0]] -= [60, 0]
    seeing.shown = {**seeing.shown, (left, 500): "half", (left + 30, 500): top}
    return seeing


def test_what_lies_half_under_a_drawn_tile_is_of_its_run_whatever_it_looks_like() -> None:
    reading = drawn_on_a_half(f"{HELD} _ _ 2m").read()
    assert [(meld.kind, meld.tiles) for meld in reading.hand.melds] == [
        ("chow", ("1m", "2m", "3m"))
    ]
    (under,) = [tile for tile in reading.tiles if not tile.sure]
    assert under.code == "1m"
    assert reading.tiles[reading.proposed_win or 0].code == "2m"


@pytest.mark.parametrize(
    "seeing",
    [
        Seeing(f"{HELD} _ _ 5m 3m? 1m?"),
        drawn_on_a_half(f"{HELD} _ _ 2z"),
        drawn_on_a_half(f"{HELD} _ _ 5p 6p"),
        drawn_on_a_half("1m 2m 3m 4p 5p 6p 4p 5p 6p 2z _ _ 2m"),
    ],
    ids=["two in no set", "a wind over a half", "two beside a half", "eleven and a half"],
)
def test_what_counts_in_doubt_is_shown_and_a_sure_tile_left_out_for_it_is_named(
    seeing: Seeing,
) -> None:
    reading = seeing.read()
    in_hand = {place for group in reading.groups for place in group.tiles}
    assert any(not reading.tiles[place].sure for place in in_hand)
    for place, tile in enumerate(reading.tiles):
        named = any(words(tile.code) in said for said in reading.warnings)
        assert place in in_hand or not tile.sure or named


def test_tiles_with_bright_signs_on_dark_ground_are_found_as_well_as_others(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But for the closer look at doubtful finds, which is in the picture's own light."""
    monkeypatch.setattr(detect, "_DOUBTFUL", 0.0)
    pixels = read_image(resource("samples", "sample.jpg"))
    detector = reader.models().detector
    tiles = np.array([t["quad"] for t in truth("sample")["tiles"] if t["visible"] > 0.5])
    light, dark = (
        box_overlap(tiles, finds.quads).max(1) > 0.6
        for finds in (detector(pixels), detector(255 - pixels, negative=True))
    )
    assert light.mean() > 0.9
    assert dark[light].all()


def test_tiles_at_45_degrees_are_outlined_as_well_as_upright_ones(reader: Reader) -> None:
    pixels = load_photo(resource("samples", "sample.jpg")).pixels
    height, width = pixels.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 45, 1.0)
    side = int(np.hypot(height, width))
    turn[:, 2] += (side - width) / 2, (side - height) / 2
    turned = reader.read(np.asarray(cv2.warpAffine(pixels, turn, (side, side)), np.uint8))
    back = cv2.invertAffineTransform(turn)
    quads = np.array([tile.quad for tile in turned.tiles]) @ back[:, :2].T + back[:, 2]
    straight = reader.read(pixels)
    overlap = box_overlap(np.array([tile.quad for tile in straight.tiles]), quads)
    assert (overlap.max(1) > 0.5).mean() > 0.95
    named = [turned.tiles[place].code for place in overlap.argmax(1)]
    same = [code == tile.code for code, tile in zip(named, straight.tiles, strict=True)]
    assert np.mean(same) > 0.9


def test_of_five_alike_none_is_sure() -> None:
    reading = Seeing("1m 2m 3m 5z 5z 5z 5z 4p 5p 6p 2z 2z 2z", "_ _ 5z").read()
    assert {tile.code for tile in reading.tiles if not tile.sure} == {"5z"}


def test_four_alike_and_any_number_of_backs_are_sure() -> None:
    reading = Seeing("1m 2m 3m 5z 5z 5z 5z 4p 5p 6p 2z 2z 2z", "_ _ 0z 0z 0z 0z 0z 0z").read()
    assert all(tile.sure for tile in reading.tiles)

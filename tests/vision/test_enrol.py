"""A set laid out in rows → its order checked, doubts asked, a profile made."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.game.tiles import ALL, BACK, WHITE
from companion.vision.geometry import clockwise, short_edge_first
from companion.vision.pipeline import Reader
from companion.vision.recognition.classify import Named
from companion.vision.recognition.detect import Finds
from companion.vision.tile_sets import enrol, order
from companion.vision.tile_sets.align import align
from companion.vision.tile_sets.enrol import Enroller, accept
from companion.vision.tile_sets.order import STANDARD, Picture, order_text, parse_order
from companion.vision.tile_sets.profile import EnrolledSet
from companion.vision.tile_sets.proposal import Proposal, as_picture
from companion.vision.tile_sets.rows import find_rows
from companion.vision.tile_sets.thumbnails import SIDE
from datasets.evaluate_enrolment import ORDER as WHOLE_SET
from datasets.evaluate_enrolment import drawn_set
from datasets.metrics import match

TRAINED = (*(code for code in ALL if code[1] != "x"), "0z", "none")
ORDER: Picture = (
    ("1m", "2m", "3m", "4m", "5m"),
    ("1p", "2p", "3p", "4p", "5p"),
    ("1z", "2z", "0z"),
    ("1f", "2f", "7x", "8x"),
)


def laid_out(lengths: Sequence[int], view: np.ndarray | None = None) -> np.ndarray:
    """Outlines (N, 4, 2) of tiles 40 × 54 in rows of the given lengths, through a view."""
    corners = np.array([[0, 0], [40, 0], [40, 54], [0, 54]], float)
    starts = [(100 + 46 * x, 80 + 66 * y) for y, n in enumerate(lengths) for x in range(n)]
    quads = np.array([corners + start for start in starts])
    if view is not None:
        quads = cv2.perspectiveTransform(quads.reshape(1, -1, 2), view).reshape(-1, 4, 2)
    return short_edge_first(clockwise(quads))


def askew(degrees: float, tilt: float = 0.0) -> np.ndarray:
    a = np.radians(degrees)
    turn = np.array([[np.cos(a), -np.sin(a), 400], [np.sin(a), np.cos(a), 300], [0, 0, 1]])
    to_middle = np.array([[1, 0, -250], [0, 1, -200], [0, 0, 1.0]])
    lean = np.array([[1, 0, 0], [0, 1, 0], [tilt / 3, tilt, 1]])
    return np.asarray(turn @ lean @ to_middle)


class FakeDetector:
    def __init__(self, quads: np.ndarray) -> None:
        self._quads = quads

    def __call__(self, pixels: np.ndarray) -> Finds:
        return Finds(self._quads.astype(np.float32), np.ones(len(self._quads), np.float32))


class FakeClassifier:
    """Takes the tiles for the given codes; what it was never shown it takes for any tile."""

    def __init__(self, codes: Sequence[str], confidence: float = 0.9) -> None:
        odds = np.full((len(codes), len(TRAINED)), (1 - confidence) / (len(TRAINED) - 1))
        for row, code in zip(odds, codes, strict=True):
            if code in TRAINED:
                row[TRAINED.index(code)] = confidence
        self._odds = odds / odds.sum(1, keepdims=True)

    def __call__(self, pixels: np.ndarray, quads: np.ndarray) -> Named:
        ways = np.tile([0.97, 0.01, 0.01, 0.01], (len(quads), 1))
        features = np.ones((len(quads), 4)) / 2
        return Named(TRAINED, self._odds[: len(quads)], ways, features)


PHOTO = np.random.default_rng(0).integers(0, 255, (700, 900, 3), np.uint8)


def proposed(
    seen: Sequence[str], wanted: Picture = ORDER, quads: np.ndarray | None = None
) -> Proposal:
    """What is proposed for tiles that look like `seen`."""
    found = laid_out([len(row) for row in ORDER]) if quads is None else quads
    enroller = enrol.Enroller(FakeDetector(found), FakeClassifier(seen))  # type: ignore[arg-type]
    return enroller.propose([PHOTO], (wanted,))


TRUE = [str(code) for row in ORDER for code in row]


# The order


def test_an_order_is_rows_of_codes() -> None:
    text = "# my set\n1m 2m 3m\n\n  1z - 8x  # the fish\n0z\n\n\n"
    assert parse_order(text) == ((("1m", "2m", "3m"),), (("1z", None, "8x"), ("0z",)))


ROWS = st.lists(st.lists(st.sampled_from([*ALL, None]), min_size=1, max_size=9), min_size=1)


@given(st.lists(ROWS, min_size=1, max_size=3))
@settings(derandomize=True, max_examples=40)
def test_an_order_written_out_is_the_same_order(pictures: list[list[list[str | None]]]) -> None:
    pictures[0][0][0] = "1m"
    given_order = tuple(tuple(tuple(row) for row in rows) for rows in pictures)
    assert parse_order(order_text(given_order)) == given_order


def test_the_order_asked_for_has_every_tile_once_and_a_back() -> None:
    codes = [code for row in STANDARD for code in row if code is not None]
    assert sorted(codes) == sorted([*(code for code in ALL if code[1] != "x"), "0z"])


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("1m 2m\n3m 10m", order.OrderUnreadableError, "Line 2"),
        ("1m,2m", order.OrderUnreadableError, "1m,2m"),
        ("", order.OrderEmptyError, "names no tile"),
        ("- - -\n", order.OrderEmptyError, "names no tile"),
        ("1m " * 30_000, order.OrderTooLongError, "longer"),
    ],
)
def test_what_is_no_order_is_refused(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        parse_order(text)


# Rows


@pytest.mark.parametrize("degrees", [-12, -5, 0, 4, 12])
@pytest.mark.parametrize("tilt", [-0.0006, 0.0, 0.0006])
def test_rows_are_found_in_a_crooked_photograph(degrees: float, tilt: float) -> None:
    lengths = [9, 9, 9, 8, 8, 8]
    rows = find_rows(laid_out(lengths, askew(degrees, tilt)))
    assert [len(row) for row in rows] == lengths
    assert [place for row in rows for place in row] == list(range(sum(lengths)))


def test_no_tiles_are_no_rows() -> None:
    assert find_rows(np.zeros((0, 4, 2))) == ()


def test_two_sequences_are_laid_beside_each_other_at_least_cost() -> None:
    costs = 5.0 * (np.array(list("acde"))[:, None] != np.array(list("abcd"))[None])
    cost, pairs = align(costs, np.ones(4), np.ones(4))
    assert pairs == [(0, 0), (1, 2), (2, 3)]
    assert cost == 2
    assert align(np.zeros((0, 2)), np.ones(0), np.ones(2)) == (2.0, [])


# The proposal


def test_tiles_that_look_as_ordered_leave_no_question() -> None:
    proposal = proposed(TRUE)
    assert [place.code for place in proposal.places] == TRUE
    assert proposal.questions() == ()
    assert (proposal.missing, proposal.extra) == ((), 0)
    assert proposal.proportion == pytest.approx(54 / 40, abs=0.01)
    assert all(place.face.shape == (SIDE, SIDE, 3) for place in proposal.places)


def test_two_tiles_changed_over_are_noticed_and_asked() -> None:
    seen = list(TRUE)
    seen[2], seen[6] = seen[6], seen[2]  # 3m and 2p lie in each other's place
    proposal = proposed(seen)
    assert proposal.changed_over == ((2, 6),)
    assert proposal.questions() == (
        "Photograph 1, row 1, tile 3 and Photograph 1, row 2, tile 2 seem to lie in each other's"
        " place: the order says 3 characters and 2 dots.",
    )


def test_neighbours_changed_over_are_noticed_too() -> None:
    seen = list(TRUE)
    seen[5], seen[6] = seen[6], seen[5]
    assert proposed(seen).changed_over == ((5, 6),)


def test_a_known_tile_in_the_place_of_a_special_one_is_noticed() -> None:
    seen = list(TRUE)
    seen[0], seen[TRUE.index("7x")] = "7x", "1m"
    assert proposed(seen).changed_over == ((0, TRUE.index("7x")),)


def test_a_tile_that_looks_like_another_is_marked() -> None:
    seen = list(TRUE)
    seen[3] = "9s"
    proposal = proposed(seen)
    assert proposal.doubtful == (3,)
    assert "the order says 4 characters, and it looks like 9 bamboo" in proposal.questions()[0]
    assert proposal.with_code(3, "9s").questions() == ()
    assert proposal.left_out(3).questions() == ()


def test_a_tile_not_found_is_named_and_the_others_keep_their_places() -> None:
    quads = np.delete(laid_out([len(row) for row in ORDER]), 7, axis=0)
    proposal = proposed([code for place, code in enumerate(TRUE) if place != 7], quads=quads)
    assert proposal.missing == ("3p",)
    assert [place.code for place in proposal.places] == [c for c in TRUE if c != "3p"]
    assert proposal.questions() == ()


def test_the_gap_of_a_tile_not_found_is_kept_free_for_it() -> None:
    """No model knows special tiles by sight. Only the place of a tile says which it is."""
    wanted: Picture = (*ORDER, ("1x", "2x", "3x", "4x", "5x"))
    codes = [str(code) for row in wanted for code in row]
    lengths = [len(row) for row in wanted]
    for lacking, asked in (("2x", 0), ("1x", 4), ("5x", 4)):
        place = codes.index(lacking)
        seen = [code for code in codes if code != lacking]
        proposal = proposed(seen, wanted, np.delete(laid_out(lengths), place, axis=0))
        assert len(proposal.questions()) == asked
        if not asked:
            assert proposal.missing == (lacking,)
            assert [p.code for p in proposal.places] == seen


def test_tiles_that_nobody_knows_stand_as_the_rows_do() -> None:
    quads = laid_out([len(row) for row in ORDER], askew(180))
    up = dict(zip(TRUE, quads, strict=True))
    for place in proposed(TRUE, quads=quads).places:
        if place.code[1] == "x":
            top = place.quad[:2].mean(axis=0) - place.quad.mean(axis=0)
            assert top[1] > 0, "the picture was taken from the far side"
            assert np.abs(place.quad.mean(axis=0) - up[place.code].mean(axis=0)).max() < 1


def test_a_find_that_the_order_does_not_name_is_left_out() -> None:
    stray = laid_out([1]) + np.array([600, 400])
    quads = np.concatenate([laid_out([len(row) for row in ORDER]), stray])
    proposal = proposed([*TRUE, "9s"], quads=quads)
    assert [place.code for place in proposal.places] == TRUE
    assert (proposal.extra, proposal.questions()) == (1, ())


@pytest.mark.parametrize(
    ("wanted", "unnamed"),
    [((("1x", "2x", "3x"),), 14), ((("1m",),), 16), (ORDER[:3], 4), (ORDER[1:], 5)],
)
def test_a_photograph_with_more_rows_than_the_order_is_asked_about(
    wanted: Picture, unnamed: int
) -> None:
    questions = proposed(TRUE, wanted).questions()
    assert f"Photograph 1 shows {unnamed} tiles that the order does not name" in questions[0]


def test_rows_that_the_order_passes_over_are_not_asked_about() -> None:
    wanted = (*ORDER[:2], (None,) * 3, (None,) * 4)
    assert proposed(TRUE, wanted).questions() == ()


def test_tiles_to_pass_over_are_passed_over() -> None:
    wanted = (("1m", None, "3m", "4m", "5m"), *ORDER[1:])
    assert [p.code for p in proposed(TRUE, wanted).places] == [c for c in TRUE if c != "2m"]


def test_a_picture_taken_from_the_far_side_is_read_from_there() -> None:
    quads = laid_out([len(row) for row in ORDER], askew(180))
    proposal = proposed(TRUE, quads=quads)
    assert [place.code for place in proposal.places] == TRUE
    assert proposal.questions() == ()


def test_another_number_of_rows_is_refused_with_what_was_found() -> None:
    with pytest.raises(enrol.OrderDiffersError, match=r"rows of 5, 5, 3, 4 tiles.*rows of 9, 9"):
        proposed(TRUE, STANDARD)
    nothing = np.zeros((0, 4, 2), np.float32)
    with pytest.raises(enrol.OrderDiffersError, match="rows of none tiles"):
        proposed([], quads=nothing)


def test_photographs_and_order_have_to_agree_in_number() -> None:
    enroller = enrol.Enroller(FakeDetector(laid_out([5])), FakeClassifier(TRUE))  # type: ignore[arg-type]
    with pytest.raises(enrol.PicturesDifferError, match="describes 2 photographs and 3 are given"):
        enroller.propose([PHOTO] * 3, (ORDER, ORDER))


def test_several_photographs_of_one_order_give_an_example_each() -> None:
    quads = laid_out([len(row) for row in ORDER])
    enroller = enrol.Enroller(FakeDetector(quads), FakeClassifier(TRUE))  # type: ignore[arg-type]
    proposal = enroller.propose([PHOTO, 255 - PHOTO], (ORDER,))
    profile = enrol.accept(proposal, "bone")
    assert len(profile.examples) == 2 * len(TRUE)
    assert set(profile.codes) == set(TRUE)


# The profile


def test_a_profile_holds_what_was_accepted() -> None:
    photo = PHOTO.copy()
    x, y = laid_out([len(row) for row in ORDER])[TRUE.index("0z")].mean(0).astype(int)
    photo[y - 27 : y + 27, x - 20 : x + 20] = (20, 120, 60)
    quads = laid_out([len(row) for row in ORDER])
    enroller = enrol.Enroller(FakeDetector(quads), FakeClassifier(TRUE))  # type: ignore[arg-type]
    proposal = enroller.propose([photo], (ORDER,))
    profile = enrol.accept(proposal.left_out(0).with_code(1, "9m"), "bone")
    assert profile.name == "bone"
    assert set(profile.codes) == {*TRUE, "9m"} - {"1m", "2m"}
    assert profile.back == pytest.approx((20, 120, 60), abs=2)
    assert profile.proportion == pytest.approx(1.35, abs=0.01)


def test_enrolling_again_adds_and_keeps_corrections() -> None:
    first = enrol.accept(proposed(TRUE), "bone")
    corrected = first.with_example(np.zeros((SIDE, SIDE, 3), np.uint8), "1m")
    enroller = enrol.Enroller(FakeDetector(laid_out([2])), FakeClassifier(["6s", "7s"]))  # type: ignore[arg-type]
    more = enroller.propose([255 - PHOTO], ((("6s", "7s"),),))
    profile = enrol.accept(more, "bone", corrected)
    assert set(profile.codes) == {*TRUE, "6s", "7s"}
    assert sum(example.source == "corrected" for example in profile.examples) == 1


def test_an_outline_around_two_tiles_is_asked_about() -> None:
    quads = laid_out([len(row) for row in ORDER])
    middle = quads[7].mean(axis=0)
    quads[7] = middle + (quads[7] - middle) * [2.1, 1.0]
    proposal = proposed(TRUE, quads=quads)
    assert proposal.doubtful == (7,)
    assert "as large as two of its row" in proposal.questions()[0]


def test_the_grid_frames_what_is_doubtful() -> None:
    seen = list(TRUE)
    seen[3] = "9s"
    sheet = as_picture(proposed(seen))
    red = (sheet == (214, 40, 40)).all(axis=2)
    cell = sheet.shape[1] // 5
    assert red[:, 3 * cell : 4 * cell].any()
    assert not red[:, : 3 * cell].any()


def test_the_face_of_a_correction_is_cut_from_the_photograph(tmp_path: Path) -> None:
    photo = np.full((400, 300, 3), 90, np.uint8)
    photo[100:200, 50:120] = (250, 10, 10)
    quad = [[50.0, 100.0], [120.0, 100.0], [120.0, 200.0], [50.0, 200.0]]
    face = enrol.face_of(photo, quad)
    assert face.shape == (SIDE, SIDE, 3)
    assert (face[SIDE // 2, SIDE // 2] == (250, 10, 10)).all()
    assert (face[2, 2] == 90).all(), "a little of what is around stays, for later models"
    cv2.imwrite(str(tmp_path / "a.png"), photo[..., ::-1])
    assert (enrol.face_of(tmp_path / "a.png", quad) == face).all()


@pytest.mark.parametrize(
    "quad",
    [[[0, 0]] * 4, [[1, 1], [2, 2]], [[900, 900], [990, 900], [990, 990], [900, 990]],
     [[float("inf"), 0], [9, 0], [9, 9], [0, 9]], "abcd"],
)  # fmt: skip
def test_an_outline_that_is_none_is_refused(quad: list[list[float]]) -> None:
    with pytest.raises(enrol.NoFaceThereError):
        enrol.face_of(np.full((400, 300, 3), 90, np.uint8), quad)


def test_a_set_with_a_plain_white_dragon_keeps_its_plain_backs() -> None:
    """Its faces are light green, and its backs dark green."""
    laid_out, photographed = drawn_set(906_007, 1)
    reader = Reader()
    models = reader.models()
    proposal = Enroller(models.detector, models.classifier).propose([laid_out.pixels], (WHOLE_SET,))
    reader.refine = EnrolledSet.of(accept(proposal, "green"), models.classifier)
    reading = reader.read(cv2.imencode(".png", photographed.pixels[..., ::-1])[1].tobytes())
    found = match(photographed.quads, np.array([tile.quad for tile in reading.tiles], np.float32))
    told = [reading.tiles[f].code for n, f in found.items() if photographed.codes[n] == BACK]
    assert told.count(BACK) > 10
    assert WHITE not in told

"""Corners, edges and which way is up."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.vision import geometry
from companion.vision.recognition.rectify import rectify
from companion.vision.recognition.upright import by_shape, upright

UPRIGHT = np.array([[[10, 10], [40, 10], [40, 50], [10, 50]]], float)


def turned(quad: np.ndarray, degrees: float) -> np.ndarray:
    a = np.radians(degrees)
    middle = quad.mean(axis=1, keepdims=True)
    return (quad - middle) @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + middle


def test_corners_run_clockwise_from_wherever_they_came() -> None:
    backwards = UPRIGHT[:, ::-1]
    assert geometry.clockwise(backwards).tolist() != backwards.tolist()
    fixed = geometry.clockwise(backwards)[0]
    assert {tuple(p) for p in fixed} == {tuple(p) for p in UPRIGHT[0]}
    x, y = fixed[:, 0], fixed[:, 1]
    assert (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() > 0


@given(st.floats(-180, 180), st.integers(0, 3))
@settings(derandomize=True, max_examples=60)
def test_a_short_edge_comes_first_at_any_angle(degrees: float, start: int) -> None:
    quad = geometry.turn_corners(turned(UPRIGHT, degrees), np.array([start]))
    edges = geometry.edge_lengths(geometry.short_edge_first(quad))[0]
    np.testing.assert_allclose(edges, [30, 40, 30, 40], atol=1e-6)


def test_how_much_of_a_quad_a_picture_shows() -> None:
    """The quad reaches from 10 to 40 and from 10 to 50."""
    moved = np.concatenate([UPRIGHT, UPRIGHT - [25, 0], UPRIGHT + [0, 30], UPRIGHT + 500])
    np.testing.assert_allclose(geometry.share_within(moved, 60, 60), [1, 0.5, 0.5, 0], atol=1e-6)


def test_how_much_of_a_shape_another_one_covers() -> None:
    (whole,) = UPRIGHT
    half = np.array([[25, 0], [90, 0], [90, 90], [25, 90]])
    assert geometry.share_of(whole, whole) == pytest.approx(1)
    assert geometry.share_of(whole, half) == pytest.approx(0.5)
    assert geometry.share_of(whole[::-1], whole + 500) == 0


def test_overlap_of_a_box_with_itself_and_with_one_far_away() -> None:
    far = UPRIGHT + 500
    np.testing.assert_allclose(
        geometry.box_overlap(UPRIGHT, np.concatenate([UPRIGHT, far])), [[1, 0]]
    )


def test_a_face_is_cut_out_with_its_first_edge_on_top() -> None:
    page = np.zeros((80, 80, 3), np.uint8)
    page[10:20, 10:40] = 255  # the top quarter of the face is white
    face = rectify(page, UPRIGHT, 32, 1.0)[0]
    assert face[2:6].mean() > 240
    assert face[12:].mean() < 15
    upside_down = rectify(page, geometry.turn_corners(UPRIGHT, np.array([2])), 32, 1.0)[0]
    assert upside_down[-6:-2].mean() > 240


def test_no_quads_give_no_faces() -> None:
    assert rectify(np.zeros((9, 9, 3), np.uint8), np.zeros((0, 4, 2)), 64, 1.1).shape == (
        0,
        64,
        64,
        3,
    )


def test_a_face_is_cut_out_alike_however_much_table_lies_around_it() -> None:
    picture = np.random.default_rng(5).integers(0, 255, (400, 500, 3), np.uint8)
    quads = np.concatenate([turned(UPRIGHT * 5, 10), turned(UPRIGHT * 3 + 100, -30)])
    faces = rectify(picture, quads, 64, 1.1)
    wide = np.pad(picture, ((128, 64), (256, 128), (0, 0)), mode="edge")
    moved = rectify(wide, quads + [256, 128], 64, 1.1)
    assert np.abs(faces.astype(int) - moved).max() <= 1


def test_a_face_that_looks_the_same_upside_down_follows_its_neighbours() -> None:
    row = np.concatenate([UPRIGHT + [32 * k, 0] for k in range(5)])
    upside_down = geometry.turn_corners(row, np.full(5, 2))
    certain, undecided = [0.02, 0.0, 0.98, 0.0], [0.5, 0.0, 0.5, 0.0]
    ways = np.array([certain, certain, undecided, certain, certain])
    np.testing.assert_allclose(upright(upside_down, ways, ["3m"] * 5), row)


def test_a_certain_face_is_not_outvoted() -> None:
    row = np.concatenate([UPRIGHT + [32 * k, 0] for k in range(5)])
    ways = np.tile([0.99, 0.0, 0.01, 0.0], (5, 1))
    ways[2] = [0.001, 0.0, 0.999, 0.0]
    result = upright(row, ways, ["3m"] * 5)
    np.testing.assert_allclose(result[2], geometry.turn_corners(row[2:3], np.array([2]))[0])
    np.testing.assert_allclose(result[[0, 1, 3, 4]], row[[0, 1, 3, 4]])


def test_a_face_that_looks_the_same_upside_down_may_be_outvoted() -> None:
    row = np.concatenate([UPRIGHT + [32 * k, 0] for k in range(5)])
    ways = np.tile([0.99, 0.0, 0.01, 0.0], (5, 1))
    ways[2] = [0.06, 0.0, 0.94, 0.0]
    codes = ["3m", "4m", "8s", "5m", "6m"]
    np.testing.assert_allclose(upright(row, ways, codes), row)


def test_what_hangs_together_by_others_is_one_heap() -> None:
    near = np.zeros((5, 5), dtype=bool)
    for one, other in ((0, 3), (3, 4)):
        near[one, other] = near[other, one] = True
    assert geometry.hanging_together(near) == [{0, 3, 4}, {1}, {2}]


def test_an_outline_seen_from_above_tells_which_edge_is_short_and_a_square_one_does_not() -> None:
    tall, square = by_shape(np.array([1.35, 1.05]))
    assert tall[0] == tall[2] > 4 * tall[1]
    assert square.tolist() == [0.25] * 4


def test_a_square_back_lies_as_its_neighbours_do() -> None:
    """Seen slantingly, a tile looks as wide as high, and its outline may begin at any corner."""
    square = np.array([[0, 0], [50, 0], [50, 48], [0, 48]], np.float32)
    row = np.array([square + [52 * place, 0] for place in range(5)], np.float32)
    turned = row.copy()
    turned[2] = np.roll(row[2], -1, axis=0)
    ways = np.tile([0.97, 0.01, 0.01, 0.01], (5, 1))
    ways[2] = by_shape(np.array([50 / 48]))[0]
    np.testing.assert_allclose(upright(turned, ways, ["3m", "3m", "0z", "3m", "3m"]), row)

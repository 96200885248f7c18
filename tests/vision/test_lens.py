"""The camera: a lens learned from the printed page, the table's sides, white under a lamp."""

from __future__ import annotations

import re
import struct
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from companion.vision.calibration import camera, lens
from companion.vision.calibration import target_page as page
from companion.vision.recognition.photo import Photo, load_photo

WIDTH, HEIGHT = 800, 600
INNER = np.array([[760.0, 0, 410], [0, 755, 290], [0, 0, 1]])
BARREL = np.array([-0.22, 0.06, 0.001, -0.0008, 0.0])
PIXELS_A_MM = 4


def printed_page(paper: str = "a4") -> np.ndarray:
    """The page as a printer puts it on paper: grey 255 and 0."""
    width, height = page.PAPERS[paper]
    paper_pixels = np.full((round(height * PIXELS_A_MM), round(width * PIXELS_A_MM)), 255, np.uint8)
    for x, y, w, h in page.black_rectangles(paper):
        x0, y0, x1, y1 = (round(v * PIXELS_A_MM) for v in (x, y, x + w, y + h))
        paper_pixels[y0:y1, x0:x1] = 0
    return paper_pixels


def turn(x: float, y: float, z: float) -> np.ndarray:
    return np.asarray(cv2.Rodrigues(np.array([x, y, z], float))[0])


def photograph(tilt: np.ndarray, shift: tuple[float, float], far: float = 330) -> Photo:
    """The page through a lens with BARREL distortion: every pixel traced back to the paper."""
    paper_pixels = printed_page()
    middle = np.array(paper_pixels.shape[::-1]) / 2 / PIXELS_A_MM
    at = np.array([shift[0], shift[1], far]) - tilt @ np.array([*middle, 0.0])
    to_picture = INNER @ np.column_stack([tilt[:, 0], tilt[:, 1], at])
    grid = np.stack(np.meshgrid(np.arange(WIDTH), np.arange(HEIGHT)), -1).reshape(-1, 1, 2)
    straight = cv2.undistortPointsIter(
        grid.astype(np.float64), INNER, BARREL, None, INNER, (3, 60, 1e-9)
    ) if hasattr(cv2, "undistortPointsIter") else cv2.undistortPoints(
        grid.astype(np.float64), INNER, BARREL, P=INNER
    )  # fmt: skip
    on_paper = cv2.perspectiveTransform(straight, np.linalg.inv(to_picture)) * PIXELS_A_MM
    maps = on_paper.reshape(HEIGHT, WIDTH, 2).astype(np.float32)
    soft = cv2.GaussianBlur(paper_pixels, (0, 0), 1.0)
    grey = cv2.remap(soft, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=120)
    return Photo(np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8), WIDTH, HEIGHT)


@pytest.fixture(scope="module")
def photographs() -> list[Photo]:
    views = [
        (0.0, 0.0, 0.0, 0, 0), (0.45, 0.0, 0.1, 20, -20), (-0.45, 0.1, -0.1, -30, 20),
        (0.1, 0.5, 0.05, 40, 10), (0.0, -0.5, -0.05, -40, 0), (0.35, 0.35, 1.5, 30, 30),
        (-0.35, 0.3, 0.3, -60, -40), (0.3, -0.3, -0.4, 60, 40),
    ]  # fmt: skip
    return [photograph(turn(a, b, c), (x, y)) for a, b, c, x, y in views]


@pytest.fixture(scope="module")
def learned(photographs: list[Photo]) -> lens.Lens:
    return lens.calibrate(photographs)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_printed_page_is_the_board_that_is_looked_for(paper: str) -> None:
    grey = cv2.resize(printed_page(paper), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    found = lens.find_page(np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8))
    assert found is not None
    assert len(found.ids) == (lens.COLUMNS - 1) * (lens.ROWS - 1)
    scale = PIXELS_A_MM / 2
    apart = (found.seen - found.seen[0]) / scale - (found.page - found.page[0])
    assert np.abs(apart).max() < 0.3, "millimetres on the paper are the board's"


def test_the_page_is_written_in_millimetres() -> None:
    svg = page.as_svg("a4")
    assert 'width="210.0mm" height="297.0mm"' in svg
    assert svg.count("<rect") == 1 + len(list(page.black_rectangles("a4")))
    letter = page.as_pdf("letter")
    assert letter.startswith(b"%PDF")
    box = re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", letter)
    assert box is not None
    assert [float(side) for side in box.groups()] == pytest.approx([612, 792], abs=0.1)


def test_a_known_distortion_is_found_to_half_a_pixel(learned: lens.Lens) -> None:
    assert learned.error <= 0.5
    assert learned.focal == pytest.approx((760, 755), rel=0.01)
    assert learned.centre == pytest.approx((410, 290), abs=8)


def test_points_come_to_where_a_perfect_lens_would_show_them(learned: lens.Lens) -> None:
    grid = np.stack(np.meshgrid(np.linspace(40, 760, 9), np.linspace(40, 560, 7)), -1)
    truth = cv2.undistortPoints(grid.reshape(-1, 1, 2), INNER, BARREL, P=INNER).reshape(grid.shape)
    moved = np.linalg.norm(truth - grid, axis=-1).max()
    # Focal length and distortion make up for each other a little, so compare shapes, not scales.
    seen = learned.undistorted(grid, WIDTH).reshape(-1, 2)
    same, _ = cv2.findHomography(seen, truth.reshape(-1, 2))
    left = np.linalg.norm(
        cv2.perspectiveTransform(seen[:, None], same)[:, 0] - truth.reshape(-1, 2), axis=1
    )
    assert moved > 10
    assert left.max() < 0.3


def test_a_photograph_of_half_the_size_is_put_right_alike(learned: lens.Lens) -> None:
    points = np.array([[30.0, 40], [700, 500], [400, 300]])
    whole = learned.undistorted(points, WIDTH)
    half = learned.undistorted((points + 0.5) / 2 - 0.5, WIDTH // 2)
    np.testing.assert_allclose((half + 0.5) * 2 - 0.5, whole, atol=1e-6)


def misfit(sighting: lens.Sighting, known: lens.Lens | None, width: int) -> np.ndarray:
    """By how many pixels each corner misses a flat page seen through a perfect lens: (N,)."""
    seen = sighting.seen if known is None else known.undistorted(sighting.seen, width)
    view, _ = cv2.findHomography(sighting.page, seen)
    flat = cv2.perspectiveTransform(sighting.page[:, None], view)[:, 0]
    return np.asarray(np.linalg.norm(flat - seen, axis=1))


def test_straightening_makes_the_page_flat(photographs: list[Photo], learned: lens.Lens) -> None:
    photo = photographs[0]
    before = lens.find_page(photo.pixels)
    after = lens.find_page(learned.straightened(photo.pixels))
    assert before is not None
    assert after is not None
    crooked = misfit(before, None, WIDTH).mean()
    assert crooked > 0.5
    assert misfit(after, None, WIDTH).mean() < 0.25 * crooked
    assert misfit(before, learned, WIDTH).mean() < 0.25 * crooked
    assert lens.as_picture(photo, learned).shape == (HEIGHT, 2 * WIDTH, 3)


def test_too_few_photographs_are_refused_with_what_to_do(photographs: list[Photo]) -> None:
    blank = Photo(np.full((HEIGHT, WIDTH, 3), 200, np.uint8), WIDTH, HEIGHT)
    with pytest.raises(lens.TooFewViewsError, match="clear to see in 3 of 4"):
        lens.calibrate([*photographs[:3], blank])


@pytest.mark.parametrize("tilt", [0.05, 0.4])
def test_photographs_that_say_nothing_of_the_edges_are_refused(tilt: float) -> None:
    """A lens learned from them moved tiles that lie near the edges far away."""
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (0, 0)]
    in_middle = [photograph(turn(tilt * a, tilt * b, 0), (0, 0), 700) for a, b in ways]
    with pytest.raises(lens.PageInMiddleError, match="near each of them"):
        lens.calibrate(in_middle)


def test_photographs_of_two_sizes_are_refused(photographs: list[Photo]) -> None:
    other = replace(photographs[0], pixels=photographs[0].pixels[:500], height=500)
    with pytest.raises(lens.SizesDifferError):
        lens.calibrate([*photographs, other])


# The table's sides

CORNERS = [(120, 560), (690, 570), (560, 130), (230, 120)]


def test_each_corner_of_the_table_is_a_corner_of_the_plan() -> None:
    plane = camera.TablePlane.of(CORNERS, WIDTH, HEIGHT)
    plan = plane.on_table(np.array(CORNERS, float), WIDTH, HEIGHT)
    np.testing.assert_allclose(plan, [[0, 0], [1, 0], [1, 1], [0, 1]], atol=1e-4)


@given(
    st.floats(0.03, 0.97), st.floats(0.001, 0.02), st.sampled_from(["near", "right", "far", "left"])
)
@settings(derandomize=True, max_examples=80)
def test_a_tile_at_an_edge_lies_there_on_the_plan(along: float, inside: float, side: str) -> None:
    """Also right at the edge, where perspective makes the far side short."""
    where = {
        "near": (along, inside), "far": (along, 1 - inside),
        "left": (inside, along), "right": (1 - inside, along),
    }[side]  # fmt: skip
    view = cv2.getPerspectiveTransform(
        np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), np.array(CORNERS, np.float32)
    )
    pixel = cv2.perspectiveTransform(np.array([[where]], np.float64), view)[0]
    plane = camera.TablePlane.of(CORNERS, WIDTH, HEIGHT)
    for size in (1, 3):  # in a larger photograph, too
        on_plan = plane.on_table(pixel * size, WIDTH * size, HEIGHT * size)
        np.testing.assert_allclose(on_plan, [where], atol=1e-3)


@pytest.mark.parametrize(
    "corners",
    [CORNERS[::-1], CORNERS[:3], [(0, 0)] * 4, [(10, 500), (700, 80), (690, 510), (20, 90)],
     [(float("nan"), 0), *CORNERS[1:]],
     [(-1e30, 1e30), (1e30, 1e30), (1e30, -1e30), (-1e30, -1e30)]],
    ids=["the other way round", "three", "one point", "crossed", "no number", "far away"],
)  # fmt: skip
def test_what_is_no_table_is_refused(corners: list[tuple[float, float]]) -> None:
    with pytest.raises(camera.TableCornersError):
        camera.TablePlane.of(corners, WIDTH, HEIGHT)


def test_a_corner_of_the_table_may_lie_outside_the_photograph() -> None:
    wide = [(-2 * WIDTH, HEIGHT), (3 * WIDTH, HEIGHT), *CORNERS[2:]]
    plane = camera.TablePlane.of(wide, WIDTH, HEIGHT)
    np.testing.assert_allclose(plane.corners[:2], [(-2, 1), (3, 1)])


# White balance


def test_white_paper_under_a_lamp_becomes_white() -> None:
    lamplit = np.full((90, 120, 3), (230, 200, 150), np.uint8)
    balance = camera.WhiteBalance.of_white(lamplit)
    assert np.ptp(balance(lamplit)[45, 60].astype(int)) <= 1


@pytest.mark.parametrize(
    ("colour", "why"),
    [((255, 255, 255), "too bright"), ((12, 10, 9), "too dark"), ((70, 190, 80), "not white")],
)
def test_what_is_not_white_is_refused(colour: tuple[int, int, int], why: str) -> None:
    with pytest.raises(camera.NotWhiteError, match=why):
        camera.WhiteBalance.of_white(np.full((50, 50, 3), colour, np.uint8))


# The file


def test_what_is_kept_comes_back(tmp_path: Path, learned: lens.Lens) -> None:
    known = camera.CameraCalibration(
        taken=camera.TakenBy("Some Phone", WIDTH, HEIGHT),
        lens=learned,
        table=camera.TablePlane.of(CORNERS, WIDTH, HEIGHT),
        white=camera.WhiteBalance((0.9, 1.0, 1.2)),
    )
    camera.save_camera(tmp_path, known)
    assert camera.load_camera(tmp_path) == known


def test_no_calibration_is_none_and_no_fault(tmp_path: Path) -> None:
    assert camera.load_camera(tmp_path) == camera.CameraCalibration()


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"form": 9}', '{"form": 2, "white": {"gains": [1.0]}}', "[" * 4000,
     '{"form": 2, "table": {"corners": [[NaN, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]}}'],
)  # fmt: skip
def test_a_damaged_file_is_reported_and_set_aside(tmp_path: Path, text: str) -> None:
    (tmp_path / "camera.json").write_text(text)
    with pytest.raises(camera.CameraDamagedError, match="set aside"):
        camera.load_camera(tmp_path)
    assert (tmp_path / "camera.json.damaged").read_text() == text
    assert camera.load_camera(tmp_path) == camera.CameraCalibration()


def test_a_damaged_file_that_cannot_be_renamed_is_still_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "camera.json").write_text("{")
    (tmp_path / "camera.json.damaged" / "full").mkdir(parents=True)
    with pytest.raises(camera.CameraDamagedError, match=r"cannot be set aside \(.*delete the file"):
        camera.load_camera(tmp_path)


# For which photographs it holds


def taken(pixels: np.ndarray, name: str | None = None) -> Photo:
    return Photo(pixels, pixels.shape[1], pixels.shape[0], name)


GREY = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
WARM = camera.WhiteBalance((0.8, 1.0, 1.3))


def test_it_holds_for_photographs_of_the_same_camera_in_any_size() -> None:
    known = camera.CameraCalibration().with_part(taken(GREY, "Some Phone"), WARM)
    assert known.for_photo(taken(GREY[::2, ::2], "Some Phone")) is known
    for other in (taken(GREY, "Another"), taken(GREY), taken(GREY[:400], "Some Phone")):
        assert known.for_photo(other) == camera.CameraCalibration()


def test_a_camera_without_a_name_is_known_by_the_size_of_its_pictures() -> None:
    known = camera.CameraCalibration().with_part(taken(GREY), WARM)
    assert known.for_photo(taken(GREY)) is known
    assert known.for_photo(taken(GREY[::2, ::2])) == camera.CameraCalibration()


def test_another_camera_starts_afresh_and_the_same_one_adds(learned: lens.Lens) -> None:
    known = camera.CameraCalibration().with_part(taken(GREY, "Some Phone"), WARM)
    both = known.with_part(taken(GREY, "Some Phone"), learned)
    assert (both.white, both.lens) == (WARM, learned)
    other = both.with_part(taken(GREY, "Another"), WARM)
    assert other.lens is None
    assert both.without_part("white") == structs.replace(both, white=None)


def test_points_are_brought_to_where_a_camera_above_would_show_them() -> None:
    plane = camera.TablePlane.of(CORNERS, WIDTH, HEIGHT)
    known = camera.CameraCalibration().with_part(taken(GREY), plane)
    above = known.from_above(np.array(CORNERS, float), WIDTH, HEIGHT)
    np.testing.assert_allclose(above, [[0, HEIGHT], [WIDTH, HEIGHT], [WIDTH, 0], [0, 0]], atol=0.1)
    nothing = camera.CameraCalibration()
    assert nothing.from_above(above, WIDTH, HEIGHT) is above


@pytest.mark.parametrize("order", ["<", ">"])
def test_a_photograph_names_its_camera(order: str) -> None:
    make, model = b"Maker\0", b"Phone 7\0"
    mark = b"II" if order == "<" else b"MM"
    tiff = mark + struct.pack(order + "HIH", 42, 8, 2)
    tiff += struct.pack(order + "HHII", 0x010F, 2, len(make), 38)
    tiff += struct.pack(order + "HHII", 0x0110, 2, len(model), 44)
    tiff += bytes(4) + make + model
    jpeg = cv2.imencode(".jpg", GREY)[1].tobytes()

    def camera_in(exif: bytes) -> str | None:
        part = b"\xff\xe1" + struct.pack(">H", len(exif) + 8) + b"Exif\0\0" + exif
        return load_photo(jpeg[:2] + part + jpeg[2:]).camera

    assert camera_in(tiff) == "Maker Phone 7"
    assert camera_in(tiff[:20]) is None
    assert load_photo(jpeg).camera is None

"""The generator of scenes: one seed is one picture, and its labels are where the tiles are."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from datasets.synth import pictures
from datasets.synth.arrange import Table, set_of
from datasets.synth.camera import look_at
from datasets.synth.canvas import written
from datasets.synth.crops import CODES, USUAL, a_new_set, draw_crops, half, rectified
from datasets.synth.faces import draw_face
from datasets.synth.hard_cases import HARD_CASES
from datasets.synth.samples import draw_sample
from datasets.synth.scene import draw_scene, render, seeds_from
from datasets.synth.style import AMERICAN, CARVED, FACES, Style, random_style
from datasets.synth.tiles import flat, tile, tile_set

pytestmark = pytest.mark.usefixtures("drawing_fonts")
SAMPLES = Path(__file__).parents[2] / "companion" / "samples"


def turns_clockwise(quad: Any) -> bool:
    """In a picture, where y grows downwards."""
    x, y = quad[:, 0], quad[:, 1]
    return float((x * np.roll(y, -1) - np.roll(x, -1) * y).sum()) > 0


def test_the_same_seed_draws_the_same_picture() -> None:
    one, two = draw_scene(5, 256), draw_scene(5, 256)
    assert np.array_equal(one.image, two.image)
    assert [t.code for t in one.tiles] == [t.code for t in two.tiles]


def test_another_seed_draws_another_picture() -> None:
    assert not np.array_equal(draw_scene(5, 256).image, draw_scene(6, 256).image)


@pytest.mark.parametrize(
    "kind", ["hand", "rack", "standing", "scattered", "grid", "strip", "walls"]
)
def test_outlines_turn_clockwise_and_whole_tiles_lie_inside(kind: str) -> None:
    scene = draw_scene(3, 320, kind)
    assert scene.tiles
    for seen in scene.tiles:
        assert turns_clockwise(seen.quad)
        assert 0 < seen.visible <= 1
        assert seen.face_down == (seen.code == "0z")
        if seen.visible > 0.99:
            assert seen.quad.min() > -4
            assert seen.quad.max() < 324


def test_seeds_of_dark_sets_draw_no_bright_body() -> None:
    bodies = [random_style(set_of(seed)).body for seed in seeds_from(70_300_000, 30, dark=True)]
    assert max(sum(body) for body in bodies) < 490
    assert max(sum(random_style(set_of(seed)).body) for seed in seeds_from(70_300_000, 30)) > 600


def test_seeds_of_plain_sets_draw_a_white_dragon_without_ink_below_its_corner_sign() -> None:
    for seed in seeds_from(70_210_000, 24, plain=True)[::6]:
        style = random_style(set_of(seed))
        face = draw_face("5z", style, np.random.default_rng(0), (36, 48))
        assert np.ptp(face[16:], axis=(0, 1)).max() == 0


def test_a_table_without_tiles_has_no_labels() -> None:
    assert draw_scene(3, 256, "nothing").tiles == []


def test_boxes_on_ruled_paper_have_no_labels() -> None:
    """Some papers lie alone: then nothing has a label, however many boxes there are."""
    labels = [len(draw_scene(seed, 128, "ruled").tiles) for seed in range(12)]
    assert 0 < labels.count(0) < 6


def test_heaped_tiles_hide_parts_of_each_other() -> None:
    seen = [t.visible for seed in range(0, 24, 6) for t in draw_scene(seed, 256, "heaped").tiles]
    assert sum(visible < 0.75 for visible in seen) > len(seen) / 10
    assert sum(visible > 0.95 for visible in seen) > len(seen) / 3


def test_screens_hide_the_lower_part_of_the_row_behind_them() -> None:
    seen = [t.visible for seed in range(0, 40, 4) for t in draw_scene(seed, 256, "screened").tiles]
    assert sum(0.3 < visible < 0.85 for visible in seen) > len(seen) / 6


def test_boxes_have_free_places_and_these_have_no_label() -> None:
    free = 0
    for seed in range(8):
        rng = np.random.default_rng([41, seed])
        boxes = HARD_CASES["gaps"](rng, tile_set(set_of(seed)), 256).boxes
        tiles = np.array([box.centre[:2] for box in boxes if box.code is not None])
        floors = [box.centre[:2] for box in boxes if box.code is None and box.size[2] < 0.05]
        free += sum(bool(np.linalg.norm(tiles - floor, axis=1).min() > 0.5) for floor in floors)
        assert 0 < len(draw_scene(seed, 256, "gaps").tiles) <= len(tiles)
    assert free > 20


def test_sets_with_white_words_all_have_one() -> None:
    rng = np.random.default_rng(1)
    assert all(a_new_set(rng, white_words=True).style.white_word for _ in range(4))


def test_american_sets_say_in_english_which_season_it_is() -> None:
    styles = [random_style(AMERICAN + k) for k in range(4)]
    assert all(len(style.season_words) == 4 for style in styles)
    summer = draw_face("6f", styles[0], np.random.default_rng(0))
    other = replace(styles[0], season_words=("SPR", "HOT", "AUT", "WIN"))
    assert not np.array_equal(summer, draw_face("6f", other, np.random.default_rng(0)))
    assert random_style(AMERICAN - 1).season_words == ()


def test_carved_sets_share_no_way_of_drawing_and_write_with_a_brush() -> None:
    styles = [random_style(CARVED + k) for k in range(4)]
    assert all(style.carved for style in styles)
    assert not random_style(CARVED - 1).carved
    for code in ("8s", "1s", "9m", "5p", "3f"):
        usual = replace(styles[0], carved=False)
        looks = [replace(styles[0], seed=style.seed) for style in styles]
        drawn = {
            draw_face(code, style, np.random.default_rng(0), (36, 48)).tobytes()
            for style in (usual, *looks)
        }
        assert len(drawn) == 5


def test_a_carved_set_writes_a_sign_alike_on_every_tile_and_in_its_own_hand() -> None:
    one, other = (written(random_style(CARVED + k), "九") for k in (0, 1))
    assert np.array_equal(one, written(random_style(CARVED), "九"))
    assert one.shape != other.shape or not np.array_equal(one, other)
    assert 0.1 < (one > 127).mean() < 0.9


def test_every_set_numbers_its_seasons_by_the_year_and_plum_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words: list[str] = []

    def noting(style: Style, text: str) -> Any:
        words.append(text)
        return written(style, text)

    monkeypatch.setattr(pictures, "written", noting)
    orders = set()
    for seed in range(80):
        style = replace(
            random_style(seed),
            art=0,
            bonus_digits=1,
            bonus_text=True,
            season_digits=None,
            season_text=None,
            flower_words=0,
            flower_names=(),
            season_words=(),
            simplified=False,
        )
        for n in range(1, 9):
            draw_face(f"{n}f", style, np.random.default_rng(n), (36, 48))
        assert words[4:] == list("春夏秋冬")
        orders.add("".join(words[:4]))
        words.clear()
    assert orders == {"梅蘭菊竹", "梅蘭竹菊", "梅竹菊蘭"}


def test_the_first_edge_of_an_outline_is_the_top_of_the_face() -> None:
    """A tile drawn straight from above shows its own face when its outline is cut out."""
    owner = tile_set(4)
    for angle in (0.0, 90.0, 180.0, 250.0):
        table = Table(
            [tile(owner, "1m", 0, 0, flat(angle))], look_at((0, 0, 0), 256, 90, 89), 90, -9, 9, 9
        )
        scene = render(table, 256, 256, np.random.default_rng(2), 0.0)
        cut = rectified(scene.image, scene.tiles[0].quad, 48).mean(2)
        face = owner.face("1m")[0][..., :3].mean(2)
        rows = np.linspace(0, face.shape[0] - 1, 48).astype(int)
        columns = np.linspace(0, face.shape[1] - 1, 48).astype(int)
        face = face[rows][:, columns]
        alike = [np.corrcoef(np.rot90(cut, k).ravel(), face.ravel())[0, 1] for k in range(4)]
        assert int(np.argmax(alike)) == 0


def test_a_covered_tile_is_seen_in_part() -> None:
    owner = tile_set(4)
    below = tile(owner, "1m", 0, 0, flat(0))
    above = tile(owner, "2m", 0.5, 0, flat(0), owner.thickness)
    table = Table([below, above], look_at((0, 0, 0), 256, 70, 89), 70, -9, 9, 9)
    seen = {t.code: t.visible for t in render(table, 256, 256, np.random.default_rng(2)).tiles}
    assert seen["2m"] > 0.97
    assert 0.3 < seen["1m"] < 0.6


@pytest.mark.parametrize(
    "seed", [1, 7, 12, 1_000_012, 1_000_018, 3_000_012, 3_000_018, CARVED + 3, CARVED + 8]
)
def test_every_face_can_be_drawn_and_none_is_like_another(seed: int) -> None:
    style = random_style(seed)
    drawn = [draw_face(c, style, np.random.default_rng(0), (36, 48)) for c in FACES]
    assert all(face.shape == (48, 36, 3) for face in drawn)
    flat_faces = {face.tobytes() for face in drawn}
    assert len(flat_faces) == len(FACES)


def test_a_crop_for_the_classifier_is_square_and_named() -> None:
    image, code = next(draw_crops(np.random.default_rng(3), size=replace(USUAL, scene=256)))
    assert image.shape == (USUAL.side, USUAL.side, 3)
    assert code in CODES


@pytest.mark.parametrize("name", ["sample", "hard"])
def test_the_truth_of_a_sample_is_what_its_recipe_draws(name: str) -> None:
    kept = json.loads((SAMPLES / f"{name}.json").read_text())
    drawn = draw_sample(name)[1]
    assert kept["hand"] == drawn["hand"]
    assert kept["groups"] == drawn["groups"]
    assert [t["code"] for t in kept["tiles"]] == [t["code"] for t in drawn["tiles"]]
    quads = [np.array([t["quad"] for t in truth["tiles"]]) for truth in (kept, drawn)]
    assert np.abs(quads[0] - quads[1]).max() < 0.5


def test_half_a_face_is_what_lies_along_one_of_its_edges() -> None:
    face = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)
    assert half(face, 0, 0.5).tolist() == [[0, 0], [30, 0], [30, 20], [0, 20]]
    assert half(face, 1, 0.5).tolist() == [[30, 0], [30, 40], [15, 40], [15, 0]]

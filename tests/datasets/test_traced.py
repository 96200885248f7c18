"""Traced scenes: what stands where is known before a picture is drawn; pictures need `bpy`."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.seen.reading import ImageInfo, Reading, SeenHand, SeenTile
from datasets.synth.layout_pictures import drawn_set
from datasets.synth.tables import Camera
from datasets.synth.tiles import flat
from datasets.traced.evaluate import Tally, judge
from datasets.traced.evenings import moved, of_an_evening, with_glare
from datasets.traced.pieces import WIND, pieces_of
from datasets.traced.scenes import EVALUATION, MAKERS, part_covered, set_of, traced_scene
from datasets.traced.solids import BACK, Solid, TracedScene
from datasets.traced.things import block

pytestmark = pytest.mark.usefixtures("drawing_fonts")
SEED = EVALUATION[3]


def tiles_of(hand: SeenHand) -> Counter[str]:
    melds = [code for meld in hand.melds for code in meld.tiles]
    return Counter([*hand.concealed, *melds, *hand.bonus])


def in_hand(scene: TracedScene, side: str) -> Counter[str]:
    return Counter(str(s.box.code) for s in scene.solids if s.side == side)


@pytest.mark.parametrize("kind", sorted(MAKERS))
def test_a_seed_is_one_scene(kind: str) -> None:
    one, two = traced_scene(SEED, kind), traced_scene(SEED, kind)
    assert [s.box.code for s in one.solids] == [s.box.code for s in two.solids]
    assert one.camera == two.camera
    assert one.lamps == two.lamps


@pytest.mark.parametrize("kind", ["near", "rack", "tucked"])
def test_the_tiles_of_a_hand_are_those_of_its_answer(kind: str) -> None:
    scene = traced_scene(SEED, kind)
    assert scene.hand is not None
    shown, answer = in_hand(scene, "near"), tiles_of(scene.hand)
    assert shown.total() == answer.total()
    assert shown - answer == Counter({BACK: shown[BACK]})


def test_a_whole_table_has_four_hands_at_their_sides() -> None:
    scene = traced_scene(SEED, "table")
    assert scene.hands is not None
    for side, hand in scene.hands.items():
        assert in_hand(scene, side).total() == tiles_of(hand).total()


@pytest.mark.parametrize("kind", ["near", "rack", "table", "tucked"])
def test_groups_are_of_the_near_hand_and_of_one_kind_each(kind: str) -> None:
    for seed in EVALUATION[:8]:
        scene = traced_scene(seed, kind)
        for group in scene.groups:
            tiles = [scene.solids[k] for k in group.tiles]
            assert {tile.side for tile in tiles} == {"near"}
            if group.kind in ("pair", "pung", "kong"):
                assert len({tile.box.code for tile in tiles} - {BACK}) == 1


def test_the_board_of_most_racks_hides_a_part_of_the_sets_tucked_behind_it() -> None:
    hidden = []
    for seed in EVALUATION[:8]:
        scene = traced_scene(seed, "tucked")
        own = [solid for solid in scene.solids if solid.side]
        lying = np.array([solid.front() for solid in own if solid.box.axes[2, 2] > 0.9])
        planks = [one for one in scene.solids if one.box.code is None and one.box.size[0] > 9]
        board = max(planks, key=lambda solid: solid.box.centre[2])
        hidden.append(part_covered(board, lying, scene.camera))
    assert sum(0.2 < part < 0.7 for part in hidden) > 4


def test_a_scene_of_nothing_has_no_tile() -> None:
    assert all(solid.box.code is None for solid in traced_scene(SEED, "nothing").solids)


def test_what_else_comes_in_the_box_of_a_set_is_no_tile() -> None:
    rng, reach = np.random.default_rng(5), {}
    for name, (make, radius) in pieces_of(drawn_set(SEED)).items():
        solids, turned = make(rng, 3.0, -2.0, 20.0)
        assert solids or turned
        assert all(solid.box.code is None for solid in solids)
        corners = [solid.corners()[:, :2] for solid in solids]
        corners += [
            one.stands[:2] + one.profile[1][0] * np.array([(-1, 0), (1, 0), (0, -1), (0, 1)])
            for one in turned
        ]
        reach[name] = np.linalg.norm(np.concatenate(corners) - (3, -2), axis=1).max() / radius
    assert max(reach.values()) < 1.6, reach


def test_beside_the_tiles_of_one_kind_of_scene_lie_round_discs() -> None:
    scenes = [traced_scene(seed, "winds") for seed in EVALUATION[:12]]
    assert sum(scene.hand is not None for scene in scenes) > 6
    tables = [
        sum(one.picture is not None and one.picture.shape[0] == WIND for one in scene.turned)
        for scene in scenes
    ]
    assert sum(count > 0 for count in tables) > 6


def test_evaluation_shows_sets_that_training_never_does() -> None:
    kept = {set_of(seed) for seed in EVALUATION}
    assert not kept & {set_of(seed) for seed in range(100_000)}


@pytest.mark.parametrize("kind", ["near", "rack", "table", "nothing"])
def test_an_evening_adds_what_hides_no_tile_of_a_hand(kind: str) -> None:
    added = 0
    for seed in EVALUATION[:6]:
        usual = traced_scene(seed, kind)
        scene = of_an_evening(usual)
        before, after = (
            [(s.box.code, s.front().tolist(), s.side) for s in one.solids if s.box.code]
            for one in (usual, scene)
        )
        assert before == after
        new = scene.solids[len(usual.solids) :]
        added += len(new)
        assert all(solid.box.code is None for solid in new)
        faces = np.array([solid.front() for solid in scene.solids if solid.side])
        for solid in new:
            if np.abs(solid.box.centre[:2]).max() < scene.reach:  # an arm on the table
                assert all(part_covered(solid, f[None], scene.camera) <= 0.02 for f in faces)
        assert scene.lens is not None
        assert scene.lens.sharp_at > 1
    assert added > 20


def test_a_tile_mirrors_a_lamp_to_the_camera() -> None:
    for seed in EVALUATION[:5]:
        usual = traced_scene(seed, "near")
        scene = with_glare(usual)
        assert len(scene.lamps) == len(usual.lamps) + 1
        lamp, eye = np.array(scene.lamps[0].position), np.array(scene.camera.eye)
        off = []
        for solid in scene.solids:
            if solid.side:
                middle = solid.front().mean(0)
                to_eye, to_lamp = (
                    (at - middle) / np.linalg.norm(at - middle) for at in (eye, lamp)
                )
                half = (to_eye + to_lamp) / np.linalg.norm(to_eye + to_lamp)
                off.append(np.degrees(np.arccos(np.abs(half @ solid.box.axes[2]))))
        assert min(off) < 2


def test_a_picture_that_moves_keeps_its_light() -> None:
    picture = np.zeros((60, 80, 3), np.uint8)
    picture[30, 40] = 255
    light = (moved(picture, (0.1, 0.0)) / 255.0) ** 2.2
    across = light[30, :, 0]
    assert light.sum() == pytest.approx(3, rel=0.05)
    assert across.sum() == pytest.approx(1, rel=0.05)
    assert np.flatnonzero(across > 0.01).tolist() == list(range(36, 45))
    assert (moved(picture, (0.0, 0.0)) == picture).all()


def lying(code: str, down: bool = False) -> Solid:
    box = block((0, 0, 0), flat(0, down), (1, 4 / 3, 0.8), ((240,) * 3, (20, 90, 50)))
    return Solid(replace(box, code=code))


def test_a_tile_shows_its_face_or_its_back() -> None:
    above, below = (0.0, -3.0, 9.0), (0.0, 0.0, -9.0)
    face = lying("5p").seen_from(above)
    assert face is not None
    assert face[0] == "5p"
    np.testing.assert_allclose(face[1][0], [-0.5, 2 / 3, 0.8])  # its own top left
    turned_down = lying("5p", down=True).seen_from(above)
    assert turned_down is not None
    assert turned_down[0] == BACK
    assert np.allclose(turned_down[1][:, 2], 0.8)
    from_below = lying("5p").seen_from(below)
    assert from_below is not None
    assert from_below[0] == BACK
    assert lying("5p").seen_from((0.0, -50.0, 0.9)) is None


def quad_at(x: float, y: float = 0.0) -> list[tuple[float, float]]:
    return [(x, y), (x + 30, y), (x + 30, y + 40), (x, y + 40)]


def seen_at(code: str, *corners: tuple[float, float], sure: bool = False) -> SeenTile:
    return SeenTile(code, 0.9, (corners[0], corners[1], corners[2], corners[3]), sure=sure)


def judged(*tiles: SeenTile) -> Tally:
    truth = {
        "tiles": [
            {"code": "6p", "quad": quad_at(0), "visible": 1.0, "side": "near"},
            {"code": "6p", "quad": quad_at(30), "visible": 0.2, "side": "near"},
            {"code": "1z", "quad": quad_at(200), "visible": 1.0},
        ],
        "hand": SeenHand(("6p", "6p")).to_json(),
        "hands": None,
    }  # a tile of the hand, one that is hidden, and a discard
    tally = Tally()
    judge(truth, Reading(ImageInfo(None, 320, 240), tiles), tally)
    return tally


def test_a_tile_of_the_hand_is_right_misnamed_or_missed() -> None:
    right = judged(seen_at("6p", *quad_at(0)))
    assert (right.tiles, right.right, right.misnamed, right.missed) == (1, 1, 0, 0)
    misnamed = judged(seen_at("4p", *quad_at(0), sure=True))
    assert (misnamed.right, misnamed.misnamed, misnamed.sure) == (0, 1, 1)
    assert judged().missed == 1


def test_a_tile_taken_for_two_halves_is_counted() -> None:
    upper = [(0.0, 0.0), (30.0, 0.0), (30.0, 20.0), (0.0, 20.0)]
    lower = [(0.0, 20.0), (30.0, 20.0), (30.0, 40.0), (0.0, 40.0)]
    tally = judged(seen_at("2p", *upper), seen_at("4p", *lower))
    assert tally.doubled == 1
    assert tally.false_faces == 0


def test_what_lies_on_no_tile_is_a_false_face_or_a_false_back() -> None:
    tally = judged(seen_at("3s", *quad_at(100, 90)), seen_at(BACK, *quad_at(10, 150), sure=True))
    assert (tally.false_faces, tally.false_backs, tally.sure) == (1, 1, 1)
    assert judged(seen_at("1z", *quad_at(200))).false_faces == 0


def test_a_hand_with_a_hidden_tile_is_not_judged() -> None:
    assert judged().hands == 0


def of_one_tile(*others: Solid) -> TracedScene:
    camera = Camera((0.0, -0.01, 9.0), (0.0, 0.0, 0.8), 0.0, 1.0, 320, 240)
    return replace(
        traced_scene(SEED, "nothing"),
        solids=(replace(lying("5p"), side="near"), *others), turned=(), camera=camera,
    )  # fmt: skip


def test_what_covers_a_tile_counts(tmp_path: Path) -> None:
    pytest.importorskip("bpy")
    from datasets.traced.blender import Quality, Studio
    from datasets.traced.render import labels

    lid = block((0.5, 0, 2), flat(0), (1, 9, 0.1), ((90,) * 3, (90,) * 3))
    seen = []
    for others in ((), (Solid(lid),)):
        scene = of_one_tile(*others)
        seen.append(labels(scene, Studio(scene, Quality(320, 1)))[0]["visible"])
    assert seen[0] == 1
    assert 0.3 < seen[1] < 0.7


def test_the_outline_is_where_the_tile_is(tmp_path: Path) -> None:
    pytest.importorskip("bpy")
    from datasets.traced.blender import Quality, Studio
    from datasets.traced.render import labels

    scene = of_one_tile()
    dark = replace(scene.table, picture=np.zeros((4, 4, 3), np.uint8), gloss=0.0)
    studio = Studio(replace(scene, table=dark), Quality(320, 4))
    picture = studio.render(tmp_path / "one.png").mean(2)
    left, top, right, foot = (
        np.array(labels(scene, studio)[0]["quad"]).reshape(4, 2)[[0, 2]].ravel().round().astype(int)
    )
    inside = picture[top + 4 : foot - 4, left + 4 : right - 4]
    beside = picture[top - 30 : top - 4, left:right], picture[top:foot, left - 30 : left - 4]
    assert inside.min() > max(part.max() for part in beside)

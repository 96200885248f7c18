"""Enrolled sets: what they change in a reading, and how their files are kept."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.base.resources import resource
from companion.game.tiles import ALL
from companion.vision.pipeline import Reader
from companion.vision.recognition.classify import Named
from companion.vision.recognition.engine import ModelDamagedError
from companion.vision.recognition.rectify import rectify
from companion.vision.tile_sets import profile as numbers
from companion.vision.tile_sets import profile_file
from companion.vision.tile_sets import profile_store as store
from companion.vision.tile_sets.choice import Strangers
from companion.vision.tile_sets.enrol import face_of as face_of_photo
from companion.vision.tile_sets.profile import (
    Blend,
    EnrolledSet,
    Profile,
    generic_blend,
)
from companion.vision.tile_sets.profile_file import (
    BrokenFileError,
    ProfileNameError,
    TooNewFileError,
    pack,
    unpack,
)
from companion.vision.tile_sets.profile_store import ProfileStore
from companion.vision.tile_sets.sketch import COARSE, FINE, Grain, Sketches, Windows
from companion.vision.tile_sets.thumbnails import AROUND, SIDE, Looks, from_png, name_of, to_png

FEATURES = 40
TRAINED = ("1m", "2m", "3m", "1f", "2f", "0z", "none")
WHOLE = ("1m", "2m", "3m", "1f", "2f", "7x", "8x")


def face(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (SIDE, SIDE, 3), np.uint8)


def face_of(code: str) -> np.ndarray:
    """A tile's picture: six by six patches of colour."""
    patches = np.random.default_rng([*code.encode()]).integers(0, 256, (6, 6, 3), np.uint8)
    return np.repeat(np.repeat(patches, SIDE // 6, axis=0), SIDE // 6, axis=1)


def photo(codes: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Tiles in a row, and their outlines (N, 4, 2)."""
    edge = (SIDE - SIDE / AROUND) / 2
    outline = np.array([[edge, edge], [SIDE - edge, edge]])
    outline = np.concatenate([outline, SIDE - outline])
    quads = np.array([outline + [SIDE * place, 0] for place in range(len(codes))], np.float32)
    return np.concatenate([face_of(code) for code in codes], axis=1), quads.reshape(-1, 4, 2)


def outlines(codes: tuple[str, ...]) -> np.ndarray:
    return photo(codes)[1]


def look_of(code: str, owner: int = 0) -> np.ndarray:
    """What a classifier would make of a tile: the set's own manner, and the tile's."""
    manner = np.random.default_rng([owner, 1]).normal(0, 1, FEATURES)
    own = np.random.default_rng([owner, *code.encode()]).normal(0, 1, FEATURES)
    return np.asarray(manner + own)


def views_of(codes: Sequence[str], owner: int = 0) -> np.ndarray:
    rng = np.random.default_rng(3)
    views = np.stack(
        [[look_of(c, owner) + rng.normal(0, 0.1, FEATURES) for _ in range(5)] for c in codes]
    )
    return views / np.linalg.norm(views, axis=2, keepdims=True)


def odds_of(codes: Sequence[str], taken_for: dict[str, str]) -> np.ndarray:
    """What a trained model thinks of tiles, some of which it takes for others; what it was never
    shown it takes for the first of its kinds."""
    odds = np.full((len(codes), len(TRAINED)), 1e-6)
    for row, code in zip(odds, codes, strict=True):
        seen = taken_for.get(code, code)
        row[TRAINED.index(seen) if seen in TRAINED else 0] = 1
    return odds / odds.sum(axis=1, keepdims=True)


def enrolled(
    codes: Sequence[str],
    owner: int = 0,
    name: str = "bone",
    taken_for: dict[str, str] | None = None,
    features: np.ndarray | None = None,
) -> EnrolledSet:
    """A set of which the trained model takes the examples for `taken_for`."""
    profile = Profile(name)
    for code in codes:
        profile = profile.with_example(face_of(code), code, "enrolled")
    odds = np.repeat(odds_of(codes, taken_for or {})[:, None], 5, axis=1)
    views = views_of(codes, owner) if features is None else features
    return EnrolledSet(profile, Looks(TRAINED, views, odds))


def named(truth: tuple[str, ...], thought: dict[str, float] | None = None, owner: int = 0) -> Named:
    """Faces that are `truth`; the trained model takes each for `thought`, or for what it is."""
    if thought is None:
        odds = odds_of(truth, {})
    else:
        odds = np.array([[thought.get(code, 1e-6) for code in TRAINED]] * len(truth))
    ways = np.tile([0.97, 0.01, 0.01, 0.01], (len(truth), 1))
    features = views_of(truth, owner)[:, 0]
    faces = rectify(*photo(truth), 64, 1.1)
    return Named(TRAINED, odds / odds.sum(1, keepdims=True), ways, features, faces=faces)


def read(stage: EnrolledSet, truth: tuple[str, ...], faces: Named) -> list[str]:
    result = stage(outlines(truth), faces)
    np.testing.assert_allclose(result.probabilities.sum(1), 1)
    return [result.codes[best] for best in result.probabilities.argmax(1)]


def test_a_set_misread_by_the_trained_model_is_read_by_its_examples() -> None:
    faces = ("2m", "1f", "3m")
    assert read(enrolled(WHOLE), faces, named(faces, {"1m": 0.9, "2m": 0.05})) == list(faces)


def test_a_special_tile_that_the_set_does_not_have_is_never_named() -> None:
    """The trained model knows special tiles, and takes this set's flower for a fish."""
    faces = ("1f", "2m")
    known = (*TRAINED, "7x", "8x")
    seen = named(faces, {"1f": 0.05})
    wider = np.pad(seen.probabilities, ((0, 0), (0, 2)), constant_values=20.0)
    seen = replace(seen, codes=known, probabilities=wider / wider.sum(1, keepdims=True))
    profile = enrolled(("1m", "2m", "3m", "1f")).profile
    codes = [example.code for example in profile.examples]
    odds = np.full((len(codes), 5, len(known)), 1 / len(known))
    stage = EnrolledSet(profile, Looks(known, views_of(codes), odds))
    result = stage(outlines(faces), seen)
    for code in ("7x", "8x"):
        assert result.probabilities[:, result.codes.index(code)].max() == 0
    assert read(stage, faces, seen) == list(faces)


def test_kinds_that_cannot_be_leave_their_chance_to_the_others() -> None:
    faces = named(("1m", "2m"), {"1m": 0.6, "2m": 0.3, "3m": 0.1})
    left = faces.without(("1m",))
    assert left.codes == TRAINED[1:]
    np.testing.assert_allclose(left.probabilities[0, :2], [0.75, 0.25], atol=1e-4)
    assert faces.without(("9p",)) is faces


def test_what_the_trained_model_errs_about_an_example_it_errs_about_no_more() -> None:
    """The trained model is certain that this set's twos and threes are ones. The examples say
    otherwise."""
    faces, certain = ("2m", "3m", "1m", "2m"), {"1m": 1.0}
    taught = enrolled(WHOLE, taken_for={"2m": "1m", "3m": "1m"})
    untaught = enrolled(WHOLE)
    assert read(taught, faces, named(faces, certain)) == list(faces)
    sure = [stage(outlines(faces), named(faces, certain)).probabilities.max(1).min()
            for stage in (untaught, taught)]  # fmt: skip
    assert sure[1] > sure[0]


def test_tiles_that_only_their_pictures_tell_apart_are_told_apart() -> None:
    """The classifier was never shown such flowers and sees all of them alike."""
    faces = ("2f", "1f")
    alike = np.repeat(views_of(["1m", "2m", "3m", "1f"]), [1, 1, 1, 4], axis=0)
    flowers = enrolled(WHOLE, features=alike)
    seen = replace(named(faces, {"1f": 0.5, "2f": 0.5}), features=alike[3:5, 0])
    assert read(flowers, faces, seen) == ["2f", "1f"]
    changed_over = replace(seen, faces=seen.faces[::-1])
    assert read(flowers, faces[::-1], changed_over) == ["1f", "2f"]


def test_a_picture_is_known_upside_down_and_askew() -> None:
    """The outlines of tiles seen obliquely lie askew, and nothing says how a new tile stands."""
    codes = ("1m", "7x", "8x")
    sketches = Sketches([face_of(code) for code in codes])
    for quarters, degrees in ((0, 0), (2, 0), (1, 15), (3, -15)):
        turn = cv2.getRotationMatrix2D((47.5, 47.5), 90 * quarters + degrees, 1.0)
        seen = np.stack([cv2.warpAffine(face_of(code), turn, (SIDE, SIDE)) for code in codes])
        alike = sketches.correlations(
            Windows.of(np.ascontiguousarray(seen[:, 6:-6, 6:-6])),
            np.full((3, 4), 0.25),
            np.argwhere(np.ones((3, 3))),
        ).reshape(3, 3)
        assert alike.argmax(axis=1).tolist() == [0, 1, 2]
        assert alike.diagonal().min() > 0.6


@pytest.mark.parametrize("grain", [COARSE, FINE])
def test_a_picture_matches_itself_and_a_plain_one_nothing(grain: Grain) -> None:
    faces = [face_of("1m"), np.full((SIDE, SIDE, 3), 90, np.uint8)]
    sketches = Sketches(faces, grain)
    seen = Windows.of(np.stack([face[6:-6, 6:-6] for face in faces]), grain)
    upright = np.tile([1.0, 0, 0, 0], (2, 1))
    alike = sketches.correlations(seen, upright, np.argwhere(np.ones((2, 2))))
    assert alike[0] > 0.7
    np.testing.assert_allclose(alike[1:], 0, atol=0.01)


def test_special_tiles_become_known_through_the_profile() -> None:
    faces = ("7x", "8x", "1m")
    assert read(enrolled(WHOLE), faces, named(faces, {"1m": 0.6, "2f": 0.3})) == list(faces)


def test_tiles_that_are_not_enrolled_stay_as_the_trained_model_names_them() -> None:
    faces = ("3m", "2m")
    assert read(enrolled(("1f", "2f", "7x")), faces, named(faces)) == list(faces)


def test_tiles_that_are_not_enrolled_are_as_probable_among_each_other_as_before() -> None:
    faces = named(("2m", "3m"), {"2m": 0.9, "3m": 0.06, "none": 0.04})
    read = enrolled(("1f", "2f", "7x"))(outlines(("2m", "3m")), faces)
    others = [read.codes.index(code) for code in ("2m", "3m", "none")]
    np.testing.assert_allclose(read.probabilities[:, others].sum(1), 1, atol=1e-3)
    np.testing.assert_allclose(read.probabilities[:, others], [[0.9, 0.06, 0.04]] * 2, atol=1e-3)


def test_a_set_of_few_tiles_leaves_the_others_as_they_are_named() -> None:
    photo = resource("samples", "sample.jpg")
    reader = Reader()
    plain = reader.read(photo)
    taught = next(tile for tile in plain.tiles if tile.code == "8s")
    profile = Profile("bone").with_example(face_of_photo(photo, taught.quad), "8s")
    reader.refine = EnrolledSet.of(profile, reader.models().classifier)
    known = reader.read(photo)
    assert known.profile == "bone"
    assert known.hand == plain.hand
    assert [tile.code for tile in known.tiles] == [tile.code for tile in plain.tiles]


def test_what_is_surely_another_tile_shows_how_alike_tiles_of_the_set_are() -> None:
    """Two of these look like the enrolled 1m, and are surely called 2m."""
    called = ("3m", "1f", "2f", "3m", "2m", "2m")
    looks = views_of(["3m", "1f", "2f", "3m", "1m", "1m"])[:, 0]
    seen = replace(named(called), features=looks)
    assert read(enrolled(("1m",)), called, seen) == list(called)
    taken = enrolled(("1m",), taken_for={"1m": "2m"})  # as the model takes the example, too
    assert read(taken, called, seen) == [*called[:4], "1m", "1m"]


def test_one_enrolled_tile_helps_alone() -> None:
    faces = ("2f", "3m", "1m")
    stage = enrolled(("2f",), taken_for={"2f": "1f"})
    thought = odds_of(faces, {"2f": "1f"})
    assert read(stage, faces, replace(named(faces), probabilities=thought)) == list(faces)


def test_a_back_that_looks_like_no_example_stays_a_back() -> None:
    seen = named(("0z",), {"0z": 0.98, "none": 0.02})
    other_light = replace(seen, features=views_of(["0z"], owner=7).mean(axis=1))
    for codes in (("0z",), ("1m", "2m", "0z")):
        read = enrolled(codes)(outlines(("0z",)), other_light)
        assert read.best == ("0z",)
        assert read.tile_odds[0] > 0.8


def test_what_is_no_tile_stays_none() -> None:
    faces = ("1s", "9s", "4p")
    assert read(enrolled(WHOLE), faces, named(faces, {"none": 0.98, "1m": 0.02})) == ["none"] * 3


def test_an_empty_profile_and_an_empty_picture_change_nothing() -> None:
    faces = named(("2m",), {"1m": 0.9})
    nothing = EnrolledSet(Profile("new"), Looks(TRAINED, np.zeros((0, 5, 1)), np.zeros((0, 5, 1))))
    assert nothing(outlines(("2m",)), faces) is faces
    no_faces = Named(TRAINED, np.zeros((0, 7)), np.zeros((0, 4)), np.zeros((0, 1)))
    assert enrolled(WHOLE)(np.zeros((0, 4, 2)), no_faces) is no_faces


@given(st.permutations(WHOLE))
@settings(derandomize=True, max_examples=8)
def test_the_order_of_enrolment_does_not_matter(codes: list[str]) -> None:
    truth = ("2m", "7x", "1f")
    faces = named(truth, {"1m": 0.7, "2m": 0.2})
    views = dict(zip(WHOLE, views_of(WHOLE), strict=True))
    one = enrolled(WHOLE)(outlines(truth), faces)
    other = enrolled(codes, features=np.stack([views[c] for c in codes]))(outlines(truth), faces)
    places = [other.codes.index(code) for code in one.codes]
    np.testing.assert_allclose(one.probabilities, other.probabilities[:, places], atol=1e-4)


def test_only_the_newest_examples_of_a_tile_count() -> None:
    """Reading stays as fast after many corrections."""
    profile = Profile("bone")
    for number in range(30):
        profile = profile.with_example(face(number), "1m", "enrolled")
    odds, views = np.full((30, 5, len(TRAINED)), 1 / 7), np.ones((30, 5, FEATURES))
    views[:-4] = np.nan
    stage = EnrolledSet(profile, Looks(TRAINED, views, odds))
    assert np.isfinite(stage(outlines(("1m",)), named(("1m",))).probabilities).all()


def test_the_weights_that_come_with_the_program_are_sensible() -> None:
    blend = generic_blend()
    assert isinstance(blend, Blend)
    assert blend.temperature >= 1
    assert 0 < blend.floor < blend.unknown < 1
    assert 0 < blend.trust <= 1


# Learning from corrections


def test_a_correction_is_learned_and_can_be_undone() -> None:
    before = Profile("bone").with_example(face(1), "1m", "enrolled")
    after = before.with_example(face(2), "2m")
    assert [(e.code, e.source) for e in after.examples] == [("1m", "enrolled"), ("2m", "corrected")]
    assert after.without(after.examples[-1].id).examples == before.examples


def test_the_same_picture_corrected_twice_is_one_example() -> None:
    twice = Profile("bone").with_example(face(1), "1m").with_example(face(1), "7m")
    assert [e.code for e in twice.examples] == ["7m"]


def test_of_many_corrections_of_a_tile_the_oldest_are_forgotten() -> None:
    """So a set stays small however many evenings it is corrected."""
    profile = Profile("bone").with_example(face(0), "1m", "enrolled").with_example(face(1), "2m")
    for number in range(2, 40):
        profile = profile.with_example(face(number), "1m")
    newest = [face(number) for number in range(40 - numbers._MOST_CORRECTED, 40)]
    left = [face(0), face(1), *newest]
    assert [each.id for each in profile.examples] == [name_of(each) for each in left]


# Files


class FakeClassifier:
    """Counts how often faces are looked at."""

    def __init__(self, sha256: str = "a" * 64) -> None:
        self.sha256 = sha256
        self.codes = TRAINED
        self.looks = 0

    def __call__(self, pixels: np.ndarray, quads: np.ndarray) -> Named:
        self.looks += 1
        rng = np.random.default_rng(int(self.sha256[:2], 16))
        features = rng.normal(0, 1, (len(quads), FEATURES))
        return Named(TRAINED, np.ones((len(quads), 7)) / 7, np.ones((len(quads), 4)) / 4, features)


def some_profile(name: str = "Grandmother’s set".replace("’", "")) -> Profile:
    profile = Profile(name, back=(20, 90, 60), proportion=1.36)
    for number, code in enumerate(("1m", "7x", "0z", "1m")):
        profile = profile.with_example(face(number), code, "enrolled" if number else "corrected")
    return profile


def same(one: Profile, other: Profile) -> bool:
    return pack(one) == pack(other)


@pytest.fixture
def kept(tmp_path: Path) -> ProfileStore:
    return ProfileStore(tmp_path / "profiles", lambda: FakeClassifier())  # type: ignore[arg-type, return-value]


@given(st.lists(st.sampled_from(ALL), max_size=6), st.booleans())
@settings(derandomize=True, max_examples=20)
def test_a_file_holds_the_whole_profile(codes: list[str], back: bool) -> None:
    profile = Profile("bone", back=(1, 2, 3) if back else None)
    for number, code in enumerate(codes):
        profile = profile.with_example(face(number), code)
    again = unpack(pack(profile))
    assert [(e.code, e.source) for e in again.examples] == [
        (e.code, e.source) for e in profile.examples
    ]
    assert all(
        (a.face == b.face).all() for a, b in zip(again.examples, profile.examples, strict=True)
    )
    assert (again.name, again.back, again.proportion) == ("bone", profile.back, None)
    assert pack(again) == pack(profile)


def test_profiles_are_saved_listed_taken_in_and_removed(kept: ProfileStore) -> None:
    profile = some_profile("bone")
    kept.save(profile)
    assert kept.names() == ("bone",)
    assert same(kept.load("bone"), profile)
    with pytest.raises(store.ProfileExistsError):
        kept.take_in(pack(profile))
    assert kept.take_in(pack(profile), "copy").name == "copy"
    assert kept.names() == ("bone", "copy")
    kept.remove("bone")
    assert kept.names() == ("copy",)
    with pytest.raises(store.ProfileMissingError, match="there are copy"):
        kept.load("bone")


def test_where_large_letters_are_as_good_as_small_ones_a_set_is_not_lost(
    kept: ProfileStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows and on a Mac, where “bone” opens the file of “Bone”."""
    kept.save(some_profile("Bone"))
    folder = next(tmp_path.rglob("Bone.zip")).parent
    (folder / "bone.zip").hardlink_to(folder / "Bone.zip")
    monkeypatch.setattr(kept, "names", lambda: ("Bone",))
    known = kept.known("bone")
    assert known is not None
    assert len(known.examples) == len(some_profile("Bone").examples)
    assert kept.rename("Bone", "bone").name == "bone"
    assert same(kept.load("bone"), some_profile("bone"))


def test_features_are_kept_and_worked_out_anew_for_another_model(tmp_path: Path) -> None:
    classifier = FakeClassifier()
    folder = ProfileStore(tmp_path, lambda: classifier)  # type: ignore[arg-type, return-value]
    folder.save(some_profile("bone"))
    folder.ready("bone")
    first = classifier.looks
    assert first > 0
    folder.ready("bone")
    assert classifier.looks == first
    later = FakeClassifier("b" * 64)
    folder = ProfileStore(tmp_path, lambda: later)  # type: ignore[arg-type, return-value]
    folder.ready("bone")
    assert later.looks == first, "another model sees the same faces differently"
    (tmp_path / "bone.features.npz").write_bytes(b"lost")
    folder.ready("bone")
    assert later.looks == 2 * first, "kept features may be lost at any time"
    folder.save(some_profile("bone").with_example(face(9), "9s"))
    folder.ready("bone")
    assert later.looks == 2 * first + 1, "only the tile that is new is looked at"


def test_no_changed_byte_of_what_is_kept_stops_a_reading(tmp_path: Path) -> None:
    """In the first 12 bytes of an entry of the file's own list stands how it is packed."""
    folder = ProfileStore(tmp_path, FakeClassifier)  # type: ignore[arg-type]
    folder.save(some_profile("bone"))
    folder.ready("bone")
    beside = tmp_path / "bone.features.npz"
    kept = beside.read_bytes()
    listed = kept.index(b"PK\1\2")
    for place in range(listed, listed + 12):
        for bit in range(8):
            changed = bytearray(kept)
            changed[place] ^= 1 << bit
            beside.write_bytes(changed)
            assert folder.ready("bone").profile.codes == some_profile("bone").codes


@pytest.mark.parametrize(
    "name",
    [
        *("../bone", "a/b", "a\\b", "", ".hidden", "x" * 41, "con", "con.1", "a\0b", "bone "),
        *("what?", "a:b", 'the "old" one', "turned \u202earound"),
    ],
)
def test_a_name_can_be_no_path(kept: ProfileStore, tmp_path: Path, name: str) -> None:
    for act in (kept.load, kept.remove, lambda n: kept.save(Profile(n))):
        with pytest.raises(ProfileNameError):
            act(name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name",
    ["Mormors spil", "bone-1923", "麻雀", "Ærø 2", "Grandmother's", "Grandmother’s", "Mum & Dad"]
    + ["No. 2 (large)"],
)
def test_names_may_be_in_any_language(kept: ProfileStore, name: str) -> None:
    kept.save(Profile(name))
    assert kept.names() == (name,)
    assert kept.load(name).name == name


def test_a_name_is_the_same_however_its_accents_are_written(kept: ProfileStore) -> None:
    one, two = "Caf\u00e9", "Cafe\u0301"
    kept.save(some_profile(one))
    known = kept.known(two)
    assert known is not None
    assert same(known, some_profile(one))
    kept.choose(two)
    assert kept.chosen() == one
    assert kept.rename(two, "Bone").name == "Bone"
    assert (kept.names(), kept.chosen()) == (("Bone",), "Bone")


def rebuilt(
    change: Callable[[dict[str, Any]], Any], extra: dict[str, bytes] | None = None
) -> bytes:
    """A profile's file with its description changed, and more files put into it."""
    file = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(pack(some_profile("bone")))) as old,
        zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        described = json.loads(old.read("profile.json"))
        changed = change(described)
        for name in old.namelist():
            if name == "profile.json":
                new.writestr(name, json.dumps(described if changed is None else changed))
            elif name not in (extra or {}):
                new.writestr(name, old.read(name))
        for name, content in (extra or {}).items():
            new.writestr(name, content)
    return file.getvalue()


def first_face() -> str:
    return f"faces/{some_profile().examples[0].id}.png"


def large_png() -> bytes:
    """The header of a picture of a gigapixel."""
    return to_png(face(0))[:16] + (40_000).to_bytes(4, "big") * 2 + to_png(face(0))[24:]


BROKEN: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "no zip": lambda: b"PK\x03\x04 and then nothing",
    "cut off": lambda: pack(some_profile())[:-300],
    "a bit turned over": lambda: (lambda d: d[:9000] + bytes([d[9000] ^ 4]) + d[9001:])(
        pack(some_profile())
    ),
    "no description": lambda: rebuilt(lambda d: None, {}).replace(b"profile.json", b"profilo.json"),
    "a list": lambda: rebuilt(lambda d: [1, 2]),
    "a field too many": lambda: rebuilt(lambda d: d.update(colour="red")),
    "no examples": lambda: rebuilt(lambda d: d.pop("examples") and None),
    "a tile that is none": lambda: rebuilt(lambda d: d["examples"][0].update(code="9z")),
    "a face that is missing": lambda: rebuilt(lambda d: d["examples"][0].update(id="0" * 12)),
    "a path outside": lambda: rebuilt(lambda d: d["examples"][0].update(id="../../../etc/passwd")),
    "a face that is another": lambda: rebuilt(lambda d: None, {first_face(): to_png(face(77))}),
    "a picture too large": lambda: rebuilt(lambda d: None, {first_face(): large_png()}),
    "a bomb": lambda: rebuilt(lambda d: None, {first_face(): bytes(50_000_000)}),
    "a name that is a path": lambda: rebuilt(lambda d: d.update(name="../x")),
    "a colour that is none": lambda: rebuilt(lambda d: d.update(back=[1, 2, 999])),
    "no proportion": lambda: rebuilt(lambda d: d.update(proportion=float("nan"))),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_reported_and_set_aside(
    kept: ProfileStore, tmp_path: Path, what: str
) -> None:
    kept.save(some_profile("good"))
    broken = BROKEN[what]()
    (tmp_path / "profiles" / "bone.zip").write_bytes(broken)
    sets, problems = kept.all_ready()
    assert [s.profile.name for s in sets] == ["good"], "the others are read as if nothing were"
    assert len(problems) == 1
    assert "set aside" in str(problems[0])
    assert kept.names() == ("good",)
    assert (tmp_path / "profiles" / "bone.zip.damaged").read_bytes() == broken


def test_a_set_that_was_set_aside_is_told_until_it_is_replaced_or_removed(
    kept: ProfileStore, tmp_path: Path
) -> None:
    kept.save(some_profile("good"))
    (tmp_path / "profiles" / "bone.zip").write_bytes(b"half")
    assert kept.stage() is not None, "a photograph is read all the same"
    for _ in range(2):
        assert len(kept.every()[1]) == 1
        with pytest.raises(store.ProfileDamagedError, match=r"“bone” is damaged .*remove"):
            kept.load("bone")
    kept.save(some_profile("bone"))
    assert kept.every()[1] == ()
    kept.remove("bone")
    assert len(kept.every()[1]) == 1, "what was set aside may hold more than what replaced it"
    kept.remove("bone")
    assert kept.every()[1] == ()
    with pytest.raises(store.ProfileMissingError, match="there are good"):
        kept.remove("bone")


def test_a_set_that_may_not_be_read_is_not_called_missing(
    kept: ProfileStore, tmp_path: Path
) -> None:
    (tmp_path / "profiles" / "bone.zip").mkdir(parents=True)
    with pytest.raises(store.ProfileUnreadableError, match=r"bone.zip cannot be read \(.*check"):
        kept.load("bone")


def test_a_set_goes_to_another_folder_by_the_standard_streams(
    kept: ProfileStore, tmp_path: Path
) -> None:
    def profiles(*arguments: str, given: bytes = b"") -> bytes:
        command = [sys.executable, "-m", "companion", "profiles", *arguments]
        return subprocess.run(command, input=given, capture_output=True, check=True).stdout

    kept.save(some_profile("bone"))
    exported = profiles("export", "bone", "-", "--data", str(tmp_path))
    assert exported == pack(kept.load("bone"))
    profiles("import", "-", "--data", str(tmp_path / "other"), given=exported)
    assert (tmp_path / "other" / "profiles" / "bone.zip").read_bytes() == exported


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_file_is_not_imported(kept: ProfileStore, what: str) -> None:
    with pytest.raises(store.NotAProfileError) as caught:
        kept.take_in(BROKEN[what]())
    assert "\n" not in str(caught.value)
    assert kept.names() == ()


def test_a_set_may_write_its_tiles_in_any_notation(kept: ProfileStore) -> None:
    given = rebuilt(lambda d: d["examples"][0].update(code="🀇"))
    assert kept.take_in(given).examples[0].code == "1m"
    assert [profile.codes for profile in kept.every()[0]] == [some_profile().codes]


def test_a_set_may_be_called_strangers(
    kept: ProfileStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is kept of the strangers lies in the same folder."""
    made: list[object] = []

    def of(classifier: object) -> Strangers:
        made.append(classifier)
        return Strangers(np.ones((1, 2, FEATURES), np.float32))

    monkeypatch.setattr(Strangers, "of", of)
    kept.save(some_profile("strangers"))
    for _ in range(2):
        assert kept.stage() is not None
    assert len(made) == 1, "they are kept beside the set, not in its place"


def test_other_files_in_an_import_are_not_taken_out(kept: ProfileStore, tmp_path: Path) -> None:
    kept.take_in(rebuilt(lambda d: None, {"../../evil.py": b"boo", "/abs": b"boo"}))
    assert {p.name for p in tmp_path.rglob("*")} == {"profiles", "bone.zip"}
    assert same(kept.load("bone"), some_profile("bone"))


def test_a_profile_of_a_later_program_is_left_alone(kept: ProfileStore, tmp_path: Path) -> None:
    kept.save(Profile("other"))
    (tmp_path / "profiles" / "bone.zip").write_bytes(
        rebuilt(lambda d: d.update(form=2, wings=True))
    )
    with pytest.raises(store.ProfileTooNewError, match="update the program"):
        kept.load("bone")
    assert kept.names() == ("bone", "other")


def test_a_set_that_could_not_be_read_again_is_not_saved(
    kept: ProfileStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.save(some_profile("bone"))
    with pytest.raises(store.ProfileUnfitError, match=r"“bone” cannot be kept .*proportion.*enrol"):
        kept.save(Profile("bone", proportion=3.2))
    monkeypatch.setattr(profile_file, "LARGEST", 100)
    with pytest.raises(store.ProfileUnfitError, match=r"“bone” cannot be kept .*larger than"):
        kept.save(some_profile("bone").with_example(face(9), "9s"))
    monkeypatch.undo()
    assert same(kept.load("bone"), some_profile("bone"))


def test_a_failed_write_leaves_the_old_profile(
    kept: ProfileStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept.save(some_profile("bone"))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(store.ProfileNotWrittenError, match="No space left"):
        kept.save(Profile("bone"))
    assert same(kept.load("bone"), some_profile("bone"))
    assert [p.name for p in (tmp_path / "profiles").iterdir()] == ["bone.zip"]


@given(st.binary(max_size=400), st.integers(0, 20_000))
@settings(derandomize=True, max_examples=60)
def test_no_damage_is_more_than_a_sentence(noise: bytes, at: int) -> None:
    whole = pack(some_profile("bone"))
    for data in (noise, whole[:at] + noise + whole[at + len(noise) :], whole[:at]):
        with contextlib.suppress(BrokenFileError, TooNewFileError):
            unpack(data)


def test_a_thumbnail_is_of_one_size() -> None:
    unpacked = from_png(to_png(face(3)))
    assert unpacked is not None
    assert (unpacked == face(3)).all()
    assert from_png(to_png(face(3)[:50])) is None
    assert from_png(b"GIF89a") is None


@pytest.mark.parametrize("text", ['{"choice": ', '{"choice": {}}'])
def test_damaged_numbers_of_the_program_are_refused_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    (tmp_path / "generic.json").write_text(text)
    monkeypatch.setattr(numbers, "resource", lambda kind, name: tmp_path / name)
    with pytest.raises(ModelDamagedError, match=r"generic.* install the program again"):
        numbers.generic("blend", Blend)

"""Which of the enrolled sets a photograph shows, and when nothing is surely chosen."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.base.resources import resource
from companion.game.tiles import KINDS
from companion.vision.recognition.classify import Named
from companion.vision.recognition.rectify import rectify
from companion.vision.tile_sets.choice import (
    STRANGERS,
    STRANGERS_SIDE,
    ChosenAmong,
    ClearFaces,
    Measure,
    Strangers,
    generic_measure,
)
from companion.vision.tile_sets.profile import EnrolledSet, Profile
from companion.vision.tile_sets.profile_store import ProfileStore
from companion.vision.tile_sets.thumbnails import AROUND, SIDE, Looks
from datasets.images import read_image

FEATURES = 40
TRAINED = ("1m", "2m", "3m", "1p", "2p", "1s", "1f", "0z", "none")
HAND = ("1m", "2m", "3m", "1p", "2p", "1s")
MEASURE = Measure(nearest=2.0, ahead=0.01, stranger=0.5, belongs=1.1)


def face_of(code: str, owner: int) -> np.ndarray:
    """A tile's picture: six by six patches of colour on a light body, each owner's another."""
    patches = np.random.default_rng([owner, *code.encode()]).integers(0, 190, (6, 6, 3), np.uint8)
    patches[::2, 1::2] = 210
    patches[1::2, ::2] = 210
    return np.repeat(np.repeat(patches, SIDE // 6, axis=0), SIDE // 6, axis=1)


def look_of(code: str, owner: int) -> np.ndarray:
    """What a classifier makes of a tile: what all its kind share, and the owner's own."""
    shared = np.random.default_rng([*code.encode()]).normal(0, 1, FEATURES)
    own = np.random.default_rng([owner, *code.encode()]).normal(0, 1, FEATURES)
    return np.asarray(shared + own)


def enrolled(owner: int, name: str, codes: Sequence[str] = HAND) -> EnrolledSet:
    profile = Profile(name)
    for code in codes:
        profile = profile.with_example(face_of(code, owner), code, "enrolled")
    rng = np.random.default_rng(3)
    views = [[look_of(c, owner) + rng.normal(0, 0.1, FEATURES) for _ in range(5)] for c in codes]
    odds = np.full((len(codes), 5, len(TRAINED)), 1 / len(TRAINED))
    return EnrolledSet(profile, Looks(TRAINED, np.array(views), odds))


def outlines(count: int) -> np.ndarray:
    """Outlines of tiles in a row: (N, 4, 2)."""
    edge = (SIDE - SIDE / AROUND) / 2
    corner = np.array([[edge, edge], [SIDE - edge, edge]])
    outline = np.concatenate([corner, SIDE - corner])
    return np.array([outline + [SIDE * n, 0] for n in range(count)], np.float32).reshape(-1, 4, 2)


def photo(owner: int, codes: Sequence[str] = HAND) -> tuple[np.ndarray, Named]:
    """The outlines of an owner's tiles in a picture, and what they are named."""
    quads = outlines(len(codes))
    pixels = np.concatenate([face_of(code, owner) for code in codes], axis=1)
    odds = np.full((len(codes), len(TRAINED)), 0.001)
    odds[np.arange(len(codes)), [TRAINED.index(code) for code in codes]] = 1
    ways = np.tile([0.97, 0.01, 0.01, 0.01], (len(codes), 1))
    features = np.array([look_of(code, owner) for code in codes])
    features /= np.linalg.norm(features, axis=1, keepdims=True)
    faces = rectify(pixels, quads, 64, 1.1)
    return quads, Named(TRAINED, odds / odds.sum(1, keepdims=True), ways, features, faces=faces)


def strangers(*owners: int) -> Strangers:
    return Strangers(np.array([[look_of(code, owner) for code in KINDS] for owner in owners]))


def among(*sets: EnrolledSet, unlike: Sequence[int] = (90, 91, 92)) -> ChosenAmong:
    return ChosenAmong(sets, strangers(*unlike), MEASURE)


BONE, PLASTIC = enrolled(0, "bone"), enrolled(1, "plastic")


def test_the_set_that_a_picture_shows_is_chosen() -> None:
    for sets in ((BONE, PLASTIC), (PLASTIC, BONE)):
        assert among(*sets)(*photo(0)).profile == "bone"
        assert among(*sets)(*photo(1)).profile == "plastic"
    assert among(BONE)(*photo(0)).profile == "bone", "the only one there is"


def test_the_tiles_of_a_set_that_nobody_enrolled_are_read_with_none() -> None:
    for chosen in (among(BONE), among(BONE, PLASTIC)):
        seen = chosen(*photo(2))
        assert seen.profile is None
        assert seen.nearest in ("bone", "plastic"), "a person may know better"


def test_of_two_that_fit_alike_none_is_taken_and_one_is_named() -> None:
    seen = among(BONE, enrolled(1, "again"), PLASTIC)(*photo(1))
    assert seen.profile is None
    assert seen.nearest in ("again", "plastic")


def test_where_a_set_is_surely_chosen_nothing_is_left_to_ask() -> None:
    assert among(BONE, PLASTIC)(*photo(1)).nearest is None


def test_three_tiles_do_not_tell_a_set() -> None:
    seen = among(BONE, PLASTIC)(*photo(1, HAND[:3]))
    assert (seen.profile, seen.nearest) == (None, None)


def test_a_set_is_judged_by_the_tiles_that_it_knows() -> None:
    """People enrol only the tiles that are misread, so a set may know few of them."""
    few, most = enrolled(0, "few", HAND[:3]), enrolled(0, "most", HAND[:5])
    assert among(few)(*photo(0)).nearest is None, "three do not tell"
    assert among(most, PLASTIC)(*photo(0)).profile == "most"


def test_tiles_that_look_otherwise_are_not_of_the_set_however_alike_they_are_to_the_model() -> None:
    quads, named = photo(0)
    _, other = photo(2)
    seen = among(BONE)(quads, replace(named, faces=other.faces))
    assert (seen.profile, seen.nearest) == (None, "bone")


def test_tiles_that_are_as_like_a_stranger_are_not_surely_of_the_set() -> None:
    """If a set is drawn like most others, its tiles do not prove that it is this set."""
    seen = among(BONE, unlike=(90, 0, 91))(*photo(0))
    assert (seen.profile, seen.nearest) == (None, "bone")


def test_the_largest_of_many_kinds_are_looked_at() -> None:
    """The twelve tiles of three kongs tell less about a set than one tile of each kind in the
    hand."""
    codes = ("1m",) * 8 + ("2m",) * 8 + HAND
    quads, named = photo(0, codes)
    quads[-1] *= 1.5
    seen = ClearFaces.of(quads, named).codes
    assert len(seen) < len(codes)
    assert seen[0] == codes[-1], "the largest"
    assert set(seen[: len(HAND)]) == set(HAND)


def test_what_is_surely_upright_is_looked_at_first() -> None:
    quads, named = photo(0)
    ways = named.ways.copy()
    ways[0] = 0.25
    assert ClearFaces.of(quads, replace(named, ways=ways)).codes[-1] == HAND[0]


def test_half_of_the_faces_may_lie_in_shadows() -> None:
    quads, named = photo(0)
    faces = named.faces.copy()
    faces[::2, 20:] //= 4
    assert among(BONE, PLASTIC)(quads, replace(named, faces=faces)).profile == "bone"


def test_the_colour_of_the_lamp_does_not_matter() -> None:
    quads, named = photo(0)
    yellow = (named.faces * np.array([1.0, 0.8, 0.5])).astype(np.uint8)
    assert among(BONE, PLASTIC)(quads, replace(named, faces=yellow)).profile == "bone"


def test_backs_and_unclear_faces_tell_nothing() -> None:
    quads, named = photo(0)
    unclear = np.full_like(named.probabilities, 1 / len(TRAINED))
    assert among(BONE)(quads, replace(named, probabilities=unclear)).nearest is None
    backs = np.eye(len(TRAINED))[[TRAINED.index("0z")] * len(HAND)]
    assert among(BONE)(quads, replace(named, probabilities=backs)).nearest is None


def test_an_empty_picture_and_an_empty_set_change_nothing() -> None:
    nothing = Named(TRAINED, np.zeros((0, 9)), np.zeros((0, 4)), np.zeros((0, 1)))
    quads, _ = photo(0)
    assert among(BONE)(quads[:0], nothing) is nothing
    empty = EnrolledSet(Profile("new"), Looks(TRAINED, np.zeros((0, 5, 1)), np.zeros((0, 5, 1))))
    named = photo(0)[1]
    assert among(empty)(quads, named) is named
    assert among(empty, BONE)(quads, named).profile == "bone"


def test_the_measure_that_comes_with_the_program_is_sensible() -> None:
    measure = generic_measure()
    assert isinstance(measure, Measure)
    assert measure.ahead > 0, "of two copies of a set neither is surely the one"
    assert 0 < measure.belongs < 1 + measure.stranger, "within what can be reached"


# The strangers


class ColourClassifier:
    """A classifier that sees only the mean colour of a face."""

    sha256 = "a" * 64
    codes = TRAINED

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self, pixels: np.ndarray, quads: np.ndarray) -> Named:
        self.looks += 1
        colours = rectify(pixels, quads, 64, 1.1).mean(axis=(1, 2))
        odds = np.full((len(quads), len(TRAINED)), 1 / len(TRAINED))
        return Named(TRAINED, odds, np.full((len(quads), 4), 0.25), colours)


def test_each_stranger_is_seen_as_it_stands_on_its_sheet() -> None:
    sheet = read_image(resource("calibration", STRANGERS))
    rows, columns = (length // STRANGERS_SIDE for length in sheet.shape[:2])
    assert sheet.shape[:2] == (rows * STRANGERS_SIDE, columns * STRANGERS_SIDE)
    assert columns == len(KINDS)
    cells = sheet.reshape(rows, STRANGERS_SIDE, columns, STRANGERS_SIDE, 3).mean(axis=(1, 3))
    seen = Strangers.of(ColourClassifier()).features  # type: ignore[arg-type]
    expected = cells / np.linalg.norm(cells, axis=2, keepdims=True)
    np.testing.assert_allclose(seen, expected, atol=1e-3)


def test_strangers_are_looked_at_once_for_each_classifier(tmp_path: Path) -> None:
    classifier = ColourClassifier()
    kept = ProfileStore(tmp_path, lambda: classifier)  # type: ignore[arg-type, return-value]
    kept.save(BONE.profile)
    assert isinstance(kept.stage(), ChosenAmong)
    first = classifier.looks
    assert isinstance(kept.stage(), ChosenAmong)
    assert classifier.looks == first
    classifier.sha256 = "b" * 64
    kept.stage()
    assert classifier.looks == 2 * first, "the profile's faces and the strangers, both again"


@pytest.mark.parametrize("content", [b"", b"no file of features"])
def test_what_is_kept_of_strangers_may_be_damaged(tmp_path: Path, content: bytes) -> None:
    kept = ProfileStore(tmp_path, ColourClassifier)  # type: ignore[arg-type]
    kept.save(BONE.profile)
    kept.stage()
    (beside,) = (path for path in tmp_path.iterdir() if re.match("_strangers", path.name))
    beside.write_bytes(content)
    assert isinstance(kept.stage(), ChosenAmong)
    assert beside.stat().st_size > len(content)

"""Large faces that are not sure are looked at in more pixels."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest

from companion.game.tiles import WHITE
from companion.vision.arrays import FloatArray
from companion.vision.recognition.classify import NOT_A_TILE, Named
from companion.vision.recognition.engine import Model
from companion.vision.recognition.large_faces import LargeFaces

CODES = ("1f", "2f", WHITE, NOT_A_TILE)
PICTURE = np.full((200, 300, 3), 200, np.uint8)
LARGE = np.array([[20, 20], [110, 20], [110, 150], [20, 150]], np.float32)
SMALL = LARGE * np.float32(0.4)


@dataclass
class Says:
    """A model that calls every face a second flower, with some chance, and counts the faces it is
    shown."""

    codes: tuple[str, ...] = CODES
    kind: str = "2f"
    chance: float = 0.97
    shown: int = 0
    facts: dict[str, Any] = field(init=False)

    def __post_init__(self) -> None:
        self.facts = {"codes": [*self.codes], "size": 96, "margin": 1.1, "temperature": 1.0}

    def run(self, faces: FloatArray) -> list[FloatArray]:
        self.shown += len(faces)
        other = (1 - self.chance) / (len(self.codes) - 1)
        chances = np.where(np.array(self.codes) == self.kind, self.chance, other)
        kinds = np.log(np.maximum(chances, 1e-12))
        return [np.tile(kinds, (len(faces), 1)).astype(np.float32)]


def named(*probabilities: float) -> Named:
    """One face, with these probabilities of `CODES`."""
    return Named(CODES, np.array([probabilities]), np.array([[1.0, 0, 0, 0]]), np.ones((1, 1)))


def looked_at(before: Named, quad: FloatArray = LARGE, says: Says | None = None) -> FloatArray:
    model: Model = says or Says()  # type: ignore[assignment]
    told: FloatArray = LargeFaces(model)(PICTURE, quad[None], before).probabilities[0]
    return told


def test_more_pixels_count_as_much_as_all_looks_before() -> None:
    """The mean of the logarithms of both."""
    says = Says(chance=0.7)  # of each other kind .1
    before = named(0.7, 0.1, 0.1, 0)
    together = np.array([0.07**0.5, 0.07**0.5, 0.1, 0])
    assert looked_at(before, says=says) == pytest.approx(together / together.sum(), abs=1e-6)


def test_two_looks_that_agree_but_for_their_doubts_are_surer_than_each() -> None:
    assert looked_at(named(0.29, 0.7, 0, 0.01), says=Says(chance=0.7))[1] > 0.75


def test_no_look_alone_rules_a_tile_out() -> None:
    """However sure this one is."""
    assert looked_at(named(0.95, 0.0, 0.05, 0), says=Says(chance=1.0))[0] > 0.4


def test_they_say_which_tile_it_is_but_not_whether_it_is_one() -> None:
    kinds = np.array([(0.4 * 0.01) ** 0.5, (0.1 * 0.97) ** 0.5, (0.0001 * 0.01) ** 0.5])
    told = looked_at(named(0.4, 0.1, 0, 0.5))
    assert told == pytest.approx([*kinds / kinds.sum() / 2, 0.5], abs=1e-6)
    nothing = looked_at(named(0.6, 0.3, 0, 0.1), says=Says(kind=NOT_A_TILE))
    assert nothing[-1] == pytest.approx(0.1)


@pytest.mark.parametrize(
    ("before", "quad"),
    [
        (named(0.6, 0.4, 0, 0), SMALL),
        (named(0.995, 0.005, 0, 0), LARGE),
        (named(0.2, 0.2, 0.6, 0), LARGE),
    ],
    ids=["small", "sure", "a white dragon"],
)
def test_other_faces_are_not_asked_about(before: Named, quad: FloatArray) -> None:
    says = Says()
    assert looked_at(before, quad, says) == pytest.approx(before.probabilities[0])
    assert says.shown == 0


def test_the_order_of_the_models_kinds_does_not_matter() -> None:
    before = named(0.6, 0.4, 0, 0)
    turned = looked_at(before, says=Says(codes=CODES[::-1]))
    assert turned == pytest.approx(looked_at(before))


def test_no_faces_stay_none() -> None:
    none = Named(CODES, np.zeros((0, 4)), np.zeros((0, 4)), np.zeros((0, 1)))
    model: Model = Says()  # type: ignore[assignment]
    assert LargeFaces(model)(PICTURE, np.zeros((0, 4, 2), np.float32), none) is none

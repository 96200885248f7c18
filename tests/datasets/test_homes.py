"""Habits of laying a hand: each scene's answer is what lies there."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.game.tiles import BACK
from datasets.synth.clubs import CLUBS, club_scene
from datasets.synth.courtyards import COURTYARDS, courtyard_scene
from datasets.synth.habits import HABITS
from datasets.synth.homes import HOMES, home_scene
from datasets.synth.lodges import LODGES, lodge_scene
from datasets.synth.parlours import PARLOURS, parlour_scene
from datasets.synth.pavilions import PAVILIONS, pavilion_scene
from datasets.synth.pieces import is_set
from datasets.synth.salons import SALONS, salon_scene
from datasets.synth.tables import LayoutScene
from datasets.synth.teahouses import TEAHOUSES, teahouse_scene
from datasets.synth.terraces import TERRACES, terrace_scene
from datasets.synth.verandas import VERANDAS, veranda_scene

MAKERS = (
    dict.fromkeys(HOMES, home_scene)
    | dict.fromkeys(CLUBS, club_scene)
    | dict.fromkeys(PARLOURS, parlour_scene)
    | dict.fromkeys(TEAHOUSES, teahouse_scene)
    | dict.fromkeys(SALONS, salon_scene)
    | dict.fromkeys(LODGES, lodge_scene)
    | dict.fromkeys(VERANDAS, veranda_scene)
    | dict.fromkeys(COURTYARDS, courtyard_scene)
    | dict.fromkeys(TERRACES, terrace_scene)
    | dict.fromkeys(PAVILIONS, pavilion_scene)
)
"""What draws a habit."""

DOWN = {
    "held_kong_with_its_face_on_its_backs": 3,
    "held_kong_with_only_one_face": 3,
    "held_kong_with_one_end_down": 1,
}
"""How many tiles of a held kong lie face down, where they are not two."""


@pytest.fixture(scope="module", params=MAKERS)
def scene(request: pytest.FixtureRequest) -> LayoutScene:
    return MAKERS[request.param](8_640_001, request.param)


def test_no_habit_stands_in_two_places() -> None:
    every = (
        HABITS, HOMES, CLUBS, PARLOURS, TEAHOUSES, SALONS, LODGES, PAVILIONS, VERANDAS, COURTYARDS,
        TERRACES,
    )  # fmt: skip
    assert len(set().union(*every)) == sum(map(len, every))


def test_the_answer_names_the_tiles_that_lie_there(scene: LayoutScene) -> None:
    hand = scene.hand
    named = Counter(hand.concealed) + Counter(hand.bonus)
    named += Counter(code for meld in hand.melds for code in meld.tiles)
    laid = scene.placed[: named.total()]
    assert Counter(tile.value for tile in laid) == named
    assert sorted(scene.places[place] for place in scene.answer) == [*range(named.total())]


def test_a_hand_has_thirteen_or_fourteen_tiles(scene: LayoutScene) -> None:
    assert scene.hand.count in (13, 14)
    assert all(is_set(meld.tiles) for meld in scene.hand.melds)


def test_no_tile_is_there_more_often_than_a_set_has_it(scene: LayoutScene) -> None:
    values = Counter(tile.value for tile in scene.placed if tile.value != BACK)
    assert all(number <= (1 if code[1] == "f" else 4) for code, number in values.items())


def test_as_many_tiles_lie_face_down_in_each_kong_held_as_its_habit_says(
    scene: LayoutScene,
) -> None:
    own = [scene.placed[scene.places[place]] for place in scene.answer]
    down = sum(tile.code == BACK for tile in own)
    each = DOWN.get(scene.case, 2)
    assert down == each * sum(meld.concealed for meld in scene.hand.melds)

"""Habits of laying a hand: each scene's answer is what lies there."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.game.tiles import BACK
from datasets.synth.habits import HABITS
from datasets.synth.homes import HOMES, home_scene
from datasets.synth.pieces import is_set
from datasets.synth.tables import LayoutScene
from datasets.synth.untried import UNTRIED, untried_scene


@pytest.fixture(scope="module", params=[*HOMES, *UNTRIED])
def scene(request: pytest.FixtureRequest) -> LayoutScene:
    make = home_scene if request.param in HOMES else untried_scene
    return make(8_640_001, request.param)


def test_what_is_untried_is_no_habit_that_the_layout_was_tried_on() -> None:
    assert len(UNTRIED) == 40
    assert UNTRIED.keys().isdisjoint(HOMES.keys() | HABITS.keys())


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


def test_two_or_three_tiles_lie_face_down_in_each_kong_held(scene: LayoutScene) -> None:
    own = [scene.placed[scene.places[place]] for place in scene.answer]
    down = sum(tile.code == BACK for tile in own)
    each = 3 if scene.case == "held_kong_with_its_face_on_its_backs" else 2
    assert down == each * sum(meld.concealed for meld in scene.hand.melds)

"""Habits of laying a hand: each scene's answer is what lies there."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.game.tiles import BACK
from datasets.synth.habits.codes import is_set
from datasets.synth.habits.cohorts import COHORTS
from datasets.synth.tables import LayoutScene

MAKERS = {habit: cohort.scene for cohort in COHORTS.values() for habit in cohort.habits.every()}
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
    every = [cohort.habits.every() for cohort in COHORTS.values()]
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

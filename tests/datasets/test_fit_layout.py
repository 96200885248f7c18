"""The fit of the layout's numbers: what it makes likelier, and what it writes."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest

from companion.vision.layout import links
from companion.vision.layout.numbers import FILE, NUMBERS
from companion.vision.layout.picture import Picture
from companion.vision.layout.search import likeliest, told
from datasets.fit_layout import (
    MASS,
    SPREAD,
    Choice,
    Tracked,
    TrackedCurve,
    fitted,
    fitted_names,
    precision,
    towards,
    tracked,
    value_of,
    written,
)
from datasets.synth.tables import layout_scene


def test_a_sum_knows_how_much_each_number_counts() -> None:
    one, other = Tracked.of(2.0, {"one": 1.0}), Tracked.of(3.0, {"other": 1.0})
    total = 1.0 - (3 * one - other + one * 0.5) + np.float64(4.0)
    assert total == pytest.approx(1.0)
    assert total.by == {"one": -3.5, "other": 1.0}
    assert max(one, other).by == {"other": 1.0}


def test_a_curve_knows_between_which_of_its_points_it_is_asked() -> None:
    """It is looked up in steps of a fiftieth."""
    curve = TrackedCurve("links.set", [[0.0, 1.0], [1.0, 3.0], [2.0, 3.0]])
    assert curve(0.25).by == pytest.approx({"links.set.0": 0.76, "links.set.1": 0.24})
    assert curve(9.0).by == {"links.set.2": 1.0}
    assert curve(0.5) == pytest.approx(2.0)


def test_the_layout_weighs_with_tracked_numbers_only_meanwhile() -> None:
    values = {name: value_of(name) for name in fitted_names()}
    before = NUMBERS["sorted"], links.LINKS["set"](0.0)
    with tracked(values | {"sorted": -9.0}):
        assert NUMBERS["sorted"].by == {"sorted": 1.0}
        assert float(NUMBERS["sorted"]) == -9.0
        assert isinstance(links.LINKS["set"](0.0), Tracked)
    assert (NUMBERS["sorted"], links.LINKS["set"](0.0)) == before
    assert not isinstance(NUMBERS["sorted"], Tracked)


def test_numbers_go_so_far_towards_those_fitted() -> None:
    stood = value_of("sorted")
    assert towards({"sorted": stood + 1}, 0.7) == {"sorted": pytest.approx(stood + 0.7)}
    assert towards({"sorted": stood + 1}, 0.0) == {"sorted": stood}


def test_numbers_and_whole_groups_may_stay_as_they_stand() -> None:
    fit = {"sorted": 1.0, "anyhow": 1.0, "joined.ss": 1.0, "links.ss.0": 1.0}
    moved = towards(fit, 1.0, left=["sorted", "joined"])
    assert moved == {"anyhow": 1.0, "links.ss.0": 1.0}


@pytest.mark.parametrize("case", ["four_sets_out_and_a_pair", "kongs_among_equal_gaps"])
def test_an_explanation_knows_by_how_much_each_number_counts_in_it(case: str) -> None:
    scene = layout_scene(5, case)
    values = {name: value_of(name) for name in fitted_names()}

    def weighed(numbers: dict[str, float]) -> dict[object, Tracked]:
        with tracked(numbers):
            picture = Picture(scene.tiles, scene.height)
            found = likeliest(told([(picture, 0.0)]), picture)
        return {each.key: each.score for each in found}  # type: ignore[misc]

    scores = weighed(values)
    for other in sorted(scores, key=lambda key: -scores[key])[1:4]:  # each against the likeliest
        counts = {name: count for name, count in scores[other].by.items() if abs(count) > 0.05}
        assert any(name.startswith("links.") for name in counts)
        for name, count in counts.items():
            more = weighed(values | {name: values[name] + 1e-3})[other]
            assert float(more) - float(scores[other]) == pytest.approx(count * 1e-3, abs=5e-6)


def test_the_fit_makes_the_right_explanation_likelier_and_stays_near_the_file() -> None:
    columns = {"first": 0, "second": 1}
    wrong = Choice(np.array([1.0, 0.0]), np.array([[0.0, 0.0], [1.0, 0.0]]), np.array([0.0, 1.0]))
    more = fitted([wrong] * 50, np.zeros(2), precision(columns))
    assert 1.0 < more[0] < 5 * SPREAD
    assert more[1] == 0.0
    assert fitted([wrong], np.zeros(2), precision(columns))[0] < more[0]


def cost(curve: str, moved: list[float]) -> float:
    """What it costs to move the first points of a curve so far, all others staying."""
    columns = {name: at for at, name in enumerate(fitted_names())}
    more = np.zeros(len(columns))
    for point, far in enumerate(moved):
        more[columns[f"{curve}.{point}"]] = far
    return float(more @ precision(columns) @ more)


def test_points_of_a_curve_move_together() -> None:
    every = len(NUMBERS["apart"]["x"])
    assert cost("apart.x", [1.0] * every) == pytest.approx(every / SPREAD**2)
    assert cost("apart.x", [0.0, 1.0]) > 2 / SPREAD**2


def test_a_kind_of_gap_does_not_become_likelier_at_every_width() -> None:
    every = len(NUMBERS["links"]["xx"])
    assert cost("links.xx", [1.0] * every) == pytest.approx(every / SPREAD**2 + 1 / MASS**2)


def test_only_the_fitted_numbers_are_written() -> None:
    before = FILE.read_text(encoding="utf-8")
    same = {name: value_of(name) for name in fitted_names()}
    assert tomllib.loads(written(before, same)) == tomllib.loads(before)
    after = tomllib.loads(written(before, {"sorted": 7.5}))
    assert after.pop("sorted") == 7.5
    old = tomllib.loads(before)
    del old["sorted"]
    assert after == old

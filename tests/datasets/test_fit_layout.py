"""What the fit of the layout's numbers writes."""

from __future__ import annotations

import tomllib

import numpy as np

from companion.vision.layout.numbers import FILE, Curve
from datasets.fit_layout import density, written


def as_curve(points: list[list[float]]) -> dict[float, float]:
    return {x: y for x, y in points}  # noqa: C416 dict() takes pairs, not lists


def test_a_density_follows_many_gaps_and_keeps_to_what_was_thought_of_few() -> None:
    flat = Curve([[-0.7, 0.0], [2.4, 0.0]], 0.02)
    gaps = np.random.default_rng(1).normal(0.0, 0.05, 2000).tolist()
    many = as_curve(density(gaps, flat))
    assert many[0.0] > 1.5
    assert many[1.5] < -4
    few = as_curve(density([0.0], flat))
    assert abs(few[1.5] - few[0.9]) < 0.2


def test_only_the_measured_densities_are_written() -> None:
    before = FILE.read_text(encoding="utf-8")
    after = written(before, {"set": [0.0] * 500})
    old, new = tomllib.loads(before), tomllib.loads(after)
    assert new["links"]["set"] != old["links"]["set"]
    new["links"]["set"] = old["links"]["set"]
    assert new == old

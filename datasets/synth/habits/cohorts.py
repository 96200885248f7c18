"""All cohorts of habits by name: what each is, its habits, and what draws their scenes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from datasets.synth.habits import (
    clubs,
    courtyards,
    first,
    homes,
    lodges,
    parlours,
    pavilions,
    salons,
    teahouses,
    terraces,
    verandas,
)
from datasets.synth.habits.scenes import Habits
from datasets.synth.tables import LayoutScene


class MakeScene(Protocol):
    def __call__(self, seed: int, habit: str | None = None) -> LayoutScene: ...


@dataclass(frozen=True)
class Cohort:
    """Habits that somebody wrote together.

    about: what they are, in a sentence. scene: the scene of a seed, and of a habit if one is named.
    judges: no picture of them is for training, so that they may judge.
    """

    about: str
    habits: Habits
    scene: MakeScene
    judges: bool = False


COHORTS: Final[Mapping[str, Cohort]] = {
    "habits": Cohort(
        "The first 32 habits; no layout may be built on the eight that are held out.",
        first.HABITS,
        first.scene,
    ),
    "homes": Cohort(
        "53 habits, most by somebody who had not seen how hands are read.",
        homes.HABITS,
        homes.scene,
    ),
    "clubs": Cohort(
        "40 habits that were written to judge by, before the layout was made better with them.",
        clubs.HABITS,
        clubs.scene,
    ),
    "parlours": Cohort(
        "40 more that were written to judge by, before the layout was made better with them.",
        parlours.HABITS,
        parlours.scene,
    ),
    "teahouses": Cohort(
        "40 habits that were written to judge by and then looked at.",
        teahouses.HABITS,
        teahouses.scene,
    ),
    "salons": Cohort(
        "40 habits of which twenty were looked at, and what some showed was mended.",
        salons.HABITS,
        salons.scene,
    ),
    "lodges": Cohort(
        "40 habits to which it was fitted how surely hands are misread.",
        lodges.HABITS,
        lodges.scene,
    ),
    "pavilions": Cohort(
        "40 habits of which many were looked at, and what some showed was mended.",
        pavilions.HABITS,
        pavilions.scene,
    ),
    "verandas": Cohort(
        "24 habits that no layout was built on or tried on.",
        verandas.HABITS,
        verandas.scene,
        judges=True,
    ),
    "courtyards": Cohort(
        "24 habits that were first written to judge by.",
        courtyards.HABITS,
        courtyards.scene,
        judges=True,
    ),
    "terraces": Cohort(
        "24 more that no layout was built on or tried on.",
        terraces.HABITS,
        terraces.scene,
        judges=True,
    ),
}


def kind_of(habit: str) -> str:
    """`usual`, `unusual` or `held out`; empty for what is no habit."""
    for cohort in COHORTS.values():
        for kind, habits in cohort.habits.kinds().items():
            if habit in habits:
                return kind
    return ""

"""Laws of layout, on scenes whose answer is known by construction."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from companion.game.tiles import KINDS, tally
from companion.seen.reading import Quad, SeenTile
from companion.vision.layout import Layout, arrange
from companion.vision.layout.completeness import complete
from companion.vision.layout.numbers import NUMBERS
from datasets.evaluate_layout import faults, same_hand
from datasets.synth.tables import CASES, LayoutScene, layout_scene

seeds = st.integers(0, 2000)
few = settings(max_examples=15, derandomize=True)


def read(scene: LayoutScene) -> Layout:
    return arrange(scene.tiles, scene.height, table=scene.hands is not None)


def moved(seen: SeenTile, scale: float, turn: float, shift: float) -> SeenTile:
    cos, sin = scale * math.cos(turn), scale * math.sin(turn)
    corners = [(x * cos - y * sin + shift, x * sin + y * cos + shift) for x, y in seen.quad]
    quad: Quad = (corners[0], corners[1], corners[2], corners[3])
    return structs.replace(seen, quad=quad)


@pytest.mark.parametrize("case", [*CASES, "whole_table"])
@pytest.mark.parametrize("seed", [3, 4])
def test_every_way_to_lay_out_a_hand(case: str, seed: int) -> None:
    scene = layout_scene(seed, case)
    assert faults(scene, read(scene)) == []


def test_a_seed_draws_one_scene() -> None:
    assert layout_scene(7) == layout_scene(7)


@few
@given(seeds, st.randoms(use_true_random=False))
def test_the_order_of_the_tiles_never_matters(seed: int, random: Random) -> None:
    scene = layout_scene(seed)
    order = list(range(len(scene.tiles)))
    random.shuffle(order)
    before = read(scene)
    after = read(replace(scene, tiles=tuple(scene.tiles[place] for place in order)))
    assert same_hand(before.hand, after.hand)
    as_before = {tuple(order[place] for place in group.tiles) for group in after.groups}
    assert as_before == {group.tiles for group in before.groups}


@few
@given(seeds, st.floats(-0.06, 0.06), st.floats(0.4, 2.5))
def test_turning_and_enlarging_the_photograph_moves_only_the_outlines(
    seed: int, turn: float, scale: float
) -> None:
    scene = layout_scene(seed, "sets_to_the_right")
    turned = replace(
        scene,
        width=round(scene.width * scale),
        height=round(scene.height * scale),
        tiles=tuple(moved(seen, scale, turn, 0) for seen in scene.tiles),
    )
    assert read(turned).groups == read(scene).groups
    assert read(turned).hand == read(scene).hand


@few
@given(seeds)
def test_tiles_stay_where_they_were_and_are_in_one_group_at_most(seed: int) -> None:
    scene = layout_scene(seed)
    layout = read(scene)
    assert [seen.quad for seen in layout.tiles] == [seen.quad for seen in scene.tiles]
    grouped = [place for group in layout.groups for place in group.tiles]
    assert len(grouped) == len(set(grouped))
    held = len(layout.hand.concealed) + len(layout.hand.bonus)
    assert len(grouped) == held + sum(len(meld.tiles) for meld in layout.hand.melds)


@few
@given(seeds)
def test_clear_tiles_are_never_changed(seed: int) -> None:
    scene = layout_scene(seed)
    sure = tuple(structs.replace(seen, alternatives=((seen.code, 0.99),)) for seen in scene.tiles)
    layout = read(replace(scene, tiles=sure))
    assert [seen.code for seen in layout.tiles] == [seen.code for seen in sure]


def test_discards_around_a_hand_do_not_hide_a_way_to_read_it() -> None:
    """Four sets in the order of a hand, all gaps alike: they may be held or exposed."""
    hands = [each.hand for each in read(layout_scene(6_350_406)).readings]
    assert {len(hand.melds) for hand in hands} >= {0, 4}


PIECES = [[code] * 3 for code in KINDS] + [
    [f"{rank}{suit}", f"{rank + 1}{suit}", f"{rank + 2}{suit}"]
    for suit in "mps"
    for rank in range(1, 8)
]


@given(st.lists(st.sampled_from(PIECES), max_size=4), st.sampled_from(KINDS))
def test_no_finished_hand_counts_more_than_the_search_for_names_reckons_with(
    sets: list[list[str]], pair: str
) -> None:
    counts = tally([code for piece in sets for code in piece] + [pair] * 2)
    assert (complete(counts, frozenset()) or 0.0) <= NUMBERS["complete_most"]


def test_four_pungs_of_honours_and_a_pair_count_most() -> None:
    counts = tally(["1z", "2z", "3z", "5z"] * 3 + ["6z"] * 2)
    odds = complete(counts, frozenset())
    assert odds is not None
    assert odds == pytest.approx(NUMBERS["complete_most"], abs=0.2)

"""What lies at which side of the row held: exposed sets, kongs and flowers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from datasets.synth.habits.chances import normal, one_of, some, uniform
from datasets.synth.habits.dealt import each_set, held_row, out_row, sets_out
from datasets.synth.habits.flowers import done, flowers_by
from datasets.synth.habits.hands import hand
from datasets.synth.habits.pieces import Piece, edges, flat, moved
from datasets.synth.habits.places import WAYS, put
from datasets.synth.habits.rows import Lie, block_of, row
from datasets.synth.tables import Block, Dealt, Laid, Random

NOT_BEHIND = ("left", "right", "front")


def finish(random: Random, dealt: Dealt, *pieces: Piece, ways: Sequence[str] = (*WAYS,)) -> Laid:
    """The pieces and, in a plain place beside them, the flowers."""
    if not dealt.bonus:
        return done(*pieces)
    all_of = flat(*pieces)
    low, high, front, back = edges(all_of)
    bloom = row(random, [block_of(dealt.bonus)], lie=Lie(0.025, 0.03, uniform(random, 0.0, 0.12)))
    where = one_of(random, *ways)
    if where in ("behind", "front"):
        bloom = put(random, bloom, all_of, where, 0.5, 1.2, x=uniform(random, low + 1, high - 1))
    else:
        y = uniform(random, *sorted((max(front, -1.0) + 0.6, min(back, 1.5) - 0.6)))
        bloom = put(random, bloom, all_of, where, 0.6, 1.3, y=y)
    bonus, at = flowers_by(bloom)
    return done(*pieces, bonus=bonus, at=at)


def beside(
    random: Random,
    dealt: Dealt,
    near: Piece,
    *ways: str,
    low: float = 0.7,
    high: float = 1.4,
    gaps: tuple[float, float] = (0.25, 0.55),
    around_it: Sequence[str] = (*WAYS,),
) -> Laid:
    """The hand, the exposed sets in a plain row at one of its sides, if there are any, and the
    flowers."""
    if not sets_out(random, dealt):
        return finish(random, dealt, near, ways=around_it)
    where = one_of(random, *ways)
    out = moved(out_row(random, dealt, *gaps), 0, 0, normal(random, 0.02))
    x = uniform(random, -2, 2) if where in ("behind", "front") else 0.0
    y = 0.0 if x else uniform(random, -0.15, 0.15)
    return finish(
        random, dealt, near, put(random, out, near, where, low, high, x, y), ways=around_it
    )


def set_down(
    random: Random,
    dealt: Dealt,
    near: Piece,
    out: Piece,
    *ways: str,
    low: float = 0.7,
    high: float = 1.4,
) -> Laid:
    """The hand, its exposed sets at one of these sides of it, and the flowers."""
    where = one_of(random, *ways)
    x = uniform(random, -2, 2) * (where in ("behind", "front"))
    return finish(random, dealt, near, put(random, out, near, where, low, high, x=x))


def sets_at(random: Random, dealt: Dealt, near: Piece, *ways: str) -> Piece:
    """The exposed sets, if there are any, in a plain row at one of these sides."""
    if not sets_out(random, dealt):
        return []
    return put(random, out_row(random, dealt, 0.3, 0.6), near, one_of(random, *ways), 0.8, 1.5)


def with_kong(
    random: Random,
    left: Counter[str],
    held: bool,
    lay: Callable[[Block], Piece],
    *ways: str,
    gaps: tuple[float, float] = (0.45, 0.85),
) -> Laid:
    """A hand with a kong, held or exposed, that lies as `lay` says; the other sets are plain, with
    such gaps between them."""
    kong = {"down": 1} if held else {"shown": 1}
    dealt = hand(random, left, 1, 3, held_kongs=0, bonus=some(random), **kong)

    def each(block: Block) -> Piece:
        odd = block.kind == "kong" and block.concealed == held
        return lay(block) if odd else row(random, [block])

    near = held_row(random, dealt)
    return set_down(random, dealt, near, each_set(random, dealt, each, *gaps), *ways)

"""Washing the tiles: a hand dealt with many different heads may be shown and paid (Harr p. 61).

Only Harr's game with a limit has it. The table of heads and points is the setting `washing`.
`companion.rules.table.settle` settles the payments.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.base.errors import NotAllowedError
from companion.base.forms import Form
from companion.game import tiles as t
from companion.game.seats import WIND_WORDS, Seat
from companion.rules.books.ruleset import NotInRulesetError, Ruleset


class DealtUnfitError(NotAllowedError):
    def __init__(self, seat: Seat, wanted: int, count: int) -> None:
        super().__init__(
            f"{WIND_WORDS[seat]} is dealt {wanted} tiles, and these are {count}; give the hand as "
            "it was dealt, before any draw.",
            "dealt",
        )


class NotDealtError(NotAllowedError):
    def __init__(self, tile: t.Code) -> None:
        super().__init__(
            f"A {t.words(tile)} is not a tile of the hand; flowers are laid out and replaced"
            " first.",
            "dealt",
        )


class Washing(Form, frozen=True):
    """heads: different ones, nines, winds and dragons. from_each: what each player pays; None if
    there are too few heads."""

    heads: int
    may_wash: bool
    from_each: int | None
    words: str
    source: str


def washing_brings(ruleset: Ruleset) -> dict[int, int]:
    """What a number of heads brings from each player, the fewest first; nothing by rules without
    washing."""
    table: Mapping[str, int] = ruleset.value("washing")
    return {int(heads): table[heads] for heads in sorted(table, key=int)}


def may_wash(dealt: Sequence[t.Code], seat: Seat, ruleset: Ruleset) -> Washing:
    """Whether a hand as dealt may be washed (H2-49).

    dealt: the 13 tiles, East's 14, nothing drawn.

    Raises DealtUnfitError, NotDealtError, NotInRulesetError.
    """
    brings = washing_brings(ruleset)
    if not brings:
        raise NotInRulesetError("washing", ruleset, "dealt")
    wanted = t.WINNING_TILES if seat == "E" else t.HAND_TILES
    if len(dealt) != wanted:
        raise DealtUnfitError(seat, wanted, len(dealt))
    for tile in dealt:
        if tile not in t.KIND_SET:
            raise NotDealtError(tile)
    heads = len(t.HEADS.intersection(dealt))
    from_each = brings.get(heads)
    words = f"{heads} different heads; that hand may not be washed."
    if from_each is not None:
        words = f"{heads} different heads: each pays {from_each}, and nobody doubles."
    source = ruleset.settings["washing"].source
    return Washing(heads, from_each is not None, from_each, words, source)

"""The reckless discard: whether the player who discarded the winning tile pays for all (Harr p.
67-70).

The four cases look at what the winner had exposed at that moment. A kong with tiles turned over
counts, too, because everybody sees its kind (A54). Nobody else can see the discarder's hand, so the
table is asked about it. `companion.rules.table.settle` settles the payment.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from companion.base.errors import NotAllowedError
from companion.base.forms import Form, always
from companion.game import tiles as t
from companion.game.hand import Hand
from companion.game.legality import HandNotAllowedError, problems
from companion.game.melds import Meld
from companion.rules.books.ruleset import Ruleset

_MANY: Final = 9
"""So many exposed tiles of the suit, or heads, warn everybody (p. 68, nos. 1 and 2)."""


class NoWinnerError(NotAllowedError):
    sentence = (
        "Only the discard that another hand won with can be reckless; give the winner's hand,"
        " with its winning tile."
    )
    field = "winner"


class Discarder(Form, frozen=True):
    """The discarder's own hand at that moment.

    complete_doubling_honors: sets and conditions that double, already made. waiting: one tile
    short. doubling_honors_if_it_won: how many doubling honours the awaited tile would make.
    had_another_tile_to_discard: False if every tile in the hand would have done the same.
    """

    complete_doubling_honors: int = 0
    waiting: bool = False
    doubling_honors_if_it_won: int = 0
    had_another_tile_to_discard: bool = True


class Discard(Form, frozen=True):
    """A discard to judge. winner: the hand that it completed."""

    winner: Hand
    discarder: Discarder = always(Discarder())


class Verdict(Form, frozen=True):
    """case: the book's case that holds; None if the discard was not reckless."""

    liable: bool
    case: int | None
    words: str
    source: str


def judge(winner: Hand, discarder: Discarder, ruleset: Ruleset) -> Verdict:
    """Whether the discarder pays for all (H2-42 to H2-44).

    winner: a hand that wins; `companion.rules.hands_at_table` looks at that.

    Raises NoWinnerError, HandNotAllowedError.
    """
    if winner.win is None or winner.win.tile is None:
        raise NoWinnerError
    wrong = problems(winner)
    if wrong:
        raise HandNotAllowedError(wrong)
    setting = ruleset.settings["pays_for_all"]
    if not setting.value:
        return Verdict(False, None, "By these rules nobody pays for all.", setting.source)
    case = _case(winner, winner.win.tile) if winner.win.by == "discard" else None
    if case is None:
        words = "The discard was not reckless: everybody pays for himself."
        return Verdict(False, None, words, "Harr p. 68")
    for excuse in EXCUSES:
        if excuse.holds(discarder):
            return Verdict(False, None, f"Not reckless: {excuse.words}.", excuse.source)
    return Verdict(True, case, f"The discarder pays for all: {CASES[case]}.", "Harr p. 67-70")


CASES: Final = {
    1: "nine tiles of one suit lay exposed, and the tile gave a hand of that suit",
    2: "nine heads lay exposed, and the tile gave a hand of heads",
    3: "two sets of dragons lay exposed, and the tile gave the third",
    4: "sets of three winds lay exposed, and the fourth wind gave the hand",
}
"""The four reckless discards, by the book's numbers (Harr p. 68)."""


@dataclass(frozen=True)
class Excuse:
    """Why a discarder need not pay for all. asks: the fields of `Discarder` that decide."""

    words: str
    source: str
    asks: tuple[str, ...]
    holds: Callable[[Discarder], bool]


EXCUSES: Final = (
    Excuse(
        "the discarder had two doubling honours and was waiting",
        "Harr p. 68",
        ("waiting", "complete_doubling_honors"),
        lambda discarder: discarder.waiting and discarder.complete_doubling_honors >= 2,
    ),
    Excuse(
        "the discarder waited for a tile that would give more than two doubling honours",
        "Harr p. 68-69",
        ("waiting", "doubling_honors_if_it_won"),
        lambda discarder: discarder.waiting and discarder.doubling_honors_if_it_won > 2,
    ),
    Excuse(
        "the discarder had no other tile to discard",
        "Harr p. 70, note a",
        ("had_another_tile_to_discard",),
        lambda discarder: not discarder.had_another_tile_to_discard,
    ),
)


def _case(winner: Hand, tile: t.Code) -> int | None:
    """The first of the book's cases that holds for this discarded tile."""
    held, exposed = winner.all_tiles, _exposed(winner)
    shown = [code for meld in exposed for code in meld.tiles]
    sets = {meld.tiles[0] for meld in exposed if meld.kind != "chow"}
    if len(shown) >= _MANY and len({t.suit(code) for code in held}) == 1 and tile not in t.HONOURS:
        return 1
    if len(shown) >= _MANY and t.HEADS.issuperset(held):
        return 2
    if sets.issuperset(_others(t.DRAGONS, tile)) and tile in t.DRAGONS and held.count(tile) >= 3:
        return 3
    if sets.issuperset(_others(t.WINDS, tile)) and tile in t.WINDS:
        return 4
    return None


def _others(kinds: Sequence[t.Code], tile: t.Code) -> set[t.Code]:
    return set(kinds) - {tile}


def _exposed(winner: Hand) -> list[Meld]:
    """The sets on the table when the tile was discarded, without the one that it completed."""
    assert winner.win is not None
    completed = winner.win.meld
    if completed is None and winner.win.tile not in winner.concealed:
        completed = next(
            (n for n, meld in enumerate(winner.melds) if winner.win.tile in meld.tiles), None
        )
    return [meld for number, meld in enumerate(winner.melds) if number != completed]

"""Whose claim to a discard comes first (H1-12 to H1-19, B-08 to B-13, T-07 to T-11).

A claim that completes a hand comes before every other claim, whether for a run, a set or the pair
(A20). Of two such claims, the one nearest to the discarder in the order of play comes first. Then
comes a pung or kong, then a run, which only the player on the discarder's right may claim.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from companion.base.errors import NotAllowedError
from companion.base.forms import Form
from companion.game.seats import SEATS, WIND_WORDS, Seat, distance, right_of
from companion.rules.books.ruleset import Ruleset

ClaimKind = Literal["chow", "pung", "kong", "win"]

_RANK: Final[dict[ClaimKind, int]] = {"win": 0, "kong": 1, "pung": 1, "chow": 2}
_SOURCES: Final = {
    "harr": "Harr p. 18-21, rules 1 to 6",
    "harr-limit": "Harr p. 18-21, rules 1 to 6, and p. 59",
    "international": "Booklet Rules 5, 7 and 9",
    "traditional": "American page, To Chow, To Pung",
}


class ClaimUnfitError(NotAllowedError):
    """A claim that the game does not allow."""


class Claim(Form, frozen=True):
    seat: Seat
    kind: ClaimKind


class Precedence(Form, frozen=True):
    """The claim that comes first, and why."""

    seat: Seat
    kind: ClaimKind
    words: str
    source: str


def precedence(
    discarder: Seat,
    claims: Sequence[Claim],
    ruleset: Ruleset,
    taken: Sequence[Seat] = SEATS,
) -> Precedence:
    """taken: the winds that are played; a run may be claimed over an empty place (B-50).

    Raises ClaimUnfitError.
    """
    _check(discarder, claims, taken)
    first = min(claims, key=lambda each: (_RANK[each.kind], distance(discarder, each.seat)))
    others = [each for each in claims if each is not first]
    return Precedence(
        first.seat,
        first.kind,
        f"{WIND_WORDS[first.seat]} takes the tile: {_reason(first, others)}.",
        _SOURCES[ruleset.book],
    )


def _reason(first: Claim, others: Sequence[Claim]) -> str:
    if not others:
        return "nobody else claims it"
    if any(_RANK[each.kind] == _RANK[first.kind] for each in others):
        what = "completes a hand with it" if first.kind == "win" else f"has a {first.kind}"
        return f"of those who claim it as much, the nearest in the order of play {what}"
    if first.kind == "win":
        return "completing a hand goes before every other claim"
    return f"a {first.kind} goes before a chow"


def _check(discarder: Seat, claims: Sequence[Claim], taken: Sequence[Seat]) -> None:
    if not claims:
        raise ClaimUnfitError("Nobody claims the tile; name at least one claim.", "claims")
    next_seat = next(
        seat for seat in (right_of(discarder, step) for step in (1, 2, 3)) if seat in taken
    )
    for number, claim in enumerate(claims):
        field = f"claims[{number}]"
        wind = WIND_WORDS[claim.seat]
        if claim.seat == discarder:
            raise ClaimUnfitError(f"{wind} discarded the tile and cannot claim it.", field)
        if claim.seat not in taken:
            raise ClaimUnfitError(f"Nobody plays {wind}; take the claim out.", field)
        if claim.seat in (each.seat for each in claims[:number]):
            raise ClaimUnfitError(f"{wind} claims twice; keep one claim.", field)
        if claim.kind == "chow" and claim.seat != next_seat:
            raise ClaimUnfitError(
                f"Only {WIND_WORDS[next_seat]}, on the discarder's right, may chow; a tile that "
                "completes the hand is claimed as a win.",
                field,
            )

"""Whose claim to a discard goes first, rule by rule."""

from __future__ import annotations

import pytest

from companion.game.seats import Seat
from companion.rules.books.ruleset import BOOKS, Ruleset, book
from companion.rules.table.claims import Claim, ClaimUnfitError, precedence

ALL = pytest.mark.parametrize("ruleset", [book(name) for name in BOOKS], ids=lambda each: each.id)
HARR = book("harr")


@ALL
def test_a_pung_or_kong_goes_before_a_chow(ruleset: Ruleset) -> None:
    chow = Claim("S", "chow")
    for other in (Claim("N", "pung"), Claim("N", "kong")):
        assert precedence("E", [chow, other], ruleset).kind == other.kind


@ALL
def test_a_pung_that_completes_a_hand_goes_before_one_that_completes_a_set(
    ruleset: Ruleset,
) -> None:
    assert precedence("E", [Claim("S", "pung"), Claim("N", "win")], ruleset).seat == "N"


@ALL
def test_a_chow_that_completes_a_hand_goes_before_a_pung(ruleset: Ruleset) -> None:
    answer = precedence("W", [Claim("N", "win"), Claim("S", "pung")], ruleset)
    assert (answer.seat, answer.kind) == ("N", "win")
    assert answer.source


@ALL
def test_of_two_who_would_win_the_nearest_in_the_order_of_play(ruleset: Ruleset) -> None:
    winners = [Claim("S", "win"), Claim("E", "win"), Claim("W", "win")]
    assert precedence("N", winners, ruleset).seat == "E"


def test_only_the_player_on_the_right_may_chow() -> None:
    assert precedence("E", [Claim("S", "chow")], HARR).seat == "S"
    with pytest.raises(ClaimUnfitError, match="Only South"):
        precedence("E", [Claim("W", "chow")], HARR)


def test_over_an_empty_place_the_next_player_may_chow() -> None:
    taken: tuple[Seat, ...] = ("E", "W", "N")
    assert precedence("E", [Claim("W", "chow")], book("international"), taken).seat == "W"
    with pytest.raises(ClaimUnfitError, match="Nobody plays South"):
        precedence("E", [Claim("S", "pung")], HARR, taken)


@pytest.mark.parametrize(
    ("claims", "words"),
    [
        ([], "Nobody claims"),
        ([Claim("E", "win")], "cannot claim"),
        ([Claim("S", "pung"), Claim("S", "win")], "claims twice"),
    ],
)
def test_a_claim_that_cannot_be(claims: list[Claim], words: str) -> None:
    with pytest.raises(ClaimUnfitError, match=words):
        precedence("E", claims, HARR)

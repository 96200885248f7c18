"""Who is East, what round it is, and when a round, a set and the game end."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.books.ruleset import BOOKS
from companion.rules.table.rotation import (
    PlayersUnfitError,
    Result,
    RotationRule,
    Turn,
    WinnerNeededError,
    after,
    marked,
    opening,
    reseated,
    sets_left,
)
from tests.rules.goldens import golden

HARR = RotationRule(rounds=False)
ROUNDS = RotationRule()
AMERICAN = RotationRule(east_stays_on_draw=False)
RULES = {"harr": HARR, "harr-limit": ROUNDS, "international": ROUNDS, "traditional": AMERICAN}


def as_golden(turn: Turn, players: list[str], expected: dict[str, Any]) -> dict[str, Any]:
    """The turn in the golden's words, with the fields that this golden gives."""
    shown = {
        "east": players[turn.east],
        "seats": {players[place]: seat for seat, place in turn.seats.items()},
        "round": turn.round,
        "set_complete": turn.set_complete,
    }
    return {name: shown[name] for name in expected}


@pytest.mark.parametrize("case", golden("rotation")["cases"], ids=lambda case: case["id"])
def test_golden(case: dict[str, Any]) -> None:
    players = case["players"]
    rule = RULES[case["ruleset"]]
    turn = opening(len(players), rule, players.index(case["start"]["east"]))
    assert as_golden(turn, players, case["start"]) == case["start"]
    for hand in case["hands"]:
        name = hand.get("winner")
        winner = next((seat for seat, place in turn.seats.items() if players[place] == name), None)
        turn = after(turn, hand["result"], winner, rule)
        assert as_golden(turn, players, hand["after"]) == hand["after"]


def lost(turn: Turn, hands: int, rule: RotationRule) -> Turn:
    """East loses that many hands in a row."""
    for _ in range(hands):
        winner = next(seat for seat in turn.seats if seat != "E")
        turn = after(turn, "win", winner, rule)
    return turn


def test_the_game_is_over_when_the_sets_agreed_have_been_played() -> None:
    opened = opening(4, ROUNDS)
    assert sets_left(2, lost(opened, 31, ROUNDS).sets).left == 1
    assert sets_left(2, lost(opened, 32, ROUNDS).sets).over


def test_by_the_american_page_rounds_are_agreed() -> None:
    left = sets_left(6, 5, "traditional")
    assert left.words == "Of 6 rounds agreed one round is left to play."
    assert left.source == "American page, Draw"
    assert sets_left(6, 5).words == "Of 6 sets agreed one set is left to play."


@pytest.mark.parametrize("name", BOOKS)
def test_only_harr_is_named_for_what_only_harr_says(name: str) -> None:
    """Neither the booklet nor the American page speaks of sets of four rounds."""
    whose = {"international": "Booklet", "traditional": "American page"}.get(name, "Harr")
    assert sets_left(4, 1, name).source.startswith(whose)


def test_a_new_set_is_only_announced_once() -> None:
    complete = lost(opening(4, ROUNDS), 16, ROUNDS)
    assert complete.set_complete
    assert not after(complete, "draw", None, ROUNDS).set_complete


def test_seats_drawn_anew_at_the_start_of_a_round_give_it_a_new_first_east() -> None:
    drawn = reseated(opening(4, ROUNDS), {"E": 2, "S": 0, "W": 3, "N": 1})
    assert lost(drawn, 3, ROUNDS).round == "E"
    assert lost(drawn, 4, ROUNDS).round == "S"
    assert lost(drawn, 4, ROUNDS).east == 2


def test_east_put_right_within_a_round_lets_the_round_end_where_it_would_have() -> None:
    played = lost(opening(4, ROUNDS), 1, ROUNDS)
    right = reseated(played, {"E": 2, "S": 3, "W": 0, "N": 1})
    assert lost(right, 1, ROUNDS).round == "E"
    assert lost(right, 2, ROUNDS).round == "S"


def test_a_round_can_be_marked_and_means_nothing_where_rounds_are_not_counted() -> None:
    assert marked(opening(4, ROUNDS), "W").round == "W"
    assert marked(opening(4, HARR), "W").round is None
    assert opening(4, HARR).round_shown == "E"


@pytest.mark.parametrize("players", [1, 5])
def test_the_game_is_for_two_to_four(players: int) -> None:
    with pytest.raises(PlayersUnfitError, match=f"not {players}"):
        opening(players, ROUNDS)


@pytest.mark.parametrize("winner", [None, "N"])
def test_a_hand_is_won_by_a_player_who_is_there(winner: Any) -> None:
    with pytest.raises(WinnerNeededError, match="E, S, W"):
        after(opening(3, ROUNDS), "win", winner, ROUNDS)


@settings(max_examples=60, derandomize=True)
@given(
    players=st.sampled_from([2, 3, 4]),
    rule=st.sampled_from(list(RULES.values())),
    hands=st.lists(st.tuples(st.sampled_from(get_args(Result)), st.integers(0, 3)), max_size=40),
)
def test_everybody_keeps_a_seat_of_their_own_and_their_neighbours(
    players: int, rule: RotationRule, hands: list[tuple[Result, int]]
) -> None:
    turn = opening(players, rule)
    around = list(turn.seats.values())
    for result, who in hands:
        winner = list(turn.seats)[who % players] if result == "win" else None
        turn = after(turn, result, winner, rule)
        now = list(turn.seats.values())
        start = now.index(around[0])
        assert next(iter(turn.seats)) == "E"
        assert now[start:] + now[:start] == around

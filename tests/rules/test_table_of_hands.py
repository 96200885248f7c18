"""A table that is settled from hands in place of scores."""

from __future__ import annotations

from typing import Any

import pytest

from companion.base.errors import CompanionError
from companion.rules.books.ruleset import book
from companion.rules.hands_at_table import settle_as_given

WINNER = {"concealed": "456m234p789s88p123m", "win": {"tile": "6m", "by": "discard"}}
RICH = {"concealed": "777z666z555z1112m"}
POOR = {"concealed": "147m147p147s1234z"}


def settled(**fields: Any) -> dict[str, Any]:
    table = {"ruleset": "harr-limit", "round": "E", "winner": "N"} | fields
    return settle_as_given(table, book)[0].to_json()


def test_hands_are_scored_before_they_are_settled() -> None:
    found = settled(hands={"N": WINNER, "S": RICH, "W": POOR, "E": POOR})
    # Three sets of dragons and three ones held, 8 + 8 + 8 + 8, doubled for each dragon.
    assert found["scores"] == {"N": 20, "S": 256, "W": 0, "E": 0}
    by_scores = settled(scores=found["scores"])
    assert by_scores["net"] == found["net"]


def test_some_seats_may_give_scores() -> None:
    mixed = settled(hands={"N": WINNER}, scores={"S": 64, "W": 0, "E": 8})
    assert mixed["scores"] == {"N": 20}
    assert mixed["net"] == settled(scores={"N": 20, "S": 64, "W": 0, "E": 8})["net"]


def test_a_loser_above_the_limit_settles_what_the_hand_scores_before_it() -> None:
    found = settled(hands={"N": WINNER, "S": RICH | {"concealed": "777z666z555z1199m"}},
                    scores={"W": 0, "E": 0}, options={"limit": 100})  # fmt: skip
    assert found["scores"]["S"] == 192
    assert "notes" not in found


def test_a_loser_s_score_that_is_just_the_limit_is_asked_about() -> None:
    """Harr's second part limits what two losers settle, not what each scores (p. 60)."""
    scores = {"N": 20, "S": 300, "W": 0, "E": 0}
    assert "South's score is just the limit, 300" in settled(scores=scores)["notes"][0]
    assert "notes" not in settled(scores=scores | {"S": 298})
    assert "notes" not in settled(scores=scores, options={"limit": 400})
    assert "notes" not in settled(ruleset="traditional", scores=scores)
    assert "notes" not in settled(scores=scores | {"N": 300, "S": 0})


def test_a_part_of_a_losers_hand_settles_as_any_and_is_no_dead_one() -> None:
    part = {"concealed": "777z22m", "flags": ["part"]}
    found = settled(hands={"N": WINNER, "S": part, "W": POOR, "E": POOR})
    assert found["scores"] == {"N": 20, "S": 16, "W": 0, "E": 0}
    assert found["net"] == settled(scores=found["scores"])["net"]


def test_a_part_of_a_hand_that_the_table_calls_dead_is_refused() -> None:
    part = {"concealed": "777z22m", "flags": ["part"]}
    with pytest.raises(CompanionError, match="cannot be called dead") as raised:
        settled(hands={"N": WINNER, "S": part}, scores={"W": 0, "E": 0},
                events=[{"kind": "dead_hand", "seat": "S", "count": "many"}])  # fmt: skip
    assert raised.value.field == "hands.S.flags"


_FEW = {"concealed": "111222z9m555p"}
_MANY = {"concealed": "111222z99m555p1234s"}
_DEAD: dict[str, Any] = {"kind": "dead_hand", "seat": "S"}


@pytest.mark.parametrize(
    ("hand", "count"), [(_FEW, "few"), (_MANY, "many")], ids=["too few", "too many"]
)
@pytest.mark.parametrize(
    "told",
    [
        {"flags": True, "count": True},
        {"flags": True},
        {"event": True},
        {"event": True, "event_count": True},
        {"flags": True, "event": True},
        {"flags": True, "count": True, "event": True, "event_count": True},
    ],
    ids=lambda told: " and ".join(told),
)
def test_a_dead_hand_collects_nothing_wherever_the_table_says_so(
    hand: dict[str, Any], count: str, told: dict[str, bool]
) -> None:
    """Booklet Rule 12, A43: it pays the others, less its own score if it has too few tiles, and
    collects nothing. The tiles show which (A74)."""
    marked = hand | ({"flags": ["dead"]} if "flags" in told else {})
    marked |= {"count": count} if "count" in told else {}
    event = _DEAD | ({"count": count} if "event_count" in told else {})
    found = settled(
        ruleset="international",
        hands={"S": marked},
        scores={"N": 40, "E": 10, "W": 200},
        events=[event] if "event" in told else [],
    )
    paid = {(each["from"], each["to"]): each["points"] for each in found["payments"]}
    assert ("E", "S") not in paid
    # Held: two winds at 8 and fives at 4, doubled for South's own wind and for that of the round.
    assert found["scores"]["S"] == (80 if count == "few" else 0)
    assert paid["S", "N"] == 40
    assert paid["S", "W"] == (120 if count == "few" else 200)
    assert paid.get(("S", "E"), 0) == (0 if count == "few" else 20)


def test_tiles_of_the_right_number_are_no_dead_hand_by_themselves() -> None:
    """What the table says of the hand still settles it."""
    table = {"scores": {"N": 20, "W": 0, "E": 0}, "hands": {"S": RICH}}
    assert settled(**table, events=[_DEAD])["scores"] == {"S": 256}


@pytest.mark.parametrize("count", ["many", "few"])
def test_a_hand_with_the_right_number_has_neither_too_many_tiles_nor_too_few(count: str) -> None:
    """Whether the hand is marked so, or the table says it of the hand."""
    table = {"ruleset": "harr", "scores": {"N": 20, "W": 0, "E": 0}}
    right = {"concealed": "777z55z3579p2467s"}
    marked = {"S": right | {"flags": ["dead"], "count": count}}
    for told in ({"hands": marked}, {"hands": {"S": right}, "events": [_DEAD | {"count": count}]}):
        with pytest.raises(CompanionError, match="13 would be right") as raised:
            settled(**table, **told)
        assert raised.value.field == "hands.S.count"


@pytest.mark.parametrize(
    ("fields", "field", "words"),
    [
        ({}, "scores", "neither scores nor hands"),
        ({"hands": [WINNER]}, "hands", "an object"),
        ({"hands": {"Q": WINNER}}, "hands.Q", "E, S, W, N"),
        ({"hands": {"N": "123m"}}, "hands.N", "an object"),
        ({"hands": {"N": WINNER}, "scores": {"N": 2, "E": 0}}, "scores.N", "both"),
        ({"hands": {"N": WINNER | {"seat": "S"}}}, "hands.N.seat", "N in this hand"),
        ({"hands": {"N": WINNER | {"winner": False}}}, "hands.N.winner", "true in this hand"),
        ({"hands": {"N": WINNER | {"concealed": "456m"}}}, "hands.N.concealed", "3 tiles"),
        ({"hands": {"N": WINNER | {"concealed": "146m147p147s12345z"}}}, "hands.N", "do not win"),
        ({"hands": {"N": WINNER | {"conceald": "1m"}}}, "hands.N.conceald", "unknown"),
        ({"hands": {"N": WINNER}, "winer": "N"}, "winer", "unknown"),
        ({"hands": {"N": WINNER}, "ruleset": "riichi"}, "ruleset", "riichi"),
        ({"hands": {"N": WINNER}, "scores": {"E": -1}}, "scores.E", "0 or more"),
        (
            {"hands": {"S": _FEW}, "events": [_DEAD | {"count": "many"}]},
            "hands.S.count",
            "too many tiles, yet 10",
        ),
    ],
)
def test_what_is_wrong_with_a_hand_is_named_with_its_seat(
    fields: dict[str, Any], field: str, words: str
) -> None:
    with pytest.raises(CompanionError) as raised:
        settled(**fields)
    assert raised.value.field == field
    assert words in str(raised.value)


@pytest.mark.parametrize("by", ["draw", "loose"])
@pytest.mark.parametrize("pays", [False, True])
def test_nobody_discarded_a_tile_that_was_drawn(by: str, pays: bool) -> None:
    drawn = WINNER | {"bonus": "1f", "win": {"tile": "6m", "by": by}}
    table = {"scores": {"S": 0, "W": 0, "E": 0}, "discarder": "S", "pays_for_all": pays}
    with pytest.raises(CompanionError, match="was drawn") as raised:
        settled(hands={"N": drawn}, **table)
    assert raised.value.field == "discarder"
    for claimed in ("discard", "rob"):
        won = WINNER | {"win": {"tile": "6m", "by": claimed}}
        assert settled(hands={"N": won}, **table)["net"]["N"] > 0


def test_only_east_discards_first() -> None:
    """ "To win on first card played" (Harr p. 62) is to win with East's first discard (A30)."""
    first = {"tile": "6m", "by": "discard", "circumstances": ["first_discard"]}
    table: dict[str, Any] = {"hands": {"N": WINNER | {"win": first}}}
    table |= {"scores": {"S": 0, "W": 0, "E": 0}, "pays_for_all": True}
    assert settled(**table, discarder="E")["net"]["E"] == -4 * 170
    with pytest.raises(CompanionError, match="East was the discarder") as raised:
        settled(**table, discarder="S")
    assert raised.value.field == "discarder"
    # A first discard that cannot have been, as the winner had claimed a set before, counts nothing.
    laid = {"concealed": "456m789s88p123m", "melds": [{"kind": "chow", "tiles": "234p"}]}
    assert settled(**table | {"hands": {"N": laid | {"win": first}}}, discarder="S")


def test_nobody_wins_before_a_tile_is_claimed_where_another_has_claimed_one() -> None:
    """ "Win on first card played" (p. 62), "winning on original draw" (p. 64)."""
    claimed = {"concealed": "147m147p147s1z", "melds": [{"kind": "pung", "tiles": "777z"}]}
    turned = {"kind": "kong", "tiles": "7777z", "concealed": True}
    won = {"tile": "6m", "by": "discard", "circumstances": ["first_discard"]}
    first = WINNER | {"win": won}
    dealt = WINNER | {"win": {"tile": "6m", "by": "draw", "circumstances": ["original"]}}
    scores = {"S": 0, "E": 0}
    with pytest.raises(CompanionError, match="West has a set of a claimed tile"):
        settled(hands={"N": first, "W": claimed}, scores=scores, discarder="E")
    with pytest.raises(CompanionError, match="West has a set of a claimed tile"):
        settled(winner="E", hands={"E": dealt, "W": claimed}, scores={"S": 0, "N": 0})
    # A kong of one's own is no claim, and what cannot be true counts nothing anyway.
    kong = claimed | {"melds": [turned]}
    assert settled(hands={"N": first, "W": kong}, scores=scores, discarder="E")
    assert settled(hands={"N": dealt, "W": claimed}, scores=scores)


def test_the_round_is_said_by_the_table_or_by_each_hand() -> None:
    table = {"ruleset": "harr", "winner": "N", "scores": {"E": 0, "S": 0, "W": 0}}
    with pytest.raises(CompanionError, match="round"):
        settle_as_given(table | {"hands": {"N": WINNER}}, book)
    assert settle_as_given(table | {"hands": {"N": WINNER | {"round": "S"}}}, book)

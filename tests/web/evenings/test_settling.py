"""Hands over HTTP: settled, looked at before, and refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.game.tiles import parse
from tests.scorekeeper import PLAYERS, Scorekeeper, typed
from tests.web.evenings.tiles import IN_TEXT, LOSING, WINNING


def test_the_first_player_is_east_and_the_others_follow_to_the_right(keeper: Scorekeeper) -> None:
    evening = keeper.evening(keeper.start())
    assert evening["seats"] == {"E": 0, "S": 1, "W": 2, "N": 3}
    assert (evening["round"], evening["hand"], evening["version"]) == ("E", 1, 1)
    assert evening["totals"] == [0, 0, 0, 0]


def test_a_settled_hand_moves_points_and_winds(keeper: Scorekeeper) -> None:
    id = keeper.start()
    answer = keeper.settle(id, typed("S", 4, 32, 0, 8))
    assert answer.status_code == 201, answer.text
    evening = keeper.evening(id)
    assert answer.get_json()["version"] == evening["version"] == 2
    assert evening["seats"] == {"E": 1, "S": 2, "W": 3, "N": 0}
    assert sum(evening["totals"]) == 0
    hand = evening["hands"][0]
    assert hand["net"] == {"E": -64 + 8 - 8, "S": 128, "W": -32 - 8 - 8, "N": -32 + 8 + 8}
    assert sum(payment["points"] for payment in hand["payments"]) == 64 + 32 + 32 + 8 + 8 + 8


def test_the_answer_names_counters_and_who_is_next(keeper: Scorekeeper) -> None:
    answer = keeper.settle(keeper.start(), typed("S", 4, 32, 0, 8)).get_json()
    assert answer["next"] == {"seats": {"E": 1, "S": 2, "W": 3, "N": 0}, "round": "E", "hand": 2}
    moves = answer["moves"]
    for move in moves:
        worth = {
            side: sum(int(value) * count for value, count in move[side].items())
            for side in ("give", "change")
        }
        assert worth["give"] - worth["change"] == move["points"] - move["owed"]


def test_tiles_are_scored_by_the_evenings_rules_and_seats(keeper: Scorekeeper) -> None:
    id = keeper.start()
    body = {
        "winner": "S",
        "hands": {"S": WINNING, "N": LOSING},
        "scores": {"E": 4, "W": 0},
    }
    answer = keeper.settle(id, body)
    assert answer.status_code == 201, answer.text
    hand = answer.get_json()
    assert hand["scores"] == {"E": 4, "S": 24, "W": 0, "N": 0}
    assert hand["explained"]["S"]["lines"][0]["source"].startswith("Harr")
    assert hand["hands"]["S"]["win"] == WINNING["win"]


def test_tiles_come_back_as_codes_in_whichever_notation_they_came(keeper: Scorekeeper) -> None:
    id = keeper.start()
    signs = {"concealed": "🀇🀈🀉🀋🀋🀋🀆🀅🀄🀀", "melds": [{"kind": "chow", "tiles": "🀐🀑🀒"}]}
    hands = {"S": IN_TEXT, "N": signs}
    settled = keeper.settle(id, {"winner": "S", "hands": hands, "scores": {"E": 0, "W": 0}})
    assert settled.status_code == 201, settled.text
    shown = keeper.evening(id)["hands"][0]["hands"]
    assert settled.get_json()["hands"] == shown
    assert shown["S"] == {
        "concealed": ["1z"] * 3 + ["2z"] * 3 + ["3z"] * 3 + ["5z"] * 2,
        "melds": [{"kind": "pung", "tiles": ["6z"] * 3}],
        "bonus": ["1f", "2f"],
        "win": {"tile": "1z", "by": "draw"},
    }
    assert shown["N"]["melds"][0]["tiles"] == ["1s", "2s", "3s"]
    assert shown["N"]["concealed"] == list(parse("123m555m567z1z"))


def test_hands_that_together_hold_more_of_a_tile_than_there_are_say_so(
    keeper: Scorekeeper,
) -> None:
    id = keeper.start()
    hands = {"S": WINNING, "N": {"concealed": "112233m445p666m1z"}}
    body = {"winner": "S", "hands": hands, "scores": {"E": 4, "W": 0}}
    told = [
        "The hands together hold 6 of 6 characters, and the game has four;"
        " look at these tiles again."
    ]
    preview = keeper.call("POST", f"/api/evenings/{id}/preview", body).get_json()
    assert preview["hand"]["notes"] == told
    assert keeper.settle(id, body).get_json()["notes"] == told
    assert keeper.evening(id)["hands"][0]["notes"] == told


def test_a_score_that_is_just_the_limit_is_asked_about_by_name(keeper: Scorekeeper) -> None:
    id = keeper.start(ruleset="harr-limit", options={"limit": 600})
    assert keeper.settle(id, typed("S", 4, 32, 600, 8)).get_json()["notes"] == [
        "Cy's score is just the limit, 600. Losers settle what they score before the limit; if this"
        " is a total after it, give the score before."
    ]


def test_of_a_loser_the_sets_that_score_are_enough_if_somebody_says_so(
    keeper: Scorekeeper,
) -> None:
    id = keeper.start()
    pung = {"concealed": "777z"}
    body = {"winner": "S", "hands": {"S": WINNING, "N": pung}, "scores": {"E": 4, "W": 0}}
    assert keeper.settle(id, body).status_code == 422
    body["hands"] = {"S": WINNING, "N": pung | {"flags": ["part"]}}
    answer = keeper.settle(id, body)
    assert answer.status_code == 201, answer.text
    assert answer.get_json()["scores"] == {"E": 4, "S": 24, "W": 0, "N": 16}
    assert keeper.evening(id)["hands"][0]["hands"]["N"]["flags"] == ["part"]


def test_tiles_that_do_not_win_are_refused_with_their_seat(keeper: Scorekeeper) -> None:
    broken = {**WINNING, "concealed": ["2m", "3m", "5m", "2p", "2p", "2p", "5s", "5s"]}
    body = {"winner": "S", "hands": {"S": broken}, "scores": {"E": 0, "W": 0, "N": 0}}
    answer = keeper.settle(keeper.start(), body)
    assert answer.status_code == 422
    assert answer.get_json()["field"] == "hands.S"


@pytest.mark.parametrize(
    ("field", "agrees", "other"),
    [
        ("ruleset", "harr-limit", "traditional"),
        ("options", {"limit": 600}, {"limit": 5}),
        ("options", {}, {"no such": 1}),
        ("options", {}, [5]),
        ("seat", "S", "E"),
        ("round", "E", "S"),
        ("winner", True, False),
    ],
)
def test_a_seats_tiles_may_say_again_what_the_evening_knows_but_not_otherwise(
    keeper: Scorekeeper, field: str, agrees: Any, other: Any
) -> None:
    """As `/api/settle` takes a table with hands."""
    id = keeper.start(ruleset="harr-limit", options={"limit": 600})

    def settled(said: Any) -> TestResponse:
        hand = {**WINNING, field: said}
        others = {"E": 8, "W": 0, "N": 4}
        return keeper.settle(id, {"winner": "S", "hands": {"S": hand}, "scores": others})

    refused = settled(other)
    assert (refused.status_code, refused.get_json()["field"]) == (422, f"hands.S.{field}")
    assert settled(agrees).status_code == 201


def test_a_drawn_hand_pays_nobody_and_keeps_east(keeper: Scorekeeper) -> None:
    id = keeper.start()
    assert keeper.settle(id, {"winner": None}).status_code == 201
    evening = keeper.evening(id)
    assert (evening["totals"], evening["seats"]["E"]) == ([0, 0, 0, 0], 0)


def test_washing_is_settled_between_hands(keeper: Scorekeeper) -> None:
    id = keeper.start(ruleset="harr-limit")
    wash = {"winner": None, "events": [{"kind": "wash", "seat": "S", "heads": 10}]}
    answer = keeper.settle(id, wash).get_json()
    assert answer["result"] == "wash"
    assert answer["net"] == {"E": -70, "S": 210, "W": -70, "N": -70}


def test_a_missing_score_is_not_taken_for_zero(keeper: Scorekeeper) -> None:
    answer = keeper.settle(keeper.start(), {"winner": "E", "scores": {"E": 20, "S": 0, "W": 0}})
    assert answer.status_code == 422
    assert answer.get_json()["field"] == "scores.N"


@pytest.mark.parametrize("players", [2, 3])
def test_two_and_three_can_play(keeper: Scorekeeper, players: int) -> None:
    id = keeper.start(players=PLAYERS[:players])
    seats = keeper.evening(id)["seats"]
    assert len(seats) == players
    answer = keeper.settle(id, {"winner": "E", "scores": {**dict.fromkeys(seats, 0), "E": 20}})
    assert answer.status_code == 201, answer.text
    assert sum(keeper.evening(id)["totals"]) == 0


def test_a_preview_shows_everything_and_stores_nothing(keeper: Scorekeeper) -> None:
    id = keeper.start()
    shown = keeper.call("POST", f"/api/evenings/{id}/preview", typed("S", 4, 32, 0, 8)).get_json()
    assert shown["after"]["seats"]["E"] == 1
    assert keeper.evening(id)["version"] == 1
    settled = keeper.settle(id, typed("S", 4, 32, 0, 8)).get_json()
    for part in ("payments", "net", "moves", "scores"):
        assert shown["hand"][part] == settled[part]
    again = keeper.call(
        "POST", f"/api/evenings/{id}/preview", {**typed("E", 20, 0, 0, 0), "replaces": 1}
    ).get_json()
    assert again["changed"][0]["n"] == 1
    assert keeper.evening(id)["version"] == 2


def test_who_holds_only_large_counters_has_them_broken(keeper: Scorekeeper) -> None:
    id = keeper.start(ruleset="harr", counters={"500": 1, "10": 30})
    for _ in range(4):
        keeper.settle(id, typed("E", 50, 0, 0, 0))
    evening = keeper.evening(id)
    moves = [move for hand in evening["hands"] for move in hand["moves"]]
    assert any(move["exchange"] or move["change"] for move in moves)
    assert not any(move["owed"] for move in moves)
    worth = [sum(int(v) * n for v, n in held.items()) for held in evening["counters"]]
    assert [now - 800 for now in worth] == evening["totals"]


def test_a_counter_of_more_than_a_million_is_taken_for_mistyped(keeper: Scorekeeper) -> None:
    setup = {"players": PLAYERS, "counters": {"1000000": 1, "10": 5}}
    assert keeper.call("POST", "/api/evenings", setup).status_code == 201
    setup["counters"] = {"100000000": 1, "10": 5}
    started = keeper.call("POST", "/api/evenings", setup)
    assert (started.status_code, started.get_json()) == (
        422,
        {
            "error": "What a counter is worth, 100000000 in counters, has to be between 1 and"
            " 1,000,000.",
            "field": "counters.100000000",
        },
    )
    recount = {"counters": [{"10": 5}] * 3 + [{"100000000": 1}]}
    counted = keeper.call("PUT", f"/api/evenings/{keeper.start()}/counters", recount)
    assert (counted.status_code, counted.get_json()["field"]) == (422, "counters[3].100000000")


def test_an_evening_that_was_begun_with_a_mistyped_counter_still_opens(
    keeper: Scorekeeper, elsewhere: Scorekeeper
) -> None:
    id = keeper.start(counters={"100": 1, "10": 5})
    backup = json.loads(keeper.client.get(f"/api/evenings/{id}/export.json").data)
    backup["journal"][0]["body"]["counters"] = {"100000000": 1, "10": 5}
    assert elsewhere.call("POST", "/api/evenings/import", backup).status_code == 201
    assert elsewhere.settle(id, typed("E", 200, 0, 0, 0)).status_code == 201
    held = elsewhere.evening(id)["counters"]
    assert held == [{"100000000": 1, "10": 20}] + [{"100000000": 1, "10": 0}] * 3

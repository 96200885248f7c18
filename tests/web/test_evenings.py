"""An evening over HTTP: started, played, corrected, ended, kept."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.base.settings import Settings
from companion.game.tiles import parse
from companion.ledger import Ledger
from companion.ledger.unsettled_photos import WAITS_S, clear
from companion.web.services import Services
from tests.scorekeeper import PLAYERS, Scorekeeper, typed

WINNING = {
    "concealed": ["2m", "3m", "4m", "2p", "2p", "2p", "5s", "5s"],
    "melds": [
        {"kind": "chow", "tiles": ["1s", "2s", "3s"]},
        {"kind": "pung", "tiles": ["6m", "6m", "6m"]},
    ],
    "win": {"tile": "2p", "by": "discard"},
}
IN_TEXT = {
    "concealed": "111222333z55z",
    "melds": [{"kind": "pung", "tiles": "666z"}],
    "bonus": "12f",
    "win": {"tile": "🀀", "by": "draw"},
}
LOSING = {"concealed": "112233m445566p1z"}
PNG = b"\x89PNG\r\n\x1a\n" + b"picture"


# --- settling ---


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


# --- the same twice, and two at once ---


def test_the_same_key_answers_the_same_and_changes_nothing(keeper: Scorekeeper) -> None:
    id = keeper.start()
    first = keeper.settle(id, typed("E", 20, 0, 0, 0), key="one")
    keeper.settle(id, typed("E", 40, 0, 0, 0), key="two")
    before = keeper.evening(id)
    again = keeper.settle(id, typed("E", 20, 0, 0, 0), key="one", **{"If-Match": "1"})
    assert (again.status_code, again.get_json()) == (first.status_code, first.get_json())
    assert keeper.evening(id) == before


def test_a_key_is_not_taken_for_another_hand(keeper: Scorekeeper) -> None:
    id = keeper.start()
    keeper.settle(id, typed("E", 20, 0, 0, 0), key="one")
    answer = keeper.settle(id, typed("E", 40, 0, 0, 0), key="one")
    assert (answer.status_code, answer.get_json()["field"]) == (409, "Idempotency-Key")


def test_a_key_works_for_every_change_and_for_the_start(keeper: Scorekeeper) -> None:
    setup = {"players": PLAYERS}
    key = {"Idempotency-Key": "start"}
    one = keeper.call("POST", "/api/evenings", setup, key).get_json()
    assert keeper.call("POST", "/api/evenings", setup, key).get_json() == one
    id = one["id"]
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    undone = [
        keeper.call("POST", f"/api/evenings/{id}/undo", headers={"Idempotency-Key": "u"})
        for _ in range(2)
    ]
    assert undone[0].get_json() == undone[1].get_json()
    assert keeper.evening(id)["version"] == 3


def test_a_hand_needs_a_key(keeper: Scorekeeper) -> None:
    answer = keeper.call("POST", f"/api/evenings/{keeper.start()}/hands", typed("E", 20, 0, 0, 0))
    assert (answer.status_code, answer.get_json()["field"]) == (400, "Idempotency-Key")


@pytest.mark.parametrize("match", ["1", '"1"', 'W/"1"'])
def test_a_stale_version_is_refused(keeper: Scorekeeper, match: str) -> None:
    id = keeper.start()
    headers = {"If-Match": match}
    assert keeper.settle(id, typed("E", 20, 0, 0, 0), **headers).status_code == 201
    answer = keeper.settle(id, typed("E", 20, 0, 0, 0), **headers)
    assert answer.status_code == 409
    assert "quicker" in answer.get_json()["error"]
    assert len(keeper.evening(id)["hands"]) == 1


def test_of_two_scorekeepers_settling_the_same_hand_one_wins(app: Flask) -> None:
    first, second = Scorekeeper(app.test_client()), Scorekeeper(app.test_client())
    id = first.start()

    def settle(who: Scorekeeper, score: int) -> int:
        answer = who.settle(id, typed("E", score, 0, 0, 0), f"key {score}", **{"If-Match": "1"})
        return answer.status_code

    with ThreadPoolExecutor(2) as both:
        statuses = sorted(both.map(settle, [first, second], [20, 40]))
    assert statuses == [201, 409]
    assert len(first.evening(id)["hands"]) == 1


def test_the_round_is_called_by_its_word(keeper: Scorekeeper) -> None:
    id = keeper.start(ruleset="harr-limit")
    marked = keeper.call("POST", f"/api/evenings/{id}/round", {"round": "S"})
    assert marked.get_json()["what"] == "round set to South"


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PATCH", "", {}),
        ("PATCH", "", {"players": PLAYERS}),
        ("POST", "/round", {"round": "E"}),
        ("POST", "/reseat", {"seats": {"E": 1, "S": 2, "W": 3, "N": 0}}),
        ("POST", "/reseat", {"seats": {"E": 0, "S": 1, "W": 2, "N": 3}, "from_hand": 1}),
        ("PUT", "/hands/1", typed("S", 0, 20, 0, 0)),
        ("PUT", "/counters", None),
    ],
)
def test_what_changes_nothing_is_not_stored(
    keeper: Scorekeeper, method: str, path: str, body: dict[str, Any] | None
) -> None:
    id = keeper.start(ruleset="harr-limit")
    keeper.settle(id, typed("S", 0, 20, 0, 0))
    before = keeper.evening(id)
    same = {"counters": before["counters"]} if body is None else body
    answer = keeper.call(method, f"/api/evenings/{id}{path}", same)
    assert (answer.status_code, answer.get_json()["what"]) == (200, "nothing changed")
    assert answer.get_json()["version"] == before["version"]
    assert keeper.evening(id) == before
    undone = keeper.call("POST", f"/api/evenings/{id}/undo").get_json()
    assert undone["what"] == "hand 1 is taken back"


SEATS = {"E": 0, "S": 1, "W": 2, "N": 3}
MOVED = {"E": 3, "S": 0, "W": 1, "N": 2}


def test_what_changed_nothing_changes_nothing_when_it_is_sent_again(keeper: Scorekeeper) -> None:
    id = keeper.start()
    seats, key = f"/api/evenings/{id}/reseat", {"Idempotency-Key": "as they sit"}
    first = keeper.call("POST", seats, {"seats": SEATS}, key)
    assert first.get_json()["what"] == "nothing changed"
    keeper.call("POST", seats, {"seats": MOVED})
    before = keeper.evening(id)
    again = keeper.call("POST", seats, {"seats": SEATS}, {**key, "If-Match": "1"})
    assert (again.status_code, again.get_json()) == (first.status_code, first.get_json())
    assert keeper.evening(id) == before
    undone = keeper.call("POST", f"/api/evenings/{id}/undo").get_json()
    assert undone["next"]["seats"] == SEATS
    assert keeper.evening(id)["undo"] is None, "the call without effect cannot be taken back"


@pytest.mark.parametrize(
    ("path", "body"),
    [("reseat", {"seats": MOVED}), ("reseat", {"seats": {"E": 9}}), ("round", {"round": "E"})],
)
def test_the_key_of_what_changed_nothing_is_not_taken_for_another_entry(
    keeper: Scorekeeper, path: str, body: dict[str, Any]
) -> None:
    id, key = keeper.start(ruleset="harr-limit"), {"Idempotency-Key": "as they sit"}
    keeper.call("POST", f"/api/evenings/{id}/reseat", {"seats": SEATS}, key)
    answer = keeper.call("POST", f"/api/evenings/{id}/{path}", body, key)
    assert (answer.status_code, answer.get_json()["field"]) == (409, "Idempotency-Key")
    assert keeper.settle(keeper.start(), typed("E", 20, 0, 0, 0), "as they sit").status_code == 201


def test_what_changes_nothing_leaves_what_can_be_brought_back(keeper: Scorekeeper) -> None:
    id = keeper.start()
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    keeper.call("POST", f"/api/evenings/{id}/undo")
    keeper.call("PATCH", f"/api/evenings/{id}", {})
    assert keeper.evening(id)["redo"] is not None


def test_an_empty_name_is_not_asked_to_be_shorter(keeper: Scorekeeper) -> None:
    refused = keeper.call("POST", "/api/evenings", {"players": [{"name": ""}, {"name": "Bo"}]})
    assert refused.get_json()["error"].endswith("1 to 60 letters; write it anew.")


def test_a_name_that_looks_the_same_is_the_same(keeper: Scorekeeper) -> None:
    """A phone's keyboard puts a space behind a word, and a Mac takes the accent for a letter."""
    for jose in ("José", " Jose\u0301 "):
        id = keeper.start(players=[{"name": jose}, *PLAYERS[1:]], title=" At home ")
        keeper.settle(id, typed("E", 20, 0, 0, 0))
    names = [{"name": "Jose\u0301"}, {"name": "Bo "}, *PLAYERS[2:]]
    told = keeper.call("PATCH", f"/api/evenings/{id}", {"players": names, "title": "At home "})
    assert told.get_json()["what"] == "nothing changed"
    assert keeper.evening(id)["title"] == "At home"
    players = keeper.client.get("/api/statistics?search=Jose\u0301").get_json()["players"]
    assert [(each["name"], each["evenings"]) for each in players][:2] == [("José", 2), ("Bo", 2)]
    refused = keeper.call("POST", "/api/evenings", {"players": [{"name": "Bo"}, {"name": "Bo "}]})
    assert refused.headers["X-Companion-Refused"] == "same-name"


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("田中\u3000太郎", "田中 太郎"),
        ("Ann\u00a0B", "Ann B"),
        ("نیک\u200cخواه", "نیک\u200cخواه"),
        ("Ann\u200c", None),
        ("\u200d", None),
        ("Ann\u200b", None),
    ],
)
def test_a_name_may_be_written_as_its_language_is(
    keeper: Scorekeeper, written: str, kept: str | None
) -> None:
    begun = keeper.call("POST", "/api/evenings", {"players": [{"name": written}, *PLAYERS[1:]]})
    assert begun.status_code == (201 if kept else 422)
    if kept:
        assert keeper.evening(begun.get_json()["id"])["players"][0]["name"] == kept


def test_a_hand_that_names_its_number_is_not_settled_twice(keeper: Scorekeeper) -> None:
    id = keeper.start()
    assert keeper.settle(id, {**typed("E", 20, 0, 0, 0), "n": 1}).status_code == 201
    assert keeper.settle(id, {**typed("E", 20, 0, 0, 0), "n": 1}).status_code == 409


def test_a_hand_whose_number_is_not_next_is_not_called_settled(keeper: Scorekeeper) -> None:
    id = keeper.start()
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    for n in (0, 3):
        refused = keeper.settle(id, {**typed("E", 20, 0, 0, 0), "n": n})
        assert refused.status_code == 409
        assert refused.headers["X-Companion-Refused"] == "not-next-hand"


def test_an_unchanged_evening_is_not_sent_again(keeper: Scorekeeper) -> None:
    id = keeper.start()
    tag = keeper.client.get(f"/api/evenings/{id}").headers["ETag"]
    answer = keeper.client.get(f"/api/evenings/{id}", headers={"If-None-Match": tag})
    assert (tag, answer.status_code, answer.data) == ('"1"', 304, b"")


def test_no_browser_keeps_an_evening_that_a_restore_or_an_update_may_change(
    keeper: Scorekeeper,
) -> None:
    """A restored evening may have the number of another, and a new program shows more of the same
    one. A browser that had kept either would be told that nothing is new."""
    address = f"/api/evenings/{keeper.start()}"
    whole, known = (
        keeper.client.get(address, headers=asks) for asks in ({}, {"If-None-Match": '"1"'})
    )
    assert (whole.status_code, known.status_code) == (200, 304)
    assert whole.headers["Cache-Control"] == known.headers["Cache-Control"] == "no-store"


# --- correcting ---


def test_a_correction_says_what_it_altered(keeper: Scorekeeper) -> None:
    id = keeper.start()
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    keeper.settle(id, typed("E", 40, 0, 0, 0))
    answer = keeper.call("PUT", f"/api/evenings/{id}/hands/1", typed("E", 30, 0, 0, 0))
    assert answer.status_code == 200, answer.text
    [changed] = answer.get_json()["changed"]
    assert changed == {
        **{"n": 1, "was": 1, "before": [120, -40, -40, -40], "after": [180, -60, -60, -60]},
        "won": {
            "before": {"result": "win", "winner": 0, "score": 20},
            "after": {"result": "win", "winner": 0, "score": 30},
        },
    }
    assert answer.get_json()["totals"] == [420, -140, -140, -140]


def test_remove_undo_and_redo(keeper: Scorekeeper) -> None:
    id = keeper.start()
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    assert keeper.call("DELETE", f"/api/evenings/{id}/hands/1").get_json()["totals"] == [0] * 4
    undone = keeper.call("POST", f"/api/evenings/{id}/undo").get_json()
    assert (undone["what"], undone["totals"][0]) == (
        "hand 1 is back",
        120,
    )
    assert keeper.call("POST", f"/api/evenings/{id}/redo").get_json()["totals"] == [0] * 4
    history = keeper.client.get(f"/api/evenings/{id}/history").get_json()["events"]
    assert [event["what"] for event in history][1:3] == ["hand 1 settled", "hand 1 removed"]


SWAPPED = {"seats": {"E": 1, "S": 0, "W": 2, "N": 3}}
FINED = {"payments": [{"from": 0, "to": 1, "points": 1200}]}
TAKEN_BACK: list[tuple[str, str, Any, tuple[str, str, str, str]]] = [
    (
        *("POST", "hands", typed("E", 20, 0, 0, 0)),
        ("takes hand 2 back", "hand 2 is taken back", "bring hand 2 back", "hand 2 is back"),
    ),
    (
        *("PUT", "hands/1", typed("E", 30, 0, 0, 0)),
        (
            *("takes the correction of hand 1 back", "the correction of hand 1 is taken back"),
            *("bring the correction of hand 1 back", "the correction of hand 1 is back"),
        ),
    ),
    (
        *("DELETE", "hands/1", None),
        (
            *("brings hand 1 back", "hand 1 is back"),
            *("remove hand 1 again", "hand 1 is removed again"),
        ),
    ),
    (
        *("POST", "reseat", SWAPPED),
        (
            "seats everyone as before from hand 2 on",
            "everyone sits as before from hand 2 on",
            "change the seats again from hand 2 on",
            "the seats are changed again from hand 2 on",
        ),
    ),
    (
        *("POST", "round", {"round": "S"}),
        (
            *("brings the old round back", "the old round is back"),
            *("change the round again", "the round is changed again"),
        ),
    ),
    (
        *("POST", "penalties", FINED),
        (
            *("takes the penalty of 1,200 back", "the penalty of 1,200 is taken back"),
            *("bring the penalty of 1,200 back", "the penalty of 1,200 is back"),
        ),
    ),
    (
        *("DELETE", "penalties/3", None),
        (
            *("brings the penalty back", "the penalty is back"),
            *("take the penalty back again", "the penalty is taken back again"),
        ),
    ),
    (
        *("PUT", "counters", {"counters": [{"100": 5}] * 4}),
        (
            "brings the counters back as they were",
            "the counters are as they were before the count",
            "take the counters as counted",
            "the counters are as they were counted",
        ),
    ),
    (
        *("PATCH", "", {"title": "At Bo's"}),
        (
            *("brings the old names and settings back", "the old names and settings are back"),
            *("bring the new names and settings back", "the new names and settings are back"),
        ),
    ),
    (
        *("POST", "end", None),
        (
            *("lets the evening go on", "the evening goes on"),
            *("end the evening again", "the evening is ended again"),
        ),
    ),
    (
        *("POST", "resume", None),
        (
            *("ends the evening again", "the evening is ended again"),
            *("let the evening go on again", "the evening goes on again"),
        ),
    ),
]


@pytest.mark.parametrize(("method", "path", "body", "said"), TAKEN_BACK)
def test_every_change_is_taken_back_and_brought_back_in_words_of_a_friend(
    keeper: Scorekeeper, method: str, path: str, body: Any, said: tuple[str, str, str, str]
) -> None:
    id = keeper.start(ruleset="harr-limit")
    evening = f"/api/evenings/{id}"
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    keeper.call("POST", f"{evening}/penalties", FINED)  # version 3
    if path == "resume":
        keeper.call("POST", f"{evening}/end")
    made = keeper.call(
        method, f"{evening}/{path}".rstrip("/"), body, {"Idempotency-Key": "the change"}
    )
    assert made.status_code < 300, made.text
    undoes = keeper.evening(id)["undo_words"]
    undone = keeper.call("POST", f"{evening}/undo").get_json()["what"]
    redo = keeper.evening(id)["redo_words"]
    redone = keeper.call("POST", f"{evening}/redo").get_json()["what"]
    assert (undoes, undone, redo, redone) == said
    assert keeper.evening(id)["redo_words"] is None


def test_the_evening_ends_and_the_end_can_be_undone(keeper: Scorekeeper) -> None:
    id = keeper.start()
    assert keeper.call("POST", f"/api/evenings/{id}/end").get_json()["ended"]
    assert keeper.settle(id, typed("E", 20, 0, 0, 0)).status_code == 409
    assert not keeper.call("POST", f"/api/evenings/{id}/undo").get_json()["ended"]
    assert keeper.settle(id, typed("E", 20, 0, 0, 0)).status_code == 201


def test_an_evening_that_has_ended_goes_on_though_a_penalty_was_paid_since(
    keeper: Scorekeeper,
) -> None:
    id = keeper.start()
    path = f"/api/evenings/{id}"
    refused = keeper.call("POST", f"{path}/resume")
    assert refused.status_code == 409
    assert "has not ended" in refused.get_json()["error"]
    keeper.call("POST", f"{path}/end")
    keeper.call("POST", f"{path}/penalties", FINED)
    resumed = keeper.call("POST", f"{path}/resume").get_json()
    assert (resumed["ended"], resumed["what"]) == (False, "evening goes on")
    assert resumed["totals"] == keeper.evening(id)["totals"] != [0, 0, 0, 0]
    assert keeper.settle(id, typed("E", 20, 0, 0, 0)).status_code == 201


def test_names_round_seats_penalties_and_counters_can_be_put_right(keeper: Scorekeeper) -> None:
    id = keeper.start(ruleset="international")
    path = f"/api/evenings/{id}"
    calls: list[tuple[str, str, Any]] = [
        ("PATCH", path, {"title": "At Bo's", "stake": {"per_hundred": "0.25", "currency": "€"}}),
        ("POST", f"{path}/round", {"round": "S"}),
        ("POST", f"{path}/reseat", {"seats": {"E": 1, "S": 2, "W": 3, "N": 0}}),
        ("POST", f"{path}/penalties", {"payments": [{"from": 0, "to": 1, "points": 200}]}),
        ("PUT", f"{path}/counters", {"counters": [{"100": 5}] * 4}),
    ]
    for method, url, body in calls:
        assert keeper.call(method, url, body).status_code == 200
    evening = keeper.evening(id)
    assert (evening["title"], evening["round"], evening["seats"]["E"]) == ("At Bo's", "S", 1)
    assert evening["totals"] == [-200, 200, 0, 0]
    assert evening["counters"] == [{"100": 5}] * 4
    assert evening["final"]["transfers"][0]["money"] == "0.50"
    penalty = evening["penalties"][0]["id"]
    assert keeper.call("DELETE", f"{path}/penalties/{penalty}").get_json()["totals"] == [0] * 4


# --- records ---


def test_what_is_exported_can_be_read_in_elsewhere(
    keeper: Scorekeeper, elsewhere: Scorekeeper
) -> None:
    id = keeper.start(title="Saturday")
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    keeper.call("PUT", f"/api/evenings/{id}/hands/1", typed("S", 4, 64, 0, 8))
    backup = json.loads(keeper.client.get(f"/api/evenings/{id}/export.json").data)
    assert keeper.call("POST", "/api/evenings/import", backup).get_json()["already"]
    assert elsewhere.call("POST", "/api/evenings/import", backup).status_code == 201
    assert elsewhere.evening(id) == keeper.evening(id)
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    longer = json.loads(keeper.client.get(f"/api/evenings/{id}/export.json").data)
    assert elsewhere.call("POST", "/api/evenings/import", longer).status_code == 201
    elsewhere.call("POST", f"/api/evenings/{id}/undo")
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    parted = json.loads(keeper.client.get(f"/api/evenings/{id}/export.json").data)
    assert elsewhere.call("POST", "/api/evenings/import", parted).status_code == 409


@pytest.mark.parametrize("call", ["history", "export.json"])
def test_what_happens_while_an_evening_is_read_is_not_told_of_it(
    keeper: Scorekeeper, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    id = keeper.start()
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    read = ledger.journal

    def after_another_hand(*asked: Any) -> Any:
        keeper.settle(id, typed("E", 40, 0, 0, 0))
        return read(*asked)

    monkeypatch.setattr(ledger, "journal", after_another_hand)
    answer = keeper.client.get(f"/api/evenings/{id}/{call}").get_json()
    told = answer["events"] if call == "history" else answer["journal"]
    assert [each["version"] for each in told] == [1, 2]
    assert not any(each.get("undone") for each in told)


def _spoilt(backup: Any, spoil: str) -> Any:
    journal = backup["journal"]
    match spoil:
        case "format":
            backup["format"] = "diary"
        case "gap":
            del journal[1]
        case "path":
            journal[0]["body"]["id"] = "../../etc"
        case "seat":
            journal[1]["body"]["entry"]["winner"] = "Q"
        case "rules":
            backup["rules"]["rule"]["mah_jongg"]["points"] = 2000
        case "no rules" | "rules of nothing":
            backup["rules"] = None if spoil == "no rules" else {}
        case "page of rules":
            backup["rules"]["setting"]["limit"]["catalogue"] = 5
        case "players":
            journal[0]["body"]["players"] = []
        case "negative":
            journal[1]["body"]["entry"]["scores"]["E"] = -5
        case "place":
            journal[1]["body"]["entry"]["seated"] = {"E": 7, "S": 1, "W": 2, "N": 3}
    return backup


@pytest.mark.parametrize(
    "spoil",
    [
        "format", "gap", "path", "seat", "rules", "no rules", "rules of nothing", "page of rules",
        "players", "negative", "place",
    ],
)  # fmt: skip
def test_a_spoilt_backup_is_refused(
    keeper: Scorekeeper, elsewhere: Scorekeeper, spoil: str
) -> None:
    id = keeper.start()
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    backup = json.loads(keeper.client.get(f"/api/evenings/{id}/export.json").data)
    answer = elsewhere.call("POST", "/api/evenings/import", _spoilt(backup, spoil))
    assert answer.status_code in (400, 422), answer.text
    assert elsewhere.client.get("/api/evenings").get_json()["total"] == 0
    if "rules" in spoil:
        assert answer.get_json()["error"].endswith("; choose an export.json.")


def test_the_table_for_spreadsheets_holds_no_formula(keeper: Scorekeeper) -> None:
    players = [{"name": '=HYPERLINK("http://evil")'}, *PLAYERS[1:]]
    id = keeper.start(players=players)
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    text = keeper.client.get(f"/api/evenings/{id}/export.csv").data.decode("utf-8-sig")
    head, row = list(csv.reader(io.StringIO(text)))
    assert len(head) == len(row) == 5 + 4 * 5 + 1
    assert not any(cell.startswith("=") for cell in head)


@pytest.mark.parametrize(("ruleset", "round_"), [("harr", ""), ("international", "East")])
def test_the_table_for_spreadsheets_names_a_round_only_where_it_counts(
    keeper: Scorekeeper, ruleset: str, round_: str
) -> None:
    id = keeper.start(ruleset=ruleset)
    keeper.settle(id, typed("S", 4, 32, 0, 8))
    text = keeper.client.get(f"/api/evenings/{id}/export.csv").data.decode("utf-8-sig")
    row = next(csv.DictReader(io.StringIO(text)))
    assert row["round"] == round_


@pytest.mark.parametrize(
    "name", ["Ann", "Ольга", "王小明", "🀄👨‍👩‍👧", "نیک\u200cخواه", "Zoë €", "x" * 60]
)
def test_the_score_sheet_prints_whatever_the_names(keeper: Scorekeeper, name: str) -> None:
    id = keeper.start(players=[{"name": name}, *PLAYERS[1:]], title=name, ruleset="international")
    for _ in range(40):
        keeper.settle(id, typed("S", 4, 32, 0, 8))
    answer = keeper.client.get(f"/api/evenings/{id}/sheet.pdf")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert answer.data.startswith(b"%PDF-")


def test_evenings_are_found_by_name_title_and_rules(keeper: Scorekeeper) -> None:
    keeper.start(title="At the lake")
    keeper.start(players=[{"name": "Éva"}, *PLAYERS[1:]], ruleset="traditional")

    def found(search: str) -> int:
        answer = keeper.client.get("/api/evenings", query_string={"search": search})
        total: int = answer.get_json()["total"]
        return total

    assert [found(text) for text in ("", "LAKE", "éva", "traditional bo", "%", "nobody")] == [
        2, 1, 1, 1, 0, 0,
    ]  # fmt: skip


def test_statistics_add_up_over_evenings(keeper: Scorekeeper) -> None:
    for score in (20, 60):
        id = keeper.start()
        keeper.settle(id, typed("E", score, 4, 0, 0))
        keeper.settle(id, {"winner": None})
    ann = keeper.client.get("/api/statistics").get_json()["players"][0]
    assert (ann["name"], ann["evenings"], ann["hands"], ann["won"]) == ("Ann", 2, 4, 2)
    assert (ann["highest"], ann["average"], ann["won_share"]) == (60, 40.0, 0.5)
    assert ann["highest_evening"] == id
    assert ann["highest_rank"] == {"as_high": 1, "of_won": 2}
    names = [player["name"] for player in keeper.client.get("/api/players").get_json()["players"]]
    assert names == ["Ann", "Bo", "Cy", "Di"]


def test_an_evening_in_which_nothing_was_played_is_nobodys_best(keeper: Scorekeeper) -> None:
    lost = keeper.start()
    keeper.settle(lost, typed("E", 20, 0, 0, 0))
    keeper.start()
    told = keeper.client.get("/api/statistics").get_json()
    assert [one["id"] for one in told["evenings"]] == [lost]
    best = [(one["evenings"], one["best_evening"]) for one in told["players"]]
    assert best == [(1, 120), (1, -40), (1, -40), (1, -40)]


def test_a_photograph_is_kept_with_its_hand(keeper: Scorekeeper) -> None:
    id = keeper.start()
    path = f"/api/evenings/{id}/photos"
    sent = keeper.client.post(
        path, data={"photo": (io.BytesIO(PNG), "../../x.png")}, headers=keeper.headers
    )
    name = sent.get_json()["photo"]
    assert keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [name]}).status_code == 201
    assert keeper.evening(id)["hands"][0]["photos"] == [name]
    kept = keeper.client.get(f"{path}/{name}")
    assert (kept.data, kept.mimetype) == (PNG, "image/png")
    refused = keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": ["../../pin"]})
    assert (refused.status_code, refused.get_json()["field"]) == (400, "photos[0]")


def test_a_hand_tells_which_photograph_shows_whose_tiles(keeper: Scorekeeper) -> None:
    id = keeper.start()
    ann, bo = (_send_photo(keeper, id, PNG + tail).get_json()["photo"] for tail in (b"a", b"b"))
    hand = {**typed("E", 20, 0, 0, 0), "photos": [ann, bo], "photo_of": {"E": ann, "S": bo}}
    assert keeper.settle(id, hand).status_code == 201
    assert keeper.evening(id)["hands"][0]["photo_of"] == {"E": ann, "S": bo}
    refused = keeper.settle(id, hand | {"photos": [ann]})
    assert (refused.status_code, refused.get_json()["field"]) == (400, "photo_of.S")


def test_a_photograph_stays_with_its_player_when_the_seats_change(keeper: Scorekeeper) -> None:
    id = keeper.start()
    keeper.settle(id, typed("S", 0, 20, 0, 0))  # East passes: Bo is East in hand 2
    photo = _send_photo(keeper, id, PNG).get_json()["photo"]
    hand = {**typed("E", 20, 0, 0, 0), "photos": [photo], "photo_of": {"E": photo}}
    assert keeper.settle(id, hand).status_code == 201
    keeper.call(
        "PUT", f"/api/evenings/{id}/hands/1", {**typed("E", 20, 0, 0, 0), "keep": "players"}
    )
    second = keeper.evening(id)["hands"][1]
    assert second["seats"]["S"] == 1
    assert second["photo_of"] == {"S": photo}


def test_photographs_that_no_hand_and_no_draft_names_are_cleared_after_a_week(
    app: Flask, keeper: Scorekeeper
) -> None:
    at: Services = app.extensions["companion"]
    id = keeper.start()
    names = [_send_photo(keeper, id, PNG + tail).get_json()["photo"] for tail in (b"a", b"b", b"c")]
    settled, entered, left = names
    keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [settled]})
    keeper.call("POST", f"/api/evenings/{id}/undo")
    parts = {"tiles:E": {"picture": entered}}
    keeper.call("PATCH", f"/api/evenings/{id}/draft", {"hand": 1, "parts": parts})
    now = time.time()
    assert clear(at.ledger, at.drafts, now + WAITS_S - 60) == 0
    assert clear(at.ledger, at.drafts, now + WAITS_S + 60) == 1
    found = {name: keeper.client.get(f"/api/evenings/{id}/photos/{name}") for name in names}
    assert {name for name, answer in found.items() if answer.status_code == 404} == {left}


def test_a_photograph_that_is_sent_again_is_as_young_as_that(
    keeper: Scorekeeper, app: Flask, settings: Settings
) -> None:
    at: Services = app.extensions["companion"]
    id = keeper.start()
    name = _send_photo(keeper, id, PNG).get_json()["photo"]
    os.utime(settings.data / "photos" / id / name, (0, 0))
    _send_photo(keeper, id, PNG)
    assert clear(at.ledger, at.drafts) == 0


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
            "error": "counters.100000000 has to be between 1 and 1,000,000.",
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


# --- photographs and the backup that holds them ---


def _send_photo(keeper: Scorekeeper, id: str, image: bytes) -> TestResponse:
    return keeper.client.post(
        f"/api/evenings/{id}/photos",
        data={"photo": (io.BytesIO(image), "hand.png")},
        headers=keeper.headers,
    )


def test_an_evening_that_keeps_no_photographs_stores_none(
    keeper: Scorekeeper, settings: Settings
) -> None:
    id = keeper.start(keep_photos=False)
    answer = _send_photo(keeper, id, PNG)
    assert (answer.status_code, answer.get_json()["field"]) == (422, "photo")
    assert not list(settings.data.rglob("*.png"))
    keeper.call("PATCH", f"/api/evenings/{id}", {"keep_photos": True})
    assert _send_photo(keeper, id, PNG).status_code == 201


def test_a_full_disk_keeps_no_half_photograph(
    keeper: Scorekeeper, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    id = keeper.start()
    with monkeypatch.context() as patched:
        patched.setattr("companion.base.whole_files.os.fsync", full)
        answer = _send_photo(keeper, id, PNG)
    assert (answer.status_code, "disk is full" in answer.text) == (503, True)
    assert not [path for path in (settings.data / "photos").rglob("*") if path.is_file()]
    assert _send_photo(keeper, id, PNG).status_code == 201


def test_a_folder_that_can_only_be_read_is_told_where_a_first_file_has_none_yet(
    keeper: Scorekeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    id = keeper.start()
    monkeypatch.setattr("pathlib.Path.mkdir", refused)
    part = {"hand": 1, "parts": {"winner": "E"}}
    for answer in (
        keeper.call("PATCH", f"/api/evenings/{id}/draft", part),
        _send_photo(keeper, id, PNG),
    ):
        assert answer.status_code == 503
        assert answer.headers["X-Companion-Refused"] == "folder-read-only"


def test_a_backup_with_photographs_is_read_in_elsewhere(
    keeper: Scorekeeper, elsewhere: Scorekeeper
) -> None:
    id = keeper.start()
    name = _send_photo(keeper, id, PNG).get_json()["photo"]
    keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [name]})
    packed = keeper.client.get(f"/api/evenings/{id}/export.zip")
    assert packed.mimetype == "application/zip"
    answer = _read_in(elsewhere, packed.data)
    assert (answer.status_code, answer.get_json()["photos"]) == (201, 1)
    assert elsewhere.evening(id) == keeper.evening(id)
    assert elsewhere.client.get(f"/api/evenings/{id}/photos/{name}").data == PNG


def _read_in(keeper: Scorekeeper, content: bytes) -> TestResponse:
    return keeper.client.post("/api/evenings/import", data=content, headers=keeper.headers)


def test_an_evening_whose_photographs_do_not_fit_is_stored_and_says_so(
    keeper: Scorekeeper, elsewhere: Scorekeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    id = keeper.start()
    name = _send_photo(keeper, id, PNG).get_json()["photo"]
    keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [name]})
    packed = keeper.client.get(f"/api/evenings/{id}/export.zip").data
    with monkeypatch.context() as patched:
        patched.setattr("companion.base.whole_files.os.fsync", full)
        answer = _read_in(elsewhere, packed)
    assert answer.status_code == 503
    assert "stored, but not all of its photographs" in answer.get_json()["error"]
    assert elsewhere.evening(id) == keeper.evening(id)
    assert _read_in(elsewhere, packed).get_json() == {
        "id": id,
        "version": keeper.evening(id)["version"],
        "already": True,
        "photos": 1,
    }
    assert elsewhere.client.get(f"/api/evenings/{id}/photos/{name}").data == PNG


def _packed(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return file.getvalue()


def test_a_spoilt_backup_with_photographs_writes_nothing_outside(
    keeper: Scorekeeper, elsewhere: Scorekeeper, tmp_path: Path
) -> None:
    id = keeper.start()
    name = _send_photo(keeper, id, PNG).get_json()["photo"]
    keeper.settle(id, {**typed("E", 20, 0, 0, 0), "photos": [name]})
    whole = keeper.client.get(f"/api/evenings/{id}/export.zip").data
    journal = keeper.client.get(f"/api/evenings/{id}/export.json").data
    spoilt = {
        "cut off": whole[: len(whole) // 2],
        "no journal": _packed({"diary.txt": b"Dear diary"}),
        "no JSON": _packed({"export.json": b"{"}),
        "a bomb": _packed({"export.json": b" " * (65 * 1024 * 1024)}),
        "flipped": whole[:80] + b"\x00" * 20 + whole[100:],
        "nothing": b"PK",
    }
    for what, content in spoilt.items():
        answer = _read_in(elsewhere, content)
        assert (what, answer.status_code) == (what, 400), answer.text
    changed = {"export.json": journal, f"photos/{name}": PNG + b"changed", "../../evil.png": PNG}
    answer = _read_in(elsewhere, _packed(changed))
    assert (answer.status_code, "damaged" in answer.text) == (400, True)
    assert elsewhere.client.get("/api/evenings").get_json()["total"] == 0
    answer = _read_in(elsewhere, _packed({"export.json": journal, "../../evil.png": PNG}))
    assert answer.get_json()["photos"] == 0
    assert not list(tmp_path.rglob("evil*"))
    assert not list((tmp_path / "elsewhere").rglob("*.png"))

"""Corrections of an evening: what they alter, undo and redo."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scorekeeper import Scorekeeper, typed


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
        *("POST", "players", {"name": "Eve", "instead_of": 1, "from_hand": 2}),
        (
            "seats Bo again in place of Eve from hand 2 on",
            "Bo plays again from hand 2 on",
            "let Eve play for Bo again from hand 2 on",
            "Eve plays for Bo again from hand 2 on",
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

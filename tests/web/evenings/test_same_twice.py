"""The same sent twice, and two who write at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from flask import Flask

from tests.scorekeeper import PLAYERS, Scorekeeper, typed


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

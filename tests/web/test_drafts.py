"""The hand that is being entered: filled by several devices at once, seen by all, lost by none."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.web.services import Services
from tests.scorekeeper import Scorekeeper, typed


def fill(keeper: Scorekeeper, id: str, parts: Any, **more: Any) -> TestResponse:
    hand = keeper.evening(id)["hand"]
    return keeper.call("PATCH", f"/api/evenings/{id}/draft", {"hand": hand, "parts": parts, **more})


def draft(client: FlaskClient, id: str) -> Any:
    return client.get(f"/api/evenings/{id}/draft").get_json()


def test_nothing_is_entered_at_first(keeper: Scorekeeper) -> None:
    assert draft(keeper.client, keeper.start()) == {"hand": 1, "revision": 0, "parts": {}}


def test_two_people_fill_two_seats(app: Flask) -> None:
    one, other = Scorekeeper(app.test_client()), Scorekeeper(app.test_client())
    id = one.start()
    fill(one, id, {"winner": "E", "score:E": "20"})
    fill(other, id, {"score:S": "8"})
    fill(one, id, {"score:E": "24"})
    parts = draft(app.test_client(), id)["parts"]
    assert parts == {"winner": "E", "score:E": "24", "score:S": "8"}


def test_a_part_is_taken_away_and_all_of_them(keeper: Scorekeeper) -> None:
    id = keeper.start()
    fill(keeper, id, {"winner": "E", "score:E": "20"})
    assert fill(keeper, id, {"winner": None}).get_json()["parts"] == {"score:E": "20"}
    assert fill(keeper, id, {"score:S": "2"}, anew=True).get_json()["parts"] == {"score:S": "2"}


def test_a_settled_hand_has_no_draft_any_more(keeper: Scorekeeper) -> None:
    id = keeper.start()
    fill(keeper, id, {"winner": "E"})
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    assert draft(keeper.client, id)["parts"] == {}
    late = keeper.call("PATCH", f"/api/evenings/{id}/draft", {"hand": 1, "parts": {"winner": "S"}})
    assert late.status_code == 409
    assert "hand 2" in late.get_json()["error"]


def fill_and_settle(keeper: Scorekeeper, id: str, hands: int) -> None:
    """Hands of 20, 22 and so on."""
    for score in range(20, 20 + 2 * hands, 2):
        fill(keeper, id, {"winner": "E", "score:E": str(score)})
        keeper.settle(id, typed("E", score, 0, 0, 0))


def test_a_hand_that_is_taken_back_is_a_draft_again(keeper: Scorekeeper) -> None:
    id = keeper.start()
    fill_and_settle(keeper, id, 3)
    keeper.call("POST", f"/api/evenings/{id}/undo")
    assert draft(keeper.client, id)["parts"] == {"winner": "E", "score:E": "24"}
    keeper.call("POST", f"/api/evenings/{id}/redo")
    assert draft(keeper.client, id)["parts"] == {}


def test_a_removal_brings_no_hand_that_counts_back_as_a_draft(keeper: Scorekeeper) -> None:
    id = keeper.start()
    fill_and_settle(keeper, id, 4)
    keeper.call("DELETE", f"/api/evenings/{id}/hands/2")
    assert draft(keeper.client, id) == {"hand": 4, "revision": 4, "parts": {}}
    assert fill(keeper, id, {"winner": "S"}).get_json()["parts"] == {"winner": "S"}


def test_a_removal_leaves_the_draft_of_the_hand_that_is_played(keeper: Scorekeeper) -> None:
    id = keeper.start()
    fill_and_settle(keeper, id, 3)
    fill(keeper, id, {"score:W": "12"})
    keeper.call("DELETE", f"/api/evenings/{id}/hands/2")
    kept = draft(keeper.client, id)
    assert (kept["hand"], kept["parts"]) == (3, {"score:W": "12"})
    keeper.call("DELETE", f"/api/evenings/{id}/hands/2")  # the last one: that hand is played anew
    assert draft(keeper.client, id)["parts"] == {}


def test_a_correction_leaves_the_draft_of_the_next_hand(keeper: Scorekeeper) -> None:
    id = keeper.start()
    fill_and_settle(keeper, id, 2)
    fill(keeper, id, {"score:W": "12"})
    for n in (1, 2):
        keeper.call("PUT", f"/api/evenings/{id}/hands/{n}", typed("S", 0, 30, 0, 0))
        assert draft(keeper.client, id)["parts"] == {"score:W": "12"}


def test_a_draft_of_an_earlier_version_goes_on(app: Flask, keeper: Scorekeeper) -> None:
    id = keeper.start()
    fill_and_settle(keeper, id, 1)
    folder = app.extensions["companion"].settings.data / "drafts"
    (folder / f"{id}.json").write_text('{"hand": 2, "revision": 7, "parts": {"score:W": "12"}}')
    assert draft(keeper.client, id)["parts"] == {"score:W": "12"}
    assert fill(keeper, id, {"winner": "S"}).get_json()["revision"] == 8


def test_the_revision_only_grows(keeper: Scorekeeper) -> None:
    id = keeper.start()
    fill(keeper, id, {"winner": "E"})
    keeper.settle(id, typed("E", 20, 0, 0, 0))
    assert fill(keeper, id, {"winner": "S"}).get_json()["revision"] == 2


def test_a_draft_outlives_a_restart_and_a_spoilt_file(app: Flask, keeper: Scorekeeper) -> None:
    id = keeper.start()
    fill(keeper, id, {"score:W": "12"})
    services: Services = app.extensions["companion"]
    services.__post_init__()  # the drafts of a server that has just been started
    assert draft(keeper.client, id)["parts"] == {"score:W": "12"}
    (services.settings.data / "drafts" / f"{id}.json").write_text("{")
    assert draft(keeper.client, id)["parts"] == {}


@pytest.mark.parametrize(
    "parts", [{"Score": "1"}, {"score:X": "1"}, {"../x": "1"}, {"note": "x" * 500_000}, []]
)
def test_what_is_no_draft_is_refused(keeper: Scorekeeper, parts: Any) -> None:
    id = keeper.start()
    answer = fill(keeper, id, parts)
    assert answer.status_code == 400
    assert answer.get_json()["error"].count(".") >= 1
    assert draft(keeper.client, id)["parts"] == {}


def test_watchers_look_and_change_nothing(keeper: Scorekeeper, watcher: FlaskClient) -> None:
    id = keeper.start()
    fill(keeper, id, {"winner": "E"})
    assert draft(watcher, id)["parts"] == {"winner": "E"}
    refused = watcher.patch(f"/api/evenings/{id}/draft", json={"hand": 1, "parts": {}})
    assert refused.status_code == 401


def test_everyone_is_told_of_a_draft(app: Flask, keeper: Scorekeeper) -> None:
    id = keeper.start()
    mailbox = app.extensions["companion"].hub.join(id)
    fill(keeper, id, {"winner": "E"})
    fill(keeper, id, {"winner": "S"})
    [news] = mailbox.take(1.0)
    assert (news.what, news.draft, news.version) == (None, 2, 1)

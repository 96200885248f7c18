"""POST /api/readings/ID/again: a reading once more, with what a person said."""

from __future__ import annotations

import io

from flask import Flask

from companion.base.resources import resource
from companion.seen.reading import Reading
from tests.scorekeeper import Scorekeeper


def test_what_is_said_of_a_tile_counts_in_the_reading(complete: Flask) -> None:
    client = complete.test_client()
    photo = io.BytesIO(resource("samples", "sample.jpg").read_bytes())
    first = client.post("/api/read", data={"photo": (photo, "hand.jpg")}).json
    assert first
    place = first["groups"][0]["tiles"][0]
    other = "5p" if first["tiles"][place]["code"] != "5p" else "6p"
    said = {"said": [{"tile": place, "code": other}]}
    again = client.post(f"/api/readings/{first['id']}/again", json=said).json
    assert again
    assert again["tiles"][place]["code"] == other
    assert again["id"] == first["id"]
    assert "detect" not in again["timing_ms"]
    back = client.post(f"/api/readings/{first['id']}/again", json={"said": []}).json
    assert back
    assert back["hand"] == first["hand"]
    one_more = {"said": [], "overlooked": [{"beside": place, "code": other}]}
    more = client.post(f"/api/readings/{first['id']}/again", json=one_more).json
    assert more
    assert [tile["code"] for tile in more["tiles"][len(first["tiles"]) :]] == [other]
    nowhere = {"said": [], "overlooked": [{"beside": len(first["tiles"]), "code": "1m"}]}
    refused = client.post(f"/api/readings/{first['id']}/again", json=nowhere)
    assert (refused.status_code, refused.json["field"]) == (404, "tile")  # type: ignore[index]
    far_too_many = {"said": [], "overlooked": one_more["overlooked"] * 9}
    refused = client.post(f"/api/readings/{first['id']}/again", json=far_too_many)
    assert (refused.status_code, refused.json["field"]) == (400, "overlooked")  # type: ignore[index]
    wrong = {"said": [{"tile": len(first["tiles"]), "code": "1m"}]}
    refused = client.post(f"/api/readings/{first['id']}/again", json=wrong)
    assert (refused.status_code, refused.json["field"]) == (404, "tile")  # type: ignore[index]


def test_a_reading_of_the_server_is_taken_where_one_of_the_command_is(complete: Flask) -> None:
    client = complete.test_client()
    photo = io.BytesIO(resource("samples", "sample.jpg").read_bytes())
    answer = client.post("/api/read", data={"photo": (photo, "hand.jpg")}).json
    assert answer
    reading = Reading.from_json(answer)
    assert reading.to_json() | {"certain": answer["certain"]} == answer


def test_a_photograph_that_is_forgotten_is_said(complete: Flask, keeper: Scorekeeper) -> None:
    for server in (complete.test_client(), keeper.client):
        answer = server.post("/api/readings/gone/again", json={"said": []})
        assert (answer.status_code, answer.json["field"]) == (404, "reading")  # type: ignore[index]

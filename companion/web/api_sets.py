"""Calls about enrolled tile sets: the sets, enrolling one, learning from corrections."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, request

from companion.errors import MalformedError
from companion.jsonform import names_checked, plain
from companion.web.learning import Sets
from companion.web.services import (
    RecognitionMissingHereError,
    json_answer,
    json_body,
    scorekeeper_only,
    services,
    uploaded,
    uploaded_photos,
)

blueprint = Blueprint("sets", __name__)

MOST_PHOTOS = 12
"""Photographs of a set laid out; five rows of tiles fit into one."""


class NameMissingError(MalformedError):
    def __init__(self) -> None:
        super().__init__("The set has no name; send one as the form field name.", "name")


@blueprint.get("/sets")
def listed() -> Response:
    return json_answer(_sets().listed())


@blueprint.put("/sets")
def choose() -> Response:
    scorekeeper_only()
    body = names_checked(json_body(), ("chosen",), ("chosen",), "")
    chosen = body["chosen"]
    _sets().choose(None if chosen is None else plain(str, chosen, "chosen"))
    return json_answer(_sets().listed())


@blueprint.get("/sets/<set_name>")
def shown(set_name: str) -> Response:
    return json_answer(_sets().shown(set_name))


@blueprint.get("/sets/<set_name>/faces/<example>.png")
def face(set_name: str, example: str) -> Response:
    return Response(_sets().face(set_name, example), mimetype="image/png")


@blueprint.patch("/sets/<set_name>")
def rename(set_name: str) -> Response:
    scorekeeper_only()
    body = names_checked(json_body(), ("name",), ("name",), "")
    return json_answer(_sets().rename(set_name, plain(str, body["name"], "name")))


@blueprint.delete("/sets/<set_name>")
def remove(set_name: str) -> Response:
    scorekeeper_only()
    _sets().remove(set_name)
    return json_answer(_sets().listed())


@blueprint.get("/sets/<set_name>/file")
def file(set_name: str) -> Response:
    answer = Response(_sets().file(set_name), mimetype="application/zip")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{set_name}.zip")
    return answer


@blueprint.post("/sets/import")
def take_in() -> Response:
    scorekeeper_only()
    return json_answer(_sets().take_in(uploaded("file"), request.form.get("name")), 201)


@blueprint.post("/sets/<set_name>/examples")
def learn(set_name: str) -> Response:
    scorekeeper_only()
    names = ("reading", "tile", "code")
    body = names_checked(json_body(), names, names, "")
    answer = _sets().learn(
        set_name,
        plain(str, body["reading"], "reading"),
        plain(int, body["tile"], "tile"),
        plain(str, body["code"], "code"),
    )
    return json_answer(answer, 201)


@blueprint.delete("/sets/<set_name>/examples/<example>")
def forget_example(set_name: str, example: str) -> Response:
    scorekeeper_only()
    return json_answer({"set": _sets().forget_example(set_name, example)})


@blueprint.post("/enrolments")
def propose() -> Response:
    scorekeeper_only()
    photos = uploaded_photos(MOST_PHOTOS)
    name = request.form.get("name", "").strip()
    if not name:
        raise NameMissingError
    at, sets = services(), _sets()
    with at.reading:
        proposal = sets.propose(name, photos, request.form.get("order"))
    return json_answer(proposal, 201)


@blueprint.get("/enrolments/<draft>")
def proposed(draft: str) -> Response:
    return json_answer(_sets().proposed(draft))


@blueprint.get("/enrolments/<draft>/faces/<int:number>.png")
def proposed_face(draft: str, number: int) -> Response:
    return Response(_sets().proposed_face(draft, number), mimetype="image/png")


@blueprint.patch("/enrolments/<draft>")
def correct(draft: str) -> Response:
    scorekeeper_only()
    return json_answer(_sets().correct(draft, json_body()))


@blueprint.post("/enrolments/<draft>/save")
def enrol(draft: str) -> Response:
    scorekeeper_only()
    body: Any = names_checked(json_body(), ("yes",), (), "")
    return json_answer(_sets().enrol(draft, plain(bool, body.get("yes", False), "yes")), 201)


@blueprint.delete("/enrolments/<draft>")
def drop(draft: str) -> Response:
    scorekeeper_only()
    _sets().drop(draft)
    return json_answer({})


def _sets() -> Sets:
    sets = services().sets
    if sets is None:
        raise RecognitionMissingHereError
    return sets

"""Calls about enrolled tile sets: the sets, enrolling one, learning from corrections."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.base.errors import MalformedError
from companion.base.forms import Form
from companion.web.learning import (
    DraftChanges,
    Enrolment,
    ExampleLearnt,
    SetHead,
    Sets,
    SetShown,
    SetsListed,
)
from companion.web.openapi import takes
from companion.web.services import (
    RecognitionMissingHereError,
    json_answer,
    json_body,
    photographs_in_turn,
    services,
    uploaded,
)

blueprint = Blueprint("sets", __name__)

MOST_PHOTOS = 12
"""Photographs of a set laid out; five rows of tiles fit into one."""


class ChoiceAsked(Form, frozen=True):
    """chosen: the name of the set that photographs show, None to tell by the tiles."""

    chosen: str | None


class NameAsked(Form, frozen=True):
    name: str


class ExampleAsked(Form, frozen=True):
    """What a tile of a reading really is. tile: its place in the reading."""

    reading: str
    tile: int
    code: str


class EnrolAsked(Form, frozen=True):
    """yes: enrol the set although questions are open."""

    yes: bool = False


class NameMissingError(MalformedError):
    sentence = "The set has no name; send one as the form field name."
    field = "name"


@blueprint.get("/sets")
@takes(answer=SetsListed)
def listed() -> Response:
    return json_answer(_sets().listed())


@blueprint.put("/sets")
@takes(ChoiceAsked, answer=SetsListed)
def choose() -> Response:
    asked = ChoiceAsked.from_json(json_body())
    _sets().choose(asked.chosen)
    return json_answer(_sets().listed())


@blueprint.get("/sets/<set_name>")
@takes(answer=SetShown)
def shown(set_name: str) -> Response:
    return json_answer(_sets().shown(set_name))


@blueprint.get("/sets/<set_name>/faces/<example>.png")
def face(set_name: str, example: str) -> Response:
    return Response(_sets().face(set_name, example), mimetype="image/png")


@blueprint.patch("/sets/<set_name>")
@takes(NameAsked, answer=SetHead)
def rename(set_name: str) -> Response:
    asked = NameAsked.from_json(json_body())
    return json_answer(_sets().rename(set_name, asked.name))


@blueprint.delete("/sets/<set_name>")
@takes(answer=SetsListed)
def remove(set_name: str) -> Response:
    _sets().remove(set_name)
    return json_answer(_sets().listed())


@blueprint.get("/sets/<set_name>/file")
def file(set_name: str) -> Response:
    answer = Response(_sets().file(set_name), mimetype="application/zip")
    answer.headers.set("Content-Disposition", "attachment", filename=f"{set_name}.zip")
    return answer


@blueprint.post("/sets/import")
@takes(files=("file",), answer=SetHead)
def take_in() -> Response:
    return json_answer(_sets().take_in(uploaded("file"), request.form.get("name")), 201)


@blueprint.post("/sets/<set_name>/examples")
@takes(ExampleAsked, answer=ExampleLearnt)
def learn(set_name: str) -> Response:
    asked = ExampleAsked.from_json(json_body())
    answer = _sets().learn(set_name, asked.reading, asked.tile, asked.code)
    return json_answer(answer, 201)


class ExampleForgotten(Form, frozen=True):
    """set: what is left; None if it was the only example, and the set is gone."""

    set: SetHead | None


@blueprint.delete("/sets/<set_name>/examples/<example>")
@takes(answer=ExampleForgotten)
def forget_example(set_name: str, example: str) -> Response:
    return json_answer(ExampleForgotten(_sets().forget_example(set_name, example)))


@blueprint.post("/enrolments")
@takes(files=("photo",), answer=Enrolment)
def propose() -> Response:
    sets = _sets()
    with photographs_in_turn(MOST_PHOTOS) as photos:
        name = request.form.get("name", "").strip()
        if not name:
            raise NameMissingError
        proposal = sets.propose(name, photos, request.form.get("order"))
    return json_answer(proposal, 201)


@blueprint.get("/enrolments/<draft>")
@takes(answer=Enrolment)
def proposed(draft: str) -> Response:
    return json_answer(_sets().proposed(draft))


@blueprint.get("/enrolments/<draft>/faces/<int:number>.png")
def proposed_face(draft: str, number: int) -> Response:
    return Response(_sets().proposed_face(draft, number), mimetype="image/png")


@blueprint.patch("/enrolments/<draft>")
@takes(DraftChanges, answer=Enrolment)
def correct(draft: str) -> Response:
    changes = DraftChanges.from_json(json_body())
    return json_answer(_sets().correct(draft, changes))


@blueprint.post("/enrolments/<draft>/save")
@takes(EnrolAsked, answer=SetHead)
def enrol(draft: str) -> Response:
    asked = EnrolAsked.from_json(json_body())
    return json_answer(_sets().enrol(draft, asked.yes), 201)


class Dropped(Form, frozen=True):
    """Nothing is left to say."""


@blueprint.delete("/enrolments/<draft>")
@takes(answer=Dropped)
def drop(draft: str) -> Response:
    _sets().drop(draft)
    return json_answer(Dropped())


def _sets() -> Sets:
    sets = services().sets
    if sets is None:
        raise RecognitionMissingHereError
    return sets

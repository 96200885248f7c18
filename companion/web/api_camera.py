"""Calls about the camera: its lens, where the table lies, the lamp's colour."""

from __future__ import annotations

from typing import Any, get_args

from flask import Blueprint, Response, request
from msgspec.structs import asdict

from companion.base.forms import Form
from companion.base.json_text import JsonUnfitError, parsed
from companion.seen.camera import CameraPart, CameraShown
from companion.web.learning import Camera, PageForm
from companion.web.openapi import takes
from companion.web.services import (
    ArgumentWrongError,
    RecognitionMissingHereError,
    asked_in_address,
    json_answer,
    photographs_in_turn,
    services,
)

blueprint = Blueprint("camera", __name__)

MOST_PHOTOS = 30
"""Photographs of the page. More teach nothing new about a lens."""


class PageAsked(Form, frozen=True):
    """paper: a4 or letter."""

    paper: str = "a4"


@blueprint.get("/camera")
@takes(answer=CameraShown)
def known() -> Response:
    return json_answer(_camera().known())


@blueprint.get("/camera/page.<form>")
@takes(query=PageAsked)
def page(form: str) -> Response:
    paper = asked_in_address(PageAsked).paper
    wanted: PageForm = "svg" if form == "svg" else "pdf"
    kind = {"pdf": "application/pdf", "svg": "image/svg+xml"}[wanted]
    return Response(_camera().page(wanted, paper), mimetype=kind)


class Calibrated(CameraShown, frozen=True):
    """picture: what shows whether it is right."""

    picture: str


@blueprint.post("/camera/lens")
@takes(files=("photo",), answer=Calibrated)
def learn_lens() -> Response:
    camera = _camera()
    with photographs_in_turn(MOST_PHOTOS) as photos:
        camera.learn_lens(photos)
    return _learned("lens")


@blueprint.post("/camera/table")
@takes(files=("photo",), answer=Calibrated)
def learn_table() -> Response:
    camera = _camera()
    with photographs_in_turn(1) as (photo,):
        camera.learn_table(photo, _corners())
    return _learned("table")


@blueprint.post("/camera/white")
@takes(files=("photo",), answer=Calibrated)
def learn_white() -> Response:
    camera = _camera()
    with photographs_in_turn(1) as (photo,):
        camera.learn_white(photo)
    return _learned("white")


@blueprint.get("/camera/<part>.jpg")
def picture(part: str) -> Response:
    return Response(_camera().picture(_part(part)), mimetype="image/jpeg")


@blueprint.delete("/camera/<part>")
@takes(answer=CameraShown)
def forget(part: str) -> Response:
    _camera().forget(_part(part))
    return json_answer(_camera().known())


def _learned(part: CameraPart) -> Response:
    return json_answer(Calibrated(**asdict(_camera().known()), picture=f"/api/camera/{part}.jpg"))


def _corners() -> Any:
    try:
        return parsed(request.form.get("corners", "").encode(), "The field corners")
    except JsonUnfitError:
        wanted = "four points as JSON, [[x, y], …], near left, near right, far right, far left"
        raise ArgumentWrongError("corners", wanted) from None


def _part(name: str) -> CameraPart:
    parts: tuple[CameraPart, ...] = get_args(CameraPart)
    for part in parts:
        if part == name:
            return part
    raise ArgumentWrongError("part", f"one of {', '.join(parts)}")


def _camera() -> Camera:
    camera = services().camera
    if camera is None:
        raise RecognitionMissingHereError
    return camera

"""Calls about the hand that is being entered: seen by everyone, filled by all scorekeepers."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion.base.forms import Form
from companion.ledger import Evening
from companion.ledger.drafts import Draft
from companion.ledger.shown import news
from companion.web.openapi import takes
from companion.web.services import json_answer, json_body, services

blueprint = Blueprint("drafts", __name__)


class DraftAsked(Form, frozen=True):
    """parts: by name; null takes a part away. anew: what was there before is dropped."""

    hand: int
    parts: dict[str, Any]
    anew: bool = False


@blueprint.get("/evenings/<id>/draft")
@takes(answer=Draft)
def draft(id: str) -> Response:
    at = services()
    return json_answer(at.drafts.of(at.ledger.evening(id)))


@blueprint.patch("/evenings/<id>/draft")
@takes(DraftAsked, answer=Draft)
def change(id: str) -> Response:
    at = services()
    evening = at.ledger.evening(id)
    asked = DraftAsked.from_json(json_body())
    after = at.drafts.change(evening, asked.hand, asked.parts, asked.anew)
    _tell(evening, after)
    return json_answer(after)


def _tell(evening: Evening, draft: Draft) -> None:
    services().hub.publish(news(evening, None, draft.revision))

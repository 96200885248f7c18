"""Calls that help at the table: seats, the wall, the deal, claims, washing, reckless discards.

Each is a pure function of the request and of the rules: a rule set's or an evening's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, request
from msgspec import field

from companion.base.forms import Form
from companion.game.seats import Seat
from companion.game.tiles import Tiles
from companion.rules.books.ruleset import as_played
from companion.rules.table.claims import Claim, precedence
from companion.rules.table.reckless import Discard, judge_as_given
from companion.rules.table.rotation import RotationRule, opening, sets_left
from companion.rules.table.wall import (
    DEAL_SOURCE,
    DEAL_WORDS,
    WIND_BOX_SOURCE,
    WIND_BOX_WORDS,
    Stack,
    breach,
    deal,
    highest,
    named,
    takers,
    tile_count,
    wind_box,
)
from companion.rules.table.washing import may_wash
from companion.web.openapi import takes
from companion.web.services import json_answer, json_body, number_argument, ruleset_asked

blueprint = Blueprint("aids", __name__)


class ThrowsAsked(Form, frozen=True):
    throws: tuple[int, ...]
    ruleset: str = "harr"


@blueprint.post("/seats")
@takes(ThrowsAsked)
def first_east() -> Response:
    asked = ThrowsAsked.from_json(json_body())
    opening(len(asked.throws), RotationRule())
    found = highest(asked.throws)
    alone = len(found) == 1
    return json_answer(
        {
            "highest": found,
            "east": found[0] if alone else None,
            "words": "The highest throw is first East." if alone else "The highest throw again.",
            "source": ruleset_asked(asked.ruleset).settings["seats_drawn_by"].source,
        }
    )


class BoxAsked(Form, frozen=True):
    """thrower: who throws first, by place. second, discs and box follow one after the other."""

    thrower: int
    first: int
    second: int | None = None
    discs: tuple[Seat, ...] = ()
    box: int = 0


@blueprint.post("/wind-box")
@takes(BoxAsked)
def seats_by_wind_box() -> Response:
    asked = BoxAsked.from_json(json_body())
    shuffler = named(asked.thrower, asked.first)
    answer: dict[str, Any] = {"shuffler": shuffler, "takers": None, "box": None, "seats": None}
    if asked.second is not None:
        answer["takers"] = takers(shuffler, asked.second)
        if asked.discs:
            drawn = wind_box(shuffler, asked.second, asked.discs, asked.box)
            answer |= {"box": drawn.box, "seats": drawn.seats}
    return json_answer({**answer, "words": WIND_BOX_WORDS, "source": WIND_BOX_SOURCE})


@blueprint.get("/sets")
def sets() -> Response:
    found = sets_left(number_argument("agreed", least=1), number_argument("completed"))
    return json_answer(
        {"left": found.left, "over": found.over, "words": found.words, "source": found.source}
    )


@blueprint.get("/wall")
def wall() -> Response:
    rules = ruleset_asked(request.args.get("ruleset", "harr"))
    second = number_argument("second") if request.args.get("second") else None
    found = breach(number_argument("dice"), second, rules, _taken(number_argument("players", 4)))
    return json_answer(
        {
            "words": found.words,
            "source": found.source,
            "again": found.again,
            "breaker": found.breaker,
            "lifted": found.lifted and _stack_json(found.lifted),
            "loose": [_stack_json(stack) for stack in found.loose],
        }
    )


@blueprint.get("/deal")
def the_deal() -> Response:
    steps = deal(_taken(number_argument("players", 4)))
    return json_answer(
        {
            "steps": [{"seat": step.seat, "tiles": step.tiles} for step in steps],
            "words": DEAL_WORDS,
            "source": DEAL_SOURCE,
        }
    )


@blueprint.get("/count")
def count() -> Response:
    drawn = request.args.get("winner", "false") in ("true", "1")
    counted = tile_count(
        number_argument("kongs", 0, most=4), drawn, number_argument("bonus", 0, most=16)
    )
    return json_answer({"tiles": counted.tiles, "words": counted.words, "source": counted.source})


class ClaimsAsked(Form, frozen=True):
    discarder: Seat
    claims: tuple[Claim, ...]
    ruleset: str = "harr"
    players: int = 4


@blueprint.post("/precedence")
@takes(ClaimsAsked)
def who_goes_first() -> Response:
    asked = ClaimsAsked.from_json(json_body())
    first = precedence(
        asked.discarder, asked.claims, ruleset_asked(asked.ruleset), _taken(asked.players)
    )
    return json_answer(
        {
            "seat": first.claim.seat,
            "kind": first.claim.kind,
            "words": first.words,
            "source": first.source,
        }
    )


class DealtAsked(Form, frozen=True):
    dealt: Tiles
    seat: Seat
    ruleset: str = "harr-limit"
    options: Mapping[str, Any] = field(default_factory=dict)


@blueprint.post("/washing")
@takes(DealtAsked)
def washing() -> Response:
    asked = DealtAsked.from_json(json_body())
    rules = as_played(ruleset_asked(asked.ruleset), asked.options)
    found = may_wash(asked.dealt, asked.seat, rules)
    return json_answer(
        {
            "heads": found.heads,
            "may_wash": found.may_wash,
            "from_each": found.from_each,
            "words": found.words,
            "source": rules.settings["washing"].source,
        }
    )


@blueprint.post("/reckless")
@takes(Discard)
def reckless() -> Response:
    return json_answer(asdict(judge_as_given(json_body(), ruleset_asked)))


def _taken(players: int) -> tuple[Seat, ...]:
    """The winds that so many players take at first. Raises PlayersUnfitError."""
    return tuple(opening(players, RotationRule()).seats)


def _stack_json(stack: Stack) -> dict[str, Any]:
    return {"side": stack.side, "number": stack.number, "words": stack.words}

"""Calls that help at the table: seats, the wall, the deal, claims, washing, reckless discards.

Each is a pure function of what is asked, by the rules asked for: a rule set's or an evening's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from flask import Blueprint, Response, request

from companion.hand import Hand, tiles_from_json
from companion.jsonform import from_form, names_checked
from companion.rules.claims import Claim, precedence
from companion.rules.reckless import Discarder, judge
from companion.rules.rotation import RotationRule, opening, sets_left
from companion.rules.ruleset import as_played
from companion.rules.wall import (
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
from companion.rules.washing import may_wash
from companion.seats import Seat
from companion.web.services import json_answer, json_body, number_argument, ruleset_asked

blueprint = Blueprint("aids", __name__)


@blueprint.post("/seats")
def first_east() -> Response:
    asked: _ThrowsAsked = from_form(_ThrowsAsked, json_body())
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


@dataclass(frozen=True)
class _ThrowsAsked:
    throws: tuple[int, ...]
    ruleset: str = "harr"


@blueprint.post("/wind-box")
def seats_by_wind_box() -> Response:
    asked: _BoxAsked = from_form(_BoxAsked, json_body())
    shuffler = named(asked.thrower, asked.first)
    answer: dict[str, Any] = {"shuffler": shuffler, "takers": None, "box": None, "seats": None}
    if asked.second is not None:
        answer["takers"] = takers(shuffler, asked.second)
        if asked.discs:
            drawn = wind_box(shuffler, asked.second, asked.discs, asked.box)
            answer |= {"box": drawn.box, "seats": drawn.seats}
    return json_answer({**answer, "words": WIND_BOX_WORDS, "source": WIND_BOX_SOURCE})


@dataclass(frozen=True)
class _BoxAsked:
    """thrower: who throws first, by place. second, discs and box come one after the other."""

    thrower: int
    first: int
    second: int | None = None
    discs: tuple[Seat, ...] = ()
    box: int = 0


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


@blueprint.post("/precedence")
def who_goes_first() -> Response:
    asked: _ClaimsAsked = from_form(_ClaimsAsked, json_body())
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


@dataclass(frozen=True)
class _ClaimsAsked:
    discarder: Seat
    claims: tuple[Claim, ...]
    ruleset: str = "harr"
    players: int = 4


@blueprint.post("/washing")
def washing() -> Response:
    asked: _DealtAsked = from_form(_DealtAsked, json_body())
    rules = as_played(ruleset_asked(asked.ruleset), asked.options)
    found = may_wash(tiles_from_json(asked.dealt, "dealt"), asked.seat, rules)
    return json_answer(
        {
            "heads": found.heads,
            "may_wash": found.may_wash,
            "from_each": found.from_each,
            "words": found.words,
            "source": rules.settings["washing"].source,
        }
    )


@dataclass(frozen=True)
class _DealtAsked:
    dealt: Any
    seat: Seat
    ruleset: str = "harr-limit"
    options: Mapping[str, Any] = field(default_factory=dict)


@blueprint.post("/reckless")
def reckless() -> Response:
    asked = names_checked(json_body(), ("winner", "discarder"), ("winner",), "")
    winner = Hand.from_json(asked["winner"])
    discarder: Discarder = from_form(Discarder, asked.get("discarder", {}), "discarder")
    rules = as_played(ruleset_asked(winner.ruleset), winner.options)
    return json_answer(asdict(judge(winner, discarder, rules)))


def _taken(players: int) -> tuple[Seat, ...]:
    """The winds that so many players take at first. Raises PlayersUnfitError."""
    return tuple(opening(players, RotationRule()).seats)


def _stack_json(stack: Stack) -> dict[str, Any]:
    return {"side": stack.side, "number": stack.number, "words": stack.words}

"""Calls that help at the table: seats, the wall, the deal, claims, washing, reckless discards.

Each is a pure function of the request and of the rules: a rule set's or an evening's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from flask import Blueprint, Response
from msgspec import Meta

from companion.base.forms import Form, always
from companion.base.frozen import EMPTY
from companion.game.seats import Place, Seat
from companion.game.tiles import Tiles
from companion.rules.books.ruleset import as_played
from companion.rules.hands_at_table import judge_as_given
from companion.rules.table.claims import Claim, Precedence, precedence
from companion.rules.table.reckless import Discard, Verdict
from companion.rules.table.rotation import SetsLeft, first_seats, sets_left
from companion.rules.table.wall import (
    DEAL_SOURCE,
    DEAL_WORDS,
    WIND_BOX_SOURCE,
    WIND_BOX_WORDS,
    Breach,
    DealStep,
    TileCount,
    breach,
    deal,
    highest,
    named,
    takers,
    tile_count,
    wind_box,
)
from companion.rules.table.washing import Washing, may_wash
from companion.web.openapi import takes
from companion.web.services import (
    Number,
    OfEvening,
    asked_in_address,
    json_answer,
    json_body,
    ruleset_asked,
    services,
)

blueprint = Blueprint("aids", __name__)


class ThrowsAsked(Form, frozen=True):
    throws: tuple[int, ...]
    ruleset: str = "harr"


class FirstEast(Form, frozen=True):
    """highest: who threw highest, by place. east: the only one of them; None if several throw
    again."""

    highest: tuple[Place, ...]
    east: Place | None
    words: str
    source: str


@blueprint.post("/seats")
@takes(ThrowsAsked, query=OfEvening, answer=FirstEast, to_all=True)
def first_east() -> Response:
    asked = ThrowsAsked.from_json(json_body())
    first_seats(len(asked.throws))  # refuses so many players as no table has
    found = highest(asked.throws)
    east = found[0] if len(found) == 1 else None
    words = "The highest throw again." if east is None else "The highest throw is first East."
    source = ruleset_asked(asked.ruleset).settings["seats_drawn_by"].source
    return json_answer(FirstEast(found, east, words, source))


class BoxAsked(Form, frozen=True):
    """thrower: who throws first, by place. second, discs and box follow one after the other."""

    thrower: int
    first: int
    second: int | None = None
    discs: tuple[Seat, ...] = ()
    box: int = 0


class BoxDrawn(Form, frozen=True):
    """By place, as far as the throws and discs are known (see `wall.WindBox`)."""

    shuffler: Place
    takers: tuple[Place, ...] | None = always(None)
    box: Place | None = always(None)
    seats: Mapping[Seat, Place] | None = always(None)
    words: str = always(WIND_BOX_WORDS)
    source: str = always(WIND_BOX_SOURCE)


@blueprint.post("/wind-box")
@takes(BoxAsked, answer=BoxDrawn, to_all=True)
def seats_by_wind_box() -> Response:
    asked = BoxAsked.from_json(json_body())
    shuffler = named(asked.thrower, asked.first)
    if asked.second is None:
        return json_answer(BoxDrawn(shuffler))
    if not asked.discs:
        return json_answer(BoxDrawn(shuffler, takers(shuffler, asked.second)))
    drawn = wind_box(shuffler, asked.second, asked.discs, asked.box)
    return json_answer(BoxDrawn(shuffler, drawn.takers, drawn.box, drawn.seats))


class SetsAsked(OfEvening, frozen=True, kw_only=True):
    """agreed, completed: sets, or rounds where the book agrees on rounds."""

    agreed: Annotated[int, Meta(ge=1, le=10**6)]
    completed: Number
    ruleset: str = "harr-limit"


@blueprint.get("/sets")
@takes(query=SetsAsked, answer=SetsLeft)
def sets() -> Response:
    asked = asked_in_address(SetsAsked)
    book = ruleset_asked(asked.ruleset).book
    return json_answer(sets_left(asked.agreed, asked.completed, book))


class WallAsked(OfEvening, frozen=True, kw_only=True):
    """dice: the first throw. second: the throw of the player that it named, once that is known."""

    dice: Number
    second: Number | None = None
    players: Number = 4
    ruleset: str = "harr"


@blueprint.get("/wall")
@takes(query=WallAsked, answer=Breach)
def wall() -> Response:
    asked = asked_in_address(WallAsked)
    rules = ruleset_asked(asked.ruleset)
    return json_answer(breach(asked.dice, asked.second, rules, _taken(asked.players)))


class DealAsked(OfEvening, frozen=True):
    players: Number = 4


class Deal(Form, frozen=True):
    steps: tuple[DealStep, ...]
    words: str = always(DEAL_WORDS)
    source: str = always(DEAL_SOURCE)


@blueprint.get("/deal")
@takes(query=DealAsked, answer=Deal)
def the_deal() -> Response:
    return json_answer(Deal(deal(_taken(asked_in_address(DealAsked).players))))


class CountAsked(Form, frozen=True):
    """winner: the player has drawn or claimed a tile. bonus: tiles laid out."""

    kongs: Annotated[int, Meta(ge=0, le=4)] = 0
    winner: bool = False
    bonus: Annotated[int, Meta(ge=0, le=16)] = 0


@blueprint.get("/count")
@takes(query=CountAsked, answer=TileCount)
def count() -> Response:
    asked = asked_in_address(CountAsked)
    return json_answer(tile_count(asked.kongs, asked.winner, asked.bonus))


class ClaimsAsked(Form, frozen=True):
    discarder: Seat
    claims: tuple[Claim, ...]
    ruleset: str = "harr"
    players: int = 4


@blueprint.post("/precedence")
@takes(ClaimsAsked, query=OfEvening, answer=Precedence, to_all=True)
def who_goes_first() -> Response:
    asked = ClaimsAsked.from_json(json_body())
    rules, taken = ruleset_asked(asked.ruleset), _taken(asked.players)
    return json_answer(precedence(asked.discarder, asked.claims, rules, taken))


class DealtAsked(Form, frozen=True):
    dealt: Tiles
    seat: Seat
    ruleset: str = "harr-limit"
    options: Mapping[str, Any] = always(EMPTY)


@blueprint.post("/washing")
@takes(DealtAsked, query=OfEvening, answer=Washing, to_all=True)
def washing() -> Response:
    asked = DealtAsked.from_json(json_body())
    rules = as_played(ruleset_asked(asked.ruleset), asked.options)
    return json_answer(may_wash(asked.dealt, asked.seat, rules))


@blueprint.post("/reckless")
@takes(Discard, query=OfEvening, answer=Verdict, to_all=True)
def reckless() -> Response:
    return json_answer(judge_as_given(json_body(), ruleset_asked))


def _taken(players: int) -> tuple[Seat, ...]:
    """The winds of the players: of an evening in the address (`?evening=ID`) as they sit now, since
    the empty place moves on with the winds (Booklet, Three-Handed); else those of the first hand.

    Raises EveningMissingError, PlayersUnfitError.
    """
    evening = asked_in_address(OfEvening).evening
    if evening is None:
        return first_seats(players)
    return tuple(services().ledger.evening(evening).position.turn.seats)

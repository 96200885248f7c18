"""Calls about the rules: scoring and settling on paper, rule sets, tiles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response

from companion.base.errors import MalformedError
from companion.base.forms import Form, always
from companion.base.frozen import EMPTY
from companion.game import tiles as t
from companion.game.hand import Hand
from companion.rules.books.house import House, house_text
from companion.rules.books.ruleset import as_played
from companion.rules.hands_at_table import GivenTable, SettledTable, settle_as_given
from companion.rules.scoring.answer import Score, score_hand
from companion.rules.scoring.hints import Missed, near_misses
from companion.rules.table.describe import (
    RulesetHead,
    RulesetShown,
    RulesetsListed,
    head_shown,
    listed,
    ruleset_shown,
)
from companion.web import api_aids
from companion.web.openapi import takes
from companion.web.services import (
    OfEvening,
    asked_in_address,
    json_answer,
    json_body,
    raw_body,
    ruleset_asked,
    services,
)


class ScoringAsked(OfEvening, frozen=True):
    """hints: also what the hand missed."""

    hints: bool = False


class Scored(Score, frozen=True, kw_only=True):
    """missed: what would have scored more, if hints were asked for."""

    missed: tuple[Missed, ...] | None = None


class RulesetAsked(OfEvening, frozen=True):
    """options: those that a table plays with."""

    options: Mapping[str, Any] = always(EMPTY)


blueprint = Blueprint("rules", __name__)
blueprint.register_blueprint(api_aids.blueprint, url_prefix="/aids")


class NotTextError(MalformedError):
    sentence = "The file is not UTF-8 text; save it as UTF-8 and send it again."


@blueprint.post("/score")
@takes(Hand, query=ScoringAsked, answer=Scored, to_all=True)
def score() -> Response:
    asked, hand = asked_in_address(ScoringAsked), Hand.from_json(json_body())
    rules = ruleset_asked(hand.ruleset)
    scored = score_hand(hand, rules)
    if not asked.hints:
        return json_answer(scored)
    return json_answer({**scored.to_json(), "missed": near_misses(hand, scored, rules)})


@blueprint.post("/settle")
@takes(GivenTable, query=OfEvening, answer=SettledTable, to_all=True)
def settle_on_paper() -> Response:
    return json_answer(settle_as_given(json_body(), ruleset_asked)[0])


@blueprint.get("/rulesets")
@takes(answer=RulesetsListed)
def rulesets() -> Response:
    return json_answer(listed(services().ledger.rulebooks.every()))


@blueprint.get("/rulesets/<name>")
@takes(query=RulesetAsked, answer=RulesetShown)
def ruleset(name: str) -> Response:
    options = asked_in_address(RulesetAsked).options
    return json_answer(ruleset_shown(as_played(ruleset_asked(name), options)))


@blueprint.put("/rulesets/<name>")
@takes(House, answer=RulesetHead)
def keep_ruleset(name: str) -> Response:
    return json_answer(head_shown(services().ledger.rulebooks.keep(house_text(json_body()), name)))


class Removed(Form, frozen=True):
    removed: str


@blueprint.delete("/rulesets/<name>")
@takes(answer=Removed)
def remove_ruleset(name: str) -> Response:
    services().ledger.rulebooks.remove(name)
    return json_answer(Removed(name))


@blueprint.get("/rulesets/<name>/file")
def ruleset_file(name: str) -> Response:
    answer = Response(services().ledger.rulebooks.text(name), mimetype="application/toml")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer


@blueprint.post("/rulesets/import")
@takes(answer=RulesetHead)
def import_ruleset() -> Response:
    try:
        text = raw_body(services().settings.body_limit).decode("utf-8")
    except UnicodeDecodeError:
        raise NotTextError from None
    return json_answer(head_shown(services().ledger.rulebooks.keep(text)), 201)


class TileShown(Form, frozen=True):
    """unicode: its sign, if it has one. suit: its letter; empty for other tiles."""

    code: t.Code
    words: str
    unicode: str | None
    suit: str
    head: bool


class TilesShown(Form, frozen=True):
    tiles: tuple[TileShown, ...]


@blueprint.get("/tiles")
@takes(answer=TilesShown)
def tiles() -> Response:
    every = (
        TileShown(code, t.words(code), t.UNICODE.get(code), t.suit(code), code in t.HEADS)
        for code in t.ALL
    )
    return json_answer(TilesShown(tuple(every)))

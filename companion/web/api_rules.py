"""Calls about the rules: scoring and settling on paper, rule sets, tiles."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.base.errors import MalformedError
from companion.base.forms import FieldWrongError
from companion.game import tiles as t
from companion.game.hand import Hand
from companion.rules.books.house import House, house_text
from companion.rules.books.ruleset import Ruleset, as_played
from companion.rules.hands_at_table import GivenTable, as_json, settle_as_given
from companion.rules.scoring.answer import Score, score_hand
from companion.rules.scoring.hints import near_misses
from companion.rules.table.describe import head_json, ruleset_json
from companion.rules.table.settle import Settlement
from companion.web import api_aids
from companion.web.openapi import takes
from companion.web.services import (
    json_answer,
    json_argument,
    json_body,
    raw_body,
    ruleset_asked,
    scorekeeper_only,
    services,
)

blueprint = Blueprint("rules", __name__)
blueprint.register_blueprint(api_aids.blueprint, url_prefix="/aids")


class NotTextError(MalformedError):
    def __init__(self) -> None:
        super().__init__("The file is not UTF-8 text; save it as UTF-8 and send it again.")


@blueprint.post("/score")
@takes(Hand, answer=Score)
def score() -> Response:
    hand = Hand.from_json(json_body())
    rules = ruleset_asked(hand.ruleset)
    scored = score_hand(hand, rules)
    if request.args.get("hints") not in ("1", "true"):
        return json_answer(scored)
    return json_answer({**scored.to_json(), "missed": near_misses(hand, scored, rules)})


@blueprint.post("/settle")
@takes(GivenTable, answer=Settlement)
def settle_on_paper() -> Response:
    return json_answer(as_json(*settle_as_given(json_body(), ruleset_asked)))


@blueprint.get("/rulesets")
def rulesets() -> Response:
    every = services().ledger.rulebooks.every()
    return json_answer({"rulesets": [head_json(one) for one in every if isinstance(one, Ruleset)]})


@blueprint.get("/rulesets/<name>")
def ruleset(name: str) -> Response:
    options = json_argument("options", {})
    if not isinstance(options, dict):
        raise FieldWrongError("options", "an object", options)
    return json_answer(ruleset_json(as_played(ruleset_asked(name), options)))


@blueprint.put("/rulesets/<name>")
@takes(House)
def keep_ruleset(name: str) -> Response:
    scorekeeper_only()
    return json_answer(head_json(services().ledger.rulebooks.keep(house_text(json_body()), name)))


@blueprint.delete("/rulesets/<name>")
def remove_ruleset(name: str) -> Response:
    scorekeeper_only()
    services().ledger.rulebooks.remove(name)
    return json_answer({"removed": name})


@blueprint.get("/rulesets/<name>/file")
def ruleset_file(name: str) -> Response:
    answer = Response(services().ledger.rulebooks.text(name), mimetype="application/toml")
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}.toml"'
    return answer


@blueprint.post("/rulesets/import")
def import_ruleset() -> Response:
    scorekeeper_only()
    try:
        text = raw_body(services().settings.body_limit).decode("utf-8")
    except UnicodeDecodeError:
        raise NotTextError from None
    return json_answer(head_json(services().ledger.rulebooks.keep(text)), 201)


@blueprint.get("/tiles")
def tiles() -> Response:
    return json_answer(
        {
            "tiles": [
                {
                    "code": code,
                    "words": t.words(code),
                    "unicode": t.UNICODE.get(code),
                    "suit": t.suit(code),
                    "head": code in t.HEADS,
                }
                for code in t.ALL
            ]
        }
    )

"""Calls about the rules: scoring and settling on paper, rule sets, tiles."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion import tiles as t
from companion.hand import Hand
from companion.jsonform import FieldWrongError
from companion.rules.hints import near_misses
from companion.rules.house import house_text
from companion.rules.ruleset import Ruleset, as_played
from companion.rules.score import score_hand
from companion.rules.settle import Table, settle
from companion.rules.shown import head_json, ruleset_json
from companion.web import api_aids
from companion.web.services import (
    NoJsonError,
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


@blueprint.post("/score")
def score() -> Response:
    hand = Hand.from_json(json_body())
    rules = ruleset_asked(hand.ruleset)
    scored = score_hand(hand, rules)
    if request.args.get("hints") not in ("1", "true"):
        return json_answer(scored.to_json())
    missed = [each.to_json() for each in near_misses(hand, scored, rules)]
    return json_answer({**scored.to_json(), "missed": missed})


@blueprint.post("/settle")
def settle_on_paper() -> Response:
    table = Table.from_json(json_body())
    return json_answer(settle(table, ruleset_asked(table.ruleset)).to_json())


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
        raise NoJsonError("it is not UTF-8") from None
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

"""Calls about the rules: scoring and settling on paper, rule sets, tiles, and table aids."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response

from companion import tiles as t
from companion.hand import Hand
from companion.rules.house import house_text
from companion.rules.ruleset import Rule, Ruleset, Setting
from companion.rules.score import score_hand
from companion.rules.settle import Table, settle
from companion.web.services import (
    NoJsonError,
    json_answer,
    json_body,
    raw_body,
    scorekeeper_only,
    services,
)

blueprint = Blueprint("rules", __name__)


@blueprint.post("/score")
def score() -> Response:
    hand = Hand.from_json(json_body())
    return json_answer(score_hand(hand, _ruleset(hand.ruleset)).to_json())


@blueprint.post("/settle")
def settle_on_paper() -> Response:
    table = Table.from_json(json_body())
    return json_answer(settle(table, _ruleset(table.ruleset)).to_json())


@blueprint.get("/rulesets")
def rulesets() -> Response:
    names = services().ledger.rulebooks.names()
    return json_answer({"rulesets": [_head(_ruleset(name)) for name in names]})


@blueprint.get("/rulesets/<name>")
def ruleset(name: str) -> Response:
    rules = _ruleset(name)
    return json_answer(
        {
            **_head(rules),
            "rules": [_rule_json(rule) for rule in rules.rules.values()],
            "settings": [_setting_json(setting) for setting in rules.settings.values()],
        }
    )


@blueprint.put("/rulesets/<name>")
def keep_ruleset(name: str) -> Response:
    scorekeeper_only()
    return json_answer(_head(services().ledger.rulebooks.keep(house_text(json_body()), name)))


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
    return json_answer(_head(services().ledger.rulebooks.keep(text)), 201)


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


def _ruleset(name: str) -> Ruleset:
    return services().ledger.rulebooks.ruleset(name)


def _head(rules: Ruleset) -> dict[str, Any]:
    return {
        "id": rules.id,
        "name": rules.name,
        "about": rules.about,
        "house": rules.house,
        "base": rules.base,
        "limit": rules.value("limit"),
    }


def _rule_json(rule: Rule) -> dict[str, Any]:
    return {
        "key": rule.key,
        "id": rule.id,
        "words": rule.words,
        "per": rule.per,
        "who": rule.who,
        "points": rule.points,
        "doubles": rule.doubles,
        "limit": rule.limit,
        "added": rule.added,
        "on": rule.on,
        "choices": list(rule.choices),
        "source": rule.source,
        "status": rule.status,
    }


def _setting_json(setting: Setting) -> dict[str, Any]:
    return {
        "name": setting.name,
        "words": setting.words,
        "kind": setting.form.kind,
        "choices": list(setting.form.choices),
        "value": setting.value,
        "source": setting.source,
        "status": setting.status,
    }

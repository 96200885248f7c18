"""Calls about the rules: scoring and settling on paper, rule sets, tiles, and table aids."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, request

from companion import tiles as t
from companion.hand import Hand
from companion.jsonform import from_form
from companion.rules.claims import Claim, precedence
from companion.rules.house import house_text
from companion.rules.rotation import RotationRule, opening
from companion.rules.ruleset import Ruleset
from companion.rules.score import score_hand
from companion.rules.settle import Table, settle
from companion.rules.shown import head_json, ruleset_json
from companion.rules.wall import (
    DEAL_SOURCE,
    DEAL_WORDS,
    Stack,
    breach,
    deal,
    tile_count,
)
from companion.seats import Seat
from companion.web.services import (
    NoJsonError,
    json_answer,
    json_body,
    number_argument,
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
    every = services().ledger.rulebooks.every()
    return json_answer({"rulesets": [head_json(one) for one in every if isinstance(one, Ruleset)]})


@blueprint.get("/rulesets/<name>")
def ruleset(name: str) -> Response:
    return json_answer(ruleset_json(_ruleset(name)))


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


@blueprint.get("/aids/wall")
def aid_wall() -> Response:
    rules = _ruleset(request.args.get("ruleset", "harr"))
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


@blueprint.get("/aids/deal")
def aid_deal() -> Response:
    steps = deal(_taken(number_argument("players", 4)))
    return json_answer(
        {
            "steps": [{"seat": step.seat, "tiles": step.tiles} for step in steps],
            "words": DEAL_WORDS,
            "source": DEAL_SOURCE,
        }
    )


@blueprint.get("/aids/count")
def aid_count() -> Response:
    drawn = request.args.get("winner", "false") in ("true", "1")
    count = tile_count(
        number_argument("kongs", 0, most=4), drawn, number_argument("bonus", 0, most=16)
    )
    return json_answer({"tiles": count.tiles, "words": count.words, "source": count.source})


@blueprint.post("/aids/precedence")
def aid_precedence() -> Response:
    asked: _ClaimsAsked = from_form(_ClaimsAsked, json_body())
    first = precedence(
        asked.discarder, asked.claims, _ruleset(asked.ruleset), _taken(asked.players)
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


def _taken(players: int) -> tuple[Seat, ...]:
    """The winds that so many players take at first. Raises PlayersUnfitError."""
    return tuple(opening(players, RotationRule()).seats)


def _stack_json(stack: Stack) -> dict[str, Any]:
    return {"side": stack.side, "number": stack.number, "words": stack.words}


def _ruleset(name: str) -> Ruleset:
    return services().ledger.rulebooks.ruleset(name)

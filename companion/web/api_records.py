"""Calls about what is kept: history, final settlement, exports and imports, statistics."""

from __future__ import annotations

from flask import Blueprint, Response, request

from companion.ledger import backup, export
from companion.ledger.summary import statistics
from companion.ledger.view import final_json, history_json, statistics_json
from companion.web.services import json_answer, json_body, scorekeeper_only, services

blueprint = Blueprint("records", __name__)


@blueprint.get("/evenings/<id>/final")
def final(id: str) -> Response:
    evening = services().ledger.evening(id)
    return json_answer(final_json(evening), version=evening.version)


@blueprint.get("/evenings/<id>/history")
def history(id: str) -> Response:
    ledger = services().ledger
    evening = ledger.evening(id)
    events = history_json(ledger.journal(id), evening)
    return json_answer({"events": events}, version=evening.version)


@blueprint.get("/evenings/<id>/export.json")
def export_json(id: str) -> Response:
    ledger = services().ledger
    evening, rules = ledger.evening_and_rules(id)
    text = backup.write(ledger.journal(id), rules, evening)
    return _file(Response(text, mimetype="application/json"), id, "json")


@blueprint.get("/evenings/<id>/export.csv")
def export_csv(id: str) -> Response:
    evening = services().ledger.evening(id)
    # The mark at the start tells spreadsheets that the text is UTF-8.
    text = "\ufeff" + export.csv_text(evening)
    return _file(Response(text, mimetype="text/csv"), id, "csv")


@blueprint.get("/evenings/<id>/sheet.pdf")
def sheet(id: str) -> Response:
    # Loaded here, not with the server, which starts in half the time without it.
    from companion.ledger.sheet import score_sheet

    evening, rules = services().ledger.evening_and_rules(id)
    return _file(
        Response(score_sheet(evening, rules), mimetype="application/pdf"),
        id,
        "pdf",
        disposition="inline",
    )


@blueprint.post("/evenings/import")
def import_evening() -> Response:
    scorekeeper_only()
    journal, rules = backup.read(json_body(services().settings.upload_limit))
    evening, new = services().ledger.restore(journal, rules)
    answer = {"id": evening.setup.id, "version": evening.version, "already": not new}
    return json_answer(answer, 201 if new else 200, evening.version)


@blueprint.get("/players")
def players() -> Response:
    page = services().ledger.evenings()
    return json_answer(
        {
            "players": [
                {
                    "name": player.name,
                    "colour": player.colour,
                    "evenings": player.evenings,
                    "last": player.last,
                }
                for player in statistics(page.evenings)
            ]
        }
    )


@blueprint.get("/statistics")
def all_statistics() -> Response:
    page = services().ledger.evenings(request.args.get("search", ""))
    return json_answer({"players": [statistics_json(each) for each in statistics(page.evenings)]})


def _file(answer: Response, id: str, ending: str, disposition: str = "attachment") -> Response:
    # The id holds plain letters and digits only.
    answer.headers["Content-Disposition"] = f'{disposition}; filename="mah-jongg-{id}.{ending}"'
    return answer

"""Calls about records: history, final settlement, exports and imports, statistics."""

from __future__ import annotations

import os
import tempfile

from flask import Blueprint, Response, send_file

from companion.base.forms import Form, seen_as
from companion.base.json_text import parsed
from companion.ledger import archive, backup, export
from companion.ledger.settling_up import FinalSettlement, final_settlement
from companion.ledger.shown import HistoryLine
from companion.ledger.shown import history as told_in_order
from companion.ledger.statistics import Statistics, statistics
from companion.ledger.story import Story, story
from companion.web.openapi import takes
from companion.web.problems import TooLargeError
from companion.web.services import asked_in_address, body_into, json_answer, services

blueprint = Blueprint("records", __name__)

_IN_MEMORY = 8 * 1024 * 1024
"""Bytes of a backup that are held in memory. A larger one is on disk while it is used."""


class SearchAsked(Form, frozen=True):
    """search: words of an evening's title, its players' names, its day or its rule set."""

    search: str = ""


@blueprint.get("/evenings/<id>/final")
@takes(answer=FinalSettlement)
def final(id: str) -> Response:
    evening = services().ledger.evening(id)
    return json_answer(final_settlement(evening), version=evening.version)


@blueprint.get("/evenings/<id>/story")
@takes(answer=Story)
def told(id: str) -> Response:
    evening, rules = services().ledger.evening_and_rules(id)
    return json_answer(story(evening, rules), version=evening.version)


class History(Form, frozen=True):
    events: tuple[HistoryLine, ...]


@blueprint.get("/evenings/<id>/history")
@takes(answer=History)
def history(id: str) -> Response:
    ledger = services().ledger
    evening = ledger.evening(id)
    events = told_in_order(ledger.journal(id, evening.version), evening)
    return json_answer(History(events), version=evening.version)


@blueprint.get("/evenings/<id>/export.json")
def export_json(id: str) -> Response:
    ledger = services().ledger
    evening, rules = ledger.evening_and_rules(id)
    text = backup.write(ledger.journal(id, evening.version), rules, evening)
    return _file(Response(text, mimetype="application/json"), id, "json")


@blueprint.get("/evenings/<id>/export.zip")
def export_zip(id: str) -> Response:
    ledger = services().ledger
    evening, rules = ledger.evening_and_rules(id)
    journal = ledger.journal(id, evening.version)
    # On disk if it is large; the file is gone when the answer is closed.
    file = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115
    archive.write(file, backup.write(journal, rules, evening), id, journal, ledger.photos)
    file.seek(0)
    return _file(send_file(file, mimetype="application/zip"), id, "zip")


@blueprint.get("/evenings/<id>/export.csv")
def export_csv(id: str) -> Response:
    evening, rules = services().ledger.evening_and_rules(id)
    # The mark at the start tells spreadsheets that the text is UTF-8.
    text = "\ufeff" + export.csv_text(evening, rules)
    return _file(Response(text, mimetype="text/csv"), id, "csv")


@blueprint.get("/evenings/<id>/sheet.pdf")
def sheet(id: str) -> Response:
    # Imported here, because the server starts in half the time without it.
    from companion.ledger.sheet import score_sheet

    evening, rules = services().ledger.evening_and_rules(id)
    return _file(
        Response(score_sheet(story(evening, rules)), mimetype="application/pdf"),
        id,
        "pdf",
        disposition="inline",
    )


class Imported(Form, frozen=True):
    """already: it was there. photos: how many came with it."""

    id: str
    version: int
    already: bool
    photos: int


@blueprint.post("/evenings/import")
@takes(answer=Imported)
def import_evening() -> Response:
    at = services()
    with tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY) as file:
        body_into(file, at.settings.backup_limit)
        file.seek(0)
        packed = None
        if file.read(2) == b"PK":
            packed = archive.Archive(file, at.settings.upload_limit)
            body = parsed(packed.text(), "The backup")
        else:
            if file.seek(0, os.SEEK_END) > at.settings.upload_limit:
                raise TooLargeError("The evening", at.settings.upload_limit)
            file.seek(0)
            body = parsed(file.read(), "The backup")
        journal, rules = backup.read(body)
        if packed:
            packed.check_photos(journal)
        evening, new = at.ledger.restore(journal, rules)
        id = evening.setup.id
        photos = packed.keep_photos(id, journal, at.ledger.photos) if packed else 0
    answer = Imported(id, evening.version, not new, photos)
    return json_answer(answer, 201 if new else 200, evening.version)


class PlayerKnown(Form, frozen=True):
    """evenings: how many. last: when the newest of them began."""

    name: str
    colour: str | None
    evenings: int
    last: str


class Players(Form, frozen=True):
    players: tuple[PlayerKnown, ...]


@blueprint.get("/players")
@takes(answer=Players)
def players() -> Response:
    return json_answer(seen_as(Players, statistics(services().ledger.evenings().evenings)))


@blueprint.get("/statistics")
@takes(query=SearchAsked, answer=Statistics)
def all_statistics() -> Response:
    page = services().ledger.evenings(asked_in_address(SearchAsked).search)
    return json_answer(statistics(page.evenings))


def _file(answer: Response, id: str, ending: str, disposition: str = "attachment") -> Response:
    # The id has only plain letters and digits.
    answer.headers["Content-Disposition"] = f'{disposition}; filename="mah-jongg-{id}.{ending}"'
    return answer

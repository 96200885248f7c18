"""docs/api.md: every body that it shows is sent, and is of the form that the call takes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.scorekeeper import Scorekeeper

DOCUMENT = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
HAND = {
    "ruleset": "harr-limit",
    "seat": "N",
    "round": "E",
    "winner": True,
    "concealed": "234m222p55s",
    "melds": [{"kind": "chow", "tiles": "123s"}, {"kind": "pung", "tiles": "666m"}],
    "win": {"tile": "2p", "by": "discard"},
}
CALL = re.compile(r"`(POST|PUT|PATCH) ([^`\s]+)`(?: 🔑)?(?: \|)? `(\{[^`]+\})`")
NOT_HERE = {
    "/api/sets": 503,  # this server has no recognition, and so no sets
    "/api/enrolments": 503,
    "/api/readings": 404,  # no photograph was read
    "…/reseat": 404,  # three hands have not been settled here
    "…/draft": 409,  # nor is hand 4 the next one
    "…/counters": 422,  # the counters of one player of four are shown
    "/api/aids/washing": 422,  # one tile of fourteen is shown
}
"""What an example is answered in a new evening, where it speaks of more than that."""


def examples() -> Iterator[tuple[str, str, Any]]:
    """Each call with a body: method, path, and the body, without what the document leaves out."""
    for method, path, text in CALL.findall(DOCUMENT):
        yield method, path, json.loads(written_out(text))
    for path in ("/api/evenings", "/api/evenings/ID/hands"):
        (block,) = re.findall(rf"`POST {path}` 🔑[^\n]*\n```json\n(.*?)```", DOCUMENT, re.DOTALL)
        rest = written_out(block).strip()
        while rest:
            body, end = json.JSONDecoder().raw_decode(rest)
            yield "POST", path, body
            rest = rest[end:].strip()


def written_out(text: str) -> str:
    text = text.replace("{…a hand…}", json.dumps(HAND))
    text = re.sub(r'\["…"\]', "[]", text)
    text = re.sub(r'"stake": \{…\}, ', "", text)
    return re.sub(r', "?…"?(?=[\]}])', "", text)


EXAMPLES = list(examples())


def test_the_document_shows_most_bodies() -> None:
    assert len({(method, path) for method, path, _ in EXAMPLES}) >= 17


@pytest.mark.parametrize(("method", "path", "body"), EXAMPLES)
def test_an_example_is_taken(keeper: Scorekeeper, method: str, path: str, body: Any) -> None:
    evening = f"/api/evenings/{keeper.start(ruleset='harr-limit')}"
    address = path.replace("…", evening).replace("/api/evenings/ID", evening)
    answer = keeper.call(method, address, body, {"Idempotency-Key": "any"})
    refused = [status for start, status in NOT_HERE.items() if path.startswith(start)]
    if left_out(body):
        refused = [422]  # as a hand, what is left needs more tiles
    assert answer.status_code in (refused or (200, 201)), answer.text


def left_out(body: Any) -> bool:
    """Whether the document shows only part of the tiles or players."""
    return "[]" in json.dumps(body.get("hands", {})) or len(body.get("players", "1234")) < 4

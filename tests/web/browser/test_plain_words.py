"""Whatever the server refuses, the page explains it in a player's words."""

from __future__ import annotations

import re
from typing import Any

from tests.not_allowed import HANDS, TABLES
from tests.web.browser.browsing import OWN, Browser

# What belongs to programs: a path into a form, a version, a decoder.
INSIDE = re.compile(r"\w\.\w|\w\[|\w_\w|\bfield\b|version|UTF-8|BOM|JSON", re.IGNORECASE)
PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]

AS_THE_PAGE = (
    OWN
    + """
const [calls, done] = arguments;
(async () => {
  const { send } = await own("api");
  const said = [];
  for (const [method, path, body, options] of calls) {
    const how = { ask: false, key: String(Math.random()), ...options };
    const refused = await send(method, path, body, how).catch((error) => error);
    said.push([refused.status ?? null, refused.message ?? ""]);
  }
  done(said);
})();
"""
)


def said_on_the_page(tablet: Browser, calls: list[list[Any]]) -> list[tuple[int | None, str]]:
    return [tuple(one) for one in tablet.driver.execute_async_script(AS_THE_PAGE, calls)]


def test_no_message_on_the_page_speaks_of_the_programs_inside(tablet: Browser) -> None:
    tablet.sign_in()
    id = tablet.call("POST", "/api/evenings", {"players": PLAYERS, "ruleset": "harr"})["id"]
    evening = f"/api/evenings/{id}"
    pay = [{"from": 0, "to": 1, "points": 10**12}]
    calls: list[list[Any]] = [
        ["POST", f"{evening}/penalties", {"payments": pay, "reason": "late"}, {}],
        ["POST", f"{evening}/penalties", {"payments": [{"from": 0}]}, {}],
        ["POST", f"{evening}/hands", {"winner": "S", "scores": {"S": 20}}, {"version": 99}],
        ["POST", f"{evening}/hands", {"winner": "S", "scores": {"S": 20}}, {}],
        ["POST", f"{evening}/hands", {"winner": "S", "scores": {"S": "many"}}, {}],
        ["POST", f"{evening}/hands", "\ufeff{}", {"type": "application/json"}],
        ["PATCH", f"{evening}/draft", {"hand": 7, "parts": {}}, {}],
        ["PATCH", f"{evening}/draft", {"hand": 1, "parts": {"a[0].b": 1}}, {}],
        ["POST", f"{evening}/reseat", {"seats": {"E": 0}}, {}],
        ["POST", "/api/evenings/import", "\ufeff{", {"type": "application/json"}],
        ["POST", "/api/evenings", {"players": PLAYERS, "option": {}}, {}],
        *(["POST", "/api/score", form, {}] for form, _, _ in HANDS.values()),
        *(["POST", "/api/settle", form, {}] for form, _, _ in TABLES.values()),
    ]
    told = said_on_the_page(tablet, calls)
    refused = [
        (call[1], words) for call, (status, words) in zip(calls, told, strict=True) if status
    ]
    assert len(refused) >= len(HANDS) + len(TABLES)
    assert {words for _, words in refused if not words.endswith(".")} == set()
    assert [(path, words) for path, words in refused if INSIDE.search(words)] == []


def test_a_device_that_was_slower_is_told_so_in_everyday_words(tablet: Browser) -> None:
    tablet.sign_in()
    id = tablet.call("POST", "/api/evenings", {"players": PLAYERS, "ruleset": "harr"})["id"]
    stale: list[Any] = ["POST", f"/api/evenings/{id}/hands", {"winner": None}, {"version": 99}]
    [(status, words)] = said_on_the_page(tablet, [stale])
    assert status == 409
    assert words.startswith("Another device was quicker.")


def test_the_table_of_rules_says_once_that_something_is_assumed(tablet: Browser) -> None:
    for book in ("harr", "harr-limit", "international", "traditional"):
        tablet.open(f"/rules/{book}")
        tablet.sees(".rules .source")
        sources = tablet.each(".rules .source", "textContent")
        assert [words for words in sources if words.count("assumed") > 1] == [], book


def test_the_players_are_told_of_what_the_average_is(tablet: Browser) -> None:
    tablet.sign_in()
    id = tablet.call("POST", "/api/evenings", {"players": PLAYERS, "ruleset": "harr"})["id"]
    hand = {"winner": "E", "scores": {"E": 22, "S": 0, "W": 0, "N": 0}}
    assert "error" not in tablet.call("POST", f"/api/evenings/{id}/hands", hand)
    tablet.open("/statistics")
    tablet.says(".player-card dl", "Average score of a hand")

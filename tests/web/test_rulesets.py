"""Rule sets, house rules and table aids over HTTP."""

from __future__ import annotations

from typing import Any

import pytest
from scorekeeper import Scorekeeper

from companion.rules.ruleset import BOOKS, book
from companion.settings import Settings

OURS = {"id": "our-house", "name": "Our house", "base": "harr", "options": {"limit": 500}}


def test_the_books_are_listed_first(keeper: Scorekeeper) -> None:
    listed = keeper.call("GET", "/api/rulesets").get_json()["rulesets"]
    assert [each["id"] for each in listed] == list(BOOKS)


@pytest.mark.parametrize("name", BOOKS)
def test_a_book_is_shown_entry_by_entry_with_sources(keeper: Scorekeeper, name: str) -> None:
    shown = keeper.call("GET", f"/api/rulesets/{name}").get_json()
    assert [each["key"] for each in shown["rules"]] == list(book(name).rules)
    assert [each["name"] for each in shown["settings"]] == list(book(name).settings)
    assert all(each["source"] for each in (*shown["rules"], *shown["settings"]))


def test_house_rules_are_kept_played_by_passed_on_and_removed(keeper: Scorekeeper) -> None:
    assert keeper.call("PUT", "/api/rulesets/our-house", OURS).status_code == 200
    id = keeper.start(ruleset="our-house")
    evening = keeper.evening(id)
    assert (evening["ruleset_name"], evening["limit"]) == ("Our house", 500)

    file = keeper.call("GET", "/api/rulesets/our-house/file").text
    assert keeper.call("DELETE", "/api/rulesets/our-house").status_code == 200
    assert keeper.call("GET", "/api/rulesets/our-house").status_code == 404
    assert keeper.evening(id)["limit"] == 500

    taken = keeper.client.post("/api/rulesets/import", data=file, headers=keeper.headers)
    assert taken.status_code == 201
    assert taken.get_json()["id"] == "our-house"


def test_a_file_spoilt_by_hand_spoils_nothing_else(keeper: Scorekeeper, settings: Settings) -> None:
    keeper.call("PUT", "/api/rulesets/our-house", OURS)
    file = settings.data / "rulesets" / "our-house.toml"
    file.write_text(file.read_text("utf-8") + "limits = 3\n", encoding="utf-8")
    listed = keeper.call("GET", "/api/rulesets").get_json()["rulesets"]
    assert [each["id"] for each in listed] == list(BOOKS)
    shown = keeper.call("GET", "/api/rulesets/our-house")
    assert shown.status_code == 400
    assert "no option limits" in shown.get_json()["error"]


@pytest.mark.parametrize(
    ("path", "form", "words"),
    [
        ("our-house", {**OURS, "options": {"limit": 0, "rounds": 1}}, "rounds has to be"),
        ("our-house", {**OURS, "base": "riichi"}, "base has to be one of"),
        ("our-house", {**OURS, "author": "Ann"}, "author is unknown"),
        ("grandmas", OURS, "not of grandmas"),
        ("harr", {**OURS, "id": "harr"}, "a book's"),
    ],
)
def test_wrong_house_rules_are_refused_in_words(
    keeper: Scorekeeper, path: str, form: dict[str, Any], words: str
) -> None:
    answer = keeper.call("PUT", f"/api/rulesets/{path}", form)
    assert 400 <= answer.status_code < 500
    assert words in answer.get_json()["error"]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("wall?dice=7&second=7&ruleset=harr", {"breaker": "W"}),
        ("wall?dice=5&ruleset=international", {"breaker": "E"}),
        ("count?kongs=1&winner=true&bonus=2", {"tiles": 15}),
    ],
)
def test_aids(keeper: Scorekeeper, path: str, expected: dict[str, Any]) -> None:
    answer = keeper.call("GET", f"/api/aids/{path}").get_json()
    assert {name: answer[name] for name in expected} == expected
    assert answer["words"]


def test_who_goes_first(keeper: Scorekeeper) -> None:
    claims = [{"seat": "S", "kind": "chow"}, {"seat": "W", "kind": "win"}]
    body = {"discarder": "E", "claims": claims, "ruleset": "harr"}
    answer = keeper.call("POST", "/api/aids/precedence", body).get_json()
    assert (answer["seat"], answer["kind"]) == ("W", "win")
    assert answer["source"].startswith("Harr p.")

"""Rule sets, house rules and table aids over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from companion.base.settings import Settings
from companion.rules.books.ruleset import BOOKS, book
from tests.scorekeeper import Scorekeeper, typed

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
    listed = keeper.call("GET", "/api/rulesets").get_json()
    assert [each["id"] for each in listed["rulesets"]] == list(BOOKS)
    [problem] = listed["problems"]
    assert problem.startswith("our-house.toml: "), "a file does not vanish without a word"
    assert "no option limits" in problem
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


AIDS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("seats", {"throws": [7, 11, 3, 9]}, {"highest": [1], "east": 1}),
    ("seats", {"throws": [7, 11, 11, 9]}, {"highest": [1, 2], "east": None}),
    # Harr p. 58: C threw seven, which names A; A's eight names D for the farthest disc.
    ("wind-box", {"thrower": 2, "first": 7}, {"shuffler": 0, "takers": None, "seats": None}),
    (
        "wind-box",
        {"thrower": 2, "first": 7, "second": 8, "discs": list("WNES"), "box": 2},
        {"takers": [3, 0, 1, 2], "box": 0, "seats": {"E": 1, "S": 2, "W": 3, "N": 0}},
    ),
    ("washing", {"dealt": "19m19p19s1234567z", "seat": "S"}, {"heads": 13, "from_each": 200}),
    ("washing", {"dealt": "22334455667788m", "seat": "E"}, {"heads": 0, "may_wash": False}),
]


@pytest.mark.parametrize(("path", "body", "expected"), AIDS)
def test_aids_that_are_told_more(
    keeper: Scorekeeper, path: str, body: dict[str, Any], expected: dict[str, Any]
) -> None:
    answer = keeper.call("POST", f"/api/aids/{path}", body).get_json()
    assert {name: answer[name] for name in expected} == expected
    assert answer["words"]
    assert answer["source"].startswith("Harr p.")


def test_how_many_of_the_sets_agreed_are_left(keeper: Scorekeeper) -> None:
    answer = keeper.call("GET", "/api/aids/sets?agreed=4&completed=3").get_json()
    assert (answer["left"], answer["over"]) == (1, False)


def test_aids_know_where_the_empty_place_of_an_evening_is_now(keeper: Scorekeeper) -> None:
    """With three players it takes every wind in turn but East's (Harr p. 76; Booklet,
    Three-Handed)."""
    evening = keeper.start(players=[{"name": name} for name in ("Ann", "Bo", "Cy")])
    keeper.settle(evening, typed("S", 0, 22, 0))
    assert keeper.evening(evening)["seats"] == {"E": 1, "S": 2, "N": 0}
    of_now = f"evening={evening}"
    for wind, throw in {"E": 5, "S": 2, "W": 3, "N": 4}.items():
        wall = keeper.call("GET", f"/api/aids/wall?dice={throw}&{of_now}").get_json()
        assert ("for the empty place" in wall["words"]) is (wind == "W")
    dealt = keeper.call("GET", f"/api/aids/deal?{of_now}").get_json()["steps"]
    assert {step["seat"] for step in dealt} == {"E", "S", "N"}
    claim = {"discarder": "S", "claims": [{"seat": "N", "kind": "chow"}]}
    assert keeper.call("POST", f"/api/aids/precedence?{of_now}", claim).status_code == 200


@pytest.mark.parametrize(
    ("ruleset", "words"),
    [("traditional", "Of 4 rounds agreed"), ("harr-limit", "Of 4 sets agreed")],
)
def test_what_an_evening_has_agreed_on_is_called_by_its_book(
    keeper: Scorekeeper, ruleset: str, words: str
) -> None:
    address = f"agreed=4&completed=3&evening={keeper.start(ruleset=ruleset)}"
    assert words in keeper.call("GET", f"/api/aids/sets?{address}").get_json()["words"]


def test_a_reckless_discard(keeper: Scorekeeper) -> None:
    dragons = [
        {"kind": "pung", "tiles": [code] * 3, "concealed": False} for code in ("6z", "7z")
    ]  # fmt: skip
    winner = {
        "ruleset": "harr-limit", "seat": "N", "round": "E", "winner": True,
        "concealed": "555z123m44p", "melds": dragons, "win": {"tile": "5z", "by": "discard"},
    }  # fmt: skip
    answer = keeper.call("POST", "/api/aids/reckless", {"winner": winner}).get_json()
    assert (answer["liable"], answer["case"]) == (True, 3)
    excused = {"winner": winner, "discarder": {"had_another_tile_to_discard": False}}
    answer = keeper.call("POST", "/api/aids/reckless", excused).get_json()
    assert (answer["liable"], answer["case"]) == (False, None)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("seats", {"throws": [7, 13]}, 422),
        ("seats", {"throws": []}, 422),
        ("wind-box", {"thrower": 0, "first": 7, "second": 7, "discs": list("EESW"), "box": 1}, 422),
        ("washing", {"dealt": "1m", "seat": "S"}, 422),
        ("washing", {"dealt": ["1f"] * 13, "seat": "S"}, 422),
        ("washing", {"dealt": 13, "seat": "S"}, 400),
        ("washing", {"dealt": "1m", "seat": "S", "ruleset": "harr"}, 422),
        ("reckless", {"winner": {"ruleset": "harr-limit"}}, 400),
    ],
)
def test_an_aid_that_is_asked_wrongly_says_why(
    keeper: Scorekeeper, path: str, body: dict[str, Any], status: int
) -> None:
    answer = keeper.call("POST", f"/api/aids/{path}", body)
    assert answer.status_code == status
    assert answer.get_json()["error"].endswith(".")


def test_a_form_asks_what_the_rules_make_a_difference_to(keeper: Scorekeeper) -> None:
    def play(path: str) -> Any:
        return keeper.call("GET", f"/api/rulesets/{path}").get_json()["play"]

    def asked(path: str) -> list[str]:
        return [each["id"] for each in play(path)["circumstances"]]

    assert asked("harr") == ["original"]
    assert asked("harr-limit") == ["original", "first_discard", "last_tile"]
    assert asked("international") == ["original", "standing"]
    assert play("harr")["results"] == ["win", "draw"]
    assert play("harr-limit")["results"] == ["win", "draw", "wash", "false_mah_jongg"]
    assert play("harr")["pays_for_all"] is None
    assert play("harr-limit")["pays_for_all"]["exceptions"]
    assert "rob" in play("international")["win_by"]
    assert "rob" not in play("harr")["win_by"]
    assert not play("harr")["round"]
    assert play("harr-limit")["round"]
    assert "1x" in play("traditional")["bonus"]["tiles"]
    assert play("traditional")["flags"] == ["dead", "part", "unexposed_special"]


def test_a_house_rule_that_is_turned_on_has_its_question_asked(keeper: Scorekeeper) -> None:
    options = {"pays_for_all": True, "washing": {"11": 40}, "robbed": 5, "limit": 500}
    keeper.call("PUT", "/api/rulesets/our-house", {**OURS, "options": options})
    play = keeper.call("GET", "/api/rulesets/our-house").get_json()["play"]
    assert play["results"] == ["win", "draw", "wash"]
    assert play["washing"]["from_each"] == {"11": 40}
    assert "rob" in play["win_by"]
    assert play["pays_for_all"]["source"] == "Our house"


def test_a_table_s_options_change_what_is_asked(keeper: Scorekeeper) -> None:
    address = '/api/rulesets/harr-limit?options={"limit":null,"double_last_tile":false}'
    play = keeper.call("GET", address).get_json()["play"]
    assert [each["id"] for each in play["circumstances"]] == ["original", "first_discard"]
    assert play["false_mah_jongg"]["to_each"] is None
    assert "nothing" in play["false_mah_jongg"]["words"]


def test_a_score_says_what_the_hand_missed_where_it_is_asked(keeper: Scorekeeper) -> None:
    melds = [{"kind": "pung", "tiles": [f"{n}p"] * 3, "concealed": False} for n in (3, 7)]
    hand = {
        "ruleset": "harr", "seat": "N", "round": "E", "winner": True, "concealed": "222m55s123s",
        "melds": melds, "win": {"tile": None, "by": "discard"},
    }  # fmt: skip
    answer = keeper.call("POST", "/api/score", hand).get_json()
    assert "missed" not in answer
    assert any("not known" in note for note in answer["notes"])
    hand["win"] = {"tile": "5s", "by": "discard"}
    missed = keeper.call("POST", "/api/score?hints=1", hand).get_json()["missed"]
    assert {"no_sequences", "concealed"} <= {each["id"] for each in missed}
    assert all(each["gain"] > 0 and each["source"] for each in missed)

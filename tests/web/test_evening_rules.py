"""An evening keeps its rules, whatever happens to the house's rule set afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from tests.scorekeeper import PLAYERS, Scorekeeper

HOUSE = {
    "id": "our-house",
    "name": "Our house",
    "base": "harr",
    "options": {"washing": {"9": 30, "10": 60}, "pays_for_all": True, "pung_simple_exposed": 8},
}
# Ten different heads, as dealt to East: it may be washed for 60.
DEALT = ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "2m", "3m", "5p", "6p"]
HAND = {
    "ruleset": "our-house", "seat": "E", "round": "E", "winner": True,
    "concealed": ["3p", "4p", "5p", "9s", "9s", "9s", "4s", "4s"],
    "melds": [{"kind": "pung", "tiles": ["2m"] * 3}, {"kind": "pung", "tiles": ["7z"] * 3}],
    "win": {"tile": "4s", "by": "draw"},
}  # fmt: skip


def asked(keeper: Scorekeeper, address: str) -> list[tuple[int, Any]]:
    """What the table asks by the rules, each with its answer."""
    calls: list[tuple[str, str, Any]] = [
        ("GET", f"/api/aids/wall?dice=7&{address}", None),
        ("POST", f"/api/aids/washing?{address}",
         {"dealt": DEALT, "seat": "E", "ruleset": "our-house"}),
        ("POST", f"/api/aids/precedence?{address}",
         {"discarder": "E", "claims": [{"seat": "S", "kind": "chow"}], "ruleset": "our-house"}),
        ("POST", f"/api/aids/reckless?{address}", {"winner": HAND}),
        ("POST", f"/api/score?{address}", HAND),
        ("GET", f"/api/rulesets/our-house?{address}", None),
    ]  # fmt: skip
    answers = [keeper.call(*call) for call in calls]
    return [(answer.status_code, answer.get_json()) for answer in answers]


@pytest.fixture
def evening(keeper: Scorekeeper) -> str:
    assert keeper.call("PUT", "/api/rulesets/our-house", HOUSE).status_code == 200
    return keeper.start(ruleset="our-house", options={"limit": 500})


def test_everything_is_answered_after_the_rule_set_is_removed(
    keeper: Scorekeeper, evening: str
) -> None:
    before = asked(keeper, f"evening={evening}")
    assert [status for status, _ in before] == [200] * len(before)
    assert keeper.call("DELETE", "/api/rulesets/our-house").status_code == 200
    assert asked(keeper, f"evening={evening}") == before
    assert before[1][1]["from_each"] == 60
    exposed = [line for line in before[4][1]["lines"] if "2 characters" in line["text"]]
    assert [line["points"] for line in exposed] == [8], "as the house plays it"
    limit = [one["value"] for one in before[5][1]["settings"] if one["name"] == "limit"]
    assert limit == [500], "with the options of the evening"


def test_an_evening_is_played_on_by_the_rules_it_began_with(
    keeper: Scorekeeper, evening: str
) -> None:
    before = asked(keeper, f"evening={evening}")
    changed = {**HOUSE, "options": {"washing": {"9": 1, "10": 2}}}
    assert keeper.call("PUT", "/api/rulesets/our-house", changed).status_code == 200
    assert asked(keeper, f"evening={evening}") == before


def test_an_evening_that_is_none_has_no_rules(keeper: Scorekeeper) -> None:
    for status, answer in asked(keeper, "evening=nobody"):
        assert status == 404
        assert answer["error"].endswith(".")


@pytest.mark.parametrize(
    ("book", "options", "field"),
    [
        ("harr", {"washing": {"14": 5}}, "washing"),
        ("harr", {"counters": {}}, "counters"),
        ("harr", {"counters": {"0": 5}}, "counters"),
        ("harr", {"dead_wall": 500}, "dead_wall"),
        ("harr", {"false_mah_jongg": True}, "false_mah_jongg"),
        ("harr-limit", {"limit": None, "limit_hand_points": None}, "limit_hand_points"),
    ],
    ids=["fourteen heads", "no counters", "worth nothing", "too many undrawn", "half of no limit",
         "limit hands for nothing"],
)  # fmt: skip
def test_an_evening_is_refused_what_a_house_rule_set_is_refused(
    keeper: Scorekeeper, book: str, options: dict[str, Any], field: str
) -> None:
    evening = {"players": PLAYERS, "ruleset": book, "options": options}
    house = {**HOUSE, "base": book, "options": options}
    refused = keeper.call("POST", "/api/evenings", evening)
    refused_too = keeper.call("PUT", "/api/rulesets/our-house", house)
    assert (refused.status_code, refused_too.status_code) == (400, 400)
    sentence, told = refused.get_json()["error"], refused_too.get_json()
    assert told == {"error": f"our-house.toml: {sentence}", "field": f"options.{field}"}
    assert field in sentence
    assert refused.get_json()["field"] == f"options.{field}"


def test_an_evening_s_options_are_looked_at_together_with_its_house_rules(
    keeper: Scorekeeper,
) -> None:
    """A house may play limit hands with a limit, and its evening may not take the limit away."""
    house = {**HOUSE, "base": "harr-limit", "options": {"limit_hand_points": None}}
    assert keeper.call("PUT", "/api/rulesets/our-house", house).status_code == 200
    evening = {"players": PLAYERS, "ruleset": "our-house"}
    assert keeper.call("POST", "/api/evenings", evening).status_code == 201
    refused = keeper.call("POST", "/api/evenings", {**evening, "options": {"limit": None}})
    assert (refused.status_code, refused.get_json()["field"]) == (400, "options.limit_hand_points")

"""Evenings and players are found while somebody types."""

from __future__ import annotations

import pytest

from tests.web.browser.browsing import Browser

EVENINGS = (("Ann", "Bo", "Cy", "Di"), ("Eva", "Finn", "Gus", "Hal"))


@pytest.fixture(scope="module")
def keeper(tablet: Browser) -> Browser:
    """A scorekeeper with two evenings, a hand played in each."""
    tablet.open("/evenings")
    tablet.sign_in()
    for names in EVENINGS:
        form = {"players": [{"name": name} for name in names], "ruleset": "international"}
        id = tablet.call("POST", "/api/evenings", form)["id"]
        hand = {"winner": "E", "scores": {"E": 20, "S": 4, "W": 0, "N": 2}}
        tablet.call("POST", f"/api/evenings/{id}/hands", hand)
    return tablet


def test_an_evening_by_one_of_its_players(keeper: Browser) -> None:
    keeper.open("/evenings")
    keeper.sees(".evening-list li", 2)
    keeper.type("input[type=search]", "finn")
    keeper.sees(".evening-list li", 1)
    keeper.says(".evening-list li", "Eva")
    keeper.type("input[type=search]", "nobody")
    keeper.lacks(".evening-list li")


def test_the_players_of_the_evenings_with_one_of_them(keeper: Browser) -> None:
    keeper.open("/statistics")
    keeper.sees(".player-card", 8)
    keeper.type("input[type=search]", "gus")
    keeper.sees(".player-card", 4)
    keeper.says(".player-cards", "Gus")

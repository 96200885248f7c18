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


SLOW = """
const [slow] = arguments;
const asked = window.fetch;
window.answered = 0;
window.fetch = async (url, options) => {
  const answer = await asked(url, options);
  if (String(url).includes(slow)) await new Promise((wait) => setTimeout(wait, 1500));
  setTimeout(() => (window.answered += 1));
  return answer;
};
"""
"""Each answer to a question with `slow` in it comes late."""


def answered(browser: Browser, count: int) -> None:
    look = "return window.answered"
    browser.becomes(lambda: browser.driver.execute_script(look), count, "how often it was answered")


@pytest.mark.parametrize(
    ("page", "card", "found"),
    [("/evenings", ".evening-list li", 1), ("/statistics", ".player-card", 4)],
)
def test_a_late_answer_to_an_older_search_takes_nothing_away(
    keeper: Browser, page: str, card: str, found: int
) -> None:
    keeper.open(page)
    keeper.sees(card)
    keeper.driver.execute_script(SLOW, "search=n")
    keeper.type("input[type=search]", "n")
    keeper.wait(lambda: keeper.driver.execute_script(
        "return performance.getEntriesByType('resource').some((e) => e.name.includes('search=n'))"
    ))  # fmt: skip
    keeper.type("input[type=search]", "gus")
    keeper.sees(card, found)
    answered(keeper, 2)
    keeper.sees(card, found)


def test_more_during_a_new_search_begins_that_search(keeper: Browser) -> None:
    for _ in range(32 - len(EVENINGS)):
        form = {"players": [{"name": name} for name in EVENINGS[0]], "ruleset": "international"}
        keeper.call("POST", "/api/evenings", form)
    keeper.open("/evenings")
    keeper.sees(".evening-list li", 30)
    keeper.slows_the_answer("search=gus&offset=0&limit=30", 1500)
    keeper.type("input[type=search]", "gus")
    keeper.wait(lambda: keeper.driver.execute_script(
        "return performance.getEntriesByType('resource').some((e) => e.name.includes('search=gus'))"
    ))  # fmt: skip
    keeper.click("main .stack > div > button")
    keeper.sees(".evening-list li", 1)
    keeper.says(".evening-list li", "Eva")


def test_more_evenings_are_shown_once_however_often_they_are_asked_for(keeper: Browser) -> None:
    keeper.open("/evenings")
    keeper.sees(".evening-list li", 30)
    keeper.driver.execute_script(SLOW, "offset=30")
    keeper.driver.execute_script("""
        const more = document.querySelector("main .stack > div > button");
        more.click();
        setTimeout(() => more.click(), 500);
    """)
    answered(keeper, 2)
    keeper.sees(".evening-list li", 32)

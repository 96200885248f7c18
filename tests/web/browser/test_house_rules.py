"""A rule that a table switches on has its button; one that it does not play has none."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.browsing import TABLET, Browser, serving
from tests.web.browser.conftest import photographed

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]


def table(tablet: Browser, ruleset: str) -> None:
    """A new evening by these rules, with its entry open."""
    evening = tablet.call("POST", "/api/evenings", {"players": PLAYERS, "ruleset": ruleset})
    tablet.open(f"/table/{evening['id']}")
    tablet.click('[data-key="enter"]')


def offers(tablet: Browser, *results: str) -> None:
    """The entry asks whether the hand ended in one of these ways."""
    look = '[data-key^="result:"]'
    tablet.becomes(lambda: tablet.each(look, "data-value"), list(results), "what is offered")


@pytest.fixture(scope="module")
def house(tablet: Browser) -> str:
    """The game without a limit, but a hand may be washed and a reckless discard pays for all."""
    tablet.sign_in()
    options: dict[str, Any] = {"washing": {"9": 30, "10": 60}, "pays_for_all": True}
    form = {"id": "our-house", "name": "Our house", "base": "harr", "options": options}
    assert "error" not in tablet.call("PUT", "/api/rulesets/our-house", form)
    return "our-house"


def test_the_book_asks_for_nothing_that_it_does_not_know(tablet: Browser, house: str) -> None:
    table(tablet, "harr")
    offers(tablet, "win", "draw")
    tablet.click('[data-key="won-E"]')
    tablet.click('[data-key="special"]')
    tablet.sees("dialog details[open] select")
    tablet.lacks('[data-key="pays"]')


def test_washing_that_a_house_plays_is_offered_and_settled(tablet: Browser, house: str) -> None:
    table(tablet, house)
    offers(tablet, "win", "draw", "wash")
    tablet.click('[data-key="result:wash"]')
    tablet.says(
        '.stack:has([data-key="wash:S"]) > .muted', "Ones, nines, winds and dragons are heads."
    )
    tablet.reads('[data-key^="heads:"]', "9", "10")
    tablet.click('[data-key="heads:10"]')
    tablet.says(".entry-foot", "Who washes?")
    tablet.holds('[data-key="settle"]', "aria-disabled", "true")
    tablet.click('[data-key="wash:S"]')
    tablet.reads("dialog .points", "60", "60", "60")
    tablet.click("dialog .dialog-foot .primary")
    tablet.says(".last-hand h2", "Hand 1: Bo washed")
    tablet.says(".hand-line", "Bo washed")


def test_nobody_has_called_falsely_until_somebody_says_who(tablet: Browser, house: str) -> None:
    table(tablet, "harr-limit")
    tablet.click('[data-key="result:false_mah_jongg"]')
    tablet.says(".entry-foot", "Who called falsely?")
    tablet.lacks('[data-key^="false:"][aria-checked="true"]')
    tablet.holds('[data-key="settle"]', "aria-disabled", "true")
    tablet.click('[data-key="false:W"]')
    tablet.reads("dialog .points", "300", "150", "150")
    tablet.click('[data-key="settle"]')
    tablet.says(".last-hand h2", "Hand 1: false Mah-Jongg by Cy")


def test_nobody_pays_for_all_until_somebody_says_who(tablet: Browser, house: str) -> None:
    table(tablet, house)
    tablet.click('[data-key="won-S"]')
    tablet.type('input[data-seat="S"]', "40")
    tablet.click('[data-key="special"]')
    tablet.click('[data-key="pays"]')
    tablet.says(".entry-foot", "Who discarded the winning tile?")
    tablet.holds('[data-key="settle"]', "aria-disabled", "true")
    tablet.click('[data-key="discarder:N"]')
    tablet.holds('[data-key="settle"]', "aria-disabled", None)


def test_who_pays_for_all_pays_for_players_and_not_for_winds(tablet: Browser, house: str) -> None:
    table(tablet, house)
    tablet.click('[data-key="won-S"]')
    for seat, score in (("E", "0"), ("S", "40"), ("W", "0"), ("N", "0")):
        tablet.type(f'input[data-seat="{seat}"]', score)
    tablet.click('[data-key="special"]')
    tablet.click('[data-key="pays"]')
    tablet.click('[data-key="discarder:N"]')
    why = "the discarder pays for all: Ann 80 + Cy 40 + Di 40 (Our house)"
    tablet.reads("dialog .payment .why", why)
    tablet.click('[data-key="settle"]')
    tablet.reads(".last-hand .payment .why", why)


def test_scores_that_nobody_entered_are_missing_once_nobody_pays_for_all(
    tablet: Browser, house: str
) -> None:
    table(tablet, house)
    tablet.click('[data-key="won-S"]')
    tablet.type('input[data-seat="S"]', "40")
    tablet.click('[data-key="special"]')
    tablet.click('[data-key="pays"]')
    tablet.click('[data-key="discarder:N"]')
    tablet.click('[data-key="settle"]')
    tablet.click('[data-key="hand-1"]')
    tablet.click('dialog [data-key="correct"]')
    tablet.holds('input[data-seat="W"]', "value", "")
    tablet.click('[data-key="pays"]')
    tablet.says(".entry-foot", "Scores are missing")
    tablet.sees(".entry details[open]")  # it stays unfolded under the finger


def test_a_reckless_discard_is_judged_from_the_winners_tiles(tablet: Browser, house: str) -> None:
    table(tablet, house)
    tablet.click('[data-key="won-S"]')
    tablet.click('[data-key="tiles-S"]')
    tablet.click('[data-key="as:pung"]')
    for code in ("5z", "6z"):
        tablet.click(f'.add-panel [data-code="{code}"]')
    tablet.click('[data-key="as:tile"]')
    for code in ["7z"] * 3 + ["2m"] * 3 + ["4s"] * 2:
        tablet.click(f'.add-panel [data-code="{code}"]')
    tablet.click('[data-key="win-tile"]')
    tablet.click('.meld-tiles [data-code="7z"]')
    tablet.sees("[data-total]")
    tablet.click('[data-key="use"]')
    tablet.sees("dialog", 1)
    for seat in ("E", "W", "N"):
        tablet.type(f'input[data-seat="{seat}"]', "0")
    tablet.click('[data-key="special"]')
    tablet.click('[data-key="judge"]')
    tablet.says("dialog [role=status] strong", "pays for all")
    tablet.click("dialog .dialog-foot .primary")
    tablet.sees('[data-key="pays"]:checked')


def test_what_stands_in_a_field_of_the_house_rules_is_what_is_kept(tablet: Browser) -> None:
    tablet.sign_in()
    tablet.open("/rules/international")
    tablet.click('[data-key="edit"]')
    worth = 'input[aria-label="Worth of Mah-Jongg"]'
    tablet.type(worth, "1,000")
    tablet.holds(worth, "value", "1000")
    tablet.type(worth, "30")
    for _ in range(2):  # not played after all, and played again
        tablet.click("table.rules tr:first-child .check input")
    for _ in range(2):  # to read the page in between
        tablet.click('[data-key="edit"]')
    tablet.holds(worth, "value", "30")
    drawn = 'input[aria-label="Worth of Drew the winning tile"]'
    tablet.type(drawn, "5")
    tablet.type(drawn, "")
    tablet.reads(".change-count", "1 change")
    tablet.type(".keep-bar input", "Thirty for Mah-Jongg")
    tablet.click(".keep-bar .primary")
    tablet.says("h1", "Thirty")
    kept = tablet.call("GET", "/api/rulesets/thirty-for-mah-jongg")["rules"]
    worths = {rule["key"]: rule["points"] for rule in kept}
    assert (worths["mah_jongg"], worths["drawing_winner"]) == (30, 2)


def test_a_number_that_cannot_be_kept_is_told_at_its_field(tablet: Browser) -> None:
    tablet.sign_in()
    tablet.open("/rules/harr-limit")
    tablet.click('[data-key="edit"]')
    wall = 'input[aria-label="Tiles at the end of the wall that are never drawn."]'
    limit = 'input[aria-label="The most a hand may score; none for no limit."]'
    for field, typed, told in (
        (wall, "500", "from 0 to 83"),
        (limit, "99999999999", "from 1 to 1,000,000"),
        (limit, "12.5", "from 1 to 1,000,000"),
        (limit, "-5", "from 1 to 1,000,000"),
        (limit, "30x", "from 1 to 1,000,000"),
        (limit, "x30", "from 1 to 1,000,000"),
    ):
        tablet.type(field, typed)
        tablet.click(".keep-bar .primary")
        tablet.says(f":has(> {field}) > .problem:not([hidden])", told)
        tablet.holds(field, "value", typed)
        tablet.driver.refresh()  # what is wrong is not lost, and still told
        tablet.says(f":has(> {field}) > .problem:not([hidden])", told)
        tablet.type(field, "")
        tablet.lacks(".rule-number .problem:not([hidden])")
    tablet.type(limit, "1,500")
    tablet.type(".keep-bar input", "Limit of fifteen hundred")
    tablet.click(".keep-bar .primary")
    tablet.says("h1", "fifteen hundred")
    assert tablet.call("GET", "/api/rulesets/limit-of-fifteen-hundred")["limit"] == 1500


def test_what_cannot_be_played_together_is_told_as_such(tablet: Browser) -> None:
    tablet.sign_in()
    tablet.open("/rules/harr")
    tablet.click('[data-key="edit"]')
    boxes = "[...document.querySelectorAll('label.check')]"
    tablet.sees("label.check")
    tablet.driver.execute_script(f"{boxes}.find((e) => e.innerText.startsWith('A false')).click()")
    tablet.type(".keep-bar input", "Half of nothing")
    tablet.click(".keep-bar .primary")
    tablet.says(".toast.bad", "Set a limit, or untick it")
    tablet.click('[data-key="drop"]')
    tablet.click("dialog .primary")
    tablet.lacks("table.rules input")


WORTH = 'input[aria-label="Worth of {}"]'


def worths(tablet: Browser, house: str) -> dict[str, int]:
    rules = tablet.call("GET", f"/api/rulesets/{house}")["rules"]
    return {rule["key"]: rule["points"] for rule in rules if not rule["limit"]}


def test_two_devices_that_change_the_same_house_rules_lose_none_of_it(tablet: Browser) -> None:
    tablet.sign_in()
    form = {"id": "shared", "name": "Shared", "base": "international", "options": {}}
    tablet.call("PUT", "/api/rulesets/shared", form)
    tablet.open_anew("/rules/shared")
    tablet.click('[data-key="edit"]')
    tablet.type(WORTH.format("Mah-Jongg"), "30")
    other = form | {"name": "Shared by all", "options": {"drawing_winner": 6}}
    assert "error" not in tablet.call("PUT", "/api/rulesets/shared", other)
    tablet.click(".keep-bar .primary")
    tablet.says("h1", "Shared by all")
    kept = worths(tablet, "shared")
    assert (kept["mah_jongg"], kept["drawing_winner"]) == (30, 6)


def test_house_rules_whose_answer_was_lost_are_kept_by_the_next_tap(tablet: Browser) -> None:
    tablet.sign_in()
    tablet.open_anew("/rules/international")
    tablet.click('[data-key="edit"]')
    tablet.type(WORTH.format("Mah-Jongg"), "30")
    tablet.type(".keep-bar input", "Lost and found")
    tablet.loses_the_answer("PUT", "/lost-and-found")
    tablet.click(".keep-bar .primary")
    tablet.says(".toast", "cannot be reached")
    tablet.driver.refresh()
    tablet.type(WORTH.format("Drew the winning tile"), "6")
    tablet.click(".keep-bar .primary")
    tablet.says("h1", "Lost and found")
    kept = worths(tablet, "lost-and-found")
    assert (kept["mah_jongg"], kept["drawing_winner"]) == (30, 6)


def test_house_rules_may_have_names_in_any_script(tablet: Browser) -> None:
    tablet.sign_in()
    for name in ("Дом", "Дача"):
        tablet.open_anew("/rules/international")
        tablet.click('[data-key="edit"]')
        tablet.type(".keep-bar input", name)
        tablet.click(".keep-bar .primary")
        tablet.says("h1", name)
    names = [one["name"] for one in tablet.call("GET", "/api/rulesets")["rulesets"]]
    assert {"Дом", "Дача"} <= set(names)


def test_house_rules_of_a_name_that_is_taken_are_refused(tablet: Browser) -> None:
    tablet.sign_in()
    form = {"id": "taken", "name": "Taken", "base": "harr", "options": {}}
    tablet.call("PUT", "/api/rulesets/taken", form)
    tablet.open_anew("/rules/international")
    tablet.click('[data-key="edit"]')
    tablet.type(".keep-bar input", "Taken")
    for _ in range(2):
        tablet.click(".keep-bar .primary")
        tablet.says(".toast.bad", "There are rules called Taken already")
    assert tablet.call("GET", "/api/rulesets/taken")["base"] == "harr"
    tablet.forget_begun()


@pytest.mark.parametrize("book", ["harr", "harr-limit", "international", "traditional"])
def test_each_rule_and_each_box_says_in_plain_words_what_it_is(tablet: Browser, book: str) -> None:
    tablet.open(f"/rules/{book}")
    tablet.click('[data-key="edit"]')
    tablet.sees("table.rules input")
    words = tablet.driver.execute_script(
        "return [...document.querySelectorAll('table.rules label.check')].map((e) => e.innerText)"
    )
    assert [one for one in words if "…" in one or "{" in one] == []
    assert "played" not in words
    assert {"Rounds of the four winds are counted.", "East pays and receives double."} <= {*words}


def test_the_card_of_house_rules_names_their_book(tablet: Browser, house: str) -> None:
    tablet.open("/rules")
    book = tablet.call("GET", "/api/rulesets/harr")["name"]
    tablet.says('[href="/rules/our-house"]', f"house rules on “{book}”")


@pytest.mark.parametrize("width", [390, 360, 320])
@pytest.mark.parametrize("changing", [False, True], ids=["to read", "to change"])
def test_every_rule_and_what_it_is_worth_is_on_the_screen(
    tablet: Browser, width: int, changing: bool
) -> None:
    tablet.size(width, 844)
    for book in ("harr-limit", "international"):
        tablet.open_anew(f"/rules/{book}")
        tablet.sees("table.rules")
        if changing:
            tablet.click('[data-key="edit"]')
            tablet.sees("table.rules select")
        beyond = tablet.driver.execute_script(
            """
            const wide = (one) => one.scrollWidth > one.clientWidth;
            return [...document.querySelectorAll(".panel .scroll")].filter(wide)
              .map((one) => one.ariaLabel);
            """
        )
        assert beyond == []
        labels = tablet.driver.execute_script(
            """
            return [...document.querySelectorAll("table.rules tbody td:first-child")]
              .map((one) => one.clientWidth);
            """
        )
        assert min(labels) >= 120, "a label is squeezed to a word a line"
    tablet.size(*TABLET)


TOO_MANY_UNDRAWN = """id = "old-house"
name = "Old house"
base = "harr"

[options]
dead_wall = 100
"""


def test_a_file_that_cannot_be_played_is_told_where_rules_are_chosen(
    device: Callable[[], Browser], tmp_path: Path
) -> None:
    (tmp_path / "rulesets").mkdir()
    (tmp_path / "rulesets" / "old-house.toml").write_text(TOO_MANY_UNDRAWN, "utf-8")
    browser = device()
    with serving(tmp_path, photographed) as address:
        browser.address = address
        for page in ("/rules", "/evenings/new"):
            browser.open(page)
            browser.says("main .warning", "old-house.toml")
            browser.says("main .warning", "a whole number from 0 to 83")
        browser.driver.get("about:blank")

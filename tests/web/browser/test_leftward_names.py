"""Names in Arabic or Hebrew letters, which run to the left, turn nothing around beside them."""

from __future__ import annotations

import pytest

from tests.web.browser.browsing import OWN, PHONE, TABLET, Browser

LONG = "محمد بن عبد الله الطويل"
SHORT = "עמית"
NAMES = ("Cy", LONG, SHORT, "Di")

WHERE = """
const at = (one, words) => {
  const texts = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const start = texts.currentNode.data.indexOf(words);
    if (start < 0) continue;
    const range = document.createRange();
    range.setStart(texts.currentNode, start);
    range.setEnd(texts.currentNode, start + words.length);
    return range.getBoundingClientRect();
  }
};
const [one] = [...document.querySelectorAll(arguments[0])].filter(
  (one) => one.checkVisibility() && arguments[1].every((words) => at(one, words)));
return one && arguments[1].map((words) => at(one, words).left);
"""
"""Where words stand from the left, in the first element that has them all."""


@pytest.fixture(scope="module")
def evening(tablet: Browser) -> str:
    tablet.sign_in()
    players = [{"name": name} for name in NAMES]
    id = str(tablet.call("POST", "/api/evenings", {"players": players, "title": SHORT})["id"])
    hand = {"winner": "N", "scores": {"E": 0, "S": 0, "W": 0, "N": 100}}
    assert "error" not in tablet.call("POST", f"/api/evenings/{id}/hands", hand)
    return id


@pytest.fixture(params=[TABLET, PHONE], ids=["tablet", "phone"])
def table(tablet: Browser, evening: str, request: pytest.FixtureRequest) -> Browser:
    tablet.size(*request.param)
    tablet.open_anew(f"/table/{evening}")
    tablet.call("PATCH", f"/api/evenings/{evening}/draft", {"hand": 2, "parts": {}, "anew": True})
    tablet.sees(".hand-list")
    return tablet


def stand_in_this_order(browser: Browser, css: str, *words: str) -> None:
    def seen() -> bool:
        places = browser.driver.execute_script(WHERE, css, words)
        return bool(places) and places == sorted(places)

    browser.becomes(seen, True, f"whether {words} stand in this order")


def test_an_amount_stands_after_its_name_with_its_sign_before_it(table: Browser) -> None:
    """Of the hand that is being entered, and of the evening in the list of all."""
    table.click('[data-key="enter"]')
    table.click('[data-key="won-W"]')
    table.type('input[data-seat="W"]', "100")
    table.click('[data-key="others-0"]')
    stand_in_this_order(table, ".foot-nets > *", LONG, "−", "200")
    table.press_escape()
    table.lacks("dialog")
    table.open("/evenings")
    stand_in_this_order(table, ".standing > *", LONG, "−", "100")


def test_names_stand_in_the_order_of_the_sentence(table: Browser) -> None:
    say = """
    const [names] = arguments;
    Promise.all([own("ui"), own("text")]).then(([{ toast }, { listed, t }]) =>
      toast(t("entry.no-scores", { names: listed(names) })));
    """
    names = (SHORT, "أمل", "Cy")
    table.driver.execute_script(OWN + say, names)
    stand_in_this_order(table, ".toast", "Scores", *names)


def test_a_name_without_room_loses_its_end(table: Browser) -> None:
    inside = """
    const [name] = [...document.querySelectorAll(".plate-name")].filter(
      (one) => one.textContent === arguments[0]);
    const first = document.createRange();
    first.setStart(name.firstChild, 0);
    first.setEnd(name.firstChild, 1);
    const [letter, room] = [first, name].map((one) => one.getBoundingClientRect());
    return letter.left >= room.left - 1 && letter.right <= room.right + 1;
    """
    assert table.driver.execute_script(inside, LONG)


def test_so_it_does_in_the_chart(table: Browser) -> None:
    table.click('[data-key="tool-chart"]')
    table.sees("dialog svg.chart")
    ends = """
    const [name] = [...document.querySelectorAll("dialog .chart text")].filter(
      (one) => one.textContent.includes("…"));
    const left = (letter) => name.getStartPositionOfChar(name.textContent.indexOf(letter)).x;
    return [left("…"), left(arguments[0][0])];
    """
    dots, letter = table.driver.execute_script(ends, LONG)
    assert dots < letter
    table.press_escape()
    table.lacks("dialog")


def test_a_title_begins_where_the_others_begin(table: Browser, evening: str) -> None:
    table.open(f"/table/{evening}/sheet")
    table.says("main h1", SHORT)
    begins = """
    const title = document.querySelector("main h1");
    const words = document.createRange();
    words.selectNodeContents(title);
    return words.getBoundingClientRect().left - title.getBoundingClientRect().left;
    """
    assert table.driver.execute_script(begins) < 2


def test_fields_and_the_server_have_the_names_as_they_were_given(
    table: Browser, evening: str
) -> None:
    kept = table.call("GET", f"/api/evenings/{evening}")
    assert tuple(player["name"] for player in kept["players"]) == NAMES
    table.click('[data-key="tool-more"]')
    table.click('[data-key="more-names"]')
    fields = "dialog input[maxlength]"  # the title's comes first
    table.becomes(lambda: tuple(table.each(fields, "value")), (SHORT, *NAMES), "what they hold")

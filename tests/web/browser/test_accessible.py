"""Every page and sheet for everybody: axe-core in both lights, touch sizes, keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.browsing import TABLET

axe_package = pytest.importorskip("axe_core_python", reason="axe-core-python is not installed")

LEAST_TOUCH = 44  # CSS pixels; ours are 48, and a rounded edge may take a little
LEAST_LINK = 24  # CSS pixels: the least that WCAG 2.2 allows (2.5.8)


@pytest.fixture(scope="module")
def evening(tablet: Any) -> str:
    """An evening with three hands, one of them with tiles."""
    tablet.sign_in()
    players = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
    id: str = tablet.call(
        "POST", "/api/evenings", {"players": players, "ruleset": "harr-limit", "title": "At Bo's"}
    )["id"]
    hands: list[dict[str, Any]] = [
        {"winner": "E", "scores": {"E": 480, "S": 64, "W": 272, "N": 16}},
        {
            "winner": "S",
            "scores": {"E": 8, "W": 4, "N": 0},
            "hands": {
                "S": {
                    "concealed": ["3p", "4p", "5p", "9s", "9s", "9s", "4s", "4s"],
                    "melds": [
                        {"kind": "pung", "tiles": ["7z"] * 3, "concealed": False},
                        {"kind": "pung", "tiles": ["2m"] * 3, "concealed": False},
                    ],
                    "bonus": [],
                    "win": {"tile": "4s", "by": "draw", "circumstances": []},
                }
            },
        },
        {"winner": None},
    ]
    for hand in hands:
        assert "error" not in tablet.call("POST", f"/api/evenings/{id}/hands", hand)
    return id


# The narrowest phone, a phone, a tablet upright and across.
SIZES = [(320, 568), (390, 844), (820, 1180), TABLET]


def violations(browser: Any) -> list[str]:
    """What axe-core finds at every size in the light theme, which contrasts it finds too weak in
    the dark theme, and what is wider than the page. Nobody reads a page that has to be scrolled
    sideways."""
    script = (files(axe_package) / "axe.min.js").read_text(encoding="utf-8")
    browser.driver.execute_script(script)
    found: list[str] = []
    try:
        for size in SIZES:
            browser.size(*size)
            faults = (
                _violations(browser, "light", [])
                + _violations(browser, "dark", ["color-contrast"])
                + _standing_out(browser)
            )
            found += [f"{size[0]} px: {fault}" for fault in faults]
    finally:
        browser.size(*TABLET)
    return found


def _violations(browser: Any, light: str, only: list[str]) -> list[str]:
    found = browser.driver.execute_async_script(
        """
        const [light, only, done] = arguments;
        document.documentElement.dataset.theme = light;
        // Who says aloud what is to be pressed says what is written on it.
        const rules = { "label-content-name-mismatch": { enabled: true } };
        const how = only.length ? { runOnly: only } : { rules };
        // Behind an open sheet nothing can be reached; the page itself has a test of its own.
        const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
        // Colours that are changing would be measured on their way. An animation may be taken away
        // before it ends, and a page at rest may draw no frame, so neither is waited for long.
        const within = (ms, other) =>
          Promise.race([other, new Promise((over) => setTimeout(over, ms))]);
        const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
        const still = () => Promise.allSettled(document.getAnimations().map((one) => one.finished));
        within(500, frame())
          .then(() => within(3000, still()))
          .then(() => axe.run(place, { resultTypes: ["violations"], ...how }))
          .then(done, (error) => done({ error: String(error) }));
        """,
        light,
        only,
    )
    assert "error" not in found, found["error"]
    return [
        f"{light}: {one['id']}: {one['help']} at {node['target']}"
        for one in found["violations"]
        for node in one["nodes"]
    ]


def _standing_out(browser: Any) -> list[str]:
    """What is wider than the page or the open sheet."""
    found: list[str] = browser.driver.execute_script(
        """
        const sheet = [...document.querySelectorAll("dialog[open]")].at(-1);
        const places = sheet ? [sheet, sheet.querySelector(".body")] : [document.documentElement];
        return places
          .filter((one) => one && one.scrollWidth > one.clientWidth)
          .map((one) =>
            `${one.localName}.${one.className} is ${one.scrollWidth} px, not ${one.clientWidth}`);
        """
    )
    return found


# Where a page is, and what comes last on it.
PAGES = {
    "start": ("/", ".evening-card"),
    "photo": ("/photo", ".editor-score p"),
    "evenings": ("/evenings", ".evening-card"),
    "new evening": ("/evenings/new", '[data-key^="rules:"]'),
    "table": ("/table/ID", ".hand-list"),
    "sheet": ("/table/ID/sheet", ".story-end"),
    "rules": ("/rules", ".aids section:last-of-type strong"),
    "one rule set": ("/rules/harr", "table.rules"),
    "players": ("/statistics", ".limit-hands, .player-card"),
    "sets and camera": ("/sets", "main [role=alert]"),
    "join": ("/join", "main h1"),
    "no such page": ("/nothing-here", "main h1"),
}


def open_page(browser: Any, page: str, evening: str) -> None:
    path, last = PAGES[page]
    browser.open(path.replace("ID", evening))
    browser.sees(last)


def open_table(browser: Any, evening: str) -> None:
    """The table, without what an earlier test began to enter."""
    open_page(browser, "table", evening)
    hand = browser.call("GET", f"/api/evenings/{evening}")["hand"]
    over = {"hand": hand, "parts": {}, "anew": True}
    browser.call("PATCH", f"/api/evenings/{evening}/draft", over)
    browser.driver.execute_script("localStorage.clear()")
    open_page(browser, "table", evening)


@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_on_any_page(tablet: Any, evening: str, page: str) -> None:
    open_page(tablet, page, evening)
    assert violations(tablet) == []


# What is pressed for it one after the other, and what comes last on it.
SHEETS = {
    "entry": (["enter"], "dialog .seat-row"),
    "tiles": (["enter", "tiles-E"], "dialog .add-panel"),
    "hand": (["hand-2", "score-of-S"], "dialog details[open] .score-lines"),
    "chart": (["tool-chart"], "dialog svg.chart"),
    "final": (["tool-scales"], "dialog .payment"),
    "aids": (["tool-book"], "dialog .aids section:last-of-type strong"),
    "join": (["tool-people"], "dialog h2"),
    "more": (["tool-more"], '[data-key="more-history"]'),
    "washed": (["enter", "result:wash", "wash:E", "heads:10"], "dialog .points"),
    "dealt hand": (["tool-book", "dealt"], "dialog .dealt"),
    "a player": (["plate-0"], "dialog h2"),
    "penalty": (["penalty", "from:0"], "dialog input.figure"),
    "seats": (["tool-more", "more-reseat"], "dialog select"),
    "turns": (["tool-more", "more-turns"], "dialog select"),
    "round": (["tool-more", "more-round"], '[data-key="round-N"]'),
    "names": (["tool-more", "more-names"], "dialog input[type=checkbox]"),
    "counters": (["tool-more", "more-counters"], "dialog input"),
    "history": (["tool-more", "more-history"], "dialog li"),
    "drawn": (["drawn"], "dialog .dialog-foot .primary"),
    "reckless discard": (["enter", "won-E", "special", "judge"], "dialog:last-of-type ol li"),
}


@pytest.mark.parametrize("sheet", SHEETS)
def test_axe_finds_nothing_on_any_sheet_of_the_table(tablet: Any, evening: str, sheet: str) -> None:
    open_table(tablet, evening)
    pressed, last = SHEETS[sheet]
    for key in pressed:
        tablet.click(f'[data-key="{key}"]')
    tablet.sees(last)
    assert violations(tablet) == []


def test_axe_finds_nothing_on_a_photograph(tablet: Any, picture: Path) -> None:
    tablet.open("/photo")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".overlay .seen")
    assert violations(tablet) == []
    tablet.click(".overlay .unsure")
    tablet.sees("dialog .correct")
    assert violations(tablet) == []


def test_axe_finds_nothing_where_the_pin_is_asked_for(
    device: Callable[[], Any], evening: str
) -> None:
    watching = device()
    open_page(watching, "table", evening)
    watching.click('[data-key="enter"]')
    watching.sees("dialog input[name=pin]")
    assert violations(watching) == []


@pytest.mark.parametrize("size", [(1180, 820), (820, 1180), (390, 844), (844, 390), (320, 568)])
@pytest.mark.parametrize("page", ["table", "photo", "new evening", "one rule set", "players"])
def test_what_is_touched_is_large_enough_and_nothing_is_cut_off(
    tablet: Any, evening: str, page: str, size: tuple[int, int]
) -> None:
    tablet.size(*size)
    open_page(tablet, page, evening)
    small = tablet.driver.execute_script(
        """
        return [...document.querySelectorAll("main button, main a.button, #top a, #top button")]
          .filter((one) => one.offsetParent && !one.closest(".tile"))
          .map((one) => [one.textContent || one.ariaLabel, one.offsetWidth, one.offsetHeight])
          .filter(([, width, height]) => width < arguments[0] || height < arguments[0]);
        """,
        LEAST_TOUCH,
    )
    wider = tablet.driver.execute_script(
        "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    tablet.size(1180, 820)
    assert small == []
    assert wider == 0


SMALLEST = (320, 640)


def sizes(browser: Any, css: str) -> list[tuple[float, float]]:
    """How wide and high each match in the topmost dialog, or else on the page, is to a finger."""
    browser.sees(css)
    script = """
    return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility())
      .map((one) => one.getBoundingClientRect()).map(({ width, height }) => [width, height])
    """
    found: list[tuple[float, float]] = browser.driver.execute_script(script, css)
    return found


def test_the_smallest_phone_has_room_for_colours_and_for_kinds_of_sets(
    tablet: Any, evening: str
) -> None:
    tablet.size(*SMALLEST)
    open_page(tablet, "new evening", evening)
    colours = sizes(tablet, "input[type=color]")
    open_table(tablet, evening)
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-E"]')
    kinds = sizes(tablet, ".tapped .segments > *")
    tablet.size(1180, 820)
    assert min(min(size) for size in colours + kinds) >= LEAST_TOUCH


LINKS_APART = """
const links = [...document.querySelectorAll("main a:not([class])")].map((one) => [
  one.textContent, one.getBoundingClientRect()]);
const others = [...document.querySelectorAll("main :is(a, button, input, select)")]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.textContent, one.getBoundingClientRect()]);
const covers = ([name, one], [other, box]) =>
  name !== other && one.left < box.right && box.left < one.right &&
  Math.min(one.bottom, box.bottom) - Math.max(one.top, box.top) > 1;
return links.flatMap((link) => others.filter((other) => covers(link, other)).map(([name]) => name));
"""


@pytest.mark.parametrize("page", ["photo", "new evening", "players", "join", "sets and camera"])
def test_a_link_within_a_sentence_is_hit_and_covers_nothing(
    tablet: Any, evening: str, page: str
) -> None:
    tablet.size(*SMALLEST)
    open_page(tablet, page, evening)
    small = [size for size in sizes(tablet, "main a, main") if min(size) < LEAST_LINK]
    covered = tablet.driver.execute_script(LINKS_APART)
    tablet.size(1180, 820)
    assert (small, covered) == ([], [])


def test_the_lines_of_a_score_have_the_most_room_for_their_words(tablet: Any, evening: str) -> None:
    tablet.size(*SMALLEST)
    open_table(tablet, evening)
    for key in ("hand-2", "score-of-S"):
        tablet.click(f'[data-key="{key}"]')
    [(whole, _), *_] = sizes(tablet, "dialog details[open] .score-lines tbody")
    words = sizes(tablet, "dialog details[open] .score-lines tbody td:first-child")
    tablet.size(1180, 820)
    assert min(width for width, _ in words) > whole / 2


def test_a_hand_is_settled_with_the_keyboard_alone(tablet: Any, evening: str) -> None:
    from selenium.webdriver.common.keys import Keys

    open_table(tablet, evening)
    tablet.strike('[data-key="enter"]', Keys.ENTER)
    tablet.strike('[data-key="won-E"]', Keys.SPACE)
    tablet.strike('input[data-seat="E"]', "24", Keys.ENTER)
    for digits in ("2", "0", "4"):
        tablet.keys(digits, Keys.ENTER)
    tablet.holds("dialog .dialog-foot .primary", "aria-disabled", None)
    assert "primary" in tablet.driver.switch_to.active_element.get_attribute("class")
    tablet.keys(Keys.ENTER)
    tablet.lacks("dialog")
    assert tablet.call("GET", f"/api/evenings/{evening}")["hands"][-1]["scores"]["E"] == 24


WHERE = """
const at = document.activeElement;
return at === document.body ? "nowhere" : at.dataset.key ?? at.className;
"""


def focused(browser: Any) -> str:
    """The key of what has the focus, or its class."""
    return str(browser.driver.execute_script(WHERE))


def pressed(browser: Any, key: str) -> None:
    from selenium.webdriver.common.keys import Keys

    browser.strike(f'[data-key="{key}"]', Keys.ENTER)


def test_the_keyboard_goes_on_where_a_dialog_was_opened(tablet: Any, evening: str) -> None:
    from selenium.webdriver.common.keys import Keys

    open_table(tablet, evening)
    pressed(tablet, "hand-2")
    tablet.sees('dialog [data-key="correct"]')
    tablet.keys(Keys.ESCAPE)
    tablet.lacks("dialog")
    tablet.becomes(lambda: focused(tablet), "hand-2", "the focus")


def test_the_keyboard_goes_on_where_a_button_is_gone(tablet: Any, evening: str) -> None:
    from selenium.webdriver.common.keys import Keys

    open_table(tablet, evening)
    pressed(tablet, "undo")
    pressed(tablet, "redo")
    tablet.lacks('[data-key="redo"]')
    assert focused(tablet) != "nowhere"
    pressed(tablet, "enter")
    pressed(tablet, "won-E")
    pressed(tablet, "others-0")
    tablet.lacks('dialog [data-key="others-0"]')
    assert focused(tablet) != "nowhere"
    tablet.keys(Keys.ENTER)
    tablet.sees("dialog")  # a second Enter does nothing
    assert focused(tablet) != "nowhere"


COVERED = """
const { left, right, top, bottom } = document.activeElement.getBoundingClientRect();
const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
return document.activeElement.contains(at) ? null : document.activeElement.dataset.code;
"""


@pytest.mark.parametrize("size", [(390, 844), (320, 568), TABLET], ids=str)
def test_a_tile_with_the_focus_is_not_under_the_rack(
    tablet: Any, evening: str, size: tuple[int, int]
) -> None:
    from selenium.webdriver.common.keys import Keys

    tablet.size(*size)
    open_table(tablet, evening)
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    for code in ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m"):
        tablet.click(f'.add-panel [data-code="{code}"]')
    tablet.driver.execute_script("document.querySelector('.add-panel [data-code=\"7z\"]').focus()")
    hidden = []
    for _ in range(30):
        tablet.driver.switch_to.active_element.send_keys(Keys.SHIFT, Keys.TAB)
        hidden.append(tablet.driver.execute_script(COVERED))
    tablet.size(*TABLET)
    assert [code for code in hidden if code] == []

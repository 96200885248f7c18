"""The table at every size: names, totals, figures and messages stand beside each other."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.browsing import OWN, PHONE, TABLET, Browser
from tests.web.browser.conftest import IN_EACH_BROWSER

NAMES = ("Maximilianea", "Bartholomewa", "Christabella", "Di")
"""Twelve letters, beside totals of five digits."""
SIZES = [TABLET, (820, 1180), PHONE, (360, 640), (320, 640), (320, 568)]
ON_ITS_SIDE = (667, 375)


@pytest.fixture(scope="module")
def evening(tablet: Browser) -> str:
    """An evening in which everybody pays somebody, and two have more than ten thousand."""
    tablet.sign_in()
    form = {"players": [{"name": name} for name in NAMES], "ruleset": "harr-limit"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    pay = {"payments": [{"from": 0, "to": 1, "points": 12_000}], "why": "a bet"}
    tablet.call("POST", f"/api/evenings/{id}/penalties", pay)
    hand = {"winner": "S", "scores": {"E": 20, "S": 500, "W": 4, "N": 2}}
    assert "error" not in tablet.call("POST", f"/api/evenings/{id}/hands", hand)
    return id


@pytest.fixture(params=SIZES, ids=str)
def table(tablet: Browser, evening: str, request: pytest.FixtureRequest) -> Browser:
    tablet.size(*request.param)
    tablet.open(f"/table/{evening}")
    tablet.sees(".hand-list")
    tablet.sees(".arrows .way")
    return tablet


OVERLAPS = """
const boxes = [...document.querySelectorAll(arguments[0])].map((one) => [
  one.textContent, one.getBoundingClientRect()]);
const found = [];
boxes.forEach(([a, one], i) => boxes.slice(i + 1).forEach(([b, other]) => {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  if (across > 1 && down > 1) found.push(`${a} / ${b}`);
}));
return found;
"""


def test_plates_the_round_and_the_figures_cover_nothing(table: Browser) -> None:
    drawn = ".plate, .medal-text, .medal-hand, .arrows .pill"
    assert table.driver.execute_script(OVERLAPS, drawn) == []


SMALL = """
return [...document.querySelectorAll(".arrows text, .payment .points")]
  .filter((one) => parseFloat(getComputedStyle(one).fontSize) < 32).map((one) => one.textContent);
"""
OUTSIDE = """
return [...document.querySelectorAll(".arrows text")].filter((one) => {
  const [figure, pill] = [one, one.previousSibling].map((it) => it.getBoundingClientRect());
  return figure.left < pill.left + 2 || figure.right > pill.right - 2;
}).map((one) => one.textContent);
"""


@pytest.mark.parametrize("size", [TABLET, (820, 1180), (1024, 768)], ids=str)
def test_payments_are_read_from_a_metre_on_a_tablet(
    tablet: Browser, evening: str, size: tuple[int, int]
) -> None:
    tablet.size(*size)
    tablet.open(f"/table/{evening}")
    tablet.sees(".arrows text", 6)
    tablet.sees(".payment .points", 7)  # six of the hand, and the bet
    assert tablet.driver.execute_script(SMALL) == []
    assert tablet.driver.execute_script(OUTSIDE) == []
    row = ".payment > .pays, .payment > .points, .payment > .why"
    assert tablet.driver.execute_script(OVERLAPS, row) == []


HIDDEN_ARROWS = """
const STEPS = 20;
return [...document.querySelectorAll(".arrows .way")].flatMap((way, n) => {
  const toPage = way.getScreenCTM();
  const hidden = (step) => {
    const at = way.getPointAtLength((way.getTotalLength() * step) / STEPS).matrixTransform(toPage);
    return document.elementFromPoint(at.x, at.y)?.closest(".plate") !== null;
  };
  const under = Array.from({ length: STEPS + 1 }, (_, step) => hidden(step));
  const share = under.filter(Boolean).length / under.length;
  return under.at(-1) || share > 0.2 ? [`arrow ${n}: ${under.at(-1)}, ${share}`] : [];
});
"""


def test_every_arrow_shows_its_head_and_most_of_its_way(table: Browser) -> None:
    table.sees(".arrows .way", 6)
    table.driver.execute_script("scrollTo(0, 0)")
    assert table.driver.execute_script(HIDDEN_ARROWS) == []


LONGEST_TITLE = "The second evening at Grandmother’s, with her old ivory tiles, " + "and so on " * 5


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_long_title_in_the_felt_covers_nothing(tablet: Browser, size: tuple[int, int]) -> None:
    tablet.size(*size)
    tablet.sign_in()
    players = [{"name": name} for name in NAMES]
    form = {"players": players, "ruleset": "harr", "title": LONGEST_TITLE}
    id = tablet.call("POST", "/api/evenings", form)["id"]
    tablet.open(f"/table/{id}")
    tablet.says(".medal-text", "The second")
    assert tablet.driver.execute_script(OVERLAPS, ".plate, .medal-text, .medal-hand") == []


CROSSED = """
const STEPS = 100;
const words = [...document.querySelectorAll(".medal-text, .medal-hand")].map((one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return [one.textContent, range.getBoundingClientRect()];
});
return [...document.querySelectorAll(".arrows .way")].flatMap((way) => {
  const toPage = way.getScreenCTM();
  const places = Array.from({ length: STEPS + 1 }, (_, step) =>
    way.getPointAtLength((way.getTotalLength() * step) / STEPS).matrixTransform(toPage));
  return words.filter(([, box]) => places.some(({ x, y }) =>
    x > box.left && x < box.right && y > box.top && y < box.bottom)).map(([text]) => text);
});
"""
"""The words in the felt that an arrow runs through."""


def test_no_arrow_crosses_the_words_of_the_round(table: Browser) -> None:
    table.sees(".arrows .way", 6)
    assert table.driver.execute_script(CROSSED) == []


@pytest.mark.parametrize("size", [*SIZES, ON_ITS_SIDE, (844, 390)], ids=str)
def test_the_first_thing_to_do_is_in_view(
    tablet: Browser, evening: str, size: tuple[int, int]
) -> None:
    tablet.size(*size)
    tablet.open(f"/table/{evening}")
    tablet.sees(".arrows .way")
    ends = """return document.querySelector('[data-key="photograph"]').getBoundingClientRect()"""
    assert tablet.driver.execute_script(f"{ends}.bottom") <= size[1]


def test_an_upright_tablet_shows_the_way_back_without_scrolling(
    tablet: Browser, evening: str
) -> None:
    height = 1180
    tablet.size(820, height)
    tablet.open(f"/table/{evening}")
    tablet.sees(".arrows .way")
    ends = """return document.querySelector('[data-key="undo"]').getBoundingClientRect().bottom"""
    assert tablet.driver.execute_script(ends) <= height


def test_on_a_phone_the_way_back_is_in_view_and_the_tools_come_after_it(
    tablet: Browser, evening: str
) -> None:
    tablet.size(*PHONE)
    tablet.open(f"/table/{evening}")
    tablet.sees(".arrows .way")
    assert tablet.in_view('[data-key="undo"]')
    top = "return document.querySelector(arguments[0]).getBoundingClientRect().top"
    last, tools = (tablet.driver.execute_script(top, css) for css in (".last-hand", ".tools"))
    assert last < tools
    tablet.size(*TABLET)
    tablet.becomes(
        lambda: (
            tablet.driver.execute_script(top, ".last-hand")
            > tablet.driver.execute_script(top, ".tools")
        ),
        True,
        "whether the tools stand above the last hand on a tablet",
    )


def settle_the_first_hand(tablet: Browser, size: tuple[int, int]) -> None:
    tablet.size(*size)
    tablet.sign_in()
    id = tablet.call("POST", "/api/evenings", {"players": [{"name": name} for name in NAMES]})["id"]
    tablet.open(f"/table/{id}")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.type('input[data-seat="E"]', "40")
    tablet.click('[data-key="others-0"]')
    tablet.click('[data-key="settle"]')
    tablet.lacks("dialog")
    tablet.sees(".last-hand .payment")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_way_back_is_in_view_once_a_hand_is_settled(
    tablet: Browser, size: tuple[int, int]
) -> None:
    settle_the_first_hand(tablet, size)
    tablet.becomes(lambda: tablet.in_view('[data-key="undo"]'), True, "“Undo” in view")
    assert tablet.in_view(".last-hand .payment:first-of-type")


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_hand_that_is_taken_back_is_gone_on_with_in_view(
    tablet: Browser, size: tuple[int, int]
) -> None:
    settle_the_first_hand(tablet, size)
    undo = """
    const undo = document.querySelector('[data-key="undo"]');
    undo.scrollIntoView({ block: "start" });
    undo.click();
    """
    tablet.driver.execute_script(undo)
    tablet.reads(".enter-row .primary", "Go on with hand 1")
    tablet.becomes(lambda: tablet.in_view(".enter-row .primary"), True, "“Go on” in view")


WHOLE_NAMES = """
const whole = ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
  clientWidth >= scrollWidth && clientHeight >= scrollHeight;
return [...document.querySelectorAll(`${arguments[0]} .player`)]
  .filter((one) => one.checkVisibility() && [one, ...one.children].every(whole))
  .map((one) => one.textContent);
"""
"""The names that can be read, and are not only told by a colour or to a screen reader."""


def test_the_list_of_hands_names_the_players(table: Browser) -> None:
    assert table.driver.execute_script(WHOLE_NAMES, ".hand-line") == list(NAMES)


@pytest.mark.parametrize("size", [size for size in SIZES if size != TABLET], ids=str)
def test_each_hand_of_a_narrow_score_sheet_names_the_players(
    tablet: Browser, evening: str, size: tuple[int, int]
) -> None:
    tablet.size(*size)
    tablet.open(f"/table/{evening}/sheet")
    tablet.sees(".score-sheet tbody tr", 2)
    assert tablet.driver.execute_script(WHOLE_NAMES, ".score-sheet tbody") == 2 * list(NAMES)


def test_what_a_correction_alters_is_whole_and_names_the_players(table: Browser) -> None:
    table.click('[data-key="hand-1"]')
    table.click('[data-key="remove"]')
    table.sees(".changes .nets")
    for part in (".new-totals", ".changes"):
        assert table.driver.execute_script(WHOLE_NAMES, part) == list(NAMES), part
    assert table.driver.execute_script(CUT, ".new-totals *, .changes *") == []
    table.press_escape()
    table.lacks(".new-totals")


def test_names_of_twelve_letters_and_five_digits_are_whole(table: Browser) -> None:
    cut = table.driver.execute_script(
        """
        const out = (one) => one.scrollWidth > one.clientWidth + 1;
        const plates = [...document.querySelectorAll(".plate")];
        return plates.flatMap((plate) =>
          [plate, ...plate.querySelectorAll(".plate-name, .plate-total")]
            .filter(out).map((one) => `${one.className}: ${one.textContent}`));
        """
    )
    assert cut == []


LONGEST = "“M” × 130 letters are as long as any message of the table may be, " + "and so on" * 7


def test_a_message_that_takes_something_back_waits_for_it(table: Browser) -> None:
    say = (
        OWN
        + """
    const done = arguments[0];
    const [timer, lasting] = [window.setTimeout, []];
    window.setTimeout = (action, ms) => lasting.push(ms / 1000);
    own("ui").then(({ toast }) => {
      toast("Done.");
      toast("Thrown away.", { action: { label: "Undo", run() {} } });
      window.setTimeout = timer;
      done(lasting);
    });
    """
    )
    told, with_button = table.driver.execute_async_script(say)
    assert told < 10 < with_button


@pytest.mark.parametrize("size", [*SIZES, ON_ITS_SIDE], ids=str)
def test_the_list_of_hands_needs_no_scrolling_to_the_side(
    tablet: Browser, evening: str, size: tuple[int, int]
) -> None:
    tablet.size(*size)
    tablet.open(f"/table/{evening}")
    tablet.sees(".hand-list")
    wide = """
    return [...document.querySelectorAll(".hand-list, .hand-line, .hand-line .nets *")]
      .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent);
    """
    assert tablet.driver.execute_script(wide) == []
    tops = """
    return [...document.querySelector(".hand-line .nets > span").children].map(
      (one) => Math.round(one.getBoundingClientRect().top));
    """
    rows = Counter(tablet.driver.execute_script(tops))
    # No three and one; each stands alone where no two such names have room beside each other.
    narrow = size == ON_ITS_SIDE or size[0] == 320
    assert set(rows.values()) in (({1},) if narrow else ({2}, {4}))


def test_a_message_from_before_a_sheet_leaves_its_title_and_comes_back(table: Browser) -> None:
    say = (
        OWN
        + """
    own("ui").then(({ toast }) => {
      toast("Thrown away.", { action: { label: "Undo", run() {} } });
    });
    """
    )
    table.driver.execute_script(say)
    table.says(".toast", "Thrown away.")
    table.click('[data-key="enter"]')
    table.says(".dialog-head h2", "Hand 2")
    table.click(".dialog-close")
    table.lacks("dialog")
    table.says(".toast", "Thrown away.")


def seen_in_dialog(table: Browser, css: str) -> str:
    """The words of what lies uncovered within the topmost dialog; nothing where it does not."""
    return str(
        table.driver.execute_script(
            """
            const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
            const one = dialog?.querySelector(arguments[0]);
            const box = one?.getBoundingClientRect();
            if (!box?.width || one.scrollWidth > one.clientWidth) return "";
            const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
            return one.contains(document.elementFromPoint(x, y)) ? one.innerText : "";
            """,
            css,
        )
    )


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=["tablet", "phone"])
def test_a_question_can_be_read_whatever_is_said_meanwhile(
    table: Browser, size: tuple[int, int]
) -> None:
    table.size(*size)
    question = "Remove “Grandmother’s old ivory”?"
    say = (
        OWN
        + """
    own("ui").then(({ toast, confirm }) => {
      if (arguments[1]) confirm({ title: arguments[1], text: "They go.", yes: "Remove" });
      else toast(arguments[0], { bad: true });
    });
    """
    )
    table.driver.execute_script(say, "Said before.", None)
    table.says(".toast", "before")
    table.driver.execute_script(say, None, question)
    table.becomes(lambda: seen_in_dialog(table, "h2"), question, "the question")
    table.driver.execute_script(say, "Said meanwhile, in as many words as a line may have", None)
    table.becomes(lambda: "meanwhile" in seen_in_dialog(table, ".toast"), True, "the message")
    assert seen_in_dialog(table, "h2") == question
    table.press_escape()
    table.lacks("dialog")
    table.size(*TABLET)


@pytest.mark.parametrize("sheet", [False, True], ids=["page", "sheet"])
def test_a_message_covers_no_total_and_no_button(table: Browser, sheet: bool) -> None:
    if sheet:
        table.click('[data-key="enter"]')
        table.sees(".seat-row")
    say: Any = (
        OWN
        + """
    const [text, done] = arguments;
    own("ui").then(({ toast }) => {
      toast(text, { bad: true });
      toast(text, { bad: true, action: { label: "Undo", run() {} } });
      done();
    });
    """
    )
    table.driver.execute_async_script(say, LONGEST)
    table.sees(".toast", 1)
    covered = table.driver.execute_script(
        """
        const line = document.querySelector(".toast");
        const toast = line.getBoundingClientRect();
        const place = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document;
        return [...place.querySelectorAll("button, a, input, output, .plate")]
          .filter((one) => !line.contains(one) && one.checkVisibility())
          .map((one) => [one.textContent || one.ariaLabel, one.getBoundingClientRect()])
          .filter(([, box]) => box.width && box.top < toast.bottom - 1 && box.bottom > toast.top + 1
            && box.left < toast.right - 1 && box.right > toast.left + 1)
          .map(([words]) => words);
        """
    )
    assert covered == []
    if sheet:
        table.press_escape()
        table.lacks("dialog")


def test_the_whole_photograph_stands_on_the_sheet(
    table: Browser, evening: str, picture: Path
) -> None:
    table.choose('.enter-row input[type="file"]:not([capture])', picture)
    table.click('[data-key="whose-N"]')
    table.sees(".shot .stage img")
    hidden = table.driver.execute_script(
        """
        const frame = document.querySelector(".shot .stage-scroll");
        const upright = 3 / 4; // as a phone takes it when it is held upright
        frame.querySelector(".sheet").style.setProperty("--ratio", upright);
        frame.querySelector("img").style.aspectRatio = upright;
        return [frame.scrollWidth - frame.clientWidth, frame.scrollHeight - frame.clientHeight];
        """
    )
    assert max(hidden) <= 1
    table.call("PATCH", f"/api/evenings/{evening}/draft", {"hand": 2, "parts": {}, "anew": True})


CUT = """
return [...document.querySelectorAll(arguments[0])]
  .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.value ?? one.textContent);
"""
"""What is wider than the place it has."""


ASIDE = """
return [...document.querySelectorAll(".totals-line .number")].filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const name = one.parentElement.getBoundingClientRect();
  return words.getBoundingClientRect().left > name.left + 1;
}).map((one) => one.textContent);
"""


def test_a_total_begins_where_its_name_begins(tablet: Browser, evening: str) -> None:
    tablet.size(820, 1180)
    tablet.open(f"/table/{evening}")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="result:draw"]')
    tablet.sees(".totals-line .number", 2 * len(NAMES))
    assert tablet.driver.execute_script(ASIDE) == []
    tablet.press_escape()
    tablet.call("PATCH", f"/api/evenings/{evening}/draft", {"hand": 2, "parts": {}, "anew": True})


def test_titles_and_payments_are_whole(table: Browser) -> None:
    assert table.driver.execute_script(CUT, ".state h1, .last-head h2, .pays .player") == []
    broken = table.driver.execute_script(
        """
        return [...document.querySelectorAll(".pays .player")].filter((one) => {
          const [dot, name] = [...one.children].map((part) => part.getBoundingClientRect());
          return dot.top > name.bottom || name.top > dot.bottom || name.height > 40;
        }).map((one) => one.textContent);
        """
    )
    assert broken == []


def test_names_are_whole_where_a_hand_is_entered(table: Browser) -> None:
    table.click('[data-key="enter"]')
    table.sees(".seat-name", 4)
    assert table.driver.execute_script(CUT, ".seat-name") == []


PRESS = """
document.querySelector(`dialog [data-key="${arguments[0]}"]`).click();
const body = document.querySelector("dialog > .body").getBoundingClientRect();
const row = document.querySelector(".seat-row.active").getBoundingClientRect();
return row.top < body.bottom - 20 && row.bottom > body.top + 20;
"""
"""A tap that scrolls nothing; whether the line that is filled then is in view."""
PLACES = """
return [...document.querySelectorAll(".keys .key")].map((key) => {
  const { left, top, right, bottom } = key.getBoundingClientRect();
  const under = document.elementFromPoint((left + right) / 2, bottom - 4);
  return `${key.contains(under) ? "whole" : "hidden"} at ${Math.round(left)}, ${Math.round(top)}`;
});
"""
"""Where the keys stand, and whether anything hides them."""


def type_scores(tablet: Browser, evening: str) -> None:
    """The sheet with the keypad for East, and nothing that an earlier test has entered."""
    tablet.open("/join")
    tablet.driver.execute_script("localStorage.clear()")
    over = {"hand": 2, "parts": {}, "anew": True}
    tablet.call("PATCH", f"/api/evenings/{evening}/draft", over)
    tablet.open(f"/table/{evening}")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.sees(".keypad")


@pytest.mark.parametrize("size", [TABLET, (820, 1180), PHONE, (360, 640), (844, 390)], ids=str)
def test_no_key_moves_while_scores_are_typed(
    tablet: Browser, evening: str, size: tuple[int, int]
) -> None:
    tablet.size(*size)
    type_scores(tablet, evening)
    stood = tablet.driver.execute_script(PLACES)
    for key in ("4", "8", "next", "1", "2", "next", "6", "next", "1", "4"):
        assert tablet.driver.execute_script(PRESS, f"key-{key}")
        assert tablet.driver.execute_script(PLACES) == stood
    tablet.sees(".entry-preview .payment")
    assert tablet.driver.execute_script(PLACES) == stood
    assert all(place.startswith("whole") for place in stood)
    assert tablet.driver.execute_script(CUT, ".seat-name, .keys .key") == []


def test_the_keypad_stays_though_the_phone_is_turned(tablet: Browser, evening: str) -> None:
    tablet.size(*PHONE)
    type_scores(tablet, evening)
    for key, size in (("4", (844, 390)), ("8", PHONE), ("1", (844, 390))):
        tablet.driver.execute_script(PRESS, f"key-{key}")
        tablet.size(*size)
        tablet.becomes(
            lambda: {place.split()[0] for place in tablet.driver.execute_script(PLACES)}, {"whole"}
        )
    tablet.holds('[data-key="score-E"]', "value", "481")


def test_names_are_whole_on_the_sheet(table: Browser, evening: str) -> None:
    table.open(f"/table/{evening}/sheet")
    table.sees(".who-played li", 4)
    assert table.driver.execute_script(CUT, ".who, .scroll") == []
    ends = table.driver.execute_script(
        "return [...document.querySelectorAll('.chart text')].map((one) => one.textContent)"
    )
    assert set(NAMES) <= set(ends)


@IN_EACH_BROWSER
def test_names_are_whole_where_an_evening_begins(table: Browser) -> None:
    table.open("/evenings/new")
    for place, name in enumerate(NAMES):
        field = table.sees(".new-seat input[type=text], .new-seat input:not([type])")[place]
        field.clear()
        field.send_keys(name)
    assert table.driver.execute_script(CUT, ".new-seat input") == []


def test_the_ways_to_other_pages_stand_apart(table: Browser) -> None:
    gaps = table.driver.execute_script(
        """
        const words = [...document.querySelectorAll("#top nav a")].map((link) => {
          const range = document.createRange();
          range.selectNodeContents(link);
          return range.getBoundingClientRect();
        });
        return words.slice(1).map((box, i) => box.left - words[i].right);
        """
    )
    assert min(gaps) >= LEAST_APART


LEAST_APART = 6
"""CSS pixels between two words of the line at the top: more than a space of its letters."""


def test_the_line_that_is_typed_is_whole_above_the_keys(tablet: Browser, evening: str) -> None:
    tablet.size(320, 568)
    tablet.open(f"/table/{evening}")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-S"]')
    tablet.sees(".keypad")
    seen = """
    const row = document.querySelector('.seat-row[data-seat="S"]').getBoundingClientRect();
    const body = document.querySelector("dialog .body").getBoundingClientRect();
    return row.top >= body.top - 1 && row.bottom <= body.bottom + 1;
    """
    tablet.becomes(lambda: tablet.driver.execute_script(seen), True, "whether the line is whole")
    tablet.press_escape()


LONG_WORD = "Weihnachtsfeierabendspielrunden"
SPILLS = """
return [...document.querySelectorAll("main *")].filter((one) => {
  const box = one.getBoundingClientRect();
  const spills = one.matches("h1, h3, .button") && one.scrollWidth > one.clientWidth + 1;
  return one.checkVisibility() && box.width && !one.closest(".scroll, .unseen, svg")
    && (spills || box.right > innerWidth + 1);
}).map((one) => one.outerHTML.slice(0, 80));
"""


def test_a_title_of_one_long_word_is_broken_on_the_smallest_phone(tablet: Browser) -> None:
    tablet.size(320, 640)
    tablet.sign_in()
    players = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
    form = {"players": players, "ruleset": "harr", "title": LONG_WORD}
    id = tablet.call("POST", "/api/evenings", form)["id"]
    for page, title in ((f"/table/{id}/sheet", "h1"), ("/", ".welcome-actions .primary")):
        tablet.open(page)
        tablet.says(title, LONG_WORD)
        assert tablet.driver.execute_script(SPILLS) == []
        assert tablet.driver.execute_script("return document.documentElement.scrollWidth") <= 320
    tablet.open(f"/table/{id}")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.type('input[data-seat="E"]', "9" * 9)
    tablet.says(".keypad-head .figure", "9" * 9)
    close = (
        "return document.querySelector('[data-key=\"key-close\"]').getBoundingClientRect().right"
    )
    assert tablet.driver.execute_script(close) <= 320


@pytest.mark.parametrize("size", [(320, 568), (360, 640)], ids=str)
@pytest.mark.parametrize("score", ["128", "9" * 9], ids=["usual", "most"])
def test_the_number_above_the_keys_is_whole_however_long_the_name(
    tablet: Browser, evening: str, size: tuple[int, int], score: str
) -> None:
    tablet.size(*size)
    type_scores(tablet, evening)
    tablet.type('input[data-seat="E"]', score)
    tablet.says(".keypad-head .figure", score)
    assert tablet.driver.execute_script(CUT, ".keypad-head .figure") == []
    head = ".keypad-head > *"
    assert tablet.driver.execute_script(OVERLAPS, head) == []
    tablet.size(*TABLET)


def test_where_the_books_say_it_is_whole_in_the_aids(tablet: Browser, evening: str) -> None:
    tablet.size(320, 640)
    tablet.open(f"/table/{evening}")
    tablet.click('[data-key="tool-book"]')
    tablet.sees("dialog .body details")
    unfold = "document.querySelectorAll('dialog details').forEach((one) => (one.open = true))"
    tablet.driver.execute_script(unfold)
    tablet.sees("dialog .deal li")
    beyond = """
    const body = document.querySelector("dialog .body");
    const words = (one) => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return range.getBoundingClientRect();
    };
    return [...body.querySelectorAll(".source")]
      .filter((one) => words(one).right > body.getBoundingClientRect().right)
      .map((one) => one.innerText);
    """
    assert tablet.driver.execute_script(beyond) == []


@pytest.mark.parametrize("size", [PHONE, (320, 568)], ids=str)
def test_counted_counters_are_seen_whole_however_long_the_names(
    tablet: Browser, evening: str, size: tuple[int, int]
) -> None:
    tablet.size(*size)
    tablet.open(f"/table/{evening}")
    tablet.click('[data-key="tool-more"]')
    tablet.click('dialog [data-key="more-counters"]')
    tablet.sees("dialog input.figure")
    narrow = """
    const fields = [...document.querySelectorAll("dialog input.figure")];
    for (const field of fields) field.value = "128";
    const whole = (one) => one.clientWidth >= 60 && one.scrollWidth <= one.clientWidth;
    return fields.filter((one) => !whole(one)).map((one) => [one.scrollWidth, one.clientWidth]);
    """
    assert tablet.driver.execute_script(narrow) == []
    tablet.size(*TABLET)

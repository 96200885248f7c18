"""What the flow promises where a hand is entered: nothing typed over tiles, nothing asked twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from companion.game.tiles import parse
from tests.web.browser.browsing import PHONE, TABLET, Browser

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
READY = '[data-key="settle"]:not([aria-disabled])'


@pytest.fixture
def evening(tablet: Browser) -> str:
    """A new evening, the table on the screen."""
    tablet.sign_in()
    form = {"players": PLAYERS, "ruleset": "harr-limit"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    tablet.open(f"/table/{id}")
    tablet.reads(".link-state", "live")
    return id


def settled(tablet: Browser, evening: str) -> Any:
    tablet.sees(READY)
    tablet.click('[data-key="settle"]')
    tablet.lacks("dialog")
    return tablet.call("GET", f"/api/evenings/{evening}")["hands"][-1]


def photograph(tablet: Browser, picture: Path, seat: str) -> None:
    tablet.choose('.enter-row input[type="file"]:not([capture])', picture)
    tablet.click(f'[data-key="whose-{seat}"]')
    tablet.click('.question [data-code="9p"]')
    tablet.lacks(".question")


def test_enter_passes_over_a_seat_that_has_tiles(
    tablet: Browser, evening: str, picture: Path
) -> None:
    photograph(tablet, picture, "S")
    tablet.type('input[data-seat="E"]', "8")
    tablet.strike('input[data-seat="E"]', Keys.ENTER)
    focused = "return document.activeElement.dataset.seat"
    assert tablet.driver.execute_script(focused) == "W"
    tablet.press("1", "9", "2")
    tablet.holds('input[data-seat="W"]', "value", "192")
    tablet.strike('input[data-seat="W"]', Keys.ENTER)
    assert tablet.driver.execute_script(focused) == "N"
    tablet.press("0")
    hand = settled(tablet, evening)
    assert (hand["winner"], hand["typed"]) == ("S", {"E": 8, "W": 192, "N": 0})
    assert list(hand["hands"]) == ["S"]


def test_a_winning_tile_that_nobody_names_is_none(
    tablet: Browser, evening: str, picture: Path
) -> None:
    photograph(tablet, picture, "S")
    tablet.holds('[data-key="won-with-any"]', "aria-pressed", "true")
    tablet.click('[data-key="others-0"]')
    hand = settled(tablet, evening)
    assert hand["hands"]["S"]["win"]["tile"] is None


def test_the_lines_of_a_score_stay_open_while_one_tries_how_it_was_won(
    tablet: Browser, evening: str, picture: Path
) -> None:
    photograph(tablet, picture, "S")
    tablet.click('[data-key="others-0"]')
    tablet.click('[data-key="explained"]')
    tablet.sees(".entry-preview details[open] .score-lines")
    tablet.click('[data-key="by-draw"]')
    tablet.holds('[data-key="by-draw"]', "aria-pressed", "true")
    tablet.says('[data-key="by-discard"]', "−8")
    tablet.sees(".entry-preview details[open] .score-lines")
    tablet.click('[data-key="explained"]')
    tablet.lacks(".entry-preview details[open]")


def test_the_foot_says_whose_tiles_lack_how_many(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    for seat, score in (("E", "40"), ("W", "0"), ("N", "0")):
        tablet.type(f'input[data-seat="{seat}"]', score)
    tablet.click('[data-key="tiles-S"]')
    tablet.click('[data-key="as:pung"]')
    tablet.click('.add-panel [data-code="7z"]')
    tablet.click('[data-key="use"]')
    tablet.says(".entry-foot", "Bo’s tiles: 10 are missing.")
    tablet.says(".entry-preview .note", "Bo’s tiles: 10 are missing.")


def test_enter_goes_round_the_table_to_the_score_that_is_missing(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-S"]')
    for seat, score, after in (("S", "20", "W"), ("W", "4", "N"), ("N", "2", "E")):
        tablet.type(f'input[data-seat="{seat}"]', score)
        tablet.strike(f'input[data-seat="{seat}"]', Keys.ENTER)
        focused = "return document.activeElement.dataset.seat"
        assert tablet.driver.execute_script(focused) == after
    tablet.type('input[data-seat="E"]', "0")
    tablet.strike('input[data-seat="E"]', Keys.ENTER)
    focused = "return document.activeElement.dataset.key"
    assert tablet.driver.execute_script(focused) == "settle"


@pytest.mark.parametrize("typed", ["12.5", "1e9", "-5", "12345678901234567"])
def test_what_is_no_score_is_told_beside_its_field(
    tablet: Browser, evening: str, typed: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    field = 'input[data-seat="S"]'
    told = f"{field} ~ .problem:not([hidden])"
    tablet.type(field, typed)
    tablet.lacks(told)  # nobody is told before the number is whole
    tablet.strike(field, Keys.ENTER)
    tablet.says(told, "Write a whole number from 0 to 999,999,999.")
    tablet.holds(field, "value", typed)
    tablet.type('input[data-seat="E"]', "20")
    tablet.says(".entry-foot", "Scores are missing: Bo, Cy, and Di.")
    tablet.click(field)
    for key in ("1", "2"):
        tablet.click(f'[data-key="key-{key}"]')
    tablet.lacks(told)
    tablet.holds(field, "value", "12")
    tablet.type(field, "1,000")
    tablet.holds(field, "value", "1000")
    tablet.lacks(told)


def test_the_keypad_says_what_the_most_is_where_it_takes_no_more_digits(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    for digit in "123456789":
        tablet.click(f'[data-key="key-{digit}"]')
    tablet.lacks(".toast")
    tablet.click('[data-key="key-0"]')
    tablet.says(".toast", "A score is 999,999,999 at most.")
    tablet.holds('input[data-seat="E"]', "value", "123456789")


SIX_ONES: dict[str, Any] = {
    "winner": "E",
    "hands": {
        "E": {"concealed": parse("111222333444m55m"), "win": {"tile": "5m", "by": "draw"}},
        "S": {"concealed": parse("111m456p789s1234z")},
    },
    "scores": {"W": 0, "N": 0},
}


@pytest.mark.parametrize("size", [TABLET, PHONE], ids=str)
def test_hands_that_hold_six_of_a_tile_are_told_before_they_are_settled_and_after(
    tablet: Browser, evening: str, size: tuple[int, int]
) -> None:
    told = "The hands together hold 6 of 1 characters"
    tablet.call("POST", f"/api/evenings/{evening}/hands", SIX_ONES)
    tablet.size(*size)
    tablet.click('[data-key="hand-1"]')
    tablet.says("dialog .note", told)
    tablet.click('[data-key="correct"]')
    tablet.sees(READY)
    note = ".entry-preview .note" if size == TABLET else ".foot-notes > .note"
    tablet.says(note, told)
    assert tablet.in_view(note)
    tablet.size(*TABLET)


SIX_OF_TWO_KINDS = {"S": {"concealed": parse("111222m789s1234z")}}


def test_on_a_phone_every_note_can_be_read_beside_settle(tablet: Browser, evening: str) -> None:
    body = SIX_ONES | {"hands": SIX_ONES["hands"] | SIX_OF_TWO_KINDS}
    tablet.call("POST", f"/api/evenings/{evening}/hands", body)
    tablet.click('[data-key="hand-1"]')
    tablet.click('[data-key="correct"]')
    tablet.sees(READY)
    tablet.sees(".entry-preview .note", 2)
    assert not tablet.shows(".foot-notes")
    tablet.size(*PHONE)
    tablet.says(".foot-notes > .note", "hold 6 of 1 characters")
    tablet.reads('[data-key="foot-notes"]', "and 1 more")
    tablet.click('[data-key="foot-notes"]')
    more = ".foot-notes details .note"
    tablet.says(more, "hold 6 of 2 characters")
    for seen in (more, '[data-key="foot-notes"]', '[data-key="settle"]'):
        assert tablet.in_view(seen)
    tablet.size(*TABLET)


HOLD = """
const button = document.querySelector('[data-key="drawn"]');
const { left, top, width, height } = button.getBoundingClientRect();
return [left + width / 2, top + height / 2];
"""


def hold(tablet: Browser, how: str) -> Callable[[], None]:
    """Press “Drawn” and keep it down; what is returned lets it go."""
    tablet.sees('[data-key="drawn"]')
    driver = tablet.driver
    if how == "finger":
        x, y = driver.execute_script(HOLD)
        touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        tablet.cdp("Input.dispatchTouchEvent", touch)
        up = {"type": "touchEnd", "touchPoints": []}
        return lambda: tablet.cdp("Input.dispatchTouchEvent", up)
    tablet.driver.execute_script("document.querySelector('[data-key=\"drawn\"]').focus()")
    key = {"Enter": "\r", " ": " "}[how]
    down: dict[str, Any] = {"type": "keyDown", "key": how, "text": key}
    for _ in range(3):  # a key that is held repeats
        tablet.cdp("Input.dispatchKeyEvent", down)
        down["autoRepeat"] = True
    return lambda: tablet.cdp("Input.dispatchKeyEvent", {"type": "keyUp", "key": how})


@pytest.mark.parametrize("how", ["finger", "Enter", " "])
def test_drawn_held_down_settles_at_once_and_undo_is_in_view(
    tablet: Browser, evening: str, how: str
) -> None:
    let_go = hold(tablet, how)
    tablet.says(".last-head", "Hand 1: drawn")
    let_go()
    hands = f"/api/evenings/{evening}"
    tablet.reads(".enter-row .primary", "Photograph hand 2")
    tablet.says(".toast", "Hand 1 is settled as drawn.")
    tablet.driver.execute_async_script("setTimeout(arguments[0], 500)")  # a late tap would come
    tablet.lacks("dialog")
    assert tablet.in_view('[data-key="undo"]')
    assert tablet.call("GET", hands)["hand_count"] == 1
    tablet.click('[data-key="undo"]')
    tablet.reads(".enter-row .primary", "Photograph hand 1")


def test_the_notice_of_a_drawn_hand_takes_it_back_until_another_device_plays_on(
    tablet: Browser, evening: str
) -> None:
    done = "Hand 1 is settled as drawn."
    let_go = hold(tablet, "Enter")
    tablet.says(".toast", done)
    let_go()
    tablet.click(".toast button")
    tablet.reads(".enter-row .primary", "Photograph hand 1")
    let_go = hold(tablet, "Enter")
    tablet.says(".toast", done)
    let_go()
    tablet.call("POST", f"/api/evenings/{evening}/hands", {"winner": None})
    tablet.reads(".enter-row .primary", "Photograph hand 3")
    tablet.lacks(".toast button")


@pytest.mark.parametrize("how", ["finger", "Enter", " "])
def test_drawn_let_go_soon_opens_the_sheet(tablet: Browser, evening: str, how: str) -> None:
    hold(tablet, how)()
    tablet.sees(READY)
    assert tablet.call("GET", f"/api/evenings/{evening}")["hand_count"] == 0


def misread(tablet: Browser, picture: Path, tile: str) -> None:
    """Bo's photographed hand, and a tap on its first tile of this kind, in the editor."""
    photograph(tablet, picture, "S")
    tablet.click('[data-key="tiles-S"]')
    tablet.click(f'.meld-tiles [data-code="{tile}"]')


@pytest.mark.parametrize("size", [TABLET, PHONE, (320, 568)], ids=str)
def test_a_tile_surely_misread_is_put_right_from_six_in_a_row(
    tablet: Browser, evening: str, picture: Path, size: tuple[int, int]
) -> None:
    misread(tablet, picture, "7z")
    tablet.size(*size)
    offered = tablet.each(".likely [data-code]", "data-code")
    assert offered == ["6z", "5z", "4z", "3z", "2z", "1z"]
    tablet.sees('.likely > [data-key="tile-none"]')
    tablet.sees('.likely > [data-key="tile-another"]')
    fits = "const l = document.querySelector('.likely'); return l.scrollWidth <= l.clientWidth"
    assert tablet.driver.execute_script(fits)
    tablet.click('.likely [data-code="5z"]')
    tablet.sees('.meld-tiles [data-code="5z"]', 1)
    tablet.size(*TABLET)


def test_of_a_tile_that_was_tapped_in_nothing_is_probable(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    tablet.click('.add-panel [data-code="5p"]')
    tablet.click('.meld-tiles [data-code="5p"]')
    tablet.says('[data-key="tile-none"]', "Remove")
    tablet.says('[data-key="tile-another"]', "One more tile here")
    tablet.lacks("dialog:last-of-type .likely-one")
    assert "Perhaps" not in tablet.words("dialog:last-of-type")
    tablet.click('dialog:last-of-type .picker-row [data-code="6p"]')
    tablet.sees('.meld-tiles [data-code="6p"]', 1)
    tablet.lacks('.meld-tiles [data-code="5p"]')


def test_what_the_picture_shows_comes_first_and_the_nearest_of_the_suit_fill_the_row(
    tablet: Browser, evening: str, picture: Path
) -> None:
    tablet.choose('.enter-row input[type="file"]:not([capture])', picture)
    tablet.click('[data-key="whose-S"]')
    tablet.click('.question [data-key^="more-"]')  # of 8 dots, which may be 9 dots
    offered = tablet.each(".likely [data-code]", "data-code")
    assert offered == ["9p", "7p", "6p", "5p", "4p", "3p"]
    tablet.reads(".likely-one:first-child span:not(.name)", "43 %")


def test_a_question_reaches_every_tile_in_one_more_tap(
    tablet: Browser, evening: str, picture: Path
) -> None:
    tablet.choose('.enter-row input[type="file"]:not([capture])', picture)
    tablet.click('[data-key="whose-S"]')
    another = '.question [data-key^="more-"]'
    tablet.reads(another, "Another tile …")
    tablet.click(another)
    tablet.click('dialog .picker-row [data-code="1z"]')  # of which the picture shows nothing
    tablet.lacks(".question")
    tablet.sees('.seat-hand img[src$="1z.svg"]', 1)


def test_what_is_not_a_tile_is_gone_with_one_tap(
    tablet: Browser, evening: str, picture: Path
) -> None:
    misread(tablet, picture, "7z")
    tablet.says('[data-key="tile-none"]', "Not a tile")
    tablet.click('[data-key="tile-none"]')
    tablet.sees('.meld-tiles [data-code="7z"]', 2)


def test_a_doubtful_find_is_no_tile_with_one_tap(
    tablet: Browser, evening: str, picture: Path
) -> None:
    tablet.choose('.enter-row input[type="file"]:not([capture])', picture)
    tablet.click('[data-key="whose-S"]')
    tablet.click('.question [data-key^="none-"]')
    tablet.lacks(".question")
    tablet.lacks('.seat-hand img[src$="8p.svg"]')


def test_an_overlooked_tile_is_added_where_it_lies(
    tablet: Browser, evening: str, picture: Path
) -> None:
    misread(tablet, picture, "7z")
    tablet.says('[data-key="tile-another"]', "One more tile here")
    tablet.click('[data-key="tile-another"]')
    tablet.says("dialog:last-of-type h2", "Red dragon: what lies beside it?")
    tablet.click('.likely [data-code="7z"]')
    tablet.sees('.meld[data-kind="kong"] [data-code="7z"]', 4)


def test_a_hand_that_is_taken_back_waits_behind_the_big_button(
    tablet: Browser, evening: str
) -> None:
    big = ".enter-row .primary"
    tablet.reads(big, "Photograph hand 1")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.type('input[data-seat="E"]', "40")
    tablet.press_escape()
    tablet.says('[data-key="enter"]', "Go on with hand 1")
    tablet.reads(big, "Photograph hand 1")  # another phone may well photograph another hand of it
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="others-0"]')
    settled(tablet, evening)
    tablet.reads(big, "Photograph hand 2")
    tablet.holds('[data-key="undo"]', "aria-label", "“Undo” takes hand 1 back.")
    tablet.click('[data-key="undo"]')
    tablet.says(".toast", "Hand 1 is taken back.")
    tablet.reads('[data-key="redo"]', "Bring hand 1 back")
    tablet.reads(big, "Go on with hand 1")
    tablet.click(big)
    settled(tablet, evening)


LATE_DRAFT = """
    const soon = window.setTimeout;
    window.setTimeout = (what, ms, ...more) => soon(what, ms === 150 ? 60000 : ms, ...more);"""
"""What was tapped is sent to the draft after 150 ms (`pending.js`), and here much later."""


def test_a_hand_settled_before_its_last_tap_was_sent_comes_back_whole(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-E"]')
    tablet.type('input[data-seat="E"]', "40")
    tablet.driver.execute_script(LATE_DRAFT)
    tablet.click('[data-key="others-0"]')
    settled(tablet, evening)
    tablet.click('[data-key="undo"]')
    tablet.reads(".enter-row .primary", "Go on with hand 1")


def test_a_hand_opened_again_calmly_says_how_many_tiles_are_to_come(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    tablet.click('[data-key="as:pung"]')
    tablet.click('.add-panel [data-code="7z"]')
    tablet.click('[data-key="use"]')
    tablet.lacks(".editor")
    tablet.click('[data-key="tiles-S"]')
    tablet.says(".editor-score", "10 tiles are still to come.")
    tablet.lacks(".problem:not([hidden])")


def test_a_fault_is_named_though_tiles_are_still_to_come(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    for code in ("1z", "2z", "3z"):
        tablet.click(f'.add-panel [data-code="{code}"]')
    tablet.says(".editor-score", "10 tiles are still to come.")
    tablet.lacks(".problem:not([hidden])")
    tablet.click('[data-key="adding"]')
    tablet.click('[data-key="join"]')
    for code in ("1z", "2z", "3z"):
        tablet.click(f'.melds [data-code="{code}"]')
    tablet.click(".editor-rack .primary")
    tablet.says(".editor-score .problem", "winds and dragons make no runs")
    tablet.says(".editor-score", "10 tiles are still to come.")


def test_five_alike_are_named_though_tiles_are_still_to_come(tablet: Browser, evening: str) -> None:
    told = {"seen": None, "sure": True, "byRule": False, "said": False}
    five: list[dict[str, Any]] = [
        {"id": f"t{n}", "code": "1m", "alternatives": [], "couldBe": [], **told} for n in range(5)
    ]
    hand = {
        "groups": [{"tiles": five, "exposed": False, "loose": True}],
        **{"bonus": [], "winningTile": None, "by": "discard", "circumstances": [], "flags": []},
    }
    parts = {"winner": "S", "tiles:S": hand}
    tablet.call("PATCH", f"/api/evenings/{evening}/draft", {"hand": 1, "parts": parts})
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    tablet.says(".editor-score .problem", "There are 5 of 1 characters, and the game has four")
    tablet.says(".editor-score", "9 tiles are still to come.")
    tablet.click('.melds [data-code="1m"]')
    tablet.click('dialog:last-of-type .picker [data-code="2m"]')
    tablet.lacks(".editor-score .problem")
    tablet.says(".editor-score", "9 tiles are still to come.")


def test_tiles_that_do_not_win_have_no_score(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-S"]')
    tablet.click('[data-key="tiles-S"]')
    for code in ("2m", "3m", "5m", "7p", "9s", "1z", "5z"):
        for _ in range(2):
            tablet.click(f'.add-panel [data-code="{code}"]')
    tablet.click('[data-key="use"]')
    tablet.says(".seat-hand .note", "do not make four sets and a pair")
    tablet.reads('output.figure[data-seat="S"]', "–")
    tablet.reads(".verdict-total", "–")


def test_the_photograph_of_a_players_own_phone_is_that_players_hand(
    tablet: Browser, evening: str, picture: Path
) -> None:
    tablet.click('[data-key="plate-1"]')
    tablet.click('[data-key="owner"]')
    tablet.lacks("dialog")
    tablet.choose('.enter-row input[type="file"]:not([capture])', picture)
    tablet.sees('.seat-row[data-seat="S"] .seat-hand')
    tablet.lacks(".whose")
    tablet.click('.question [data-code="9p"]')
    tablet.click('[data-key="others-0"]')
    hand = settled(tablet, evening)
    assert hand["photo_of"] == {"S": hand["photos"][0]}


def test_who_stops_keeping_the_score_is_asked_first(tablet: Browser, evening: str) -> None:
    tablet.click(".state > button")
    tablet.says("dialog h2", "Stop keeping the score here?")
    tablet.press_escape()
    tablet.lacks("dialog")
    tablet.says(".state > button", "Scorekeeper")
    tablet.click(".state > button")
    tablet.click("dialog .primary")
    tablet.lacks("dialog")
    assert tablet.call("GET", "/api/session")["role"] == "watcher"


def test_who_takes_a_seat_leaves_the_own_one_to_whoever_sat_there(
    tablet: Browser, evening: str
) -> None:
    tablet.click('[data-key="tool-more"]')
    tablet.click('[data-key="more-reseat"]')
    tablet.sees("dialog select", 5)
    Select(tablet.sees("dialog select")[0]).select_by_visible_text("Cy")
    tablet.click("dialog .primary")
    tablet.lacks("dialog")
    seats = tablet.call("GET", f"/api/evenings/{evening}")["seats"]
    assert seats == {"E": 2, "S": 1, "W": 0, "N": 3}


LOW = """
return [...document.querySelectorAll(arguments[0])]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 64)
  .map((one) => one.dataset.key);
"""


@pytest.mark.parametrize("size", [TABLET, TABLET[::-1]], ids=str)
def test_what_is_pressed_in_a_hurry_is_high_on_a_tablet(
    tablet: Browser, evening: str, picture: Path, size: tuple[int, int]
) -> None:
    tablet.size(*size)
    photograph(tablet, picture, "S")
    tablet.sees('[data-key="others-0"]')
    sheet = (
        '.entry-foot .settle, [data-key^="won-"], .whose-plates button, .keypad .key,'
        ' [data-key="others-0"], .seat-row input'
    )
    assert tablet.driver.execute_script(LOW, sheet) == []
    tablet.click('[data-key="others-0"]')
    settled(tablet, evening)
    tablet.sees('[data-key="undo"]')
    assert tablet.driver.execute_script(LOW, '.enter-row button, [data-key="undo"]') == []

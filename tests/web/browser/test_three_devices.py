"""Two phones and a tablet fill one hand together, everyone sees it, and one of them settles it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.browsing import PHONE, Browser

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]


@pytest.fixture(scope="module")
def phones(device: Callable[[], Browser]) -> tuple[Browser, Browser]:
    pair = device(), device()
    for phone in pair:
        phone.size(*PHONE)
        phone.sign_in()
    return pair


@pytest.fixture
def evening(tablet: Browser, phones: tuple[Browser, Browser]) -> str:
    """A new evening, its table on all three screens."""
    tablet.sign_in()
    form = {"players": PLAYERS, "ruleset": "harr-limit"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    for one in (tablet, *phones):
        one.open(f"/table/{id}")
        one.reads(".link-state", "live")
    return id


def photographs(phone: Browser, picture: Path) -> None:
    """A hand, from the table."""
    phone.choose('.enter-row input[type="file"]:not([capture])', picture)
    phone.sees(".whose")


def stored(browser: Browser, evening: str) -> Any:
    return browser.call("GET", f"/api/evenings/{evening}")


def test_each_phone_fills_its_own_seat_and_the_tablet_settles(
    tablet: Browser, phones: tuple[Browser, Browser], evening: str, picture: Path
) -> None:
    ann, bo = phones
    photographs(bo, picture)
    bo.click('[data-key="whose-S"]')
    tablet.says(".pending", "Bo: 15 of 15 tiles, 1 to look at")
    ann.click('[data-key="enter"]')
    ann.type('input[data-seat="E"]', "16")
    bo.click('.question [data-code="9p"]')
    tablet.says(".pending", "Ann: 16")
    tablet.click('[data-key="enter"]')
    tablet.holds('[data-key="won-S"]', "aria-pressed", "true")
    tablet.click('[data-key="others-0"]')
    bo.sees('[data-key="settle"]:not([aria-disabled])')
    tablet.click('[data-key="settle"]')
    tablet.lacks("dialog")
    for phone in phones:  # told at once; nothing of theirs is left over
        phone.lacks("dialog")
        phone.says('[data-key="enter"]', "hand 2")
    hand = stored(tablet, evening)["hands"][0]
    assert (hand["winner"], hand["typed"]) == ("S", {"E": 16, "W": 0, "N": 0})
    assert len(hand["photos"]) == 1, "Bo's phone has sent its photograph"
    assert hand["photo_of"] == {"S": hand["photos"][0]}
    tablet.click(".hand-list button")
    tablet.says("dialog figcaption", "Tiles of Bo")


def test_the_later_tap_in_one_seat_wins_and_both_see_it(
    phones: tuple[Browser, Browser], evening: str
) -> None:
    ann, bo = phones
    for phone in phones:
        phone.click('[data-key="enter"]')
    ann.type('input[data-seat="W"]', "8")
    bo.holds('input[data-seat="W"]', "value", "8")
    bo.type('input[data-seat="W"]', "12")
    ann.holds('input[data-seat="W"]', "value", "12")
    ann.says(".toast", "Another device has just changed: Cy")


def test_nothing_moves_under_a_finger_because_of_what_another_device_enters(
    phones: tuple[Browser, Browser], evening: str, picture: Path
) -> None:
    ann, bo = phones
    photographs(ann, picture)
    ann.sees('[data-key="won-S"]')
    buttons = ".whose button, .seat-won"
    where = f"""return [...document.querySelectorAll('{buttons}')].map((one) =>
        [one.dataset.key, Math.round(one.getBoundingClientRect().top)]);"""
    before = ann.driver.execute_script(where)
    assert len(before) == 9
    bo.click('[data-key="enter"]')
    bo.type('input[data-seat="E"]', "8")
    ann.says(".toast", "Another device has just changed: Ann")
    bo.click('[data-key="won-W"]')
    ann.holds('[data-key="won-W"]', "aria-pressed", "true")
    assert ann.driver.execute_script(where) == before
    ann.click('[data-key="whose-none"]')


def test_a_photograph_that_waits_for_a_name_is_seen_by_all_and_kept_where_another_settles(
    tablet: Browser, phones: tuple[Browser, Browser], evening: str, picture: Path
) -> None:
    ann, bo = phones
    photographs(ann, picture)
    tablet.says(".pending", "1 photograph waits until somebody says whose hand it shows")
    tablet.says('[data-key="enter"]', "Go on")
    ann.press_escape()
    ann.says(".pending", "1 photograph waits")

    hand = {"winner": "N", "scores": {"E": 0, "S": 4, "W": 0, "N": 30}}
    assert "error" not in bo.call("POST", f"/api/evenings/{evening}/hands", hand)
    ann.says(".warning", "Another device settled hand 1 first. What you entered is kept.")
    ann.click('[data-key="missed-take-over"]')
    ann.click('[data-key="whose-W"]')
    ann.sees('.seat-row[data-seat="W"] .tile')
    tablet.says(".pending", "Di: 15 of 15 tiles")
    tablet.becomes(lambda: "waits" in tablet.find(".pending").text, False, "what waits")


def test_an_evening_that_ends_while_a_hand_is_entered_says_so_on_both_sides(
    tablet: Browser, phones: tuple[Browser, Browser], evening: str
) -> None:
    ann, _ = phones
    ann.click('[data-key="enter"]')
    ann.type('input[data-seat="W"]', "16")
    tablet.says(".pending", "Cy: 16")
    tablet.click('[data-key="tool-scales"]')
    tablet.says("dialog .warning", "Hand 1 is being entered. It is kept")
    tablet.click('[data-key="end"]')
    ann.says("dialog .warning", "This evening has ended.")
    tablet.click('[data-key="final"]')
    tablet.click('[data-key="resume"]')
    ann.lacks("dialog .warning")
    ann.holds('input[data-seat="W"]', "value", "16")


def test_who_only_looks_at_anothers_tiles_changes_nothing(
    phones: tuple[Browser, Browser], evening: str
) -> None:
    ann, bo = phones
    for phone in phones:
        phone.click('[data-key="enter"]')
    ann.click('[data-key="tiles-S"]')
    ann.click('.add-panel [data-code="4s"]')
    bo.sees('.seat-row[data-seat="S"] .tile', 1)
    bo.click('[data-key="tiles-S"]')
    bo.sees("dialog:last-of-type .melds [data-tile]", 1)
    ann.click('.add-panel [data-code="5s"]')
    ann.click('[data-key="use"]')
    ann.sees('.seat-row[data-seat="S"] .tile', 2)
    bo.click('[data-key="use"]')
    bo.sees('.seat-row[data-seat="S"] .tile', 2)
    ann.sees('.seat-row[data-seat="S"] .tile', 2)


def test_two_who_tap_one_players_tiles_add_to_each_others(
    phones: tuple[Browser, Browser], evening: str
) -> None:
    ann, bo = phones
    for phone in phones:
        phone.click('[data-key="enter"]')
        phone.click('[data-key="tiles-S"]')
    ann.click('.add-panel [data-code="4s"]')
    bo.sees("dialog:last-of-type .melds [data-tile]", 1)
    bo.says(".toast", "Another device has just changed Bo’s tiles")
    bo.click('.add-panel [data-code="5s"]')
    for phone in phones:
        phone.sees("dialog:last-of-type .melds [data-tile]", 2)
        phone.click('[data-key="use"]')
        phone.sees('.seat-row[data-seat="S"] .tile', 2)


def test_a_tablet_that_wakes_up_has_what_others_entered_meanwhile(
    tablet: Browser, phones: tuple[Browser, Browser], evening: str
) -> None:
    ann, bo = phones
    for one in (ann, bo):
        one.click('[data-key="enter"]')
    ann.type('input[data-seat="W"]', "16")
    bo.holds('input[data-seat="W"]', "value", "16")
    bo.driver.execute_script("dispatchEvent(new Event('pagehide'))")
    ann.type('input[data-seat="W"]', "32")
    tablet.says(".pending", "Cy: 32")
    bo.driver.execute_script("dispatchEvent(new Event('pageshow'))")
    bo.holds('input[data-seat="W"]', "value", "32")


def test_a_sheet_shows_what_the_hand_is_worth_in_the_round_that_was_put_right(
    tablet: Browser, phones: tuple[Browser, Browser], evening: str
) -> None:
    phone, _ = phones
    phone.click('[data-key="enter"]')
    phone.click('[data-key="won-S"]')
    phone.click('[data-key="tiles-S"]')
    phone.click('[data-key="as:pung"]')
    for code in ("2z", "3m", "4m", "5p"):
        phone.click(f'.add-panel [data-code="{code}"]')
    phone.click('[data-key="as:tile"]')
    for _ in range(2):
        phone.click('.add-panel [data-code="6p"]')
    phone.click('[data-key="use"]')
    phone.sees('.seat-row[data-seat="S"] [data-total]:not([data-total=""])')
    (before,) = phone.each('.seat-row[data-seat="S"] [data-total]', "data-total")
    tablet.call("POST", f"/api/evenings/{evening}/round", {"round": "S"})
    phone.becomes(
        lambda: phone.each('.seat-row[data-seat="S"] [data-total]', "data-total"),
        [str(2 * int(before))],
        "South's score in South's own round",
    )
    phone.says("dialog .dialog-head h2", "South round")


def test_a_hand_settled_elsewhere_is_said_and_the_own_one_kept(
    tablet: Browser, phones: tuple[Browser, Browser], evening: str
) -> None:
    phone, _ = phones
    phone.click('[data-key="enter"]')
    phone.click('[data-key="won-E"]')
    phone.type('input[data-seat="E"]', "44")
    scores = {"E": 20, "S": 0, "W": 0, "N": 0}
    tablet.call("POST", f"/api/evenings/{evening}/hands", {"winner": "E", "scores": scores})
    phone.says("dialog [role=alert]:not([hidden])", "settled hand 1 first")
    phone.driver.refresh()
    phone.click('[data-key="missed-correct"]')
    phone.holds('input[data-seat="E"]', "value", "44")
    for seat in ("S", "W", "N"):
        phone.type(f'input[data-seat="{seat}"]', "2")
    phone.click('[data-key="settle"]')
    phone.click('[data-key="confirm-change"]')
    phone.lacks("dialog")
    phone.lacks('[data-key="missed-correct"]')
    assert stored(phone, evening)["hands"][0]["scores"]["E"] == 44


def test_what_is_entered_stays_with_its_hand_when_an_earlier_one_is_removed(
    tablet: Browser, phones: tuple[Browser, Browser], evening: str
) -> None:
    for winner in "ES":
        scores = dict.fromkeys("ESWN", 0) | {winner: 40}
        form = {"winner": winner, "scores": scores}
        tablet.call("POST", f"/api/evenings/{evening}/hands", form)
    ann, bo = phones
    for phone in phones:
        phone.click('[data-key="enter"]')
        phone.says("dialog .dialog-head h2", "Hand 3")
    ann.click('[data-key="won-W"]')
    ann.type('input[data-seat="W"]', "44")
    bo.holds('input[data-seat="W"]', "value", "44")
    tablet.call("DELETE", f"/api/evenings/{evening}/hands/1")
    for phone in phones:
        phone.says("dialog .dialog-head h2", "Hand 2")
        phone.holds('input[data-seat="W"]', "value", "44")
    bo.type('input[data-seat="E"]', "2")
    ann.holds('input[data-seat="E"]', "value", "2")
    ann.driver.refresh()
    ann.click('[data-key="enter"]')
    ann.holds('input[data-seat="W"]', "value", "44")
    ann.click('[data-key="others-0"]')
    ann.click('[data-key="settle"]')
    ann.lacks("dialog")
    ann.lacks('[data-key="missed-correct"]')
    assert [hand["winner"] for hand in stored(ann, evening)["hands"]] == ["S", "W"]


def test_who_only_watches_sees_the_hand_and_no_pin(
    device: Callable[[], Browser], phones: tuple[Browser, Browser], evening: str
) -> None:
    watcher = device()
    watcher.open(f"/table/{evening}")
    keeper, _ = phones
    keeper.click('[data-key="enter"]')
    keeper.click('[data-key="won-S"]')
    watcher.says(".pending", "Bo won")
    watcher.lacks("dialog")

"""What was begun survives a reload; what was agreed and played survives the house's changes."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.web.browser.browsing import OWN, PHONE, Browser, serving
from tests.web.browser.conftest import photographed
from tests.web.browser.test_accessible import violations

NAMES = ("Ann", "Bo", "Cy", "Di")
HOUSE: dict[str, Any] = {
    "id": "our-house", "name": "Our house", "base": "harr",
    "options": {"washing": {"9": 30, "10": 60}, "pays_for_all": True},
}  # fmt: skip


@pytest.fixture
def evening(tablet: Browser) -> str:
    """An evening by rules of the house, the table on the screen."""
    tablet.sign_in()
    assert "error" not in tablet.call("PUT", "/api/rulesets/our-house", HOUSE)
    form = {"players": [{"name": name} for name in NAMES], "ruleset": "our-house"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    tablet.open(f"/table/{id}")
    return id


def tap(tablet: Browser, kind: str, *codes: str) -> None:
    tablet.click(f'[data-key="as:{kind}"]')
    for code in codes:
        tablet.click(f'.add-panel [data-code="{code}"]')


def drafted(tablet: Browser, evening: str) -> set[str]:
    """South's tiles as the device keeps them until the hand is settled."""
    kept = tablet.driver.execute_script(f"return localStorage['draft-{evening}']")
    hand = json.loads(kept)["parts"].get("tiles:S", {}) if kept else {}
    return {tile["code"] for group in hand.get("groups", []) for tile in group["tiles"]}


def test_a_reload_amid_the_tapping_loses_no_tile(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="won-S"]')
    tablet.click('[data-key="tiles-S"]')
    tap(tablet, "pung", "7z", "2m")
    tablet.wait(lambda: {"7z", "2m"} <= drafted(tablet, evening))
    tablet.driver.refresh()
    tablet.says('[data-key="enter"]', "Go on with hand 1")
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    tablet.sees("dialog .melds [data-tile]", 6)


def test_a_whole_hand_is_the_winners(tablet: Browser, evening: str) -> None:
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="tiles-S"]')
    tap(tablet, "pung", "7z", "2m")
    tap(tablet, "chow", "3p")
    tap(tablet, "pung", "9s")
    tap(tablet, "tile", "4s", "4s")
    tablet.click('[data-key="use"]')
    tablet.sees("dialog", 1)
    tablet.holds('[data-key="won-S"]', "aria-pressed", "true")
    for seat in ("E", "W", "N"):
        tablet.type(f'input[data-seat="{seat}"]', "0")
    tablet.click("dialog .dialog-foot .primary")
    tablet.says('[data-key="enter"]', "hand 2")
    settled = tablet.call("GET", f"/api/evenings/{evening}")["hands"][0]
    assert settled["hands"]["S"]["win"]["tile"] is None, "nobody said which tile won"
    assert settled["explained"]["S"]["complete"]


def test_the_table_aids_outlive_the_house_rules(tablet: Browser, evening: str) -> None:
    assert "error" not in tablet.call("DELETE", "/api/rulesets/our-house")
    tablet.click('[data-key="tool-book"]')
    wall = "dialog .aids section:first-of-type"
    tablet.type(f"{wall} .row > div:first-child input", "7")
    tablet.says(f"{wall} strong", "West's side")
    tablet.driver.get(tablet.find('dialog a[href^="/rules/"]').get_attribute("href"))
    tablet.says("main .note", "this evening")
    tablet.lacks('[data-key="edit"]')  # they are to be looked at


def test_the_table_aids_know_the_winds_that_three_hold_now(tablet: Browser) -> None:
    tablet.sign_in()
    form = {"players": [{"name": name} for name in NAMES[:3]], "ruleset": "traditional"}
    id = tablet.call("POST", "/api/evenings", form)["id"]
    hand = {"winner": "S", "scores": {"E": 0, "S": 22, "W": 0}}
    assert "error" not in tablet.call("POST", f"/api/evenings/{id}/hands", hand)
    tablet.open(f"/table/{id}")
    tablet.click('[data-key="tool-book"]')
    tablet.reads('dialog .aids section fieldset:first-of-type [data-value="W"]')
    wall = "dialog .aids section:first-of-type"
    tablet.type(f"{wall} .row > div:first-child input", "3")
    tablet.says(f"{wall} strong", "for the empty place")
    sets = "dialog .aids section:last-of-type"
    tablet.click(f'{sets} fieldset:first-of-type [data-value="8"]')
    tablet.says(f"{sets} strong", "8 rounds")


def test_a_new_house_does_not_take_the_place_of_another(tablet: Browser, evening: str) -> None:
    tablet.open("/rules/international")
    tablet.click('[data-key="edit"]')
    tablet.click(".keep-bar .primary")
    tablet.says(".toast", "another name")
    assert tablet.call("GET", "/api/rulesets/our-house")["base"] == "harr"


def test_the_entry_is_as_wide_as_a_phone(tablet: Browser, evening: str) -> None:
    for width, height in (PHONE, PHONE[::-1]):
        tablet.size(width, height)
        tablet.open(f"/table/{evening}")
        tablet.click('[data-key="enter"]')
        tablet.becomes(lambda: tablet.find("dialog").size["width"], width, "the entry's width")
    tablet.size(1180, 820)


def test_a_backup_with_photographs_is_read_in_on_another_computer(
    tablet: Browser, device: Callable[[], Browser], evening: str, picture: Path, tmp_path: Path
) -> None:
    tablet.call("POST", f"/api/evenings/{evening}/hands", {"winner": None})
    played = tablet.call("GET", f"/api/evenings/{evening}")
    backup = tmp_path / "evening.zip"
    with urllib.request.urlopen(f"{tablet.address}/api/evenings/{evening}/export.zip") as answer:
        backup.write_bytes(answer.read())
    with serving(tmp_path / "other", photographed) as address:
        other = device()
        other.address = address
        other.sign_in()
        other.open("/evenings")
        other.choose('input[type="file"]', backup)
        other.wait(lambda: "/table/" in other.driver.current_url)
        assert other.call("GET", f"/api/evenings/{evening}")["hands"] == played["hands"]
        other.open("/evenings")
        broken = tmp_path / "broken.zip"
        broken.write_bytes(backup.read_bytes()[:200])
        other.choose('input[type="file"]', broken)
        other.says(".toast.bad", "cannot be read in")
        other.driver.get("about:blank")


def test_who_comes_first_is_told_what_to_do(tmp_path: Path, device: Callable[[], Browser]) -> None:
    newcomer = device()
    with serving(tmp_path / "empty", photographed) as address:
        newcomer.address = address
        newcomer.open("/")
        newcomer.sees(".first-steps li", 3)
        assert violations(newcomer) == []
        newcomer.driver.get("about:blank")


@pytest.mark.parametrize("players", [2, 3])
def test_fewer_than_four_play_to_the_end(tablet: Browser, players: int) -> None:
    """Set up, one hand typed, one drawn, the end; all through the page."""
    tablet.sign_in()
    tablet.open("/evenings/new")
    tablet.click(f'[data-key="count:{players}"]')
    for place in range(players):
        tablet.type(f'[data-key="name-{place}"]', NAMES[place])
    tablet.click('form .primary[type="submit"]')
    tablet.click('[data-key="enter"]')
    tablet.sees(".seat-row", players)
    seats = tablet.each(".seat-row", "data-seat")
    tablet.click(f'[data-key="won-{seats[-1]}"]')
    for seat in seats:
        tablet.type(f'input[data-seat="{seat}"]', "20" if seat == seats[-1] else "4")
    for hand in (2, 3):
        tablet.click("dialog .dialog-foot .primary")
        tablet.says('[data-key="enter"]', f"hand {hand}")
        if hand == 2:
            tablet.click('[data-key="enter"]')
            tablet.click('[data-key="result:draw"]')
    tablet.click('[data-key="tool-chart"]')
    assert "−0" not in tablet.each("svg.chart text", "textContent")
    tablet.click("dialog .dialog-close")
    tablet.click('[data-key="tool-scales"]')
    tablet.sees("dialog .payment", players - 1)
    tablet.click('[data-key="end"]')
    tablet.sees('[data-key="final"]')
    tablet.open("/evenings/new")  # the same people again, and so many
    names = '.new-seat input[data-key^="name-"]'
    tablet.becomes(lambda: tablet.each(names, "value"), list(NAMES[:players]), "the names")
    tablet.holds(f'[data-key="count:{players}"]', "aria-checked", "true")


def test_the_dice_are_thrown_once_however_often_they_are_tapped(tablet: Browser) -> None:
    tablet.sign_in()
    tablet.open_anew("/evenings/new")
    tablet.sees(".new-seats input")
    tablet.driver.execute_async_script("""
        const [done] = arguments;
        const asked = window.fetch;
        window.fetch = async (url, options) => {
          if (String(url).includes("/aids/")) await new Promise((wait) => setTimeout(wait, 500));
          return asked(url, options);
        };
        const buttons = [...document.querySelectorAll(".new-evening button")];
        const dice = buttons.find((one) => one.innerText.includes("Throw"));
        dice.click();
        setTimeout(() => dice.click(), 200);
        setTimeout(done, 1500);
    """)
    tablet.sees("dialog .throw")
    tablet.sees("dialog", 1)
    tablet.click("dialog .dialog-close")
    tablet.lacks("dialog")


def begun(tablet: Browser) -> str:
    """The evening that the button of the form leads to."""
    tablet.click('form .primary[type="submit"]')
    tablet.sees('[data-key="enter"]')
    return str(tablet.driver.current_url).rsplit("/", 1)[-1]


def test_who_goes_back_to_the_form_begins_another_evening_or_the_same(tablet: Browser) -> None:
    tablet.sign_in()
    tablet.open("/evenings/new")
    tablet.click('[data-key="count:4"]')
    for place, name in enumerate(NAMES):
        tablet.type(f'[data-key="name-{place}"]', name)
    first = begun(tablet)
    tablet.driver.back()
    assert begun(tablet) == first, "nothing was changed"
    tablet.driver.back()
    tablet.type('[data-key="name-0"]', "Eve")
    second = begun(tablet)
    names = [[one["name"] for one in tablet.call("GET", f"/api/evenings/{id}")["players"]]
             for id in (first, second)]  # fmt: skip
    assert names == [["Ann", "Bo", "Cy", "Di"], ["Eve", "Bo", "Cy", "Di"]]


def test_what_is_entered_goes_to_the_server_one_call_after_the_other(
    tablet: Browser, evening: str
) -> None:
    most, calls = tablet.driver.execute_async_script(
        OWN
        + """
        const [evening, done] = arguments;
        const plain = window.fetch;
        let under = 0, most = 0, calls = 0;
        window.fetch = async (url, options) => {
          if (options?.method !== "PATCH") return plain(url, options);
          calls += 1;
          under += 1;
          most = Math.max(most, under);
          await new Promise((passed) => setTimeout(passed, 700));
          return plain(url, options).finally(() => (under -= 1));
        };
        const wait = (ms) => new Promise((passed) => setTimeout(passed, ms));
        (async () => {
          const { Pending } = await own("pending");
          const now = await (await plain(`/api/evenings/${evening}`)).json();
          const pending = new Pending(now, () => {});
          for (const winner of "ESWN") {
            pending.set({ winner });
            await wait(200); // longer than a device waits before it sends
          }
          while (under || Object.keys(pending.unsent).length) await wait(50);
          done([most, calls]);
        })();
        """,
        evening,
    )
    assert calls > 1
    assert most == 1
    assert tablet.call("GET", f"/api/evenings/{evening}/draft")["parts"]["winner"] == "N"

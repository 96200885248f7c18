"""An evening remembered: the sheet on one page, and the players over the months."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any

import pytest

from tests.ledger.test_story import ALL_HONOURS, GREEN_PUNG
from tests.web.browser.browsing import OWN, PHONE, TABLET, Browser

WINDS = ("East", "South", "West", "North")
PLAYERS = ("Ann", "Bo", "Cy", "Di")
HANDS: list[dict[str, Any]] = [
    {"winner": "E", "scores": {"E": 480, "S": 64, "W": 272, "N": 16}},
    {"winner": "S", "scores": {"E": 8, "W": 4, "N": 0}, "hands": {"S": GREEN_PUNG}},
    {"winner": None},
]


def evening(tablet: Browser, ruleset: str, *names: str, hands: int = 0) -> str:
    """An evening with three hands, one of them with tiles, and with more that are typed."""
    players = [{"name": name} for name in names]
    id: str = tablet.call("POST", "/api/evenings", {"players": players, "ruleset": ruleset})["id"]
    more = [{"winner": "E", "scores": {"E": 2 * n, "S": 4, "W": 0, "N": 8}} for n in range(hands)]
    for hand in [*HANDS, *more]:
        assert "error" not in tablet.call("POST", f"/api/evenings/{id}/hands", hand)
    return id


@pytest.fixture(scope="module")
def months(tablet: Browser, picture: Path) -> list[str]:
    """Three evenings: by rules with rounds and without, the last with a photographed limit hand."""
    tablet.sign_in()
    first = evening(tablet, "international", *PLAYERS)
    second = evening(tablet, "harr", "Bo", "Eve", "Ann", "Di", hands=37)
    third = evening(tablet, "harr-limit", *PLAYERS)
    photo = tablet.driver.execute_async_script(
        OWN
        + """
        const [id, bytes, done] = arguments;
        (async () => {
          const { upload } = await own("api");
          const form = new FormData();
          const raw = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
          form.append("photo", new Blob([raw]), "hand.png");
          return (await upload(`/api/evenings/${id}/photos`, form, { guarded: true })).photo;
        })().then(done, (error) => done(String(error)));
        """,
        third,
        base64.b64encode(picture.read_bytes()).decode(),
    )
    hand = {"winner": "E", "hands": {"E": ALL_HONOURS}, "photos": [photo]}
    hand["scores"] = {"S": 0, "W": 0, "N": 0}
    assert "error" not in tablet.call("POST", f"/api/evenings/{third}/hands", hand)
    return [first, second, third]


def words_of(browser: Browser) -> str:
    return str(browser.driver.execute_script("return document.body.innerText"))


def test_the_sheet_tells_who_played_what_made_a_hand_high_and_who_owes(
    tablet: Browser, months: list[str]
) -> None:
    tablet.open(f"/table/{months[0]}/sheet")
    tablet.reads(".who-played .who", *PLAYERS)
    told = tablet.call("GET", f"/api/evenings/{months[0]}/story")
    totals = [player["total"] for player in told["players"]]
    shown = [one.text for one in tablet.sees(".score-sheet .total")]
    assert [int(text.replace(",", "").replace("−", "-")) for text in shown] == totals
    tablet.says(".score-sheet tbody tr:nth-child(2) .why", "Three or four green dragons")
    tablet.sees(".line-of-all .no-print path.run[d]", 8)  # a line, and its name's, for each
    tablet.sees(".story-end .payment")


def test_no_round_is_named_where_none_is_counted(tablet: Browser, months: list[str]) -> None:
    counted = re.compile(r"\bround\b", re.IGNORECASE)
    for path in (f"/table/{months[1]}/sheet", f"/table/{months[1]}"):
        tablet.open(path)
        tablet.sees(".score-sheet tbody tr, .hand-list")
        # What a hand scored for may well be called after a round.
        tablet.driver.execute_script(
            "for (const one of document.querySelectorAll('.why')) one.remove()"
        )
        assert not counted.search(words_of(tablet)), path
    tablet.open(f"/table/{months[0]}/sheet")
    tablet.says(".score-sheet thead", "Round")


def test_nothing_names_a_round_all_evening(tablet: Browser, months: list[str]) -> None:
    """The table, a hand being entered, an old one, and what puts an evening right."""
    named: dict[str, list[str]] = {}
    for press, seen in {
        "": ".medallion",
        "enter": "dialog .dialog-foot .primary",
        "hand-2": "dialog .payment",
        "tool-more": '[data-key="more-history"]',
        "tool-chart": "dialog svg.chart",
        "tool-book": "dialog .aids section:last-of-type strong",
    }.items():
        tablet.open(f"/table/{months[1]}")
        tablet.sees(".hand-list")
        if press:
            tablet.click(f'[data-key="{press}"]')
        tablet.sees(seen)
        found = re.findall(r"\w* ?\bround\b", words_of(tablet), re.IGNORECASE)
        named[press] = [words for words in found if words.split()[0] in WINDS]
        tablet.lacks(".medal-round")
        tablet.lacks('[data-key="more-round"]')
    assert set(map(tuple, named.values())) == {()}
    tablet.open(f"/table/{months[0]}")
    tablet.says(".medallion", "East round")


def test_the_history_says_what_was_undone(tablet: Browser, months: list[str]) -> None:
    path = f"/api/evenings/{months[2]}"
    for call in ("undo", "redo", "undo", "redo"):
        tablet.call("POST", f"{path}/{call}")
    tablet.open(f"/table/{months[2]}")
    tablet.click('[data-key="tool-more"]')
    tablet.click('[data-key="more-history"]')
    told = [one.text.rsplit(" ", 1)[0] for one in tablet.sees("dialog ol li")]
    assert told[-5:] == [
        "hand 4 settled",
        *["hand 4 is taken back", "hand 4 is back"] * 2,
    ]


@pytest.mark.parametrize("which", [0, 1, 2])
def test_the_sheet_prints_on_one_page(tablet: Browser, months: list[str], which: int) -> None:
    tablet.open(f"/table/{months[which]}/sheet")
    tablet.sees(".story-end .payment")
    how = {"preferCSSPageSize": True}
    printed = tablet.cdp("Page.printToPDF", how)["data"]
    assert len(re.findall(rb"/Type /Page\b", base64.b64decode(printed))) == 1


def test_the_players_are_told_over_the_months(tablet: Browser, months: list[str]) -> None:
    tablet.open("/statistics")
    tablet.sees(".player-card", 5)
    tablet.says(".quoted", "won the highest hand, 480")
    tablet.sees("svg.chart path.run[d]", 10)
    found = tablet.call("GET", "/api/statistics")
    pair = found["between"][0]
    names = [player["name"] for player in found["players"]]
    tablet.wait(
        lambda: (
            tablet.sees(".payment .pays")[0].text.split()
            == [names[pair["from"]], "→", names[pair["to"]]]
        )
    )


def test_a_limit_hand_has_its_picture(tablet: Browser, months: list[str]) -> None:
    tablet.open("/statistics")
    tablet.sees(".limit-hands figure", 1)
    tablet.driver.execute_script("document.querySelector('.limit-hands img').scrollIntoView()")
    size = "return document.querySelector('.limit-hands img').naturalWidth"
    tablet.becomes(lambda: tablet.driver.execute_script(size), 1200, "the width of the photograph")
    tablet.click(".limit-hands figcaption a")
    tablet.sees(".limit-hands img")


@pytest.mark.parametrize("size", [(320, 640), PHONE])
@pytest.mark.parametrize("page", ["sheet", "statistics"])
def test_nothing_is_pushed_sideways_on_a_phone(
    tablet: Browser, months: list[str], page: str, size: tuple[int, int]
) -> None:
    tablet.size(*size)
    try:
        tablet.open(f"/table/{months[0]}/sheet" if page == "sheet" else "/statistics")
        tablet.sees(".story-end .payment" if page == "sheet" else ".limit-hands figure")
        wider = tablet.driver.execute_script(
            """
            const tables = document.querySelectorAll(".scroll:has(.score-sheet)");
            return [document.documentElement, ...tables].map(
              (one) => one.scrollWidth - one.clientWidth);
            """
        )
        assert set(wider) == {0}
    finally:
        tablet.size(*TABLET)

"""A hand that was put together on the photo page is given to nobody who was not named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.browser.browsing import PHONE, Browser

PLAYERS = [{"name": name} for name in ("Ann", "Bo", "Cy", "Di")]
TAPPED = {"pung": ("7z", "2m", "9s"), "chow": ("3p",), "tile": ("4s", "4s")}


@pytest.fixture
def evening(tablet: Browser) -> str:
    """An evening whose first hand is half typed: Bo has won, and Ann's score is there too."""
    tablet.size(*PHONE)
    tablet.sign_in()
    id = str(tablet.call("POST", "/api/evenings", {"players": PLAYERS, "ruleset": "harr"})["id"])
    parts = {"winner": "S", "score:S": "40", "score:E": "6"}
    tablet.call("PATCH", f"/api/evenings/{id}/draft", {"hand": 1, "parts": parts})
    return id


def bring(tablet: Browser, evening: str, won: bool) -> None:
    """A hand from the photo page stands on the sheet of this evening."""
    tap_in(tablet, f"/photo?evening={evening}", won)
    tablet.sees("dialog.entry-sheet .seat-row", 4)


def tap_in(tablet: Browser, page: str, won: bool) -> None:
    """Tap a hand in on the photo page, and keep it."""
    tablet.open_anew(page)
    tablet.click('[data-key="adding"]')
    if not won:
        tablet.click('[data-key="winner:false"]')
    for kind, codes in TAPPED.items():
        tablet.click(f'[data-key="as:{kind}"]')
        for code in codes if won or kind != "tile" else codes[1:]:
            tablet.click(f'.add-panel [data-code="{code}"]')
    tablet.click(".keep-bar .primary")


def test_a_hand_is_nobodys_until_somebody_says_whose(tablet: Browser, evening: str) -> None:
    bring(tablet, evening, won=False)
    tablet.says(".whose legend", "Whose hand is this?")
    tablet.holds('input[data-seat="E"]', "value", "6")
    tablet.holds('[data-key="won-S"]', "aria-pressed", "true")
    tablet.driver.refresh()
    tablet.click('[data-key="enter"]')
    tablet.click('[data-key="whose-E"]')
    tablet.says(".toast", "Tiles have taken the place of the score of Ann")
    tablet.sees('.seat-row[data-seat="E"] .seat-hand')
    tablet.holds('[data-key="won-S"]', "aria-pressed", "true")
    tablet.lacks(".whose")


def test_a_whole_hand_goes_to_who_has_won_and_what_it_replaces_is_said(
    tablet: Browser, evening: str
) -> None:
    bring(tablet, evening, won=True)
    tablet.says(".toast", "Tiles have taken the place of the score of Bo")
    tablet.sees('.seat-row[data-seat="S"] .seat-hand')
    tablet.holds('input[data-seat="E"]', "value", "6")
    tablet.holds('[data-key="won-S"]', "aria-pressed", "true")


def test_a_large_photograph_comes_along(
    tablet: Browser, evening: str, picture: Path, tmp_path: Path
) -> None:
    """As a telephone takes it: more than a page could hand on as text."""
    large = tmp_path / "large.png"
    large.write_bytes(picture.read_bytes() + bytes(4_000_000))
    tablet.open_anew(f"/photo?evening={evening}")
    tablet.choose('input[type="file"]:not([capture])', large)
    tablet.click('.questions [data-key^="doubt-"][data-key$="-9p"]')
    tablet.click(".keep-bar .primary")
    tablet.sees('.seat-row[data-seat="S"] .seat-hand')
    tablet.sees(".shot .stage img")


def test_what_is_in_doubt_stays_in_doubt_and_lies_in_the_picture(
    tablet: Browser, evening: str, picture: Path
) -> None:
    tablet.open_anew(f"/photo?evening={evening}")
    tablet.choose('input[type="file"]:not([capture])', picture)
    tablet.sees(".question", 1)
    tablet.click(".keep-bar .primary")
    tablet.sees(".shot .seen", 15)
    tablet.lacks(".shot .seen.other")
    tablet.click('.question [data-code="9p"]')
    tablet.lacks(".shot .seen.unsure")
    tablet.sees('.seat-row[data-seat="S"] .tile', 15)


def test_evenings_of_the_same_people_are_told_apart(tablet: Browser, evening: str) -> None:
    form = {"players": PLAYERS, "ruleset": "harr"}
    id = str(tablet.call("POST", "/api/evenings", form)["id"])
    tablet.call("POST", f"/api/evenings/{id}/hands", {"winner": None})
    tap_in(tablet, "/photo", won=True)
    offered = [one.text for one in tablet.sees("dialog button.large")][:2]
    assert [words.split("·")[-1].strip() for words in offered] == ["1 hand", "0 hands"]
